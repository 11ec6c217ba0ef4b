// The reasons for a choice as they stand now: marks, how good a tie was, a comment. They are kept by sheet and choice, so
// that they are there again when an undo brings the choice back, or somebody makes it anew.

/** @import {Desk, Reasons, View} from "./types.js" */

/** @type {Reasons} always the same, so that nothing is painted anew for it */
const NONE = { marks: [], tie: null, comment: "" }

/**
 * What they are called; the same as long as they are about the same.
 * @param {View} view
 */
export function nameOfReasons({ sheet, chosen }) {
  return `${sheet?.assignment}/${sheet?.made ?? ""}/${chosen}`
}

/**
 * Those of this browser; in another one those that the server has.
 * @param {Desk} desk
 * @param {View} view
 * @returns {Reasons}
 */
export function reasonsOf(desk, view) {
  const name = nameOfReasons(view)
  const found = /** @type {Reasons|undefined} */ (desk.draft(name))
  if (found || !view.sheet?.given) return found ?? NONE
  desk.keep(name, view.sheet.given)
  return view.sheet.given
}

/**
 * @param {Desk} desk
 * @param {Partial<Reasons>} change
 */
export function changeReasons(desk, change) {
  desk.keep(nameOfReasons(desk.view), { ...reasonsOf(desk, desk.view), ...change })
}
