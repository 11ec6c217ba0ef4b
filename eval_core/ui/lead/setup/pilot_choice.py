"""What the plan can decide, with variances that are assumed or those of judgments that are there already."""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.setup.pilots import list_pilots, read_pilot_plan
from eval_core.campaigns.setup.plan_review import PlanReview
from eval_core.locales import gettext as _
from eval_core.reports.plan_words import pilot_sentences, victory_sentence
from eval_core.ui.lead.setup.words import power_text
from eval_core.ui.parts.html import note, sentence
from eval_core.ui.session import session_id, store


def power(slug: str, plan: PlanReview) -> None:
    """The sentences on power; where there are judgments, a choice of whose variances they take."""
    pilots = dict(list_pilots(store(), slug, session_id()))
    chosen = _chosen(slug, pilots) if pilots and plan.study is not None else None
    found = None if chosen is None else read_pilot_plan(store(), slug, chosen, session_id())
    if found is not None:
        for text in pilot_sentences(found.pilot, found.plan):
            sentence(text)
    else:
        if chosen is not None:
            note(_("The judgments there are too few to say how much people and prompts differ."))
        sentence(power_text(plan))
    if plan.study is not None:
        note(victory_sentence(plan.study))


def _chosen(slug: str, pilots: dict[str, str]) -> str | None:
    return st.selectbox(
        _("How much people and prompts differ"),
        [None, *pilots],
        format_func=lambda pilot: pilots[pilot] if pilot else _("Assumed: moderately"),
        key=f"{slug}/pilot",
        help=_("From judgments that are there already: of this campaign, or of an earlier one. No system is named."),
    )
