"""What Progress and Campaigns read, shared by all readers: many leads cost the annotators no more than one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

import streamlit as st

from eval_core.campaigns.audit import newest_event
from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.campaigns.watching.needs import Need
from eval_core.campaigns.watching.overview import CampaignOverview
from eval_core.campaigns.watching.progress import burn_up
from eval_core.campaigns.watching.stopping_rule import Stopping, read_stopping
from eval_core.campaigns.watching.watch import Watch, watch
from eval_core.store.cache import PerCampaign
from eval_core.ui.session import store
from eval_core.ui.shared_results import of_newest_state

FIGURE_SECONDS = 30
_LOOK_SECONDS = 600  # some needs come with time alone: an absence, a deadline
_WAIT_SECONDS = 60.0  # for the newest figures of annotators: what is found is kept


@st.cache_data(ttl=FIGURE_SECONDS - 1, show_spinner=False)
def _watched(database: str, slug: str, newest: int) -> tuple[Watch, list[tuple[datetime, int]]]:
    # At the same time: both wait for the database most of the time.
    with ThreadPoolExecutor(1) as pool:
        points = pool.submit(burn_up, store(), slug)
        return watch(store(), slug), points.result()


def _read(slug: str) -> tuple[Watch, list[tuple[datetime, int]]]:
    # What a lead does is seen at once: an exclusion, a pause, a new deadline.
    return _watched(store().name, slug, newest_event(store(), slug))


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
    _watched.clear()


@dataclass(frozen=True)
class Attention:
    """What needs the lead of one of many campaigns, the most urgent first.

    Attributes:
        state: of the campaign when it was looked at, as in `CampaignOverview`; at: that moment.
    """

    state: tuple[int, ...]
    at: datetime
    deadline: datetime | None
    needs: tuple[Need, ...]

    def is_current(self, campaign: CampaignOverview) -> bool:
        """Whether nothing has happened since; what annotators do waits half a minute, what a lead does never."""
        age = (store().now() - self.at).total_seconds()
        if self.state != campaign.state:
            return self.state[:1] == campaign.state[:1] and age < FIGURE_SECONDS
        return age < _LOOK_SECONDS


_ATTENTION: PerCampaign[Attention] = PerCampaign(1_000)
_LOOKING = Lock()


def attention(campaign: CampaignOverview) -> Attention | None:
    """What needs its lead as far as is known, from memory; None before the first look."""
    return _ATTENTION.get(store(), campaign.slug)


def look_at(campaign: CampaignOverview) -> None:
    """Read what needs its lead, which takes dozens of queries, unless it is known. Its reader must be a lead of it."""
    with _LOOKING:  # readers who come at the same time wait for one look
        known = attention(campaign)
        if known is None or not known.is_current(campaign):
            found = watch(store(), campaign.slug, patience=_WAIT_SECONDS)
            seen = Attention(campaign.state, found.progress.at, found.progress.deadline, found.needs)
            _ATTENTION.put(store(), campaign.slug, None, seen)
