"""Which systems ratings tell apart: differences of scores, paired by prompt and by rater, all pairs tested together.

A difference is that of the two scores as they are shown. What a prompt, or a rater, adds to both systems cancels out of
it, since the variance is that of the sums over clusters of the ratings' influence on the difference: by document (or
item) and by rater, with the ranking's correction for few raters (`eval_core.ranking.uncertainty.half_pooled`). A score
is a weighted mean, so that in the terms of that module rater g's information is 1 for each system that g rated, and
the inverse information 1/N for a system of N raters. All pairs are tested by the largest |t|, step by step (Romano and
Wolf 2005, "Exact and approximate stepdown methods for multiple hypothesis testing", JASA 100).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np
from scipy import special

from eval_core.errors import InputError
from eval_core.ranking.uncertainty.adjusted import adjusted_p
from eval_core.ranking.uncertainty.decisions import closed
from eval_core.ranking.uncertainty.half_pooled import Clusters, HalfPooled, degrees_of_freedom
from eval_core.ranking.uncertainty.ranges import critical_value, draw, spread_of
from eval_core.scoring.estimation import Influence, Sample, influence
from eval_core.scoring.items import TOLERANCE, Floats, Ints, ItemScores
from eval_core.scoring.rule import CRITERION_MEANS

FEWEST = 2  # raters, and documents or items, that both systems of a pair need
ONE_RATER, ONE_PROMPT, NO_SPREAD = "one_rater", "one_prompt", "no_spread"
_SEED = 0


@dataclass(frozen=True)
class ScoreDifference:
    """Two systems compared (`system` sorts before `opponent` as in the scores' order).

    Attributes:
        difference: the score of `system` minus that of `opponent`, as they are shown.
        se, low, high: its standard error and pointwise interval; None with a `reason`.
        all_low, all_high: its interval that holds together with those of all other pairs.
        p_alone: two-sided, of this pair alone; `p` is adjusted for all pairs.
        p_above: P(system is better), not adjusted.
        decided: whether the test of all pairs together separates the two.
        equal_within: the smallest margin within which the two are equivalent at the level (two one-sided tests).
        raters, units: how many raters, and documents (else items), rated both.
        wins, ties, losses: the ratings of both systems on one item by one rater: `system` higher, equal, lower.
        reason: why there is no interval: 'one_rater', 'one_prompt' (fewer than two in common) or 'no_spread' (every
            rater gave the same difference on every prompt).
    """

    system: str
    opponent: str
    difference: float
    se: float | None
    low: float | None
    high: float | None
    all_low: float | None
    all_high: float | None
    p_alone: float | None
    p: float | None
    p_above: float | None
    decided: bool
    equal_within: float | None
    raters: int
    units: int
    wins: int
    ties: int
    losses: int
    reason: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The fields in their order, ready for JSON."""
        return asdict(self)


@dataclass(frozen=True)
class ScoreDifferences:
    """All pairs of systems that have a score.

    Attributes:
        clustered_by: "document" or "item", the clusters next to raters; `raters` and `units` count them.
        df: degrees of freedom of all pairs; None where no pair has an interval.
    """

    pairs: tuple[ScoreDifference, ...]
    clustered_by: str
    raters: int
    units: int
    df: float | None
    level: float

    def of(self, first: str, second: str) -> ScoreDifference | None:
        """The pair, whichever of the two comes first in it; None where one of them has no score."""
        return next((pair for pair in self.pairs if {pair.system, pair.opponent} == {first, second}), None)

    def decided(self, first: str, second: str) -> bool:
        """Whether the two are separated."""
        pair = self.of(first, second)
        return pair is not None and pair.decided


def score_differences(scores: ItemScores, *, level: float = 0.95, seed: int = _SEED) -> ScoreDifferences:
    """Compare the scores of all systems (see the module).

    Args:
        level: of the intervals, and of all decisions together.
        seed: of the draws behind what is tested together.

    Raises:
        InputError: for a level that is not between 0 and 1.
    """
    if not 0 < level < 1:
        raise InputError("bad_level")
    values = scores.values if scores.rule.rule == CRITERION_MEANS else scores.score[:, None]
    sample = Sample(len(scores.systems), scores.system, scores.annotator, scores.item, scores.cluster)
    found = influence(values, sample)
    table = _Table.of(found)
    shared = table.shared()
    tests = _tests(table, shared, level, seed)
    direct = _direct(found.sample, scores.score[~np.isnan(values).all(axis=1)])
    pairs = [
        _pair(scores.systems, i, j, found.value, shared, tests, direct, level)
        for i, j in combinations(range(len(scores.systems)), 2)
        if not np.isnan(found.value[[i, j]]).any()
    ]
    raters, units = (len(np.unique(codes)) for codes in (found.sample.annotator, found.sample.unit))
    return ScoreDifferences(tuple(pairs), scores.clustered_by, raters, units, tests.df, level)


@dataclass(frozen=True)
class _Table:
    """Sums of influence for each of K systems: by rater (G, K), by unit (P, K), by both (C, K)."""

    raters: Floats
    units: Floats
    cells: Floats
    rated: Floats  # whether a rater rated the system (G, K), 0 or 1
    met: Floats  # whether a unit has a rating of the system (P, K)
    value: Floats

    @classmethod
    def of(cls, found: Influence) -> _Table:
        sample, columns = found.sample, found.sample.groups
        codes = [np.unique(code, return_inverse=True)[1] for code in (sample.annotator, sample.unit)]
        wide = int(codes[0].max(initial=0)) + 1
        codes.append(np.unique(codes[1] * wide + codes[0], return_inverse=True)[1])
        sums: list[Floats] = []
        there: list[Floats] = []
        for code in codes:
            cell = code * columns + sample.group
            shape = (int(code.max(initial=-1)) + 1, columns)
            sums.append(np.bincount(cell, found.score, shape[0] * columns).reshape(shape).astype(np.float64))
            there.append((np.bincount(cell, minlength=shape[0] * columns) > 0).reshape(shape).astype(np.float64))
        return cls(sums[0], sums[1], sums[2], there[0], there[1], found.value)

    def shared(self) -> tuple[Ints, Ints]:
        """How many raters and units each two systems share, (K, K) each."""
        raters, units = (np.rint(there.T @ there).astype(np.int64) for there in (self.rated, self.met))
        return raters, units

    def only(self, systems: Ints) -> _Table:
        """Of these systems, without raters and units that have none of them."""
        raters, units = (there[:, systems].any(axis=1) for there in (self.rated, self.met))
        return _Table(
            self.raters[raters][:, systems],
            self.units[units][:, systems],
            self.cells[:, systems],
            self.rated[raters][:, systems],
            self.met[units][:, systems],
            self.value[systems],
        )

    def clusters(self) -> Clusters:
        """In the terms of the ranking's correction."""
        count = self.rated.sum(axis=0)
        size = len(count)
        squares = self.cells.T @ self.cells
        pairs = int(self.cells.any(axis=1).sum())
        units = len(self.units)
        return Clusters(
            bread=np.diag(1 / count),
            information=self.rated[:, :, None] * np.eye(size),
            scores=self.raters * count,
            cells=squares * _factor(pairs),
            prompts=(self.units.T @ self.units) * _factor(units),
            plain=squares,
            prompt_count=units,
            systems=size,
        )


@dataclass(frozen=True)
class _Tests:
    """Of all K systems (K, K): standard errors and what their quantiles are widened by, NaN where there is no error;
    adjusted p, signs of what is decided, and the half widths of simultaneous intervals."""

    errors: Floats
    wider: Floats
    p: Floats
    signs: Floats
    together: Floats
    df: float | None


def _tests(table: _Table, shared: tuple[Ints, Ints], level: float, seed: int) -> _Tests:
    size = len(table.value)
    nothing = np.full((size, size), np.nan)
    enough = (shared[0] >= FEWEST) & (shared[1] >= FEWEST) & ~np.eye(size, dtype=bool)
    mine = np.flatnonzero(enough.any(axis=1))
    none = _Tests(nothing, nothing, nothing, np.zeros((size, size)), nothing, None)
    if not len(mine):
        return none
    few = table.only(mine)
    covariance = HalfPooled(few.clusters(), np.arange(len(mine)))
    counts = tuple(count[np.ix_(mine, mine)] for count in shared)
    variance = covariance.pair_variance(np.arange(len(mine)))
    usable = enough[np.ix_(mine, mine)] & (variance > TOLERANCE**2)
    if not usable.any():
        return none
    errors = np.where(usable, np.sqrt(variance), np.nan)
    wider = _wider(covariance, few, counts, level)
    # Around their mean: what moves all systems alike would only change which draws are made.
    around = np.eye(len(mine)) - 1 / len(mine)
    matrix = around @ covariance.matrix @ around
    draws, widened = draw(matrix, covariance.df, seed), errors * wider
    gap = few.value[:, None] - few.value[None, :]
    spread = spread_of(matrix, errors)
    signs = _signs(gap, widened, draws, spread, level, covariance.df)
    alone = 2 * special.stdtr(covariance.df, -np.abs(gap) / widened)
    p = adjusted_p(gap, widened, draws, spread, alone, np.full(gap.shape, np.nan), signs, level)
    limit = critical_value(draws, spread, level, covariance.df)
    tables = [np.full((size, size), np.nan) for _ in range(4)]
    for whole, part in zip(tables, (errors, wider, p, limit * widened), strict=True):
        whole[np.ix_(mine, mine)] = part
    whole_signs = np.zeros((size, size))
    whole_signs[np.ix_(mine, mine)] = signs
    return _Tests(tables[0], tables[1], tables[2], whole_signs, tables[3], covariance.df)


def _signs(gap: Floats, errors: Floats, draws: Floats, spread: Floats, level: float, df: float) -> Floats:
    """1 where the row's system is better, −1 where it is worse, else 0: the largest |t| of what is still open is
    tested until nothing more is rejected."""
    signs = np.zeros(gap.shape)
    while True:
        still = (errors > 0) & (signs == 0)
        if not still.any():
            break
        limit = critical_value(draws, np.where(still, spread, np.nan), level, df)
        found = np.where(still & (np.abs(gap) > limit * np.nan_to_num(errors)), np.sign(gap), 0.0)
        if not found.any():
            break
        signs += found
    return closed(signs)


def _wider(covariance: HalfPooled, table: _Table, shared: tuple[Ints, ...], level: float) -> Floats:
    """By how much Student's quantile grows where two systems share fewer raters or units than there are, (m, m): the
    degrees of freedom of all pairs are those of the whole table. 1 where they share all."""
    size = len(table.value)
    parts = covariance.parts(np.arange(size))
    sides = np.triu_indices(size, 1)
    factor = np.ones((size, size))
    for at, (i, j) in enumerate(zip(*sides, strict=True)):
        by = [float(part[at]) for part in (parts.annotators, parts.prompts, parts.judgments)]
        quantiles = [
            special.stdtrit(
                degrees_of_freedom(
                    sum(by),
                    by[0] + by[2],
                    max(raters - 1, 1),
                    by[1] + by[2],
                    annotators=raters,
                    prompts=units,
                    systems=size,
                ),
                (1 + level) / 2,
            )
            for raters, units in ((int(shared[0][i, j]), int(shared[1][i, j])), (len(table.raters), len(table.units)))
        ]
        factor[i, j] = factor[j, i] = max(1.0, quantiles[0] / quantiles[1])
    return factor


def _direct(sample: Sample, score: Floats) -> Floats:
    """How often a system (row) was rated higher than another, and as high, by one rater on one item, (2, K, K)."""
    width = int(sample.annotator.max(initial=0)) + 1
    keys, unit = np.unique(sample.item * width + sample.annotator, return_inverse=True)
    table = np.full((len(keys), sample.groups), np.nan)
    table[unit, sample.group] = score
    counts = np.zeros((2, sample.groups, sample.groups))
    for system, mine in enumerate(table.T):
        with np.errstate(invalid="ignore"):
            counts[0, system] = (mine[:, None] > table + TOLERANCE).sum(axis=0)
            counts[1, system] = (np.abs(mine[:, None] - table) <= TOLERANCE).sum(axis=0)
    return counts


def _pair(
    systems: tuple[str, ...],
    i: int,
    j: int,
    value: Floats,
    shared: tuple[Ints, Ints],
    tests: _Tests,
    direct: Floats,
    level: float,
) -> ScoreDifference:
    difference, raters, units = float(value[i] - value[j]), int(shared[0][i, j]), int(shared[1][i, j])
    known: dict[str, Any] = {
        "system": systems[i],
        "opponent": systems[j],
        "difference": difference,
        "raters": raters,
        "units": units,
        "wins": int(direct[0, i, j]),
        "ties": int(direct[1, i, j]),
        "losses": int(direct[0, j, i]),
    }
    se = float(tests.errors[i, j])
    if np.isnan(se) or tests.df is None:
        reason = ONE_RATER if raters < FEWEST else ONE_PROMPT if units < FEWEST else NO_SPREAD
        none: dict[str, Any] = dict.fromkeys(
            ("se", "low", "high", "all_low", "all_high", "p_alone", "p", "p_above", "equal_within")
        )
        return ScoreDifference(**known, **none, decided=False, reason=reason)
    error = se * float(tests.wider[i, j])
    half, one_sided = (float(special.stdtrit(tests.df, at)) * error for at in ((1 + level) / 2, level))
    above = float(special.stdtr(tests.df, difference / error))
    together = float(tests.together[i, j])
    return ScoreDifference(
        **known,
        se=se,
        low=difference - half,
        high=difference + half,
        all_low=difference - together,
        all_high=difference + together,
        p_alone=2 * min(above, 1 - above),
        p=float(tests.p[i, j]),
        p_above=above,
        decided=bool(tests.signs[i, j]),
        equal_within=abs(difference) + one_sided,
    )


def _factor(count: int) -> float:
    return count / (count - 1) if count > 1 else 1.0
