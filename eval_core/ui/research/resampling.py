"""Intervals by resampling, on the press of a button: drawn in a thread, so that the reader may go and come back."""

from __future__ import annotations

from html import escape
from threading import Lock, Thread
from typing import Any

import pandas as pd
import streamlit as st

from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.errors import InputError
from eval_core.locales import gettext as _
from eval_core.locales import number
from eval_core.ranking import rank
from eval_core.ranking.results import Ranking
from eval_core.reports.bootstrap_words import bootstrap_cells, bootstrap_header, bootstrap_sentences
from eval_core.ui.frame.trouble import noting
from eval_core.ui.parts.tables import table
from eval_core.ui.research.rankings import Board, Slice, options_of
from eval_core.ui.session import require, session_id, store

RESAMPLES = 1000
_POLL_SECONDS = 1
_ASKED = "bootstraps"  # of the session: slice -> the state of the data when its reader pressed the button
_ONE_AT_A_TIME = Lock()  # resampling takes a core, and annotators are to be served meanwhile


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
        """Whether there is nothing more to wait for."""
        return self.failed or self.ranking is not None

    def wait(self) -> None:
        """Until it is finished."""
        self._thread.join()

    def _run(self, votes: pd.DataFrame, options: dict[str, Any]) -> None:
        try:
            with _ONE_AT_A_TIME:
                self.ranking = rank(votes, bootstrap=RESAMPLES, progress=self._made, **options)
        except InputError:
            self.failed = True

    def _made(self, done: int, _total: int) -> None:
        self.done = done


def show_bootstrap(slug: str, chosen: Slice, board: Board, name: str) -> None:
    """The button; once it is pressed the progress, and then both kinds of intervals beside each other."""
    with st.expander(_("Check the intervals by resampling")):
        under_way = _asked(slug, chosen, board)
        every = None if under_way is None or under_way.finished else _POLL_SECONDS
        st.fragment(_current, run_every=every)(slug, chosen, board, name)


@noting
def _current(slug: str, chosen: Slice, board: Board, name: str) -> None:
    require("researcher")
    under_way = _asked(slug, chosen, board)
    if under_way is None or under_way.failed or board.ranking is None:
        _offer(slug, chosen, name, failed=under_way is not None)
    elif under_way.ranking is None:
        done, total = number(under_way.done), number(RESAMPLES)
        text = _("{done} of {total} resamples. You may leave the page in the meantime.", done=done, total=total)
        st.progress(under_way.done / RESAMPLES, text=text)
    else:
        _result(under_way.formula, under_way.ranking)
        if board.ranking != under_way.formula:
            text = _("The judgments have changed since; these intervals are from before.")
            st.html(f'<p class="note">{escape(text)}</p>')
            _button(slug, chosen, name)


def _offer(slug: str, chosen: Slice, name: str, *, failed: bool) -> None:
    text = _(
        "The figure's intervals come from a formula. Resampling is another way to get intervals: it draws people and "
        "prompts with replacement, ranks each sample, and does so {count} times. It takes seconds to minutes.",
        count=number(RESAMPLES),
    )
    st.html(f'<p class="note">{escape(text)}</p>')
    if failed:
        st.html(f'<p class="note trouble">{escape(_("These judgments cannot be resampled."))}</p>')
    else:
        _button(slug, chosen, name)


def _button(slug: str, chosen: Slice, name: str) -> None:
    st.button(_("Resample"), key=f"resample_{name}", on_click=_ask, args=(slug, chosen))


def _result(formula: Ranking, drawn: Ranking) -> None:
    for text in bootstrap_sentences(formula, drawn, RESAMPLES):
        st.html(f'<p class="sentence">{escape(text)}</p>')
    title = _("Intervals by resampling")
    table(bootstrap_header(), bootstrap_cells(formula, drawn), numeric=(1, 2, 3), caption=title)


def _ask(slug: str, chosen: Slice) -> None:
    """Remember for this session that the slice is to be resampled as it stands; refused where it may not be seen."""
    st.session_state.setdefault(_ASKED, {})[slug, chosen] = latest_change(store(), slug, session_id())


def _asked(slug: str, chosen: Slice, board: Board) -> Resampling | None:
    """The bootstrap that this reader asked for, None if there is none."""
    latest = st.session_state.get(_ASKED, {}).get((slug, chosen))
    if latest is None or board.ranking is None:
        return None
    return _resampling(store().name, slug, latest, chosen, board.facts.votes, board.ranking)


# One for each state of the data, whoever asks: who asks for what another has asked for gets it at once.
@st.cache_resource(max_entries=16, show_spinner=False)
def _resampling(
    database: str, slug: str, latest: tuple[int, ...], chosen: Slice, _votes: pd.DataFrame, _formula: Ranking
) -> Resampling:
    return Resampling(_votes, _formula, options_of(_formula, chosen.method))
