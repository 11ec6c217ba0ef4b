"""A small element in the browser: tells screen readers what changed, starts each comparison at its top, and reports
whether the two responses stand side by side or stacked. Where clicks are watched over (see connection.py), it is the
watch's element too.
"""

from __future__ import annotations

import streamlit as st

from eval_core.ui.connection import SCRIPT

_ANNOUNCER = st.components.v2.component(
    "parvis_announcer",
    html='<div id="live" role="status" aria-live="polite"></div><div id="alert" role="alert"></div>',
    css="""
#live, #alert { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
""",
    js=SCRIPT
    + """
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
      // Where the button that was pressed is gone, the focus would start at the top of the page again.
      const place = data.focus && document.querySelector(data.focus)
      if (place && document.activeElement === document.body) place.focus({ preventScroll: true })
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
  if (data.watch) return watchClicks(data.watch, parentElement.querySelector("#alert"))
}
""",
)


def announce(message: str, token: str, focus: str = "", watch: dict[str, str | int] | None = None) -> str:
    """Announce `message` when it changes, and scroll to the top when `token` does; returns the layout.

    Args:
        token: what lies there; with it, a keyboard focus that was lost goes to the element of the selector `focus`.
        watch: what `connection.watched` tells the watch over clicks, if there is one.
    """
    layout = st.session_state.get("announcer", {}).get("layout") or "side_by_side"
    _ANNOUNCER(
        key="announcer",
        data={"message": message, "token": token, "focus": focus, "layout": layout, "watch": watch},
        default={"layout": layout},
        on_layout_change=lambda: None,
        height="content",
    )
    return str(layout)
