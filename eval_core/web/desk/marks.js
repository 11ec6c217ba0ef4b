// Marks: words of a text with what is wrong there. Point at a word or drag across several, then choose the issue.
//
// `makeMarks(desk, ears)` serves the two texts of a comparison, or the one text of a response that is rated. It owns no
// text: `show` is told where the words are.

import { el, fill } from "./dom.js"
import { isField } from "./keys.js"
import { issueOf, letterOf, makeRow } from "./issues.js"
import { makePointer } from "./pointer.js"
import { step, textOf } from "./words.js"

/** @import {Desk, Issue, Mark, Side} from "./types.js" */
/** @import {Word} from "./words.js" */

/**
 * A text that words are marked in. Marks without a place stand in `head`.
 * @typedef {{section: HTMLElement, head: HTMLElement, words: Word[]}} Column
 */

/** Some words of a side, from `anchor` (where it began) to `focus`. */
/** @typedef {{side: Side, anchor: number, focus: number}} Selection */

/** off: the texts are texts. mark: issues are chosen. pick: words only, for a question. read: marks show. */
/** @typedef {"off"|"mark"|"pick"|"read"} Use */

/**
 * @typedef {object} Told
 * @property {Use} use
 * @property {Issue[]} issues
 * @property {Mark[]} marks
 * @property {string} about the sheet and its choice: of another one no side was named yet
 * @property {Side|null} side where an issue without a place belongs as long as no side is named; null: that is asked
 * @property {Side|null} [front] the one text that is shown: who names a side sees it
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

/**
 * @param {Desk} desk
 * @param {{changed: (marks: Mark[]) => void, selected: () => void, named?: (side: Side) => void}} ears
 * @returns {Marks}
 */
