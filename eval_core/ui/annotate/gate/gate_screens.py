"""What Streamlit draws below the desk's bar where there is nothing to judge or rate: letter, guidelines, or why not."""

from __future__ import annotations

from html import escape

import streamlit as st

from eval_core.campaigns.desk.pile import Pile
from eval_core.locales import gettext as _
from eval_core.protocols import load_protocol
from eval_core.reports.protocol_words import criterion_names, issue_labels
from eval_core.ui.address import page_link
from eval_core.ui.annotate.gate.sentence_pairs import native_screen
from eval_core.ui.annotate.gate.way_back import way_back
from eval_core.ui.annotate.guidelines import acknowledge_screen
from eval_core.ui.annotate.letter import letter_screen
from eval_core.ui.annotate.my_hours import left_out_text, read_hours
from eval_core.ui.frame.chrome import language_choice
from eval_core.ui.parts.browser.announcer import announce
from eval_core.ui.parts.html import note
from eval_core.ui.parts.refusals import finish_text

_THANKS = ("finished", "quota", "closed")
# What is read or answered before going on.
_FIRST = {"consent": letter_screen, "screen": native_screen, "guidelines": acknowledge_screen}


def gate_screen(slug: str, pile: Pile) -> None:
    """Why there is no sheet, and what the annotator can do; nothing where there is one."""
    reason = pile.instead
    if reason is None:
        return
    said = ""
    if reason in _FIRST:
        with st.container(key="first_language"):
            language_choice("first_language_choice")
        _FIRST[reason](slug)
    else:
        with st.container(key="stage"):
            said = _failed(slug, pile) if reason == "failed" else _finish(slug, pile, reason)
    announce(said, f"{slug} {reason}", "h1")


def _finish(slug: str, pile: Pile, reason: str) -> str:
    """Draw the end, or why one has to wait; returns what a screen reader says."""
    rates = load_protocol(pile.protocol).kind == "rating"
    text = finish_text(pile, rates=rates)
    _words(_("Thank you!") if pile.done and reason in _THANKS else "", text)
    back = way_back(slug, without_end=reason == "finished")
    if pile.done:
        if left_out := left_out_text(read_hours(slug)[1]):
            note(left_out)
        page_link("my_work", slug, label=_("See my work"))
    return f"{text} {back}".strip()


def _failed(slug: str, pile: Pile) -> str:
    """Draw how the test went, and what to read again; returns what a screen reader says."""
    title, found = _("Not passed this time"), pile.result
    if found is None:
        return title
    protocol = load_protocol(pile.protocol)
    counts = {"correct": found.correct, "asked": found.asked}
    if protocol.kind == "rating":
        counted = _("You rated {correct} of {asked} as we would have; that is not quite enough.", **counts)
    else:
        counted = _("You judged {correct} of {asked} as we would have; that is not quite enough.", **counts)
    _words(title, counted)
    parts = issue_labels(protocol) | criterion_names(protocol)
    labels = [label for key, label in parts.items() if key in found.issues]
    if labels:
        listed = "".join(f"<li>{escape(label)}</li>" for label in labels)
        st.html(f"<p>{escape(_('Read these parts of the guidelines again:'))}</p><ul>{listed}</ul>")
    if back := way_back(slug):  # who came from a platform does not wait for another try
        return f"{title}. {counted} {back}"
    page_link("guidelines", slug, label=_("Open the guidelines"))
    note(_("The campaign's lead has been notified and can give you another try. Come back here then."))
    return f"{title}. {counted}"


def _words(title: str, text: str) -> None:
    heading = f'<h1 tabindex="-1">{escape(title)}</h1>' if title else ""
    st.html(f'{heading}<p class="finish">{escape(text)}</p>')
