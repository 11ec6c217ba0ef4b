"""Judgments as integer codes, and their counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from eval_core.errors import InputError

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
OUTCOMES = ("first", "second", "tie")
FIRST, SECOND, TIE = range(3)


@dataclass(frozen=True)
class Votes:
    """n judgments as arrays of shape (n,).

    Attributes:
        systems: names, sorted by code point; `first` and `second` index them (`first` was shown first).
        outcome: 0 the first is more fluent, 1 the second, 2 a tie.
        annotator, prompt: cluster codes, None where there is no such column. Judgments by nobody known have a
            negative code each: they vary on their own, and count as no cluster (see `known_clusters`).
        order_known: False where the presented order is not known.
    """

    systems: tuple[str, ...]
    first: Ints
    second: Ints
    outcome: Ints
    annotator: Ints | None
    prompt: Ints | None
    order_known: Bools

    def __len__(self) -> int:
        return len(self.outcome)

    def only(self, keep: Bools) -> Votes:
        """The judgments marked in `keep` (n,); the systems stay."""
        return Votes(
            self.systems,
            self.first[keep],
            self.second[keep],
            self.outcome[keep],
            None if self.annotator is None else self.annotator[keep],
            None if self.prompt is None else self.prompt[keep],
            self.order_known[keep],
        )


@dataclass(frozen=True)
class Cells:
    """Counts per ordered pair: c cells with `first`, `second`, `known` (c,) and `counts` (c, 3) by outcome."""

    first: Ints
    second: Ints
    known: Bools
    counts: Floats

    def only(self, keep: Bools) -> Cells:
        """The cells marked in `keep` (c,)."""
        return Cells(self.first[keep], self.second[keep], self.known[keep], self.counts[keep])


def encode(frame: pd.DataFrame, systems: Sequence[str] | None = None) -> Votes:
    """Codes for a frame with columns first, second, outcome and optionally annotator, prompt, order_known.

    Names are compared as text: 1 and "1" are one system. With `systems`, only judgments between these are kept.

    Raises:
        InputError: for a missing column, an unknown outcome, a missing name, a system against itself, an
            order_known that is not yes or no, or one of `systems` that is not there.
    """
    missing = [name for name in ("first", "second", "outcome") if name not in frame]
    if missing:
        raise InputError(f"judgments need a column '{missing[0]}'")
    if frame[["first", "second"]].isna().any(axis=None):
        raise InputError("a judgment lacks the name of a system")
    frame = frame.assign(first=frame["first"].map(str), second=frame["second"].map(str))
    if systems:
        frame = _between(frame, systems)
    outcome = frame["outcome"].map({name: code for code, name in enumerate(OUTCOMES)})
    if outcome.isna().any():
        raise InputError(f"outcome must be one of {', '.join(OUTCOMES)}")
    names = sorted({*frame["first"], *frame["second"]})
    first, second = (
        pd.Categorical(frame[side], categories=names).codes.astype(np.int64) for side in ("first", "second")
    )
    if (first == second).any():
        raise InputError("a system is compared with itself")
    annotator, prompt = _cluster(frame, "annotator"), _cluster(frame, "prompt")
    return Votes(
        tuple(names), first, second, outcome.to_numpy().astype(np.int64), annotator, prompt, _order_known(frame)
    )


def _between(frame: pd.DataFrame, systems: Sequence[str]) -> pd.DataFrame:
    wanted = [str(name) for name in systems]
    absent = set(wanted) - {*frame["first"], *frame["second"]}
    if absent:
        raise InputError(f"no judgment is of the system '{min(absent)}'")
    if len(set(wanted)) < 2:
        raise InputError("a ranking needs at least two systems")
    return frame[frame["first"].isin(wanted) & frame["second"].isin(wanted)]


def _order_known(frame: pd.DataFrame) -> Bools:
    """Whether the presented order is known; a missing value means that it is not."""
    if "order_known" not in frame:
        return np.ones(len(frame), dtype=bool)
    try:
        return frame["order_known"].astype("boolean").fillna(False).to_numpy(dtype=bool)
    except (TypeError, ValueError) as error:
        raise InputError("order_known must be true or false") from error


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
    codes = pd.factorize(frame[name])[0].astype(np.int64)
    unknown = codes < 0
    codes[unknown] = -1 - np.arange(int(unknown.sum()))
    return codes


def known_clusters(codes: Ints) -> int:
    """How many known annotators or prompts there are. Each unknown one as another would feign many people."""
    return len(np.unique(codes[codes >= 0]))
