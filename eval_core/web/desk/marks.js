// Marks: words of a text with what is wrong there. Point at a word or drag across several, then choose the issue.
//
// `makeMarks(desk, ears)` serves the two texts of a comparison, or the one text of a response that is rated. It owns no
// text: `show` is told where the words are.

import { el, fill } from "./dom.js"
import { isField } from "./keys.js"
import { makeRow } from "./issues.js"

/** @import {Desk, Issue, Mark, Side} from "./types.js" */
/** @import {Word} from "./words.js" */

/**
 * A text that words are marked in. Marks without a place stand in `head`.
 * @typedef {{section: HTMLElement, head: HTMLElement, words: Word[]}} Column
 */

/** Some words of a side, from `anchor` (where it began) to `focus`; or the side as a whole, where they are null. */
/** @typedef {{side: Side, anchor: number|null, focus: number|null}} Selection */

/** off: the texts are texts. mark: issues are chosen. pick: words only, for a question. read: marks show. */
/** @typedef {"off"|"mark"|"pick"|"read"} Use */

/**
 * @typedef {object} Told
 * @property {Use} use
 * @property {Issue[]} issues
 * @property {Mark[]} marks
 * @property {Side} side where an issue without a place belongs as long as nothing is selected
 * @property {boolean} [placed] true: an issue is chosen for selected words only
 * @property {Partial<Record<Side, Column>>} columns
 */

/**
 * @typedef {object} Marks
 * @property {(told: Told) => void} show
 * @property {() => Mark[]} marks
 * @property {() => Mark[]} picked the selected words, with an empty issue
 * @property {() => boolean} selected
 * @property {() => void} clear the selection
 * @property {(event: KeyboardEvent, key: string) => boolean} keys
 * @property {() => void} place the row of issues anew, after the texts have moved
 * @property {() => void} end
 */

/** How far a finger may wander while it only taps, in pixels. */
const TAP = 10

/**
 * @param {Desk} desk
 * @param {{changed: (marks: Mark[]) => void, selected: () => void}} ears
 * @returns {Marks}
 */
