"""The alternative annotator test: may a judge (a program) take the place of one of the annotators?

N. Calderon, R. Reichart & R. Dror (2025), "The alternative annotator test for LLM-as-a-judge: how to statistically
justify replacing human annotators with LLMs", ACL 2025. Each annotator in turn is left out, and it is asked who agrees
better with the others: the one left out, or the judge. Of outcomes agreement is being equal; of ratings it is lying
closer to the others' ratings (their negative root mean squared error). Epsilon is what the judge may be worse by, since
it costs less; the annotators for whom that is ruled out, once all of them are looked at together, are those whom the
judge could replace. Omega is their share; the paper lets a judge pass from one half on.
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
# An annotator: name, who was ahead on each item (1 they, 0 neither, −1 the judge), the judge's share and theirs.
_Compared = tuple[str, Floats, float, float]


@dataclass(frozen=True)
class LeftOut:
    """One annotator against the judge, on the `n` comparisons (or responses) that both and somebody else judged.

    Attributes:
        judge_ahead, annotator_ahead: the shares on which either agreed with the others at least as well as the other.
        p: that so good a judge is chance, if it were worse by epsilon.
        replaceable: whether that is ruled out, all annotators looked at together.
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
        omega: the share of annotators whom the judge could replace, None where nobody can be compared.
        advantage: the mean of `judge_ahead`, the probability that the judge agrees with others as well as a person.
        passes: omega is at least one half; None with fewer than three annotators, which the test does not speak of.
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
    """Hold a judge against each annotator in turn.

    Args:
        frame: the judgments of annotators and of this judge, as `agreement` takes them. Agreement is equality of the
            outcome in canonical orientation.
        judge: the name under which the judge's stand.
        epsilon: 0 to 1.

    Raises:
        InputError: for an epsilon out of range, and as `agreement` for the frame.
    """
    judgments = read(frame)
    return _decided(judge, epsilon, _compared(judgments, judge) if judge in judgments.annotators else [])


def alternative_rating_test(frame: pd.DataFrame, judge: str, *, epsilon: float = EPSILON) -> AlternativeTest:
    """Hold a judge who rates against each annotator in turn.

    Args:
        frame: one rating a row: item (what was rated, any hashable), annotator, value (a number; missing where there
            is none); one value of an annotator for an item. Who is closer to the mean of the others' values has the
            smaller root mean squared error to them, since that is the distance to the mean and what does not depend on
            the one compared.
        judge: the name under which the judge's stand.
        epsilon: 0 to 1.

    Raises:
        InputError: for an epsilon out of range, or an item that somebody rated twice.
    """
    there = frame[frame["value"].notna()]
    if there.duplicated(["item", "annotator"]).any():
        raise InputError("rated_twice")
    code, names = pd.factorize(there["annotator"], sort=True)
    if judge not in names:
        return _decided(judge, epsilon, [])
    table = np.full((there["item"].nunique(), len(names)), np.nan)
    table[pd.factorize(there["item"])[0], code] = there["value"].to_numpy(dtype=np.float64)
    return _decided(judge, epsilon, _compared_ratings(table, list(names), judge))


def _decided(judge: str, epsilon: float, rows: list[_Compared]) -> AlternativeTest:
    """The test's outcome from who was ahead of whom."""
    if not 0 <= epsilon <= 1:
        raise InputError("bad_epsilon")
    values = np.array([_p(gaps, epsilon) for _, gaps, _, _ in rows])
    adjusted = stats.false_discovery_control(values, method="by") if len(values) else values
    found = tuple(
        LeftOut(name, len(gaps), ahead, behind, float(p), bool(low < _LEVEL))
        for (name, gaps, ahead, behind), p, low in zip(rows, values, adjusted, strict=True)
    )
    omega = float(np.mean([row.replaceable for row in found])) if found else None
    return AlternativeTest(
        judge=judge,
        epsilon=epsilon,
        omega=omega,
        advantage=float(np.mean([row.judge_ahead for row in found])) if found else None,
        passes=omega >= _PASSES if omega is not None and len(found) >= _FEW_ANNOTATORS else None,
        annotators=found,
    )


def _compared(judgments: Judgments, judge: str) -> list[_Compared]:
    """Each annotator who can be compared, by how many of the others said the same."""
    items = int(judgments.item.max()) + 1
    table = np.full((items, len(judgments.annotators)), -1, dtype=np.int64)
    table[judgments.item, judgments.annotator] = judgments.category
    place = judgments.annotators.index(judge)
    people = np.delete(table, place, axis=1)
    names = [name for name in judgments.annotators if name != judge]
    said = np.stack([(people == category).sum(axis=1) for category in range(3)], axis=1)
    found = []
    for column, name in enumerate(names):
        theirs, of_judge = people[:, column], table[:, place]
        use = (theirs >= 0) & (of_judge >= 0) & (said.sum(axis=1) > 1)
        if not use.any():
            continue
        others = said[use].copy()
        others[np.arange(len(others)), theirs[use]] -= 1
        person, program = (others[np.arange(len(others)), one[use]] for one in (theirs, of_judge))
        found.append(_ahead(name, person, program))
    return found


def _compared_ratings(table: Floats, names: list[str], judge: str) -> list[_Compared]:
    """Each annotator who can be compared, by the distance from the others' mean; `table` (items, annotators)."""
    place = names.index(judge)
    people, of_judge = np.delete(table, place, axis=1), table[:, place]
    count, total = (~np.isnan(people)).sum(axis=1), np.nansum(people, axis=1)
    found = []
    for theirs, name in zip(people.T, [name for name in names if name != judge], strict=True):
        use = ~np.isnan(theirs) & ~np.isnan(of_judge) & (count > 1)
        if use.any():
            others = (total[use] - theirs[use]) / (count[use] - 1)
            # Rounded, since distances that are equal differ in their last digits.
            person, program = (-np.abs(one[use] - others).round(_DECIMALS) for one in (theirs, of_judge))
            found.append(_ahead(name, person, program))
    return found


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
