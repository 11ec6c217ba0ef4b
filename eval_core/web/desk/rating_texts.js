// What the rater reads: source or prompt, the reference, and the response with the words that were marked in it.

import { el, fill } from "./dom.js"
import { dialogueText, dialogueTold, formattedText, plainText } from "./words.js"

/** @import {Desk, Sheet, Turn} from "./types.js" */
/** @import {Word} from "./words.js" */

/**
 * @typedef {object} Response
 * @property {HTMLElement} root
 * @property {HTMLElement} head
 * @property {Word[]} words
 * @property {string} title
 */

/**
 * @param {Desk} desk
 * @param {Sheet} sheet
 */
export function asked({ words }, sheet) {
  const standard = words[`standard_${sheet.written_standard}`]
  const title = (sheet.source_language ? words.source : standard ?? words.prompt) ?? ""
  const said = (/** @type {string} */ text, /** @type {Turn[]|undefined} */ turns) => turns ? dialogueTold(turns, words) : [text]
  return el("div", { class: "asked", tabindex: 0, role: "group", "aria-label": title },
    sheet.prompt && passage(title, said(sheet.prompt, sheet.dialogues?.prompt), sheet.source_language ?? sheet.written_standard),
    sheet.reference && passage(words.reference ?? "", said(sheet.reference, sheet.dialogues?.reference), sheet.target_language ?? sheet.written_standard))
}

/** @param {string} title @param {(string|HTMLElement)[]} said @param {string|null|undefined} lang */
function passage(title, said, lang) {
  return el("div", { class: "passage" }, el("h2", {}, title), el("p", { class: "text", dir: "auto", lang: lang ?? "" }, ...said))
}

/**
 * @param {Desk} desk
 * @param {Sheet} sheet
 * @param {string} letter '' where it stands alone
 * @returns {Response}
 */
export function response(desk, sheet, letter) {
  const title = (letter ? fill(desk.words.response_side, { side: letter }) : desk.words.response) ?? ""
  const said = sheet.texts.A ?? ""
  const html = sheet.html?.A
  const turns = sheet.dialogues?.A
  const written = turns ? dialogueText(turns, desk.words) : html === undefined ? plainText(said) : formattedText(html, said)
  written.root.lang = sheet.target_language ?? sheet.written_standard ?? ""
  const head = el("h2", {}, title)
  return { root: el("section", { class: "response", data: { side: letter || "A" }, "aria-label": title }, head, written.root), head, words: written.words, title }
}
