// The middle for comparing: the prompt, and the two texts side by side, in turns, or one below the other.

import { el, fill, text } from "./dom.js"
import { dialogueText, dialogueTold, formattedText, nameRoles, plainText } from "./words.js"

/** @import {Desk, Layout, PairProtocol, Sheet, Side, View} from "./types.js" */
/** @import {Word} from "./words.js" */

const SIDES = /** @type {Side[]} */ (["A", "B"])
const WIDE = window.matchMedia("(min-width: 900px)")
/** How many sheets are kept written out, so that the next one is painted in the frame of the click. */
const WRITTEN = 8
const NEXT = 3

/** @typedef {{root: HTMLElement, words: Word[], section: HTMLElement, head: HTMLElement}} Column */

/**
 * @typedef {object} Pair
 * @property {HTMLElement} root
 * @property {HTMLElement} switch
 * @property {() => void} name call what lies in the switch by its words, so that it is as wide as it will be
 * @property {(view: View) => void} show
 * @property {(view: View) => void} prepare write out the sheets that come next
 * @property {() => boolean} ready whether each text was in view
 * @property {() => Side|null} unseen
 * @property {() => Layout} layout
 * @property {() => Side} front the text in front, where they are shown in turns
 * @property {(side: Side) => void} turn
 * @property {(held: boolean) => void} flip the other text, while a key is held down
 * @property {() => boolean|null} opened whether the prompt was opened; null where there is none to open
 * @property {Record<Side, Column>} columns
 * @property {() => void} end
 */

/**
 * @param {Desk} desk
 * @param {() => void} changed another text is in front, or was seen
 * @returns {Pair}
 */
