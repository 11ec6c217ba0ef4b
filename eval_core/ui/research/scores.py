"""The Ranking page of a campaign whose responses are rated: verdict, scores, criteria, documents, agreement, method."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from html import escape

import pandas as pd
import streamlit as st

from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.campaigns.results.ratings import RatingState, rating_state
from eval_core.campaigns.results.scores import RatingResults, rating_results
from eval_core.figures import (
    DOCUMENTS_SHOWN,
    document_grid,
    document_grid_data,
    document_grid_model,
    rating_forest,
    rating_forest_model,
    rating_grid,
    rating_grid_data,
    rating_grid_model,
)
from eval_core.files import MIME_TYPES, table_bytes
from eval_core.locales import current_language, number
from eval_core.locales import gettext as _
from eval_core.reports import rating_words
from eval_core.reports.choice_words import STANDARDS
from eval_core.reports.figure_words import numerals
from eval_core.reports.protocol_words import criterion_names
from eval_core.ui.frame.early_results import require_results
from eval_core.ui.frame.trouble import noting
from eval_core.ui.parts.browser.announcer import announce
from eval_core.ui.parts.charts import drawing, show_figure
from eval_core.ui.parts.downloads import File, download_row, figure_downloads, figure_files
from eval_core.ui.parts.html import note, sentence, subheading, trouble
from eval_core.ui.parts.slice_choice import choose_slices
from eval_core.ui.parts.tables import table
from eval_core.ui.research.score_comparison import Part, show_score_comparison
from eval_core.ui.session import require, session_id, store
from eval_core.ui.shared_results import of_newest_state

REFRESH_SECONDS = 5
_PEOPLE = {"human", "simulated"}


@dataclass(frozen=True)
class RatedSlice:
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
        """What the names of its files begin with."""
        return "-".join(filter(None, (slug, self.written_standard, self.category)))


def show_scores_page(slug: str, state: RatingState) -> None:
    """The page below its heading, for readers who may see results."""
    _board(slug, _switches(slug, state))


def _switches(slug: str, state: RatingState) -> list[RatedSlice]:
    """The slices that the reader chose, shown one below the other."""
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
    return [RatedSlice(kind, tuple(sorted(systems)), standard, category) for standard, category in parts]


@st.fragment(run_every=REFRESH_SECONDS)
@noting
def _board(slug: str, chosen: list[RatedSlice]) -> None:
    require("researcher", drawn=slug)
    require_results(slug)
    compact = announce("", "ranking") == "stacked"
    state = rating_state(store(), slug, session_id())
    latest = (state.newest, *latest_change(store(), slug, session_id()))
    for part in chosen:
        _slice(slug, part, latest, simulated="simulated" in state.kinds and part.kind != "judge", compact=compact)
    show_score_comparison(slug, [_part(slug, part) for part in chosen], latest, compact=compact)


def _slice(slug: str, chosen: RatedSlice, latest: tuple[int, ...], *, simulated: bool, compact: bool) -> None:
    """The results of one slice."""
    results, name = _results(store().name, slug, latest, chosen), chosen.name(slug)
    if chosen.written_standard:
        st.html(f"<h2>{escape(_(STANDARDS[chosen.written_standard]))}</h2>")
    else:  # the headings below need one above them
        st.html(f'<h2 class="unseen">{escape(_("Scores"))}</h2>')
    st.html(f'<p class="verdict">{escape(rating_words.rating_verdict(results))}</p>')
    if not rating_words.overall(results):
        return
    if simulated:
        note(_("Some of these ratings are by simulated annotators."))
    _scores(slug, name, results, compact=compact)
    _criteria(slug, name, results, compact=compact)
    _documents(slug, name, results, compact=compact)
    _agreement(results)
    note(rating_words.rating_method_line(results))


def _part(slug: str, chosen: RatedSlice) -> Part:
    heading = _(STANDARDS[chosen.written_standard]) if chosen.written_standard else ""
    return Part(chosen.kind, chosen.systems, tuple(chosen.where), chosen.name(slug), heading)


def _scores(slug: str, part: str, results: RatingResults, *, compact: bool) -> None:
    """The forest plot, its cautions, its numbers and its files."""
    name = f"{part}-scores"
    limits = results.scores.rule.limits
    words = rating_words.rating_forest_words(limits)
    look = {"labels": words, "limits": limits, **numerals()}
    figure = drawing(rating_forest, rating_forest_model, results.systems, **look)
    show_figure(figure, f"rating_forest_{part}", compact=compact)
    for text in rating_words.rating_cautions(results):
        trouble(text, role="")
    with st.expander(_("The numbers as a table")):
        rows = [rating_words.rating_cells(level, results.protocol) for level in rating_words.overall(results)]
        header = rating_words.rating_header(results.protocol)
        table(header, rows, numeric=range(1, len(header)), caption=_("Scores"))
    if results.differences.pairs:
        with st.expander(_("Differences between systems")):
            header, rows = rating_words.difference_header(), rating_words.difference_rows(results.differences)
            table(header, rows, numeric=range(2, 5), caption=_("Differences between systems"))
            note(_("Paired by prompt and annotator. p is adjusted for all pairs."))
    files: list[File] = [
        ("Excel" if suffix == ".xlsx" else suffix[1:].upper(), suffix[1:], mime, _file(results, suffix))
        for suffix, mime in MIME_TYPES.items()
    ]
    whole = partial(json.dumps, results.as_dict(), ensure_ascii=False, indent=1)
    files.append(("JSON", "json", "application/json", whole))
    download_row(slug, name, [*files, *figure_files(figure, name, name)])


def _criteria(slug: str, part: str, results: RatingResults, *, compact: bool) -> None:
    """The means of each criterion, where there are several."""
    if len(results.protocol.rated) < 2:
        return
    names = criterion_names(results.protocol)
    scales = {
        criterion.key: (names[criterion.key], criterion.min, criterion.max) for criterion in results.protocol.rated
    }
    look = {"labels": rating_words.rating_grid_words(), "criteria": scales, **numerals()}
    figure = drawing(rating_grid, rating_grid_model, results.systems, **look)
    heading, name = _("Criteria by system"), f"{part}-criteria"
    subheading(heading)
    show_figure(figure, f"rating_grid_{part}", compact=compact)
    figure_downloads(slug, figure, rating_grid_data(results.systems), name, heading)


def _documents(slug: str, part: str, results: RatingResults, *, compact: bool) -> None:
    """The systems' scores on each document, where there are several."""
    documents = len({score.document for score in results.documents})
    if documents < 2:
        return
    heading, name = _("Scores by document"), f"{part}-documents"
    subheading(heading)
    systems = [level.system for level in rating_words.overall(results)]
    limits, words = results.scores.rule.limits, rating_words.document_grid_words()
    look = {"systems": systems, "labels": words, "limits": limits, **numerals()}
    figure = drawing(document_grid, document_grid_model, results.documents, **look)
    show_figure(figure, f"document_grid_{part}", compact=compact)
    if documents > DOCUMENTS_SHOWN:
        about = {"shown": number(DOCUMENTS_SHOWN), "all": number(documents)}
        note(_("The first {shown} of {all} documents. The table and the file contain all of them.", **about))
    with st.expander(_("The documents as a table")):
        header = rating_words.document_header(results)
        table(header, rating_words.document_rows(results), numeric=range(1, len(header)), caption=heading)
    figure_downloads(slug, figure, document_grid_data(results.documents), name, heading)


