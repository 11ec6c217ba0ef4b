// What of Streamlit's own page would come between the reader and the texts.

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
    const top = Math.max(0, Math.round(host.getBoundingClientRect().top + main.scrollTop))
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
