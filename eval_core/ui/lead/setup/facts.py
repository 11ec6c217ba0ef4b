"""What readers of the data must know and Parvis cannot: to be filled in at any time before the archive."""

from __future__ import annotations

from html import escape

import streamlit as st

from eval_core.campaigns.publishing.release_facts import Facts, change_release_facts, read_release_facts
from eval_core.campaigns.rules import RuleError
from eval_core.campaigns.setup.plan_review import PlanReview
from eval_core.campaigns.text import TEXT_LIMIT
from eval_core.errors import RefusedError
from eval_core.locales import N_, ngettext
from eval_core.locales import gettext as _
from eval_core.ui.lead.setup.fields import heading, notice
from eval_core.ui.session import session_id, store

LABELS = {
    "recruitment": N_("How the annotators were found"),
    "pay_basis": N_("Pay, and what it is for"),
    "ethics_reference": N_("Ethics approval or assessment, with its number"),
    "licence": N_("Licence of the data, such as cc-by-4.0"),
    "contact": N_("Contact for questions about the data"),
}
state = st.session_state


def facts(slug: str, plan: PlanReview) -> None:
    """The five facts and, folded away since they name the systems, how each system's texts were made."""
    found = read_release_facts(store(), slug, session_id())
    missing = len(found.missing(list(plan.systems)))
    said = (
        ngettext("{count} of them is missing.", "{count} of them are missing.", missing)
        if missing
        else _("Nothing is missing.")
    )
    heading(
        title=_("Facts for readers"),
        text=_(
            "The data card of a published data set gives these facts. They can wait: fill them in before the campaign "
            "is archived. Annotators do not see them."
        )
        + f" {said}",
    )
    with st.container(key="plan_facts"):
        for name, label in LABELS.items():
            _bind(slug, name, getattr(found, name))
            st.text_area(_(label), key=_key(slug, name), max_chars=TEXT_LIMIT, height=72)
        if plan.systems:
            with st.expander(_("How the texts were made (names the systems)")):
                text = _("Version, date and decoding settings, such as temperature and the prompt's wording.")
                st.html(f'<p class="note">{escape(text)}</p>')
                for number, system in enumerate(plan.systems):
                    _bind(slug, f"decoding/{number}/{system}", found.decoding.get(system, ""))
                    key = _key(slug, f"decoding/{number}/{system}")
                    st.text_input(system, key=key, max_chars=TEXT_LIMIT)
        args = (slug, found, plan.systems)
        st.button(_("Save the facts"), key="save_facts", on_click=_save, args=args)
        notice("facts")


def _key(slug: str, name: str) -> str:
    return f"{slug}/facts/{name}"


def _bind(slug: str, name: str, stored: str) -> None:
    """Let a field follow what is stored, unless somebody has begun to change it here."""
    key = _key(slug, name)
    seen = state.get(f"{key}/seen", stored)
    if key not in state or (seen != stored and state[key] == seen):
        state[key] = stored
    state[f"{key}/seen"] = stored


def _save(slug: str, seen: Facts, systems: tuple[str, ...]) -> None:
    changes = {name: state[_key(slug, name)] for name in LABELS if state[_key(slug, name)] != getattr(seen, name)}
    typed = {system: state.get(_key(slug, f"decoding/{number}/{system}")) for number, system in enumerate(systems)}
    decoding = {
        system: text for system, text in typed.items() if text is not None and text != seen.decoding.get(system, "")
    }
    if decoding:
        changes["decoding"] = decoding
    if not changes:
        state["plan_notice"] = ("facts", "unchanged", "")
        return
    try:
        change_release_facts(store(), slug, changes, seen=seen, who=session_id())
        state["plan_notice"] = ("facts", "saved", "")
    except RuleError as error:
        named = LABELS.get(error.rule, error.rule.removeprefix("decoding."))
        state["plan_notice"] = ("facts", "wrong", named)
    except RefusedError as refusal:
        state["plan_notice"] = ("facts", refusal.code, "")
