"""What would separate the best systems, in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from eval_core.locales import N_, number
from eval_core.locales import gettext as _
from eval_core.ranking.power import PairPlan

_NAMED = 3
_SENTENCES = {
    "more_judgments": N_(
        "To separate {one} and {two}, the same people would need about {judgments} more judgments of this pair."
    ),
    "more_prompts": N_(
        "More judgments on the same prompts will not separate {one} and {two}. That would take about {prompts} more "
        "prompts."
    ),
    "more_annotators": N_(
        "More judgments by the same people will not separate {one} and {two}. That would take about {annotators} more "
        "annotators."
    ),
    "more_annotators_and_prompts": N_(
        "More of the same will not separate {one} and {two}. That would take about {annotators} more annotators and "
        "{prompts} more prompts."
    ),
    "too_close": N_("{one} and {two} are so close that separating them would cost more than it is worth."),
}


def planner_sentences(plans: Sequence[PairPlan]) -> list[str]:
    """A sentence for each of the first pairs that is undecided and has a plan."""
    sentences = [sentence for plan in plans if (sentence := _sentence(plan))]
    return sentences[:_NAMED]


def _sentence(plan: PairPlan) -> str:
    about = {
        "one": plan.system,
        "two": plan.opponent,
        "judgments": number(plan.judgments or 0),
        "prompts": number(plan.prompts or 0),
        "annotators": number(plan.annotators or 0),
    }
    return _(_SENTENCES[plan.code], **about) if plan.code in _SENTENCES else ""
