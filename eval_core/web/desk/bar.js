// The bar: how far the work has come, and the ways to guidelines, questions, skipping and the menu.

import { button, el, fill, number, text } from "./dom.js"
import { maySkip } from "./panel_skip.js"

/** @import {Desk, PanelName, View} from "./types.js" */

/** What each button looks like where there is no room for its word alone: strokes in a square of 24. */
const SIGNS = {
  guidelines: "M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2m0-14c2-1.5 5-2 8-2v14c-3 0-6 .5-8 2m0-14v14",
  ask: "M4 5h16v11H11l-5 4v-4H4z",
  skip: "M5 6l7 6-7 6zM13 6l7 6-7 6z",
  menu: "M4 6h16M4 12h16M4 18h16",
}

/**
 * @typedef {object} Bar
 * @property {HTMLElement} root
 * @property {(view: View, open: PanelName|null) => void} show
 * @property {(waiting: string) => void} beside what is said beside the count of what is saved
 */

/**
 * @param {Desk} desk
 * @returns {Bar}
 */
export function makeBar(desk) {
  const saved = el("span", {})
  const beside = el("span", {})
  const count = el("p", { class: "count" }, saved, beside)
  // Whoever hears the page hears first what it is; the other screens have a heading of their own.
  const title = el("h1", { class: "unseen-words" })
  const names = /** @type {(keyof typeof SIGNS)[]} */ (Object.keys(SIGNS))
  const buttons = names.map((name) => {
    const label = el("span", { class: "label" })
    const news = name === "ask" ? el("span", { class: "news" }) : null
    const node = button(name, "", () => (name === "skip" && !maySkip(desk.view)) || desk.open(name))
    node.append(sign(SIGNS[name]), label, ...(news ? [news] : []))
    return { name, node, label, news }
  })
  const root = el("header", { class: "bar" }, title, count, el("nav", {}, ...buttons.map((one) => one.node)))
  return {
    root,
    beside: (waiting) => text(beside, waiting && ` · ${waiting}`),
    show(view, open) {
      text(title, fill(desk.words.page, { campaign: view.pile.title }))
      title.hidden = view.mode === "gate" || view.mode === "intro"
      text(saved, countOf(view, desk))
      count.dataset.done = String(view.done)
      count.dataset.saved = String(view.saved)
      const told = newsOf(view, desk.words)
      for (const { name, node, label, news } of buttons) {
        text(label, desk.words[name] ?? "")
        node.setAttribute("aria-expanded", String(open === name))
        if (name === "skip") {
          node.hidden = view.stage !== "work" || view.mode === "gate" || view.mode === "intro"
          node.setAttribute("aria-disabled", String(!maySkip(view))) // it keeps its place
        }
        if (news) {
          // What was read just now keeps its room: else the next button would come to lie under the pointer.
          const read = told === "" && open !== null
          if (!read) text(news, told)
          news.classList.toggle("read", read)
          node.classList.toggle("told", told !== "")
        }
      }
    },
  }
}

/**
 * What the server has: what waits is said beside it.
 * @param {View} view
 * @param {Desk} desk
 */
function countOf(view, { words, data }) {
  const say = (/** @type {number} */ value) => number(value, data.language)
  if (view.step && view.stage !== "work") {
    const [at, total] = view.step
    const sentence = view.stage === "training" ? words.count_training : words.count_test
    return fill(sentence, { number: say(at), total: say(total) })
  }
  if (view.quota === null) return fill(words.count_saved, { done: say(view.saved) })
  return fill(words.count_of, { done: say(view.saved), quota: say(view.quota) })
}

/**
 * @param {View} view
 * @param {Record<string, string>} words
 */
function newsOf({ pile }, words) {
  const { answers, messages } = pile.news
  if (answers && messages) return fill(words.answers_and_messages, { count: answers + messages })
  if (answers) return answers === 1 ? (words.answer_one ?? "") : fill(words.answer_other, { count: answers })
  if (messages) return messages === 1 ? (words.message_one ?? "") : fill(words.message_other, { count: messages })
  return ""
}

/** @param {string} path */
function sign(path) {
  const space = "http://www.w3.org/2000/svg"
  const svg = document.createElementNS(space, "svg")
  svg.setAttribute("viewBox", "0 0 24 24")
  svg.setAttribute("aria-hidden", "true")
  const stroke = document.createElementNS(space, "path")
  stroke.setAttribute("d", path)
  svg.append(stroke)
  return svg
}
