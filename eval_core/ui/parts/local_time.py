"""Times as the clock says where the browser is."""

from __future__ import annotations

from datetime import datetime

import streamlit as st

from eval_core.campaigns.my_work.hours import time_zone
from eval_core.locales import moment


def zone_name() -> str | None:
    """The browser's time zone, such as 'Europe/Oslo'; None where it does not tell."""
    return st.context.timezone


def local_moment(value: datetime) -> str:
    """A date and time on the browser's clock."""
    return moment(value.astimezone(time_zone(zone_name())))
