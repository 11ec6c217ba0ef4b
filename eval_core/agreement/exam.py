"""A judge's exam: its verdicts on comparisons with known answers, in both orders, before it judges anything.

How much a judge can be worth next to people follows from its correlation ρ with the truth. With n human judgments of a
random part of the comparisons, and the judge's verdicts on all, the variance of a mean preference falls to 1 − ρ² of
what people alone give, at best: with very many comparisons, and the best weight (A. N. Angelopoulos, J. C. Duchi &
T. Zrnic, "PPI++: efficient prediction-powered inference", arXiv 2311.01453 (2023); P. Boyeau et al., "AutoEval done
right", arXiv 2403.07008 (2024)). So 100 human judgments are worth at most 100/(1 − ρ²): it takes more human judgments
than that to know more without the judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from eval_core.agreement.both_orders import BothOrders, agreed, both_orders, side_shares
from eval_core.agreement.clustered_share import NO_SHARE, Floats, Share, clustered_share, correlation_with_truth

PASS_MARK = 0.8  # as the people's test by default (Rules.pass_mark)
HUMAN = 100  # human judgments of which the worth is given

Answer = Literal["passed", "failed", "guesses", "open", "empty"]


@dataclass(frozen=True)
class Correct:
    """How often the judge was right.

    Attributes:
        comparisons: that it was asked about.
        shown: of the answers in one order each, the share that is right. A reply that cannot be read is not right.
        shown_by_chance: what it would be for a judge that takes A, B and ties as often but does not read the texts.
        both: of the comparisons, the share that is right in both orders; `both_by_chance` likewise.
    """

    comparisons: int
    shown: Share
    shown_by_chance: float | None
    both: Share
    both_by_chance: float | None


@dataclass(frozen=True)
class Worth:
    """What `human` human judgments are worth together with the judge's verdicts on very many comparisons, at most.

    Attributes:
        correlation: of the verdict of both orders with the truth, −1 to 1.
        judgments: human / (1 − ρ²), with its interval; None where it has no bound. A judge that is wrong more often
            than right adds nothing: ρ below 0 counts as 0.
    """

    correlation: Share
    human: int
    judgments: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class ExamResult:
    """The outcome of an exam.

    Attributes:
        answer: 'passed' where even the lower end of the share right in both orders reaches the pass mark, 'failed'
            where the upper end does not, 'guesses' where nothing shows that it reads the texts, else 'open'; 'empty'
            without an answer.
        issues: by issue, those with most comparisons first; '' for gold without one.
        unreadable, failed: replies without a meaning; requests without a reply, which count nowhere.
        longer: of the choices between texts of different length, the share for the longer one; `longer_right` is the
            share that right answers would have.
    """

    answer: Answer
    pass_mark: float
    correct: Correct
    issues: dict[str, Correct]
    orders: BothOrders
    longer: Share
    longer_right: float | None
    worth: Worth
    unreadable: int
    failed: int

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers and names."""
        return asdict(self)


def exam_result(
    true: npt.ArrayLike,
    verdicts: npt.ArrayLike,
    failed: npt.ArrayLike,
    *,
    longer: npt.ArrayLike,
    issues: Sequence[str | None],
    pass_mark: float = PASS_MARK,
) -> ExamResult:
    """Mark an exam of n comparisons.

    Args:
        true: the known answers (n,): 1 the first text, 0 a tie, −1 the second.
        verdicts: (n, 2), a column for each order, as in `both_orders`; NaN for a reply without a meaning.
        failed: (n, 2), true where no reply came.
        longer: (n,), 1 where the first text is longer, −1 where the second is, 0 where neither is.
        issues: of each comparison.
        pass_mark: the share that must be right in both orders, 0 to 1.
    """
    truth, said = np.asarray(true, np.float64), np.asarray(verdicts, np.float64).reshape(-1, 2)
    lost = np.asarray(failed, bool).reshape(-1, 2)
    said = np.where(lost, np.nan, said)
    correct = _correct(truth, said, lost)
    named = np.array([issue or "" for issue in issues], dtype=object)
    parts = {name: named == name for name in sorted(set(named))}
    by_issue = {name: _correct(truth[rows], said[rows], lost[rows]) for name, rows in parts.items()}
    asked = ~lost.any(axis=1)
    unread = np.isnan(said).any(axis=1)
    one = np.where(unread, 0.0, agreed(said))
    share, right = _longer(truth, said, np.asarray(longer, np.float64))
    return ExamResult(
        answer=_answer(correct, pass_mark),
        pass_mark=pass_mark,
        correct=correct,
        issues=dict(sorted(by_issue.items(), key=lambda part: -part[1].comparisons)),
        orders=both_orders(said),
        longer=share,
        longer_right=right,
        worth=_worth(one[asked], truth[asked]),
        unreadable=int((np.isnan(said) & ~lost).sum()),
        failed=int(lost.sum()),
    )


def _correct(truth: Floats, said: Floats, lost: npt.NDArray[np.bool_]) -> Correct:
    right = said == truth[:, None]  # NaN equals nothing
    asked = ~lost
    twice = asked.all(axis=1)
    a, tie, b = side_shares(said[asked.any(axis=1)])
    read = 1 - np.isnan(said[asked]).mean() if asked.any() else 0.0
    a, tie, b = a * read, tie * read, b * read
    ties = truth == 0
    shown = clustered_share(right.sum(axis=1), asked.sum(axis=1))
    both = clustered_share(right.all(axis=1) & twice, twice)
    chance_shown = np.where(ties, tie, (a + b) / 2)
    chance_both = np.where(ties, tie * tie, a * b)
    return Correct(
        len(truth),
        shown,
        float(np.average(chance_shown, weights=asked.sum(axis=1))) if shown.n else None,
        both,
        float(chance_both[twice].mean()) if both.n else None,
    )


def _longer(truth: Floats, said: Floats, longer: Floats) -> tuple[Share, float | None]:
    """The share of choices for the longer text, and of right answers; each comparison is a cluster."""
    differ = longer != 0
    said, longer, truth = said[differ], longer[differ], truth[differ]
    chose = np.abs(said) == 1
    share = clustered_share(((said == longer[:, None]) & chose).sum(axis=1), chose.sum(axis=1))
    decided = truth != 0
    right = float((truth[decided] == longer[decided]).mean()) if decided.any() else None
    return share, right


def _worth(said: Floats, truth: Floats) -> Worth:
    rho = correlation_with_truth(said, truth) if len(truth) else NO_SHARE
    if rho.value is None or rho.low is None or rho.high is None:
        return Worth(rho, HUMAN, None, None, None)
    return Worth(rho, HUMAN, *(worth_of(end) for end in (rho.value, rho.low, rho.high)))


def worth_of(rho: float, human: int = HUMAN) -> float | None:
    """What `human` human judgments are worth with a judge of this correlation; None at 1, where there is no bound."""
    left = 1 - max(0.0, rho) ** 2
    return human / left if left > 1e-12 else None


def _answer(correct: Correct, pass_mark: float) -> Answer:
    both, shown, chance = correct.both, correct.shown, correct.shown_by_chance
    if both.low is None or both.high is None or shown.low is None or chance is None:
        return "empty"
    if shown.low <= chance:
        return "guesses"
    if both.low >= pass_mark:
        return "passed"
    return "failed" if both.high < pass_mark else "open"
