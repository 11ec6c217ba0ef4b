"""A small element in the browser for places to write in: a dialog opens ready to type, and Escape loses no words.

A text area tells its words when the focus leaves it; Escape would take the whole dialog away before that happens.
"""

from __future__ import annotations

import streamlit as st

# The ear is there once in a page and for good. At the window and while the key travels down, it comes before the
# dialog's own.
_KEEPER = st.components.v2.component(
    "parvis_drafts",
    js="""
export default function ({ parentElement }) {
  const here = parentElement.host ?? parentElement
  if (!here.dataset.opened) {
    here.dataset.opened = "yes"
    // The dialog takes the focus itself when it opens; this comes after.
    setTimeout(() => document.querySelector('[role="dialog"] textarea')?.focus(), 50)
  }
  if (window.parvisKeepsDrafts) return
  window.parvisKeepsDrafts = true
  const keep = (event) => {
    if (event.key === "Escape" && event.target.matches?.("textarea")) event.target.blur()
  }
  window.addEventListener("keydown", keep, true)
}
""",
)


def keep_drafts() -> None:
    """Open ready to type, and lose no words to Escape.

    For every dialog or popover with a text area; the text area's state must persist.
    """
    _KEEPER(key="drafts", height="content")
