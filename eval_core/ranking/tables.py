"""Plain counts per pair and system."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from eval_core.ranking.votes import FIRST, SECOND, TIE, Cells, Floats


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


def tally(size: int, cells: Cells) -> Tally:
    """Count wins and ties among `size` systems."""
    won, lost, tied = (_by_pair(size, cells, outcome) for outcome in (FIRST, SECOND, TIE))
    wins, ties = won + lost.T, tied + tied.T
    played = wins + wins.T + ties
    share = np.divide(wins + ties / 2, played, out=np.zeros_like(played), where=played > 0)
    opponents = (played > 0).sum(axis=1)
    return Tally(wins, ties, played.sum(axis=1), share.sum(axis=1) / np.maximum(opponents, 1))


def _by_pair(size: int, cells: Cells, outcome: int) -> Floats:
    """Judgments of one outcome by who was shown first and who second, (K, K)."""
    index = cells.first * size + cells.second
    return np.bincount(index, cells.counts[:, outcome], size**2).astype(np.float64).reshape(size, size)
