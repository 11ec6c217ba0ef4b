// What the desk asks of Streamlit's page around it: to look again where a gate has changed, and to be loaded anew where
// there is a new version.

/** @import {Data, Tell, View} from "./types.js" */

/** A wish that is told while the page has no connection is lost: it is told again. */
const AGAIN_MS = [3000, 6000, 12_000, 30_000]

/**
 * @typedef {object} Page
 * @property {(view: View, data: Data, away: boolean) => void} show what lies on the desk, what the page was last told to
 *   draw, and whether the server turns its reader away: then the page takes the texts from the screen
 * @property {(data: Data) => boolean} outdated whether the page has a newer version than what runs here
 * @property {(view: View) => void} renew load the newer version, once nothing waits
 * @property {() => void} end
 */

/**
 * @param {Tell} tell
 * @param {Data} first
 * @returns {Page}
 */
export function makePage(tell, first) {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer
  /** @type {string|null} */
  let wish = null
  let times = 0
  const { src } = first

  const ask = () => {
    tell("rerun", Date.now())
    timer = setTimeout(ask, AGAIN_MS[Math.min(times, AGAIN_MS.length - 1)])
    times += 1
  }

  return {
    show(view, data, away) {
      // With something on the desk the page draws nothing below it; a gate is the server's to tell.
      const drawn = data.gate ?? ""
      const needed = away ? "away" : view.mode === "gate" ? (view.waiting ? drawn : (view.instead ?? drawn)) : ""
      const now = needed === drawn ? null : needed
      if (now === wish) return
      wish = now
      times = 0
      clearTimeout(timer)
      if (wish !== null) ask()
    },
    outdated: (data) => data.src !== src,
    renew(view) {
      if (view.waiting === 0 && view.mode !== "why") location.reload()
    },
    end: () => clearTimeout(timer),
  }
}
