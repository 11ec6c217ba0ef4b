// How much of what people write is taken, and what happens beyond it: it is cut, with a word.

/** What the server takes of a text, in characters (code points). */
const MOST = 2000

/**
 * Cut what is too long, as it is being written; call `cut` before the text is read. What is beyond the limit is taken
 * away where it was just put in, so that nothing is lost that was there before.
 * @param {HTMLInputElement|HTMLTextAreaElement} field
 * @param {() => void} cut says so
 */
export function limit(field, cut) {
  const caret = field.selectionEnd ?? field.value.length
  const before = [...field.value.slice(0, caret)]
  const behind = [...field.value.slice(caret)]
  const beyond = before.length + behind.length - MOST
  if (beyond <= 0) return
  const kept = before.slice(0, Math.max(0, before.length - beyond)).join("")
  field.value = [...kept, ...behind].slice(0, MOST).join("")
  field.setSelectionRange(kept.length, kept.length)
  cut()
}
