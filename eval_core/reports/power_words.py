"""What would separate the best systems, in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from eval_core.locales import N_, number
from eval_core.locales import gettext as _
from eval_core.ranking.power import PairPlan
from eval_core.reports.ranking_words import short

_NAMED = 3
_EXACT = 10
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


def roughly(value: int) -> str:
    """A number that is an order of magnitude: two figures, the second one 0 or 5 from 20 on; up to 20 as it is."""
    if value <= 2 * _EXACT:
        return number(value)
    unit = _EXACT ** (len(str(value)) - 1)
    step = unit // (5 if value < 2 * unit else 2)
    return number(step * ((2 * value + step) // (2 * step)))


def _sentence(plan: PairPlan) -> str:
    about = {
        "one": short(plan.system),
        "two": short(plan.opponent),
        "judgments": roughly(plan.judgments or 0),
        "prompts": roughly(plan.prompts or 0),
        "annotators": roughly(plan.annotators or 0),
    }
    return _(_SENTENCES[plan.code], **about) if plan.code in _SENTENCES else ""
