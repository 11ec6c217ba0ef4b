"""Every two annotators who rated the same."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from eval_core.scoring.items import Ints


def pairs(unit: Ints, annotator: Ints) -> Iterator[tuple[Ints, Ints]]:
    """All pairs of ratings of one unit by two annotators, as places (p,) and (p,), the annotator with the smaller
    code first; in parts, each with at most as many pairs as there are ratings.

    Args:
        unit, annotator: codes from 0 (n,); an annotator rated a unit once.
    """
    order = np.lexsort((annotator, unit))
    sorted_unit = unit[order]
    for step in range(1, int(np.bincount(unit).max(initial=0))):
        at = np.flatnonzero(sorted_unit[step:] == sorted_unit[:-step])
        yield order[at], order[at + step]
