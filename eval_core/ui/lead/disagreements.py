"""Where annotators disagree: the comparisons with every judgment and reason, and what a lead can do about each."""

from __future__ import annotations

from collections import Counter
from html import escape

import streamlit as st

from eval_core.campaigns.content.withdrawals import withdraw_comparison, withdraw_response
from eval_core.campaigns.desk.desk import Task
from eval_core.campaigns.joining.guidelines import publish_clarification
from eval_core.campaigns.quality.disagreements import Disagreement, Divided, Opinion, read_disagreements
from eval_core.campaigns.text import TEXT_LIMIT, first_words
from eval_core.errors import RefusedError
from eval_core.locales import N_, current_language, ngettext, number
from eval_core.locales import gettext as _
from eval_core.protocols import load_protocol
from eval_core.ui.lead.inbox import as_label
from eval_core.ui.parts.comparison import CHOICES, QUALITY_LABELS, reading
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store

_PAGE = 10
_SIDES = {"first": "A", "tie": "tie", "second": "B"}
_SAID = {
    "published": N_("Published. All annotators read it before they go on."),
    "withdrawn": N_("Withdrawn. Its judgments are kept and left out."),
    "no_text": N_("Not saved: write the clarification first."),
    "clarification_too_long": N_("Not saved: a clarification has at most 2,000 characters."),
    "unknown_comparison": N_("Not saved: this comparison no longer exists."),
    "unknown_response": N_("Not saved: this text no longer exists."),
    "not_allowed": N_("Not saved: this needs the role of a lead."),
    "signed_out": N_("Not saved: you have been signed out. Open your personal link again."),
}
state = st.session_state


def show_disagreements(slug: str, divided: Divided, *, acts: bool) -> None:
    """The most divided comparisons, a page at a time; `acts` for leads."""
    page = int(state.get("disagreement_page", 0))
    found = read_disagreements(store(), slug, limit=_PAGE, offset=page * _PAGE, divided=divided, who=session_id())
    issues = {one.key: one.label[current_language()] for one in load_protocol(found.protocol).issues}
    st.html(f'<h2 class="section">{escape(_("Where annotators disagree"))}</h2>')
    if not found.compared:
        st.html(f'<p class="note">{escape(_("No comparison has been judged by two annotators yet."))}</p>')
        return
    said = ngettext(
        "Of {count} comparison with several judgments, {total} was judged differently.",
        "Of {count} comparisons with several judgments, {total} were judged differently.",
        found.compared,
        total=number(found.total),
    )
    st.html(f'<p class="sentence">{escape(said)}</p>')
    _notice()
    for one in found.shown:
        with st.expander(_title(one)):
            _show(slug, one, issues, found.text_view, acts=acts)
    if found.total > _PAGE:
        _turning(page, found.total)


def _title(one: Disagreement) -> str:
    """How the judgments fell, and the first words of the prompt, as a label."""
    counts = Counter(opinion.outcome for opinion in one.opinions)
    votes = " · ".join(f"{_short(outcome)} {number(counts[outcome])}" for outcome in _SIDES if counts[outcome])
    return as_label(f"{votes} · {first_words(one.prompt, 60)}")


def _short(outcome: str) -> str:
    return {"first": "A", "second": "B"}.get(outcome) or _("Equally fluent")


def _show(slug: str, one: Disagreement, issues: dict[str, str], text_view: str, *, acts: bool) -> None:
    shown = Task(one.comparison_id, 0, one.prompt, one.written_standard, one.first or "", one.second or "")
    with st.container(key=f"divided_{one.comparison_id}"):
        st.html(reading(shown, text_view, expanded=True))
        header = [_("Annotator"), _("Choice"), _("Reasons against A"), _("Reasons against B"), _("Comment")]
        rows = [_cells(opinion, issues) for opinion in one.opinions]
        table(header, rows, caption=_("Judgments"))
        if acts:
            _deeds(slug, one)


def _cells(opinion: Opinion, issues: dict[str, str]) -> list[str]:
    labels = {choice: _(label) for choice, label, _key in CHOICES}
    quality = _(QUALITY_LABELS[opinion.quality]) if opinion.quality else ""
    return [
        opinion.annotator or "–",
        labels[_SIDES[opinion.outcome]],
        ", ".join(issues.get(issue, issue) for issue in opinion.issues_first),
        ", ".join(issues.get(issue, issue) for issue in opinion.issues_second),
        ". ".join(filter(None, (quality, opinion.comment))),
    ]


def _deeds(slug: str, one: Disagreement) -> None:
    key = f"divided_words_{one.comparison_id}"
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.popover(_("Publish a clarification")):
            st.text(_("All annotators read it in the guidelines before they go on."))
            st.text_area(_("Clarification"), key=key, max_chars=TEXT_LIMIT, height=128, persist_state="session")
            st.button(_("Publish"), key=f"{key}_publish", on_click=_publish, args=(slug, key))
        with st.popover(_("Withdraw")):
            st.text(_("Nobody sees what you withdraw any more, and its judgments are left out. You can put it back."))
            labels = {
                "": _("This comparison"),
                "A": _("Text A in all comparisons"),
                "B": _("Text B in all comparisons"),
            }
            what = f"{key}_what_{current_language()}"
            st.radio(_("What to withdraw"), list(labels), format_func=labels.__getitem__, key=what)
            st.button(_("Withdraw it"), key=f"{key}_withdraw", on_click=_withdraw, args=(slug, one, what))


def _turning(page: int, total: int) -> None:
    last = (total - 1) // _PAGE
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(_("Back"), key="disagreements_back", disabled=page == 0, on_click=_turn, args=(page - 1,))
        st.text(_("Page {page} of {pages}", page=number(page + 1), pages=number(last + 1)))
        st.button(_("More"), key="disagreements_more", disabled=page >= last, on_click=_turn, args=(page + 1,))


def _turn(page: int) -> None:
    state["disagreement_page"] = max(0, page)


def _publish(slug: str, key: str) -> None:
    try:
        publish_clarification(store(), slug, str(state.get(key, "")), who=session_id())
    except RefusedError as refusal:
        state["disagreement_notice"] = refusal.code
    else:
        state["disagreement_notice"], state[key] = "published", ""


def _withdraw(slug: str, one: Disagreement, what: str) -> None:
    side = state.get(what, "")
    try:
        if side:
            withdraw_response(store(), slug, one.first_id if side == "A" else one.second_id, who=session_id())
        else:
            withdraw_comparison(store(), slug, one.comparison_id, who=session_id())
    except RefusedError as refusal:
        state["disagreement_notice"] = refusal.code
    else:
        state["disagreement_notice"] = "withdrawn"


def _notice() -> None:
    """What became of the last click, until the next one."""
    word = state.pop("disagreement_notice", "")
    if word in ("published", "withdrawn"):
        st.html(f'<p class="note" role="status">{escape(_(_SAID[word]))}</p>')
    elif word:
        refused = _SAID.get(word, _SAID["not_allowed"])
        st.html(f'<p class="note trouble" role="alert">{escape(_(refused))}</p>')
