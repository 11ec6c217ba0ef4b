// What lies on the desk, from what the server told last and what still waits to be sent. Pure: no screen, no clock.

/** @import {Action, Choice, Feedback, Kept, Pile, RatingFeedback, Sheet, UndoEntry, View} from "./types.js" */

/**
 * What the browser itself knows beside pile and waiting actions.
 * @typedef {object} Here
 * @property {number|null} front the sheet that is being read: a new pile must not exchange it
 * @property {{sheet: Sheet, choice: Choice|null, feedback: Feedback|RatingFeedback|null}|null} lesson a sheet of the training and its answer
 * @property {string[]} begun stages whose introduction was read
 * @property {boolean} lasting whether actions outlive the page; if not, each must be saved before the next
 */

/** @typedef {{sheets: Sheet[], undo: UndoEntry[], done: number, held: boolean, chosen: Choice|null}} Lay */

/** The kinds that change what lies on the desk. */
const WORK = new Set(["choose", "explain", "skip", "rate", "undo"])

/**
 * @param {Pile} pile
 * @param {Kept[]} kept what waits, oldest first
 * @param {Here} here
 * @returns {View}
 */
export function lay(pile, kept, here) {
  const work = kept.filter((one) => WORK.has(one.action.kind))
  const found = here.lasting ? applied(pile, work) : blocked(pile, work)
  const sheets = inFront(found.sheets, here.front)
  const lesson = here.lesson
  // Until the server has handed out more, the last sheet stays: no empty desk flashes by.
  const last = sheets.length || lesson ? null : lastOf(pile, work)
  const sheet = lesson?.sheet ?? sheets[0] ?? last?.sheet ?? null
  const base = {
    sheet,
    sheets,
    step: sheet?.step ?? pile.step,
    stage: sheet?.stage ?? pile.stage,
    chosen: lesson?.choice ?? found.chosen ?? last?.choice ?? sheet?.chosen ?? null,
    feedback: lesson?.feedback ?? null,
    done: found.done,
    saved: pile.done,
    quota: pile.quota,
    waiting: kept.length,
    undo: lesson ? null : (found.undo[0] ?? null),
    instead: sheet ? null : pile.instead,
    held: found.held || last !== null || (lesson !== null && lesson.feedback === null),
    protocol: pile.protocol,
    pile,
  }
  return { ...base, mode: modeOf(base, here) }
}

/**
 * What was done last, where nothing else is left on the desk.
 * @param {Pile} pile
 * @param {Kept[]} work
 * @returns {{sheet: Sheet, choice: Choice|null}|null}
 */
function lastOf(pile, work) {
  const action = work.at(-1)?.action
  const sheet = pile.sheets.find((one) => one.assignment === action?.assignment)
  return sheet ? { sheet, choice: action?.choice ?? null } : null
}

/**
 * @param {Omit<View, "mode">} view
 * @param {Here} here
 * @returns {View["mode"]}
 */
function modeOf(view, here) {
  const sheet = view.sheet
  if (sheet === null) return "gate"
  if (view.feedback) return "answer"
  if (!here.lesson && !introduced(view.pile, sheet, here.begun)) return "intro"
  if (sheet.kind === "rating") return "rate"
  return sheet.chosen && !here.lesson ? "why" : "judge"
}

/**
 * Whether nothing has to be said before this sheet. Training and test are introduced before their first sheet, and the
 * work after a test that was passed.
 * @param {Pile} pile
 * @param {Sheet} sheet
 * @param {string[]} begun
 */
function introduced(pile, sheet, begun) {
  if (begun.includes(sheet.stage) || sheet.chosen) return true
  if (sheet.stage === "work") return pile.test === null || pile.done > 0 || !begun.includes("test")
  return sheet.step?.[0] !== 1
}

/**
 * Each waiting action, carried out.
 * @param {Pile} pile
 * @param {Kept[]} work
 * @returns {Lay}
 */
