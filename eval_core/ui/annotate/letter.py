"""The information letter to read and to agree to; on My work, what was agreed to and how to withdraw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from html import escape

import streamlit as st

from eval_core.campaigns.joining.consent import (
    LetterView,
    Participation,
    declare_background,
    give_consent,
    read_letter,
    read_participation,
    withdraw_consent,
)
from eval_core.errors import RefusedError
from eval_core.locales import N_, current_language, full_day
from eval_core.locales import gettext as _
from eval_core.ui.frame.rated import rates
from eval_core.ui.parts.html import note, note_html, trouble
from eval_core.ui.parts.press import press, show_notice
from eval_core.ui.parts.refusals import refusal_text
from eval_core.ui.parts.text import article
from eval_core.ui.session import session_id, store

UNSAID = ""  # the first answer to both questions, and the one that stands there
FIRST_STANDARD_LABELS = {
    UNSAID: N_("I would rather not say"),
    "nb": N_("Bokmål"),
    "nn": N_("Nynorsk"),
    "both": N_("Both at the same time"),
    "neither": N_("Neither of them"),
}
DIALECT_LABELS = {
    UNSAID: N_("I would rather not say"),
    "east": N_("Eastern Norway"),
    "south": N_("Southern Norway"),
    "west": N_("Western Norway"),
    "trondelag": N_("Trøndelag"),
    "north": N_("Northern Norway"),
    "mixed": N_("More than one of these"),
}
Answers = Mapping[str, str | None]  # by the name of the question; None: rather not said
state = st.session_state


def letter_screen(slug: str) -> None:
    """The campaign's letter, two voluntary questions and the button that agrees: what a newcomer sees first."""
    try:
        letter = read_letter(store(), session_id(), slug, current_language())
    except RefusedError as refusal:  # the letter was taken away, or the person signed out, a moment ago
        trouble(refusal_text(refusal.code, "letter"))
        return
    said = read_participation(store(), session_id(), slug)
    with st.container(key="letter"):
        st.html(_as_article(letter))
        if said.first_standard is None and said.dialect_area is None:
            st.html(_heading(_("Two questions about you (voluntary)"), _("You can take part without answering them.")))
            _questions("letter", state.get("letter_answers", {}), _remember)
        show_notice("letter", always=True)
        args = (slug, letter.version, letter.language)
        st.button(_("I have read this and want to take part"), key="letter_agree", on_click=_agree, args=args)
        decline = _("If you do not want to take part, just close this page. Nothing more is stored about you.")
        note(decline)


def withdrawal(slug: str) -> None:
    """For My work: what was agreed to and when, and a way to withdraw that asks once more."""
    said = read_participation(store(), session_id(), slug)
    if said.given_at is None:
        return
    st.html(f'<div class="taking-part"><p>{escape(_standing(said))}</p></div>')
    show_notice("letter", always=True)
    if said.withdrawn_at is not None:
        return
    if state.get("withdrawing") != slug:
        st.button(_("Withdraw from the campaign"), key="withdraw", type="tertiary", on_click=_ask, args=(slug,))
        return
    st.html(f'<div class="taking-part" role="alert"><p>{escape(_warning(slug))}</p></div>')
    with st.container(key="withdrawing_choice", horizontal=True):
        st.button(_("Yes, withdraw"), key="withdraw_yes", on_click=_withdraw, args=(slug,))
        st.button(_("No, I want to go on"), key="withdraw_no", on_click=_ask, args=(None,))


def _warning(slug: str) -> str:
    """What withdrawing does, before it is done."""
    if rates(slug):
        return _(
            "You will get no more responses to rate unless you agree again. The ratings you have made stay, under your "
            "pseudonym, unless you ask us to remove them."
        )
    return _(
        "You will get no more comparisons unless you agree again. The judgments you have made stay, under your "
        "pseudonym, unless you ask us to remove them."
    )


def about_you(slug: str) -> None:
    """For My work: the two voluntary answers, which can be changed or taken back at any time."""
    said = read_participation(store(), session_id(), slug)
    answers = {"first_standard": said.first_standard, "dialect_area": said.dialect_area}
    with st.container(key="about_you"):
        _questions("mine", answers, lambda name, answer: _declare(slug, {**answers, name: answer}))


def _questions(prefix: str, answers: Answers, answered: Callable[[str, str | None], None]) -> None:
    for name, question, labels in (
        ("first_standard", _("Which written standard did you learn first?"), FIRST_STANDARD_LABELS),
        ("dialect_area", _("Where is your dialect from?"), DIALECT_LABELS),
    ):
        # The browser speaks of an answer by its label, so a widget of another language would not know its own. Its
        # state follows the answers, which may have been given in another language or another tab.
        key = f"{prefix}_{name}_{current_language()}"
        state[key] = answers.get(name) or UNSAID
        changed = partial(_take, answered, name, key)
        names = dict(zip(labels, [_(labels[answer]) for answer in labels], strict=True))
        spoken, choices = names.__getitem__, list(names)
        st.radio(question, choices, format_func=spoken, key=key, on_change=changed, horizontal=True)


def _as_article(letter: LetterView) -> str:
    version = note_html(_("Letter version {version}", version=letter.version))
    # The title takes the focus that the button before it had.
    body = article(letter.text).replace("<h1>", '<h1 tabindex="-1">', 1)
    return f'<article class="letter" lang="{letter.language}">{body}{version}</article>'


def _heading(heading: str, note: str) -> str:
    return f'<div class="about-you"><h2>{escape(heading)}</h2><p>{escape(note)}</p></div>'


def _standing(said: Participation) -> str:
    if said.withdrawn_at is not None:
        return _("You withdrew on {date}.", date=full_day(said.withdrawn_at))
    date = full_day(said.given_at) if said.given_at else ""
    return _("You agreed on {date} to version {version} of the letter.", date=date, version=said.letter_version)


def _take(answered: Callable[[str, str | None], None], name: str, key: str) -> None:
    answered(name, state[key] or None)


def _remember(name: str, answer: str | None) -> None:
    """Nothing is stored before the letter is agreed to."""
    state["letter_answers"] = {**state.get("letter_answers", {}), name: answer}


def _agree(slug: str, version: str, language: str) -> None:
    answers = state.get("letter_answers", {})
    press("letter", lambda: give_consent(store(), session_id(), slug, version, language, **answers))


def _withdraw(slug: str) -> None:
    state["withdrawing"] = None
    press("letter", lambda: withdraw_consent(store(), session_id(), slug))


def _ask(slug: str | None) -> None:
    state["withdrawing"] = slug


def _declare(slug: str, answers: Answers) -> None:
    first, area = answers["first_standard"], answers["dialect_area"]
    press("letter", lambda: declare_background(store(), session_id(), slug, first, area))
