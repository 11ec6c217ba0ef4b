// What has been rated so far on a sheet, before it is saved. Pure: nothing here knows the screen.

/** @import {Criterion, Mark, Sheet} from "./types.js" */
/** @typedef {number|"na"} Score */

/**
 * @typedef {object} Draft
 * @property {number} revision the sheet's when the draft was begun
 * @property {Record<string, Score>} scores
 * @property {Record<string, string>} explanations
 * @property {Mark[]} marks
 */

/** @typedef {{key: string, lacks: "score"|"why"}} Gap */

// After a save and its undo the sheet comes back two revisions later: what was chosen is still what the rater means.
const UNDONE = 2

/**
 * The draft that was kept for a sheet, or what the sheet itself has.
 * @param {Sheet} sheet
 * @param {unknown} kept
 * @returns {Draft}
 */
export function draftOf(sheet, kept) {
  const found = /** @type {Draft|undefined} */ (kept)
  const later = sheet.revision - (found?.revision ?? -Infinity)
  if (found && later >= 0 && later <= UNDONE) return { ...found, revision: sheet.revision }
  const { revision, scores = {}, explanations = {}, marks = [] } = sheet
  return { revision, scores: { ...scores }, explanations: { ...explanations }, marks: [...marks] }
}

/**
 * Every score of a criterion, from the lowest; "na" comes last.
 * @param {Criterion} criterion
 * @returns {Score[]}
 */
export function scoresOf(criterion) {
  /** @type {Score[]} */
  const scores = Array.from({ length: criterion.max - criterion.min + 1 }, (_, place) => criterion.min + place)
  return criterion.na ? [...scores, "na"] : scores
}

/**
 * The score that a key stands for: a digit of the scale, or n.
 * @param {Criterion} criterion
 * @param {string} key
 * @returns {Score|null}
 */
export function scoreOfKey(criterion, key) {
  if (key.toLowerCase() === "n") return criterion.na ? "na" : null
  if (!/^[0-9]$/.test(key)) return null
  const value = Number(key)
  return value >= criterion.min && value <= criterion.max ? value : null
}

/**
 * Whether a score must be explained.
 * @param {Criterion} criterion
 * @param {Score|undefined} score
 */
export function asksWhy(criterion, score) {
  if (score === undefined || score === "na") return false
  return criterion.explanation === "required" || (criterion.explanation === "below_max" && score < criterion.max)
}

/**
 * What is missing before the sheet can be saved, in the order of the criteria.
 * @param {Criterion[]} criteria
 * @param {Draft} draft
 * @returns {Gap[]}
 */
export function gaps(criteria, draft) {
  /** @type {Gap[]} */
  const found = []
  for (const criterion of criteria) {
    const score = draft.scores[criterion.key]
    if (score === undefined) found.push({ key: criterion.key, lacks: "score" })
    else if (asksWhy(criterion, score) && !draft.explanations[criterion.key]?.trim()) {
      found.push({ key: criterion.key, lacks: "why" })
    }
  }
  return found
}

/**
 * Where the next key goes: to what has no score yet, and where all have one on to the criterion below, so that a sheet
 * that came back can be rated anew by the same keys.
 * @param {Criterion[]} criteria
 * @param {Draft} draft
 * @param {string} after
 * @returns {string}
 */
export function onward(criteria, draft, after) {
  const place = criteria.findIndex((one) => one.key === after)
  return following(criteria, draft, after) ?? criteria[place + 1]?.key ?? after
}

/**
 * The next criterion without a score after the one that was rated, from the top again at the end; null: all have one.
 * @param {Criterion[]} criteria
 * @param {Draft} draft
 * @param {string|null} [after]
 * @returns {string|null}
 */
export function following(criteria, draft, after = null) {
  const start = criteria.findIndex((one) => one.key === after) + 1
  const turned = [...criteria.slice(start), ...criteria.slice(0, start)]
  return turned.find((one) => draft.scores[one.key] === undefined)?.key ?? null
}

/**
 * The explanations that go with the scores: without those that say nothing.
 * @param {Draft} draft
 */
export function saidWhy(draft) {
  return Object.fromEntries(Object.entries(draft.explanations).filter(([, why]) => why.trim()))
}

/**
 * The words of all points, where every criterion has the same scale; null where they differ or nothing is said.
 * @param {Criterion[]} criteria
 * @returns {Criterion|null}
 */
export function sharedScale(criteria) {
  const scale = (/** @type {Criterion} */ one) => JSON.stringify([one.min, one.max, one.na, Object.entries(one.points)])
  const first = criteria[0]
  return first && Object.keys(first.points).length && criteria.every((one) => scale(one) === scale(first)) ? first : null
}
