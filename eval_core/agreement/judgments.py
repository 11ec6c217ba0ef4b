"""From a frame to coded judgments in canonical orientation, and their counts per item and per two annotators."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import sparse

from eval_core.errors import InputError

Ints = npt.NDArray[np.int64]
COLUMNS = ("first", "second", "outcome", "annotator", "prompt")
# In their order from less to more, seen from the system whose name sorts first by code point.
SECOND, TIE, FIRST = range(3)
CATEGORIES = {"second": SECOND, "tie": TIE, "first": FIRST}
# The categories that two annotators can choose for an item, in either order; and the same as counts per category.
_CHOSEN = ((FIRST, FIRST), (TIE, FIRST), (TIE, TIE), (SECOND, FIRST), (SECOND, TIE), (SECOND, SECOND))
BOTH = np.array([np.bincount(pair, minlength=3) for pair in _CHOSEN])


@dataclass(frozen=True)
class Judgments:
    """n judgments of shared items as arrays of shape (n,), at most one by an annotator on an item.

    Attributes:
        annotators: names, sorted by code point; `annotator` indexes them.
        item: codes from 0, each with at least two annotators.
        category: SECOND, TIE or FIRST in canonical orientation.
        unplaced: judgments that were left out because their annotator or prompt is unknown.
        known_annotators: how many annotators there are in all, on shared items or not.
    """

    annotators: tuple[str, ...]
    item: Ints
    annotator: Ints
    category: Ints
    unplaced: int
    known_annotators: int

    def counts(self) -> tuple[Ints, Ints]:
        """Distinct counts of an item's judgments by category (r, 3), and how many items have them (r,)."""
        items = int(self.item.max()) + 1 if len(self.item) else 0
        counts = np.bincount(self.item * 3 + self.category, minlength=3 * items).reshape(-1, 3)
        sizes = pd.DataFrame(counts).groupby([0, 1, 2]).size()
        rows = np.array(sizes.index.to_list(), dtype=np.int64).reshape(-1, 3)
        return rows, sizes.to_numpy().astype(np.int64)

    def pairs(self) -> tuple[Ints, Ints, Ints]:
        """Annotators who share an item: codes (p,) and (p,), the smaller first, and their pairs of choices (p, 6), the
        number of items for each row of `BOTH`."""
        if not len(self.item):
            return np.empty(0, np.int64), np.empty(0, np.int64), np.empty((0, len(BOTH)), np.int64)
        matrices = [self._of_category(category) for category in (SECOND, TIE, FIRST)]
        # Entry [a, b] of a product counts the items that a put in the one category and b in the other.
        either = [
            matrices[low].T @ matrices[low]
            if low == high
            else matrices[low].T @ matrices[high] + matrices[high].T @ matrices[low]
            for low, high in _CHOSEN
        ]
        first, other = sparse.triu(sum(either[1:], either[0]), k=1).nonzero()
        cells = np.stack([np.asarray(counts.tocsr()[first, other]).ravel() for counts in either], axis=1)
        order = np.lexsort((other, first))
        return first[order].astype(np.int64), other[order].astype(np.int64), cells[order].astype(np.int64)

    def _of_category(self, category: int) -> Any:
        chosen = self.category == category
        shape = (int(self.item.max()) + 1, len(self.annotators))
        return sparse.csr_array((np.ones(chosen.sum(), np.int64), (self.item[chosen], self.annotator[chosen])), shape)


def read(frame: pd.DataFrame) -> Judgments:
    """The judgments of a frame on shared items. An item is a prompt and two systems in either order; of one
    annotator's judgments of an item the first row counts. Names are compared as text.

    Raises:
        InputError: for a missing column, an unknown outcome, a missing system, or a system against itself.
    """
    missing = [name for name in COLUMNS if name not in frame]
    if missing:
        raise InputError("agreement_column_missing", name=missing[0])
    if frame[["first", "second"]].isna().any(axis=None):
        raise InputError("judgment_without_system")
    outcome = frame["outcome"].map(CATEGORIES)
    if outcome.isna().any():
        raise InputError("bad_outcome", accepted=", ".join(sorted(CATEGORIES)))
    sides, systems = _codes(pd.concat([frame["first"], frame["second"]]))
    first, second = sides.reshape(2, -1)
    if (first == second).any():
        raise InputError("same_system")
    category = outcome.to_numpy().astype(np.int64)
    category = np.where(first < second, category, FIRST - category)
    prompt, _ = _codes(frame["prompt"])
    annotator, annotators = _codes(frame["annotator"])
    item = (prompt * len(systems) + np.minimum(first, second)) * len(systems) + np.maximum(first, second)
    placed = (prompt >= 0) & (annotator >= 0)
    return _shared(annotators, item[placed], annotator[placed], category[placed], int((~placed).sum()))


def _shared(annotators: list[str], item: Ints, annotator: Ints, category: Ints, unplaced: int) -> Judgments:
    """Keep an annotator's first judgment of an item, then the items of at least two annotators."""
    item = np.unique(item, return_inverse=True)[1].astype(np.int64)
    keep = ~pd.Series(item * max(len(annotators), 1) + annotator).duplicated().to_numpy()
    keep &= (np.bincount(item[keep], minlength=1) >= 2)[item]
    people, annotator = np.unique(annotator[keep], return_inverse=True)
    item = np.unique(item[keep], return_inverse=True)[1].astype(np.int64)
    names = tuple(annotators[code] for code in people)
    return Judgments(names, item, annotator.astype(np.int64), category[keep], unplaced, len(annotators))


def _codes(column: pd.Series[Any]) -> tuple[Ints, list[str]]:
    """Codes (n,) into the names, which are sorted by code point; -1 where the value is missing."""
    codes, distinct = pd.factorize(column)
    place, names = pd.factorize(np.array([str(value) for value in distinct], dtype=object), sort=True)
    # A missing value's -1 finds the last entry.
    return np.append(place, -1).astype(np.int64)[codes], list(names)
