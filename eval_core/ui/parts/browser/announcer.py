"""A small element in the browser: tells screen readers what changed, starts each screen at its top, and reports
whether texts are shown side by side or stacked.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_ANNOUNCER = st.components.v2.component(
    "parvis_announcer",
    html='<div id="live" role="status" aria-live="polite"></div>',
    css="""
#live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
""",
    js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
)


def announce(message: str, token: str, focus: str = "") -> str:
    """Announce `message` when it changes, and scroll to the top when `token` does; returns the layout.

    Args:
        token: what is shown; with it, a keyboard focus that was lost goes to the element of the selector `focus`.
    """
    layout = st.session_state.get("announcer", {}).get("layout") or "side_by_side"
    _ANNOUNCER(
        key="announcer",
        data={"message": message, "token": token, "focus": focus, "layout": layout},
        default={"layout": layout},
        on_layout_change=lambda: None,
        height="content",
    )
    return str(layout)
