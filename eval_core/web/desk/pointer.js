// Taps and drags over the words of texts, by mouse, pen and finger.

/** @import {Desk, Side} from "./types.js" */
/** @import {Column} from "./marks.js" */

/** How far a finger may wander while it only taps, in pixels. */
const TAP = 10

/**
 * A finger that moves up or down scrolls.
 * @param {Desk} desk
 * @param {(node: Element) => {side: Side, at: number}|undefined} find
 * @param {() => boolean} on
 * @param {{drag: (side: Side, from: number, to: number) => void, tap: (side: Side, at: number) => void,
 *   head: (side: Side) => void, away: () => void}} ears
 * @param {() => Partial<Record<Side, Column>>} columns
 */
export function makePointer(desk, find, on, ears, columns) {
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
