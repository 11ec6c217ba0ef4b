// How long a sheet has been there, and how long somebody was reading it. The clock is the browser's monotonic one: it
// does not jump when the computer's time is set.

const REST_AFTER_MS = 45 * 60_000
const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "scroll", "touchmove"]

/**
 * @typedef {object} Clock
 * @property {() => void} painted another sheet lies there from now on
 * @property {() => {seen_ms: number, visible_ms: number}} times since then
 * @property {(dwell: number) => boolean} settled whether it has been there for so long
 * @property {() => boolean} tired whether somebody has read for 45 minutes without a pause; once for each such time
 * @property {(idle: number) => void} idleAfter
 * @property {() => void} end
 */

/**
 * @param {() => number} now
 * @returns {Clock}
 */
export function makeClock(now = () => performance.now()) {
  let idle = 300_000
  let shown = now()
  // Up to `last`, the last sign of life, `read` milliseconds were read on this sheet and `stretch` without a pause.
  let last = shown
  let read = 0
  let stretch = 0
  let hidden = document.visibilityState !== "visible"

  const sign = () => {
    if (hidden) return
    const gap = now() - last
    read += Math.min(gap, idle)
    stretch = gap > idle ? 0 : stretch + gap
    last = now()
  }
  const turned = () => {
    if (document.visibilityState !== "visible") {
      sign()
      hidden = true
    } else if (hidden) {
      hidden = false
      if (now() - last > idle) stretch = 0
      last = now()
    }
  }
  for (const kind of SIGNS) document.addEventListener(kind, sign, { capture: true, passive: true })
  document.addEventListener("visibilitychange", turned)
  return {
    painted() {
      sign()
      shown = now()
      read = 0
    },
    times() {
      const more = hidden ? 0 : Math.min(now() - last, idle)
      const seen = now() - shown
      return { seen_ms: Math.round(seen), visible_ms: Math.round(Math.min(seen, read + more)) }
    },
    settled: (dwell) => now() - shown >= dwell,
    tired() {
      if (stretch < REST_AFTER_MS) return false
      stretch = 0
      return true
    },
    idleAfter(milliseconds) {
      idle = milliseconds
    },
    end() {
      for (const kind of SIGNS) document.removeEventListener(kind, sign, { capture: true })
      document.removeEventListener("visibilitychange", turned)
    },
  }
}
