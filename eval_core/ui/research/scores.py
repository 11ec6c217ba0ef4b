"""The Ranking page of a campaign whose responses are rated: verdict, scores, criteria, documents, agreement, method."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Any

import pandas as pd
import streamlit as st

from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.campaigns.results.ratings import RatingState, rating_state
from eval_core.campaigns.results.scores import RatingResults, rating_results
from eval_core.figures import (
    DOCUMENTS_SHOWN,
    document_grid,
    document_grid_data,
    rating_forest,
    rating_grid,
    rating_grid_data,
    standalone_html,
)
from eval_core.files import table_bytes
from eval_core.locales import current_language, number
from eval_core.locales import gettext as _
from eval_core.reports import rating_words
from eval_core.reports.figure_words import numerals
from eval_core.reports.ranking_words import STANDARDS
from eval_core.ui.frame.early_results import require_results
from eval_core.ui.frame.trouble import noting
from eval_core.ui.memo import of_newest_state
from eval_core.ui.parts.browser.announcer import announce
from eval_core.ui.parts.charts import choose_image_format, figure_theme, show_figure
from eval_core.ui.parts.downloads import download_row, figure_downloads
from eval_core.ui.parts.slice_choice import choose_slices
from eval_core.ui.parts.tables import table
from eval_core.ui.research.score_comparison import Part, show_against
from eval_core.ui.session import require, session_id, store

REFRESH_SECONDS = 5
_PEOPLE = {"human", "simulated"}
_FORMATS = {".csv": "text/csv", ".jsonl": "application/jsonl", ".parquet": "application/vnd.apache.parquet"}


@dataclass(frozen=True)
class Chosen:
    """Whose ratings are scored ('human', 'judge', 'all'), of which systems (all where empty), of which written standard
    and category (all where None)."""

    kind: str = "human"
    systems: tuple[str, ...] = ()
    written_standard: str | None = None
    category: str | None = None

    @property
    def where(self) -> list[str]:
        """The conditions of the slice, as `rating_results` takes them."""
        wanted = {"written_standard": self.written_standard, "category": self.category}
        return [f"{field}={value}" for field, value in wanted.items() if value is not None]

    def name(self, slug: str) -> str:
        """What its files begin with."""
        return "-".join(filter(None, (slug, self.written_standard, self.category)))


def rating_page(slug: str, state: RatingState) -> None:
    """The page below its heading, for whoever may see results."""
    _board(_switches(slug, state))


def _switches(slug: str, state: RatingState) -> list[Chosen]:
    """What the reader chose to see: the slices, one below the other."""
    by_people = bool(state.kinds & _PEOPLE) or not state.kinds
    kind = "human" if by_people else "judge"
    with st.container(key="switches", horizontal=True, vertical_alignment="bottom"):
        parts = choose_slices(slug)
        if "judge" in state.kinds and by_people:
            kind = st.segmented_control(
                _("Ratings by"),
                list(rating_words.KINDS),
                format_func=lambda kind: _(rating_words.KINDS[kind]),
                default=kind,
                required=True,
                key=f"kind_{current_language()}",  # the browser sends back the words that it showed
            )
        systems = st.multiselect(_("Systems"), state.systems, placeholder=_("All systems"), key="systems")
        choose_image_format()
    return [Chosen(kind, tuple(sorted(systems)), standard, category) for standard, category in parts]


@st.fragment(run_every=REFRESH_SECONDS)
@noting
def _board(chosen: list[Chosen]) -> None:
    seat = require("researcher")
    require_results(seat.slug)
    compact = announce("", "ranking") == "stacked"
    slug, state = seat.slug, rating_state(store(), seat.slug, session_id())
    latest = (state.newest, *latest_change(store(), slug, session_id()))
    for part in chosen:
        _slice(slug, part, latest, simulated="simulated" in state.kinds and part.kind != "judge", compact=compact)
    show_against(slug, [_part(slug, part) for part in chosen], latest, compact=compact)


def _slice(slug: str, chosen: Chosen, latest: tuple[int, ...], *, simulated: bool, compact: bool) -> None:
    """All that is said of one slice."""
    results, name = _results(store().name, slug, latest, chosen), chosen.name(slug)
    if chosen.written_standard:
        st.html(f"<h2>{escape(_(STANDARDS[chosen.written_standard]))}</h2>")
    else:  # the headings below need one above them
        st.html(f'<h2 class="unseen">{escape(_("Scores"))}</h2>')
    st.html(f'<p class="verdict">{escape(rating_words.rating_verdict(results))}</p>')
    if not rating_words.overall(results):
        return
    if simulated:
        _note(text=_("Some of these ratings are by simulated annotators."))
    _scores(slug, name, results, compact=compact)
    _criteria(slug, name, results, compact=compact)
    _documents(slug, name, results, compact=compact)
    _agreement(results)
    st.html(f'<p class="note">{escape(rating_words.rating_method_line(results))}</p>')


def _part(slug: str, chosen: Chosen) -> Part:
    heading = _(STANDARDS[chosen.written_standard]) if chosen.written_standard else ""
    return Part(chosen.kind, chosen.systems, tuple(chosen.where), chosen.name(slug), heading)


def _scores(slug: str, part: str, results: RatingResults, *, compact: bool) -> None:
    """The forest plot, what is wrong with it, its numbers and its files."""
    name = f"{part}-scores"
    limits = results.scores.rule.limits
    figure = rating_forest(
        results.systems, labels=rating_words.rating_forest_words(limits), limits=limits, **_drawn(compact)
    )
    show_figure(figure, f"rating_forest_{part}", name)
    for text in rating_words.rating_cautions(results):
        st.html(f'<p class="note trouble">{escape(text)}</p>')
    with st.expander(_("The numbers as a table")):
        rows = [rating_words.rating_cells(level, results.protocol) for level in rating_words.overall(results)]
        header = rating_words.rating_header(results.protocol)
        table(header, rows, numeric=range(1, len(header)), caption=_("Scores"))
    page = partial(standalone_html, figure, name, lang=current_language(), file_name=name)
    files = [(suffix[1:].upper(), suffix[1:], mime, _file(results, suffix)) for suffix, mime in _FORMATS.items()]
    whole = partial(json.dumps, results.as_dict(), ensure_ascii=False, indent=1)
    download_row(slug, name, [*files, ("JSON", "json", "application/json", whole), ("HTML", "html", "text/html", page)])


def _criteria(slug: str, part: str, results: RatingResults, *, compact: bool) -> None:
    """What each criterion got, where there are several."""
    if len(results.protocol.rated) < 2:
        return
    names = rating_words.criterion_names(results.protocol)
    scales = {
        criterion.key: (names[criterion.key], criterion.min, criterion.max) for criterion in results.protocol.rated
    }
    figure = rating_grid(results.systems, labels=rating_words.rating_grid_words(), criteria=scales, **_drawn(compact))
    heading, name = _("Criteria by system"), f"{part}-criteria"
    st.html(f"<h3>{escape(heading)}</h3>")
    show_figure(figure, f"rating_grid_{part}", name)
    figure_downloads(slug, figure, rating_grid_data(results.systems), name, heading)


def _documents(slug: str, part: str, results: RatingResults, *, compact: bool) -> None:
    """The systems' scores on each document, where there are several."""
    documents = len({score.document for score in results.documents})
    if documents < 2:
        return
    heading, name = _("Scores by document"), f"{part}-documents"
    st.html(f"<h3>{escape(heading)}</h3>")
    systems = [level.system for level in rating_words.overall(results)]
    limits, words = results.scores.rule.limits, rating_words.document_grid_words()
    figure = document_grid(results.documents, systems=systems, labels=words, limits=limits, **_drawn(compact))
    show_figure(figure, f"document_grid_{part}", name)
    if documents > DOCUMENTS_SHOWN:
        about = {"shown": number(DOCUMENTS_SHOWN), "all": number(documents)}
        _note(text=_("The first {shown} of {all} documents. The table and the file contain all of them.", **about))
    with st.expander(_("The documents as a table")):
        header = rating_words.document_header(results)
        table(header, rating_words.document_rows(results), numeric=range(1, len(header)), caption=heading)
    figure_downloads(slug, figure, document_grid_data(results.documents), name, heading)


