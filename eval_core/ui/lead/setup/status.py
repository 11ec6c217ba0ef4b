"""The status of a campaign: start, pause, resume, close, open again, archive, duplicate; and its rounds."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from eval_core.campaigns.quality.drift import RoundRow, drift, list_rounds
from eval_core.campaigns.setup.lifecycle import LONGEST_TITLE, duplicate_campaign, move_campaign, moves_from
from eval_core.campaigns.setup.plan_review import PlanReview
from eval_core.locales import N_, ngettext
from eval_core.locales import gettext as _
from eval_core.ui.address import page_link, show_campaign
from eval_core.ui.frame.campaign_line import campaign_line
from eval_core.ui.lead.setup.fields import section_heading, unsaved_steps
from eval_core.ui.lead.setup.setup_state import Copy, setup_state
from eval_core.ui.lead.setup.words import STATUS, advice_text, cost_text, drift_text, is_loaded
from eval_core.ui.parts.html import heading_html, note, note_html, sentence, trouble
from eval_core.ui.parts.local_time import local_full_day
from eval_core.ui.parts.press import press, show_notice
from eval_core.ui.session import session_id, store

_LABELS = {
    "started": N_("Start the campaign"),
    "paused": N_("Pause"),
    "resumed": N_("Resume"),
    "closed": N_("Close the campaign"),
    "reopened": N_("Open again"),
    "archived": N_("Archive"),
}
# What the lead reads before a step that asks for confirmation.
_CONFIRMED = {
    "closed": N_(
        "No one can judge any more; what lies open on a desk is not counted. The campaign's leads and researchers then "
        "see the results with the systems' names. You can open the campaign again."
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
    """The campaign's status, what it costs and can decide, and what the lead can do with it."""
    title = _("Start") if plan.status == "draft" else _("Start, pause, close")
    section_heading(title=title, text=_(STATUS[plan.status]))
    sentence(cost_text(plan.cost, plan.annotators, rates=plan.rates))
    for advice in plan.advice:
        trouble(advice_text(advice), role="")
    _missing(slug, plan)
    campaign_line(slug)
    with st.container(key="setup_moves", horizontal=True):
        for move in moves_from(plan.status):
            _button(slug, plan, move)
    show_notice("setup", "course", once=True)
    _duplicate(slug, plan)


def _missing(slug: str, plan: PlanReview) -> None:
    """What a start still needs."""
    if plan.status != "draft":
        return
    if not is_loaded(plan):
        text = _("There is nothing to judge yet. Load responses first.")
    elif not plan.annotators:
        text = _("Nobody is invited yet. You can start anyway, and invite people later.")
    elif plan.rates:
        text = _("After the first rating, overlap, protocol and text view are fixed.")
    else:
        text = _("After the first judgment, overlap, shared set, protocol and text view are fixed.")
    note(text)
    if is_loaded(plan):
        label = _("Rate five as an annotator") if plan.rates else _("Judge five as an annotator")
        page_link("trial", slug, label=label)


def _button(slug: str, plan: PlanReview, move: str) -> None:
    label, args = _(_LABELS[move]), (slug, move)
    waiting = unsaved_steps(slug) if move == "started" and is_loaded(plan) else []
    if waiting:
        _ask(slug, label, waiting)
    elif move not in _CONFIRMED:
        kind: Literal["primary", "secondary"] = "primary" if move in ("started", "resumed") else "secondary"
        idle = move == "started" and not is_loaded(plan)
        st.button(label, key=f"move_{move}", type=kind, disabled=idle, on_click=_move, args=args)
    else:
        with st.popover(label, key=f"asking_{move}"):
            campaign_line(slug)
            st.text(_(_CONFIRMED[move]))
            st.button(_(_YES[move]), key=f"move_{move}", on_click=_move, args=args)


def _ask(slug: str, label: str, waiting: list[str]) -> None:
    """Ask before a start with something that is typed and not saved: it would not hold."""
    steps = {
        "rules": _("Rules"),
        "letter": _("Letter"),
        "guidelines": _("Guidelines"),
        "facts": _("Facts for the data card"),
    }
    with st.popover(label, key="asking_started", type="primary"):
        st.text(_("Not saved yet: {steps}.", steps=", ".join(steps[step] for step in waiting)))
        for step in waiting:
            st.button(_("Go to {step}", step=steps[step]), key=f"back_to_{step}", on_click=_open, args=(slug, step))
        st.button(_("Start without it"), key="move_started", on_click=_move, args=(slug, "started"))


def _open(slug: str, step: str) -> None:
    setup_state().steps[slug] = step


def _move(slug: str, move: str) -> None:
    press("setup", lambda: move_campaign(store(), slug, move, session_id()), place="course")


def _duplicate(slug: str, plan: PlanReview) -> None:
    section_heading(
        title=_("Duplicate"),
        text=_(
            "A new campaign with the same protocol, rules, letter and guidelines. It has not started, and no responses "
            "are loaded."
        ),
    )
    with st.popover(_("Duplicate the campaign"), key=f"duplicating_{slug}"):
        key, people, gold = f"{slug}/copy", f"{slug}/copy_people", f"{slug}/copy_gold"
        state.setdefault(key, _("Copy of {title}", title=plan.title)[:LONGEST_TITLE])
        st.text_input(_("Title"), key=key, max_chars=LONGEST_TITLE)
        st.checkbox(_("Everybody keeps their roles"), key=people)
        if plan.gold:
            st.checkbox(_("The gold comparisons come along"), key=gold)
        elif plan.controls:
            st.checkbox(_("The control responses come along"), key=gold)
        st.button(_("Yes, duplicate it"), key="duplicate", on_click=_copy, args=(slug, key, people, gold))


def _copy(slug: str, key: str, people: str, gold: str) -> None:
    wanted = Copy(slug, state[key], state[people], state.get(gold, False))
    before = setup_state().copied
    if before and before[0] == wanted:
        show_campaign(before[1])  # the second click of a double click opens what the first one made
        return
    made = press("setup", lambda: _duplicated(wanted), place="course")
    if made.result:
        setup_state().copied = (wanted, made.result)
        show_campaign(made.result)


def _duplicated(wanted: Copy) -> str:
    people, gold = wanted.with_people, wanted.with_gold
    return duplicate_campaign(store(), wanted.slug, wanted.title, with_people=people, with_gold=gold, who=session_id())


def rounds(slug: str, plan: PlanReview) -> None:
    """What was added after judging began, and whether annotators' standards have drifted since."""
    del plan
    section_heading(
        title=_("Rounds"),
        text=_(
            "Responses loaded after judging began make a round of their own. Its anchors are old comparisons that are "
            "judged again: they show whether the standards have stayed the same."
        ),
    )
    later = list_rounds(store(), slug, session_id())
    if not later:
        note(_("There is only the first round so far. Load new responses under Texts to open another."))
    for row in later:
        text = drift_text(drift(store(), slug, row.number, session_id())) if row.anchors else ""
        st.html(heading_html(_round(row), "who") + note_html(text))


def _round(row: RoundRow) -> str:
    new = ngettext("{count} new comparison", "{count} new comparisons", row.comparisons)
    anchors = ngettext("{count} anchor", "{count} anchors", row.anchors)
    return _(
        "Round {number}, {date}: {new}, {anchors}",
        number=row.number,
        date=local_full_day(row.opened_at),
        new=new,
        anchors=anchors,
    )
