// The one owner of the keyboard while the desk is mounted.
//
// It listens before Streamlit does, whose shortcuts would otherwise fire beside ours: a bare `r` runs the page again and
// a bare `c` opens a dialog. It asks each ear in turn until one takes the key: panel, middle, frame.

/** @typedef {(event: KeyboardEvent, key: string) => boolean} Ear true: taken */

/**
 * @param {HTMLElement} host
 * @param {() => Ear[]} ears
 * @param {(key: string) => void} released of a key that was held down
 * @returns {() => void} ends it
 */
export function listen(host, ears, released) {
  const down = (/** @type {KeyboardEvent} */ event) => {
    if (!host.isConnected) return end()
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || dialogOpen()) return
    const target = event.composedPath()[0]
    if (outside(host, event, target)) return
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const held = event.repeat && !isField(target) && !/^(Arrow|Page|Home|End|Tab|Backspace)/.test(key)
    // A key that is held down would choose, go on and choose again, of what nobody has read.
    if (held) {
      event.preventDefault()
      return event.stopImmediatePropagation()
    }
    if (ears().some((ear) => ear(event, key))) {
      event.preventDefault()
      return event.stopImmediatePropagation()
    }
    if (key.length === 1) event.stopImmediatePropagation()
  }
  const up = (/** @type {KeyboardEvent} */ event) => {
    if (!host.isConnected) return end()
    released(event.key.length === 1 ? event.key.toLowerCase() : event.key)
    if (event.key.length === 1 && !dialogOpen() && !outside(host, event, event.composedPath()[0])) event.stopPropagation()
  }
  const lost = () => released("")
  document.addEventListener("keydown", down, true)
  document.addEventListener("keyup", up, true)
  window.addEventListener("blur", lost)
  function end() {
    document.removeEventListener("keydown", down, true)
    document.removeEventListener("keyup", up, true)
    window.removeEventListener("blur", lost)
  }
  return end
}

/**
 * Whether somebody is writing there.
 * @param {EventTarget|null|undefined} target
 * @returns {boolean}
 */
export function isField(target) {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !["button", "checkbox", "radio"].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
}

/** Streamlit's own dialogs have the keyboard for themselves. */
function dialogOpen() {
  return document.querySelector('[role="dialog"]') !== null
}

/**
 * Whether the key belongs to something of the page beside the desk, such as a field of the sidebar.
 * @param {HTMLElement} host
 * @param {KeyboardEvent} event
 * @param {EventTarget|undefined} target
 */
function outside(host, event, target) {
  return target instanceof Element && !event.composedPath().includes(host) && (isField(target) || /^(Enter| )$/.test(event.key) && target !== document.body)
}
