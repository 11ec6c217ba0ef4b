"""What a plan takes, costs and sees, in a small table next to the fields: it follows what is typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from html import escape

import streamlit as st

from eval_core.campaigns.my_work.hours import time_zone
from eval_core.campaigns.rules import Rules
from eval_core.campaigns.setup.cost import Cost, cost_under
from eval_core.campaigns.setup.outlook import WANTED, Ground, end_of
from eval_core.campaigns.setup.plan import Plan
from eval_core.campaigns.setup.plan_review import PlanReview
from eval_core.campaigns.setup.question import Question
from eval_core.errors import InputError
from eval_core.locales import full_day, number, percent
from eval_core.locales import gettext as _
from eval_core.ranking.diagnostics.pilot import Pilot
from eval_core.ranking.diagnostics.study_plan import study_plan
from eval_core.ranking.planned_power import Power
from eval_core.reports.plan_words import money_text, preferred_text
from eval_core.ui.lead.setup.fields import RULES, save_buttons, trial
from eval_core.ui.lead.setup.words import basis_text, work_text
from eval_core.ui.parts.html import note
from eval_core.ui.parts.local_time import zone_name
from eval_core.ui.session import store

Row = tuple[str, str]  # what it is, and how much


def today() -> date:
    """The day where the browser is."""
    return store().now().astimezone(time_zone(zone_name())).date()


def ground_of(plan: PlanReview, pilot: Pilot | None = None) -> Ground:
    """What a question meets in this campaign, with a pilot's variances where one is chosen."""
    return Ground(
        systems=len(plan.systems),
        prompts=plan.prompts,
        comparisons=plan.cost.comparisons,
        cost=plan.cost,
        rules=plan.rules,
        rates=plan.rates,
        pilot=pilot,
    )


def rules_outlook(slug: str, plan: PlanReview) -> None:
    """What the rules cost and decide as they are typed, and the buttons that save or forget all of it."""
    wanted, rules, _faults = trial(slug, plan)
    question = plan.question or Question()
    cost = _typed_cost(plan, wanted, rules)
    people = max(plan.annotators, 1)
    rows = cost_rows(cost, people, question, end_of(cost, people, question, today()))
    if not plan.rates:
        power = _typed_power(plan, wanted)
        rows.append(seen_row(None if power is None else power.smallest_share))
    with st.container(key="rules_outlook"):
        table(_("With these rules"), rows)
        note(basis_text(cost, rates=plan.rates) if cost.judgments else _("There are no texts yet."))
        save_buttons(slug, plan, "rules", _("Save the rules"), RULES)


def cost_rows(cost: Cost, people: int, question: Question, ends: date | None) -> list[Row]:
    """Hours, hours each, the day on which it is done, and money where a pay is known."""
    rows = [
        (_("Work left") if cost.done else _("Work"), work_text(cost.hours_left)),
        (_("For each annotator"), work_text(cost.hours_left / people)),
    ]
    if ends is not None:
        rows.append((_("Done, at {hours} hours a week", hours=number(question.hours_a_week)), full_day(ends)))
    if question.pay is not None:
        rows.append((_("Pay in all"), money_text(question.pay * cost.hours_left, question.currency)))
    return rows


def seen_row(share: float | None) -> Row:
    """The smallest preference that a plan probably sees."""
    seen = _("nothing") if share is None else preferred_text(share)
    return _("Seen with {power}", power=percent(WANTED)), seen


def table(title: str, rows: Sequence[Row]) -> None:
    """Draw what and how much, as small sums under a heading; a phone scrolls them, so the keyboard reaches them too."""
    cells = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in rows)
    st.html(f'<div class="outlook"><h3>{escape(title)}</h3><dl tabindex="0">{cells}</dl></div>')


def _typed_cost(plan: PlanReview, wanted: Plan, rules: Rules) -> Cost:
    """The cost of the comparisons that are there, if overlap, shared set and rules were as typed."""
    there = plan.cost
    laid_out = ("overlap", "shared", "shared_overlap")
    judgments = there.judgments
    if any(getattr(wanted, name) != getattr(plan.plan, name) for name in laid_out):
        shared = 0 if plan.rates else min(wanted.shared, there.comparisons)
        judgments = (there.comparisons - shared) * wanted.overlap + shared * wanted.shared_overlap
    return cost_under(there, rules, plan.annotators, there.comparisons, judgments)


def _typed_power(plan: PlanReview, wanted: Plan) -> Power | None:
    """What the comparisons and people that are there decide, if overlap and quota were as typed."""
    size = replace(plan.size, overlap=min(wanted.overlap, plan.size.annotators), per_annotator=wanted.per_annotator)
    try:
        return study_plan(size).power
    except InputError:
        return None
