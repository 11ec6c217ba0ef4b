"""The rows of a forest plot: where they are, and what is read off the ranking for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eval_core.ranking.results import SystemRow


@dataclass(frozen=True)
class Rows:
    """Where everything is: `ys` of the systems, headings as (y, group's number), and how many rows in all."""

    ys: tuple[int, ...]
    headings: tuple[tuple[int, int], ...]
    size: int


def place_rows(systems: Sequence[SystemRow]) -> Rows:
    """One row a system, and one above each component where there are several."""
    several = len({row.component for row in systems}) > 1
    ys: list[int] = []
    headings: list[tuple[int, int]] = []
    at, last = 0, None
    for row in systems:
        if several and row.component != last:
            headings.append((at, len(headings) + 1))
            at, last = at + 1, row.component
        ys.append(at)
        at += 1
    return Rows(tuple(ys), tuple(headings), at)


def axis_range(systems: Sequence[SystemRow]) -> tuple[float, float]:
    """Room for all dots, whiskers and zero, and a little air."""
    own = [row.strength for row in systems if row.bounded]
    ends = [*own, *(x for row in systems for x in (row.low, row.high) if x is not None)]
    low, high = min([*ends, 0.0]), max([*ends, 0.0])
    air = 0.05 * (high - low) or 1.0
    return low - air, high + air


def runs_up(systems: Sequence[SystemRow], row: SystemRow) -> bool:
    """Whether a system without a finite estimate is above the mean of those in its component that have one."""
    strengths = [other.strength for other in systems if other.bounded and other.component == row.component]
    return row.strength > (sum(strengths) / len(strengths) if strengths else 0.0)


def rank_text(row: SystemRow) -> str:
    """The rank range: '3', or '3–5'."""
    return str(row.rank_low) if row.rank_low == row.rank_high else f"{row.rank_low}–{row.rank_high}"
