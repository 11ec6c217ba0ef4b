// The element of announcer.py, as it runs in the browser.
export default function ({ data, parentElement, setStateValue }) {
  const live = parentElement.querySelector("#live")
  const memory = live.dataset
  if (live.textContent !== data.message) live.textContent = data.message
  const main = document.querySelector('[data-testid="stMain"]')
  if (main && memory.shown !== data.token) {
    memory.shown = data.token
    // With the next paint: at once, it would have the browser lay out the page twice.
    requestAnimationFrame(() => {
      main.scrollTo(0, 0)
      keepFocus(main, data.focus, live)
    })
  }
  const narrow = window.matchMedia("(max-width: 800px)")
  const tell = () => {
    const layout = narrow.matches ? "stacked" : "side_by_side"
    if (layout !== memory.layout) {
      memory.layout = layout
      if (layout !== data.layout) setStateValue("layout", layout)
    }
  }
  memory.layout = data.layout
  tell()
  narrow.onchange = tell
}

// Where the button that was pressed goes, the focus would start at the top of the page again: it goes to the place where
// one goes on. The button may go, and that place may come, some while after this was told.
function keepFocus(main, selector, live) {
  live.keeper?.disconnect()
  const rescue = () => {
    const place = document.querySelector(selector)
    const at = document.activeElement
    if (place && at !== place && (at === document.body || at === live.place)) {
      place.focus({ preventScroll: true })
      live.place = place
    }
    return document.activeElement === place
  }
  if (!selector || rescue()) return
  const keeper = (live.keeper = new MutationObserver(() => rescue() && keeper.disconnect()))
  keeper.observe(main, { childList: true, subtree: true })
  setTimeout(() => keeper.disconnect(), 5000)
}
