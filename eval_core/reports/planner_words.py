"""What would decide who is best, in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from eval_core.locales import N_, number
from eval_core.locales import gettext as _
from eval_core.ranking.planning import PairPlan

_NAMED = 3
_SENTENCES = {
    "more_judgments": N_(
        "To decide between {one} and {two}, the same people would have to judge the two about so many times more: "
        "{judgments}."
    ),
    "more_prompts": N_(
        "More judgments on the same prompts will not decide between {one} and {two}. It would take about so many more "
        "prompts: {prompts}."
    ),
    "more_annotators": N_(
        "More judgments by the same people will not decide between {one} and {two}. It would take about so many more "
        "annotators: {annotators}."
    ),
    "more_annotators_and_prompts": N_(
        "More of the same will not decide between {one} and {two}. It would take about so many more annotators: "
        "{annotators}, and so many more prompts: {prompts}."
    ),
    "too_close": N_("{one} and {two} are so close that it would take more than it is worth to decide between them."),
}


def planner_sentences(plans: Sequence[PairPlan]) -> list[str]:
    """A sentence for each of the first pairs that is open and of which something can be said."""
    said = [sentence for plan in plans if (sentence := _sentence(plan))]
    return said[:_NAMED]


def _sentence(plan: PairPlan) -> str:
    about = {
        "one": plan.system,
        "two": plan.opponent,
        "judgments": number(plan.judgments or 0),
        "prompts": number(plan.prompts or 0),
        "annotators": number(plan.annotators or 0),
    }
    return _(_SENTENCES[plan.code], **about) if plan.code in _SENTENCES else ""
