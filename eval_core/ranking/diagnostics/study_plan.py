"""What a study to come can decide, with variances that are assumed, given, or read from a pilot."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from eval_core.errors import InputError
from eval_core.ranking.diagnostics.pilot import Pilot
from eval_core.ranking.planned_power import LARGEST_GAP, Design, Power, power_of
from eval_core.ranking.uncertainty.total_victory import judgments_needed

ASSUMED_SD, ASSUMED_TIES = 0.3, 0.25


@dataclass(frozen=True)
class StudySize:
    """How large a study is.

    `per_annotator` is the most that one annotator judges, None for no limit; `per_prompt` the comparisons of each
    prompt, None for every pair of systems.
    """

    systems: int
    prompts: int
    annotators: int
    overlap: int = 1
    per_annotator: int | None = None
    per_prompt: float | None = None


@dataclass(frozen=True)
class StudyPlan:
    """A study and what it can decide.

    Attributes:
        sd_annotator, sd_prompt: standard deviations of a system's strength, natural log scale.
        source: where each of the two is from: 'given', 'pilot' or 'assumed'.
        tie_share: of judgments between equal systems.
        power: what it decides; cautious: the same where a pilot's standard deviations are as large as their intervals
            allow, None without a pilot.
        victory: how many annotators, and how many prompts, a system needs that wins every judgment, for this to decide
            a pair while all are open; victory_enough: whether the study has so many.
    """

    size: StudySize
    sd_annotator: float
    sd_prompt: float
    source: dict[str, str]
    tie_share: float
    level: float
    power: Power
    cautious: Power | None
    victory: int
    victory_enough: bool

    def as_dict(self) -> dict[str, Any]:
        """The JSON document of `parvis plan --format json`, without the pilot."""
        power, cautious = asdict(self.power), self.cautious
        return {
            **asdict(self.size),
            "level": self.level,
            "sd_annotator": self.sd_annotator,
            "sd_prompt": self.sd_prompt,
            "source": self.source,
            "tie_share": self.tie_share,
            **power,
            "cautious": None if cautious is None else asdict(cautious),
            "victory": {"needed": self.victory, "enough": self.victory_enough},
        }


def study_plan(
    size: StudySize,
    *,
    pilot: Pilot | None = None,
    sd_annotator: float | None = None,
    sd_prompt: float | None = None,
    gap: float | None = None,
    level: float = 0.95,
    power: float = 0.8,
) -> StudyPlan:
    """Plan a study; a standard deviation that is given counts before a pilot's, and a pilot's before an assumed one.

    Raises:
        InputError: as `plan_power`.
    """
    given = {"annotator": sd_annotator, "prompt": sd_prompt}
    parts = {"annotator": pilot.annotator if pilot else None, "prompt": pilot.prompt if pilot else None}
    sds, upper, source = {}, {}, {}
    for name, value in given.items():
        part = parts[name]
        if value is not None:
            sds[name] = upper[name] = value
            source[name] = "given"
        elif part is not None:
            sds[name], upper[name], source[name] = part.sd, part.high or part.sd, "pilot"
        else:
            sds[name] = upper[name] = ASSUMED_SD
            source[name] = "assumed"
    ties = pilot.tie_share if pilot else ASSUMED_TIES

    if not (0.5 <= power < 1 and abs(gap or 0.0) <= LARGEST_GAP):
        raise InputError("plan_out_of_range")

    def decides(of: dict[str, float]) -> Power:
        return power_of(design_of(size, of["annotator"], of["prompt"], ties, level), gap, power)

    found = decides(sds)
    needed = judgments_needed(size.systems * (size.systems - 1) // 2, 1 - level)
    return StudyPlan(
        size=size,
        sd_annotator=sds["annotator"],
        sd_prompt=sds["prompt"],
        source=source,
        tie_share=ties,
        level=level,
        power=found,
        cautious=decides(upper) if "pilot" in source.values() else None,
        victory=needed,
        victory_enough=min(size.annotators, size.prompts) >= needed,
    )


def design_of(
    size: StudySize,
    annotator_sd: float = ASSUMED_SD,
    prompt_sd: float = ASSUMED_SD,
    tie_share: float = ASSUMED_TIES,
    level: float = 0.95,
) -> Design:
    """A study of this size, where annotators and prompts differ so much; InputError as `plan_power`."""
    return Design(**asdict(size), tie_share=tie_share, annotator_sd=annotator_sd, prompt_sd=prompt_sd, level=level)
