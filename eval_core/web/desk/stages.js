// What is said between the sheets of a newcomer: before training, test and work, and after each one of the training.

import { button, el, fill, number, text } from "./dom.js"
import { showRule } from "./panel_guidelines.js"

/** @import {Choice, Desk, Feedback, Middle, PairProtocol, RatingFeedback, RatingProtocol, View} from "./types.js" */

/**
 * @param {Desk} desk
 * @returns {Middle}
 */
export function makeStages(desk) {
  const title = el("h1", { tabindex: -1 })
  const sentences = el("div", { class: "sentences" })
  const root = el("div", { class: "stage" }, title, sentences)
  const above = el("div", { class: "stages-above" })
  const begin = button("begin", "", () => desk.begin())
  const lesson = el("div", { class: "lesson" })
  const next = button("next", "", () => desk.next())

  /** @param {View} view */
  function introduce(view) {
    const said = introduction(desk, view)
    text(title, said.title)
    sentences.replaceChildren(...said.sentences.map((one) => el("p", {}, one)))
    text(begin, said.begin)
    if (above.firstChild !== begin) above.replaceChildren(begin)
  }

  /** @param {View} view @param {Feedback|RatingFeedback} feedback */
  function answer(view, feedback) {
    lesson.replaceChildren(...("criteria" in feedback ? ratedLesson(desk, view, feedback) : lessonOf(desk, view, feedback)))
    lesson.scrollTop = 0
    text(next, desk.words.next ?? "")
    if (above.firstChild !== lesson) above.replaceChildren(lesson, next)
  }

  return {
    root,
    above,
    show(view, before) {
      above.dataset.mode = view.mode
      if (view.mode === "intro") {
        introduce(view)
        if (before?.mode !== "intro" || before.stage !== view.stage) desk.say(`${title.textContent}. ${sentences.textContent}`)
      } else if (view.feedback) {
        answer(view, view.feedback)
        if (before?.feedback !== view.feedback) desk.say(lesson.textContent ?? "")
      }
    },
    keys(event, key) {
      // A link that has the focus is pressed by the same key; a choice that is made already is none.
      const pressed = event.composedPath().find((one) => one instanceof HTMLButtonElement)
      if (key !== "Enter" || (pressed instanceof HTMLButtonElement && pressed.ariaDisabled !== "true")) return false
      if (desk.hasty()) return true
      if (desk.view.mode === "intro") desk.begin()
      else desk.next()
      return true
    },
  }
}

/**
 * What begins: how long it is, and before the test how many must be right and what happens otherwise.
 * @param {Desk} desk
 * @param {View} view
 * @returns {{title: string, sentences: string[], begin: string}}
 */
function introduction({ words, data }, view) {
  const say = (/** @type {number} */ value) => number(value, data.language)
  const total = view.step?.[1] ?? 0
  const counted = (/** @type {string|undefined} */ one, /** @type {string|undefined} */ other) => fill(total === 1 ? one : other, { count: say(total) })
  if (view.protocol.kind === "rating") return ratedIntroduction({ words, data }, view, counted, say)
  if (view.stage === "training") {
    const told = counted(words.training_text_one, words.training_text_other)
    return { title: words.training_title ?? "", sentences: [told], begin: words.begin_training ?? "" }
  }
  if (view.stage === "test") {
    const told = [counted(words.test_text_one, words.test_text_other)]
    const { test } = view.pile
    if (test) told.push(fill(words.test_needs, { right: say(test.right), asked: say(test.asked) }), words.test_otherwise ?? "")
    return { title: words.test_title ?? "", sentences: told, begin: words.begin_test ?? "" }
  }
  return { title: words.passed_title ?? "", sentences: [words.passed_text ?? ""], begin: words.begin_work ?? "" }
}

/**
 * The same where responses are rated.
 * @param {Pick<Desk, "words"|"data">} desk
 * @param {View} view
 * @param {(one: string|undefined, other: string|undefined) => string} counted
 * @param {(value: number) => string} say
 * @returns {{title: string, sentences: string[], begin: string}}
 */
function ratedIntroduction({ words }, view, counted, say) {
  if (view.stage === "training") {
    const told = counted(words.training_rating_one, words.training_rating_other)
    return { title: words.training_title ?? "", sentences: [told], begin: words.begin_training ?? "" }
  }
  if (view.stage === "test") {
    const told = [counted(words.test_rating_one, words.test_rating_other)]
    const { test } = view.pile
    if (test) told.push(fill(words.test_needs_rating, { right: say(test.right), asked: say(test.asked) }), words.test_otherwise ?? "")
    return { title: words.test_title ?? "", sentences: told, begin: words.begin_test ?? "" }
  }
  return { title: words.passed_title ?? "", sentences: [words.passed_rating ?? ""], begin: words.begin_rating ?? "" }
}

/**
 * Whether the ratings were as expected, why, and of each criterion what was given and what was expected.
 * @param {Desk} desk
 * @param {View} view
 * @param {RatingFeedback} feedback
 * @returns {HTMLElement[]}
 */
function ratedLesson({ words }, view, feedback) {
  const { criteria } = /** @type {RatingProtocol} */ (view.protocol)
  const lines = feedback.criteria.map((one) => {
    const criterion = criteria.find(({ key }) => key === one.key)?.label ?? one.key
    const [least, most] = one.expected
    const expected = least === most ? String(least) : `${least}–${most}`
    const given = one.given === null ? words.na ?? "" : String(one.given)
    return el("li", { class: one.right ? "met" : "missed" }, el("b", {}, criterion), ": ", fill(one.right ? words.given_right : words.given_other, { given, expected }))
  })
  const parts = [el("h2", { class: "verdict" }, (feedback.right ? words.right : words.not_quite) ?? "")]
  if (feedback.explanation) parts.push(el("p", { class: "because", dir: "auto", lang: "" }, feedback.explanation))
  return [...parts, el("ul", { class: "given" }, ...lines)]
}

/**
 * Right or not, what was chosen and what was expected, the category with its rule, and why.
 * @param {Desk} desk
 * @param {View} view
 * @param {Feedback} feedback
 * @returns {HTMLElement[]}
 */
function lessonOf(desk, view, feedback) {
  const { words } = desk
  const { issue, label } = feedback
  const { choices, text_language } = /** @type {PairProtocol} */ (view.protocol)
  const named = (/** @type {Choice} */ choice) => choices[choice]
  const chosen = fill(words.you_chose, { choice: named(feedback.choice) })
  const expected = feedback.right ? "" : ` ${fill(words.expected, { choice: named(feedback.expected) })}`
  const parts = [el("h2", { class: "verdict" }, (feedback.right ? words.right : words.not_quite) ?? "", " ", el("span", {}, chosen + expected))]
  if (feedback.explanation) parts.push(el("p", { class: "because", dir: "auto", lang: text_language }, feedback.explanation))
  if (issue) {
    const rule = button("rule", words.rule ?? "", () => showRule(desk, issue), { class: "link" })
    parts.push(el("p", { class: "about-rule" }, label ? el("b", {}, label) : null, label ? ": " : "", rule))
  }
  return parts
}
