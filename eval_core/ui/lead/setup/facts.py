"""What readers of the data must know and Parvis cannot: to be filled in at any time before archiving."""

from __future__ import annotations

from typing import Any

import streamlit as st

from eval_core.campaigns.publishing.release_facts import Facts, change_release_facts, read_release_facts
from eval_core.campaigns.setup.plan_review import PlanReview
from eval_core.campaigns.text import TEXT_LIMIT
from eval_core.locales import N_, ngettext
from eval_core.locales import gettext as _
from eval_core.ui.frame.campaign_line import campaign_help
from eval_core.ui.lead.setup.fields import say_unsaved, section_heading
from eval_core.ui.lead.setup.unsaved import discard, follow_stored, is_begun, keep, typed
from eval_core.ui.parts.html import note
from eval_core.ui.parts.press import NOTHING_CHANGED, SAVED, Notice, leave_notice, press, show_notice
from eval_core.ui.session import session_id, store
from eval_core.web.shown_text import as_label

LABELS = {
    "recruitment": N_("How the annotators were found"),
    "pay_basis": N_("Pay, and what it is for"),
    "ethics_reference": N_("Ethics approval or assessment, with its number"),
    "licence": N_("Licence of the data, such as cc-by-4.0"),
    "contact": N_("Contact for questions about the data"),
}


def facts(slug: str, plan: PlanReview) -> None:
    """The five facts and, folded away since they name the systems, how each system's texts were made."""
    stored = read_release_facts(store(), slug, session_id())
    missing = len(stored.missing(list(plan.systems)))
    open_facts = (
        ngettext("{count} of them is missing.", "{count} of them are missing.", missing)
        if missing
        else _("Nothing is missing.")
    )
    section_heading(
        title=_("Facts for readers"),
        text=_(
            "The data card of a published data set gives these facts. They can wait: fill them in before the campaign "
            "is archived. Annotators do not see them."
        )
        + f" {open_facts}",
    )
    drawn = {_key(slug, name): getattr(stored, name) for name in LABELS}
    decoding = {_decoding_key(slug, number, system): system for number, system in enumerate(plan.systems)}
    drawn |= {key: stored.decoding.get(system, "") for key, system in decoding.items()}
    for key, value in drawn.items():
        follow_stored(key, value)
    with st.container(key="plan_facts"):
        for name, label in LABELS.items():
            key = _key(slug, name)
            st.text_area(_(label), key=key, max_chars=TEXT_LIMIT, height=72, on_change=keep, args=(key,))
        if plan.systems:
            with st.expander(_("How the texts were made (names the systems)")):
                note(_("Version, date and decoding settings, such as temperature and the prompt's wording."))
                for key, system in decoding.items():
                    st.text_input(as_label(system), key=key, max_chars=TEXT_LIMIT, on_change=keep, args=(key,))
        say_unsaved(drawn)
        with st.container(horizontal=True):
            args, about = (slug, stored, decoding), campaign_help(slug)
            st.button(_("Save the facts"), key="save_facts", help=about, on_click=_save, args=args)
            if any(map(is_begun, drawn)):
                st.button(_("Discard"), key="discard_facts", on_click=discard, args=(list(drawn),))
        show_notice("setup", "facts", once=True)


def _key(slug: str, name: str) -> str:
    return f"{slug}/facts/{name}"


def _decoding_key(slug: str, number: int, system: str) -> str:
    return _key(slug, f"decoding/{number}/{system}")


def _save(slug: str, seen: Facts, decoding: dict[str, str]) -> None:
    keys = {name: _key(slug, name) for name in LABELS}
    changes: dict[str, Any] = {name: typed(key) for name, key in keys.items() if is_begun(key)}
    of_systems = {system: typed(key) for key, system in decoding.items() if is_begun(key)}
    if of_systems:
        changes["decoding"] = of_systems
    if not changes:
        leave_notice("setup", Notice("facts", done=NOTHING_CHANGED))
        return
    saved = press(
        "setup",
        lambda: change_release_facts(store(), slug, changes, seen=seen, who=session_id()),
        done=SAVED,
        place="facts",
        fields={**LABELS, **{f"decoding.{system}": system for system in decoding.values()}},
    )
    if saved:
        discard([*keys.values(), *decoding])
