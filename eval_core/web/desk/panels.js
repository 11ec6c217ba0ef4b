// To be written: see the interface at the top of desk.js.

import { button, el } from "./dom.js"

/** @import {Desk, PanelName, Panels} from "./types.js" */

/**
 * @param {Desk} desk
 * @returns {Panels}
 */
export function makePanels(desk) {
  const root = el("div", { class: "panels" })
  /** @type {Panels} */
  const panels = {
    root,
    current: null,
    open(/** @type {PanelName|null} */ name) {
      panels.current = name
      if (name === null) return root.replaceChildren()
      const close = button("close", desk.words.close ?? "", () => desk.open(null))
      root.replaceChildren(el("aside", { data: { panel: name }, "aria-label": desk.words[name] ?? "" }, close))
    },
    show: () => undefined,
  }
  return panels
}
