// What a screen reader is told, in one polite region.

import { el } from "./dom.js"

/** @returns {{root: HTMLElement, say: (text: string) => void}} */
export function makeLive() {
  const root = el("p", { class: "said", role: "status", "aria-live": "polite", "aria-atomic": "true" })
  let pending = ""
  return {
    root,
    say(text) {
      // The same sentence twice is said twice: the region is empty for a moment. Of several, all are said.
      pending = pending ? `${pending} ${text}` : text
      root.textContent = ""
      requestAnimationFrame(() => {
        if (pending) root.textContent = pending
        pending = ""
      })
    },
  }
}
