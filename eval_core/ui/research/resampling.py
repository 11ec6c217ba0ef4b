"""Intervals by resampling, at the press of a button: computed in a thread, so that the reader may leave and return."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock, Thread
from typing import Any

import pandas as pd
import streamlit as st

from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.errors import InputError
from eval_core.locales import gettext as _
from eval_core.locales import number
from eval_core.ranking import rank
from eval_core.ranking.choices import Choices
from eval_core.ranking.results import Ranking
from eval_core.reports.bootstrap_words import bootstrap_cells, bootstrap_header, bootstrap_sentences
from eval_core.ui.frame.trouble import noting
from eval_core.ui.parts.html import note, sentence, trouble
from eval_core.ui.parts.tables import table
from eval_core.ui.research.rankings import Board, options_of
from eval_core.ui.session import page_state, require, session_id, store

RESAMPLES = 1000
_POLL_SECONDS = 1
_ONE_AT_A_TIME = Lock()  # resampling takes a core, and annotators must be served meanwhile


Requests = dict[tuple[str, Choices], tuple[int, ...]]  # campaign, slice -> the data's state when the button was pressed


@dataclass
class ResamplingState:
    """The slices that this reader asked to resample."""

    requests: Requests = field(default_factory=dict)


class Resampling:
    """One bootstrap: `done` of `RESAMPLES` so far, and in the end `ranking`, or `failed`."""

    def __init__(self, votes: pd.DataFrame, formula: Ranking, options: dict[str, Any]) -> None:
        self.formula = formula
        self.done, self.failed = 0, False
        self.ranking: Ranking | None = None
        self._thread = Thread(target=self._run, args=(votes, options), daemon=True)
        self._thread.start()

    @property
    def finished(self) -> bool:
        """Whether it has a ranking or has failed."""
        return self.failed or self.ranking is not None

    def wait(self) -> None:
        """Wait until it is finished."""
        self._thread.join()

    def _run(self, votes: pd.DataFrame, options: dict[str, Any]) -> None:
        try:
            with _ONE_AT_A_TIME:
                self.ranking = rank(votes, bootstrap=RESAMPLES, progress=self._made, **options)
        except InputError:
            self.failed = True

    def _made(self, done: int, _total: int) -> None:
        self.done = done


def show_bootstrap(slug: str, chosen: Choices, board: Board, name: str) -> None:
    """The button; once it is pressed the progress, and then both kinds of intervals next to each other."""
    with st.expander(_("Check the intervals by resampling")):
        resampling = _requested(slug, chosen, board)
        seconds = None if resampling is None or resampling.finished else _POLL_SECONDS
        st.fragment(_current, run_every=seconds)(slug, chosen, board, name)


@noting
def _current(slug: str, chosen: Choices, board: Board, name: str) -> None:
    require("researcher", drawn=slug)
    resampling = _requested(slug, chosen, board)
    if resampling is None or resampling.failed or board.ranking is None:
        _offer(slug, chosen, name, failed=resampling is not None)
    elif resampling.ranking is None:
        done, total = number(resampling.done), number(RESAMPLES)
        text = _("{done} of {total} resamples. You may leave the page in the meantime.", done=done, total=total)
        st.progress(resampling.done / RESAMPLES, text=text)
    else:
        _result(resampling.formula, resampling.ranking)
        if board.ranking != resampling.formula:
            text = _("The judgments have changed since; these intervals are from before.")
            note(text)
            _button(slug, chosen, name)


def _offer(slug: str, chosen: Choices, name: str, *, failed: bool) -> None:
    text = _(
        "The figure's intervals come from a formula. Resampling is another way to get intervals: it draws people and "
        "prompts with replacement, ranks each sample, and does so {count} times. It takes seconds to minutes.",
        count=number(RESAMPLES),
    )
    note(text)
    if failed:
        trouble(_("These judgments cannot be resampled."), role="")
    else:
        _button(slug, chosen, name)


def _button(slug: str, chosen: Choices, name: str) -> None:
    st.button(_("Resample"), key=f"resample_{name}", on_click=_request, args=(slug, chosen))


def _result(formula: Ranking, drawn: Ranking) -> None:
    for text in bootstrap_sentences(formula, drawn, RESAMPLES):
        sentence(text)
    title = _("Intervals by resampling")
    table(bootstrap_header(), bootstrap_cells(formula, drawn), numeric=(1, 2, 3), caption=title)


def _request(slug: str, chosen: Choices) -> None:
    """Request the slice's resampling in its current state; refused for readers who may not see it."""
    page_state(ResamplingState).requests[slug, chosen] = latest_change(store(), slug, session_id())


def _requested(slug: str, chosen: Choices, board: Board) -> Resampling | None:
    """The bootstrap that this reader requested, None if there is none."""
    latest = page_state(ResamplingState).requests.get((slug, chosen))
    if latest is None or board.ranking is None:
        return None
    return _resampling(store().name, slug, latest, chosen, board.facts.votes, board.ranking)


# One for each state of the data, shared by all readers: a second request for it gets it at once.
@st.cache_resource(max_entries=16, show_spinner=False)
def _resampling(
    database: str, slug: str, latest: tuple[int, ...], chosen: Choices, _votes: pd.DataFrame, _formula: Ranking
) -> Resampling:
    return Resampling(_votes, _formula, options_of(_formula, chosen.method))
