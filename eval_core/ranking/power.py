"""What more judgments, prompts or annotators would decide.

The variance of a difference of strengths has three parts: of the judgments themselves (e), of the prompts (t_p) and of
the annotators (t_a). Where errors are corrected for few annotators, as the default has them, these are the parts of
`half_pooled`, and the degrees of freedom follow from them; else the excess of the one-way clustered sandwich over HC0,
with one degree of freedom less than there are clusters. More judgments by the same
people on the same prompts shrink e alone, new prompts e and t_p, new annotators e and t_a. A pair at `gap` is decided
with probability `power` once its variance is at most v′ = (gap/(c + z_power))², c being the critical value of the
ranking's simultaneous test; one judgment at difference d has the information I(d) = [pA + pB − (pA − pB)²]/4 of
Davidson's model. Excesses are estimates from few clusters: read the answers as orders of magnitude.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pandas as pd
from scipy import stats

from eval_core.errors import InputError
from eval_core.ranking.blas import one_thread
from eval_core.ranking.fit import Fit, fit_model
from eval_core.ranking.options import Options
from eval_core.ranking.planned_power import information
from eval_core.ranking.results import PairRow, Ranking
from eval_core.ranking.together import apart
from eval_core.ranking.uncertainty.covariance import Variances, covariance_of
from eval_core.ranking.uncertainty.half_pooled import HalfPooled, degrees_of_freedom
from eval_core.ranking.uncertainty.ranges import critical_value, draw, spread_of
from eval_core.ranking.votes import Votes, count, encode

_MOST = 20.0  # times the present number: beyond that a pair is too close to be worth it


@dataclass(frozen=True)
class PairPlan:
    """What would separate one pair.

    Attributes:
        code: 'decided' already; 'more_judgments' by the same people on the same prompts; 'more_prompts' judged by the
            same people; 'more_annotators' on the same prompts; 'more_annotators_and_prompts' together; 'too_close'
            where that would take over 20 times what is there; 'unbounded' where a strength is not finite, or not
            distinguished from its error; 'disconnected' where the two were never compared, even indirectly.
        gap: strength of `system` minus that of `opponent`, natural log scale; se: its standard error.
        annotator_share, prompt_share: how much of its variance they are, 0 to 1.
        judgments: how many more direct judgments of the pair ('more_judgments').
        prompts, annotators: how many more, judged (judging) as much each as those so far.
    """

    system: str
    opponent: str
    code: str
    gap: float | None = None
    se: float | None = None
    annotator_share: float | None = None
    prompt_share: float | None = None
    judgments: int | None = None
    prompts: int | None = None
    annotators: int | None = None


@dataclass(frozen=True)
class _Parts:
    """The parts of a pair's variance, HC0, and the critical value with its degrees of freedom."""

    judgments: float
    prompts: float
    annotators: float
    plain: float
    critical: float
    df: float | None


def plan_pairs(
    ranking: Ranking, judgments: pd.DataFrame, pairs: Sequence[tuple[str, str]] | None = None, *, power: float = 0.8
) -> tuple[PairPlan, ...]:
    """A plan for each pair; without `pairs`, for the leader against each system that it is not separated from.

    Args:
        ranking: `rank` of these judgments.
        judgments: as `rank` takes them.
        power: the probability of a decision that a plan aims for, if the gap is as estimated.

    Raises:
        InputError: for a system that is not in the ranking, or a power that is not between 0.5 and 1.
    """
    if not 0.5 <= power < 1:
        raise InputError("bad_power")
    rows = {(row.system, row.opponent): row for row in ranking.pairs}
    if pairs is None:
        pairs = _pairs_with_leader(ranking, rows)
    for pair in pairs:
        if (min(pair), max(pair)) not in rows:
            raise InputError("not_two_systems", first=pair[0], second=pair[1])
    plans = {pair: PairPlan(*pair, "disconnected") for pair in pairs}
    for group, mine in apart(ranking, judgments):
        inside = [pair for pair in pairs if {*pair} <= {*group.components[0]}]
        if inside:
            plans |= _plans(group, mine, inside, rows, power)
    return tuple(plans[pair] for pair in pairs)


