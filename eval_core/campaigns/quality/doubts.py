"""Whose judgments a lead should look at, and why: one rule for Quality, its verdict, what needs attention, the report.

No one is named by chance, and no one by habit alone. What speaks against an annotator is tested in up to four ways:

- gold: fewer comparisons answered as expected than at the pass mark (binomial, one-sided);
- speed: more than half of the judgments made within a time in which neither text can be read (binomial);
- habits together with gold: following the others less than people differ anyway (`ranking.habits`), or taking one side
  in more than two thirds of the choices (binomial), combined with how the others answered gold (Fisher's exact test);
- habits together with repeats, compared with the others' repeats in the same way.

Habits and a check are combined by Fisher's method, and only if the check itself points that way; where gold is at the
mark or only repeats differ, only if a habit is unusual by itself. Checks of fewer than `LEAST_CHECKS` answers say
nothing. An annotator's p is the smallest of the ways that there are, each divided by its
share of the level (a weighted Bonferroni correction); these are adjusted by Holm over the annotators. So at most 5 % of
campaigns of honest annotators name anybody at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from eval_core.campaigns.quality.gold_and_repeats import AnnotatorChecks
from eval_core.ranking.habits import AnnotatorHabits, Share, holm, share_with_interval

LEVEL = 0.05
LEAST_CHECKS = 5  # gold answers, or repeats
LEAST = 20  # judgments, for speed and side
ONE_SIDE = 2 / 3
TOO_FAST = 1 / 2
# Shares of the level. Those who click in haste or always on one side are far beyond any level; most goes to the rest.
_ALONE, _TOGETHER = 0.1, 0.8
_SIDE = 0.1
# The reasons that bear a habit out; and all that a doubt may rest on, the most telling first.
CHECKS = ("below_mark", "gold", "repeats")
REASONS = ("too_fast", "one_side", "below_mark", "gold", "repeats", "apart")
# The same where responses are rated (`rater_doubts`).
RATER_REASONS = ("hasty", "controls", "one_value", "quick", "apart")


@dataclass(frozen=True)
class Reason:
    """One thing that speaks against an annotator.

    Attributes:
        code: one of `REASONS`: most judgments made faster than reading; mostly one side; gold below the pass mark;
            less gold than the others; fewer repeats alike than the others; follows the others less. Or one of
            `RATER_REASONS`: most sheets made faster than a response is read and rated; control responses below the pass
            mark; one value on all criteria more
            often than the others; much quicker than the others; follows the others less.
        share: k of n that this is about, None for `quick` and `apart`.
        others: the others' share, for `gold`, `repeats` and `one_value`.
        side: 'first' or 'second', for `one_side`.
    """

    code: str
    share: Share | None = None
    others: float | None = None
    side: str = ""


@dataclass(frozen=True)
class Doubt:
    """What is unusual about an annotator; one to look at if `p` is below `LEVEL`.

    Attributes:
        p: adjusted for all annotators, 0 to 1.
        reasons: the most telling first.
        alone: at most this share, 0 to 1, of good annotators of the campaign would look as unusual as this one, who
            answer gold at the pass mark and otherwise judge as the others do; None where nothing could be tested.
    """

    annotator: str
    p: float
    reasons: tuple[Reason, ...]
    alone: float | None = None

    @property
    def alarms(self) -> bool:
        """Whether a lead should look: chance hardly explains it, all annotators together."""
        return self.p < LEVEL

    def of(self, code: str) -> Reason | None:
        """The reason with this code, if it is one."""
        return next((reason for reason in self.reasons if reason.code == code), None)


def doubts(checks: Sequence[AnnotatorChecks], habits: Sequence[AnnotatorHabits], mark: float) -> tuple[Doubt, ...]:
    """Who is to be looked at, the clearest first; mostly no one. As `examined`, which also has the others."""
    found = [one for one in examined(checks, habits, mark) if one.alarms]
    return tuple(sorted(found, key=lambda doubt: (doubt.p, doubt.annotator)))


def examined(checks: Sequence[AnnotatorChecks], habits: Sequence[AnnotatorHabits], mark: float) -> tuple[Doubt, ...]:
    """Every annotator, in the order given: how unusual they are next to the others.

    Args:
        checks: of the annotators whose judgments count; the others are theirs.
        habits: of the same annotators.
        mark: the share of gold comparisons that annotators should answer as expected, 0 to 1.
    """
    by_name = {row.annotator: row for row in habits}
    tested = [_Tested.of(check, by_name.get(check.annotator), _others(checks, check), mark) for check in checks]
    p = holm(np.array([1.0 if one.p is None else one.p for one in tested]))
    return tuple(Doubt(one.annotator, float(value), one.reasons, one.p) for one, value in zip(tested, p, strict=True))


def checked(checks: Sequence[AnnotatorChecks]) -> bool:
    """Whether these annotators together have enough gold answers or repeats for a word on them."""
    return max(sum(check.gold for check in checks), sum(check.repeats for check in checks)) >= LEAST_CHECKS


@dataclass(frozen=True)
class _Others:
    """The other annotators' gold and repeats together: k of n each."""

    gold: tuple[int, int]
    repeats: tuple[int, int]


