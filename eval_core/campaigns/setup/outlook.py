"""What a planned study would see, take and cost: computed from the question alone, without the database."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import date, timedelta

from eval_core.campaigns.rules import Rules
from eval_core.campaigns.setup.cost import Cost, cost_under
from eval_core.campaigns.setup.question import Question
from eval_core.errors import InputError
from eval_core.ranking.comparison import share_at
from eval_core.ranking.diagnostics.pilot import Pilot
from eval_core.ranking.diagnostics.study_plan import (
    ASSUMED_SD,
    ASSUMED_TIES,
    StudySize,
    design_of,
)
from eval_core.ranking.planned_power import Design, gap_at

WANTED = 0.8  # the probability that the smallest difference is for
# The shares at which the curve is drawn: how often the better of two systems is preferred.
SHARES = tuple(round(0.5 + 0.02 * step, 2) for step in range(1, 19))
_MORE = 1.5  # by how much people and prompts are raised to see what helps
_DAYS_A_WEEK = 7


@dataclass(frozen=True)
class Ground:
    """What the question meets.

    Attributes:
        systems, prompts, comparisons: of the texts that are loaded; 0 where there are none.
        cost: of the campaign as it is, which has the pace and the words; rules: those of checks and training.
        rates: whether responses are rated, which has no power.
        pilot: judgments that show how much people and prompts differ; None to assume it.
    """

    systems: int
    prompts: int
    comparisons: int
    cost: Cost
    rules: Rules
    rates: bool = False
    pilot: Pilot | None = None

    @property
    def loaded(self) -> bool:
        """Whether there are texts, so that their numbers are not asked for."""
        return self.comparisons > 0


@dataclass(frozen=True)
class Help:
    """What more of one thing would change: `of` 'annotators', 'prompts' or 'overlap', `to` so many, the power then."""

    of: str
    to: int
    power: float


@dataclass(frozen=True)
class StudyOutlook:
    """What a study would see, take and cost.

    Attributes:
        size: of the study; comparisons: all; judgments: of them, without gold, repeats, training and test.
        cost: in work; hours_each: of one annotator, from now on.
        ends: the day on which the last is done, at the hours a week that were asked for; None where nothing is left.
        money: hours from now on times pay; None without pay.
        power: the probability of deciding two systems that differ as asked; smallest: the share that is decided with
            probability `WANTED`, None where none is. Both None for ratings, and where there is no study yet.
        curve: power at each of `SHARES`; helps: what more people, prompts and overlap would do, the best first.
    """

    size: StudySize
    comparisons: int
    judgments: int
    cost: Cost
    hours_each: float
    ends: date | None
    money: float | None
    gap: float | None = None
    power: float | None = None
    smallest: float | None = None
    curve: tuple[float, ...] = ()
    helps: tuple[Help, ...] = ()


def foresee(question: Question, ground: Ground, today: date) -> StudyOutlook:
    """The outlook of a study; `today` is when work begins or goes on."""
    size = _size(question, ground)
    comparisons = _comparisons(size, ground)
    judgments = comparisons * min(question.overlap, question.annotators)
    cost = ground.cost if ground.loaded else replace(ground.cost, words=float(question.words))
    cost = cost_under(cost, ground.rules, question.annotators, comparisons, judgments)
    each = cost.hours_left / question.annotators
    days = math.ceil(_DAYS_A_WEEK * each / question.hours_a_week)
    outlook = StudyOutlook(
        size=size,
        comparisons=comparisons,
        judgments=judgments,
        cost=cost,
        hours_each=each,
        ends=today + timedelta(days=days) if cost.hours_left else None,
        money=None if question.pay is None else question.pay * cost.hours_left,
    )
    if ground.rates:
        return outlook
    try:
        design = _design(size, ground.pilot)
    except InputError:
        return outlook
    return _with_power(outlook, design, question.share, ground.pilot)


def _size(question: Question, ground: Ground) -> StudySize:
    people = question.annotators
    if not ground.loaded:
        overlap = min(question.overlap, people)
        return StudySize(question.systems, question.prompts, people, overlap, None, question.per_prompt)
    every = ground.systems * (ground.systems - 1) // 2
    sampled = not ground.rates and ground.prompts and ground.comparisons < every * ground.prompts
    per_prompt = ground.comparisons / ground.prompts if sampled else None
    return StudySize(ground.systems, ground.prompts, people, min(question.overlap, people), None, per_prompt)


def _comparisons(size: StudySize, ground: Ground) -> int:
    """Comparisons, or responses where these are rated."""
    if ground.loaded:
        return ground.comparisons
    if ground.rates:
        return size.systems * size.prompts
    every = size.systems * (size.systems - 1) // 2
    return round(min(size.per_prompt or every, every) * size.prompts)


def _design(size: StudySize, pilot: Pilot | None) -> Design:
    if pilot is None:
        return design_of(size)
    people, prompts = (part.sd if part is not None else ASSUMED_SD for part in (pilot.annotator, pilot.prompt))
    return design_of(size, people, prompts, pilot.tie_share)


def _with_power(outlook: StudyOutlook, design: Design, share: float, pilot: Pilot | None) -> StudyOutlook:
    ties = ASSUMED_TIES if pilot is None else pilot.tie_share
    gap = gap_at(share, ties)
    smallest = design.smallest_gap(WANTED)
    return replace(
        outlook,
        gap=gap,
        power=design.power_at(gap),
        smallest=None if smallest is None else share_at(smallest, design.nu),
        curve=tuple(design.power_at(gap_at(each, ties)) for each in SHARES),
        helps=_helps(design, gap),
    )


def _helps(design: Design, gap: float) -> tuple[Help, ...]:
    """What half as many people more, half as many prompts more, and one judgment more of each comparison would do."""
    people, prompts = math.ceil(_MORE * design.annotators), math.ceil(_MORE * design.prompts)
    found = [
        Help("annotators", people, replace(design, annotators=people).power_at(gap)),
        Help("prompts", prompts, replace(design, prompts=prompts).power_at(gap)),
    ]
    if design.overlap < design.annotators:
        more = design.overlap + 1
        found.append(Help("overlap", more, replace(design, overlap=more).power_at(gap)))
    return tuple(sorted(found, key=lambda each: -each.power))
