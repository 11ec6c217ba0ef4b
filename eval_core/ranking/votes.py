"""Judgments as integer codes, and their counts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from eval_core.errors import InputError

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
OUTCOMES = ("first", "second", "tie")
FIRST, SECOND, TIE = range(3)


@dataclass(frozen=True)
class Votes:
    """n judgments as arrays of shape (n,).

    Attributes:
        systems: names, sorted by code point; `first` and `second` index them (`first` was shown first).
        outcome: 0 the first is more fluent, 1 the second, 2 a tie.
        annotator, prompt: cluster codes, None where there is no such column.
        order_known: False where the presented order is not known.
    """

    systems: tuple[str, ...]
    first: Ints
    second: Ints
    outcome: Ints
    annotator: Ints | None
    prompt: Ints | None
    order_known: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.outcome)


@dataclass(frozen=True)
class Cells:
    """Counts per ordered pair: c cells with `first`, `second`, `known` (c,) and `counts` (c, 3) by outcome."""

    first: Ints
    second: Ints
    known: npt.NDArray[np.bool_]
    counts: Floats

    def within(self, members: npt.NDArray[np.bool_]) -> Cells:
        """Only the cells between two of the systems marked in `members` (K,)."""
        keep = members[self.first] & members[self.second]
        return Cells(self.first[keep], self.second[keep], self.known[keep], self.counts[keep])


def encode(frame: pd.DataFrame) -> Votes:
    """Codes for a frame with columns first, second, outcome and optionally annotator, prompt, order_known.

    Raises:
        InputError: for a missing column, an unknown outcome, a missing name, or a system against itself.
    """
    missing = [name for name in ("first", "second", "outcome") if name not in frame]
    if missing:
        raise InputError(f"judgments need a column '{missing[0]}'")
    one, two = frame["first"], frame["second"]
    if one.isna().any() or two.isna().any():
        raise InputError("a judgment lacks the name of a system")
    outcome = pd.Categorical(frame["outcome"], categories=OUTCOMES).codes.astype(np.int64)
    if (outcome < 0).any():
        raise InputError(f"outcome must be one of {', '.join(OUTCOMES)}")
    codes, names = pd.factorize(pd.concat([one.astype(object), two.astype(object)]))
    order = np.argsort(np.array([str(name) for name in names], dtype=object), kind="stable")
    position = np.empty(len(order), dtype=np.int64)
    position[order] = np.arange(len(order))
    codes = position[codes]
    first, second = codes[: len(frame)], codes[len(frame) :]
    if (first == second).any():
        raise InputError("a system is compared with itself")
    known = frame["order_known"].to_numpy(dtype=bool) if "order_known" in frame else np.ones(len(frame), dtype=bool)
    return Votes(
        tuple(str(names[index]) for index in order),
        first,
        second,
        outcome,
        _cluster(frame, "annotator"),
        _cluster(frame, "prompt"),
        known,
    )


def count(votes: Votes, weights: Floats | None = None) -> Cells:
    """Counts (or sums of weights) per ordered pair, whether the order is known, and outcome."""
    size = len(votes.systems)
    key = (votes.first * size + votes.second) * 2 + votes.order_known
    cells, index = np.unique(key, return_inverse=True)
    counts = np.bincount(index * 3 + votes.outcome, weights=weights, minlength=3 * len(cells)).reshape(-1, 3)
    pair = cells // 2
    return Cells(pair // size, pair % size, cells % 2 == 1, counts.astype(np.float64))


def _cluster(frame: pd.DataFrame, name: str) -> Ints | None:
    if name not in frame or frame[name].isna().all():
        return None
    # Judgments by nobody in particular are each their own cluster.
    codes, known = pd.factorize(frame[name])
    codes = codes.astype(np.int64)
    unknown = codes < 0
    codes[unknown] = len(known) + np.arange(int(unknown.sum()))
    return codes
