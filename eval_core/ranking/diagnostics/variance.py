"""What the uncertainty of differences is made of: annotators who differ, prompts that differ, and single judgments.

An annotator has, for each system, a strength of their own: θ + u, u of variance τ_a² on the natural log scale; a prompt
likewise, τ_p². Judgments on top of that vary as the model says, times φ. The squared sums of scores by annotator, by
prompt and by both together are compared with those of `replicas`, whose expectation is linear in (φ, τ_a², τ_p²):
Henderson's (1953, Biometrics 9) method of moments. An interval holds the sizes at which what was seen lies within the
central part of the replicas. With few annotators it is wide, and it says so: with two, an upper end may not exist.

The scale is that of the ranking, whose strengths are those of all people's judgments together. Where people and prompts
differ much, these are nearer to each other than in the head of one person: by √(1 + 0.346·2(τ_a² + τ_p²)) (Zeger, Liang
and Albert 1988, Biometrics 44), and so are τ_a and τ_p.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import optimize

from eval_core.ranking.diagnostics.replicas import SOURCES, Grouped, Replicas
from eval_core.ranking.votes import Floats

_LARGEST = 10.0  # natural log scale: nobody differs more


@dataclass(frozen=True)
class Component:
    """One source of variance.

    Attributes:
        sd: standard deviation, natural log scale: of a system's strength between annotators (prompts). For single
            judgments the root of φ: 1 is what the model says.
        low, high: its interval; `high` is None where the judgments set no upper limit.
        share: of the variance of a typical difference of two strengths, 0 to 1.
        p: of a test that there is none, one-sided; None for single judgments.
    """

    sd: float
    low: float
    high: float | None
    share: float
    p: float | None


@dataclass(frozen=True)
class Variance:
    """The components; None for what does not repeat."""

    annotator: Component | None
    prompt: Component | None
    rest: Component


def components(replicas: Replicas, level: float = 0.95) -> Variance:
    """The three components with intervals at `level`."""
    sizes = sizes_of(replicas)
    shares = _shares(replicas, sizes)
    found: dict[str, Component | None] = {}
    for n in replicas.present():
        group = _group(replicas, n)
        low, high = _interval(group, sizes, n, level)
        p = None if n == 0 else _p(group, sizes_of(replicas, without=n))
        found[SOURCES[n]] = Component(float(sizes[n]), low, high, float(shares[n]), p)
    rest = found["noise"]
    if rest is None:
        raise ArithmeticError("replicas without noise: this is a bug in `replicas`")
    return Variance(found.get("annotator"), found.get("prompt"), rest)


def sizes_of(replicas: Replicas, without: int | None = None) -> Floats:
    """The estimated sizes (√φ, τ_a, τ_p), (3,); 0 for what does not repeat, and for a source that is left out."""
    present = [n for n in replicas.present() if n != without]
    seen = np.array([[_group(replicas, n).observed for n in present]])
    return np.asarray(_solved(replicas, present, seen)[0])


def sizes_again(replicas: Replicas, sizes: Floats) -> Floats:
    """What would be estimated from each replica of these sizes, (R, 3): how uncertain the estimate is."""
    present = list(replicas.present())
    seen = np.stack([_group(replicas, n).at(sizes) for n in present], axis=1)
    return _solved(replicas, present, seen)


def _solved(replicas: Replicas, present: list[int], seen: Floats) -> Floats:
    """The sizes (m, 3) at which the sums of `present` sources are expected to be as `seen`, (m, their number)."""
    groups = [_group(replicas, n) for n in present]
    means = np.array([[group.products[:, n, n].mean() for n in present] for group in groups])
    spread = np.array([group.products[:, 0, 0].std() for group in groups])
    weight = 1 / np.maximum(spread, 1e-9 * np.maximum(means[:, 0], 1e-300))
    sizes = np.zeros((len(seen), len(SOURCES)))
    for row, values in enumerate(seen):
        sizes[row, present] = np.sqrt(optimize.nnls(means * weight[:, None], values * weight)[0])
    return sizes


def _shares(replicas: Replicas, sizes: Floats) -> Floats:
    """The share of each source in the mean variance of differences, (3,)."""
    centred = replicas.effects - replicas.effects.mean(axis=1, keepdims=True)
    spread = (centred**2).sum(axis=1).mean(axis=1) * sizes**2
    return np.asarray(spread / max(float(spread.sum()), 1e-300))


def _p(group: Grouped, sizes: Floats) -> float:
    """How often replicas of these sizes are as large as what was seen."""
    drawn = group.at(sizes)
    return float((1 + (drawn >= group.observed).sum()) / (1 + len(drawn)))


def _group(replicas: Replicas, n: int) -> Grouped:
    """The sums that show the source of this number best."""
    return replicas.groups["cell" if n == 0 else SOURCES[n]]


def _interval(group: Grouped, sizes: Floats, n: int, level: float) -> tuple[float, float | None]:
    """The sizes of source n at which what was seen is within the central part of the replicas."""
    tail = (1 - level) / 2

    def lacks(size: float, quantile: float) -> float:
        drawn = group.at(np.where(np.arange(len(sizes)) == n, size, sizes))
        return float(np.quantile(drawn, quantile)) - group.observed

    low = 0.0
    if lacks(0.0, 1 - tail) < 0:
        if lacks(_LARGEST, 1 - tail) < 0:
            return _LARGEST, None
        low = float(optimize.brentq(lacks, 0.0, _LARGEST, args=(1 - tail,), xtol=1e-4))
    if lacks(_LARGEST, tail) < 0:
        return low, None
    if lacks(0.0, tail) >= 0:
        return low, low  # even without any it would be unusually small
    return low, float(optimize.brentq(lacks, 0.0, _LARGEST, args=(tail,), xtol=1e-4))
