// What the rater reads: source or prompt, the reference, and the response with the words that were marked in it.

import { el } from "./dom.js"

/** @import {Desk, Mark, Sheet} from "./types.js" */

/**
 * @typedef {object} Response
 * @property {HTMLElement} root
 * @property {string} title
 * @property {(marks: Mark[], saved: boolean) => void} show
 */

/**
 * @param {Desk} desk
 * @param {Sheet} sheet
 */
export function asked(desk, sheet) {
  const { words } = desk
  const title = sheet.source_language ? words.source : sheet.written_standard ? words[`standard_${sheet.written_standard}`] : words.prompt
  return el("div", { class: "asked" },
    sheet.prompt && passage(title ?? "", sheet.prompt, sheet.source_language ?? sheet.written_standard),
    sheet.reference && passage(words.reference ?? "", sheet.reference, sheet.target_language ?? sheet.written_standard))
}

/** @param {string} title @param {string} words @param {string|null|undefined} lang */
function passage(title, words, lang) {
  return el("div", { class: "passage" }, el("h2", {}, title), el("p", { class: "text", dir: "auto", lang: lang ?? "" }, words))
}

/**
 * @param {Desk} desk
 * @param {Sheet} sheet
 * @param {string} letter
 * @param {() => void} activate
 * @returns {Response}
 */
export function response(desk, sheet, letter, activate) {
  const title = (letter ? desk.words.response_side?.replace("{side}", letter) : desk.words.response) ?? ""
  const body = el("div", { class: "body", dir: "auto", lang: sheet.target_language ?? sheet.written_standard ?? "no" }, sheet.texts.A ?? "")
  const root = el("div", { class: "response", onfocusin: activate }, el("h2", { tabindex: -1 }, title), body)
  return { root, title, show: () => {} }
}
