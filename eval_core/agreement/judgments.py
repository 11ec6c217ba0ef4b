"""From a frame to coded judgments in canonical orientation, and their counts per item and per two annotators."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from eval_core.errors import InputError

Ints = npt.NDArray[np.int64]
COLUMNS = ("first", "second", "outcome", "annotator", "prompt")
# In their order from less to more, seen from the system whose name sorts first by code point.
SECOND, TIE, FIRST = range(3)
CATEGORIES = {"second": SECOND, "tie": TIE, "first": FIRST}
# The categories that two annotators can choose for an item, in either order; and the same as counts per category.
_CHOSEN = ((FIRST, FIRST), (TIE, FIRST), (TIE, TIE), (SECOND, FIRST), (SECOND, TIE), (SECOND, SECOND))
BOTH = np.array([np.bincount(pair, minlength=3) for pair in _CHOSEN])
# The row of `BOTH` for two categories.
_KIND = np.array([[next(i for i, pair in enumerate(_CHOSEN) if {*pair} == {a, b}) for b in range(3)] for a in range(3)])


@dataclass(frozen=True)
class Judgments:
    """n judgments of shared items as arrays of shape (n,), at most one by an annotator on an item.

    Attributes:
        annotators: names, sorted by code point; `annotator` indexes them.
        item: codes from 0, each with at least two annotators.
        category: SECOND, TIE or FIRST in canonical orientation.
        prompt: of each item, codes from 0, (items,).
        unplaced: judgments that were left out because their annotator or prompt is unknown.
        known_annotators: how many annotators there are in all, on shared items or not.
    """

    annotators: tuple[str, ...]
    item: Ints
    annotator: Ints
    category: Ints
    prompt: Ints
    unplaced: int
    known_annotators: int

    def counts(self) -> Ints:
        """Each item's judgments by category, (items, 3)."""
        return np.bincount(self.item * 3 + self.category, minlength=3 * len(self.prompt)).reshape(-1, 3)

    def pairs(self) -> Pairs:
        """Every two judgments of one item."""
        order = np.lexsort((self.annotator, self.item))
        item, annotator, category = self.item[order], self.annotator[order], self.category[order]
        found, apart = [], 1
        while True:
            here = np.flatnonzero(item[apart:] == item[:-apart]) if apart < len(item) else np.empty(0, np.int64)
            if not len(here):
                break
            found.append((here, here + apart))
            apart += 1
        first = np.concatenate([one for one, _ in found] or [here])
        other = np.concatenate([one for _, one in found] or [here])
        chosen = _KIND[category[first], category[other]]
        return Pairs(annotator[first], annotator[other], chosen, self.prompt[item[first]])


@dataclass(frozen=True)
class Pairs:
    """n pairs of judgments of one item: annotators (the smaller code first), a row of `BOTH` each, prompts; (n,)."""

    first: Ints
    other: Ints
    chosen: Ints
    prompt: Ints


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
    codes = (item[placed], annotator[placed], category[placed], prompt[placed])
    return _shared(annotators, *codes, int((~placed).sum()))


def _shared(
    annotators: list[str], item: Ints, annotator: Ints, category: Ints, prompt: Ints, unplaced: int
) -> Judgments:
    """Keep an annotator's first judgment of an item, then the items of at least two annotators."""
    item = np.unique(item, return_inverse=True)[1].astype(np.int64)
    keep = ~pd.Series(item * max(len(annotators), 1) + annotator).duplicated().to_numpy()
    keep &= (np.bincount(item[keep], minlength=1) >= 2)[item]
    people, annotator = np.unique(annotator[keep], return_inverse=True)
    _, one_of, item = np.unique(item[keep], return_index=True, return_inverse=True)
    prompt = np.unique(prompt[keep][one_of], return_inverse=True)[1].astype(np.int64)
    names = tuple(annotators[code] for code in people)
    codes = (item.astype(np.int64), annotator.astype(np.int64), category[keep], prompt)
    return Judgments(names, *codes, unplaced, len(annotators))


def _codes(column: pd.Series[Any]) -> tuple[Ints, list[str]]:
    """Codes (n,) into the names, which are sorted by code point; -1 where the value is missing."""
    codes, distinct = pd.factorize(column)
    place, names = pd.factorize(np.array([str(value) for value in distinct], dtype=object), sort=True)
    # A missing value's -1 finds the last entry.
    return np.append(place, -1).astype(np.int64)[codes], list(names)
