// What opens beside the texts: guidelines, questions, skipping, menu, keys. None of them locks the texts.

import { button, el, text } from "./dom.js"
import { askPanel } from "./panel_ask.js"
import { guidelinesPanel } from "./panel_guidelines.js"
import { keysPanel } from "./panel_keys.js"
import { menuPanel } from "./panel_menu.js"
import { skipPanel } from "./panel_skip.js"
import { isField } from "./keys.js"

/** @import {Desk, PanelName, Panels, View} from "./types.js" */

/**
 * One panel. It is made when it is first opened and then kept, with what was written and found in it.
 * @typedef {object} Panel
 * @property {string} title
 * @property {HTMLElement} body
 * @property {() => void} [opened]
 * @property {() => void} [closed]
 * @property {(view: View) => boolean} [show] the view has changed; false: the panel has nothing more to do and closes
 * @property {() => HTMLElement|null} [first] what gets the focus when it opens; the panel itself by default
 * @property {(event: KeyboardEvent, key: string) => boolean} [keys]
 */

/** @type {Record<PanelName, (desk: Desk) => Panel>} */
const MAKERS = { guidelines: guidelinesPanel, ask: askPanel, skip: skipPanel, menu: menuPanel, keys: keysPanel }

/**
 * @param {Desk} desk
 * @returns {Panels}
 */
export function makePanels(desk) {
  const title = el("h2", { id: "panel-title" })
  const close = button("close", "", () => desk.open(null))
  const head = el("header", {}, title, close)
  const aside = el("aside", { class: "panel", tabindex: -1, "aria-labelledby": "panel-title" })
  const root = el("div", { class: "panels", hidden: true }, aside)
  /** @type {Map<string, Panel>} */
  const made = new Map()
  /** @type {Panel|null} */
  let panel = null
  /** @type {HTMLElement|null} */
  let back = null
  let language = ""

  /** The language of the interface, and the one of the protocol's words. */
  const spoken = () => `${desk.data.language} ${desk.data.reads}`

  /** @param {PanelName} name */
  function panelOf(name) {
    // Another language or campaign is another panel, so that no word of the one before stays.
    const key = `${name} ${spoken()} ${desk.data.slug}`
    const found = made.get(key) ?? MAKERS[name](desk)
    made.set(key, found)
    return found
  }

  /** @param {PanelName|null} name */
  function open(name) {
    if (name === found.current) return
    const was = panel
    if (!was) back = standing()
    found.current = name
    panel = name ? panelOf(name) : null
    was?.closed?.()
    root.hidden = panel === null
    if (panel === null || name === null) {
      aside.removeAttribute("data-panel")
      return giveBack()
    }
    put(panel, name)
    const first = panel.first?.() ?? aside
    first.focus({ preventScroll: true })
  }

  /** @param {Panel} shown @param {PanelName} name */
  function put(shown, name) {
    language = spoken()
    text(title, shown.title)
    aside.dataset.panel = name
    aside.replaceChildren(head, shown.body)
    text(close, desk.words.close ?? "")
    shown.opened?.()
  }

  /**
   * Where the keyboard stands. A button that was pressed with the mouse or a finger is no such place: with the focus on it
   * Space would open the panel again.
   * @returns {HTMLElement|null}
   */
  function standing() {
    const active = /** @type {ShadowRoot} */ (desk.middle.getRootNode()).activeElement
    return active instanceof HTMLElement && !root.contains(active) && active.matches(":focus-visible") ? active : null
  }

  function giveBack() {
    const place = back?.isConnected && !(/** @type {HTMLButtonElement} */ (back).disabled) ? back : desk.middle
    place.focus({ preventScroll: true })
    back = null
  }

  /** @type {Panels} */
  const found = {
    root,
    current: null,
    open,
    show(view) {
      if (panel && found.current && language !== spoken()) {
        panel.closed?.()
        panel = panelOf(found.current)
        put(panel, found.current)
      }
      if (panel?.show?.(view) === false) desk.open(null)
    },
    keys(event, key) {
      if (!panel) return false
      if (key === "Escape") {
        desk.open(null)
        return true
      }
      const within = event.composedPath().includes(root)
      if (within && panel.keys?.(event, key)) return true
      // Whoever writes or looks for something in the panel does not judge by the same key.
      return within && !isField(event.composedPath()[0] ?? null) && /^([0-9+\-−abd-fhj-pt-z]|Backspace|Delete)$/.test(key)
    },
  }
  return found
}
