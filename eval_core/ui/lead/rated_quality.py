"""The page Quality where responses are rated: how far raters agree on each criterion, and how each of them rates."""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.quality.doubts import LEVEL
from eval_core.campaigns.quality.exclusions import list_exclusions, people_who_judged
from eval_core.campaigns.quality.raters import RaterFigures, rater_figures
from eval_core.campaigns.results.rated_items import read_divided_items
from eval_core.locales import gettext as _
from eval_core.locales import ngettext, percent
from eval_core.reports.annotators.rater_words import rater_table, rating_agreement_verdict, rating_trust_verdict
from eval_core.reports.rating_words import agreement_header, agreement_rows
from eval_core.ui.frame.trouble import noting
from eval_core.ui.lead.case.case_link import case_name
from eval_core.ui.parts.html import heading, note, sentence, verdict
from eval_core.ui.parts.rated.item_view import PAGE, page_of, show_items
from eval_core.ui.parts.tables import table
from eval_core.ui.session import require, session_id, store

_LOOK_AGAIN = 3  # seconds


def show_rated_quality(slug: str, *, leads: bool) -> None:
    """Verdict, agreement and raters; `leads`: names lead to the person's page."""
    figures, up_to_date = rater_figures(store(), slug, session_id())
    if not figures.checks:
        verdict(_("There are no ratings yet."))
        note(_("Once responses are rated, this page says how far the annotators agree and whose ratings to look at."))
        return
    verdict(rating_trust_verdict(figures.agreement.score, figures.doubts))
    if not up_to_date:
        _await_figures(slug)
    _agreement(figures)
    _raters(slug, figures, leads=leads)
    _divided(slug)


@st.fragment(run_every=_LOOK_AGAIN)
@noting
def _await_figures(slug: str) -> None:
    require("lead", "researcher", drawn=slug)
    text = _("New ratings have arrived since these figures were computed. The figures will be updated in a moment.")
    note(text, role="status")
    if rater_figures(store(), slug, session_id())[1]:
        st.rerun()


def _agreement(figures: RaterFigures) -> None:
    """Agreement in words, and each criterion's as a table."""
    if said := rating_agreement_verdict(figures.agreement.score):
        sentence(said)
    if not figures.agreement.score.n:
        return
    heading(_("Agreement by criterion"))
    header = agreement_header()
    rows = agreement_rows(figures.agreement, figures.protocol)
    table(header, rows, numeric=range(1, len(header)), caption=_("Agreement by criterion"))
    explained = _(
        "Alpha: 1 is full agreement, 0 is chance level. Intervals: {level}, for other texts rated by the same people. "
        "A low alpha next to many equal ratings means that nearly all responses got the same value.",
        level=percent(0.95),
    )
    note(explained)


def _divided(slug: str) -> None:
    """The responses on which raters differ most, to read."""
    heading(_("Where annotators disagree"))
    key = f"divided_{slug}"
    page = read_divided_items(store(), slug, limit=PAGE, offset=page_of(key) * PAGE, who=session_id())
    if not page.total:
        note(_("No response has been rated differently by two annotators yet."))
        return
    sentence(
        ngettext(
            "{count} response was rated differently by its annotators. Those on which they differ most come first.",
            "{count} responses were rated differently by their annotators. Those on which they differ most come first.",
            page.total,
        )
    )
    show_items(page, key)


def _raters(slug: str, figures: RaterFigures, *, leads: bool) -> None:
    """One row per rater: their time, one value throughout, N/A, and how they follow the others."""
    title = _("Per annotator")
    heading(title)
    excluded = {row.name for row in list_exclusions(store(), slug, session_id()) if row.lifted_at is None}
    head, rows = rater_table(figures.checks, figures.doubts, excluded)
    ids = {name: person for person, name in people_who_judged(store(), slug, session_id()).items()} if leads else {}
    linked = [[case_name(slug, ids.get(row[0]), row[0]), *row[1:]] for row in rows]
    table(head, linked, numeric=range(1, len(head) - (_("Flagged") in head)), caption=title)
    explained = _(
        "First answers count. The same value throughout: of the responses with at least three rated criteria, with "
        "{level} intervals. Follows the others: the correlation of the scores with the others' mean on the same "
        "responses, 1 at most. Compared with the others: how much higher or lower the scores are, in percent of the "
        "scale. Flagged: only what chance hardly explains ({alarm}, all annotators together), measured against the "
        "campaign's other annotators. A habit is not an error; raise it with the person.",
        level=percent(0.95),
        alarm=percent(LEVEL),
    )
    note(explained)