function applied(pile, work) {
  /** @type {Lay} */
  const found = { sheets: [...pile.sheets], undo: [...pile.undo], done: pile.done, held: false, chosen: null }
  for (const kept of work) {
    if (kept.action.kind === "undo") takeBack(found, kept)
    else carryOut(found, kept.action)
  }
  return found
}

/**
 * Nothing is taken ahead: the first sheet stays until the server has answered.
 * @param {Pile} pile
 * @param {Kept[]} work
 * @returns {Lay}
 */
function blocked(pile, work) {
  const last = work.at(-1)?.action
  return {
    sheets: pile.sheets.slice(0, pile.sheets[0]?.group ? undefined : 1),
    undo: work.length ? [] : pile.undo,
    done: pile.done,
    held: work.length > 0,
    chosen: last?.choice ?? null,
  }
}

/**
 * @param {Lay} found
 * @param {Action} action
 */
function carryOut(found, action) {
  const at = found.sheets.findIndex((one) => one.assignment === action.assignment)
  const sheet = found.sheets[at]
  // Where the server has carried it out and only its answer was lost, the pile has moved on by itself.
  const fresh = sheet !== undefined && sheet.revision === action.revision
  const revision = (action.revision ?? 0) + (action.kind === "choose" || action.kind === "rate" ? 1 : 0)
  const entry = /** @type {UndoEntry} */ ({ assignment: action.assignment, revision, kind: action.kind })
  if (!found.undo.some((one) => same(one, entry)) && sheet?.stage !== "training") found.undo.unshift(entry)
  if (!fresh) return
  if (action.kind === "choose" && sheet.asks_reasons) {
    found.sheets[at] = { ...sheet, revision, chosen: action.choice ?? null, given: null }
  } else found.sheets.splice(at, 1)
  if (revision !== action.revision && sheet.stage === "work") found.done += 1
}

/**
 * @param {Lay} found
 * @param {Kept} kept
 */
function takeBack(found, { action, sheet, undone }) {
  const at = found.undo.findIndex((one) => one.assignment === action.assignment && one.revision === action.revision)
  // Where the server has taken it back already, only its answer is missing.
  if (at < 0) return
  found.undo.splice(at, 1)
  if (undone === "explain") found.undo = found.undo.map((one) => nextOf(one, action))
  if (undone === "choose" || undone === "rate") found.done = Math.max(0, found.done - 1)
  if (sheet === null) {
    found.held = true
    return
  }
  found.sheets = [sheet, ...found.sheets.filter((one) => one.assignment !== sheet.assignment)]
}

/**
 * The sheet as it comes back when `entry` is undone.
 * @param {Sheet} sheet as it was shown last
 * @param {UndoEntry} entry
 * @returns {Sheet}
 */
export function broughtBack(sheet, entry) {
  const revision = entry.revision + (entry.kind === "skip" ? 0 : 1)
  return entry.kind === "explain" ? { ...sheet, revision } : { ...sheet, revision, chosen: null }
}

/**
 * A choice whose reasons are undone stands in the next revision.
 * @param {UndoEntry} entry
 * @param {Action} undo
 * @returns {UndoEntry}
 */
function nextOf(entry, { assignment, revision }) {
  const its = entry.kind === "choose" && entry.assignment === assignment && entry.revision === revision
  return its ? { ...entry, revision: entry.revision + 1 } : entry
}

/**
 * The sheet that is being read stays before the reader, whatever order a new pile has.
 * @param {Sheet[]} sheets
 * @param {number|null} front
 */
function inFront(sheets, front) {
  const at = sheets.findIndex((one) => one.assignment === front)
  if (at <= 0) return sheets
  return [/** @type {Sheet} */ (sheets[at]), ...sheets.slice(0, at), ...sheets.slice(at + 1)]
}

/**
 * @param {UndoEntry} one
 * @param {UndoEntry} other
 */
function same(one, other) {
  return one.assignment === other.assignment && one.revision === other.revision && one.kind === other.kind
}
