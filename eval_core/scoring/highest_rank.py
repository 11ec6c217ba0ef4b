"""Which system did best on each item, and how far annotators agree on that.

The sentence-level quantities of HEval (N. Joshi, I. Mathur, H. Darbari & A. Kumar, "HEval: yet another human evaluation
metric", International Journal on Natural Language Computing 2 (2013), tables 16 to 19), with ties distinguished.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from eval_core.scoring.annotator_pairs import pairs
from eval_core.scoring.items import TOLERANCE, Bools, Floats, Ints, ItemScores


@dataclass(frozen=True)
class Share:
    """`agree` of `n` items; `percent` is None where n is 0. Over several pairs of annotators n and agree are sums, and
    percent is the mean of the pairs' percents."""

    n: int
    agree: int
    percent: float | None


@dataclass(frozen=True)
class HighestCount:
    """How often an annotator gave a system the highest score of an item.

    Attributes:
        n: the items on which the annotator scored the system and another one.
        shared: the sum of 1/m over the items where it was one of m systems with the highest score.
        first: the number of items where it was the first of these in the order of the systems.
    """

    system: str
    annotator: str
    n: int
    shared: float
    first: int


@dataclass(frozen=True)
class RankAgreement:
    """Two annotators on the items of which both scored the same two systems or more; ranks are those among these.

    Attributes:
        highest: how often the systems with the highest score were the same.
        first: how often the first of them, in the order of the systems, was the same.
        systems: how often a system had the same rank, 1 + the number of systems that are strictly better.
    """

    annotator: str
    other: str
    highest: Share
    first: Share
    systems: Mapping[str, Share]


@dataclass(frozen=True)
class HighestRanks:
    """The systems in their order, who had the highest score how often, and the agreement on it over all pairs."""

    systems: tuple[str, ...]
    counts: tuple[HighestCount, ...]
    highest: Share
    first: Share
    per_system: Mapping[str, Share]
    pairs: tuple[RankAgreement, ...]


def highest_ranks(scores: ItemScores, systems: Sequence[str] | None = None) -> HighestRanks:
    """Highest ranks per item, and the agreement of annotators on them.

    Args:
        scores: of the responses. Those that differ by less than 1e-9 are equal; one that is NaN counts as missing.
        systems: rank among these only, and in this order; None for all, sorted by code point.

    Returns:
        Counts for each annotator and system, and agreement for each pair of annotators who share an item (`pairs`).

    Raises:
        InputError: for an unknown system, or one that is named twice.
    """
    selected = scores.only(systems=systems)
    selected = selected.rows(~np.isnan(selected.score))
    unit, item, annotator = _units(selected)
    table = np.full((len(item), len(selected.systems)), np.nan)
    table[unit, selected.system] = selected.score
    several = (~np.isnan(table)).sum(axis=1) > 1
    table, item, annotator = table[several], item[several], annotator[several]
    per_pair = tuple(_pairs(selected, table, item, annotator))
    return HighestRanks(
        systems=selected.systems,
        counts=tuple(_counts(selected, table, annotator)),
        highest=_over([pair.highest for pair in per_pair]),
        first=_over([pair.first for pair in per_pair]),
        per_system={name: _over([pair.systems[name] for pair in per_pair]) for name in selected.systems},
        pairs=per_pair,
    )


def competition_ranks(table: Floats) -> Ints:
    """1 + the number of columns that are strictly better, (rows, columns); 0 where the score is NaN."""
    better = np.zeros(table.shape, dtype=np.int64)
    for other in table.T:
        better += other[:, None] > table + TOLERANCE
    return np.where(np.isnan(table), 0, better + 1)


def _units(scores: ItemScores) -> tuple[Ints, Ints, Ints]:
    """Which item-and-annotator each score is of (n,), and the item and the annotator of these."""
    width = max(len(scores.annotators), 1)
    keys, unit = np.unique(scores.item * width + scores.annotator, return_inverse=True)
    return unit, keys // width, keys % width


def _counts(scores: ItemScores, table: Floats, annotator: Ints) -> list[HighestCount]:
    top = competition_ranks(table) == 1
    share = top / np.maximum(top.sum(axis=1, keepdims=True), 1)
    counted = np.zeros((len(scores.annotators), len(scores.systems), 3))
    np.add.at(counted, annotator, np.stack([~np.isnan(table), share, _first_only(top)], axis=2))
    return [
        HighestCount(system, name, int(n), float(shared), int(first))
        for name, mine in zip(scores.annotators, counted, strict=True)
        for system, (n, shared, first) in zip(scores.systems, mine, strict=True)
    ]


def _first_only(top: Bools) -> Bools:
    """Of each row's true entries the first."""
    return np.asarray(top & (np.cumsum(top, axis=1) == 1))


def _pairs(scores: ItemScores, table: Floats, item: Ints, annotator: Ints) -> list[RankAgreement]:
    """Each pair of annotators who share an item, sorted."""
    parts = [
        pd.DataFrame(_compared(table[first_name], table[other]))
        .groupby([annotator[first_name], annotator[other]])
        .sum()
        for first_name, other in pairs(item, annotator)
    ]
    if not parts:
        return []
    totals = pd.concat(parts).groupby(level=[0, 1]).sum()
    rows = []
    for (left, other), (n, highest, first, *each) in zip(totals.index, totals.to_numpy().tolist(), strict=True):
        if n:
            names = scores.annotators[left], scores.annotators[other]
            shares = [_share(*counts) for counts in zip(each[::2], each[1::2], strict=True)]
            systems = dict(zip(scores.systems, shares, strict=True))
            rows.append(RankAgreement(*names, _share(n, highest), _share(n, first), systems))
    return rows


def _compared(scores: Floats, other: Floats) -> Ints:
    """Two tables of scores (p, systems), row by row: whether it counts, whether the highest and the first agree, then
    for each system whether both ranked it and whether alike, as 0 and 1, (p, 3 + 2 systems)."""
    common = ~np.isnan(scores) & ~np.isnan(other)
    common &= common.sum(axis=1, keepdims=True) > 1
    ranks = [competition_ranks(np.where(common, table, np.nan)) for table in (scores, other)]
    tops = [rank == 1 for rank in ranks]
    counts = common.any(axis=1)
    highest = counts & (tops[0] == tops[1]).all(axis=1)
    first = counts & (_first_only(tops[0]) == _first_only(tops[1])).all(axis=1)
    each = np.stack([common, common & (ranks[0] == ranks[1])], axis=2)
    return np.column_stack([counts, highest, first, each.reshape(len(scores), -1)]).astype(np.int64)


def _share(n: int, agree: int) -> Share:
    return Share(n, agree, 100 * agree / n if n else None)


def _over(shares: list[Share]) -> Share:
    """Over all pairs of annotators."""
    percents = [share.percent for share in shares if share.percent is not None]
    mean = float(np.mean(percents)) if percents else None
    return Share(sum(share.n for share in shares), sum(share.agree for share in shares), mean)
