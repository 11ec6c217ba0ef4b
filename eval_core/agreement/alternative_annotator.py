"""The alternative annotator test: can a judge (a program) replace one of the annotators?

N. Calderon, R. Reichart & R. Dror (2025), "The alternative annotator test for LLM-as-a-judge: how to statistically
justify replacing human annotators with LLMs", ACL 2025. Each annotator is left out in turn, and either the
annotator or the judge agrees better with the others. Outcomes agree if they are equal; ratings agree better if they are
closer to the others' ratings (the negative root mean squared error). Epsilon is how much worse the judge may be, since
it costs less. The judge could replace the annotators for whom a larger gap is ruled out, tested all together. Omega is
their share; in the paper a judge passes from one half on.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import stats

from eval_core.agreement.judgments import Judgments, read
from eval_core.errors import InputError

EPSILON = 0.15  # the paper's for annotators who know the task well; 0.2 for experts, 0.1 for crowds
_LEVEL = 0.05  # of the false discovery rate (Benjamini & Yekutieli 2001)
_FEW_ITEMS = 30  # with fewer, Wilcoxon's signed ranks instead of Student's t
_FEW_ANNOTATORS = 3
_PASSES = 0.5
_DECIMALS = 9

Floats = npt.NDArray[np.float64]
# Name of an annotator, who was ahead on each item (1 the annotator, 0 neither, −1 the judge), the two shares ahead.
_Compared = tuple[str, Floats, float, float]


@dataclass(frozen=True)
class LeftOut:
    """One annotator and the judge, on the `n` comparisons (or responses) that both and another annotator judged.

    Attributes:
        judge_ahead, annotator_ahead: the shares on which either agreed with the others at least as well as the other.
        p: the probability that a judge worse by epsilon would look this good by chance.
        replaceable: whether that is ruled out, with all annotators tested together.
    """

    annotator: str
    n: int
    judge_ahead: float
    annotator_ahead: float
    p: float
    replaceable: bool


@dataclass(frozen=True)
class AlternativeTest:
    """The test's outcome.

    Attributes:
        omega: the share of annotators whom the judge could replace, None where no annotator can be compared.
        advantage: the mean of `judge_ahead`, the probability that the judge agrees with others as well as a person.
        passes: omega is at least one half; None with fewer than three annotators, for whom the test is undefined.
    """

    judge: str
    epsilon: float
    omega: float | None
    advantage: float | None
    passes: bool | None
    annotators: tuple[LeftOut, ...]

    @property
    def within_margin(self) -> bool:
        """Whether the judge, on the average over annotators, was behind them by less than epsilon."""
        behind = [row.annotator_ahead - row.judge_ahead for row in self.annotators]
        return bool(behind) and float(np.mean(behind)) < self.epsilon

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers and names."""
        return asdict(self)


def alternative_test(frame: pd.DataFrame, judge: str, *, epsilon: float = EPSILON) -> AlternativeTest:
    """Compare a judge with each annotator in turn.

    Args:
        frame: the judgments of annotators and of this judge, as `agreement` takes them. Agreement is equality of the
            outcome in canonical orientation.
        judge: the name of the judge among the annotators.
        epsilon: 0 to 1.

    Raises:
        InputError: for an epsilon out of range, and as `agreement` for the frame.
    """
    judgments = read(frame)
    return _decided(judge, epsilon, _compared(judgments, judge) if judge in judgments.annotators else [])


def alternative_rating_test(frame: pd.DataFrame, judge: str, *, epsilon: float = EPSILON) -> AlternativeTest:
    """Compare a judge that rates with each annotator in turn.

    Args:
        frame: one rating a row: item (what was rated, any hashable), annotator, value (a number; missing where there
            is none); one value of an annotator for an item. Whoever is closer to the mean of the others' values has the
            smaller root mean squared error to them, since that is the distance to the mean and what does not depend on
            the one compared.
        judge: the name of the judge among the annotators.
        epsilon: 0 to 1.

    Raises:
        InputError: for an epsilon out of range, or an item that one annotator rated twice.
    """
    scored = frame[frame["value"].notna()]
    if scored.duplicated(["item", "annotator"]).any():
        raise InputError("rated_twice")
    code, names = pd.factorize(scored["annotator"], sort=True)
    if judge not in names:
        return _decided(judge, epsilon, [])
    table = np.full((scored["item"].nunique(), len(names)), np.nan)
    table[pd.factorize(scored["item"])[0], code] = scored["value"].to_numpy(dtype=np.float64)
    return _decided(judge, epsilon, _compared_ratings(table, list(names), judge))


