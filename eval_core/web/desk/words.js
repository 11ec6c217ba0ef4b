// A text as words that can be pointed at, each with its place in the stored text in Unicode code points.

import { el } from "./dom.js"

/**
 * @typedef {object} Word
 * @property {HTMLElement} node
 * @property {number} start in code points
 * @property {number} end
 * @property {number} paragraph how many line breaks lie before it
 */

/** @typedef {{root: HTMLElement, words: Word[]}} Written */

/** Signs of formatting between two words of the formatted view: an address of a link, for instance. */
const LONGEST_GAP = 2000
const WORD = /\S+/gu
/** Kerning a word of tens of thousands of letters takes the browser many seconds. */
const ENDLESS = /\S{2000}/u

/**
 * The stored text as it is: line breaks and leading spaces show.
 * @param {string} text
 * @returns {Written}
 */
export function plainText(text) {
  const root = el("div", { class: ENDLESS.test(text) ? "body plain endless" : "body plain", dir: "auto" })
  const points = pointsOf(text)
  /** @type {Word[]} */
  const words = []
  /** @type {(string|HTMLElement)[]} */
  const parts = []
  let behind = 0
  let paragraph = 0
  for (const match of text.matchAll(WORD)) {
    const gap = text.slice(behind, match.index)
    paragraph += breaks(gap)
    behind = match.index + match[0].length
    const node = wordNode(match[0])
    parts.push(gap, node)
    words.push({ node, start: points(match.index), end: points(behind), paragraph })
  }
  root.append(...parts.filter((one) => one !== ""), text.slice(behind))
  return { root, words }
}

/**
 * The formatted view. Its words stand in the stored text in the same order, with signs of the formatting between them;
 * a word that is not found there (`&amp;`) cannot be marked.
 * @param {string} html made safe by the server
 * @param {string} text
 * @returns {Written}
 */
export function formattedText(html, text) {
  const root = el("div", { class: ENDLESS.test(text) ? "body formatted endless" : "body formatted", dir: "auto" })
  root.innerHTML = html
  const points = pointsOf(text)
  /** @type {Word[]} */
  const words = []
  let behind = 0
  let paragraph = 0
  for (const piece of textsIn(root)) {
    const parts = []
    let within = 0
    for (const match of piece.data.matchAll(WORD)) {
      const at = text.indexOf(match[0], behind)
      // A word that is not there must not lead to another far below.
      if (at < 0 || at - behind > LONGEST_GAP) continue
      paragraph += breaks(text.slice(behind, at))
      behind = at + match[0].length
      const node = wordNode(match[0])
      parts.push(piece.data.slice(within, match.index), node)
      within = match.index + match[0].length
      words.push({ node, start: points(at), end: points(behind), paragraph })
    }
    if (parts.length) piece.replaceWith(...parts, piece.data.slice(within))
  }
  return { root, words }
}

/**
 * @param {HTMLElement} root
 * @returns {Text[]}
 */
function textsIn(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found = []
  while (walker.nextNode()) found.push(/** @type {Text} */ (walker.currentNode))
  return found
}

/** @param {string} word */
function wordNode(word) {
  const node = document.createElement("span")
  node.className = "w"
  node.textContent = word
  return node
}

/** @param {string} gap */
function breaks(gap) {
  return gap.split("\n").length - 1
}

/**
 * From places in UTF-16, as JavaScript counts, to places in code points, as the server does. Ask for rising places.
 * @param {string} text
 * @returns {(at: number) => number}
 */
function pointsOf(text) {
  if (!/[\ud800-\udfff]/.test(text)) return (at) => at
  let units = 0
  let points = 0
  return (at) => {
    while (units < at) {
      units += /** @type {number} */ (text.codePointAt(units)) > 0xffff ? 2 : 1
      points += 1
    }
    return points
  }
}

/** @param {Word[]} words */
export function textOf(words) {
  return words.map((one) => one.node.textContent).join(" ")
}

/**
 * The next word for an arrow key; the first one in view where none is selected.
 * @param {Word[]} words
 * @param {number|null} at
 * @param {string} key
 * @param {HTMLElement} middle
 * @returns {number|null}
 */
export function step(words, at, key, middle) {
  if (!words.length) return null
  if (at === null) {
    const edge = middle.getBoundingClientRect().top
    return Math.max(0, words.findIndex((one) => one.node.getBoundingClientRect().top >= edge))
  }
  if (key === "ArrowRight") return Math.min(words.length - 1, at + 1)
  if (key === "ArrowLeft") return Math.max(0, at - 1)
  const from = words[at]?.node.getBoundingClientRect()
  if (!from) return null
  const down = key === "ArrowDown"
  const middleOf = (/** @type {DOMRect} */ box) => box.left + box.width / 2
  let best = null
  let line = null
  for (let next = at; next >= 0 && next < words.length; next += down ? 1 : -1) {
    const box = /** @type {Word} */ (words[next]).node.getBoundingClientRect()
    if (down ? box.top < from.bottom - 2 : box.bottom > from.top + 2) continue
    line ??= box.top
    if (Math.abs(box.top - line) > 2) break
    const off = Math.abs(middleOf(box) - middleOf(from))
    if (best === null || off < best.off) best = { next, off }
  }
  return best?.next ?? null
}
