// The criteria of one response: each a group of points, with N/A and a field for the explanation where one is asked for.

import { el, text } from "./dom.js"
import { limit } from "./limit.js"
import { asksWhy, scoresOf, sharedScale } from "./rating_draft.js"

/** @import {Criterion} from "./types.js" */
/** @import {Draft, Score} from "./rating_draft.js" */
/** @typedef {Record<string, string>} Words */
/** @typedef {import("./types.js").RatingFeedback["criteria"]} Told what the training tells of each criterion */

/**
 * @typedef {object} Ears
 * @property {(key: string, score: Score) => void} score
 * @property {(key: string, said: string) => void} why
 * @property {() => void} cut an explanation was too long
 * @property {(key: string) => void} at the rater has gone to this criterion
 * @property {(key: string) => void} explained the rater has left the field of its explanation
 */

// So many points still lie in one row of a phone.
const ONE_ROW = 7
// Names of elements have to differ among the forms of a group, and among those of one sitting.
let forms = 0

/**
 * @typedef {object} Form
 * @property {HTMLElement} root
 * @property {(draft: Draft, at: string|null, told?: Told) => void} show
 * @property {(key: string) => HTMLElement|null} fieldset
 */

/**
 * @param {Criterion[]} criteria
 * @param {Words} words
 * @param {Ears} told
 * @returns {Form}
 */
export function form(criteria, words, told) {
  const name = `form${++forms}`
  const shared = sharedScale(criteria)
  const rows = criteria.map((criterion) => row(criterion, words, told, `${name}-${criterion.key}`))
  const root = el("div", { class: "criteria", data: shared ? { scale: "shared" } : {} }, shared && heading(shared, words), ...rows.map((one) => one.root))
  return {
    root,
    show: (draft, at, told = []) => rows.forEach((one) => one.show(draft, at, told)),
    fieldset: (key) => rows.find((one) => one.key === key)?.root ?? null,
  }
}

/**
 * The words of the points once for all criteria: above their columns or, where these are narrow, in one line with the
 * points. Each button has its own for a screen reader.
 * @param {Criterion} criterion
 * @param {Words} words
 */
function heading(criterion, words) {
  const points = scoresOf(criterion)
  const named = points.map((score) => score === "na" ? el("span") : el("span", {}, el("b", {}, `${score} `), wordOf(criterion, score, words)))
  return el("div", { class: "scale", "aria-hidden": "true", style: `--points: ${points.length}` },
    el("span"), el("div", { class: "points" }, ...named))
}

/**
 * @param {Criterion} criterion
 * @param {Words} words
 * @param {Ears} told
 * @param {string} name
 */
function row(criterion, words, told, name) {
  const scores = scoresOf(criterion)
  const points = scores.map((score) => point(criterion, score, words, () => told.score(criterion.key, score)))
  const chosen = el("span", { class: "chosen", "aria-hidden": "true" })
  const about = criterion.description ? el("p", { class: "about", id: `${name}-about` }, criterion.description) : null
  const why = criterion.explanation === "none" ? null : whyField(criterion, words, told)
  const root = el("fieldset",
    {
      role: "radiogroup",
      data: { criterion: criterion.key },
      "aria-labelledby": `${name}-label`,
      "aria-describedby": about ? about.id : null,
      style: `--points: ${scores.length}; --half: ${Math.ceil(scores.length / 2)}`,
      class: scores.length > ONE_ROW ? "many" : null,
      onfocusin: () => told.at(criterion.key),
      onpointerdown: () => told.at(criterion.key),
    },
    el("div", { class: "name" }, el("h3", { id: `${name}-label` }, criterion.label), about),
    el("div", { class: "answer" },
      el("div", { class: "points", onkeydown: (/** @type {Event} */ event) => walk(/** @type {KeyboardEvent} */ (event), points) }, ...points),
      ends(criterion, words, chosen), why?.parentElement))
  return {
    key: criterion.key,
    root,
    /** @param {Draft} draft @param {string|null} at @param {Told} lesson */
    show(draft, at, lesson) {
      const learned = lesson.find((one) => one.key === criterion.key)
      const score = draft.scores[criterion.key]
      root.toggleAttribute("data-next", at === criterion.key)
      points.forEach((button, place) => {
        button.setAttribute("aria-checked", String(scores[place] === score))
        const score_ = scores[place]
        button.toggleAttribute("data-expected", learned !== undefined && typeof score_ === "number" && learned.expected[0] <= score_ && score_ <= learned.expected[1])
        button.tabIndex = scores[place] === score || (score === undefined && place === 0) ? 0 : -1
      })
      const between = typeof score === "number" && score > criterion.min && score < criterion.max
      const word = between ? wordOf(criterion, score, words) : ""
      text(chosen, word && `${score} ${word}`)
      root.toggleAttribute("data-chosen", score !== undefined)
      if (!why) return
      const said = draft.explanations[criterion.key] ?? ""
      if (why.value !== said) why.value = said
      why.setAttribute("aria-required", String(asksWhy(criterion, score)))
      why.parentElement?.toggleAttribute("data-asked", asksWhy(criterion, score))
    },
  }
}

/**
 * @param {Criterion} criterion
 * @param {Score} score
 * @param {Words} words
 * @param {() => void} press
 */
function point(criterion, score, words, press) {
  const word = wordOf(criterion, score, words)
  const shown = score === "na" ? word : String(score)
  const label = score === "na" || !word ? shown : `${score} ${word}`
  return el("button", { type: "button", role: "radio", data: { value: String(score) }, "aria-label": label, "aria-checked": "false", onclick: press },
    el("b", {}, shown), score === "na" || !word ? null : el("span", { class: "word" }, word))
}

/** @param {Criterion} criterion @param {Score} score @param {Words} words */
function wordOf(criterion, score, words) {
  return score === "na" ? words.na ?? "" : criterion.points[String(score)] ?? ""
}

/**
 * Where there is no room for the words of all points: those of both ends, and of the one that is chosen.
 * @param {Criterion} criterion
 * @param {Words} words
 * @param {HTMLElement} chosen
 */
function ends(criterion, words, chosen) {
  const end = (/** @type {number} */ value) => `${value} ${wordOf(criterion, value, words)}`.trim()
  return el("p", { class: "ends" },
    el("span", { class: "low", "aria-hidden": "true" }, end(criterion.min)), chosen, el("span", { class: "high", "aria-hidden": "true" }, end(criterion.max)))
}

/** @param {Criterion} criterion @param {Words} words @param {Ears} told */
function whyField(criterion, words, told) {
  const hint = { required: words.why_required, below_max: words.why_below_max, optional: words.why_optional, none: "" }[criterion.explanation]
  const field = el("textarea", {
    rows: 1, placeholder: hint, "aria-label": `${criterion.label}: ${hint}`, dir: "auto",
    data: { field: "explanation" },
    oninput() {
      limit(field, told.cut)
      told.why(criterion.key, field.value)
    },
    onblur: () => told.explained(criterion.key),
  })
  el("div", { class: "explanation" }, field)
  return field
}

/**
 * Arrows move among the points of a criterion and choose none of them: a score is never given in passing.
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} points
 */
function walk(event, points) {
  const steps = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 })
  const step = steps[event.key]
  const now = points.findIndex((one) => one === event.target)
  if (!step || now < 0 || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return
  event.preventDefault()
  event.stopPropagation()
  points[(now + step + points.length) % points.length]?.focus()
}
