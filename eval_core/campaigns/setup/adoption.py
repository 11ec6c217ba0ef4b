"""Writing a planned study into a campaign: its rules, as far as they can still be changed, and the question itself."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Grant, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.locks import lock_all_work
from eval_core.campaigns.rules import rules_of
from eval_core.campaigns.setup.cost import cost_of, cost_within
from eval_core.campaigns.setup.plan import change_settings_within, judging_began, plan_of
from eval_core.campaigns.setup.plan_size import Shared, shared_for, size_of
from eval_core.campaigns.setup.question import STUDY, Question, question_of
from eval_core.store import Campaign, Store

# What a study writes of the plan itself, besides the deadline.
WRITTEN = ("overlap", "shared", "shared_overlap", "per_annotator")
# Everyone may judge a fifth more than an equal share, so that the others can step in where someone stops.
_SLACK = 1.2


@dataclass(frozen=True)
class Adoption:
    """What became of a planned study.

    Attributes:
        written: rules that now have another value, by name.
        kept: rules that the study would have changed and that are fixed, by name, with the reason: 'judged' where
            judging has begun, 'loaded' where the texts that are there decide.
    """

    written: dict[str, Any]
    kept: dict[str, str]


def adopt_study(
    store: Store,
    slug: str,
    question: Question,
    deadline: datetime | None,
    *,
    seen: Mapping[str, Any] | None = None,
    who: Who = OPERATOR,
) -> Adoption:
    """Write a planned study into the campaign's rules, and keep its question. For leads.

    Written are overlap, shared set, quota, deadline and stopping rule. Comparisons per prompt follow when texts are
    loaded; those of texts that are there stay as they are.

    Args:
        deadline: None leaves the campaign's as it is.
        seen: values of the plan that the lead saw; one that someone else has changed meanwhile is refused.

    Raises:
        RefusedError: 'changed_meanwhile', 'signed_out' or 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        campaign = grant.campaign
        lock_all_work(db, campaign)
        now = plan_of(campaign)
        wanted, kept = _wanted(store, db, campaign, question, deadline), {}
        if judging_began(db, campaign):
            fixed = ("overlap", "shared", "shared_overlap")
            kept = {name: "judged" for name in fixed if name in wanted and wanted.pop(name) != getattr(now, name)}
        if _sampled_otherwise(db, campaign, question):
            kept["per_prompt"] = "loaded"
        stop = {"stop": "off"} if rules_of(campaign).stop != "off" else {}
        written = {name: value for name, value in wanted.items() if getattr(now, name) != value} | stop
        change_settings_within(db, grant, wanted, stop, seen)
        _remember(db, grant, question)
        return Adoption(written, kept)


def _wanted(
    store: Store, db: Session, campaign: Campaign, question: Question, deadline: datetime | None
) -> dict[str, Any]:
    rules, people = rules_of(campaign), question.annotators
    overlap = min(question.overlap, people)
    wanted: dict[str, Any] = {"overlap": overlap}
    comparisons = cost_within(store, db, campaign, rules, 0).comparisons
    if not comparisons:
        every = question.systems * (question.systems - 1) // 2
        each = question.systems if rates_responses(campaign) else min(question.per_prompt or every, every)
        comparisons = each * question.prompts
    shared = Shared(0, 0)
    if not rates_responses(campaign):
        shared = shared_for(comparisons, people, overlap)
        wanted |= {"shared": shared.comparisons, "shared_overlap": shared.overlap}
    judgments = shared.judgments(comparisons, overlap)
    work = judgments + cost_of(comparisons, judgments, 0, rules).extra  # gold and repeats count towards the quota
    wanted["per_annotator"] = math.ceil(_SLACK * work / people)
    if deadline is not None:
        wanted["deadline"] = deadline
    return wanted


def _sampled_otherwise(db: Session, campaign: Campaign, question: Question) -> bool:
    """Whether the texts that are there make another number of comparisons per prompt than the study asks for."""
    size = size_of(db, campaign)
    if question.per_prompt is None or not size.prompts:
        return False
    every = size.systems * (size.systems - 1) // 2
    return round(size.per_prompt or every) != min(question.per_prompt, every)


def _remember(db: Session, grant: Grant, question: Question) -> None:
    if question_of(grant.campaign) == question:
        return
    grant.campaign.settings = {**grant.campaign.settings, STUDY: question.model_dump(exclude_defaults=True)}
    note(db, grant, "study_planned", preferred=question.share, annotators=question.annotators, overlap=question.overlap)
