"""The scores of a campaign compared with another protocol, other raters or a ranking: figure, coefficients, files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import streamlit as st

from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.campaigns.results.ratings import rule_of
from eval_core.campaigns.results.score_comparison import (
    Choice,
    Other,
    ScoreComparison,
    comparable_scores,
    compare_scores,
)
from eval_core.errors import InputError
from eval_core.figures import rating_scatter, rating_scatter_model
from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.reports.figure_words import numerals
from eval_core.reports.score_comparison_words import (
    choice_labels,
    criterion_correlation_header,
    criterion_correlation_rows,
    named,
    scatter_words,
    score_comparison_header,
    score_comparison_note,
    score_comparison_rows,
    score_comparison_sentences,
)
from eval_core.scoring import UNITS
from eval_core.ui.parts.charts import drawing, show_figure
from eval_core.ui.parts.downloads import File, download_row, figure_files, table_files
from eval_core.ui.parts.html import heading, note, sentence, subheading
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store


@dataclass(frozen=True)
class Part:
    """The scores to compare: whose ('human', 'judge', 'all'), of which systems (all where empty), on what conditions.

    `name` is what the names of its files begin with; `heading` may be empty.
    """

    kind: str
    systems: tuple[str, ...]
    where: tuple[str, ...]
    name: str
    heading: str


def show_score_comparison(slug: str, parts: Sequence[Part], latest: tuple[int, ...], *, compact: bool) -> None:
    """The section, with the choice of what to compare the scores with; `latest` changes with the campaign's data."""
    heading(_("Compared with other scores"))
    choices = choice_labels(_others(slug, parts[0].kind))
    if not choices:
        nothing = _(
            "There is nothing to compare these scores with yet. Ratings of the same responses under another protocol "
            "or by LLM judges will appear here, and so will other campaigns with the same systems, rated or compared."
        )
        note(nothing)
        return
    label = st.selectbox(_("Compare scores with"), list(choices), key=f"against_{current_language()}")
    chosen = choices[label or next(iter(choices))]
    if not chosen.shown:
        hidden = _(
            "Judging is still open in “{campaign}”. Its results appear here once you have revealed them there.",
            campaign=chosen.title or "",
        )
        note(hidden)
        return
    if chosen.other.campaign:
        latest = (*latest, *latest_change(store(), chosen.other.campaign, session_id()))
    criteria = len(chosen.protocol.rated) > 1 and st.toggle(_("Each criterion apart"), key="against_criteria")
    for part in parts:
        _show(slug, part, chosen, latest, criteria=criteria, compact=compact)


def _others(slug: str, kind: str) -> list[Choice]:
    """All choices but the scores themselves, which are the first protocol's by this kind of raters."""
    choices = comparable_scores(store(), slug, session_id())
    own = next((choice.protocol.key for choice in choices if choice.other.campaign is None), None)

    def is_itself(other: Other) -> bool:
        return other.campaign is None and other.protocol == own and kind in (other.kind, "all")

    return [choice for choice in choices if not is_itself(choice.other)]


def _show(slug: str, part: Part, chosen: Choice, latest: tuple[int, ...], *, criteria: bool, compact: bool) -> None:
    if part.heading:
        subheading(part.heading)
    comparison = _against(store().name, slug, latest, part, chosen.other, criteria=criteria)
    if comparison is None or not len(comparison.points):
        sentence(_("Nothing has a score under both yet."))
        return
    for text in score_comparison_sentences(comparison):
        sentence(text)
    first, other = named(comparison.one, part.kind), named(comparison.other, chosen.other.kind, comparison.title)
    limits = (
        rule_of(comparison.one).limits,
        None if comparison.other.kind == "pairwise" else rule_of(comparison.other).limits,
    )
    look = {"labels": scatter_words(comparison, first, other), "limits": limits, **numerals()}
    figure = drawing(rating_scatter, rating_scatter_model, comparison.points, **look)
    name = f"{part.name}-against"
    show_figure(figure, f"rating_scatter_{part.name}", compact=compact)
    table(score_comparison_header(), score_comparison_rows(comparison), numeric=range(1, 5), caption=_("Correlation"))
    if comparison.by_criterion:
        title = _("Correlation (Pearson) with each criterion: responses")
        header = criterion_correlation_header(comparison)
        rows = criterion_correlation_rows(comparison)
        table(header, rows, numeric=range(2, len(header)), caption=title)
    note(score_comparison_note(comparison))
    coefficients = {unit: comparison.as_dicts(unit) for unit in UNITS} | {"criterion": comparison.criteria_dicts()}
    files: list[File] = [
        *table_files(lambda: comparison.points),
        ("JSON", "json", "application/json", partial(json.dumps, coefficients, ensure_ascii=False, indent=1)),
        *figure_files(figure, name, f"{first} – {other}"),
    ]
    download_row(slug, name, files)


# Keyed by the newest change of either campaign, as the scores are.
@st.cache_data(max_entries=64, show_spinner=False)
def _against(
    database: str, slug: str, latest: tuple[int, ...], part: Part, other: Other, *, criteria: bool
) -> ScoreComparison | None:
    """None where the two have no system in common."""
    try:
        return compare_scores(
            store(), slug, other, kind=part.kind, systems=part.systems, where=part.where, criteria=criteria
        )
    except InputError:
        return None
