"""What a planned study would see, take and cost: computed from the question alone, without the database."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import date, timedelta

from eval_core.campaigns.rules import Rules
from eval_core.campaigns.setup.cost import Cost, cost_under
from eval_core.campaigns.setup.plan_size import shared_for
from eval_core.campaigns.setup.question import Question
from eval_core.errors import InputError
from eval_core.ranking.diagnostics.pilot import Pilot
from eval_core.ranking.diagnostics.study_plan import ASSUMED_TIES, StudyPlan, StudySize, design_of, study_plan
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
        size: of the study; comparisons: all; judgments: of them, a shared set included, without gold, repeats,
            training and test.
        cost: in work; hours_each: of one annotator, from now on.
        ends: the day on which the last is done, at the hours a week that were asked for; None where nothing is left.
        money: hours from now on times pay; None without pay.
        gap: the difference of strengths that was asked for; study: what it decides, at that gap too. Both None for
            ratings, and where there is no study yet.
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
    study: StudyPlan | None = None
    curve: tuple[float, ...] = ()
    helps: tuple[Help, ...] = ()

    @property
    def power(self) -> float | None:
        """The probability of deciding two systems that differ as asked."""
        return None if self.study is None else self.study.power.power

    @property
    def smallest(self) -> float | None:
        """The smallest preference that is decided with probability `WANTED`, None where none is."""
        return None if self.study is None else self.study.power.smallest_share


def foresee(question: Question, ground: Ground, today: date) -> StudyOutlook:
    """The outlook of a study; `today` is when work begins or goes on."""
    size = _size(question, ground)
    comparisons = _comparisons(size, ground)
    judgments = _judgments(comparisons, question, ground)
    cost = ground.cost if ground.loaded else replace(ground.cost, words=float(question.words))
    cost = cost_under(cost, ground.rules, question.annotators, comparisons, judgments)
    outlook = StudyOutlook(
        size=size,
        comparisons=comparisons,
        judgments=judgments,
        cost=cost,
        hours_each=cost.hours_left / question.annotators,
        ends=end_of(cost, question.annotators, question, today),
        money=None if question.pay is None else question.pay * cost.hours_left,
    )
    if ground.rates:
        return outlook
    try:
        return _with_power(outlook, question.share, ground.pilot)
    except InputError:
        return outlook


def _judgments(comparisons: int, question: Question, ground: Ground) -> int:
    if ground.cost.done:  # laid out for good
        return ground.cost.judgments
    overlap = min(question.overlap, question.annotators)
    if ground.rates:
        return comparisons * overlap
    return shared_for(comparisons, question.annotators, overlap).judgments(comparisons, overlap)


def end_of(cost: Cost, people: int, question: Question, today: date) -> date | None:
    """The day on which so many people are done, at the hours a week that were asked for; None where nothing is left."""
    if not cost.hours_left or not people:
        return None
    return today + timedelta(days=math.ceil(_DAYS_A_WEEK * cost.hours_left / people / question.hours_a_week))


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


def _with_power(outlook: StudyOutlook, share: float, pilot: Pilot | None) -> StudyOutlook:
    gap = gap_at(share, pilot.tie_share if pilot else ASSUMED_TIES)
    study = study_plan(outlook.size, pilot=pilot, gap=gap)
    design = design_of(outlook.size, study.sd_annotator, study.sd_prompt, study.tie_share)
    return replace(
        outlook,
        gap=gap,
        study=study,
        curve=tuple(design.power_at(gap_at(each, study.tie_share)) for each in SHARES),
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
