// Asking the lead without leaving the texts, words of which may be picked up for the question; and what was answered.

import { button, el, fill, text } from "./dom.js"
import { limit } from "./limit.js"
import { letterOf, sheetsBeside } from "./panel_skip.js"

/** @import {Desk, Mark, Question, Sheet, Talk} from "./types.js" */
/** @import {Panel} from "./panels.js" */

/** A server that is silent for so long has not got the question yet. */
const SILENCE_MS = 1200

/**
 * @param {Desk} desk
 * @returns {Panel}
 */
export function askPanel(desk) {
  const { words } = desk
  const label = el("label", { for: "question" })
  const field = el("textarea", {
    id: "question", rows: 3, dir: "auto", data: { field: "question" },
    oninput() {
      limit(field, () => desk.line(desk.words.question_cut ?? "", true))
      desk.keep(nameOf(), field.value || undefined)
    },
  })
  const which = el("div", { class: "which" })
  const picked = el("p", { class: "note picked" })
  const sent = el("p", { class: "note sent", role: "status" })
  const talked = el("div", { class: "talk" })
  const body = el("div", { class: "panel-body" }, which, label, field, picked,
    el("div", { class: "row" }, button("send", words.send ?? "", send), sent), el("h3", {}, words.questions ?? ""), talked)
  /** @type {Sheet|null} */
  let about = null
  /** @type {ReturnType<typeof setTimeout>|undefined} until the server has the question */
  let underWay

  const nameOf = () => `question-${about?.assignment ?? "general"}`

  function send() {
    const question = field.value.trim()
    if (!question) {
      // The second click of a double click has nothing more to send.
      if (!sent.textContent && underWay === undefined) text(sent, words.question_empty ?? "")
      return field.focus()
    }
    desk.ask(question, desk.picked(), about?.assignment ?? null)
    desk.keep(nameOf(), undefined)
    field.value = ""
    text(sent, "")
    clearTimeout(underWay)
    underWay = setTimeout(() => text(sent, words.question_waits ?? ""), SILENCE_MS)
    talked.prepend(asked(desk, { id: 0, text: question, about: null, asked_at: "", answer: null, answered_at: null, new: false }))
    field.focus()
  }

  /** @param {Sheet|null} sheet */
  function concern(sheet) {
    about = sheet
    field.value = String(desk.draft(nameOf()) ?? "")
    text(label, labelOf(sheet) ?? "")
    for (const tab of which.querySelectorAll("button")) tab.setAttribute("aria-pressed", String(tab.dataset.assignment === String(sheet?.assignment)))
    showPicked()
  }

  /** @param {Sheet|null} sheet */
  function labelOf(sheet) {
    if (!sheet) return words.question
    if (sheet.assignment !== desk.view.sheet?.assignment && !sheetsBeside(desk).includes(sheet)) return words.question_earlier
    return sheet.kind === "rating" ? words.question_response : words.question_comparison
  }

  function showPicked() {
    const marks = desk.picked()
    const parts = marks.map((mark) => fill(words.about_mark, { words: wordsOf(about, mark), side: mark.side }))
    text(picked, parts.join(" ") || (about ? words.point_to_ask ?? "" : ""))
  }

  async function listen() {
    text(sent, "")
    try {
      const talk = await desk.talk()
      talked.replaceChildren(...entries(desk, talk))
      if (talk.messages.some((one) => one.new) || talk.questions.some((one) => one.new)) desk.seen(talk.at)
    } catch {
      if (!talked.childElementCount) talked.replaceChildren(el("p", { class: "note" }, words.not_connected ?? ""))
    }
  }

  return {
    title: words.ask ?? "",
    body,
    first: () => (desk.view.pile.news.answers || desk.view.pile.news.messages ? null : field),
    opened() {
      const group = sheetsBeside(desk)
      which.replaceChildren(...(group.length > 1 ? [el("p", {}, words.which_response ?? ""), ...group.map((sheet, place) =>
        el("button", { type: "button", data: { assignment: String(sheet.assignment) }, onclick: () => concern(sheet) }, letterOf(place)))] : []))
      concern(group[0] ?? null)
      desk.picking(true)
      void listen()
    },
    closed: () => desk.picking(false),
    show(view) {
      // What is half written goes on being about the comparison that it was begun at.
      if (!field.value && view.sheet?.assignment !== about?.assignment) concern(sheetsBeside(desk)[0] ?? null)
      else text(label, labelOf(about) ?? "")
      showPicked()
      if (underWay !== undefined && view.waiting === 0) {
        clearTimeout(underWay)
        underWay = undefined
        text(sent, words.question_sent ?? "")
      }
      return true
    },
  }
}

/**
 * @param {Desk} desk
 * @param {Talk} talk
 * @returns {HTMLElement[]}
 */
function entries(desk, { questions, messages }) {
  const when = { question: (/** @type {Question} */ one) => one.answered_at ?? one.asked_at }
  const all = [
    ...questions.map((one) => ({ at: when.question(one), fresh: one.new, node: asked(desk, one) })),
    ...messages.map((one) => ({ at: one.sent_at, fresh: one.new, node: told(desk, one) })),
  ]
  // What is new comes first, then what is newest.
  all.sort((one, other) => Number(other.fresh) - Number(one.fresh) || other.at.localeCompare(one.at))
  return all.length ? all.map((one) => one.node) : [el("p", { class: "note" }, desk.words.no_questions ?? "")]
}

/** @param {Desk} desk @param {Question} one */
function asked(desk, one) {
  const { words } = desk
  const when = moment(desk, one.asked_at)
  const head = fill(one.about ? words.asked_about : words.asked, { prompt: one.about ?? "", when })
  return el("div", { class: "asked-one", data: one.new ? { new: "" } : {} },
    when ? el("p", { class: "note" }, head) : null, el("p", { class: "said-by", dir: "auto" }, one.text),
    one.answer === null ? el("p", { class: "note" }, words.not_answered ?? "") : el("div", { class: "reply" },
      el("p", { class: "note" }, one.new ? el("b", { class: "new" }, words.new ?? "") : null, " ", fill(words.answered, { when: moment(desk, one.answered_at ?? "") })),
      el("p", { class: "said-by", dir: "auto" }, one.answer)))
}

/** @param {Desk} desk @param {Talk["messages"][number]} one */
function told(desk, one) {
  return el("div", { class: "asked-one", data: one.new ? { new: "" } : {} },
    el("p", { class: "note" }, one.new ? el("b", { class: "new" }, desk.words.new ?? "") : null, " ", fill(desk.words.lead_wrote, { when: moment(desk, one.sent_at) })),
    el("p", { class: "said-by", dir: "auto" }, one.text))
}

/** @param {Desk} desk @param {string} at */
function moment(desk, at) {
  if (!at) return ""
  const language = Intl.DateTimeFormat.supportedLocalesOf(desk.data.language)[0] ?? "nb"
  return new Date(at).toLocaleString(language === "en" ? "en-GB" : language, { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" })
}

/**
 * The words of a mark; its places are code points.
 * @param {Sheet|null} sheet
 * @param {Mark} mark
 */
function wordsOf(sheet, mark) {
  return [...(sheet?.texts[mark.side] ?? "")].slice(mark.start ?? 0, mark.end ?? 0).join("")
}