export function makePair(desk, changed) {
  const columns = /** @type {Record<Side, Column>} */ (Object.fromEntries(SIDES.map((side) => [side, column(side)])))
  const prompt = makePrompt(desk)
  const both = el("div", { class: "pair" }, ...SIDES.map((side) => columns[side].section))
  const root = el("div", { class: "reading" }, prompt.root, both)
  /** @type {Map<string, Record<Side, {root: HTMLElement, words: Word[]}>>} */
  const written = new Map()
  /** @type {Side} */
  let front = "A"
  let flipped = false
  /** @type {boolean|null} null: as this browser was left, which is known once its database was read */
  let stacking = null
  let shown = ""
  let said = desk.words
  /** @type {Set<Side>} */
  const seen = new Set()

  const stacked = () => stacking ?? desk.draft("stacked") === true
  const layout = () => /** @type {Layout} */ (WIDE.matches ? "side_by_side" : stacked() ? "stacked" : "switched")
  const tabs = SIDES.map((side) => {
    const node = el("button", { type: "button", data: { side }, onclick: () => turn(side) }, side)
    return { side, node }
  })
  const stack = el("button", { type: "button", class: "stack", onclick: () => setStacked(!stacked()) })
  const rail = el("div", { class: "switch", role: "group" }, ...tabs.map((one) => one.node), stack)

  /** The shorter text stays in view while the longer one is scrolled: it sticks with its end at the middle's end. */
  function rest() {
    if (!WIDE.matches) return
    const room = desk.middle.clientHeight
    for (const side of SIDES) {
      const { section } = columns[side]
      section.style.setProperty("--rest", `${Math.min(0, room - section.offsetHeight)}px`)
    }
  }

  function name() {
    text(stack, desk.words.both ?? "")
    rail.setAttribute("aria-label", desk.words.sides ?? "")
  }

  /** @param {boolean} on */
  function setStacked(on) {
    stacking = on
    desk.keep("stacked", on || undefined)
    arrange()
  }

  /** @param {Side} side */
  function turn(side) {
    if (layout() === "stacked") {
      columns[side].section.scrollIntoView({ block: "start" })
      look()
      return changed()
    }
    if (side === front) return
    const place = placeOf(columns[front], desk.middle)
    front = side
    arrange()
    comeTo(columns[front], place, desk.middle)
  }

  function arrange() {
    const now = layout()
    root.dataset.layout = now
    for (const side of SIDES) columns[side].section.classList.toggle("behind", now === "switched" && side !== front)
    both.classList.toggle("flipped", flipped && now === "side_by_side")
    look()
    changed()
  }

  /** Note which texts are in view now. */
  function look() {
    const now = layout()
    if (now === "side_by_side") SIDES.forEach((side) => seen.add(side))
    else if (now === "switched") seen.add(front)
    else {
      const edge = desk.middle.getBoundingClientRect()
      for (const side of SIDES) {
        const { top } = columns[side].root.getBoundingClientRect()
        if (top < edge.bottom - 24) seen.add(side)
      }
    }
    for (const { side, node } of tabs) {
      const unseen = !seen.has(side)
      node.classList.toggle("unseen", unseen)
      node.setAttribute("aria-pressed", String(now === "switched" && side === front))
      node.setAttribute("aria-label", fill(unseen ? desk.words.side_unseen : desk.words.flip, { side }))
    }
    stack.setAttribute("aria-pressed", String(stacked()))
  }

  const scrolled = () => {
    if (layout() !== "stacked" || seen.size === 2) return
    look()
    if (seen.size === 2) changed()
  }
  const resized = () => {
    rest()
    prompt.measure()
  }
  desk.middle.addEventListener("scroll", scrolled, { passive: true })
  WIDE.addEventListener("change", arrange)
  // Seen once the room is what it will be: a window that was turned is laid out anew in several steps.
  const watch = new ResizeObserver(resized)
  watch.observe(desk.middle)
  // With the fonts lines break elsewhere.
  void document.fonts.ready.then(resized)

  /** @param {Sheet} sheet */
  function write(sheet) {
    const key = keyOf(sheet, desk.data.view)
    let found = written.get(key)
    if (!found) {
      found = /** @type {Record<Side, {root: HTMLElement, words: Word[]}>} */ (
        Object.fromEntries(
          SIDES.map((side) => {
            const words = sheet.texts[side] ?? ""
            const html = sheet.html?.[side]
            const turns = sheet.dialogues?.[side]
            if (turns) return [side, dialogueText(turns, desk.words)]
            return [side, html === undefined ? plainText(words) : formattedText(html, words)]
          }),
        )
      )
      written.set(key, found)
      for (const old of [...written.keys()].slice(0, -WRITTEN)) if (old !== shown) written.delete(old)
    }
    return found
  }

  return {
    root,
    switch: rail,
    columns,
    name,
    layout,
    ready: () => seen.size === 2,
    unseen: () => SIDES.find((side) => !seen.has(side)) ?? null,
    front: () => front,
    turn,
    flip(on) {
      if (on === flipped) return
      flipped = on
      if (layout() === "switched") turn(front === "A" ? "B" : "A")
      else arrange()
    },
    opened: prompt.opened,
    prepare(view) {
      for (const sheet of view.sheets.slice(0, NEXT)) if (sheet.kind === "pair") write(sheet)
    },
    show(view) {
      const sheet = view.sheet
      if (!sheet) return
      const key = keyOf(sheet, desk.data.view)
      name()
      const language = sheet.written_standard ?? /** @type {PairProtocol} */ (view.protocol).text_language
      if (key !== shown) {
        shown = key
        const found = write(sheet)
        for (const side of SIDES) fillColumn(columns[side], found[side], language)
        prompt.show(sheet, language)
        desk.middle.scrollTop = 0
        front = "A"
        seen.clear()
        arrange()
        rest()
      }
      if (desk.words !== said) {
        said = desk.words
        prompt.name(sheet)
        nameRoles(root, said)
        look()
      }
      for (const side of SIDES) columns[side].section.setAttribute("aria-label", fill(desk.words.response_side, { side }))
    },
    end() {
      desk.middle.removeEventListener("scroll", scrolled)
      WIDE.removeEventListener("change", arrange)
      watch.disconnect()
    },
  }
}

