"""Which systems share a bracket, and in which lane of the margin each bracket is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eval_core.ranking.results import Ranking


def undecided_sets(ranking: Ranking) -> tuple[tuple[str, ...], ...]:
    """Maximal sets of systems that the simultaneous test leaves together, each in the ranking's order.

    No pair within a set is decided, and every undecided pair of bounded systems in one component is in some
    set. Unbounded systems are in none: nothing was tested about them.
    """
    apart = {frozenset((pair.system, pair.opponent)) for pair in ranking.pairs if pair.decided}
    sets: list[tuple[str, ...]] = []
    for component in dict.fromkeys(row.component for row in ranking.systems):
        names = [row.system for row in ranking.systems if row.component == component and row.bounded]
        together = np.array([[frozenset((a, b)) not in apart for b in names] for a in names], dtype=bool)
        sets += [tuple(names[i] for i in members) for members in _cover(together)]
    return tuple(sets)


def lanes(spans: Sequence[tuple[float, float]]) -> list[int]:
    """The lane (0 is the innermost) of each span (top, bottom; sorted by top), so that none touch in a lane."""
    ends: list[float] = []
    taken = []
    for top, bottom in spans:
        lane = next((i for i, end in enumerate(ends) if end < top), len(ends))
        ends[lane : lane + 1] = [bottom]
        taken.append(lane)
    return taken


def runs(ys: Sequence[int]) -> list[tuple[int, int]]:
    """Sorted rows as stretches (first, last) without a gap."""
    starts = [y for y in ys if y - 1 not in ys]
    return list(zip(starts, [y for y in ys if y + 1 not in ys], strict=True))


def _cover(together: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> list[list[int]]:
    """Maximal cliques that cover all edges of the symmetric (K, K) matrix, sorted by their first member.

    Each is grown from the farthest pair not yet covered, nearest systems first. All maximal cliques would add
    nothing, and there can be exponentially many.
    """
    size = len(together)
    covered = np.eye(size, dtype=bool)
    cliques = []
    for top in range(size):
        for bottom in range(size - 1, top, -1):
            if covered[top, bottom] or not together[top, bottom]:
                continue
            members = [top, bottom]
            for other in [*range(top + 1, bottom), *range(bottom + 1, size), *range(top - 1, -1, -1)]:
                if together[other, members].all():
                    members.append(other)
            members.sort()
            covered[np.ix_(members, members)] = True
            cliques.append(members)
    return sorted(cliques)
