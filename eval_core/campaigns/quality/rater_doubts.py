"""Whose ratings a lead should look at, and why: the rule of `doubts`, for sheets of ratings.

No one is named by chance. A rater's habit is compared with the others' mean by a t-test whose variance between people
is moderated (Smyth 2004, Statistical Applications in Genetics and Molecular Biology 3): the few others of a campaign
say little of how much people differ, so what `_USUAL` says counts as much as `_PRIOR` more of them, and people are
never taken to differ less than that. What speaks against a rater is tested in four ways:

- haste: more than half of the sheets made faster than a response is read and its points are chosen (binomial);
- control responses: fewer rated as expected than at the pass mark (binomial, one-sided);
- the same value on all criteria far more often than the others, who saw responses of the same kind;
- much quicker than the others and following them less, combined by Fisher's method: either alone is a habit.

A rater's p is the smallest of the ways that there are, each divided by its share of the level; these are adjusted by
Holm over the raters. So at most 5 % of campaigns of honest raters name anyone at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from scipy import stats

from eval_core.campaigns.quality.doubts import LEAST, LEAST_CHECKS, LEVEL, TOO_FAST, Doubt, Reason, fisher_combined
from eval_core.campaigns.quality.rater_checks import Estimated, RaterChecks, fisher, logit
from eval_core.ranking.habits import holm, share_with_interval

# Shares of the level.
_HASTE, _CONTROLS, _SAME, _TOGETHER = 0.1, 0.1, 0.4, 0.4
# Standard deviations between honest people: of log odds of one value throughout, of log seconds, of Fisher's z.
_USUAL = {"one_value": 1.25, "quick": 0.5, "apart": 0.3}
_PRIOR = 10
_OF: dict[str, Callable[[RaterChecks], Estimated | None]] = {
    "one_value": lambda check: logit(check.same, check.several) if check.several >= LEAST else None,
    "quick": lambda check: check.log_seconds if check.timed >= LEAST else None,
    "apart": fisher,
}


def rater_doubts(checks: Sequence[RaterChecks], mark: float) -> tuple[Doubt, ...]:
    """Who is to be looked at, the clearest first; mostly no one. As `examined_raters`, which also has the others."""
    found = [one for one in examined_raters(checks, mark) if one.alarms]
    return tuple(sorted(found, key=lambda doubt: (doubt.p, doubt.annotator)))


def examined_raters(checks: Sequence[RaterChecks], mark: float) -> tuple[Doubt, ...]:
    """Every rater, in the order given: how unusual they are next to the others.

    Args:
        checks: of the raters whose ratings count; the others are theirs.
        mark: the share of control responses that raters should rate as expected, 0 to 1.
    """
    p = {code: _against_others(code, [of(check) for check in checks]) for code, of in _OF.items()}
    tested = [
        _tested(check, mark, _others(checks, check), {code: values[place] for code, values in p.items()})
        for place, check in enumerate(checks)
    ]
    adjusted = holm(np.array([1.0 if alone is None else alone for alone, _ in tested]))
    return tuple(
        Doubt(check.annotator, float(value), reasons, alone)
        for check, value, (alone, reasons) in zip(checks, adjusted, tested, strict=True)
    )


def _against_others(code: str, estimates: Sequence[Estimated | None]) -> list[float | None]:
    """The p of each estimate against the others', in the direction that speaks against a rater; None without others."""
    sign = 1 if code == "one_value" else -1
    found: list[float | None] = []
    for place, one in enumerate(estimates):
        others = [other for at, other in enumerate(estimates) if at != place and other is not None]
        found.append(None if one is None or not others else _one_against(sign, one, others, _USUAL[code]))
    return found


def _one_against(sign: int, one: Estimated, others: Sequence[Estimated], usual: float) -> float:
    values, variances = (np.array([getattr(other, name) for other in others]) for name in ("value", "variance"))
    free = len(others) - 1
    between = max(0.0, float(values.var(ddof=1) - variances.mean())) if free else 0.0
    spread = max(usual**2, (_PRIOR * usual**2 + free * between) / (_PRIOR + free))
    error = spread * (1 + 1 / len(others)) + one.variance + variances.mean() / len(others)
    return float(stats.t.sf(sign * (one.value - values.mean()) / np.sqrt(error), _PRIOR + free))


def _others(checks: Sequence[RaterChecks], without: RaterChecks) -> float | None:
    """The share of the others' sheets with one value throughout."""
    rest = [check for check in checks if check is not without]
    several = sum(check.several for check in rest)
    return sum(check.same for check in rest) / several if several else None


def _tested(
    check: RaterChecks, mark: float, others: float | None, p: dict[str, float | None]
) -> tuple[float | None, tuple[Reason, ...]]:
    """One rater's p, not yet adjusted for the others, None where nothing could be tested; and the reasons."""
    ways: list[float] = []
    reasons: list[Reason] = []
    if check.timed >= LEAST:
        haste = float(stats.binom.sf(check.fast - 1, check.timed, TOO_FAST))
        ways.append(haste / _HASTE)
        if haste < LEVEL:
            reasons.append(Reason("hasty", share_with_interval(check.fast, check.timed)))
    if check.controls >= LEAST_CHECKS:
        missed = float(stats.binom.cdf(check.controls_right, check.controls, mark))
        ways.append(missed / _CONTROLS)
        if missed < LEVEL:
            reasons.append(Reason("controls", share_with_interval(check.controls_right, check.controls)))
    same, quick, apart = (p[code] for code in ("one_value", "quick", "apart"))
    if same is not None:
        ways.append(same / _SAME)
        if same < LEVEL:
            reasons.append(Reason("one_value", share_with_interval(check.same, check.several), others))
    if quick is not None and apart is not None:
        ways.append(fisher_combined(quick, apart) / _TOGETHER if max(quick, apart) < LEVEL else 1.0)
    reasons += [Reason(code) for code in ("quick", "apart") if (value := p[code]) is not None and value < LEVEL]
    return min([1.0, *ways]) if ways else None, tuple(reasons)
