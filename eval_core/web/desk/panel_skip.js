// Skipping: the reasons are buttons, and pressing one skips. What is said of it is written first.

import { el, text } from "./dom.js"
import { limit } from "./limit.js"

/** @import {Desk, Sheet, View} from "./types.js" */
/** @import {Panel} from "./panels.js" */

const REASONS = ["other_standard", "unreadable", "uncomfortable", "other"]

/**
 * @param {Desk} desk
 * @returns {Panel}
 */
export function skipPanel(desk) {
  const { words } = desk
  const comment = el("input", {
    type: "text", dir: "auto", placeholder: words.comment, "aria-label": words.comment, data: { field: "comment" },
    oninput() {
      limit(comment, () => desk.line(desk.words.comment_cut ?? "", true))
      desk.keep(nameOf(), comment.value || undefined)
    },
  })
  const lead = el("p", { id: "skip-lead" })
  const which = el("div", { class: "which" })
  const reasons = REASONS.map((reason) =>
    el("button", { type: "button", data: { skip: reason }, onclick: () => skip(reason) }, words[`skip_${reason}`] ?? reason))
  const body = el("div", { class: "panel-body" }, which, comment, lead, el("div", { class: "reasons", role: "group", "aria-labelledby": "skip-lead" }, ...reasons))
  /** @type {Sheet|null} */
  let about = null

  const nameOf = () => `skip-${about?.assignment}`

  /** @param {string} reason */
  function skip(reason) {
    if (!about) return
    const said = comment.value.trim()
    desk.keep(nameOf(), undefined)
    const { assignment } = about
    desk.open(null)
    desk.skip(reason, said, assignment)
  }

  /** @param {Sheet|null} sheet */
  function concern(sheet) {
    about = sheet
    comment.value = String(desk.draft(nameOf()) ?? "")
    for (const tab of which.querySelectorAll("button")) tab.setAttribute("aria-pressed", String(tab.dataset.assignment === String(sheet?.assignment)))
  }

  return {
    title: words.skip ?? "",
    body,
    opened() {
      const group = sheetsBeside(desk)
      text(lead, (desk.view.protocol.kind === "rating" ? words.skip_response : words.skip_comparison) ?? "")
      which.replaceChildren(...(group.length > 1 ? [el("p", {}, words.which_response ?? ""), ...group.map((sheet, place) =>
        el("button", { type: "button", data: { assignment: String(sheet.assignment) }, onclick: () => concern(sheet) }, letterOf(place)))] : []))
      concern(group[0] ?? null)
    },
    // With another sheet on the desk it would be the wrong one that is skipped.
    show: (view) => maySkip(view) && view.sheets.some((sheet) => sheet.assignment === about?.assignment),
  }
}

/**
 * Whether what lies there can be put away: not what is judged already, and nothing of training and test.
 * @param {View} view
 */
export function maySkip(view) {
  return view.stage === "work" && (view.mode === "judge" || view.mode === "rate")
}

/**
 * The sheets that are shown beside each other.
 * @param {Desk} desk
 * @returns {Sheet[]}
 */
export function sheetsBeside(desk) {
  const { sheet, sheets } = desk.view
  if (!sheet) return []
  if (sheet.kind !== "rating") return [sheet]
  return sheets.filter((other) => other.group === sheet.group)
}

/** @param {number} place */
export function letterOf(place) {
  return String.fromCharCode(65 + place)
}
