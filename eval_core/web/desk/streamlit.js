// What of Streamlit's own page would come between the reader and the texts.

const MARGIN = 16
// Longer than a font takes on a slow connection or a busy machine: texts that broke anew would move under the reader.
const FONTS_MS = 3000

/**
 * Where the desk may lie: from the host down to the foot of the window, beside the sidebar.
 * @param {HTMLElement} host
 * @param {HTMLElement} root
 * @returns {() => void} ends it
 */
export function lieIn(host, root) {
  const main = host.closest('[data-testid="stMain"]') ?? document.documentElement
  let last = ""
  const measure = () => {
    const { left } = main.getBoundingClientRect()
    // Without the scroll bar, which the desk does not need: it scrolls by itself.
    const width = main.clientWidth
    const above = Math.round(host.getBoundingClientRect().top + main.scrollTop)
    // Nothing but the page's margin lies above: no empty top.
    const top = above <= MARGIN ? 0 : above
    const now = `${top} ${left} ${width}`
    if (now === last) return
    last = now
    root.style.setProperty("--top", `${top}px`)
    root.style.setProperty("--left", `${left}px`)
    root.style.setProperty("--width", `${width}px`)
  }
  measure()
  const watch = new ResizeObserver(measure)
  for (let node = host.parentElement; node; node = node.parentElement) watch.observe(node)
  window.addEventListener("resize", measure)
  return () => {
    watch.disconnect()
    window.removeEventListener("resize", measure)
  }
}

/**
 * Without its server Streamlit covers the page with a dialog of its own. Here a lost connection is no event: the dialog is
 * closed before it is painted, and the focus given back. Only this dialog, and only while the connection is lost.
 * @param {HTMLElement} host
 * @returns {() => void} ends it
 */
export function closeConnectionErrors(host) {
  const shadow = /** @type {ShadowRoot} */ (host.shadowRoot)
  /** @type {Element|null} */
  let focused = null
  const remember = () => {
    focused = shadow.activeElement
  }
  const look = () => {
    const app = document.querySelector('[data-testid="stApp"]')
    if (!app || app.getAttribute("data-test-connection-state") === "CONNECTED") return
    const dialogs = document.querySelectorAll('[role="dialog"]')
    const dialog = dialogs[0]
    if (dialogs.length !== 1 || !dialog?.textContent?.includes("Connection error")) return
    const buttons = [...dialog.querySelectorAll("button")]
    buttons.find((one) => one.ariaLabel === "Close" || one.textContent?.trim() === "Close")?.click()
    const back = focused
    // Streamlit gives the focus to its page when the dialog has gone.
    for (const when of [0, 50, 250]) {
      setTimeout(() => back instanceof HTMLElement && !shadow.activeElement && back.isConnected && back.focus({ preventScroll: true }), when)
    }
  }
  shadow.addEventListener("focusin", remember)
  const watch = new MutationObserver(look)
  watch.observe(document.body, { childList: true, subtree: true })
  return () => {
    watch.disconnect()
    shadow.removeEventListener("focusin", remember)
  }
}

/**
 * Streamlit loads its fonts when they are first used: lines that broke elsewhere afterwards would move under the reader.
 * @returns {Promise<unknown>}
 */
export function fontsLoaded() {
  const fonts = ['19px "Source Serif"', '16px "Source Sans"', '600 16px "Source Sans"']
  const loaded = Promise.all(fonts.map((one) => document.fonts.load(one).catch(() => undefined)))
  return Promise.race([loaded, new Promise((done) => setTimeout(done, FONTS_MS))])
}

/**
 * Streamlit fades what a long run has not drawn again yet. The desk is no such thing: its texts are being read.
 * @param {HTMLElement} host
 */
export function stayOpaque(host) {
  const place = host.closest('[data-testid="stElementContainer"]')
  if (!(place instanceof HTMLElement)) return
  place.style.setProperty("opacity", "1", "important")
  place.style.setProperty("transition", "none", "important")
}
