"""Each annotator's habits, compared with the others: diagnoses, not reasons to reweight silently.

All tests are score tests of one more parameter in Davidson's model (see `likelihood`), at the parameters that the
others' judgments give: so no one's own judgments are the reference. With x = 1, ½, 0 where the first won, tied,
lost, m = P(first) + P(tie)/2, v = P(first) + P(tie)/4 − m² and d = θi − θj + h, score and information are

- discrimination: −Σ(x − m)d and Σ v d²; above 0, choices follow the systems' strengths less than the others' do;
- side: Σ(x − m) and Σ v; above 0, a preference for the response shown first (known orders only);
- ties: Σ(1_tie − P(tie)) and ΣP(tie)(1 − P(tie)); above 0, more ties;
- drift, with r = (x − m)d, t the place in the order of the annotator's judgments and t̄ its mean weighted by
  w = v d²: Σ(t − t̄)r and Σ w(t − t̄)²; above 0, agreement with the others rises over the session.

People differ, and the others' parameters are estimates: a score is compared with how much the *other* annotators of
the same campaign differ, not with its information alone (`annotator_spread`). So two annotators have no such tests.
P-values are adjusted by Holm (1979, Scandinavian Journal of Statistics 6) over all annotators and habits together.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import stats

from eval_core.errors import InputError
from eval_core.ranking.annotator_spread import Shift, Taste, taste_of, unusual_shifts
from eval_core.ranking.blas import one_thread
from eval_core.ranking.fit import Fit, fit_model
from eval_core.ranking.leave_one_out import fits_without
from eval_core.ranking.likelihood import differences, local
from eval_core.ranking.options import Options
from eval_core.ranking.votes import FIRST, TIE, Bools, Cells, Floats, Ints, Votes, count, encode

LAYOUTS = ("side_by_side", "stacked", "switched")  # the last: one text at a time, behind a switch


@dataclass(frozen=True)
class Habit:
    """A score test: z, its two-sided p-value, and that adjusted by Holm.

    All are None where the judgments say nothing, or where too few others show how much annotators differ.
    """

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
        whole = fit_model(len(votes.systems), count(votes), options)
        scores = [
            _scores(str(names[code]), votes, mine, fitted, places)
            for code, mine, fitted in fits_without(votes, options)
        ]
        scores.sort(key=lambda one: one.annotator)
        taste = taste_of(whole, [votes.only(one.keep(len(votes))) for one in scores])
    return _tested(scores, taste, timed=places is not None)


@dataclass(frozen=True)
class _Scores:
    """One annotator's scores at the others' parameters; `mine` are the places of their judgments.

    `slope` is the gradient of discrimination's score in the strengths, Σ v d (e_i − e_j), (K,).
    """

    annotator: str
    mine: Ints
    tested: int
    slope: Floats
    discrimination: Shift
    side: Shift
    ties: Shift
    drift: Shift
    tie_share: float | None
    expected_tie_share: float | None

    def keep(self, n: int) -> Bools:
        """Which of all n judgments are theirs."""
        keep = np.zeros(n, dtype=bool)
        keep[self.mine] = True
        return keep


def _scores(name: str, votes: Votes, mine: Ints, fitted: Fit | None, places: Floats | None) -> _Scores:
    size = len(votes.systems)
    if fitted is None:
        nothing = Shift(0.0, 0.0)
        return _Scores(name, mine, 0, np.zeros(size), nothing, nothing, nothing, nothing, None, None)
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
    weight = variance * d
    return _Scores(
        annotator=name,
        mine=mine,
        tested=len(own),
        slope=np.asarray(np.bincount(own.first, weight, size) - np.bincount(own.second, weight, size), np.float64),
        discrimination=_sum(-residual * d, weight * d),
        side=_sum(residual[at], variance[at]),
        ties=_sum(tied - p[:, TIE], p[:, TIE] * (1 - p[:, TIE])),
        drift=Shift(0.0, 0.0) if places is None else _drift(residual * d, weight * d, places[tested]),
        tie_share=float(tied.mean()) if len(own) else None,
        expected_tie_share=float(p[:, TIE].mean()) if len(own) else None,
    )


def _sum(scores: Floats, information: Floats) -> Shift:
    return Shift(float(scores.sum()), float(information.sum()))


def _drift(score: Floats, weight: Floats, places: Floats) -> Shift:
    dated = np.isfinite(places)
    score, weight, places = score[dated], weight[dated], places[dated]
    if weight.sum() <= 0:
        return Shift(0.0, 0.0)
    order = stats.rankdata(places) / len(places)
    away = order - np.average(order, weights=weight)
    return _sum(score * away, weight * away**2)


def _tested(scores: list[_Scores], taste: Taste, *, timed: bool) -> tuple[AnnotatorHabits, ...]:
    """The tests of all annotators, adjusted together."""
    z = {
        "discrimination": [
            taste.unusual(place, one.discrimination, one.slope) if one.tested else None
            for place, one in enumerate(scores)
        ],
        "side": unusual_shifts([one.side for one in scores]),
        "ties": unusual_shifts([one.ties for one in scores]),
        "drift": unusual_shifts([one.drift for one in scores]),
    }
    found = [
        (name, place, value) for name, values in z.items() for place, value in enumerate(values) if value is not None
    ]
    p = np.array([2 * stats.norm.sf(abs(value)) for _, _, value in found])
    habits = {
        (name, place): Habit(value, float(raw), float(adjusted))
        for (name, place, value), raw, adjusted in zip(found, p, holm(p), strict=True)
    }
    return tuple(
        AnnotatorHabits(
            annotator=one.annotator,
            judgments=len(one.mine),
            tested=one.tested,
            discrimination=habits.get(("discrimination", place), _NOTHING),
            side=habits.get(("side", place), _NOTHING),
            ties=habits.get(("ties", place), _NOTHING),
            drift=habits.get(("drift", place), _NOTHING) if timed else None,
            tie_share=one.tie_share,
            expected_tie_share=one.expected_tie_share,
        )
        for place, one in enumerate(scores)
    )


def holm(p: Floats) -> Floats:
    """P-values (m,) adjusted by Holm's step-down method, (m,)."""
    order = np.argsort(p)
    steps = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(steps, 1.0)
    return adjusted
