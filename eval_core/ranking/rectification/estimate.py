"""Strengths from rectified counts, and what each judgment and each item adds to them.

Prediction-powered estimation (Angelopoulos, Bates, Fannjiang, Jordan & Zrnic 2023, Science 382; PPI++: Angelopoulos,
Duchi & Zrnic 2023, arXiv 2311.01453) of Davidson's strengths. T = (½·1_A − ½·1_B, 1_tie) is a person's judgment, J the
judge's verdict as such a vector; of pair c people made n_c judgments, the judge N_c. The strengths β solve

  Σ_c n_c X_c' [T̄_c + λ(J̄_c,all − J̄_c,people) − μ_c(β)] = 0,

which is Davidson's score of counts that are set right by the judge. The Hessian is free of λ, so the likelihood stays
concave; counts may be negative, so a maximum need not exist.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from eval_core.errors import InputError
from eval_core.ranking.fit import Fit
from eval_core.ranking.likelihood import information, local
from eval_core.ranking.newton import fit, gauge
from eval_core.ranking.rectification.items import Matched
from eval_core.ranking.uncertainty.scores import Scores
from eval_core.ranking.votes import FIRST, SECOND, TIE, Floats, Ints

_MOST = 15.0  # natural log scale: a larger difference is the way to infinity
_ZERO = 1e-12


@dataclass(frozen=True)
class Rectified:
    """A fit with the judge's verdicts at the weight λ.

    Attributes:
        fitted: the strengths; its counts are rectified.
        weight: λ, 0 to 1.
        bread: the inverse information A, (p, p).
        people: Σ over these of what each judgment adds, X'(w(T − μ) − λw(J − J̄)), before A, (n, p).
        items: λ(n_c/N_c)X'(J − J̄_all), what each of the judge's items adds, before A, (N, p).
    """

    fitted: Fit
    weight: float
    bread: Floats
    people: Scores
    items: Scores


@dataclass(frozen=True)
class _Verdicts:
    """Means of the judge's verdicts in each pair, over all items and over people's judgments, (C, 3) each."""

    all: Floats
    people: Floats
    n: Floats
    size: Floats


def rectified(matched: Matched, alone: Fit, weight: float) -> Rectified:
    """The strengths at λ = `weight`; at 0 they are those of `alone`, the fit to people's (weighted) judgments.

    Raises:
        InputError: 'rectified_without_maximum' where no finite strengths solve the equation.
    """
    means = _means(matched)
    counts = matched.pairs.counts + weight * means.n[:, None] * (means.all - means.people)
    cells, layout = replace(matched.pairs, counts=counts), alone.layout
    groups = np.zeros(layout.size, dtype=np.int64)
    try:
        beta = fit(layout, cells, groups)
    except (ArithmeticError, np.linalg.LinAlgError) as error:
        raise InputError("rectified_without_maximum") from error
    if not np.isfinite(beta).all() or np.ptp(beta[: layout.size]) > _MOST or np.abs(beta).max() > _MOST:
        raise InputError("rectified_without_maximum")
    strength = beta[: layout.size].copy()
    found = replace(alone, cells=cells, beta=beta, strength=strength)
    bread = np.linalg.inv(information(layout, cells, local(layout, cells, beta)) + gauge(layout, groups))
    people, verdicts, items = _influences(matched, found, means)
    return Rectified(
        found,
        weight,
        np.asarray(bread),
        _scores(matched, found, matched.pair, people - weight * verdicts),
        _scores(matched, found, matched.item_pair, weight * items),
    )


def best_weight(matched: Matched, alone: Rectified) -> float:
    """λ = Σ_q h_q·d_q / Σ_q |d_q|² over prompts q, cut to [0, 1] (PPI++): the weight with the smallest variance.

    h_q is what people's judgments of a prompt add to the strengths, d_q what the judge's verdicts on those judgments
    add minus what its verdicts on all items do.

    Args:
        alone: the fit at λ = 0.
    """
    people, verdicts, items = _influences(matched, alone.fitted, _means(matched))
    prompts, size = int(matched.prompt.max()) + 1, alone.fitted.layout.size

    def by_prompt(pair: Ints, values: Floats, prompt: Ints) -> Floats:
        summed = _scores(matched, alone.fitted, pair, values).added(prompt, prompts)
        return np.asarray((summed @ alone.bread)[:, :size])

    mine = matched.prompt[matched.item]
    h = by_prompt(matched.pair, people, mine)
    d = by_prompt(matched.pair, verdicts, mine) - by_prompt(matched.item_pair, items, matched.prompt)
    square = float((d * d).sum())
    return float(np.clip((h * d).sum() / square, 0, 1)) if square > _ZERO else 0.0


def _means(matched: Matched) -> _Verdicts:
    pairs = len(matched.pairs.first)

    def mean(pair: Ints, verdict: Floats, weight: Floats) -> tuple[Floats, Floats]:
        total = np.bincount(pair, weight, pairs)
        sums = np.stack([np.bincount(pair, weight * verdict[:, k], pairs) for k in range(3)], axis=1)
        return np.asarray(sums / total[:, None]), np.asarray(total, np.float64)

    over_all, size = mean(matched.item_pair, matched.verdict, np.ones(len(matched.item_pair)))
    over_people, n = mean(matched.pair, matched.verdict[matched.item], matched.weight)
    return _Verdicts(over_all, over_people, n, size)


def _influences(matched: Matched, fitted: Fit, means: _Verdicts) -> tuple[Floats, Floats, Floats]:
    """w(T − μ) and w(J − J̄_people) of judgments, (n, 2) each, (n_c/N_c)(J − J̄_all) of items, (N, 2): in d and tie."""
    at = local(fitted.layout, matched.pairs, fitted.beta)
    expected = np.stack([0.5 - at.score_d[:, FIRST], 1 - at.score_tie[:, TIE]], axis=1)
    weight = matched.weight[:, None]
    said = np.eye(3)[matched.votes.outcome]
    people = weight * (_vector(said) - expected[matched.pair])
    verdicts = weight * _vector(matched.verdict[matched.item] - means.people[matched.pair])
    share = (means.n / means.size)[matched.item_pair]
    return people, verdicts, share[:, None] * _vector(matched.verdict - means.all[matched.item_pair])


def _vector(shares: Floats) -> Floats:
    """T or J of shares of outcomes (m, 3), (m, 2)."""
    return np.stack([(shares[:, FIRST] - shares[:, SECOND]) / 2, shares[:, TIE]], axis=1)


def _scores(matched: Matched, fitted: Fit, pair: Ints, values: Floats) -> Scores:
    """X_c' times values (m, 2), as a matrix of one row for each."""
    layout = fitted.layout
    parts: list[tuple[Ints | int, Floats]] = [
        (matched.pairs.first[pair], values[:, 0]),
        (matched.pairs.second[pair], -values[:, 0]),
    ]
    if layout.ties:
        parts.append((layout.tie_index, values[:, 1]))
    return Scores(layout.length, tuple(parts))