export function makeMarks(desk, ears) {
  /** @type {Told} */
  let told = { use: "off", issues: [], marks: [], about: "", side: null, columns: {} }
  /** @type {Mark[]} */
  let marks = []
  /** @type {Selection|null} */
  let selection = null
  /** @type {Side|null} the side that was named for issues without a place */
  let named = null
  /** @type {string|null} an issue that waits for its side */
  let waiting = null
  /** @type {WeakMap<Element, {side: Side, at: number}>} */
  let places = new WeakMap()
  /** @type {Word[][]} */
  let mapped = []
  const row = makeRow(desk, {
    choose(issue, byKey) {
      toggle(issue)
      if (!byKey && selection) select(null)
    },
    name: (its) => name(its),
  })
  desk.float.append(row.root)

  const wordsOf = (/** @type {Side} */ side) => told.columns[side]?.words ?? []
  const side = () => selection?.side ?? (named && told.front ? told.front : named) ?? told.side

  /** @returns {[low: number, high: number]|null} */
  function ends() {
    return selection && [Math.min(selection.anchor, selection.focus), Math.max(selection.anchor, selection.focus)]
  }

  /** @returns {{start: number|null, end: number|null}} */
  function range() {
    const found = ends()
    if (selection === null || found === null) return { start: null, end: null }
    const words = wordsOf(selection.side)
    return { start: words[found[0]]?.start ?? null, end: words[found[1]]?.end ?? null }
  }

  /** @param {Selection|null} next */
  function select(next) {
    selection = next
    waiting = null
    paintSelection()
    ears.selected()
  }

  /**
   * Name the side of an issue without a place; the one that waits for it gets it.
   * @param {Side} its
   */
  function name(its) {
    const issue = waiting
    if (selection) select(null)
    waiting = null
    named = its
    ears.named?.(its)
    if (issue) {
      desk.line("")
      toggle(issue)
    }
    paintSelection()
  }

  function paintSelection() {
    for (const name of /** @type {Side[]} */ (["A", "B"])) {
      const column = told.columns[name]
      if (!column) continue
      const [low, high] = (selection?.side === name && ends()) || [1, 0]
      column.words.forEach((word, at) => word.node.classList.toggle("selected", at >= low && at <= high))
      column.head.classList.toggle("whole", told.use === "mark" && selection === null && named !== null && side() === name)
    }
    placeRow()
  }

  function placeRow() {
    if (told.use !== "mark" || (told.placed && selection === null)) return row.hide()
    const { start, end } = range()
    const here = marks.filter((one) => one.side === side() && one.start === start && one.end === end)
    row.show(told.issues, { side: side(), pressed: new Set(here.map((one) => one.issue)), waiting, alone: Boolean(told.front), open: told.side === null })
    const found = ends()
    if (selection === null || found === null) return row.place(null)
    const words = wordsOf(selection.side)
    const first = words[found[0]]?.node.getClientRects()[0]
    const last = [...(words[found[1]]?.node.getClientRects() ?? [])].at(-1)
    const within = told.columns[selection.side]?.section.getBoundingClientRect()
    row.place(first && last && within ? { first, last, within } : null)
  }

  /**
   * Put the issue on what is selected, or take it off. Of two texts that are alike none is the one that was meant.
   * @param {string} issue
   */
  function toggle(issue) {
    if (hasty()) return
    const its = side()
    if (its === null) {
      waiting = issue
      placeRow()
      return desk.line(fill(desk.words.which_text, { issue: labelOf(issue) }))
    }
    const mark = { side: its, ...range(), issue }
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

  /** Whether what is asked has only just come: the key or the click was not meant for it. */
  function hasty() {
    if (told.placed || !desk.hasty()) return false
    desk.line(desk.words.too_soon ?? "", true)
    return true
  }

  /** Take off the marks of what is selected; else the newest. */
  function takeOff() {
    if (hasty()) return
    const { start, end } = range()
    const under = marks.filter((one) => one.side === side() && start !== null && end !== null && overlaps(one, start, end))
    const gone = under.length ? under : marks.slice(-1)
    if (!gone.length) return
    change(marks.filter((one) => !gone.includes(one)))
    desk.say(gone.map((one) => fill(desk.words.removed, { mark: nameOf(one) })).join(" "))
  }

  /** @param {string} issue */
  function labelOf(issue) {
    return told.issues.find((one) => one.key === issue)?.label ?? issue
  }

  /** @param {Mark} mark */
  function nameOf({ side: its, start, end, issue }) {
    const label = labelOf(issue)
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
    const sign = letterOf(told.issues.findIndex((one) => one.key === mark.issue)) || "•"
    const data = { issue: mark.issue, side: mark.side, start: mark.start, end: mark.end, sign }
    const node = el("span", { class: "mark", data, title: nameOf(mark) })
    node.style.setProperty("--at", String(at))
    return node
  }

  /** @param {Mark} mark */
  function chip(mark) {
    const label = labelOf(mark.issue)
    const data = { issue: mark.issue, side: mark.side }
    if (told.use !== "mark") return el("span", { class: "mark chip", data }, label)
    const name = fill(desk.words.mark_remove, { mark: nameOf(mark) })
    const remove = () => {
      if (hasty()) return
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
      head: (its) => told.use === "mark" && !told.placed && name(its),
      away: () => selection && select(null),
    },
    () => told.columns,
  )

  function tellSelection() {
    const found = ends()
    if (selection === null || found === null) return
    const [low, high] = found
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
    if (key.startsWith("Arrow") && (focused || selection)) {
      const its = focused ?? selection?.side ?? "A"
      const at = selection?.side === its ? selection.focus : null
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
    const issue = issueOf(told.issues, key)
    if (issue) {
      // The text that the keyboard stands in is the one that is meant.
      if (focused && selection?.side !== focused && !told.placed) {
        selection = null
        named = focused
      }
      toggle(issue.key)
      paintSelection()
      return true
    }
    if (!told.placed && (key === "a" || key === "b")) {
      const its = key === "a" ? "A" : "B"
      name(its)
      told.columns[its]?.section.focus({ preventScroll: true })
      return true
    }
    if (key === "Backspace" || key === "Delete") {
      takeOff()
      return true
    }
    // A digit has chosen: a second one names no fault.
    return !told.placed && /^[0-9]$/.test(key)
  }

  const follow = () => selection && placeRow()
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
      const anew = fresh.about !== told.about || fresh.use !== told.use
      const changed = other || anew || fresh.marks !== told.marks || fresh.issues !== told.issues
      if (!changed && fresh.side === told.side && fresh.front === told.front) return
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
      if (anew) named = waiting = null
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