export function makeMarks(desk, ears) {
  /** @type {Told} */
  let told = { use: "off", issues: [], marks: [], side: "A", columns: {} }
  /** @type {Mark[]} */
  let marks = []
  /** @type {Selection|null} */
  let selection = null
  /** @type {WeakMap<Element, {side: Side, at: number}>} */
  let places = new WeakMap()
  /** @type {Word[][]} */
  let mapped = []
  const row = makeRow(desk, (issue, byKey) => {
    toggle(issue)
    if (!byKey) select(null)
  })
  desk.float.append(row.root)

  const wordsOf = (/** @type {Side} */ side) => told.columns[side]?.words ?? []
  const side = () => selection?.side ?? told.side

  /** @returns {{start: number|null, end: number|null}} */
  function range() {
    if (selection === null || selection.anchor === null || selection.focus === null) return { start: null, end: null }
    const words = wordsOf(selection.side)
    const [low, high] = [Math.min(selection.anchor, selection.focus), Math.max(selection.anchor, selection.focus)]
    return { start: words[low]?.start ?? null, end: words[high]?.end ?? null }
  }

  /** @param {Selection|null} next */
  function select(next) {
    selection = next
    paintSelection()
    ears.selected()
  }

  function paintSelection() {
    for (const name of /** @type {Side[]} */ (["A", "B"])) {
      const column = told.columns[name]
      if (!column) continue
      const mine = selection?.side === name ? selection : null
      const [low, high] = mine?.anchor == null || mine.focus == null ? [1, 0] : [Math.min(mine.anchor, mine.focus), Math.max(mine.anchor, mine.focus)]
      column.words.forEach((word, at) => word.node.classList.toggle("selected", at >= low && at <= high))
      column.head.classList.toggle("whole", mine !== null && mine.anchor === null)
    }
    placeRow()
  }

  function placeRow() {
    if (told.use !== "mark" || (told.placed && selection?.anchor == null)) return row.hide()
    const { start, end } = range()
    const here = marks.filter((one) => one.side === side() && one.start === start && one.end === end)
    row.show(told.issues, side(), new Set(here.map((one) => one.issue)))
    if (selection?.anchor == null || selection.focus == null) return row.place(null)
    const words = wordsOf(selection.side)
    const first = words[Math.min(selection.anchor, selection.focus)]?.node.getClientRects()[0]
    const last = [...(words[Math.max(selection.anchor, selection.focus)]?.node.getClientRects() ?? [])].at(-1)
    const within = told.columns[selection.side]?.section.getBoundingClientRect()
    row.place(first && last && within ? { first, last, within } : null)
  }

  /**
   * Put the issue on what is selected, or take it off.
   * @param {string} issue
   */
  function toggle(issue) {
    const mark = { side: side(), ...range(), issue }
    const there = marks.find((one) => same(one, mark))
    change(there ? marks.filter((one) => one !== there) : [...marks, mark])
    desk.say(fill(there ? desk.words.removed : desk.words.marked, { mark: nameOf(mark) }))
  }

  /** @param {Mark[]} next */
  function change(next) {
    marks = next
    paintMarks()
    placeRow()
    ears.changed(marks)
  }

  /** Take off the marks of what is selected; else the newest. */
  function takeOff() {
    const { start, end } = range()
    const under = marks.filter((one) => one.side === side() && start !== null && end !== null && overlaps(one, start, end))
    const gone = under.length ? under : marks.slice(-1)
    if (!gone.length) return
    change(marks.filter((one) => !gone.includes(one)))
    desk.say(gone.map((one) => fill(desk.words.removed, { mark: nameOf(one) })).join(" "))
  }

  /** @param {Mark} mark */
  function nameOf({ side: its, start, end, issue }) {
    const label = told.issues.find((one) => one.key === issue)?.label ?? issue
    if (start === null || end === null) return fill(desk.words.mark_no_place, { issue: label, side: its })
    const words = wordsOf(its).filter((word) => word.start < end && word.end > start)
    return fill(desk.words.mark, { issue: label, side: its, words: textOf(words) })
  }

  function paintMarks() {
    for (const name of /** @type {Side[]} */ (["A", "B"])) {
      const column = told.columns[name]
      if (!column) continue
      const own = told.use === "off" || told.use === "pick" ? [] : marks.filter((one) => one.side === name)
      for (const old of column.section.querySelectorAll(".mark")) old.remove()
      for (const word of column.words) {
        const here = own.filter((one) => one.start !== null && one.end !== null && word.start < one.end && word.end > one.start)
        word.node.classList.toggle("marked", here.length > 0)
        const begin = here.filter((one) => first(column.words, one) === word)
        word.node.classList.toggle("noted", begin.length > 0)
        if (begin.length) word.node.append(...begin.map((one, at) => badge(one, at)))
      }
      column.head.append(...own.filter((one) => one.start === null).map(chip))
    }
  }

  /**
   * @param {Mark} mark
   * @param {number} at
   */
  function badge(mark, at) {
    const digit = told.issues.findIndex((one) => one.key === mark.issue) + 1
    const data = { issue: mark.issue, side: mark.side, start: mark.start, end: mark.end, sign: digit || "•" }
    const node = el("span", { class: "mark", data, title: nameOf(mark) })
    node.style.setProperty("--at", String(at))
    return node
  }

  /** @param {Mark} mark */
  function chip(mark) {
    const label = told.issues.find((one) => one.key === mark.issue)?.label ?? mark.issue
    const data = { issue: mark.issue, side: mark.side }
    if (told.use !== "mark") return el("span", { class: "mark chip", data }, label)
    const name = fill(desk.words.mark_remove, { mark: nameOf(mark) })
    const remove = () => {
      change(marks.filter((one) => one !== mark))
      desk.say(fill(desk.words.removed, { mark: nameOf(mark) }))
    }
    return el("button", { type: "button", class: "mark chip", data, "aria-label": name, onclick: remove }, `${label} ×`)
  }

  const pointer = makePointer(
    desk,
    (node) => places.get(node),
    () => told.use === "mark" || told.use === "pick",
    {
      drag: (its, from, to) => select({ side: its, anchor: from, focus: to }),
      tap(its, at) {
        const word = wordsOf(its)[at]
        const mark = told.use === "mark" && word ? marks.find((one) => one.side === its && overlaps(one, word.start, word.end)) : undefined
        const words = wordsOf(its)
        const anchor = mark ? words.findIndex((one) => one === first(words, mark)) : at
        const focus = mark ? words.filter((one) => one.start < (mark.end ?? 0)).length - 1 : at
        const again = selection?.side === its && selection.anchor === anchor && selection.focus === focus
        select(again ? null : { side: its, anchor, focus })
        if (!again) tellSelection()
      },
      head: (its) => !told.placed && select(selection?.side === its && selection.anchor === null ? null : { side: its, anchor: null, focus: null }),
      away: () => selection && select(null),
    },
    () => told.columns,
  )

  function tellSelection() {
    if (selection?.anchor == null || selection.focus == null) return
    const [low, high] = [Math.min(selection.anchor, selection.focus), Math.max(selection.anchor, selection.focus)]
    desk.say(fill(desk.words.selected, { side: selection.side, words: textOf(wordsOf(selection.side).slice(low, high + 1)) }))
  }

  /**
   * @param {KeyboardEvent} event
   * @param {string} key
   */
  function keys(event, key) {
    if (told.use !== "mark" && told.use !== "pick") return false
    const target = event.composedPath()[0]
    if (isField(target)) return false
    const focused = /** @type {Side[]} */ (["A", "B"]).find((name) => told.columns[name]?.section === target)
    if (key === "Escape" && selection) {
      select(null)
      return true
    }
    if (key.startsWith("Arrow") && (focused || selection?.anchor != null)) {
      const its = focused ?? side()
      const at = selection?.side === its && selection.focus !== null ? selection.focus : null
      const next = step(wordsOf(its), at, key, desk.middle)
      if (next !== null) {
        const anchor = event.shiftKey && at !== null ? (selection?.anchor ?? next) : next
        select({ side: its, anchor, focus: next })
        wordsOf(its)[next]?.node.scrollIntoView({ block: "nearest" })
        placeRow()
        tellSelection()
      }
      return true
    }
    if (told.use !== "mark" || (told.placed && selection === null)) return false
    const issue = /^[1-9]$/.test(key) ? told.issues[Number(key) - 1] : undefined
    if (issue) {
      if (focused && selection?.side !== focused) selection = { side: focused, anchor: null, focus: null }
      toggle(issue.key)
      return true
    }
    if (key === "Backspace" || key === "Delete") {
      takeOff()
      return true
    }
    return false
  }

  const follow = () => selection?.anchor != null && placeRow()
  desk.middle.addEventListener("scroll", follow, { passive: true })
  const watch = new ResizeObserver(placeRow)
  watch.observe(desk.float)

  return {
    marks: () => marks,
    picked() {
      const { start, end } = range()
      return selection === null || start === null ? [] : [{ side: selection.side, start, end, issue: "" }]
    },
    selected: () => selection !== null,
    clear: () => selection && select(null),
    keys,
    place: placeRow,
    show(fresh) {
      const lists = Object.values(fresh.columns).map((one) => one.words)
      const other = lists.length !== mapped.length || lists.some((one, at) => one !== mapped[at])
      const changed = other || fresh.use !== told.use || fresh.marks !== told.marks || fresh.issues !== told.issues
      if (!changed && fresh.side === told.side) return
      const idle = fresh.use === "off" && told.use === "off"
      told = fresh
      if (idle) return
      if (other) {
        places = new WeakMap()
        mapped = lists
        for (const name of /** @type {Side[]} */ (["A", "B"])) {
          wordsOf(name).forEach((word, at) => places.set(word.node, { side: name, at }))
        }
      }
      if (other || fresh.use === "off") selection = null
      marks = fresh.marks
      for (const column of Object.values(fresh.columns)) {
        const on = fresh.use === "mark" || fresh.use === "pick"
        if (on) column.section.tabIndex = 0
        else column.section.removeAttribute("tabindex")
        column.section.classList.toggle("pointing", on)
      }
      if (changed) paintMarks()
      paintSelection()
    },
    end() {
      pointer.end()
      row.root.remove()
      desk.middle.removeEventListener("scroll", follow)
      watch.disconnect()
    },
  }
}

