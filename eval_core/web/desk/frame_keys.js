// The keys of the frame: choices, Undo, panels, the flip, Enter after the reasons, and scrolling.

import { isField } from "./keys.js"
import { maySkip } from "./panel_skip.js"

/** @import {Choice, Desk, Panels} from "./types.js" */
/** @import {Foot} from "./foot.js" */
/** @import {Ear} from "./keys.js" */
/** @import {Pair} from "./pair.js" */

/** @type {Record<string, Choice>} */
const CHOICES = { 1: "A", 2: "tie", 3: "B" }
/** How far an arrow scrolls, and how much of a page stays in sight, in pixels. */
const LINE = 48

/**
 * @param {Desk} desk
 * @param {{foot: Foot, pair: Pair, panels: Panels}} parts
 * @returns {Ear}
 */
export function makeFrameKeys(desk, { foot, pair, panels }) {
  /** @type {Record<string, () => unknown>} */
  const deeds = {
    u: desk.undo,
    f: () => pair.flip(true),
    g: () => desk.open("guidelines"),
    q: () => desk.open("ask"),
    s: () => maySkip(desk.view) && desk.open("skip"),
    "?": () => desk.open("keys"),
    // Streamlit would run its page again, and clear its cache.
    r: () => undefined,
    c: () => undefined,
  }

  return (event, key) => {
    if (!desk.view) return false
    const target = event.composedPath()[0]
    const { mode } = desk.view
    if (key === "Enter" && mode === "why") {
      // A button of the frame that has the focus is pressed; on an issue Enter would take the tick off again.
      if (target instanceof Element && target.closest("[data-do]")) return false
      if (!desk.hasty()) desk.goOn()
      return true
    }
    if (isField(target)) return false
    const choice = CHOICES[key]
    if (choice && mode === "judge") {
      foot.press(choice)
      desk.choose(choice)
      return true
    }
    const deed = deeds[key]
    if (deed) {
      deed()
      return true
    }
    return scroll(event, key)
  }

  /**
   * The texts scroll by the usual keys, wherever the keyboard stands.
   * @param {KeyboardEvent} event
   * @param {string} key
   */
  function scroll(event, key) {
    const path = event.composedPath()
    if (desk.view.mode === "rate" || path.includes(panels.root) || path.includes(desk.middle)) return false
    if (key === " " && path[0] instanceof HTMLButtonElement) return false
    const page = desk.middle.clientHeight - LINE
    const ways = { ArrowDown: LINE, ArrowUp: -LINE, PageDown: page, PageUp: -page, " ": event.shiftKey ? -page : page, Home: -1e9, End: 1e9 }
    const way = ways[/** @type {"Home"} */ (key)]
    if (way === undefined) return false
    desk.middle.scrollBy({ top: way })
    return true
  }
}
