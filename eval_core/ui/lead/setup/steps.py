"""The steps of a plan, one question each: what is done, what is missing, and which one is open."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from eval_core.campaigns.setup.plan_review import PlanReview
from eval_core.locales import N_, current_language, ngettext
from eval_core.locales import gettext as _
from eval_core.ui.lead.setup.background import background
from eval_core.ui.lead.setup.facts import facts
from eval_core.ui.lead.setup.fields import unsaved, unsaved_text
from eval_core.ui.lead.setup.guideline_editions import guidelines
from eval_core.ui.lead.setup.invited import people
from eval_core.ui.lead.setup.outlook import rules_outlook
from eval_core.ui.lead.setup.rules import SECTIONS, letter
from eval_core.ui.lead.setup.setup_state import setup_state
from eval_core.ui.lead.setup.status import course, rounds
from eval_core.ui.lead.setup.study_step.study import study
from eval_core.ui.lead.setup.texts.step import loaded_text, texts
from eval_core.ui.lead.setup.words import STATUS, advice_text, is_loaded, overlap_sentence, plan_sentences, work_text
from eval_core.ui.parts.html import note_html, verdict_html

TITLES = {
    "data": N_("Texts: what is judged?"),
    "study": N_("Plan: how large must it be?"),
    "rules": N_("Rules: how is it judged?"),
    "letter": N_("Letter: what do annotators agree to?"),
    "guidelines": N_("Guidelines: what do annotators read?"),
    "facts": N_("Facts for the data card"),
    "people": N_("People: who judges?"),
    "course": N_("Status: is it running?"),
    "rounds": N_("Rounds"),
}
state = st.session_state


def head(plan: PlanReview) -> str:
    """The plan in two sentences, the campaign's status, and from when a change applies."""
    notes = note_html(_(STATUS[plan.status])) if plan.status != "open" else ""
    if plan.judged and plan.status in ("open", "paused"):
        judged, rated = (
            _("Judging has begun: changes apply from the next comparison."),
            _("Rating has begun: changes apply from the next response."),
        )
        notes += note_html(rated if plan.rates else judged)
    return verdict_html(plan_sentences(plan)) + notes


def steps_of(plan: PlanReview) -> tuple[str, ...]:
    """The steps that this campaign has."""
    absent = {"rounds": plan.rates or not plan.judged, "guidelines": plan.rates}  # raters read what the protocol says
    return tuple(step for step in TITLES if not absent.get(step, False))


def step_status(step: str, plan: PlanReview) -> tuple[bool, str]:
    """Whether a step is done or optional, and its status in a few words."""
    if step == "data":
        return is_loaded(plan), loaded_text(plan)
    if step == "study":
        return True, _("About {time}", time=work_text(plan.cost.hours_left)) if plan.cost.judgments else ""
    if step == "rules":
        wrong = [advice for advice in plan.advice if advice.code.startswith(("gold", "repeats"))]
        return True, advice_text(wrong[0]) if wrong else overlap_sentence(plan)
    if step == "letter":
        return True, _("Annotators agree to it first.") if plan.rules.letter.complete else _("No letter (optional)")
    if step == "guidelines":
        return True, _("Version {version}", version=plan.guidelines)
    if step == "people":
        text = ngettext("{count} annotator judges", "{count} annotators judge", plan.annotators)
        return bool(plan.annotators), text if plan.annotators else _("Nobody yet")
    if step == "course":
        return plan.status != "draft", _(STATUS[plan.status])
    return True, _("Can wait until the data are published") if step == "facts" else ""


def choose_step(slug: str, plan: PlanReview) -> str:
    """The list of steps, each with what is done or missing; the one that is open."""
    steps, chosen = steps_of(plan), setup_state().steps
    if chosen.get(slug) not in steps:
        chosen[slug] = _first(steps, plan)
    # The browser names a step by its label, so the widget of each language has its own key.
    widget = f"setup_step_{current_language()}"
    state[widget] = chosen[slug]
    captions = []
    for step in steps:
        done, text = step_status(step, plan)
        count = unsaved(slug, step)
        captions.append(f"✎ {unsaved_text(count)}" if count else text if done else f"⚠ {text}")
    st.radio(
        _("Steps"),
        steps,
        format_func=lambda step: _(TITLES[step]),
        captions=captions,
        key=widget,
        on_change=_chosen,
        args=(slug, widget),
        label_visibility="collapsed",
    )
    return chosen[slug]


def _first(steps: tuple[str, ...], plan: PlanReview) -> str:
    """The first step that a draft lacks; of a campaign that has begun, its status."""
    missing = [step for step in steps if not step_status(step, plan)[0]]
    return missing[0] if plan.status == "draft" and missing else "course"


def _chosen(slug: str, widget: str) -> None:
    setup_state().steps[slug] = state[widget]


def show_step(slug: str, plan: PlanReview, step: str) -> None:
    """The open step, and in a draft the way to the next one."""
    if step == "rules":
        fields, outlook = st.columns([3, 2], gap="medium")
        with fields, st.container(key="rules_fields"):
            for section in SECTIONS:
                section(slug, plan)
        with outlook:
            rules_outlook(slug, plan)
    else:
        for section in _SECTIONS[step]:
            section(slug, plan)
    steps = steps_of(plan)
    if plan.status == "draft" and step != steps[-1]:
        following = steps[steps.index(step) + 1]
        label = _("Go on: {step}", step=_(TITLES[following]))
        st.button(label, key="setup_next", on_click=_go, args=(slug, following))


def _go(slug: str, step: str) -> None:
    setup_state().steps[slug] = step


_SECTIONS: dict[str, tuple[Callable[[str, PlanReview], None], ...]] = {
    "data": (texts,),
    "study": (study,),
    "letter": (letter,),
    "guidelines": (guidelines,),
    "facts": (facts,),
    "people": (people,),
    "course": (course, background),
    "rounds": (rounds,),
}
