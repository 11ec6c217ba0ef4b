"""A judge that has seen comparisons in both orders: how far it says the same, next to what chance would give.

A verdict is 1 for the first text, 0 for a tie, −1 for the second; in the first order the first text is shown as A, in
the second order as B.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from eval_core.agreement.clustered_share import NO_SHARE, Share, clustered_share

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class BothOrders:
    """What the order does to a judge's verdicts.

    Attributes:
        comparisons: answered in both orders.
        consistent: the share with the same outcome in both orders.
        consistent_by_chance: what it would be for a judge that takes A, B and ties as often but does not read the
            texts: 2·P(A)·P(B) + P(tie)².
        first: of the choices, the share for the text shown as A. Each text was shown as A once, so without a habit it
            is one half.
    """

    comparisons: int
    consistent: Share
    consistent_by_chance: float | None
    first: Share


NO_ORDERS = BothOrders(0, NO_SHARE, None, NO_SHARE)


def both_orders(verdicts: npt.ArrayLike) -> BothOrders:
    """The figures of verdicts (n, 2), one column for each order; rows with NaN are left out."""
    table = answered_twice(verdicts)
    if not len(table):
        return NO_ORDERS
    sides = shown_sides(table)
    same = table[:, 0] == table[:, 1]
    a, tie, b = side_shares(table)
    first = clustered_share((sides == 1).sum(axis=1), (sides != 0).sum(axis=1))
    return BothOrders(len(table), clustered_share(same, np.ones(len(table))), 2 * a * b + tie * tie, first)


def agreed(verdicts: npt.ArrayLike) -> Floats:
    """One verdict for each comparison (n, 2) -> (n,): what both orders say, a tie where they differ.

    Where one order has no answer the other's counts; NaN where neither has.
    """
    table = np.asarray(verdicts, np.float64).reshape(-1, 2)
    one, other = table[:, 0], table[:, 1]
    verdict: Floats = np.where(one == other, one, 0.0).astype(np.float64)
    for here, there in ((one, other), (other, one)):
        verdict[np.isnan(here)] = there[np.isnan(here)]
    return verdict


def answered_twice(verdicts: npt.ArrayLike) -> Floats:
    """The rows (m, 2) with an answer in both orders."""
    table = np.asarray(verdicts, np.float64).reshape(-1, 2)
    return table[~np.isnan(table).any(axis=1)]


def shown_sides(table: Floats) -> Floats:
    """The verdicts by the sides that were shown: 1 for A, 0 for a tie, −1 for B."""
    sides: Floats = np.multiply(table, np.array([1.0, -1.0]))
    return sides


def side_shares(table: Floats) -> tuple[float, float, float]:
    """Shares of A, ties and B among the verdicts; rows without an answer do not count."""
    sides = shown_sides(table)
    known = sides[~np.isnan(sides)]
    if not len(known):
        return 0.0, 0.0, 0.0
    return tuple(float((known == side).mean()) for side in (1.0, 0.0, -1.0))  # type: ignore[return-value]
