"""Each annotator's habits, compared with the others: diagnoses, not reasons to reweight silently.

All tests are score tests of one more parameter in Davidson's model (see `likelihood`), at the parameters that the
others' judgments give: so nobody's own judgments are the reference. With x = 1, ½, 0 where the first won, tied,
lost, m = P(first) + P(tie)/2, v = P(first) + P(tie)/4 − m² and d = θi − θj + h:

- discrimination, −Σ(x − m)d / √Σ v d²: above 0, choices follow the systems' strengths less than the others' do;
- side, Σ(x − m) / √Σ v: above 0, a preference for the response shown first (known orders only);
- ties, Σ(1_tie − P(tie)) / √Σ P(tie)(1 − P(tie)): above 0, more ties;
- drift, with r = (x − m)d, t the place in the order of the annotator's judgments and t̄ its mean weighted by
  w = v d²: Σ(t − t̄)r / √Σ w(t − t̄)²: above 0, agreement with the others rises over the session. It is the score of
  a linear trend in discrimination next to a constant one.

Each z is standard normal where the annotator judges as the others do, as if θ were known: with few other annotators
it is somewhat too large. P-values are two-sided, adjusted by Holm (1979, Scandinavian Journal of Statistics 6) over
the annotators, one family for each habit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from scipy import stats

from eval_core.errors import InputError
from eval_core.ranking.api import rank_votes
from eval_core.ranking.blas import one_thread
from eval_core.ranking.fit import Fit
from eval_core.ranking.leave_one_out import fits_without
from eval_core.ranking.likelihood import differences, local
from eval_core.ranking.options import Options
from eval_core.ranking.results import PositionEffect
from eval_core.ranking.votes import FIRST, TIE, Cells, Floats, Ints, Votes, encode

LAYOUTS = ("side_by_side", "stacked", "switched")  # the last: one text at a time, behind a switch
_LEAST_INFORMATION = 1e-9


@dataclass(frozen=True)
class Habit:
    """A score test: z, its two-sided p-value, and that adjusted by Holm; all None where the judgments say nothing."""

    z: float | None
    p: float | None = None
    p_adjusted: float | None = None


_NOTHING = Habit(None)


@dataclass(frozen=True)
class AnnotatorHabits:
    """One annotator. `tested` of the `judgments` are between systems that the others place on one scale.

    `expected_tie_share` is what the others' parameters expect on the same comparisons; `drift` is None where no
    times are known.
    """

    annotator: str
    judgments: int
    tested: int
    discrimination: Habit
    side: Habit
    ties: Habit
    drift: Habit | None
    tie_share: float | None
    expected_tie_share: float | None


@dataclass(frozen=True)
class Share:
    """k of n with Wilson's interval (1927, Journal of the American Statistical Association 22); None where n is 0."""

    k: int
    n: int
    share: float | None
    low: float | None
    high: float | None


def share_with_interval(k: int, n: int, level: float = 0.95) -> Share:
    """Gold comparisons answered as expected, repeats answered the same: k of n.

    Raises:
        InputError: unless 0 ≤ k ≤ n and 0 < level < 1.
    """
    if not (0 <= k <= n and 0 < level < 1):
        raise InputError("bad_share")
    if n == 0:
        return Share(0, 0, None, None, None)
    interval = stats.binomtest(k, n).proportion_ci(level, method="wilson")
    return Share(k, n, k / n, float(interval.low), float(interval.high))


def position_by_layout(judgments: pd.DataFrame, *, cluster: str = "auto") -> dict[str, PositionEffect | None]:
    """The position effect of each layout that the column `layout` names, each from a fit of its own.

    None where it is unknown (no known order, or nothing to separate it from the strengths).
    """
    effects: dict[str, PositionEffect | None] = {}
    if "layout" in judgments:
        for name in LAYOUTS:
            mine = judgments[judgments["layout"] == name]
            if len(mine):
                votes = encode(mine)
                try:
                    effects[name] = rank_votes(votes, position_effect=True, cluster=cluster, details=False).position
                except InputError:
                    effects[name] = None  # only one cluster is left
                if not votes.order_known.any():
                    effects[name] = None
    return effects


