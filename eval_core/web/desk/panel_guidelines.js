// The guidelines beside the texts: to read, to search, and to be led to a rule. That they were read is reported.

import { el, fill, text } from "./dom.js"

/** @import {Desk} from "./types.js" */
/** @import {Panel} from "./panels.js" */

const PASSAGES = "li, p, [data-anchor]"
// Letters of the Norwegian alphabet, not accented variants of others.
const OWN_LETTERS = /[æøå]/
// A glance that opened the panel by mistake is no reading.
const GLANCE_MS = 500

/**
 * @param {Desk} desk
 * @returns {Panel}
 */
export function guidelinesPanel(desk) {
  const { html, version, language } = desk.data.guidelines
  const field = el("input", {
    type: "search", maxlength: 100, "aria-label": desk.words.search, placeholder: desk.words.search,
    data: { field: "search" }, oninput: () => narrow(field.value),
  })
  const hits = el("p", { class: "note hits", role: "status" })
  const article = el("article", { class: "guidelines", tabindex: 0, lang: language })
  const body = el("div", { class: "panel-body" }, el("div", { class: "search" }, field, hits), article)
  let opened = 0
  let seen = 0
  body.addEventListener("rule", (event) => lead(/** @type {CustomEvent<string>} */ (event).detail))
  fillArticle()

  function fillArticle() {
    article.innerHTML = html
    article.append(el("p", { class: "note" }, fill(desk.words.version, { version })))
  }

  /** @param {string} written */
  function narrow(written) {
    const sought = fold(written).split(/\s+/).filter(Boolean)
    fillArticle()
    const found = sought.length ? hide(article, sought) : null
    text(hits, found === null ? "" : found ? passages(found) : fill(desk.words.nothing_found, { words: written.trim() }))
    if (found) for (const word of sought) highlight(article, word)
    article.scrollTop = 0
  }

  /** @param {number} count */
  function passages(count) {
    return fill(count === 1 ? desk.words.passages_one : desk.words.passages_other, { count })
  }

  /**
   * To the rule of an issue, which is marked until something else is looked for.
   * @param {string} issue
   */
  function lead(issue) {
    field.value = ""
    narrow("")
    const rules = [...article.querySelectorAll("[data-category]")].filter((one) => one instanceof HTMLElement && one.dataset.category === issue)
    for (const rule of rules) rule.classList.add("sought")
    const first = /** @type {HTMLElement|undefined} */ (rules[0])
    if (!first) return
    article.scrollTop += first.getBoundingClientRect().top - article.getBoundingClientRect().top - 8
    first.tabIndex = -1
    first.focus({ preventScroll: true })
  }

  const watch = () => {
    if (document.visibilityState === "visible") opened = performance.now()
    else pause()
  }

  function pause() {
    if (opened) seen += performance.now() - opened
    opened = 0
  }

  return {
    title: desk.words.guidelines ?? "",
    body,
    opened() {
      seen = 0
      watch()
      document.addEventListener("visibilitychange", watch)
    },
    closed() {
      document.removeEventListener("visibilitychange", watch)
      pause()
      if (seen >= GLANCE_MS) desk.read(version, Math.round(seen))
    },
  }
}

/**
 * Open the guidelines at the rule of an issue.
 * @param {Desk} desk
 * @param {string} issue
 */
export function showRule(desk, issue) {
  desk.open("guidelines")
  const root = /** @type {ShadowRoot} */ (desk.middle.getRootNode())
  root.querySelector("[data-panel=guidelines] .panel-body")?.dispatchEvent(new CustomEvent("rule", { detail: issue }))
}

/**
 * Hide what does not have all the words that are sought, and headings with nothing left below them; returns how many passages are left.
 * @param {HTMLElement} article
 * @param {string[]} sought
 */
function hide(article, sought) {
  let found = 0
  let heading = /** @type {HTMLElement|null} */ (null)
  let below = 0
  const end = () => { if (heading) heading.hidden = below === 0 }
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (article.querySelectorAll(`h1, h2, h3, ${PASSAGES}`))) {
    if (/^H[1-3]$/.test(part.tagName)) {
      end()
      heading = part
      below = 0
    } else if (!part.parentElement?.closest(PASSAGES) && !part.classList.contains("note")) {
      const said = fold(`${heading?.textContent ?? ""} ${part.textContent ?? ""}`)
      part.hidden = !sought.every((word) => said.includes(word))
      below += part.hidden ? 0 : 1
      found += part.hidden ? 0 : 1
    }
  }
  end()
  return found
}

/**
 * @param {HTMLElement} article
 * @param {string} word folded
 */
function highlight(article, word) {
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode))
  for (const piece of texts) {
    const composed = piece.data.normalize("NFC")
    const at = fold(composed).indexOf(word)
    if (at < 0 || piece.parentElement?.closest("mark")) continue
    piece.data = composed
    const rest = piece.splitText(at)
    rest.splitText(word.length)
    rest.replaceWith(el("mark", {}, rest.data))
  }
}

/**
 * In lower case and without accents, as long as the composed text: as the guidelines' page compares.
 * @param {string} said
 */
function fold(said) {
  return [...said.normalize("NFC")].map((letter) => {
    const lower = letter.toLowerCase()
    if (lower.length !== letter.length) return letter
    return OWN_LETTERS.test(lower) || letter.length > 1 ? lower : lower.normalize("NFD")[0]
  }).join("")
}
