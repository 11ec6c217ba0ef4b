"""What a plan can decide before anything is judged: power, and the smallest difference.

`eval_core.ranking.power` says what more would decide once there are judgments; both rest on the same parts of variance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from scipy import optimize, stats

from eval_core.errors import InputError
from eval_core.ranking.comparison import share_at
from eval_core.ranking.uncertainty.covariance import CORRECTED
from eval_core.ranking.uncertainty.half_pooled import degrees_of_freedom

LARGEST_GAP = 12.0
_LARGEST_SD = 1e6
_NODES = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 20.0, 40.0, 120.0, math.inf)


def information(gap: float, nu: float) -> float:
    """I(d) of one judgment in Davidson's model with tie parameter ν; at ν = 0 that of Bradley-Terry."""
    decisive = 2 * math.cosh(min(abs(gap) / 2, 300.0))
    won = decisive / (decisive + nu)
    return float((won - (math.tanh(gap / 2) * won) ** 2) / 4)


@lru_cache(maxsize=512)
def _smallest(design: Design, power: float) -> float | None:
    # Power rises with the gap until judgments say next to nothing.
    below = 0.0
    for gap in map(float, np.linspace(0, LARGEST_GAP, 241)[1:]):
        if design.power_at(gap) >= power:
            return float(optimize.brentq(lambda at: design.power_at(at) - power, below, gap, xtol=1e-4))
        below = gap
    return None


@dataclass(frozen=True)
class Power:
    """What a plan can decide.

    Attributes:
        judgments: how many the plan makes altogether; per_pair: of each pair of systems.
        smallest_gap: the smallest difference of strengths (natural log scale) that is decided with the wanted
            probability; None where none is. smallest_share: the expected share of wins, a tie as half, at that gap.
        power: the probability of deciding a pair at the assumed gap; None where no gap was assumed.
        df: degrees of freedom at the smallest gap (at none without it), None for a normal test.
    """

    judgments: int
    per_pair: float
    smallest_gap: float | None
    smallest_share: float | None
    power: float | None
    df: float | None


@dataclass(frozen=True)
class Design:
    """A balanced plan: every pair of systems on every prompt, or a share of them, `overlap` annotators each.

    With n judgments of each pair, and all other systems midway between the two, the variance of their difference g is
    1/(n (I(g) + (K − 2) I(g/2)/2)), the resistance between them where each pair is a conductor of its information,
    plus 2 annotator_sd²/annotators + 2 prompt_sd²/prompts. All pairs are tested together by Tukey's studentized range
    with as many degrees of freedom as `rank` would find; the power of one pair is that of the noncentral t. (The
    step-down test that follows decides a few more.)

    Attributes:
        per_prompt: comparisons of each prompt, None for every pair of systems.
        per_annotator: the most that one annotator judges; a plan cut short by it stays balanced.
        tie_share: of judgments between equally strong systems, 0 or more and below 1.
        annotator_sd, prompt_sd: by how much a system's strength differs between annotators (between prompts),
            standard deviation on the natural log scale. The defaults are assumptions, not measurements.
        level: of the tests of all pairs together, above 0 and below 1.

    Raises:
        InputError: for a plan without two systems, a prompt and an annotator, more overlap than annotators, or
            numbers out of range.
    """

    systems: int
    prompts: int
    annotators: int
    overlap: int = 1
    per_prompt: float | None = None
    per_annotator: int | None = None
    tie_share: float = 0.25
    annotator_sd: float = 0.3
    prompt_sd: float = 0.3
    level: float = 0.95

    def __post_init__(self) -> None:
        """Refuse what is no plan."""
        enough = self.systems >= 2 and self.prompts >= 1 and 1 <= self.overlap <= self.annotators
        limits = (self.per_annotator is None or self.per_annotator >= 1) and (
            self.per_prompt is None or self.per_prompt > 0
        )
        if not (enough and limits):
            raise InputError("plan_too_small")
        sds = all(0 <= sd <= _LARGEST_SD for sd in (self.annotator_sd, self.prompt_sd))
        if not (0 <= self.tie_share < 1 and 0 < self.level < 1 and sds):
            raise InputError("plan_out_of_range")

    @property
    def pairs(self) -> int:
        """How many pairs of systems there are."""
        return self.systems * (self.systems - 1) // 2

    @property
    def judgments(self) -> int:
        """How many the plan makes altogether."""
        each = self.pairs if self.per_prompt is None else min(self.per_prompt, self.pairs)
        total = round(each * self.prompts) * self.overlap
        return total if self.per_annotator is None else min(total, self.annotators * self.per_annotator)

    @property
    def per_pair(self) -> float:
        """How many judgments each pair of systems gets."""
        return self.judgments / self.pairs

    @property
    def nu(self) -> float:
        """Davidson's tie parameter."""
        return 2 * self.tie_share / (1 - self.tie_share)

    def power_at(self, gap: float) -> float:
        """The probability, 0 to 1, of deciding a pair whose strengths differ by `gap` (natural log scale)."""
        e, t_a, t_p = self._parts(gap)
        df, ratio = self._df(e, t_a, t_p), abs(gap) / math.sqrt(e + t_a + t_p)
        critical = _tukey(self.level, self.systems, df)
        return float(stats.norm.sf(critical - ratio) if df is None else stats.nct.sf(critical, df, ratio))

    def smallest_gap(self, power: float) -> float | None:
        """The smallest difference that is decided with this probability, None where none is."""
        return _smallest(self, power)

    def df_at(self, gap: float) -> float | None:
        """What `covariance_of` would find for such a plan; None for a normal test."""
        return self._df(*self._parts(gap))

    def _parts(self, gap: float) -> tuple[float, float, float]:
        """The variance of a difference that comes of the judgments themselves, of the annotators, of the prompts."""
        information_of_pair = information(gap, self.nu) + (self.systems - 2) * information(gap / 2, self.nu) / 2
        return (
            1 / (self.per_pair * information_of_pair),
            2 * self.annotator_sd**2 / self.annotators,
            2 * self.prompt_sd**2 / self.prompts,
        )

    def _df(self, e: float, t_a: float, t_p: float) -> float | None:
        sizes = {"annotator": self.annotators, "prompt": self.prompts}
        sizes = {name: size for name, size in sizes.items() if 2 <= size < self.judgments}
        if not 2 <= sizes.get("annotator", 0) <= CORRECTED:
            return min(sizes.values()) - 1 if sizes else None
        return degrees_of_freedom(
            e + t_a + t_p,
            e + t_a,
            self.annotators - 1,
            e + t_p,
            annotators=self.annotators,
            prompts=sizes.get("prompt"),
            systems=self.systems,
        )