def _plans(
    ranking: Ranking,
    judgments: pd.DataFrame,
    pairs: Sequence[tuple[str, str]],
    rows: dict[tuple[str, str], PairRow],
    power: float,
) -> dict[tuple[str, str], PairPlan]:
    """The plans for pairs of one component."""
    votes = encode(judgments, length_covariate=ranking.length is not None)
    options = Options(ranking.model, "newton", ranking.position is not None, None, ranking.level, ranking.seed, 0)
    with one_thread():
        fitted = fit_model(len(votes.systems), count(votes), options)
        spread = _Spread(ranking, votes, fitted)
        return {pair: _plan(ranking, votes, fitted, spread, pair, rows[min(pair), max(pair)], power) for pair in pairs}


def _pairs_with_leader(ranking: Ranking, rows: dict[tuple[str, str], PairRow]) -> list[tuple[str, str]]:
    """Leader and follower, closest first, in the component of the first row."""
    leader, *others = [row.system for row in ranking.systems if row.component == ranking.systems[0].component]
    return [(leader, name) for name in others if not rows[min(leader, name), max(leader, name)].decided]


def _plan(
    ranking: Ranking, votes: Votes, fitted: Fit, spread: _Spread, pair: tuple[str, str], row: PairRow, power: float
) -> PairPlan:
    first, second = (votes.systems.index(name) for name in pair)
    if row.difference is None:
        return PairPlan(*pair, "unbounded")
    gap = row.difference if row.system == pair[0] else -row.difference
    parts = spread.parts(first, second)
    total = parts.judgments + parts.prompts + parts.annotators
    plan = PairPlan(*pair, "decided", gap, math.sqrt(total), parts.annotators / total, parts.prompts / total)
    if row.decided:
        return plan
    code, more = _cheapest(ranking, gap, parts, spread, power, row.wins + row.ties + row.losses)
    return replace(
        plan,
        code=code,
        judgments=more.get("judgments"),
        prompts=more.get("prompts"),
        annotators=more.get("annotators"),
    )


class _Spread:
    """Every covariance that the parts of a pair's variance come from, computed once."""

    def __init__(self, ranking: Ranking, votes: Votes, fitted: Fit) -> None:
        self.ranking, self.fitted = ranking, fitted
        # As the ranking was made: what 'auto' found is corrected, what is asked for by name is not.
        self.by, self.full = covariance_of(votes, fitted, "auto" if ranking.corrected else ranking.cluster)
        self.each = {name: covariance_of(votes, fitted, name)[1] for name in ("none", *self.by.sizes)}

    def parts(self, first: int, second: int) -> _Parts:
        """The parts for two systems whose difference is a number."""
        critical, df = self.critical, self.by.df
        if isinstance(self.full, HalfPooled):
            parts, plain = self.full.parts(np.array([first, second])), _variance(self.each["none"], first, second)
            judgments, prompts, annotators = (
                float(part[0]) for part in (parts.judgments, parts.prompts, parts.annotators)
            )
            return _Parts(judgments, prompts, annotators, plain, critical, df)
        variances = {name: _variance(covariance, first, second) for name, covariance in self.each.items()}
        plain = variances.pop("none")
        excess = {name: variance - plain for name, variance in variances.items()}  # HC0 is a floor of each
        return _Parts(
            judgments=max(_variance(self.full, first, second) - sum(excess.values()), plain),
            prompts=excess.get("prompt", 0.0),
            annotators=excess.get("annotator", 0.0),
            plain=plain,
            critical=critical,
            df=df,
        )

    def df(self, annotators: float, prompts: float) -> float | None:
        """Degrees of freedom with so many times the annotators and prompts, who judge (are judged) as much each."""
        if self.by.df is None:
            return None
        sizes = {"annotator": annotators, "prompt": prompts}
        if not isinstance(self.full, HalfPooled):
            return min(count * sizes[name] for name, count in self.by.sizes.items()) - 1
        full, of = self.full, self.full.of
        parts = full.parts(np.flatnonzero(self.fitted.measured))
        total, by_prompt, by_annotator = (
            float(part.sum()) for part in (parts.judgments, parts.prompts, parts.annotators)
        )

        def model(annotators: float, prompts: float) -> float:
            e, t_p, t_a = total / (annotators * prompts), by_prompt / prompts, by_annotator / annotators
            people = round(len(of.scores) * annotators)
            return degrees_of_freedom(
                e + t_p + t_a,
                t_a + e,
                full.nu * (people - 1) / (len(of.scores) - 1),
                t_p + e,
                annotators=people,
                prompts=None if of.prompts is None else round(of.prompt_count * prompts),
                systems=int(self.fitted.measured.sum()),
            )

        return self.by.df * model(annotators, prompts) / model(1.0, 1.0)

    @cached_property
    def critical(self) -> float:
        """The critical value of the test of all pairs."""
        members = np.flatnonzero(self.fitted.measured)
        full = _known(self.full)
        matrix = full.matrix[np.ix_(members, members)]
        draws = draw(matrix, self.by.df, self.ranking.seed)
        spread = spread_of(matrix, np.sqrt(np.clip(full.pair_variance(members), 0, None)))
        return critical_value(draws, spread, self.ranking.level, self.by.df)