def _decided(judge: str, epsilon: float, rows: list[_Compared]) -> AlternativeTest:
    """The test's outcome from who was ahead of whom."""
    if not 0 <= epsilon <= 1:
        raise InputError("bad_epsilon")
    values = np.array([_p(gaps, epsilon) for _, gaps, _, _ in rows])
    adjusted = stats.false_discovery_control(values, method="by") if len(values) else values
    left_out = tuple(
        LeftOut(name, len(gaps), ahead, behind, float(p), bool(low < _LEVEL))
        for (name, gaps, ahead, behind), p, low in zip(rows, values, adjusted, strict=True)
    )
    omega = float(np.mean([row.replaceable for row in left_out])) if left_out else None
    return AlternativeTest(
        judge=judge,
        epsilon=epsilon,
        omega=omega,
        advantage=float(np.mean([row.judge_ahead for row in left_out])) if left_out else None,
        passes=omega >= _PASSES if omega is not None and len(left_out) >= _FEW_ANNOTATORS else None,
        annotators=left_out,
    )


def _compared(judgments: Judgments, judge: str) -> list[_Compared]:
    """Each annotator who can be compared, by how many of the others chose the same."""
    items = int(judgments.item.max()) + 1
    table = np.full((items, len(judgments.annotators)), -1, dtype=np.int64)
    table[judgments.item, judgments.annotator] = judgments.category
    place = judgments.annotators.index(judge)
    people = np.delete(table, place, axis=1)
    names = [name for name in judgments.annotators if name != judge]
    votes = np.stack([(people == category).sum(axis=1) for category in range(3)], axis=1)
    comparisons = []
    for column, name in enumerate(names):
        theirs, of_judge = people[:, column], table[:, place]
        use = (theirs >= 0) & (of_judge >= 0) & (votes.sum(axis=1) > 1)
        if not use.any():
            continue
        others = votes[use].copy()
        others[np.arange(len(others)), theirs[use]] -= 1
        person, program = (others[np.arange(len(others)), answers[use]] for answers in (theirs, of_judge))
        comparisons.append(_ahead(name, person, program))
    return comparisons


def _compared_ratings(table: Floats, names: list[str], judge: str) -> list[_Compared]:
    """Each annotator who can be compared, by the distance from the others' mean; `table` (items, annotators)."""
    place = names.index(judge)
    people, of_judge = np.delete(table, place, axis=1), table[:, place]
    count, total = (~np.isnan(people)).sum(axis=1), np.nansum(people, axis=1)
    comparisons = []
    for theirs, name in zip(people.T, [name for name in names if name != judge], strict=True):
        use = ~np.isnan(theirs) & ~np.isnan(of_judge) & (count > 1)
        if use.any():
            others = (total[use] - theirs[use]) / (count[use] - 1)
            # Rounded, since distances that are equal differ in their last digits.
            person, program = (-np.abs(values[use] - others).round(_DECIMALS) for values in (theirs, of_judge))
            comparisons.append(_ahead(name, person, program))
    return comparisons


def _ahead(name: str, person: npt.NDArray[Any], program: npt.NDArray[Any]) -> _Compared:
    ahead, behind = program >= person, person >= program
    return name, behind.astype(float) - ahead.astype(float), float(ahead.mean()), float(behind.mean())


def _p(gaps: npt.NDArray[np.float64], epsilon: float) -> float:
    """Of the hypothesis that the annotator is ahead by epsilon or more."""
    if np.ptp(gaps) == 0:  # no test is needed, and none is defined
        return 0.0 if len(gaps) > 1 and gaps[0] < epsilon else 1.0
    if len(gaps) < _FEW_ITEMS:
        return float(stats.wilcoxon(gaps - epsilon, alternative="less").pvalue)
    return float(stats.ttest_1samp(gaps, epsilon, alternative="less").pvalue)
