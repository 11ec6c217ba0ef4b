"""How many judgments each way of choosing pairs needs, and whether intervals still cover what it chose.

Judgments are independent draws from Davidson's model; strengths are spread like normal quantiles. Pairs are chosen in
batches by `eval_core.ranking.selection`, as for annotators who work side by side: each draws from the same weights.
"uniform" draws pairs with equal chances; "greedy" takes the largest adaptive weights, and is here to be compared with.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import stats
from scipy.optimize import isotonic_regression

from eval_core.ranking import Ranking, rank_votes
from eval_core.ranking.likelihood import Layout, information, local
from eval_core.ranking.newton import fit
from eval_core.ranking.selection import order_pairs, pair_weights
from eval_core.ranking.votes import Floats, Ints
from tests.support.studies import read, votes_of
from tests.support.worlds import cells_of, mean_and_error, outcomes, pairs_of

POLICIES = ("uniform", "balanced", "adaptive", "greedy")
# Greedy choice is left out here: it need never come back to a new system.
PLACING = POLICIES[:3]
SYSTEMS, BATCH, BATCHES, LOG_NU = 20, 20, 100, -0.2
TAU = 0.9
# The board that a new system joins: judgments per pair. It is placed, roughly or well, at these standard errors.
BOARD_JUDGMENTS, NEWCOMER_BATCH, NEWCOMER_BATCHES = 10, 5, 400
PLACED = {"roughly": 0.5, "well": 0.3}
_PRIOR = 0.05
_RESAMPLES = 1000
Row = dict[str, Any]


def measure(replications: int, seed: int = 0) -> Row:
    """Rows of `order` (judgments to Kendall's τ and coverage at the end) and of `newcomer`, one per policy.

    Each figure is a pair (value, Monte Carlo standard error); ratios are to uniform choice.
    """
    runs = {policy: [_run(policy, [seed, number]) for number in range(replications)] for policy in POLICIES}
    waits = {policy: [_newcomer(policy, [seed, number]) for number in range(replications)] for policy in PLACING}
    return {
        "replications": replications,
        "systems": SYSTEMS,
        "judgments": BATCH * BATCHES,
        "batch": BATCH,
        "tau": TAU,
        "board": BOARD_JUDGMENTS * SYSTEMS * (SYSTEMS - 1) // 2,
        "placed": PLACED,
        "order": _order_rows(runs, seed),
        "newcomer": _newcomer_rows(waits),
    }


def _strengths(size: int) -> Floats:
    return np.asarray(stats.norm.ppf((np.arange(size) + 0.5) / size))


def _choose(policy: str, counts: Floats, size: int, batch: int, generator: np.random.Generator) -> Ints:
    """Indices into `pairs_of` of the next pairs, (batch,), all from the same counts."""
    one, two = pairs_of(size)
    place = np.zeros((size, size), dtype=np.int64)
    place[one, two] = np.arange(len(one))
    if policy == "balanced":
        return _choose_balanced(counts, size, batch, place, generator)
    weights = (
        np.ones((size, size)) if policy == "uniform" else pair_weights(size, cells_of(size, counts), policy="adaptive")
    )
    if policy == "greedy":
        return np.argsort(-weights[one, two], kind="stable")[:batch]
    shares = weights[one, two]
    return generator.choice(len(one), size=batch, p=shares / shares.sum())


def _choose_balanced(counts: Floats, size: int, batch: int, place: Ints, generator: np.random.Generator) -> Ints:
    """One after the other: only what is under way tells balanced choice which pair comes next."""
    expected, chosen = counts.copy(), np.zeros(batch, dtype=np.int64)
    for number in range(batch):
        pair = order_pairs(pair_weights(size, cells_of(size, expected)), generator)[0]
        chosen[number] = place[tuple(pair)]
        expected[chosen[number], 0] += 1
    return chosen


def _run(policy: str, seed: list[int]) -> Row:
    """Kendall's τ after each batch, and the coverage of the intervals and of the rank ranges after the last."""
    generator = np.random.default_rng(seed)
    theta, (one, two) = _strengths(SYSTEMS), pairs_of(SYSTEMS)
    counts, taus, judged = np.zeros((len(one), 3)), [], []
    for _ in range(BATCHES):
        pairs = _choose(policy, counts, SYSTEMS, BATCH, generator)
        seen = outcomes(theta[one[pairs]] - theta[two[pairs]], LOG_NU, generator)
        np.add.at(counts, (pairs, seen), 1)
        judged.append((pairs, seen))
        found = _estimate(SYSTEMS, counts)[0]
        taus.append(float(np.sign(found[two] - found[one]).mean()))  # the true strengths ascend
    pair, outcome = (np.concatenate(parts) for parts in zip(*judged, strict=True))
    ranking = rank_votes(votes_of(SYSTEMS, one[pair], two[pair], outcome), cluster="none")
    found = read(ranking, theta)
    return {
        "taus": taus,
        "pairs": float(found.covered.mean()),
        "bias": _exaggeration(ranking, theta),
        "ranges": float(found.ranges),
    }


def _exaggeration(ranking: Ranking, theta: Floats) -> float:
    """By how many standard errors the differences come out too large (as distances), on average over the pairs."""
    quantile = stats.norm.ppf((1 + ranking.level) / 2)
    errors = []
    for pair in ranking.pairs:
        true = theta[int(pair.system)] - theta[int(pair.opponent)]
        errors.append((pair.difference - true) * np.sign(true) / ((pair.high - pair.low) / 2 / quantile))
    return float(np.mean(errors))


def _newcomer(policy: str, seed: list[int]) -> dict[str, int]:
    """Judgments until the last of the systems, new on an even board of the others, is placed roughly and well.

    Raises:
        ArithmeticError: if it never is.
    """
    generator = np.random.default_rng(seed)
    size = SYSTEMS + 1
    theta = np.append(_strengths(SYSTEMS), generator.normal())
    one, two = pairs_of(size)
    board = np.repeat(np.flatnonzero(two < SYSTEMS), BOARD_JUDGMENTS)
    counts = np.zeros((len(one), 3))
    np.add.at(counts, (board, outcomes(theta[one[board]] - theta[two[board]], LOG_NU, generator)), 1)
    placed: dict[str, int] = {}
    for batch in range(1, NEWCOMER_BATCHES + 1):
        pairs = _choose(policy, counts, size, NEWCOMER_BATCH, generator)
        np.add.at(counts, (pairs, outcomes(theta[one[pairs]] - theta[two[pairs]], LOG_NU, generator)), 1)
        error = _estimate(size, counts)[1][-1]
        for how, enough in PLACED.items():
            if error <= enough:
                placed.setdefault(how, NEWCOMER_BATCH * batch)
        if len(placed) == len(PLACED):
            return placed
    raise ArithmeticError(f"{policy}: a new system is not placed after {NEWCOMER_BATCH * NEWCOMER_BATCHES} judgments")


def _estimate(size: int, counts: Floats) -> tuple[Floats, Floats]:
    """Strengths and their standard errors against the mean, (K,) each; the same weak prior for every policy."""
    layout, cells = Layout(size, position=False, ties=True), cells_of(size, counts)
    beta = fit(layout, cells, np.zeros(size, dtype=np.int64), _PRIOR)
    hessian = information(layout, cells, local(layout, cells, beta)) + _PRIOR * np.eye(layout.length)
    centred = np.eye(size, layout.length) - np.append(np.full(size, 1 / size), 0)
    return beta[:size], np.sqrt(np.einsum("ij,jk,ik->i", centred, np.linalg.inv(hessian), centred))


def _order_rows(runs: dict[str, list[Row]], seed: int) -> list[Row]:
    taus = {policy: np.array([run["taus"] for run in mine]) for policy, mine in runs.items()}
    needed = {policy: _needed(mine) for policy, mine in taus.items()}
    generator = np.random.default_rng(seed)
    again = {policy: _resampled(mine, generator) for policy, mine in taus.items()}
    rows = []
    for policy, mine in runs.items():
        ratios = again[policy] / again["uniform"]
        rows.append(
            {
                "policy": policy,
                "judgments": (needed[policy], float(np.nanstd(again[policy], ddof=1))),
                "ratio": (needed[policy] / needed["uniform"], float(np.nanstd(ratios, ddof=1))),
                **{kind: mean_and_error([run[kind] for run in mine]) for kind in ("pairs", "bias", "ranges")},
            }
        )
    return rows


def _needed(taus: Floats) -> float:
    """Judgments until the mean of the runs (r, batches), smoothed to rise, reaches `TAU`; NaN if it never does."""
    mean = np.append(0.0, isotonic_regression(taus.mean(axis=0)).x)
    if mean[-1] < TAU:
        return float("nan")
    after = int(np.argmax(mean >= TAU))
    return float(BATCH * (after - (mean[after] - TAU) / (mean[after] - mean[after - 1])))


def _resampled(taus: Floats, generator: np.random.Generator) -> Floats:
    """`_needed` of resampled runs, (resamples,); their standard deviation is that of chance."""
    picks = generator.integers(len(taus), size=(_RESAMPLES, len(taus)))
    return np.array([_needed(taus[pick]) for pick in picks])


def _newcomer_rows(waits: dict[str, list[dict[str, int]]]) -> list[Row]:
    rows = []
    for policy, mine in waits.items():
        row: Row = {"policy": policy}
        for how in PLACED:
            mean, error = mean_and_error([wait[how] for wait in mine])
            uniform, uniform_error = mean_and_error([wait[how] for wait in waits["uniform"]])
            ratio, own = mean / uniform, policy == "uniform"
            spread = 0.0 if own else float(ratio * np.hypot(error / mean, uniform_error / uniform))  # delta method
            row[how], row[f"{how}_ratio"] = (mean, error), (ratio, spread)
        rows.append(row)
    return rows
