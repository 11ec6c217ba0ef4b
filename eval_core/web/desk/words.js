// A text as words that can be pointed at, each with its place in the stored text in Unicode code points.

import { el, fill, text } from "./dom.js"

/** @import {Turn} from "./types.js" */

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
 * A dialogue, turn by turn under its roles. Its words have the places where they stand in the stored text.
 * @param {Turn[]} turns
 * @param {Record<string, string>} words
 * @returns {Written}
 */
export function dialogueText(turns, words) {
  const root = el("div", { class: "dialogue" })
  /** @type {Word[]} */
  const all = []
  let paragraph = 0
  turns.forEach((turn, at) => {
    const { html, text: said, places } = turn
    const written = html === null ? plainText(said) : formattedText(html, said)
    if (turns.length > 1) root.append(role(el("h3"), turn, at))
    root.append(written.root)
    for (const word of written.words) {
      all.push({ ...word, start: stored(places, word.start), end: stored(places, word.end), paragraph: paragraph + word.paragraph })
    }
    paragraph += breaks(said) + 1
  })
  nameRoles(root, words)
  return { root, words: all }
}

/**
 * A dialogue that nothing is marked in: a prompt.
 * @param {Turn[]} turns
 * @param {Record<string, string>} words
 * @returns {HTMLElement[]}
 */
export function dialogueTold(turns, words) {
  return turns.map((turn, at) => {
    const said = el("span", { class: "turn" }, turns.length > 1 && role(el("span"), turn, at), ` ${turn.text}\n`)
    nameRoles(said, words)
    return said
  })
}

/**
 * @param {HTMLElement} node
 * @param {Turn} turn
 * @param {number} at
 */
function role(node, turn, at) {
  node.className = "role"
  Object.assign(node.dataset, { role: turn.role ?? "", turn: at + 1 })
  return node
}

/**
 * Say the roles in the language of the words.
 * @param {HTMLElement} root
 * @param {Record<string, string>} words
 */
export function nameRoles(root, words) {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".role"))) {
    const { role: name, turn } = node.dataset
    text(node, (name ? words[`role_${name}`] : fill(words.turn, { number: turn ?? "" })) ?? "")
  }
}

/**
 * @param {[number, number][]} places
 * @param {number} at
 */
function stored(places, at) {
  const [here, there] = places.filter(([from]) => from <= at).at(-1) ?? [0, 0]
  return there + at - here
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
