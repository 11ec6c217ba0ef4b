"""The protocol of a plan by its name: what it asks, in which languages, and what annotators will see."""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.setup.example import pair_of, read_example, sheet_of
from eval_core.campaigns.setup.plan_review import PlanReview
from eval_core.errors import InputError
from eval_core.locales import N_, language_name, ngettext, said
from eval_core.locales import gettext as _
from eval_core.protocols import Protocol, load_protocol
from eval_core.reports.protocol_words import title_of
from eval_core.reports.ranking_words import listed
from eval_core.ui.lead.setup.desk_preview import preview_html
from eval_core.ui.parts.html import note
from eval_core.ui.session import session_id, store

# What is in the picture until responses are loaded.
_PROMPT = N_("Write a sentence about the weather.")
_TEXTS = (
    N_("It rained all night, and in the morning the street was full of leaves."),
    N_("All the night it has rained, and the street in the morning did be full with leaves."),
)


def protocol_facts(protocol: Protocol) -> str:
    """What annotators do, on how many criteria, and in which languages, in two sentences."""
    if protocol.kind == "pairwise":
        asked = _("Annotators compare two responses: {question}", question=said(protocol.question))
    else:
        asked = ngettext(
            "Annotators rate each response on {count} criterion.",
            "Annotators rate each response on {count} criteria.",
            len(protocol.rated),
        )
        if "source" in protocol.shows:
            asked = f"{asked} {_('The text that the response was made from is shown too.')}"
    languages = listed([language_name(tag) for tag in protocol.languages])
    return f"{asked} {_('Languages: {languages}.', languages=languages)}"


def show_protocol(slug: str, plan: PlanReview, key: str) -> None:
    """What the protocol asks, and the desk with an example: of the campaign's texts, or of ours."""
    try:
        protocol = load_protocol(key)
    except InputError:
        return
    note(f"{title_of(key)}: {protocol_facts(protocol)}")
    with st.expander(_("What annotators see"), key=f"preview_{slug}_{key}"):
        example = read_example(store(), slug, protocol, session_id())
        note(_("An example from this campaign.") if example else _("An example of ours, until responses are loaded."))
        first, second = (_(text) for text in _TEXTS)
        if example is None and protocol.kind == "pairwise":
            example = pair_of(protocol, _(_PROMPT), first, second)
        example = example or sheet_of(protocol, _(_PROMPT), first, plan.plan.text_view)
        with st.container(key="desk_preview"):
            st.html(preview_html(example, protocol, plan.plan.text_view))
