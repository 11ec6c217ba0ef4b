"""Why a system loses, and whether the ranking stabilises."""

from __future__ import annotations

from html import escape

import pandas as pd
import streamlit as st

from eval_core.campaigns.results.issues import IssueExample, issue_examples, issue_profile
from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.campaigns.results.votes import read_votes
from eval_core.campaigns.text import first_words
from eval_core.errors import InputError
from eval_core.figures import convergence_data, convergence_model, convergence_plot, issue_data, issue_model, issue_plot
from eval_core.locales import current_language, number
from eval_core.locales import gettext as _
from eval_core.protocols import Protocol
from eval_core.ranking.convergence import convergence
from eval_core.reports.figure_words import convergence_words, issue_words, numerals
from eval_core.reports.protocol_words import issue_labels, text_language
from eval_core.ui.parts.charts import drawing, show_figure
from eval_core.ui.parts.downloads import figure_downloads
from eval_core.ui.parts.html import heading, note, subheading
from eval_core.ui.parts.local_time import axis_moment
from eval_core.ui.parts.marked_text import with_marks
from eval_core.ui.session import session_id, store
from eval_core.ui.shared_results import of_newest_state
from eval_core.web.shown_text import plain

_EXAMPLES = 10
_FEWEST_POINTS = 3  # of a curve


def show_issues(slug: str, protocol: Protocol, *, compact: bool) -> None:
    """The issues that annotators named for each system, and comparisons to read for each issue."""
    heading(_("Why does a system lose?"))
    profile = issue_profile(store(), slug, who=session_id())
    if not profile["given"].sum():
        text = _("No annotator has been asked for reasons yet. The lead switches reasons on under Setup.")
        if profile["asked"].sum():
            text = _("Annotators are asked for reasons, but none has given any yet.")
        note(text)
        return
    labels = issue_labels(protocol)
    look = {"labels": issue_words(), "issues": labels, **numerals(), "number": lambda value: number(value, 0)}
    figure = drawing(issue_plot, issue_model, profile, **look)
    show_figure(figure, "issues", compact=compact)
    figure_downloads(slug, figure, issue_data(profile), f"{slug}-issues", _("Why does a system lose?"))
    _examples(slug, profile, protocol)


def _examples(slug: str, profile: pd.DataFrame, protocol: Protocol) -> None:
    ticked = profile[profile["ticked"] > 0].sort_values("ticked", ascending=False, kind="stable")
    if ticked.empty:
        return
    subheading(_("Comparisons to read"))
    labels = issue_labels(protocol)
    with st.container(key="examples_of", horizontal=True, vertical_alignment="bottom"):
        system = st.selectbox(_("System"), list(dict.fromkeys(ticked["system"])), key=f"examples_system_{slug}")
        issues = list(ticked[ticked["system"] == system]["issue"])
        key = f"examples_issue_{system}_{current_language()}"
        issue = st.selectbox(_("Issue"), issues, format_func=labels.__getitem__, key=key)
    if system is None or issue is None:
        return
    examples = issue_examples(store(), slug, system, issue, limit=_EXAMPLES, who=session_id())
    st.html("".join(_example(example, protocol) for example in examples))


def _example(example: IssueExample, protocol: Protocol) -> str:
    """One comparison, folded: the prompt's first words, and under them all of it, both texts and the reasons given."""
    outcomes = {"won": _("preferred"), "lost": _("not preferred"), "tie": _("tie")}
    reasons = "".join(
        f'<p class="note">{escape(reason.annotator or "–")}: {escape(outcomes[reason.outcome])}'
        f"{f' · {plain(reason.comment)}' if reason.comment else ''}</p>"
        for reason in example.ticked
    )
    lang = f' lang="{example.written_standard or text_language(protocol.key)}"'
    texts = "".join(
        f'<h4>{escape(name)}</h4><p class="words" dir="auto"{lang}>{with_marks(text or "–", "plain")}</p>'
        for name, text in ((example.system, example.text), (example.opponent, example.opponent_text))
    )
    facts = f'<span class="facts">{escape(example.system)} – {escape(example.opponent)}</span>'
    label = first_words(example.prompt)
    summary = f'<summary><span dir="auto"{lang}>{plain(label)}</span>{facts}</summary>'
    whole = (
        f'<p class="words" dir="auto"{lang}>{with_marks(example.prompt, "plain")}</p>'
        if label != example.prompt
        else ""
    )
    return f'<details class="gold">{summary}{whole}{texts}{reasons}</details>'


def show_convergence(slug: str, *, compact: bool) -> None:
    """How the strengths moved as the judgments came in."""
    points = _points(store().name, slug, latest_change(store(), slug, session_id()))
    if points is None or points["judgments"].nunique() < _FEWEST_POINTS:
        return
    title = _("Does the ranking stabilise?")
    heading(title)
    look = {"labels": convergence_words(), "moment": axis_moment, **numerals()}
    figure = drawing(convergence_plot, convergence_model, points, **look)
    show_figure(figure, "convergence", compact=compact)
    figure_downloads(slug, figure, convergence_data(points), f"{slug}-convergence", title)


@of_newest_state
def _points(database: str, slug: str, latest: tuple[int, ...]) -> pd.DataFrame | None:
    try:
        return convergence(read_votes(store(), slug, times=True))
    except InputError:
        return None
