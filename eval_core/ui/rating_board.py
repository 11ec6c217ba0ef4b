"""The Ranking page of a campaign whose responses are rated: verdict, scores, criteria, agreement, method, files."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Any

import pandas as pd
import streamlit as st

from eval_core.campaigns.leaderboard import latest_change
from eval_core.campaigns.rating_results import RatingResults, rating_results
from eval_core.campaigns.rating_state import RatingState, rating_state
from eval_core.figures import rating_forest, rating_grid, rating_grid_data, standalone_html
from eval_core.files import table_bytes
from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.reports import rating_words as said
from eval_core.reports.figure_words import numerals
from eval_core.ui.announcer import announce
from eval_core.ui.charts import choose_image_format, figure_theme, show_figure
from eval_core.ui.downloads import download_row, figure_downloads
from eval_core.ui.results_gate import require_results
from eval_core.ui.session import require, session_id, store
from eval_core.ui.tables import table

REFRESH_SECONDS = 5
_PEOPLE = {"human", "simulated"}
_FORMATS = {".csv": "text/csv", ".jsonl": "application/jsonl", ".parquet": "application/vnd.apache.parquet"}


@dataclass(frozen=True)
class Chosen:
    """Whose ratings are scored ('human', 'judge', 'all'), and of which systems; all where empty."""

    kind: str = "human"
    systems: tuple[str, ...] = ()


def rating_page(state: RatingState) -> None:
    """The page below its heading, for whoever may see results."""
    _board(_switches(state))


def _switches(state: RatingState) -> Chosen:
    by_people = bool(state.kinds & _PEOPLE) or not state.kinds
    kind = "human" if by_people else "judge"
    with st.container(key="switches", horizontal=True, vertical_alignment="bottom"):
        if "judge" in state.kinds and by_people:
            kind = st.segmented_control(
                _("Whose ratings"),
                list(said.KINDS),
                format_func=lambda one: _(said.KINDS[one]),
                default=kind,
                required=True,
                key=f"kind_{current_language()}",  # the browser sends back the words that it showed
            )
        systems = st.multiselect(_("Systems"), state.systems, placeholder=_("All systems"), key="systems")
        choose_image_format()
    return Chosen(kind, tuple(sorted(systems)))


@st.fragment(run_every=REFRESH_SECONDS)
def _board(chosen: Chosen) -> None:
    seat = require("researcher")
    require_results(seat.slug)
    compact = announce("", "ranking") == "stacked"
    slug, state = seat.slug, rating_state(store(), seat.slug, session_id())
    changes = latest_change(store(), slug, session_id())
    found = _results(store().name, slug, (state.newest, *changes), chosen)
    st.html(f'<p class="verdict">{escape(said.rating_verdict(found))}</p>')
    if not said.overall(found):
        return
    if "simulated" in state.kinds and chosen.kind != "judge":
        _note(text=_("Some of these ratings are by simulated annotators."))
    _scores(slug, found, compact=compact)
    _criteria(slug, found, compact=compact)
    _agreement(found)
    st.html(f'<p class="note">{escape(said.rating_method_line(found))}</p>')


def _scores(slug: str, found: RatingResults, *, compact: bool) -> None:
    """The forest plot, what is wrong with it, its numbers and its files."""
    name = f"{slug}-scores"
    limits = found.scores.rule.limits
    figure = rating_forest(found.systems, labels=said.rating_forest_words(limits), limits=limits, **_drawn(compact))
    show_figure(figure, f"rating_forest_{slug}", name)
    for text in said.rating_cautions(found):
        st.html(f'<p class="note trouble">{escape(text)}</p>')
    with st.expander(_("The numbers as a table")):
        rows = [said.rating_cells(one, found.protocol) for one in said.overall(found)]
        header = said.rating_header(found.protocol)
        table(header, rows, numeric=range(1, len(header)), caption=_("Scores"))
    page = partial(standalone_html, figure, name, lang=current_language(), file_name=name)
    files = [(one[1:].upper(), one[1:], mime, _file(found, one)) for one, mime in _FORMATS.items()]
    whole = partial(json.dumps, found.as_dict(), ensure_ascii=False, indent=1)
    download_row(slug, name, [*files, ("JSON", "json", "application/json", whole), ("HTML", "html", "text/html", page)])


def _criteria(slug: str, found: RatingResults, *, compact: bool) -> None:
    """What each criterion got, where there are several."""
    if len(found.protocol.rated) < 2:
        return
    names = said.criterion_names(found.protocol)
    scales = {one.key: (names[one.key], one.min, one.max) for one in found.protocol.rated}
    figure = rating_grid(found.systems, labels=said.rating_grid_words(), criteria=scales, **_drawn(compact))
    heading, name = _("Criteria by system"), f"{slug}-criteria"
    st.html(f"<h3>{escape(heading)}</h3>")
    show_figure(figure, f"rating_grid_{slug}", name)
    figure_downloads(slug, figure, rating_grid_data(found.systems), name, heading)


def _agreement(found: RatingResults) -> None:
    """How far annotators agree, and which system each of them put first."""
    st.html(f"<h3>{escape(_('Agreement'))}</h3>")
    for sentence in said.rating_agreement_sentences(found):
        st.html(f'<p class="sentence">{escape(sentence)}</p>')
    if found.highest.highest.n or found.agreement.score.n:
        with st.expander(_("Agreement by criterion")):
            header = said.agreement_header()
            numeric = range(1, len(header))
            table(header, said.agreement_rows(found), numeric=numeric, caption=_("Agreement by criterion"))
    if found.highest.counts:
        title = _("Which system had the highest score of a prompt")
        with st.expander(title):
            header = said.highest_header(found)
            table(header, said.highest_rows(found), numeric=range(1, len(header)), caption=title)
            _note(
                text=_("Of the prompts where somebody rated several systems. Those that share the top share the count.")
            )


def system_rows(found: RatingResults) -> pd.DataFrame:
    """A row for each system, over all annotators (an empty annotator) and by each: the numbers of the table."""
    rows = []
    for one in found.as_dict()["systems"]:
        criteria = one.pop("criteria")
        rows.append({**one, **criteria})
    return pd.DataFrame(rows)


def _file(found: RatingResults, suffix: str) -> Callable[[], bytes]:
    return lambda: table_bytes(system_rows(found), suffix, spreadsheet_safe=True)


def _drawn(compact: bool) -> dict[str, Any]:
    return {"theme": figure_theme(), "compact": compact, **numerals()}


def _note(*, text: str) -> None:
    st.html(f'<p class="note">{escape(text)}</p>')


# Keyed by the newest rating and change: no result is older than the data, and none is computed twice.
@st.cache_data(max_entries=64, show_spinner=False)
def _results(database: str, slug: str, latest: tuple[int, ...], chosen: Chosen) -> RatingResults:
    return rating_results(store(), slug, kind=chosen.kind, systems=chosen.systems)
