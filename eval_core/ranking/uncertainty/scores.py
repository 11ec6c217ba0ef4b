"""The score of every judgment: how its log-likelihood changes with each parameter.

A judgment affects its two systems and the common parameters, so most entries are zero and are not stored.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from eval_core.ranking.likelihood import Layout, local
from eval_core.ranking.votes import Cells, Floats, Ints, Votes, presented


@dataclass(frozen=True)
class Scores:
    """A matrix (n, `width`), one row a judgment, as parts: values (n,), each in a column of its own.

    A part's column is one number where it is the same for all judgments, else an array (n,).
    """

    width: int
    parts: tuple[tuple[Ints | int, Floats], ...]

    def only(self, keep: Ints) -> Scores:
        """The rows of these numbers."""
        parts = ((column if isinstance(column, int) else column[keep], values[keep]) for column, values in self.parts)
        return Scores(self.width, tuple(parts))

    def squares(self) -> Floats:
        """Σ s sᵀ over the rows, (width, width)."""
        total = np.zeros((self.width, self.width))
        for number, (row, factor) in enumerate(self.parts):
            for column, other in self.parts[number:]:
                entry, product = row * self.width + column, factor * other
                block = np.zeros(total.shape)
                if isinstance(entry, int):
                    block.flat[entry] = product.sum()
                else:
                    block += np.bincount(entry, product, total.size).reshape(total.shape)
                total += block if factor is other else block + block.T
        return total

    def summed(self, group: Ints) -> Floats:
        """Σ S Sᵀ over groups of rows, S the sum of a group's rows, (width, width); `group` (n,) from 0."""
        count = int(group.max(initial=-1)) + 1
        if count * self.width > len(group) * len(self.parts):
            sparse = self.added(group, count)
            return np.asarray((sparse.T @ sparse).toarray())
        sums, row = np.zeros(count * self.width), group * self.width
        for column, values in self.parts:
            if isinstance(column, int):
                sums[column :: self.width] += np.bincount(group, values, count)
            else:
                sums += np.bincount(row + column, values, len(sums))
        table = sums.reshape(count, self.width)
        return np.asarray(table.T @ table)

    def added(self, group: Ints, count: int) -> sp.csr_matrix:
        """The sums of groups of rows, (count, width); as they are, where each row is a group."""
        columns = np.concatenate([np.broadcast_to(column, group.shape) for column, _ in self.parts])
        values = np.concatenate([values for _, values in self.parts])
        at = (np.tile(group, len(self.parts)), columns)
        return sp.coo_matrix((values, at), (count, self.width)).tocsr()


def scores_of(layout: Layout, votes: Votes, cells: Cells, beta: Floats) -> Scores:
    """The scores of n judgments at the parameters `beta` (p,), (n, p); `cells` are their counts."""
    length = None if votes.length is None else np.nan_to_num(votes.length)
    each = Cells(votes.first, votes.second, votes.order_known, np.empty((0, 3)), length)
    if layout.covariate:
        mine, at = np.arange(len(votes)), local(layout, each, beta)
    else:
        mine, at = _cell_of(votes, cells, layout.size), local(layout, cells, beta)
    entry = 3 * mine + votes.outcome
    by_d = at.score_d.ravel()[entry]
    parts: list[tuple[Ints | int, Floats]] = [(votes.first, by_d), (votes.second, -by_d)]
    parts += [(index, by_d * column) for index, column in layout.effects(each)]
    parts += [(index, at.score_tie.ravel()[entry] * own) for index, own in layout.ties_of(each)]
    return Scores(layout.length, tuple(parts))


def _cell_of(votes: Votes, cells: Cells, size: int) -> Ints:
    """For each judgment a cell of its ordered pair, (n,)."""
    key, asked = (cells.first * size + cells.second) * 2 + cells.known, presented(votes)
    if 2 * size**2 <= len(votes):
        place = np.zeros(2 * size**2, dtype=np.int64)
        place[key] = np.arange(len(key))
        return np.asarray(place[asked])
    order = np.argsort(key)
    return np.asarray(order[np.searchsorted(key[order], asked)])