def _others(checks: Sequence[AnnotatorChecks], without: AnnotatorChecks) -> _Others:
    def summed(right: str, of: str) -> tuple[int, int]:
        rest = [check for check in checks if check is not without]
        return sum(getattr(check, right) for check in rest), sum(getattr(check, of) for check in rest)

    return _Others(summed("gold_right", "gold"), summed("repeats_alike", "repeats"))


@dataclass(frozen=True)
class _Tested:
    """One annotator, not yet adjusted for the others; `p` is None where nothing could be tested."""

    annotator: str
    p: float | None
    reasons: tuple[Reason, ...]

    @classmethod
    def of(cls, check: AnnotatorChecks, habits: AnnotatorHabits | None, others: _Others, mark: float) -> _Tested:
        gold, with_gold, gold_reason = _gold(check, others, mark)
        repeats, repeats_reason = _repeats(check, others)
        speed, speed_reason = _speed(check)
        habit, habit_reasons = _habits(check, habits)
        ways = [p / _ALONE for p in (gold, speed) if p is not None]
        behind = [
            fisher_combined(p, habit) if reason and (habit_reasons or reason.code == "below_mark") else 1.0
            for p, reason in ((with_gold, gold_reason), (repeats, repeats_reason))
            if p is not None and habit is not None
        ]
        ways += [p * len(behind) / _TOGETHER for p in behind]
        found = [*habit_reasons, speed_reason, gold_reason, repeats_reason]
        if not (gold_reason or repeats_reason):
            found = [speed_reason]
        reasons = sorted((one for one in found if one), key=lambda one: REASONS.index(one.code))
        return cls(check.annotator, min([1.0, *ways]) if ways else None, tuple(reasons))


def _gold(check: AnnotatorChecks, others: _Others, mark: float) -> tuple[float | None, float | None, Reason | None]:
    """The p of so few right at the mark, the p of so few where one answers as the others do, and the reason if any."""
    if check.gold < LEAST_CHECKS:
        return None, None, None
    share = share_with_interval(check.gold_right, check.gold)
    alone = float(stats.binom.cdf(check.gold_right, check.gold, mark))
    right, of = others.gold
    together = alone if of < LEAST_CHECKS else _fewer(check.gold_right, check.gold, right, of)
    rest = right / of if of else mark
    if check.gold_right < mark * check.gold:
        return alone, together, Reason("below_mark", share)
    return alone, together, Reason("gold", share, rest) if check.gold_right < rest * check.gold else None


def _fewer(k: int, n: int, right: int, of: int) -> float:
    """The p of k of n or fewer where others have `right` of `of`: Fisher's exact test, one-sided."""
    return float(stats.hypergeom.cdf(k, n + of, k + right, n))


def _repeats(check: AnnotatorChecks, others: _Others) -> tuple[float | None, Reason | None]:
    right, of = others.repeats
    if check.repeats < LEAST_CHECKS or of < LEAST_CHECKS:
        return None, None
    p = _fewer(check.repeats_alike, check.repeats, right, of)
    rest = right / of
    less = check.repeats_alike < rest * check.repeats
    return p, Reason("repeats", share_with_interval(check.repeats_alike, check.repeats), rest) if less else None


def _speed(check: AnnotatorChecks) -> tuple[float | None, Reason | None]:
    if check.timed < LEAST:
        return None, None
    p = float(stats.binom.sf(check.fast - 1, check.timed, TOO_FAST))
    return p, Reason("too_fast", share_with_interval(check.fast, check.timed)) if p < LEVEL else None


def _habits(check: AnnotatorChecks, habits: AnnotatorHabits | None) -> tuple[float | None, list[Reason]]:
    """The p of discrimination and side together, None where neither can be tested, and those below the level."""
    found: list[tuple[float, Reason]] = []
    n, most = check.took_first + check.took_second, max(check.took_first, check.took_second)
    apart = habits is not None and habits.discrimination.z is not None
    if n >= LEAST:
        p = 2 * float(stats.binom.sf(most - 1, n, ONE_SIDE)) / (_SIDE if apart else 1)
        side = "first" if check.took_first >= check.took_second else "second"
        found.append((p, Reason("one_side", share_with_interval(most, n), side=side)))
    if habits is not None and habits.discrimination.z is not None:
        p = float(stats.norm.sf(habits.discrimination.z)) / (1 - _SIDE if n >= LEAST else 1)
        found.append((p, Reason("apart")))
    if not found:
        return None, []
    return min(1.0, *(p for p, _ in found)), [reason for p, reason in found if p < LEVEL]


def fisher_combined(first: float, second: float) -> float:
    """Fisher's combination of two independent p-values (1932, Statistical Methods for Research Workers, 4th ed.)."""
    product = first * second
    return float(product * (1 - np.log(product))) if product > 0 else 0.0
