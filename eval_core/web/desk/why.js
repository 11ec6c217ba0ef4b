// The row above the choices while the reasons are asked for: how good a tie was, a comment, and Go on.

import { button, el, fill, text } from "./dom.js"
import { limit } from "./limit.js"
import { changeReasons, nameOfReasons, reasonsOf } from "./reasons.js"

/** @import {Desk, TieQuality, View} from "./types.js" */

/** @type {[TieQuality, string][]} */
const TIES = [["both_well", "+"], ["both_badly", "−"]]

/**
 * @typedef {object} Why
 * @property {HTMLElement} root
 * @property {(view: View) => void} show
 * @property {() => {tie: TieQuality|null, comment: string}} given
 * @property {(event: KeyboardEvent, key: string) => boolean} keys
 */

/**
 * @param {Desk} desk
 * @returns {Why}
 */
export function makeWhy(desk) {
  /** @type {TieQuality|null} */
  let tie = null
  let name = ""
  const title = el("h2", { class: "why-title" })
  const ties = TIES.map(([quality, key]) => {
    const label = el("span", { class: "label" })
    const press = () => answer(quality)
    const node = el("button", { type: "button", data: { tie: quality }, onclick: press }, label, el("kbd", { "aria-hidden": "true" }, key))
    return { quality, node, label }
  })
  const question = el("div", { class: "ties", role: "group" }, ...ties.map((one) => one.node))
  const comment = el("input", { type: "text", data: { field: "comment" }, autocomplete: "off", enterkeyhint: "go" })
  const onward = button("go-on", "", () => desk.goOn())
  const root = el("div", { class: "why" }, title, question, comment, onward)

  comment.addEventListener("input", () => {
    limit(comment, () => desk.line(desk.words.comment_cut ?? "", true))
    changeReasons(desk, { comment: comment.value })
  })

  /** @param {TieQuality} quality */
  function answer(quality) {
    if (desk.hasty()) return desk.line(desk.words.too_soon ?? "", true)
    tie = tie === quality ? null : quality
    changeReasons(desk, { tie })
    paint()
  }

  function paint() {
    for (const one of ties) one.node.setAttribute("aria-pressed", String(one.quality === tie))
  }

  return {
    root,
    given: () => ({ tie, comment: comment.value.trim() }),
    show(view) {
      const { words } = desk
      const pair = view.protocol.kind === "pairwise" ? view.protocol : null
      text(title, fill(words.why, { choice: view.chosen ? (pair?.choices[view.chosen] ?? "") : "" }))
      text(onward, words.go_on ?? "")
      question.hidden = view.chosen !== "tie" || !pair?.tie.both_well // a protocol without issues says nothing of ties
      question.setAttribute("aria-label", words.both_texts ?? "")
      for (const one of ties) text(one.label, pair?.tie[one.quality] ?? "")
      comment.placeholder = words.comment ?? ""
      comment.setAttribute("aria-label", words.comment ?? "")
      const its = `${nameOfReasons(view)}/${view.sheet?.revision}`
      if (its !== name) {
        name = its
        tie = reasonsOf(desk, view).tie
        comment.value = reasonsOf(desk, view).comment
      }
      paint()
    },
    keys(event, key) {
      if (desk.view.chosen !== "tie" || event.composedPath()[0] === comment) return false
      if (key === "+") answer("both_well")
      else if (key === "-" || key === "−") answer("both_badly")
      else return false
      return true
    },
  }
}