def annotator_habits(judgments: pd.DataFrame, *, position_effect: bool = True) -> tuple[AnnotatorHabits, ...]:
    """Every known annotator's habits, by name; () where no annotators are known.

    Args:
        judgments: as `rank` takes them; `decided_at` (anything that sorts by time, missing where unknown) for drift.
        position_effect: whether the others' fits have one, so that a side habit is measured from theirs; without it
            from no preference at all, which is several times faster.
    """
    votes = encode(judgments)
    if votes.annotator is None:
        return ()
    names = pd.factorize(judgments["annotator"])[1]
    times = judgments.get("decided_at")
    places = None if times is None or times.isna().all() else np.asarray(times.rank(method="first"), dtype=np.float64)
    options = Options("davidson", "newton", position_effect, None, 0.95, 0, 0)
    with one_thread():
        habits = [
            _habits(str(names[code]), votes, mine, fitted, places)
            for code, mine, fitted in fits_without(votes, options)
        ]
    habits.sort(key=lambda row: row.annotator)
    return _adjusted(habits)


def _habits(name: str, votes: Votes, mine: Ints, fitted: Fit | None, places: Floats | None) -> AnnotatorHabits:
    """One annotator's tests, not yet adjusted; `mine` are the places of their judgments."""
    if fitted is None:
        drift = None if places is None else _NOTHING
        return AnnotatorHabits(name, len(mine), 0, _NOTHING, _NOTHING, _NOTHING, drift, None, None)
    first, second = votes.first[mine], votes.second[mine]
    usable = fitted.measured[first] & fitted.measured[second]
    usable &= fitted.components[first] == fitted.components[second]
    tested = mine[usable]
    keep = np.zeros(len(votes), dtype=bool)
    keep[tested] = True
    own = votes.only(keep)  # in the order of `tested`, which ascends
    each = Cells(own.first, own.second, own.order_known, np.empty((0, 3)))
    p = np.exp(local(fitted.layout, each, fitted.beta).log_p)
    if not fitted.layout.ties:
        p[:, TIE] = 0.0  # the others give none
    d = differences(fitted.layout, each, fitted.beta)
    residual = np.array([1.0, 0.0, 0.5])[own.outcome] - p[:, FIRST] - p[:, TIE] / 2
    variance = p[:, FIRST] + p[:, TIE] / 4 - (p[:, FIRST] + p[:, TIE] / 2) ** 2
    tied = own.outcome == TIE
    at = own.order_known
    return AnnotatorHabits(
        annotator=name,
        judgments=len(mine),
        tested=len(own),
        discrimination=_score_test(-residual * d, variance * d**2),
        side=_score_test(residual[at], variance[at]),
        ties=_score_test(tied - p[:, TIE], p[:, TIE] * (1 - p[:, TIE])),
        drift=None if places is None else _drift(residual * d, variance * d**2, places[tested]),
        tie_share=float(tied.mean()) if len(own) else None,
        expected_tie_share=float(p[:, TIE].mean()) if len(own) else None,
    )


def _drift(score: Floats, weight: Floats, places: Floats) -> Habit:
    dated = np.isfinite(places)
    score, weight, places = score[dated], weight[dated], places[dated]
    if weight.sum() <= _LEAST_INFORMATION:
        return _NOTHING
    order = stats.rankdata(places) / len(places)
    away = order - np.average(order, weights=weight)
    return _score_test(score * away, weight * away**2)


def _score_test(scores: Floats, information: Floats) -> Habit:
    total = float(information.sum())
    if total <= _LEAST_INFORMATION:
        return _NOTHING
    z = float(scores.sum() / np.sqrt(total))
    return Habit(z, float(2 * stats.norm.sf(abs(z))))


def _adjusted(rows: list[AnnotatorHabits]) -> tuple[AnnotatorHabits, ...]:
    for name in ("discrimination", "side", "ties", "drift"):
        habits: list[Habit | None] = [getattr(row, name) for row in rows]
        p = np.array([np.nan if habit is None or habit.p is None else habit.p for habit in habits])
        for i, value in zip(np.flatnonzero(np.isfinite(p)), holm(p[np.isfinite(p)]), strict=True):
            rows[i] = replace(rows[i], **{name: replace(getattr(rows[i], name), p_adjusted=float(value))})
    return tuple(rows)


def holm(p: Floats) -> Floats:
    """P-values (m,) adjusted by Holm's step-down method, (m,)."""
    order = np.argsort(p)
    steps = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(steps, 1.0)
    return adjusted
