"""The information letter that newcomers read and agree to; on My work, what they agreed to and how to withdraw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from html import escape

import streamlit as st

from eval_core.campaigns.joining.consent import (
    LetterView,
    Participation,
    declare_background,
    give_consent,
    read_agreed_letter,
    read_letter,
    read_participation,
    withdraw_consent,
)
from eval_core.campaigns.joining.letter_changes import read_letter_changes
from eval_core.errors import RefusedError
from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.reports.background.person_words import DIALECT_LABELS, FIRST_STANDARD_LABELS, NO_ANSWER
from eval_core.ui.annotate.gate.way_back import way_back
from eval_core.ui.annotate.my_work import LETTER, close_button, open_entry
from eval_core.ui.frame.rating_notices import rates
from eval_core.ui.parts.guideline_changes import changes_html
from eval_core.ui.parts.html import note, note_html, trouble, verdict
from eval_core.ui.parts.local_time import local_full_day
from eval_core.ui.parts.press import press, show_notice
from eval_core.ui.parts.refusals import refusal_text
from eval_core.ui.session import desk_store, page_state, session_id
from eval_core.web.shown_text import article

Answers = Mapping[str, str | None]  # question -> answer; None: rather not said


@dataclass
class LetterState:
    """What the letter's screens remember.

    Attributes:
        answers: what a newcomer has answered so far. It is stored only with the agreement.
        withdrawing: the campaign in which the question "withdraw?" is open.
    """

    answers: dict[str, str | None] = field(default_factory=dict)
    withdrawing: str | None = None


def letter_screen(slug: str) -> None:
    """What is agreed to before anything else: the letter, two voluntary questions about Norwegian, and the button."""
    try:
        letter = read_letter(desk_store(slug), session_id(), slug, current_language())
    except RefusedError as refusal:  # the letter was removed, or the person signed out, a moment ago
        trouble(refusal_text(refusal.code, "letter"))
        return
    participation = read_participation(desk_store(slug), session_id(), slug)
    if participation.withdrawn_at is not None:
        way_back(slug)
    with st.container(key="letter"):
        st.html(_unagreed_html(slug, letter, participation))
        answered = participation.first_standard or participation.dialect_area
        if participation.about_norwegian and not answered:
            title, text = _("Two questions about you (voluntary)"), _("You can take part without answering them.")
            st.html(f'<div class="about-you"><h2>{escape(title)}</h2><p>{escape(text)}</p></div>')
            answers = page_state(LetterState).answers  # nothing is stored before the person has agreed
            _background_questions("letter", answers, answers.__setitem__)
        show_notice("letter", always=True)
        args = (slug, letter.version, letter.language)
        st.button(_("I have read this and want to take part"), key="letter_agree", on_click=_agree, args=args)
        decline = _("If you do not want to take part, just close this page. Nothing more is stored about you.")
        note(decline)


def agreed_letter(slug: str) -> None:
    """For My work: the letter that the person agreed to, with the date, to be read again."""
    close_button()
    agreed = read_agreed_letter(desk_store(slug), session_id(), slug)
    if agreed is None:
        verdict(_("You have not agreed to a letter in this campaign."), focusable=True)
        return
    verdict(_agreement_text(agreed.participation), focusable=True)
    if agreed.letter is None:
        note(_("The campaign has no letter any more."))
        return
    if not agreed.unchanged:
        changed = _("The letter has changed since: this is version {version}.", version=agreed.letter.version)
        trouble(changed, role="")
    st.html(_letter_html(agreed.letter))


def withdrawal(slug: str) -> None:
    """For My work: what the person agreed to and when, and a button to withdraw, which asks for confirmation."""
    participation = read_participation(desk_store(slug), session_id(), slug)
    if participation.given_at is None:
        return
    st.html(f'<div class="taking-part"><p>{escape(_agreement_text(participation))}</p></div>')
    label = _("Read the letter again")
    st.button(label, key="read_letter", type="tertiary", on_click=open_entry, args=(LETTER,))
    show_notice("letter", always=True)
    if participation.withdrawn_at is not None:
        way_back(slug)
        return
    if page_state(LetterState).withdrawing != slug:
        label = _("Withdraw from the campaign")
        st.button(label, key="withdraw", type="tertiary", on_click=_set_withdrawing, args=(slug,))
        return
    st.html(f'<div class="taking-part" role="alert"><p>{escape(_warning(slug))}</p></div>')
    with st.container(key="withdrawing_choice", horizontal=True):
        st.button(_("Yes, withdraw"), key="withdraw_yes", on_click=_withdraw, args=(slug,))
        st.button(_("No, I want to go on"), key="withdraw_no", on_click=_set_withdrawing, args=(None,))


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
    """For My work: the two voluntary answers, which can be changed or removed at any time; where they are not asked
    for, only to whom has given some."""
    participation = read_participation(desk_store(slug), session_id(), slug)
    answers = {"first_standard": participation.first_standard, "dialect_area": participation.dialect_area}
    if not participation.about_norwegian and not any(answers.values()):
        return
    with st.container(key="about_you"):
        _background_questions("mine", answers, lambda name, answer: _declare(slug, {**answers, name: answer}))


def _background_questions(prefix: str, answers: Answers, on_answer: Callable[[str, str | None], None]) -> None:
    """The two questions; the keys of their widgets begin with `prefix`."""
    for name, question, labels in (
        ("first_standard", _("Which written standard did you learn first?"), FIRST_STANDARD_LABELS),
        ("dialect_area", _("Where is your dialect from?"), DIALECT_LABELS),
    ):
        # The browser sends an answer as its label, so the key names the language: a widget drawn in another language
        # would not recognise the label. The widget follows `answers`, which may come from another language or tab.
        key = f"{prefix}_{name}_{current_language()}"
        st.session_state[key] = answers.get(name) or NO_ANSWER
        translated = {answer: _(labels[answer]) for answer in labels}
        st.radio(
            question,
            list(translated),
            format_func=translated.__getitem__,
            key=key,
            on_change=partial(_pass_answer, on_answer, name, key),
            horizontal=True,
        )


def _pass_answer(on_answer: Callable[[str, str | None], None], name: str, key: str) -> None:
    on_answer(name, st.session_state[key] or None)


def _unagreed_html(slug: str, letter: LetterView, participation: Participation) -> str:
    """The letter for a newcomer; for anyone who agreed to an earlier one what is new in it, and then all of it."""
    if participation.letter_version in (None, letter.version):
        return _letter_html(letter)
    title, agreed = _("The letter has a new version"), _agreement_text(participation)
    ask = _("Please read it, and agree again before you go on.")
    head = f'<h1 class="first-read" tabindex="-1">{escape(title)}</h1><p>{escape(agreed)} {escape(ask)}</p>'
    whole = _letter_html(letter).replace('<h1 tabindex="-1">', '<h2 class="title">').replace("</h1>", "</h2>")
    found = read_letter_changes(desk_store(slug), session_id(), slug, letter.language)
    if found is None:
        return head + whole
    parts = changes_html(found) or note_html(_("Its text is the one that you agreed to, word for word."))
    summary = escape(_("Show the whole letter"))
    return (
        f'{head}<article class="letter" lang="{letter.language}">{parts}</article>'
        f'<details class="whole"><summary>{summary}</summary>{whole}</details>'
    )


def _letter_html(letter: LetterView) -> str:
    version = note_html(_("Letter version {version}", version=letter.version))
    # The keyboard's focus moves from the button of the page before to this title.
    body = article(letter.text).replace("<h1>", '<h1 tabindex="-1">', 1)
    return f'<article class="letter" lang="{letter.language}">{body}{version}</article>'


def _agreement_text(participation: Participation) -> str:
    if participation.withdrawn_at is not None:
        return _("You withdrew on {date}.", date=local_full_day(participation.withdrawn_at))
    date = local_full_day(participation.given_at) if participation.given_at else ""
    version = participation.letter_version
    return _("You agreed on {date} to version {version} of the letter.", date=date, version=version)


def _agree(slug: str, version: str, language: str) -> None:
    answers = page_state(LetterState).answers
    press("letter", lambda: give_consent(desk_store(slug), session_id(), slug, version, language, **answers))


def _withdraw(slug: str) -> None:
    _set_withdrawing(None)
    press("letter", lambda: withdraw_consent(desk_store(slug), session_id(), slug))


def _set_withdrawing(slug: str | None) -> None:
    page_state(LetterState).withdrawing = slug


def _declare(slug: str, answers: Answers) -> None:
    first_standard, dialect_area = answers["first_standard"], answers["dialect_area"]
    press("letter", lambda: declare_background(desk_store(slug), session_id(), slug, first_standard, dialect_area))
