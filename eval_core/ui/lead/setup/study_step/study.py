"""The step Plan: which difference must be seen, by when, for how much; and the study that does it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import streamlit as st

from eval_core.campaigns.rules import RuleError
from eval_core.campaigns.setup.adoption import WRITTEN, adopt_study
from eval_core.campaigns.setup.outlook import SHARES, StudyOutlook, foresee
from eval_core.campaigns.setup.plan_review import PlanReview
from eval_core.campaigns.setup.question import PRESETS, Question, checked_question
from eval_core.locales import N_, number, percent
from eval_core.locales import gettext as _
from eval_core.reports.plan_words import (
    adoption_sentences,
    honesty_text,
    outlook_sentences,
    preferred_text,
    victory_sentence,
)
from eval_core.ui.frame.campaign_line import campaign_help
from eval_core.ui.lead.setup.fields import end_of_day, field_key, section_heading, stored_day
from eval_core.ui.lead.setup.outlook import cost_rows, ground_of, seen_row, table, today
from eval_core.ui.lead.setup.setup_state import setup_state
from eval_core.ui.lead.setup.study_step.dials import bound, choice, dial, field, put, value_of, whole_of
from eval_core.ui.lead.setup.study_step.pilot_choice import choose_pilot
from eval_core.ui.lead.setup.study_step.power_curve import power_curve
from eval_core.ui.lead.setup.unsaved import discard
from eval_core.ui.lead.setup.words import basis_text
from eval_core.ui.parts.html import note, sentence, subheading, trouble
from eval_core.ui.parts.press import press, show_notice
from eval_core.ui.session import session_id, store

_PRESETS = {
    "quick": (N_("Quick look"), N_("Finds large differences with few people, in days.")),
    "paper": (N_("Paper"), N_("Finds differences that readers care about, with agreement.")),
    "large": (N_("Large study"), N_("Finds small differences; needs many people and prompts.")),
}
_SHARES = (0.55, 0.575, 0.6, 0.625, 0.65, 0.7, 0.75, 0.8, 0.85)


def study(slug: str, plan: PlanReview) -> None:
    """The question and the study on the left; what it sees, takes and costs next to it."""
    section_heading(title=_("Plan from the question"), text=_heading(plan))
    asked = _defaults(plan)
    _presets(slug, plan)
    fields, outlook = st.columns([3, 2], gap="medium")
    with fields, st.container(key="study_fields"):
        answers, deadline = _question(slug, plan, asked)
        answers |= _study(slug, plan, asked)
        pilot = None if plan.rates else choose_pilot(slug)
    with outlook, st.container(key="study_outlook"):
        try:
            question = checked_question(asked.model_dump() | answers)
        except RuleError:
            trouble(_("The plan cannot be computed with these numbers."))
            return
        found = foresee(question, ground_of(plan, pilot), today())
        _outlook(slug, plan, question, found, deadline)
    if found.study is not None:
        note(honesty_text(found.study))
        note(victory_sentence(found.study))


def _heading(plan: PlanReview) -> str:
    if plan.rates:
        return _(
            "By when, and for how much? Set people and overlap until hours, end and pay fit, then use the plan. Where "
            "responses are rated, Parvis does not compute which differences a study sees."
        )
    return _(
        "Which difference must you be able to see, by when, for how much? Set people, prompts and overlap until the "
        "probability, the end and the pay fit, then use the plan: it writes the rules. Nothing is saved before."
    )


def _defaults(plan: PlanReview) -> Question:
    """What was asked before; else what the campaign is now."""
    if plan.question is not None:
        return plan.question
    people = min(plan.annotators, 100) or Question().annotators
    return Question(annotators=people, overlap=min(plan.plan.overlap, 100))


def _presets(slug: str, plan: PlanReview) -> None:
    with st.container(key="study_presets"):
        for column, (name, (label, meaning)) in zip(st.columns(3), _PRESETS.items(), strict=True):
            answers = {key: value for key, value in PRESETS[name].items() if key != "share" or not plan.rates}
            with column:
                st.button(_(label), key=f"preset_{name}", on_click=put, args=(slug, answers), width="stretch")
                note(f"{_preset_text(name, plan)} {_(meaning)}")


def _preset_text(name: str, plan: PlanReview) -> str:
    preset = PRESETS[name]
    facts = {key: number(value) for key, value in preset.items() if key != "share"}
    if plan.rates:
        return _("annotators: {annotators} · overlap: {overlap}.", **facts)
    return _(
        "{share} · annotators: {annotators} · prompts: {prompts} · overlap: {overlap}.",
        share=preferred_text(preset["share"]),
        **facts,
    )


def _question(slug: str, plan: PlanReview, asked: Question) -> tuple[dict[str, Any], datetime | None]:
    """The three questions: the difference, the deadline, the money."""
    answers: dict[str, Any] = {}
    subheading(_("The question"))
    if not plan.rates:
        answers["share"] = choice(
            slug,
            "share",
            _("Which difference must be seen? The better one is preferred …"),
            sorted({*_SHARES, asked.share}),
            asked.share,
            preferred_text,
        )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        stored = stored_day(plan.plan.deadline)
        key = bound(slug, "deadline", stored)
        day = st.date_input(_("By when? (optional)"), value=None, format="YYYY-MM-DD", width=184, **field(key))
        answers["hours_a_week"] = value_of(
            slug, "hours_a_week", asked.hours_a_week, _("Hours a week each"), (0.5, 60.0), 0.5
        )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        key = bound(slug, "pay", asked.pay)
        answers["pay"] = st.number_input(
            _("Pay per hour (optional)"), 0.0, 1_000_000.0, value=None, step=10.0, format="%g", width=184, **field(key)
        )
        key = bound(slug, "currency", asked.currency)
        answers["currency"] = st.text_input(_("Currency"), max_chars=12, width=112, **field(key))
    deadline = plan.plan.deadline if day == stored else end_of_day(day)
    return answers, deadline


def _study(slug: str, plan: PlanReview, asked: Question) -> dict[str, Any]:
    """The study: people and overlap, and without texts also systems, prompts and their length."""
    subheading(_("The study"))
    answers: dict[str, Any] = {
        "annotators": dial(slug, "annotators", asked.annotators, _("Annotators"), (1, 40), 100),
        "overlap": dial(
            slug,
            "overlap",
            asked.overlap,
            _("Annotators per response") if plan.rates else _("Annotators per comparison"),
            (1, 6),
            100,
            disabled=plan.judged,
        ),
    }
    if plan.judged:  # fixed
        answers["overlap"] = plan.plan.overlap
    if ground_of(plan).loaded:
        note(_loaded(plan))
        return answers
    answers["prompts"] = dial(slug, "prompts", asked.prompts, _("Prompts"), (5, 400), 100_000)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        answers["systems"] = whole_of(slug, "systems", asked.systems, _("Systems"), (2, 50))
        if not plan.rates:
            key = bound(slug, "per_prompt", asked.per_prompt)
            answers["per_prompt"] = st.number_input(
                _("Comparisons per prompt (empty: every pair)"), 1, 1225, value=None, step=1, width=280, **field(key)
            )
        label = _("Words of a prompt and a response") if plan.rates else _("Words of a prompt and two responses")
        answers["words"] = whole_of(slug, "words", asked.words, label, (1, 100_000), 50)
    return answers


def _loaded(plan: PlanReview) -> str:
    facts = {"systems": number(len(plan.systems)), "prompts": number(plan.prompts)}
    if plan.rates:
        return _("Texts are loaded: {systems} systems, {prompts} prompts.", **facts)
    return _(
        "Texts are loaded: {systems} systems, {prompts} prompts, {comparisons} comparisons. To plan with others, load "
        "others.",
        comparisons=number(plan.cost.comparisons),
        **facts,
    )


def _outlook(slug: str, plan: PlanReview, question: Question, found: StudyOutlook, deadline: datetime | None) -> None:
    """What the study sees, takes and costs, and the button that writes it."""
    rows = [(_("Rated responses") if plan.rates else _("Judgments"), number(found.judgments))]
    rows += cost_rows(found.cost, question.annotators, question, found.ends)
    if found.power is not None:
        sees = _("Probability of seeing {share}", share=preferred_text(question.share))
        rows = [(sees, percent(found.power)), seen_row(found.smallest), *rows]
    with st.container(key="study_sums"):
        table(_("This plan"), rows)
    seen = {name: getattr(plan.plan, name) for name in WRITTEN}
    st.button(
        _("Use this plan"),
        key="use_plan",
        type="primary",
        help=campaign_help(slug),
        on_click=_use,
        args=(slug, question, deadline, seen),
    )
    show_notice("setup", "study", once=True)
    adopted = setup_state().adopted
    if adopted and adopted[0] == slug:
        for text in adoption_sentences(adopted[1], question, plan.annotators, loaded=ground_of(plan).loaded):
            note(text, role="status")
    if not plan.rates:
        for text in outlook_sentences(found, question.share):
            sentence(text)
    if found.curve:
        power_curve(SHARES, found.curve, question.share, found.power or 0.0)
    last = stored_day(deadline)
    if last and found.ends and found.ends > last:
        trouble(_("It ends after the deadline: more annotators, or more hours a week, would help."), role="status")
    note(basis_text(found.cost, rates=plan.rates))


def _use(slug: str, question: Question, deadline: datetime | None, seen: dict[str, Any]) -> None:
    setup_state().adopted = None
    used = press(
        "setup",
        lambda: adopt_study(store(), slug, question, deadline, seen=seen, who=session_id()),
        done=N_("The plan is written into the rules."),
        place="study",
    )
    if used.result:
        setup_state().adopted = slug, used.result
        discard(field_key(slug, name) for name in used.result.written)  # the step Rules shows what is stored now
