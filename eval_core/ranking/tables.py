"""Plain counts per pair and system."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from eval_core.ranking.votes import FIRST, SECOND, TIE, Floats, Votes


@dataclass(frozen=True)
class Tally:
    """`wins[i, j]` judgments that i won over j, `ties` symmetric (K, K); `judgments`, `win_rate` (K,).

    The win rate is the mean over the opponents met of (wins + ties/2)/n: a pooled rate would depend on who
    was met how often.
    """

    wins: Floats
    ties: Floats
    judgments: Floats
    win_rate: Floats


def tally(votes: Votes) -> Tally:
    """Count wins and ties."""
    size = len(votes.systems)
    wins, ties = np.zeros((size, size)), np.zeros((size, size))
    for outcome, winner, loser in ((FIRST, votes.first, votes.second), (SECOND, votes.second, votes.first)):
        mine = votes.outcome == outcome
        wins += np.bincount(winner[mine] * size + loser[mine], minlength=size**2).reshape(size, size)
    tied = votes.outcome == TIE
    ties += np.bincount(votes.first[tied] * size + votes.second[tied], minlength=size**2).reshape(size, size)
    ties = ties + ties.T
    played = wins + wins.T + ties
    share = np.divide(wins + ties / 2, played, out=np.zeros_like(played), where=played > 0)
    opponents = (played > 0).sum(axis=1)
    return Tally(wins, ties, played.sum(axis=1), share.sum(axis=1) / np.maximum(opponents, 1))
