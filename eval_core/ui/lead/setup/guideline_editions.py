"""The guidelines of a campaign: its leads edit the general text and see what annotators will read as new."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

import streamlit as st

from eval_core.campaigns.joining.guideline_editions import (
    LONGEST_GUIDELINES,
    GuidelineTexts,
    publish_guidelines,
    read_guideline_texts,
)
from eval_core.campaigns.setup.plan_review import PlanReview
from eval_core.locales import N_, language_name, spoken_language
from eval_core.locales import gettext as _
from eval_core.protocols.guideline_changes import changes
from eval_core.protocols.guidelines import guidelines_of
from eval_core.ui.address import page_link
from eval_core.ui.lead.setup.fields import section_heading
from eval_core.ui.lead.setup.setup_state import setup_state
from eval_core.ui.lead.setup.unsaved import discard, follow_stored, keep
from eval_core.ui.lead.setup.words import guidelines_text
from eval_core.ui.parts.guideline_changes import changes_html
from eval_core.ui.parts.html import note
from eval_core.ui.parts.press import press, show_notice
from eval_core.ui.session import session_id, store
from eval_core.web.shown_text import article

_PUBLISHED = N_("Published. Annotators read what has changed before they go on.")
state = st.session_state


def guidelines(slug: str, plan: PlanReview) -> None:
    """The text in each language, how it reads, what would change, and the button that publishes it."""
    section_heading(
        title=_("Guidelines"),
        text=_(
            "Every campaign begins with the general guidelines. You may change them here: everyone who judges reads "
            "what has changed before going on, and each judgment keeps the version that it was made by. For a single "
            "point, a clarification is enough."
        ),
    )
    read = _(
        "With a letter, training or a test, newcomers read the guidelines first. Everybody reads what is new in "
        "them before going on. The time counts towards their hours."
    )
    note(f"{guidelines_text(plan)} {read}")
    page_link("guidelines", slug, label=_("Read the guidelines"))
    stored = read_guideline_texts(store(), slug, session_id())
    begun = _follow(slug, stored)
    note(_("Words between <!-- and --> are not shown. They link a passage to a kind of fault: leave them in place."))
    names = {language: language_name(language) for language in stored.texts}
    tabs = st.tabs(list(names.values()), default=names[spoken_language(names)])
    for tab, language in zip(tabs, names, strict=True):
        with tab:
            _edit(slug, stored, language)
    with st.container(key="guidelines_actions", horizontal=True):
        with st.popover(_("Publish"), disabled=not begun):
            st.text(
                _(
                    "Everyone who judges in “{campaign}” reads what has changed before going on. The time counts "
                    "towards their hours.",
                    campaign=plan.title,
                )
            )
            st.button(_("Yes, publish them"), key="guidelines_publish", on_click=_publish, args=(slug, list(names)))
        st.button(
            _("Discard changes"),
            key="guidelines_discard",
            disabled=not begun,
            on_click=_discard,
            args=(slug, list(names)),
        )
        general = stored.texts == stored.general and not begun
        st.button(_("Back to the general text"), disabled=general, on_click=_fill, args=(slug, stored.general))
    show_notice("setup", "guidelines", once=True)


def _key(slug: str, language: str) -> str:
    return f"{slug}/guidelines/{language}"


def _follow(slug: str, stored: GuidelineTexts) -> bool:
    """Let the fields follow what is stored, unless a lead has begun to change them here; whether one has.

    What was begun keeps the edition that it began from, so that another lead's text is not overwritten.
    """
    for language, text in stored.texts.items():
        follow_stored(_key(slug, language), text)
    begun = any(state[_key(slug, language)] != text for language, text in stored.texts.items())
    editions = setup_state().editions
    if not begun or slug not in editions:
        editions[slug] = stored.edition
    return begun


def _edit(slug: str, stored: GuidelineTexts, language: str) -> None:
    typed = st.text_area(
        _("Guidelines ({language})", language=language_name(language)),
        key=_key(slug, language),
        height=420,
        max_chars=LONGEST_GUIDELINES,
        on_change=keep,
        args=(_key(slug, language),),
    )
    new = guidelines_of(language, "", typed or "")
    changed = changes(guidelines_of(language, "", stored.texts[language]).sections, new.sections)
    with st.expander(_("What annotators will read as new"), expanded=bool(changed)):
        if changed:
            st.html(f'<div class="guidelines" lang="{language}">{changes_html(changed)}</div>')
        else:
            note(_("Nothing is changed in this language."))
    with st.expander(_("Preview")):
        st.html(f'<article class="guidelines part-of-page" lang="{language}">{article(new.body, lower=2)}</article>')


def _publish(slug: str, languages: Collection[str]) -> None:
    texts = {language: state[_key(slug, language)] or "" for language in languages}
    service = partial(publish_guidelines, store(), slug, texts, setup_state().editions[slug], session_id())
    if press("setup", service, done=_PUBLISHED, place="guidelines"):
        _discard(slug, languages)


def _discard(slug: str, languages: Collection[str]) -> None:
    """Let the fields show what is stored now."""
    discard(_key(slug, language) for language in languages)


def _fill(slug: str, texts: dict[str, str]) -> None:
    for language, text in texts.items():
        state[_key(slug, language)] = text
        keep(_key(slug, language))