def _variance(covariance: Variances | None, first: int, second: int) -> float:
    return float(_known(covariance).pair_variance(np.array([first, second]))[0, 1])


def _known(covariance: Variances | None) -> Variances:
    if covariance is None:
        raise ArithmeticError("a difference without a covariance: this is a bug in `report`")
    return covariance


def _cheapest(
    ranking: Ranking, gap: float, parts: _Parts, spread: _Spread, power: float, direct: int
) -> tuple[str, dict[str, int]]:
    """The least that separates the pair: judgments, else prompts, else annotators, else both."""
    z, sizes = float(stats.norm.ppf(power)), ranking.n_clusters
    wanted = (gap / (parts.critical + z)) ** 2
    left = wanted - parts.annotators - parts.prompts
    if left > 0:
        inflation = parts.judgments / parts.plain
        per_judgment = information(gap, ranking.tie.nu if ranking.tie else 0.0)
        more = inflation / per_judgment * (1 / left - 1 / parts.judgments)
        if more <= _MOST * max(direct, ranking.n_judgments / len(ranking.pairs)):
            return "more_judgments", {"judgments": max(1, math.ceil(more))}
    if "prompt" in sizes:
        more = _more_clusters(gap, parts, parts.annotators, z, sizes["prompt"], lambda k: spread.df(1.0, k))
        if more:
            return "more_prompts", {"prompts": more}
    if "annotator" in sizes:
        more = _more_clusters(gap, parts, parts.prompts, z, sizes["annotator"], lambda k: spread.df(k, 1.0))
        if more:
            return "more_annotators", {"annotators": more}
        more = _more_clusters(gap, parts, 0.0, z, sizes["annotator"], lambda k: spread.df(k, k))
        if more and "prompt" in sizes:
            prompts = math.ceil(more / sizes["annotator"] * sizes["prompt"])
            return "more_annotators_and_prompts", {"annotators": more, "prompts": prompts}
    return "too_close", {}


def _more_clusters(
    gap: float, parts: _Parts, fixed: float, z: float, size: int, df_at: Callable[[float], float | None]
) -> int:
    """How many clusters besides `size` bring the variance, of which `fixed` stays, low enough; 0 where too many.

    The critical value follows the degrees of freedom, `df_at` so many times the clusters, at the same two-sided level.
    """
    sizes = np.unique(np.geomspace(size + 1, int(_MOST * size), 400).round()).astype(np.int64)
    df = np.array([df_at(times) for times in sizes / size], dtype=np.float64)
    tail = stats.t.sf(parts.critical, parts.df)
    total = parts.judgments + parts.prompts + parts.annotators
    error = np.sqrt((total - fixed) * size / sizes + fixed)
    enough = abs(gap) >= (stats.t.isf(tail, df) + z) * error
    return int(sizes[enough.argmax()] - size) if enough.any() else 0