/**
 * @param {Sheet} sheet
 * @param {string} view
 */
function keyOf(sheet, view) {
  return `${sheet.assignment}/${sheet.made}/${view}`
}

/**
 * @param {Side} side
 * @returns {Column}
 */
function column(side) {
  const root = el("div", { class: "body" })
  const head = el("h2", {}, el("span", { class: "letter" }, side))
  return { root, words: [], head, section: el("section", { data: { side } }, head, root) }
}

/**
 * @param {Column} column
 * @param {{root: HTMLElement, words: Word[]}} text
 * @param {string} language
 */
function fillColumn(column, text, language) {
  text.root.lang = language
  column.root.replaceWith(text.root)
  column.root = text.root
  column.words = text.words
}

/** @typedef {{word: Word|null, top: number, share: number}} Place */

/**
 * The topmost word in view, how far below the edge it stands, and how far the text is scrolled.
 * @param {Column} column
 * @param {HTMLElement} middle
 * @returns {Place}
 */
function placeOf(column, middle) {
  const edge = middle.getBoundingClientRect().top
  const share = middle.scrollTop / Math.max(1, middle.scrollHeight - middle.clientHeight)
  if (middle.scrollTop < 8) return { word: null, top: 0, share: 0 }
  const word = column.words.find(({ node }) => node.getBoundingClientRect().bottom > edge + 8) ?? null
  return { word, top: word ? word.node.getBoundingClientRect().top - edge : 0, share }
}

/**
 * The same paragraph of another text to the same place; where it has no such paragraph, the same share of the text.
 * @param {Column} column
 * @param {Place} place
 * @param {HTMLElement} middle
 */
function comeTo(column, { word, top, share }, middle) {
  if (word === null) {
    middle.scrollTop = 0
    return
  }
  const same = word.paragraph > 0 ? column.words.find((one) => one.paragraph === word.paragraph) : undefined
  if (same) middle.scrollTop += same.node.getBoundingClientRect().top - middle.getBoundingClientRect().top - top
  else middle.scrollTop = share * (middle.scrollHeight - middle.clientHeight)
}

/** @param {Desk} desk */
function makePrompt(desk) {
  const standard = el("span", { class: "standard" })
  const told = el("span", { class: "text", dir: "auto" })
  const more = el("button", { type: "button", class: "more", onclick: () => open(!isOpen) })
  const strip = el("div", { class: "strip" }, standard, told)
  const root = el("div", { class: "prompt" }, strip, more)
  let isOpen = false
  let was = false

  /** @param {boolean} on */
  function open(on) {
    isOpen = on
    was ||= on
    root.classList.toggle("open", on)
    more.setAttribute("aria-expanded", String(on))
    text(more, (on ? desk.words.show_less : desk.words.show_all) ?? "")
  }

  /** @param {Sheet} sheet */
  function name(sheet) {
    text(standard, desk.words[`standard_${sheet.written_standard}`] ?? desk.words.prompt ?? "")
    text(more, (isOpen ? desk.words.show_less : desk.words.show_all) ?? "")
  }

  /** Whether there is more than the strip shows. */
  function measure() {
    if (!isOpen) more.hidden = strip.scrollHeight <= strip.clientHeight + 2 && !told.textContent?.trim().includes("\n")
  }

  return {
    root,
    measure,
    name,
    opened: () => (more.hidden ? null : was),
    /**
     * @param {Sheet} sheet
     * @param {string} language
     */
    show(sheet, language) {
      name(sheet)
      const turns = sheet.dialogues?.prompt
      if (turns) told.replaceChildren(...dialogueTold(turns, desk.words))
      else text(told, sheet.prompt)
      told.lang = language
      open(false)
      was = false
      measure()
    },
  }
}
