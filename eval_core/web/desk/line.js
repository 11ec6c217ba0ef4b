// What the line in the foot says: what became of the last click, and what waits.

import { fill, number } from "./dom.js"

/** @import {Desk} from "./types.js" */
/** @import {Connection} from "./sender.js" */

/** What waits is told once the server has been silent for so long: at every click it would only flicker. */
const SILENCE_MS = 1200

/**
 * @param {Desk} desk
 * @param {{message: {text: string, trouble: boolean}, connection: Connection, oldest: number, lasting: boolean}} now
 * @returns {{text: string, trouble: boolean, hint: boolean}}
 */
export function lineOf({ view, words, data }, { message, connection, oldest, lasting }) {
  if (message.text) return { ...message, hint: false }
  const online = connection === "online"
  const signedOut = connection === "signed_out"
  const late = view.waiting > 0 && (!online || oldest > SILENCE_MS)
  if (view.held && view.sheets.length === 0 && connection === "offline") {
    return { text: words.finish_offline ?? "", trouble: false, hint: false }
  }
  const parts = [
    signedOut ? words.signed_out : late && connection === "offline" ? words.not_connected : "",
    late ? waiting(view.step ? words.waiting : words.saved_and_waiting) : "",
  ]
  const text = parts.filter(Boolean).join(" ")
  if (!lasting && text === "" && view.mode === "judge") return { text: words.not_kept ?? "", trouble: false, hint: false }
  const hint = text === "" && view.mode === "why"
  return { text: hint ? (words.why_hint ?? "") : text, trouble: signedOut, hint }

  /** @param {string|undefined} sentence */
  function waiting(sentence) {
    return fill(sentence, { done: number(view.saved, data.language), count: number(view.waiting, data.language) })
  }
}
