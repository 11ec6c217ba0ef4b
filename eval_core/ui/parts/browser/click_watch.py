"""A watch in the browser: no click gets lost in silence, whatever becomes of the connection or the server.

Streamlit drops what is clicked while it has no connection, does not notice a connection that swallows everything, and
a server that was started again ignores the first clicks of a page that it has not drawn. So the browser itself

- asks the server whether it is still there: now and then, where a click finds no answer, and when the phone wakes up;
  without an answer Streamlit connects anew;
- has the page drawn anew once it is connected again, so that the next click meets what the server knows;
- keeps in mind the click that has no answer yet (also over a reload) until a run of the page shows that it was carried
  out, or was not: then the annotator reads that the click did not arrive;
- takes no choice while there is no connection, and says so.

It tells by `data-parvis` of the body, 'offline' or 'lost': the style sheet shows the line for it. The script itself
stands in connection.js.
"""

from __future__ import annotations

import os
import secrets
from html import escape
from pathlib import Path

import streamlit as st

from eval_core.errors import ParvisError
from eval_core.locales import gettext as _

state = st.session_state
PATIENCE_MS = 4000

# Part of the announcer's element: one element more is felt at every click.
SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def patience() -> int:
    """Milliseconds that a click may stay without an answer before the page says so (PARVIS_PATIENCE_MS)."""
    try:
        return max(200, int(os.environ.get("PARVIS_PATIENCE_MS", str(PATIENCE_MS))))
    except ValueError:
        raise ParvisError("PARVIS_PATIENCE_MS must be a whole number of milliseconds") from None


def watched(place: str, done: str | None = None) -> dict[str, str | int | None]:
    """What the watch is told by each run that draws buttons, at `place` in the work.

    Args:
        done: how far the work has come, which every choice and undo that arrives changes; the element of class 'count'
            has it as `data-done`. None on a screen that tells nothing of it.
    """
    session = state.setdefault("watch_session", secrets.token_hex(4))
    state["watch_runs"] = run = state.get("watch_runs", 0) + 1
    clicks = state.get("clicks", 0)
    return {"place": place, "done": done, "session": session, "clicks": clicks, "run": run, "patience": patience()}


def carried_out() -> None:
    """Note that a click was carried out (or refused); the next run tells the browser."""
    state["clicks"] = state.get("clicks", 0) + 1


def connection_lines(saved: str = "") -> str:
    """The lines, hidden at first, for no connection (with what is `saved`) and for a lost click, as HTML."""
    return (
        f'<p class="line trouble offline">{escape(_("Not connected."))} {escape(saved)}</p>'
        f'<p class="line trouble lost">{escape(_("Your last click did not reach us. Please repeat it."))}</p>'
    )