def _agreement(results: RatingResults) -> None:
    """How far annotators agree, and which system each of them put first."""
    st.html(f"<h3>{escape(_('Agreement'))}</h3>")
    for sentence in rating_words.rating_agreement_sentences(results):
        st.html(f'<p class="sentence">{escape(sentence)}</p>')
    if results.highest.highest.n or results.agreement.score.n:
        with st.expander(_("Agreement by criterion")):
            header = rating_words.agreement_header()
            numeric = range(1, len(header))
            table(header, rating_words.agreement_rows(results), numeric=numeric, caption=_("Agreement by criterion"))
    if results.highest.counts:
        title = _("System with the highest score for a prompt")
        with st.expander(title):
            header = rating_words.highest_header(results)
            table(header, rating_words.highest_rows(results), numeric=range(1, len(header)), caption=title)
            _note(text=_("Prompts where somebody rated several systems. Ties for first place are split."))


def system_rows(results: RatingResults) -> pd.DataFrame:
    """A row for each system, over all annotators (an empty annotator) and by each: the numbers of the table."""
    rows = []
    for system in results.as_dict()["systems"]:
        criteria = system.pop("criteria")
        rows.append({**system, **criteria})
    return pd.DataFrame(rows)


def _file(results: RatingResults, suffix: str) -> Callable[[], bytes]:
    return lambda: table_bytes(system_rows(results), suffix, spreadsheet_safe=True)


def _drawn(compact: bool) -> dict[str, Any]:
    return {"theme": figure_theme(), "compact": compact, **numerals()}


def _note(*, text: str) -> None:
    st.html(f'<p class="note">{escape(text)}</p>')


@of_newest_state
def _results(database: str, slug: str, latest: tuple[int, ...], chosen: Chosen) -> RatingResults:
    return rating_results(store(), slug, kind=chosen.kind, systems=chosen.systems, where=chosen.where)
