// What the line in the foot says: what became of the last click, and what waits; and what of it stands beside the count.

import { fill, number } from "./dom.js"

/** @import {Desk} from "./types.js" */
/** @import {Connection} from "./sender.js" */

/** What waits is told once the server has been silent for so long: at every click it would only flicker. */
const SILENCE_MS = 1200

/**
 * What waits, in words: '' as long as the server may just be answering.
 * @param {Desk} desk
 * @param {{connection: Connection, oldest: number}} now
 * @returns {string}
 */
export function waitingOf({ view, words, data }, { connection, oldest }) {
  const late = view.waiting > 0 && (connection !== "online" || oldest > SILENCE_MS)
  return late ? fill(words.waiting, { count: number(view.waiting, data.language) }) : ""
}

/**
 * @param {Desk} desk
 * @param {{message: {text: string, trouble: boolean}, connection: Connection, oldest: number, lasting: boolean}} now
 * @returns {{text: string, trouble: boolean, hint: boolean}}
 */
export function lineOf(desk, { message, connection, oldest, lasting }) {
  if (message.text) return { ...message, hint: false }
  const { view, words, data } = desk
  const signedOut = connection === "signed_out"
  const waiting = waitingOf(desk, { connection, oldest })
  const offline = view.held && view.sheets.length === 0 ? words.finish_offline : waiting && words.not_connected
  const counts = { done: number(view.saved, data.language), count: number(view.waiting, data.language) }
  const parts = [
    signedOut ? words.signed_out : connection === "offline" ? offline : "",
    waiting && !view.step ? fill(words.saved_and_waiting, counts) : waiting,
  ]
  const text = parts.filter(Boolean).join(" ")
  if (!lasting && text === "" && view.mode === "judge") return { text: words.not_kept ?? "", trouble: false, hint: false }
  const hint = text === "" && view.mode === "why"
  return { text: hint ? (words.why_hint ?? "") : text, trouble: signedOut, hint }
}
