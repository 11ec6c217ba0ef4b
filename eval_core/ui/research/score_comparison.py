"""The scores of a campaign beside another protocol, other raters or a ranking: figure, coefficients and files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from html import escape

import streamlit as st

from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.campaigns.results.ratings import rule_of
from eval_core.campaigns.results.score_comparison import Against, Choice, Other, hold_against, what_stands_against
from eval_core.errors import InputError
from eval_core.figures import rating_scatter, standalone_html
from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.reports.figure_words import numerals
from eval_core.reports.score_comparison_words import (
    against_header,
    against_note,
    against_rows,
    against_sentences,
    choice_labels,
    named,
    scatter_words,
)
from eval_core.scoring import UNITS
from eval_core.ui.parts.charts import figure_theme, show_figure
from eval_core.ui.parts.downloads import File, csv_of, download_row
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store


@dataclass(frozen=True)
class Part:
    """What is held against something: whose scores ('human', 'judge', 'all'), of which systems (all where empty), under
    which conditions; what its files begin with, and its heading, if any."""

    kind: str
    systems: tuple[str, ...]
    where: tuple[str, ...]
    name: str
    heading: str


def show_against(slug: str, parts: Sequence[Part], latest: tuple[int, ...], *, compact: bool) -> None:
    """The section, with the choice of what to hold the scores against; `latest` changes with the campaign's data."""
    st.html(f'<h2 class="section">{escape(_("Compared with other scores"))}</h2>')
    choices = choice_labels(_others(slug, parts[0].kind))
    if not choices:
        nothing = _(
            "There is nothing to compare these scores with yet. Ratings of the same responses under another protocol "
            "or by LLM judges will appear here, and so will other campaigns with the same systems, rated or compared."
        )
        st.html(f'<p class="note">{escape(nothing)}</p>')
        return
    label = st.selectbox(_("Compare scores with"), list(choices), key=f"against_{current_language()}")
    chosen = choices[label or next(iter(choices))]
    if not chosen.shown:
        hidden = _(
            "Judging is still open in “{campaign}”. Its results appear here once you have revealed them there.",
            campaign=chosen.title or "",
        )
        st.html(f'<p class="note">{escape(hidden)}</p>')
        return
    if chosen.other.campaign:
        latest = (*latest, *latest_change(store(), chosen.other.campaign, session_id()))
    for part in parts:
        _show(slug, part, chosen, latest, compact=compact)


def _others(slug: str, kind: str) -> list[Choice]:
    """What there is but the scores themselves, which are the first protocol's by this kind of raters."""
    found = what_stands_against(store(), slug, session_id())
    own = next((one.protocol.key for one in found if one.other.campaign is None), None)

    def itself(one: Other) -> bool:
        return one.campaign is None and one.protocol == own and kind in (one.kind, "all")

    return [one for one in found if not itself(one.other)]


def _show(slug: str, part: Part, chosen: Choice, latest: tuple[int, ...], *, compact: bool) -> None:
    if part.heading:
        st.html(f"<h3>{escape(part.heading)}</h3>")
    found = _against(store().name, slug, latest, part, chosen.other)
    if found is None or not len(found.points):
        _sentence(text=_("Nothing has a score under both yet."))
        return
    for sentence in against_sentences(found):
        _sentence(text=sentence)
    one, other = named(found.one, part.kind), named(found.other, chosen.other.kind, found.title)
    limits = (rule_of(found.one).limits, None if found.other.kind == "pairwise" else rule_of(found.other).limits)
    drawn = {"theme": figure_theme(), "compact": compact, **numerals()}
    figure = rating_scatter(found.points, labels=scatter_words(found, one, other), limits=limits, **drawn)
    name = f"{part.name}-against"
    show_figure(figure, f"rating_scatter_{part.name}", name)
    table(against_header(), against_rows(found), numeric=range(1, 5), caption=_("Correlation"))
    st.html(f'<p class="note">{escape(against_note(found))}</p>')
    page = partial(standalone_html, figure, f"{one} – {other}", lang=current_language(), file_name=name)
    coefficients = {unit: found.as_dicts(unit) for unit in UNITS}
    files: list[File] = [
        ("CSV", "csv", "text/csv", partial(csv_of, found.points)),
        ("JSON", "json", "application/json", partial(json.dumps, coefficients, ensure_ascii=False, indent=1)),
        ("HTML", "html", "text/html", page),
    ]
    download_row(slug, name, files)


def _sentence(*, text: str) -> None:
    st.html(f'<p class="sentence">{escape(text)}</p>')


# Keyed by the newest change of either campaign, as the scores are.
@st.cache_data(max_entries=64, show_spinner=False)
def _against(database: str, slug: str, latest: tuple[int, ...], part: Part, other: Other) -> Against | None:
    """None where the two have no system in common."""
    try:
        return hold_against(store(), slug, other, kind=part.kind, systems=part.systems, where=part.where)
    except InputError:
        return None
