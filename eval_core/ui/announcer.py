"""A small element in the browser: tells screen readers what changed, starts each comparison at its top, reports
whether the two responses stand side by side or stacked, and sees when a click gets no answer.

A click that the server never answers is not silently lost: after four seconds the page says that it is not
connected, after fifteen it loads itself anew, and once it is back on the comparison of the click it says that the
click did not arrive. Whatever had been saved shows in the count.
"""

from __future__ import annotations

import streamlit as st

_ANNOUNCER = st.components.v2.component(
    "parvis_announcer",
    html='<div id="live" role="status" aria-live="polite"></div>',
    css="""
#live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
""",
    js="""
const ASKING = '[class*="st-key-choice_"] button, .st-key-undo button, .st-key-go_on button'
const KEYS = { 1: ".st-key-choice_A", 2: ".st-key-choice_tie", 3: ".st-key-choice_B", u: ".st-key-undo",
  enter: ".st-key-go_on" }

function say(word) {
  if (word) document.body.dataset.parvis = word
  else delete document.body.dataset.parvis
}

function watching() {
  const watch = { asked: 0, token: null, shown: null, cut: false }
  const app = document.querySelector(".stApp")
  const connected = () => app.dataset.testConnectionState === "CONNECTED"
  const ask = () => {
    if (!watch.asked) Object.assign(watch, { asked: Date.now(), token: watch.shown, cut: !connected() })
  }
  window.addEventListener("click", (event) => { if (event.target.closest?.(ASKING)) ask() }, true)
  window.addEventListener("keydown", (event) => {
    const writing = event.target.closest?.("input, textarea, [contenteditable]")
    const button = KEYS[event.key?.toLowerCase()]
    if (button && !writing && !document.querySelector('[role="dialog"]') && document.querySelector(button)) ask()
  }, true)
  new MutationObserver(() => { watch.cut ||= !connected() })
    .observe(app, { attributeFilter: ["data-test-connection-state"] })
  setInterval(() => {
    const waited = watch.asked ? Date.now() - watch.asked : 0
    if (waited > 15000 && navigator.onLine) {
      sessionStorage.setItem("parvisLost", watch.token)
      watch.asked = 0
      location.reload()
    } else if (waited > 4000) say("offline")
  }, 500)
  return watch
}

export default function ({ data, parentElement, setStateValue }) {
  const live = parentElement.querySelector("#live")
  const memory = live.dataset
  if (live.textContent !== data.message) live.textContent = data.message
  const main = document.querySelector('[data-testid="stMain"]')
  if (main && memory.shown !== data.token) {
    memory.shown = data.token
    main.scrollTo(0, 0)
    // Where the button that was pressed is gone, the focus would start at the top of the page again.
    if (data.focus) requestAnimationFrame(() => {
      const place = document.querySelector(data.focus)
      if (place && document.activeElement === document.body) place.focus({ preventScroll: true })
    })
  }
  if (data.run) {
    const watch = (window.parvisWatch ??= watching())
    const lost = (watch.asked && watch.cut && watch.token === data.token) ||
      sessionStorage.getItem("parvisLost") === data.token
    sessionStorage.removeItem("parvisLost")
    Object.assign(watch, { asked: 0, cut: false, shown: data.token })
    say(lost ? "lost" : "")
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
""",
)


def announce(message: str, token: str, focus: str = "", run: int = 0) -> str:
    """Announce `message` when it changes, and scroll to the top when `token` does; returns the layout.

    Args:
        token: what lies there; with it, a keyboard focus that was lost goes to the element of the selector `focus`.
        run: another number at each run of a page whose clicks must not get lost, else 0.
    """
    layout = st.session_state.get("announcer", {}).get("layout") or "side_by_side"
    _ANNOUNCER(
        key="announcer",
        data={"message": message, "token": token, "focus": focus, "run": run, "layout": layout},
        default={"layout": layout},
        on_layout_change=lambda: None,
        height="content",
    )
    return str(layout)
