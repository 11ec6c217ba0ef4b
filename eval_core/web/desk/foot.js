// The foot: the question, the row above the choices, the line with Undo, and the choices, which never move.

import { button, el, text } from "./dom.js"

/** @import {Choice, Desk, View} from "./types.js" */

/** @type {[Choice, string][]} */
const CHOICES = [["A", "1"], ["tie", "2"], ["B", "3"]]

/**
 * @typedef {object} Foot
 * @property {HTMLElement} root
 * @property {HTMLElement} over the row above the choices; an element of its own, so that the foot's never moves
 * @property {HTMLElement} switch what chooses the text on a narrow screen lies here
 * @property {(view: View, ready: boolean) => void} show
 * @property {(above: HTMLElement|null) => void} above what lies in the row above the choices
 * @property {(text: string, trouble: boolean, news: boolean, hint: boolean) => void} line
 * @property {(choice: Choice) => void} press shows that a key has pressed this choice
 */

/**
 * @param {Desk} desk
 * @returns {Foot}
 */
export function makeFoot(desk) {
  const line = el("p", { class: "line" })
  const undo = button("undo", "", () => desk.undo())
  const place = el("div", { class: "place" })
  const question = el("p", { class: "question", id: "asked" })
  const row = el("div", { class: "row" }, question, place, line, undo)
  const above = el("div", { class: "above" })
  const buttons = CHOICES.map(([choice, key]) => {
    const label = el("span", { class: "label" })
    const node = el(
      "button",
      { type: "button", data: { choice }, onclick: () => desk.choose(choice) },
      label,
      el("kbd", { "aria-hidden": "true" }, key),
    )
    return { choice, node, label }
  })
  const choices = el("div", { class: "choices", role: "group", "aria-labelledby": "asked" }, ...buttons.map((one) => one.node))
  const root = el("footer", { class: "foot" }, row, choices)
  return {
    root,
    over: above,
    switch: place,
    above(node) {
      if (node === null) above.replaceChildren()
      else if (above.firstChild !== node) above.replaceChildren(node)
    },
    line(words, trouble, news, hint) {
      text(line, words)
      line.classList.toggle("trouble", trouble)
      line.classList.toggle("news", news)
      line.classList.toggle("hint", hint)
    },
    press(choice) {
      const node = buttons.find((one) => one.choice === choice)?.node
      node?.classList.add("pressed")
      setTimeout(() => node?.classList.remove("pressed"), 120)
    },
    show(view, ready) {
      text(undo, desk.words.undo ?? "")
      undo.classList.toggle("none", view.undo === null)
      undo.tabIndex = view.undo === null ? -1 : 0
      const pair = view.protocol.kind === "pairwise" ? view.protocol : null
      choices.hidden = pair === null || view.mode === "gate" || view.mode === "rate"
      question.hidden = choices.hidden
      text(question, pair?.question ?? "")
      const live = view.mode === "judge" && !view.held
      for (const { choice, node, label } of buttons) {
        text(label, pair?.choices[choice] ?? "")
        // Disabled would lose the keyboard's focus, and with it the reader's place.
        node.setAttribute("aria-disabled", String(!live || !ready))
        node.tabIndex = live ? 0 : -1
        node.classList.toggle("chosen", view.mode !== "judge" || view.held ? view.chosen === choice : false)
        if (view.chosen === choice && !live) node.setAttribute("aria-current", "true")
        else node.removeAttribute("aria-current")
      }
    },
  }
}
