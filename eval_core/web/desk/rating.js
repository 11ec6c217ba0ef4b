// The middle where responses are rated: what was asked, the responses beside each other, and under or beside each its
// criteria. Save, and how many criteria are left, lie in the row above the foot and never scroll away.

import { button, el, fill, text } from "./dom.js"
import { form } from "./rating_form.js"
import { draftOf, following, gaps, onward, saidWhy, scoreOfKey } from "./rating_draft.js"
import { asked, response } from "./rating_texts.js"
import { makeMarks } from "./marks.js"

/** @import {Desk, Issue, Mark, Middle, RatingFeedback, RatingProtocol, Sheet, View} from "./types.js" */
/** @import {Draft, Score} from "./rating_draft.js" */
/** @import {Form} from "./rating_form.js" */
/** @import {Marks} from "./marks.js" */
/** @import {Response} from "./rating_texts.js" */

/**
 * One response with its form. It stays when it is saved, so that the others of its group are still read beside it.
 * @typedef {object} Column
 * @property {Sheet} sheet
 * @property {string} letter
 * @property {Draft} draft
 * @property {boolean} saved
 * @property {string|null} at the marked criterion
 * @property {HTMLElement} root
 * @property {Form} form
 * @property {Response} response
 * @property {Marks} marks words of the response, each marked with a criterion
 * @property {{root: HTMLElement, left: HTMLElement, save: HTMLButtonElement}} foot
 */

/**
 * @param {Desk} desk
 * @returns {Middle}
 */