def _agreement(results: RatingResults) -> None:
    """How far annotators agree, and which system each of them put first."""
    subheading(_("Agreement"))
    for text in rating_words.rating_agreement_sentences(results):
        sentence(text)
    if results.highest.highest.n or results.agreement.score.n:
        with st.expander(_("Agreement by criterion")):
            header = rating_words.agreement_header()
            numeric = range(1, len(header))
            rows = rating_words.agreement_rows(results.agreement, results.protocol)
            table(header, rows, numeric=numeric, caption=_("Agreement by criterion"))
    if results.highest.counts:
        title = _("System with the highest score for a prompt")
        with st.expander(title):
            header = rating_words.highest_header(results)
            table(header, rating_words.highest_rows(results), numeric=range(1, len(header)), caption=title)
            note(_("Prompts where somebody rated several systems. Ties for first place are split."))


def system_rows(results: RatingResults) -> pd.DataFrame:
    """A row for each system, over all annotators (an empty annotator) and by each: the numbers of the table."""
    rows = []
    for system in results.as_dict()["systems"]:
        criteria = system.pop("criteria")
        rows.append({**system, **criteria})
    return pd.DataFrame(rows)


def _file(results: RatingResults, suffix: str) -> Callable[[], bytes]:
    return lambda: table_bytes(system_rows(results), suffix, spreadsheet_safe=True)


@of_newest_state
def _results(database: str, slug: str, latest: tuple[int, ...], chosen: RatedSlice) -> RatingResults:
    return rating_results(store(), slug, kind=chosen.kind, systems=chosen.systems, where=chosen.where)