/**
 * @param {Word[]} words
 * @param {Mark} mark
 */
function first(words, mark) {
  return words.find((one) => one.end > (mark.start ?? 0))
}

/**
 * @param {Mark} one
 * @param {Mark} other
 */
function same(one, other) {
  return one.side === other.side && one.start === other.start && one.end === other.end && one.issue === other.issue
}

/**
 * @param {Mark} mark
 * @param {number} start
 * @param {number} end
 */
function overlaps(mark, start, end) {
  return mark.start !== null && mark.end !== null && mark.start < end && mark.end > start
}

/** @param {Word[]} words */
function textOf(words) {
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
function step(words, at, key, middle) {
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

/**
 * Taps and drags over words, by mouse, pen and finger. A finger that moves up or down scrolls.
 * @param {Desk} desk
 * @param {(node: Element) => {side: Side, at: number}|undefined} find
 * @param {() => boolean} on
 * @param {{drag: (side: Side, from: number, to: number) => void, tap: (side: Side, at: number) => void,
 *   head: (side: Side) => void, away: () => void}} ears
 * @param {() => Partial<Record<Side, Column>>} columns
 */
function makePointer(desk, find, on, ears, columns) {
  /** @type {{id: number, x: number, y: number, at: {side: Side, at: number}|undefined, moved: boolean}|null} */
  let press = null
  const wordAt = (/** @type {PointerEvent} */ event) => {
    const root = /** @type {ShadowRoot} */ (desk.middle.getRootNode())
    const node = root.elementFromPoint(event.clientX, event.clientY)?.closest(".w")
    return node ? find(node) : undefined
  }
  const down = (/** @type {PointerEvent} */ event) => {
    if (!on() || event.button !== 0 || !event.isPrimary) return
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, at: wordAt(event), moved: false }
  }
  const move = (/** @type {PointerEvent} */ event) => {
    if (press?.id !== event.pointerId || !press.at || !on()) return
    press.moved ||= Math.hypot(event.clientX - press.x, event.clientY - press.y) > TAP
    const word = press.moved ? wordAt(event) : undefined
    if (word?.side === press.at.side) ears.drag(word.side, press.at.at, word.at)
  }
  const up = (/** @type {PointerEvent} */ event) => {
    const was = press
    press = null
    if (was?.id !== event.pointerId || was.moved || !on()) return
    if (was.at) return ears.tap(was.at.side, was.at.at)
    const target = event.composedPath()[0]
    if (!(target instanceof Element) || target.closest("button")) return
    const head = Object.entries(columns()).find(([, one]) => one.head.contains(target))
    if (head) ears.head(/** @type {Side} */ (head[0]))
    else if (target.closest("section")) ears.away()
  }
  const cancel = () => {
    press = null
  }
  const { middle } = desk
  middle.addEventListener("pointerdown", down)
  middle.addEventListener("pointermove", move)
  middle.addEventListener("pointerup", up)
  middle.addEventListener("pointercancel", cancel)
  return {
    end() {
      middle.removeEventListener("pointerdown", down)
      middle.removeEventListener("pointermove", move)
      middle.removeEventListener("pointerup", up)
      middle.removeEventListener("pointercancel", cancel)
    },
  }
}