export function makeRating(desk) {
  const root = el("div", { class: "rating" })
  const above = el("div", { class: "saving" })
  /** @type {Column[]} */
  let columns = []
  /** @type {Issue[]} */
  let issues = []
  let active = 0
  let words = desk.words
  let labels = ""
  let picking = false
  /** @type {RatingFeedback["criteria"]} what the training tells of each criterion */
  let told = []

  /** @param {View} view */
  function show(view) {
    const group = together(view)
    // In another language the words come first, and the criteria with the next pile.
    const now = criteriaNow().map((one) => one.label).join("\n")
    const sameWords = words === desk.words && labels === now
    words = desk.words
    labels = now
    if (sameWords && columns.length && group.every((sheet) => columns.some((one) => nameOf(one.sheet) === nameOf(sheet)))) keepUp(group)
    else lay(group, view)
    // In training the answer comes before anything else can be done.
    if (view.mode === "answer" || (view.stage === "training" && view.held)) for (const one of columns) one.saved = true
    told = view.feedback && "criteria" in view.feedback ? view.feedback.criteria : []
    paint()
  }

  /**
   * Other sheets than before: everything is laid anew, from the top.
   * @param {Sheet[]} group
   * @param {View} view
   */
  function lay(group, view) {
    const criteria = /** @type {RatingProtocol} */ (view.protocol).criteria
    for (const one of columns) one.marks.end()
    columns = group.map((sheet, place) => column(sheet, place, group.length))
    active = 0
    const first = group[0]
    root.dataset.columns = String(columns.length)
    root.replaceChildren(
      ...(first ? [asked(desk, first)] : []),
      el("div", { class: "columns" }, ...columns.map((one) => one.root)))
    above.replaceChildren(...(columns.length > 1 ? [choiceOfColumn()] : []), ...columns.map((one) => one.foot.root))
    for (const one of columns) one.at = following(criteria, one.draft) ?? criteria[0]?.key ?? null
    desk.middle.scrollTop = 0
  }

  /**
   * The same group: what was saved stays grey, what came back by an undo is open again.
   * @param {Sheet[]} group
   */
  function keepUp(group) {
    for (const one of columns) {
      const sheet = group.find((other) => other.assignment === one.sheet.assignment)
      if (sheet && sheet.revision !== one.sheet.revision) one.draft = draftOf(sheet, desk.draft(nameOf(sheet)))
      if (sheet) one.sheet = sheet
      if (sheet && one.saved) active = columns.indexOf(one)
      one.saved = !sheet
    }
    if (columns[active]?.saved) active = Math.max(0, columns.findIndex((one) => !one.saved))
  }

  /**
   * @param {Sheet} sheet
   * @param {number} place
   * @param {number} of
   * @returns {Column}
   */
  function column(sheet, place, of) {
    const criteria = criteriaNow()
    const letter = of > 1 ? String.fromCharCode(65 + place) : ""
    const found = form(criteria, desk.words, {
      score: (key, score) => rate(place, key, score),
      why: (key, said) => { of_(place).draft.explanations[key] = said; kept(place) },
      cut: () => desk.line(desk.words.explanation_cut ?? "", true),
      at: (key) => point(place, key),
      // What follows is rated next: a digit would change what has just been explained.
      explained: (key) => of_(place).at === key && point(place, following(criteriaNow(), of_(place).draft, key) ?? key),
    })
    const shown = response(desk, sheet, letter)
    const marks = makeMarks(desk, {
      changed: (now) => { of_(place).draft.marks = now; kept(place) },
      selected: () => desk.selected(),
    })
    shown.root.addEventListener("scroll", () => marks.place(), { passive: true })
    const left = el("span", { class: "left" })
    const save = button("save", letter ? `${desk.words.save} ${letter}` : desk.words.save ?? "", () => trySave(place))
    return {
      sheet, letter, saved: false, at: null,
      draft: draftOf(sheet, desk.draft(nameOf(sheet))),
      root: el("div", { class: "column", data: { assignment: String(sheet.assignment) }, role: "group", "aria-label": shown.title, onpointerdown: () => activate(place) }, shown.root, found.root),
      form: found, response: shown, marks,
      foot: { root: el("div", { class: "save" }, left, save), left, save },
    }
  }

  const of_ = (/** @type {number} */ place) => /** @type {Column} */ (columns[place])
  const criteriaNow = () => /** @type {RatingProtocol} */ (desk.view.protocol).criteria
  const kept = (/** @type {number} */ place) => desk.keep(nameOf(of_(place).sheet), of_(place).draft)

  function paint() {
    const criteria = criteriaNow()
    issues = issues.length === criteria.length && issues.every((one, at) => one.label === criteria[at]?.label) ? issues : criteria.map(({ key, label }) => ({ key, label }))
    columns.forEach((one, place) => {
      const left = gaps(criteria, one.draft).length
      one.root.toggleAttribute("data-active", place === active)
      one.root.toggleAttribute("data-saved", one.saved)
      one.foot.root.toggleAttribute("data-active", place === active)
      one.form.root.inert = one.saved
      one.marks.show({
        use: one.saved ? "read" : picking ? "pick" : "mark",
        issues,
        marks: one.draft.marks,
        about: nameOf(one.sheet),
        side: "A",
        placed: true,
        columns: { A: { section: one.response.root, head: one.response.head, words: one.response.words } },
      })
      one.form.show(one.draft, place === active && !one.saved ? one.at : null, told)
      one.foot.save.disabled = one.saved
      text(one.foot.left, one.saved ? desk.words.rated ?? "" : left ? fill(desk.words.left, { count: left }) : desk.words.left_none ?? "")
      one.foot.left.toggleAttribute("data-all", left === 0)
    })
    for (const tab of above.querySelectorAll(".switch button")) {
      const place = Number(/** @type {HTMLElement} */ (tab).dataset.place)
      tab.setAttribute("aria-pressed", String(place === active))
    }
  }

  /** On a narrow screen one response is shown at a time. */
  function choiceOfColumn() {
    return el("div", { class: "switch", role: "group", "aria-label": desk.words.sides },
      ...columns.map((one, place) =>
        el("button", { type: "button", data: { side: one.letter, place: String(place) }, onclick: () => activate(place) }, one.letter)))
  }

  /** @param {number} place */
  function activate(place) {
    if (active === place || of_(place).saved) return
    active = place
    paint()
  }

  /** @param {number} place @param {string} key */
  function point(place, key) {
    if (of_(place).saved) return
    active = place
    of_(place).at = key
    paint()
  }

  /** @param {number} place @param {string} key @param {Score} score */
  function rate(place, key, score) {
    const one = of_(place)
    one.draft.scores[key] = score
    one.at = onward(criteriaNow(), one.draft, key)
    active = place
    kept(place)
    paint()
    one.form.fieldset(one.at)?.scrollIntoView({ block: "nearest" })
  }

  /** @param {number} place */
  function trySave(place) {
    const one = of_(place)
    if (desk.view.held) return
    const missing = gaps(criteriaNow(), one.draft)
    const first = missing[0]
    if (!first) {
      desk.rate(one.sheet, one.draft.scores, saidWhy(one.draft), one.draft.marks)
      return
    }
    const label = (/** @type {string} */ key) => criteriaNow().find((criterion) => criterion.key === key)?.label ?? key
    const parts = missing.map((gap) => (gap.lacks === "score" ? label(gap.key) : fill(desk.words.missing_why, { criterion: label(gap.key) })))
    desk.line(fill(desk.words.missing, { parts: parts.join("; ") }), true)
    point(place, first.key)
    const fieldset = one.form.fieldset(first.key)
    fieldset?.scrollIntoView({ block: "nearest" })
    if (first.lacks === "why") fieldset?.querySelector("textarea")?.focus({ preventScroll: true })
  }

  /**
   * A digit rates the marked criterion, N is "not applicable", Enter saves. While words are selected, letters mark them.
   * @param {KeyboardEvent} event
   * @param {string} key
   */
  function keys(event, key) {
    const one = columns[active]
    if (!one || one.saved) return false
    if (columns.some((other) => other.marks.keys(event, key))) return true
    const target = /** @type {HTMLElement} */ (event.composedPath()[0])
    const writing = target instanceof HTMLTextAreaElement
    if (event.key === "Enter" && !event.shiftKey && (writing || target.getAttribute("role") === "radio" || !target.closest("button, a, input, aside"))) {
      trySave(active)
      return true
    }
    const criterion = criteriaNow().find((other) => other.key === one.at)
    const score = criterion && !writing ? scoreOfKey(criterion, event.key) : null
    if (!criterion || score === null) return false
    rate(active, criterion.key, score)
    return true
  }

  return {
    root, above, show, keys,
    /** @returns {Mark[]} */
    picked: () => columns.flatMap((one) => one.marks.picked()),
    picking(on) {
      picking = on
      paint()
    },
  }
}

/**
 * The sheets that are shown beside each other: those of the first one's group.
 * @param {View} view
 */
function together(view) {
  const first = view.sheet
  if (!first) return []
  const rest = view.sheets.filter((sheet) => sheet.group === first.group)
  return rest.length ? rest : [first]
}

/** @param {Sheet} sheet */
function nameOf(sheet) {
  return ["rating", sheet.assignment, ...(sheet.made ? [sheet.made] : [])].join("-")
}
