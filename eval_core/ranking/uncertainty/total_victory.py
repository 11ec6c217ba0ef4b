"""Evidence between systems that no finite difference separates: every judgment between them had the same winner.

Where the likelihood has no maximum, the systems fall into classes (see `existence`), and across them nobody ever took a
judgment back. No standard error exists there, but a sign test does. Judgments of which no two share an annotator or a
prompt are independent whatever the dependence within annotators and prompts; if the winner were not the stronger
system, each of m of them would be won with probability ½ at most. So p = 2^(1−m), two-sided, with m the largest number
of such judgments: a maximum matching between annotators and prompts.

More judgments than those of the pair itself count. That i beat k, who is known to be stronger than j, speaks for i
over j as well, and so does that l, who is known to be weaker than i, beat j. Which of them count must not be chosen by
how they ended. Those of k in the class of j, and of l in the class of i, always ended well: otherwise the four were of
one class. Of further classes either all are taken, or, where not all ended well, none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd
import scipy.sparse as sp
from scipy.sparse.csgraph import maximum_bipartite_matching, min_weight_full_bipartite_matching, shortest_path

from eval_core.ranking.votes import FIRST, SECOND, TIE, Bools, Floats, Ints, Votes

_ENOUGH = 1000
_MOST_WEIGHED = 100_000  # judgments of one system; of more the strongest opponents are not looked for
_BEYOND = 60.0  # natural log scale: no judgment measures more


@dataclass(frozen=True)
class Victories:
    """The judgments across classes.

    Attributes:
        winner, loser: systems of each such judgment (n,), ties left out.
        ways: codes of the clusters that the judgments share, one array (n,) for each way: annotator, prompt, both or
            none.
        above: whether a system's class lies above another's, (K, K): a chain of victories leads down to it.
        tied: whether two systems of different classes ever tied, (K, K).
        met: whether two systems were ever judged, of one class or not, (K, K).
        classes: of the systems, (K,).
    """

    winner: Ints
    loser: Ints
    ways: tuple[Ints, ...]
    above: Bools
    tied: Bools
    met: Bools
    classes: Ints

    def independent(self, i: int, j: int, losers: Bools, winners: Bools) -> int:
        """How many judgments share neither annotator nor prompt, of those that count for i over j.

        These are judgments that i won over those marked in `losers` (K,), and that those in `winners` won over j.
        """
        mine = (self.winner == i) & losers[self.loser]
        return len(self._matched(np.flatnonzero(mine | (winners[self.winner] & (self.loser == j)))))

    def beaten(self, system: int, losers: Bools, strengths: Floats | None = None) -> Ints:
        """Whom `system` beat in such judgments, (m,): the strongest of them by `strengths` (K,).

        Any choice is valid, as who won all judgments won those too. This one depends on no names and no order.
        """
        won = np.flatnonzero((self.winner == system) & losers[self.loser])
        return np.asarray(
            self.loser[won[self._matched(won, None if strengths is None else strengths[self.loser[won]])]]
        )

    def beaten_by(self, system: int, winners: Bools, strengths: Floats | None = None) -> Ints:
        """By whom `system` was beaten in such judgments, (m,): mirrored, the weakest."""
        lost = np.flatnonzero((self.loser == system) & winners[self.winner])
        worth = None if strengths is None else -strengths[self.winner[lost]]
        return np.asarray(self.winner[lost[self._matched(lost, worth)]])

    def between(self, winners: Bools, losers: Bools) -> Ints:
        """Which judgments between two groups (K,), (K,) share neither annotator nor prompt: their numbers, (m,)."""
        won = np.flatnonzero(winners[self.winner] & losers[self.loser])
        return np.asarray(won[self._matched(won)])

    def _matched(self, judgments: Ints, worth: Floats | None = None) -> Ints:
        """Places in `judgments` of as many as possible that share no cluster, with the greatest sum of `worth`."""
        if not self.ways or not len(judgments):
            return np.arange(len(judgments))
        if worth is not None:
            best = np.argsort(-worth, kind="stable")
            return best[self._matched_in_order(judgments[best], worth[best])]
        return self._matched_in_order(judgments, None)

    def _matched_in_order(self, judgments: Ints, worth: Floats | None) -> Ints:
        """As `_matched`; of judgments in the same clusters the first stands for all."""
        codes = [pd.factorize(way[judgments])[0] for way in self.ways]
        if len(codes) == 1:
            return np.asarray(np.unique(codes[0], return_index=True)[1])
        rows, columns = codes
        if worth is not None and np.ptp(worth) > 0 and len(judgments) <= _MOST_WEIGHED:
            return _heaviest(rows, columns, worth)
        shape = (int(rows.max()) + 1, int(columns.max()) + 1)
        graph = sp.csr_matrix((np.ones(len(rows), dtype=np.int8), (rows, columns)), shape)
        partner = maximum_bipartite_matching(graph, perm_type="column")
        # Of several judgments by one annotator on one prompt the first stands for all.
        place = pd.Series(np.arange(len(rows)), index=rows * shape[1] + columns)
        place = place[~place.index.duplicated()]
        matched = np.flatnonzero(partner >= 0)
        return np.asarray(place[matched * shape[1] + partner[matched]])


def _heaviest(rows: Ints, columns: Ints, worth: Floats) -> Ints:
    """Places of as many edges as possible that share no row and no column, with the greatest sum of `worth` (n,).

    Edges of greater worth come first. A column of its own for each row, at a cost above all others together, stands for
    no edge.
    """
    if rows.max() > columns.max():
        rows, columns = columns, rows
    height, width = int(rows.max()) + 1, int(columns.max()) + 1
    place = np.unique(rows * width + columns, return_index=True)[1]
    cost = 1 + (worth.max() - worth[place]) / np.ptp(worth)
    own = np.arange(height)
    costs = np.concatenate([cost, np.full(height, 2.0 * height + 2)])
    graph = sp.csr_matrix(
        (costs, (np.concatenate([rows[place], own]), np.concatenate([columns[place], width + own]))),
        (height, width + height),
    )
    row, column = min_weight_full_bipartite_matching(graph)
    edges = pd.Series(place, index=rows[place] * width + columns[place])
    real = column < width
    return np.asarray(edges[row[real] * width + column[real]])


def victories_of(votes: Votes, classes: Ints, cluster: str, times: Floats | None = None) -> Victories:
    """What was judged across classes (K,).

    Args:
        cluster: as asked for. With 'auto', all that is known of annotators and prompts counts: even where one annotator
            judged everything, when nothing can be decided.
        times: how many judgments each row counts for, (n,); one without it.
    """
    asked = {"none": (), "auto": ("annotator", "prompt"), "both": ("annotator", "prompt")}.get(cluster, (cluster,))
    across = votes.only(classes[votes.first] != classes[votes.second])
    size, tie = len(votes.systems), across.outcome == TIE
    tied = np.zeros((size, size), dtype=bool)
    tied[across.first[tie], across.second[tie]] = tied[across.second[tie], across.first[tie]] = True
    across = across.only(~tie)
    if times is not None:  # more than a thousand of a kind decide no more than a thousand
        number = np.minimum(times[classes[votes.first] != classes[votes.second]][~tie], _ENOUGH).astype(np.int64)
        across = across.only(np.repeat(np.arange(len(across)), number))
    winner = np.where(across.outcome == FIRST, across.first, across.second)
    loser = np.where(across.outcome == SECOND, across.first, across.second)
    ways = tuple(codes for name in asked if (codes := getattr(across, name)) is not None)
    beats = sp.coo_matrix((np.ones(len(winner)), (classes[winner], classes[loser])), (size, size)).tocsr()
    reach = np.isfinite(shortest_path(beats, unweighted=True))[np.ix_(classes, classes)]
    above = reach & (classes[:, None] != classes[None, :])
    met = np.zeros((size, size), dtype=bool)
    met[votes.first, votes.second] = met[votes.second, votes.first] = True
    return Victories(winner, loser, ways, above, tied, met, classes)


def sign_test(victories: Victories, i: int, j: int, signs: Floats) -> float:
    """p of "i is not stronger than j", (0, 1], two-sided, where the class of i is above that of j.

    Args:
        signs: what is known, (K, K): 1 where the row's system is the stronger, −1 where it is the weaker.
    """
    classes, above, tied, met = victories.classes, victories.above, victories.tied, victories.met
    over_j, under_i = signs[:, j] > 0, signs[i] > 0
    losers, winners = over_j & (classes == classes[j]), under_i & (classes == classes[i])
    losers[j] = winners[i] = True
    if (tied[i] & losers).any() or (tied[:, j] & winners).any():
        return 1.0
    most = victories.independent(i, j, losers, winners)
    # Who is known to be stronger than i says nothing of i and j; nor who is known to be weaker than j.
    losers, winners = losers | (over_j & ~(signs[:, i] > 0)), winners | (under_i & ~(signs[j] > 0))
    ended_well = not (met[i] & losers & (~above[i] | tied[i])).any()
    if ended_well and not (met[:, j] & winners & (~above[:, j] | tied[:, j])).any():
        most = max(most, victories.independent(i, j, losers, winners))
    return float(min(1.0, 2.0 ** (1 - most)))


def judgments_needed(pairs: int, alpha: float) -> int:
    """How many independent victories decide a pair while `pairs` are open: 2^(1−m) ≤ alpha/pairs."""
    return 1 + int(np.ceil(np.log2(max(pairs, 1) / alpha) - 1e-12))


def one_sided_limit(strengths: Floats, log_nu: float, alpha: float) -> float | None:
    """The strength below which it would be improbable to beat all of these opponents, None without any.

    The L with Σ −log P(beats k | L) = −log alpha in Davidson's model; mirrored for one who lost to all.

    Args:
        strengths: of the opponents in independent judgments, (m,).
        log_nu: of the tie parameter, −inf without one.
    """
    if not len(strengths):
        return None
    low, high = float(strengths.min()) - _BEYOND, float(strengths.max()) + _BEYOND
    for _ in range(80):
        middle = (low + high) / 2
        d = middle - strengths
        # −log P(win), P(win) = 1/(1 + e^{−d} + ν e^{−d/2})
        cost = np.logaddexp(0.0, np.logaddexp(-d, log_nu - d / 2)).sum()
        low, high = (middle, high) if cost > -np.log(alpha) else (low, middle)
    return (low + high) / 2


def placed_draws(victories: Victories, classes: Ints, draws: Floats, known: Bools, seed: int) -> Floats:
    """Draws of the strengths of all systems of a component, (n, K), where only those of `known` ones are measured.

    The gap from one class to those placed before it is the logit of a draw from Beta(m + ½, ½), m the independent
    judgments that it won (or lost) all of: what Jeffreys' prior makes of m victories in m.

    Args:
        draws: of their estimates, (n, K): those of each class around a zero of its own.
        known: which systems the first class holds, (K,).
    """
    chance = np.random.default_rng([seed, 1])
    placed, result = known.copy(), draws.copy()
    for won in _outwards(victories, classes, known):
        own, beats = won
        other = placed.copy()
        winning, losing = (own, other) if beats else (other, own)
        m = len(victories.between(winning, losing))
        judged = winning[victories.winner] & losing[victories.loser]
        winners, losers = victories.winner[judged], victories.loser[judged]
        share = chance.beta(m + 0.5, 0.5, len(draws))
        gap = np.log(share) - np.log1p(-np.minimum(share, 1 - 1e-16))
        mine, theirs = (winners, losers) if beats else (losers, winners)
        # Systems weigh by all judgments between the two: which of them share no cluster is not the only choice.
        weights = [np.bincount(side, minlength=len(known)) / len(side) for side in (theirs, mine)]
        centre = result @ weights[0] - draws @ weights[1] + (gap if beats else -gap)
        result[:, own] = draws[:, own] + centre[:, None]
        placed |= own
    return result


def _outwards(victories: Victories, classes: Ints, known: Bools) -> Iterable[tuple[Bools, bool]]:
    """The other classes from the known one outwards, each as a mark (K,), with whether it beats those before it."""
    placed = known.copy()
    while not placed.all():
        for beats in (True, False):
            inner, outer = (victories.loser, victories.winner) if beats else (victories.winner, victories.loser)
            near = outer[placed[inner] & ~placed[outer]]
            if len(near):
                break
        else:
            return  # tied with the others only: nothing says where they are
        # Of several classes next to the placed ones, first the one that no other of them lies between.
        candidates = np.unique(classes[near])
        order = victories.above
        first = candidates[0]
        for candidate in candidates[1:]:
            a, b = np.flatnonzero(classes == candidate)[0], np.flatnonzero(classes == first)[0]
            if order[b, a] if beats else order[a, b]:
                first = candidate
        mark = classes == first
        yield mark, beats
        placed = placed | mark
