"""The course of a campaign: start, pause, resume, close, open again, archive, duplicate; and its rounds."""

from __future__ import annotations

from html import escape
from typing import Literal

import streamlit as st

from eval_core.campaigns.quality.drift import RoundRow, drift, list_rounds
from eval_core.campaigns.setup.lifecycle import LONGEST_TITLE, duplicate_campaign, move_campaign, moves_from
from eval_core.campaigns.setup.plan_review import PlanReview
from eval_core.errors import RefusedError
from eval_core.locales import N_, full_day, ngettext
from eval_core.locales import gettext as _
from eval_core.ui.lead.setup.fields import heading
from eval_core.ui.lead.setup.words import REFUSALS, STATUS, advice_text, cost_text, drift_text, is_loaded, power_text
from eval_core.ui.session import session_id, store

_LABELS = {
    "started": N_("Start the campaign"),
    "paused": N_("Pause"),
    "resumed": N_("Resume"),
    "closed": N_("Close the campaign"),
    "reopened": N_("Open again"),
    "archived": N_("Archive"),
}
# What is asked once more, and what one should know before.
_ASKED = {
    "closed": N_(
        "Nobody can judge any more; comparisons that are still open are not counted. The campaign's leads and "
        "researchers then see the results with the systems' names. You can open the campaign again."
    ),
    "archived": N_(
        "The campaign is no longer listed, and its facts for readers can no longer be changed. Nothing is deleted."
    ),
    "reopened": N_("Annotators can judge again, and the results are hidden until you close it again."),
}
_YES = {
    "closed": N_("Yes, close it"),
    "archived": N_("Yes, archive it"),
    "reopened": N_("Yes, open it again"),
}
state = st.session_state


def course(slug: str, plan: PlanReview) -> None:
    """How the campaign stands, what it costs and can decide, and what the lead can do with it."""
    title = _("Start") if plan.status == "draft" else _("Start, pause, close")
    heading(title=title, text=_(STATUS[plan.status]))
    if not plan.rates:
        for text in (cost_text(plan.cost, plan.annotators), power_text(plan)):
            st.html(f'<p class="sentence">{escape(text)}</p>')
    for one in plan.advice:
        st.html(f'<p class="note trouble">{escape(advice_text(one))}</p>')
    _missing(plan)
    with st.container(key="setup_moves", horizontal=True):
        for deed in moves_from(plan.status):
            _button(slug, plan, deed)
    _notice(slug)
    _duplicate(slug, plan)


def _missing(plan: PlanReview) -> None:
    """What a start needs, while it is not there."""
    if plan.status != "draft":
        return
    if not is_loaded(plan):
        text = _("There is nothing to judge yet: load responses first.")
    elif not plan.annotators:
        text = _("Nobody is invited yet. You can start anyway, and invite people later.")
    else:
        text = _("After the first judgment, overlap, shared set, protocol and text view are fixed.")
    st.html(f'<p class="note">{escape(text)}</p>')


def _button(slug: str, plan: PlanReview, deed: str) -> None:
    label, args = _(_LABELS[deed]), (slug, deed)
    if deed not in _ASKED:
        kind: Literal["primary", "secondary"] = "primary" if deed in ("started", "resumed") else "secondary"
        idle = deed == "started" and not is_loaded(plan)
        st.button(label, key=f"move_{deed}", type=kind, disabled=idle, on_click=_move, args=args)
        return
    with st.popover(label, key=f"asking_{deed}"):
        st.text(_(_ASKED[deed]))
        st.button(_(_YES[deed]), key=f"move_{deed}", on_click=_move, args=args)


def _move(slug: str, deed: str) -> None:
    try:
        move_campaign(store(), slug, deed, session_id())
        state["course_notice"] = (slug, None)
    except RefusedError as refusal:
        state["course_notice"] = (slug, refusal.code)


def _notice(slug: str) -> None:
    """What became of the last click; where it worked, the state above says so."""
    where, word = state.pop("course_notice", ("", None))
    if where == slug and word:
        st.html(f'<p class="note trouble" role="alert">{escape(_(REFUSALS[word]))}</p>')


def _duplicate(slug: str, plan: PlanReview) -> None:
    heading(
        title=_("Duplicate"),
        text=_(
            "A new campaign with the same protocol, rules and letter. It has not started, and no responses are loaded."
        ),
    )
    with st.popover(_("Duplicate the campaign"), key=f"duplicating_{slug}"):
        key, people = f"{slug}/copy", f"{slug}/copy_people"
        state.setdefault(key, _("Copy of {title}", title=plan.title)[:LONGEST_TITLE])
        st.text_input(_("Title"), key=key, max_chars=LONGEST_TITLE)
        st.checkbox(_("Everybody keeps their roles"), key=people)
        st.button(_("Yes, duplicate it"), key="duplicate", on_click=_copy, args=(slug, key, people))


def _copy(slug: str, key: str, people: str) -> None:
    wanted = (slug, state[key], state[people])
    try:
        # The second click of a double click opens what the first one made.
        made = state.get("course_copy")
        new = made[1] if made and made[0] == wanted else _copied(*wanted)
    except RefusedError as refusal:
        state["course_notice"] = (slug, refusal.code)
        return
    state["campaign"], state["course_copy"] = new, (wanted, new)


def _copied(slug: str, title: str, people: bool) -> str:
    return duplicate_campaign(store(), slug, title, with_people=people, who=session_id())


def rounds(slug: str, plan: PlanReview) -> None:
    """What was added after judging began, and whether the standards moved meanwhile."""
    del plan
    heading(
        title=_("Rounds"),
        text=_(
            "Responses loaded after judging began make a round of their own. Its anchors are old comparisons that are "
            "judged again: they show whether the standards have stayed the same."
        ),
    )
    found = list_rounds(store(), slug, session_id())
    if not found:
        text = _("There is only the first round so far. Load new responses under Texts to open another.")
        st.html(f'<p class="note">{escape(text)}</p>')
    for one in found:
        said = drift_text(drift(store(), slug, one.number, session_id())) if one.anchors else ""
        st.html(f'<h3 class="who">{escape(_round(one))}</h3><p class="note">{escape(said)}</p>')


def _round(one: RoundRow) -> str:
    new = ngettext("{count} new comparison", "{count} new comparisons", one.comparisons)
    anchors = ngettext("{count} anchor", "{count} anchors", one.anchors)
    return _(
        "Round {number}, {date}: {new}, {anchors}",
        number=one.number,
        date=full_day(one.opened_at),
        new=new,
        anchors=anchors,
    )
