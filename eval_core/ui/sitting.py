"""How long somebody has been reading without a break, as far as this browser's session knows."""

from __future__ import annotations

from datetime import datetime, timedelta

import streamlit as st

from eval_core.campaigns.timing import IDLE

LONG = timedelta(minutes=45)


def tired(now: datetime) -> bool:
    """Whether a break would do good: 45 minutes since the last pause. Call it at every click."""
    start: datetime
    last: datetime
    start, last = st.session_state.get("sitting", (now, now))
    # A clock set back starts anew rather than counting hours that nobody sat.
    if not last <= now <= last + IDLE:
        start = now
    st.session_state["sitting"] = (start, now)
    return now - start >= LONG
