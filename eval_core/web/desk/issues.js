// The small row of issues: near the words that are selected, or at the foot of the texts where none are.

import { el, fill, text } from "./dom.js"

/** @import {Desk, Issue, Side} from "./types.js" */

const GAP = 6

/**
 * @typedef {object} Row
 * @property {HTMLElement} root
 * @property {(issues: Issue[], side: Side, pressed: Set<string>) => void} show
 * @property {(near: {first: DOMRect, last: DOMRect, within: DOMRect}|null) => void} place near the first and last of some words,
 *   within their column; null: at the foot of the texts
 * @property {() => void} hide
 */

/**
 * @param {Desk} desk
 * @param {(issue: string, byKey: boolean) => void} choose
 * @returns {Row}
 */
export function makeRow(desk, choose) {
  const caption = el("span", { class: "caption" })
  const list = el("div", { class: "list" })
  const root = el("div", { class: "issues", role: "group", hidden: true }, caption, list)
  /** @type {Issue[]} */
  let listed = []
  // The finger that selects a word would also press the issue that appears below it: only a press that began here counts.
  let begun = false
  root.addEventListener("pointerdown", () => {
    begun = true
  })
  /** @param {MouseEvent} event @param {string} key */
  const press = (event, key) => {
    const counts = begun || event.detail === 0
    begun = false
    if (counts) choose(key, event.detail === 0)
  }

  /** @param {Issue[]} issues */
  function write(issues) {
    if (issues.length === listed.length && issues.every((one, at) => one.label === listed[at]?.label)) return
    listed = issues
    list.replaceChildren(
      ...issues.map(({ key, label }, at) =>
        el(
          "button",
          { type: "button", data: { issue: key }, onclick: (/** @type {MouseEvent} */ event) => press(event, key) },
          el("span", { class: "label" }, label),
          at < 9 && el("kbd", { "aria-hidden": "true" }, String(at + 1)),
        ),
      ),
    )
  }

  return {
    root,
    show(issues, side, pressed) {
      write(issues)
      root.hidden = issues.length === 0
      const rates = desk.view.protocol.kind === "rating"
      const name = rates ? (desk.words.which_criterion ?? "") : fill(desk.words.faults_in, { side })
      text(caption, name)
      root.setAttribute("aria-label", name)
      for (const node of list.children) {
        if (node instanceof HTMLElement) node.setAttribute("aria-pressed", String(pressed.has(node.dataset.issue ?? "")))
      }
    },
    place(near) {
      if (root.classList.contains("near") !== (near !== null)) {
        // Put in anew, it has come up there and has not moved from elsewhere.
        root.remove()
        root.classList.toggle("near", near !== null)
        desk.float.append(root)
      }
      const room = desk.float.getBoundingClientRect()
      const { width, height } = root.getBoundingClientRect()
      if (near === null) {
        root.style.transform = `translate(0px, ${Math.round(room.height - height)}px)`
        return
      }
      const below = near.last.bottom - room.top + GAP
      const above = near.first.top - room.top - height - GAP
      const top = below + height <= room.height ? below : above >= 0 ? above : room.height - height
      begun = false
      const right = Math.min(room.width - GAP, near.within.right - room.left)
      const left = Math.max(GAP, Math.min(near.last.left - room.left, right - width))
      root.style.transform = `translate(${Math.round(Math.max(0, left))}px, ${Math.round(Math.max(0, top))}px)`
    },
    hide() {
      root.hidden = true
    },
  }
}
