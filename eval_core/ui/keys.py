"""A small element in the browser that keeps keys where they belong.

Streamlit makes what lies behind a dialog inert for the mouse and the tab key, but its shortcuts go on firing:
somebody who reads the guidelines and touches 1, 2 or 3 would judge a comparison that they do not see. And Enter
on a ticked reason would take the tick away again, where it is to go on. And a key that is held down would choose, go
on and choose again, of what nobody has read.
"""

from __future__ import annotations

import streamlit as st

# Once in a page and for good. At the window and while the key travels down, it comes before Streamlit's own ears.
_KEYS = st.components.v2.component(
    "parvis_keys",
    js="""
export default function () {
  if (window.parvisKeys) return
  window.parvisKeys = true
  const hush = (event) => {
    const writing = event.target.closest?.("input, textarea, [contenteditable]")
    const letter = event.key?.length === 1 && event.key !== " "
    if (letter && !writing && document.querySelector('[role="dialog"]')) event.stopImmediatePropagation()
  }
  const goOn = (event) => {
    if (event.key !== "Enter" || !event.target.closest?.('.st-key-why [data-testid="stButtonGroup"]')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.type === "keydown" && !event.repeat) document.querySelector(".st-key-go_on button")?.click()
  }
  const once = (event) => {
    if (!event.repeat || event.target.closest?.("input, textarea, [contenteditable]")) return
    if (event.key !== "Enter" && (event.key?.length !== 1 || event.key === " ")) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener("keydown", once, true)
  for (const kind of ["keydown", "keypress", "keyup"]) {
    window.addEventListener(kind, hush, true)
    window.addEventListener(kind, goOn, true)
  }
}
""",
)


def guard_keys() -> None:
    """Let no key reach the buttons behind a dialog, and let Enter go on. For every page whose buttons have keys."""
    _KEYS(key="keys", height="content")
