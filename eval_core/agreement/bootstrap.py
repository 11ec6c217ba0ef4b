"""Intervals of agreement: prompts are resampled, and where there are enough annotators, these vary too.

Comparisons on one prompt have texts in common, so that they agree or divide together: whole prompts are drawn with
replacement (B. Efron & R. J. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13). Prompts that add the same
to every sum are equivalent: their numbers are drawn from a multinomial distribution.

From `LEAST_ANNOTATORS` annotators on, the intervals are about other annotators too: they are stretched by
√((V_p + V_a − V_c)/V_p), at least 1, with the delete-one jackknife's variances by prompt, by annotator and by
comparison (in which the first two overlap). Few clusters are allowed for by Student's t: limits are stretched by
t/z · √(G/(G − 1)), G the number of prompts, or of annotators if there are fewer and these widen the intervals.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from eval_core.agreement.coefficients import Floats, measure_sums
from eval_core.agreement.judgments import Ints
from eval_core.agreement.results import Interval, Measures

LEAST_ANNOTATORS = 10
# At most so many numbers at a time: 32 MB.
_CHUNK = 4_000_000
_MOST = 5_000  # different prompts; more are dealt into so many groups
_CATEGORIES = 3
_SHARES = ("percent_agreement", "without_ties")


def intervals_of(
    prompts: Floats,
    *,
    level: float,
    resamples: int,
    seed: int,
    comparisons: Floats | None = None,
    annotators: Floats | None = None,
) -> Measures[Interval | None]:
    """Intervals of all figures.

    Args:
        prompts: what each prompt adds to the sums (see `coefficients.item_sums`), (P, 14).
        level: between 0 and 1.
        resamples: how many; with 0, or with fewer than two prompts, there is no interval.
        seed: of the draws, so that the same sums always have the same intervals.
        comparisons: what each comparison adds, (n, 14).
        annotators: what goes without each annotator, (G, 14); both are needed for annotators to be resampled.

    Returns:
        From the percentiles of the resamples that define a figure (alpha needs two categories); None where none does.
    """
    if resamples == 0 or len(prompts) < 2:
        return Measures(None, None, None, None, None)
    clusters, wider = len(prompts), dict.fromkeys(vars(measure_sums(prompts.sum(axis=0), _CATEGORIES)), 1.0)
    if comparisons is not None and annotators is not None and len(annotators) >= LEAST_ANNOTATORS:
        clusters = min(clusters, len(annotators))
        wider = _wider(prompts, comparisons, annotators)
    few = float(special.stdtrit(clusters - 1, (1 + level) / 2) / special.ndtri((1 + level) / 2))
    few *= np.sqrt(clusters / (clusters - 1))
    whole, drawn = measure_sums(prompts.sum(axis=0), _CATEGORIES), _draws(prompts, resamples, seed)
    lowest = {name: 0.0 if name in _SHARES else -1.0 for name in wider}
    found = {
        name: _stretched(float(value), drawn[name], level, few * wider[name], lowest[name])
        for name, value in vars(whole).items()
    }
    return Measures(**found)


def _draws(prompts: Floats, resamples: int, seed: int) -> dict[str, Floats]:
    """Every figure of every resample, NaN where it is not defined, (resamples,) each."""
    chance = np.random.default_rng(seed)
    rows, times = np.unique(prompts.round(12), axis=0, return_counts=True)
    if len(rows) > _MOST:
        dealt = chance.permutation(len(prompts)) % _MOST
        rows = np.stack([np.bincount(dealt, column, _MOST) for column in prompts.T], axis=1)
        times = np.ones(_MOST, dtype=np.int64)
    number = int(times.sum())
    at_once = max(1, _CHUNK // len(rows))
    parts = [
        vars(measure_sums(chance.multinomial(number, times / number, size=size) @ rows, _CATEGORIES))
        for start in range(0, resamples, at_once)
        for size in (min(at_once, resamples - start),)
    ]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _wider(prompts: Floats, comparisons: Floats, annotators: Floats) -> dict[str, float]:
    """For each figure, by how much annotators widen the intervals."""
    total = comparisons.sum(axis=0)
    by_prompt, by_comparison = (_jackknife(total, *_distinct(part)) for part in (prompts, comparisons))
    by_annotator = _jackknife(total, annotators, np.ones(len(annotators)))
    found = {}
    for name, variance in by_prompt.items():
        both = variance + by_annotator[name] - by_comparison[name]
        found[name] = float(np.sqrt(max(1.0, both / variance))) if variance > 0 and np.isfinite(both) else 1.0
    return found


def _distinct(parts: Floats) -> tuple[Floats, Ints]:
    rows, times = np.unique(parts.round(12), axis=0, return_counts=True)
    return rows, times.astype(np.int64)


def _jackknife(total: Floats, parts: Floats, times: Floats | Ints) -> dict[str, float]:
    """The delete-one variance of every figure; each of the parts is left out so many times."""
    n = float(times.sum())
    left = vars(measure_sums(total - parts, _CATEGORIES))
    return {name: float((n - 1) / n * (times @ (values - times @ values / n) ** 2)) for name, values in left.items()}


def _stretched(value: float, drawn: Floats, level: float, by: float, lowest: float) -> Interval | None:
    """The percentiles of the draws, `by` times as far from the value."""
    defined = drawn[~np.isnan(drawn)]
    if not len(defined) or np.isnan(value):
        return None
    low, high = value + by * (np.quantile(defined, [(1 - level) / 2, (1 + level) / 2]) - value)
    return max(lowest, float(low)), min(1.0, float(high))
