"""What the Progress page reads, shared by all readers: many leads cost the annotators no more than one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta

import streamlit as st

from eval_core.campaigns.audit import newest_event
from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.campaigns.watching.progress import CampaignProgress, Counts, burn_up, campaign_counts
from eval_core.campaigns.watching.stopping_rule import Stopping, read_stopping
from eval_core.campaigns.watching.watch import Watch, watch
from eval_core.ui.session import store
from eval_core.ui.shared_results import of_newest_state

COUNTS_SECONDS = 5
FIGURE_SECONDS = 30


@st.cache_data(ttl=COUNTS_SECONDS - 1, show_spinner=False)
def _counted(database: str, slug: str) -> Counts:
    return campaign_counts(store(), slug)


@st.cache_data(ttl=FIGURE_SECONDS - 1, show_spinner=False)
def _watched(database: str, slug: str, newest: int) -> tuple[Watch, list[tuple[datetime, int]]]:
    # At the same time: both wait for the database most of the time.
    with ThreadPoolExecutor(1) as pool:
        points = pool.submit(burn_up, store(), slug)
        return watch(store(), slug), points.result()


def _read(slug: str) -> tuple[Watch, list[tuple[datetime, int]]]:
    # What a lead does is seen at once: an exclusion, a pause, a new deadline.
    return _watched(store().name, slug, newest_event(store(), slug))


def counted(slug: str) -> CampaignProgress:
    """The counts of these five seconds, with the forecast of this half minute."""
    before = watched(slug).progress
    if timedelta(0) <= store().now() - before.at < timedelta(seconds=COUNTS_SECONDS):
        return before
    return replace(before, **vars(_counted(store().name, slug)))


def watched(slug: str) -> Watch:
    """Progress and needs of this half minute."""
    return _read(slug)[0]


def curve(slug: str) -> list[tuple[datetime, int]]:
    """The burn-up of this half minute."""
    return _read(slug)[1]


@of_newest_state
def _stopping(database: str, slug: str, latest: tuple[int, ...]) -> Stopping | None:
    return read_stopping(store(), slug)


def stopping(slug: str) -> Stopping | None:
    """How far the campaign's stopping rule is, None where there is none."""
    return _stopping(store().name, slug, (*latest_change(store(), slug), watched(slug).progress.done))


def look_again() -> None:
    """After an action: drop what was read, so that the next run reads the current state."""
    _counted.clear()
    _watched.clear()
