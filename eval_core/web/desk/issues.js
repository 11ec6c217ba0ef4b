// The small row of issues: near the words that are selected, or at the foot of the texts where none are; there the text
// that they are about stands in front of them.

import { el, fill, text } from "./dom.js"

/** @import {Desk, Issue, Side} from "./types.js" */

const GAP = 6
/** Of the issues, in their order and in every language: none is a key of the desk, and none looks like a digit. */
const LETTERS = "DEHJKLMPTVWXYZ"
const SIDES = /** @type {Side[]} */ (["A", "B"])

/**
 * The letter that chooses an issue; "" for one that has none.
 * @param {number} at its place in the protocol
 */
export function letterOf(at) {
  return LETTERS[at] ?? ""
}

/**
 * The issue that a key chooses.
 * @param {Issue[]} issues
 * @param {string} key
 */
export function issueOf(issues, key) {
  return key.length === 1 ? issues[LETTERS.indexOf(key.toUpperCase())] : undefined
}

/**
 * What the row shows: the side that an issue would be put on, whether only one text is shown, whether the side had to be
 * asked for, the issues that are there already, and one that waits for its side.
 * @typedef {{side: Side|null, alone: boolean, open: boolean, pressed: Set<string>, waiting: string|null}} Shown
 */

/**
 * @typedef {object} Row
 * @property {HTMLElement} root
 * @property {(issues: Issue[], shown: Shown) => void} show
 * @property {(near: {first: DOMRect, last: DOMRect, within: DOMRect}|null) => void} place near the first and last of some words,
 *   within their column; null: at the foot of the texts
 * @property {() => void} hide
 */

/**
 * @param {Desk} desk
 * @param {{choose: (issue: string, byKey: boolean) => void, name: (side: Side) => void}} ears
 * @returns {Row}
 */
export function makeRow(desk, ears) {
  const caption = el("span", { class: "caption" })
  const sides = SIDES.map((side) => el("button", { type: "button", data: { of: side }, onclick: () => ears.name(side) }, side))
  const both = el("div", { class: "sides", role: "group" }, ...sides)
  const list = el("div", { class: "list", role: "group" })
  const root = el("div", { class: "issues", hidden: true }, caption, both, list)
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
    if (counts) ears.choose(key, event.detail === 0)
  }

  /** @param {Issue[]} issues */
  function write(issues) {
    if (issues.length === listed.length && issues.every((one, at) => one.label === listed[at]?.label)) return
    listed = issues
    list.replaceChildren(
      ...issues.map(({ key, label }, at) => {
        const letter = letterOf(at)
        return el(
          "button",
          { type: "button", data: { issue: key }, "aria-keyshortcuts": letter || null, onclick: (/** @type {MouseEvent} */ event) => press(event, key) },
          el("span", { class: "label" }, label),
          letter && el("kbd", { "aria-hidden": "true" }, letter),
        )
      }),
    )
  }

  return {
    root,
    show(issues, { side, pressed, waiting, alone, open }) {
      write(issues)
      root.hidden = issues.length === 0
      const { words } = desk
      const rates = desk.view.protocol.kind === "rating"
      const name = (rates ? words.which_criterion : side ? fill(words.faults_in, { side }) : words.faults_side) ?? ""
      // Where one text is shown, it is the one that is meant; only of two that are equally good one is asked for.
      text(caption, rates || (alone && !open) ? name : alone ? "" : (words.faults ?? ""))
      both.hidden = rates || (alone && waiting === null)
      both.classList.toggle("over", alone)
      both.classList.toggle("wanted", waiting !== null)
      both.setAttribute("aria-label", words.faults_side ?? "")
      for (const node of sides) node.setAttribute("aria-pressed", String(node.dataset.of === side))
      list.setAttribute("aria-label", name)
      for (const node of list.children) {
        if (!(node instanceof HTMLElement)) continue
        node.setAttribute("aria-pressed", String(pressed.has(node.dataset.issue ?? "")))
        node.classList.toggle("waiting", node.dataset.issue === waiting)
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
