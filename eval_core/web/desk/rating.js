// To be written: see the interface at the top of desk.js.

import { el } from "./dom.js"

/** @import {Desk, Middle} from "./types.js" */

/**
 * @param {Desk} desk
 * @returns {Middle}
 */
export function makeRating(desk) {
  const root = el("div", { class: "rating" })
  const above = el("div", { class: "rating-above" })
  return {
    root,
    above,
    show(view) {
      const next = el("button", { type: "button", data: { do: view.mode === "intro" ? "begin" : "next" } }, desk.words.next ?? "")
      next.onclick = () => (view.mode === "intro" ? desk.begin() : desk.next())
      above.replaceChildren(view.feedback?.explanation ?? "", next)
    },
  }
}
