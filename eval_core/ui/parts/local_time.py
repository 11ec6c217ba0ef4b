"""Times as the clock says where the browser is. Every page tells moments, and the days of moments, by this module."""

from __future__ import annotations

from datetime import datetime, tzinfo

import streamlit as st

from eval_core.campaigns.my_work.hours import time_zone
from eval_core.locales import day, day_span, full_day, moment, short_day


def zone_name() -> str | None:
    """The browser's time zone, such as 'Europe/Oslo'; None where it does not tell."""
    return st.context.timezone


def reader_zone() -> tzinfo:
    """The browser's time zone, UTC where it does not tell."""
    return time_zone(zone_name())


def local(value: datetime) -> datetime:
    """The same moment on the browser's clock."""
    return value.astimezone(reader_zone())


def local_moment(value: datetime) -> str:
    """A date and time on the browser's clock."""
    return moment(local(value))


def local_day(value: datetime) -> str:
    """The weekday and date of a moment on the browser's clock."""
    return day(local(value))


def local_short_day(value: datetime) -> str:
    """The short date of a moment on the browser's clock."""
    return short_day(local(value))


def local_full_day(value: datetime) -> str:
    """The date of a moment with its year, on the browser's clock."""
    return full_day(local(value))


def local_days(first: datetime, last: datetime) -> str:
    """The days from one moment to another on the browser's clock."""
    return day_span(local(first), local(last))


def axis_moment(value: datetime, timed: bool) -> str:
    """How figures write moments: those of a zone on the browser's clock, those without one as they read."""
    here = value if value.tzinfo is None else local(value)
    return moment(here) if timed else short_day(here)
