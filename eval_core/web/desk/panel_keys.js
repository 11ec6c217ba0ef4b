// Which keys there are: those of comparing, or those of rating.

import { el } from "./dom.js"

/** @import {Desk} from "./types.js" */
/** @import {Panel} from "./panels.js" */

/**
 * @param {Desk} desk
 * @returns {Panel}
 */
export function keysPanel(desk) {
  const body = el("div", { class: "panel-body", tabindex: 0 })
  return {
    title: desk.words.keys ?? "",
    body,
    opened() {
      const rows = desk.view.protocol.kind === "rating" ? rating(desk.words) : comparing(desk.words)
      body.replaceChildren(el("dl", { class: "keys" }, ...[...rows, ...always(desk.words)].map(([keys, what]) =>
        el("div", {}, el("dt", {}, ...keys.map((key) => el("kbd", {}, key ?? ""))), el("dd", {}, what ?? "")))))
    },
  }
}

/** @typedef {[(string|undefined)[], string|undefined][]} Rows */

/** @param {Record<string, string>} words @returns {Rows} */
function comparing(words) {
  return [
    [["1", "2", "3"], words.keys_choose],
    [["F"], words.keys_flip],
    [[words.key_tab], words.keys_side],
    [[words.key_arrows], words.keys_word],
    [[words.key_shift_arrows], words.keys_words],
    [["A", "B"], words.keys_named],
    [[words.key_letter], words.keys_issue],
    [[words.key_backspace], words.keys_remove],
    [[words.key_enter], words.keys_go_on],
  ]
}

/** @param {Record<string, string>} words @returns {Rows} */
function rating(words) {
  return [
    [["0–9"], words.keys_rate],
    [["N"], words.keys_na],
    [[words.key_enter], words.keys_save],
    [[words.key_tab], words.keys_side],
    [[words.key_arrows], words.keys_word],
    [[words.key_shift_arrows], words.keys_words],
    [[words.key_letter], words.keys_criterion],
    [[words.key_backspace], words.keys_remove],
  ]
}

/** @param {Record<string, string>} words @returns {Rows} */
function always(words) {
  return [
    [["U"], words.keys_undo],
    [["S"], words.keys_skip],
    [["Q"], words.keys_ask],
    [["G"], words.keys_guidelines],
    [["?"], words.keys_show],
    [["Esc"], words.keys_close],
  ]
}