def plan_power(
    systems: int,
    prompts: int,
    annotators: int,
    *,
    gap: float | None = None,
    power: float = 0.8,
    **more: Any,
) -> Power:
    """What a balanced plan can decide; `more` and the first three are the attributes of `Design`.

    Args:
        gap: a difference of strengths whose power is asked for, at most 12.
        power: the probability of a decision that the smallest difference is for, from 0.5 to below 1.

    Raises:
        InputError: as `Design`.
    """
    if not (0.5 <= power < 1 and abs(gap or 0.0) <= LARGEST_GAP):
        raise InputError("plan_out_of_range")
    return power_of(Design(systems, prompts, annotators, **more), gap, power)


def power_of(design: Design, gap: float | None = None, power: float = 0.8) -> Power:
    """As `plan_power`, of a design that is there."""
    smallest = design.smallest_gap(power)
    return Power(
        judgments=design.judgments,
        per_pair=design.per_pair,
        smallest_gap=smallest,
        smallest_share=None if smallest is None else share_at(smallest, design.nu),
        power=None if gap is None else design.power_at(gap),
        df=design.df_at(smallest or 0.0),
    )


def _tukey(level: float, systems: int, df: float | None) -> float:
    """The critical |t| of all pairs together, interpolated between a few degrees of freedom: each takes long."""
    if df is None or df >= _NODES[-2]:
        return _tukey_node(level, systems, math.inf if df is None else _NODES[-2])
    place = int(np.searchsorted(_NODES, df, side="right"))
    below, above = _NODES[place - 1], _NODES[place]
    low, high = (math.log(_tukey_node(level, systems, node)) for node in (below, above))
    return math.exp(float(np.interp(-1 / df, [-1 / below, -1 / above], [low, high])))


@lru_cache(maxsize=256)
def _tukey_node(level: float, systems: int, df: float) -> float:
    return float(stats.studentized_range.ppf(level, systems, df) / math.sqrt(2))


def gap_at(share: float, tie_share: float = 0.25) -> float:
    """The difference of strengths (natural log scale) at which the better one gets this share, a tie as half.

    Args:
        share: above 0.5, below 1; tie_share: of judgments between equally strong systems.

    Raises:
        InputError: 'plan_out_of_range' for a share that no difference up to `LARGEST_GAP` has.
    """
    nu = 2 * tie_share / (1 - tie_share)
    if not (0.5 < share < 1 and 0 <= tie_share < 1) or share_at(LARGEST_GAP, nu) < share:
        raise InputError("plan_out_of_range")
    return float(optimize.brentq(lambda gap: share_at(gap, nu) - share, 0.0, LARGEST_GAP, xtol=1e-6))
