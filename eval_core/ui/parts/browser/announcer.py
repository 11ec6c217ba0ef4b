"""A small element in the browser: tells screen readers what changed, starts each comparison at its top, and reports
whether the two responses stand side by side or stacked. Where clicks are watched over (see connection.py), it is the
watch's element too.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from eval_core.ui.parts.browser.click_watch import SCRIPT

_ANNOUNCER = st.components.v2.component(
    "parvis_announcer",
    html='<div id="live" role="status" aria-live="polite"></div><div id="alert" role="alert"></div>',
    css="""
#live, #alert { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
""",
    js=SCRIPT + Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
)


def announce(
    message: str, token: str, focus: str = "", watch: dict[str, str | int | None] | None = None, desk: str = ""
) -> str:
    """Announce `message` when it changes, and scroll to the top when `token` does; returns the layout.

    Args:
        token: what lies there; with it, a keyboard focus that was lost goes to the element of the selector `focus`.
        watch: what `connection.watched` tells the watch over clicks, if there is one.
        desk: told to the style sheet as `data-desk` of the body, for what stands elsewhere on the page.
    """
    layout = st.session_state.get("announcer", {}).get("layout") or "side_by_side"
    _ANNOUNCER(
        key="announcer",
        data={"message": message, "token": token, "focus": focus, "layout": layout, "watch": watch, "desk": desk},
        default={"layout": layout},
        on_layout_change=lambda: None,
        height="content",
    )
    return str(layout)
