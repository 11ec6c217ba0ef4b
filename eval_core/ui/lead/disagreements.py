"""Where annotators disagree: the comparisons with every judgment and reason, and what a lead can do about each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import streamlit as st

from eval_core.campaigns.content.withdrawals import withdraw_comparison, withdraw_response
from eval_core.campaigns.joining.guidelines import publish_clarification
from eval_core.campaigns.quality.disagreements import Disagreement, Divided, Opinion, read_disagreements
from eval_core.campaigns.text import TEXT_LIMIT, first_words
from eval_core.locales import N_, current_language, ngettext, number
from eval_core.locales import gettext as _
from eval_core.protocols import Protocol, load_protocol
from eval_core.reports.protocol_words import choice_labels, issue_labels, tie_labels
from eval_core.ui.frame.campaign_line import campaign_line
from eval_core.ui.parts.comparison import Pair, reading
from eval_core.ui.parts.html import heading, note, sentence
from eval_core.ui.parts.press import press, show_notice
from eval_core.ui.parts.tables import table
from eval_core.ui.session import page_state, session_id, store
from eval_core.web.shown_text import as_label

_PAGE = 10
_SIDES = {"first": "A", "tie": "tie", "second": "B"}
state = st.session_state


@dataclass
class DisagreementsState:
    """What Quality remembers: the page of the list that is open, counted from 0."""

    page: int = 0


def show_disagreements(slug: str, divided: Divided, *, acts: bool) -> None:
    """The most divided comparisons, a page at a time; `acts` for leads."""
    page = page_state(DisagreementsState).page
    listed = read_disagreements(store(), slug, limit=_PAGE, offset=page * _PAGE, divided=divided, who=session_id())
    protocol = load_protocol(listed.protocol)
    heading(_("Where annotators disagree"))
    if not listed.compared:
        note(_("No comparison has been judged by two annotators yet."))
        return
    text = ngettext(
        "Of {count} comparison with several judgments, {total} was judged differently.",
        "Of {count} comparisons with several judgments, {total} were judged differently.",
        listed.compared,
        total=number(listed.total),
    )
    sentence(text)
    show_notice("disagreements", once=True)
    for comparison in listed.shown:
        with st.expander(_title(comparison, choice_labels(protocol)["tie"])):
            _show(slug, comparison, protocol, listed.text_view, acts=acts)
    if listed.total > _PAGE:
        _page_buttons(page, listed.total)


def _title(comparison: Disagreement, tie: str) -> str:
    """How many judged which way, and the first words of the prompt, as a label."""
    short = {"first": "A", "second": "B"}
    counts = Counter(opinion.outcome for opinion in comparison.opinions)
    votes = " · ".join(f"{short.get(outcome, tie)} {number(counts[outcome])}" for outcome in _SIDES if counts[outcome])
    return as_label(f"{votes} · {first_words(comparison.prompt, 60)}")


def _show(slug: str, comparison: Disagreement, protocol: Protocol, text_view: str, *, acts: bool) -> None:
    shown = Pair(
        comparison.comparison_id,
        comparison.prompt,
        comparison.written_standard,
        comparison.first or "",
        comparison.second or "",
    )
    with st.container(key=f"divided_{comparison.comparison_id}"):
        st.html(reading(shown, text_view, protocol.key, expanded=True))
        header = [_("Annotator"), _("Choice"), _("Reasons against A"), _("Reasons against B"), _("Comment")]
        rows = [_cells(opinion, protocol) for opinion in comparison.opinions]
        table(header, rows, caption=_("Judgments"))
        if acts:
            _actions(slug, comparison)


def _cells(opinion: Opinion, protocol: Protocol) -> list[str]:
    labels, issues = choice_labels(protocol), issue_labels(protocol)
    quality = tie_labels(protocol)[opinion.quality] if opinion.quality else ""
    return [
        opinion.annotator or "–",
        labels[_SIDES[opinion.outcome]],
        ", ".join(issues.get(issue, issue) for issue in opinion.issues_first),
        ", ".join(issues.get(issue, issue) for issue in opinion.issues_second),
        ". ".join(filter(None, (quality, opinion.comment))),
    ]


def _actions(slug: str, comparison: Disagreement) -> None:
    key = f"divided_words_{comparison.comparison_id}"
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.popover(_("Publish a clarification")):
            campaign_line(slug)
            st.text(_("All annotators read it in the guidelines before they go on."))
            st.text_area(_("Clarification"), key=key, max_chars=TEXT_LIMIT, height=128, persist_state="session")
            st.button(_("Publish"), key=f"{key}_publish", on_click=_publish, args=(slug, key))
        with st.popover(_("Withdraw")):
            campaign_line(slug)
            st.text(_("Nobody sees what you withdraw any more, and its judgments are left out. You can put it back."))
            labels = {
                "": _("This comparison"),
                "A": _("Text A in all comparisons"),
                "B": _("Text B in all comparisons"),
            }
            what = f"{key}_what_{current_language()}"
            st.radio(_("What to withdraw"), list(labels), format_func=labels.__getitem__, key=what)
            st.button(_("Withdraw it"), key=f"{key}_withdraw", on_click=_withdraw, args=(slug, comparison, what))


def _page_buttons(page: int, total: int) -> None:
    last = (total - 1) // _PAGE
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(_("Back"), key="disagreements_back", disabled=page == 0, on_click=_turn, args=(page - 1,))
        st.text(_("Page {page} of {pages}", page=number(page + 1), pages=number(last + 1)))
        st.button(_("More"), key="disagreements_more", disabled=page >= last, on_click=_turn, args=(page + 1,))


def _turn(page: int) -> None:
    page_state(DisagreementsState).page = max(0, page)


def _publish(slug: str, key: str) -> None:
    if press(
        "disagreements",
        lambda: publish_clarification(store(), slug, str(state.get(key, "")), who=session_id()),
        done=N_("Published. All annotators read it before they go on."),
    ):
        state[key] = ""


def _withdraw(slug: str, comparison: Disagreement, what: str) -> None:
    responses = {"A": comparison.first_id, "B": comparison.second_id}
    response_id = responses.get(state.get(what, ""))

    def withdraw() -> None:
        if response_id is None:
            withdraw_comparison(store(), slug, comparison.comparison_id, who=session_id())
        else:
            withdraw_response(store(), slug, response_id, who=session_id())

    press("disagreements", withdraw, done=N_("Withdrawn. Its judgments are kept and left out."))
