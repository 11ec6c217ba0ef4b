"""Intervals of win rates.

A system's win rate is the mean over the m opponents met of y̅, the mean of y = 1, ½, 0 for a win, a tie, a loss. A
judgment against an opponent met n times adds (y − y̅)/(mn) to what is uncertain; these are summed by cluster, squared
and added up, as for strengths (`covariance`, `half_pooled`): V = V_annotator + V_prompt − V_cells, with G/(G − 1).
Where the ranking's errors are corrected for few annotators, their sum is divided by b = 1 − 2 l·q/Q + |l|² instead, and
half of its excess over the cells is that of all systems together. V is never below that of independent judgments.

The interval is Wilson's (1927, Journal of the American Statistical Association 22) with r(1 − r)/V in place of the
number of judgments (Korn and Graubard 1998, Survey Methodology 24) and the ranking's own quantile: it stays within 0
and 1. A system that won (or lost) everything has no V; its limit is the rate at which all of its m independent
judgments (`total_victory`) would be won with probability α: α^(1/m).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from eval_core.ranking.tables import Tally
from eval_core.ranking.uncertainty.covariance import Clustering
from eval_core.ranking.uncertainty.half_pooled import POOLED
from eval_core.ranking.uncertainty.total_victory import Victories
from eval_core.ranking.votes import FIRST, TIE, Floats, Ints, Votes

_ROUNDS = 3
_SMALLEST = 1e-12


def win_rate_limits(
    votes: Votes, counts: Tally, by: Clustering, victories: Victories, level: float, quantile: float
) -> tuple[Floats, Floats]:
    """Lower and upper limits of the K win rates, (K,), (K,); NaN where the judgments give none.

    Args:
        counts: of `votes`.
        by: what the ranking's errors are clustered by.
        quantile: of the ranking's intervals, two-sided at `level`.
    """
    rate, variance = counts.win_rate, _variances(votes, counts, by)
    low, high = np.full(len(rate), np.nan), np.full(len(rate), np.nan)
    open_ = (variance > _SMALLEST) & (rate > 0) & (rate < 1)
    r, z2 = rate[open_], quantile**2
    n = r * (1 - r) / variance[open_]
    centre = (r + z2 / (2 * n)) / (1 + z2 / n)
    half = quantile / (1 + z2 / n) * np.sqrt(r * (1 - r) / n + z2 / (4 * n**2))
    low[open_], high[open_] = np.clip(centre - half, 0, 1), np.clip(centre + half, 0, 1)
    others = np.ones(len(rate), dtype=bool)
    for i in np.flatnonzero((counts.judgments > 0) & ((rate <= 0) | (rate >= 1))):
        won = bool(rate[i] >= 1)
        number = len((victories.beaten if won else victories.beaten_by)(int(i), others))
        limit = (1 - level) ** (1 / max(number, 1))
        low[i], high[i] = (limit, 1.0) if won else (0.0, 1 - limit)
    return low, high


def _variances(votes: Votes, counts: Tally, by: Clustering) -> Floats:
    """V of every win rate, (K,)."""
    shares = _Shares.of(votes, counts)
    plain = shares.plain
    codes = {name: _numbers(getattr(votes, name)) for name in by.sizes}
    each = {name: shares.summed(code) for name, code in codes.items()}
    if not each:
        return plain
    factors = {name: size / (size - 1) if size > 1 else 1.0 for name, size in by.sizes.items()}
    prompts = each["prompt"].squares * factors["prompt"] if "prompt" in each else None
    if "annotator" not in each:
        return np.asarray(np.maximum(plain, prompts if prompts is not None else 0.0))
    people = each["annotator"]
    cells = plain
    if prompts is not None:
        cells = shares.summed(codes["annotator"] * len(votes) + codes["prompt"]).squares
    if by.corrected:
        excess = _excess(people, plain, cells, by.sizes["annotator"])
        return np.asarray(np.maximum(excess + np.maximum(cells if prompts is None else prompts, cells), plain))
    own = people.squares * factors["annotator"]
    both = own if prompts is None else own + prompts - cells
    return np.asarray(np.max([both, own, plain, *([] if prompts is None else [prompts])], axis=0))


def _excess(people: _Sums, plain: Floats, cells: Floats, annotators: int) -> Floats:
    """By how much annotators vary more than their cells do, (K,); steps 1 and 2 of `half_pooled`, for shares."""
    total = np.maximum(plain, _SMALLEST)
    bias, taste = np.full(len(plain), 1 - 1 / annotators), 0.0
    for _ in range(_ROUNDS):
        taste = max(0.0, float((people.squares / bias - cells).sum() / max(people.second.sum(), _SMALLEST)))
        # q = l Σe² + τ² l², so that Q = Σe² + τ² |l|²
        all_q = total + taste * people.second
        cross = total * people.second + taste * people.third
        bias = np.maximum(1 - 2 * cross / all_q + people.second, 1e-9)
    own = people.squares / bias - cells
    if annotators <= POOLED:
        own = (taste * people.second + own) / 2
    return np.asarray(np.maximum(own, 0.0))


@dataclass(frozen=True)
class _Sums:
    """Over clusters, for every system (K,): the sums' squares, and the second and third power of its shares l."""

    squares: Floats
    second: Floats
    third: Floats


@dataclass(frozen=True)
class _Shares:
    """What each judgment adds to the win rates of its two systems, (n,) each, and its share of them.

    `plain` is V of independent judgments, (K,).
    """

    votes: Votes
    first: Floats
    second: Floats
    first_share: Floats
    second_share: Floats
    plain: Floats

    @classmethod
    def of(cls, votes: Votes, counts: Tally) -> _Shares:
        wins, ties = counts.wins, counts.ties
        played = wins + wins.T + ties
        times = np.maximum(played, 1)
        mean = (wins + ties / 2) / times
        opponents = np.maximum((played > 0).sum(axis=1), 1)
        share = 1 / (opponents[:, None] * times)
        spread = ((wins + ties / 4) / times - mean**2) * played
        y = np.where(votes.outcome == TIE, 0.5, votes.outcome == FIRST)
        one, two = votes.first, votes.second
        return cls(
            votes,
            (y - mean[one, two]) * share[one, two],
            (1 - y - mean[two, one]) * share[two, one],
            share[one, two],
            share[two, one],
            np.asarray((np.clip(spread, 0, None) * share**2).sum(axis=1)),
        )

    def summed(self, group: Ints) -> _Sums:
        """The sums by group of judgments; `group` (n,) from 0."""
        size = len(self.plain)
        if int(group.max(initial=0)) >= len(group):
            group = np.unique(group, return_inverse=True)[1]
        at = (np.concatenate([group, group]), np.concatenate([self.votes.first, self.votes.second]))
        shape = (int(group.max(initial=0)) + 1, size)
        added = sp.coo_matrix((np.concatenate([self.first, self.second]), at), shape).tocsr()
        shares = sp.coo_matrix((np.concatenate([self.first_share, self.second_share]), at), shape).tocsr()
        return _Sums(_total(added.power(2)), _total(shares.power(2)), _total(shares.power(3)))


def _total(matrix: sp.csr_matrix) -> Floats:
    return np.asarray(matrix.sum(axis=0), dtype=np.float64).ravel()


def _numbers(codes: Ints) -> Ints:
    """Codes from 0; judgments by unknown annotators stay apart."""
    return np.asarray(np.unique(codes, return_inverse=True)[1], dtype=np.int64)
