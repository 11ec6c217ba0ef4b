"""Judgments as integer codes, and their counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt
import pandas as pd

from eval_core.errors import InputError

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
OUTCOMES = ("first", "second", "tie")
FIRST, SECOND, TIE = range(3)
_FEW_BINS = 100_000


@runtime_checkable
class ToPandas(Protocol):
    """What becomes a pandas frame by itself, such as an Arrow table."""

    def to_pandas(self) -> pd.DataFrame: ...


Table = pd.DataFrame | ToPandas | Mapping[str, Any]


@dataclass(frozen=True)
class Votes:
    """n judgments as arrays of shape (n,).

    Attributes:
        systems: names, sorted by code point; `first` and `second` index them (`first` was shown first).
        outcome: 0 the first is better, 1 the second, 2 a tie.
        annotator, prompt: cluster codes, None where there is no such column. Judgments by unknown annotators have
            a negative code each: they vary independently, and count as no cluster (see `known_clusters`).
        order_known: False where the presented order is not known.
        length: log of the first response's length over the second's, in units of `length_sd`; NaN where a length
            is not known. None unless requested.
        length_sd: root mean square of the known log ratios: their standard deviation around equal lengths, so
            that it does not depend on which response was shown first.
    """

    systems: tuple[str, ...]
    first: Ints
    second: Ints
    outcome: Ints
    annotator: Ints | None
    prompt: Ints | None
    order_known: Bools
    length: Floats | None = None
    length_sd: float = 0.0

    def __len__(self) -> int:
        return len(self.outcome)

    def only(self, keep: Bools) -> Votes:
        """The judgments marked in `keep` (n,); the systems stay."""
        return replace(
            self,
            first=self.first[keep],
            second=self.second[keep],
            outcome=self.outcome[keep],
            annotator=None if self.annotator is None else self.annotator[keep],
            prompt=None if self.prompt is None else self.prompt[keep],
            order_known=self.order_known[keep],
            length=None if self.length is None else self.length[keep],
        )

    def among(self, members: Ints) -> Votes:
        """The judgments between these systems, coded as if they were all that there is: `members` ascend, (m,)."""
        place = _places(len(self.systems), members)
        part = self.only((place[self.first] >= 0) & (place[self.second] >= 0))
        length, sd = (None, 0.0) if part.length is None else _in_units(part.length * part.length_sd)
        return replace(
            part,
            systems=tuple(self.systems[i] for i in members),
            first=place[part.first],
            second=place[part.second],
            annotator=None if part.annotator is None else _renumbered(part.annotator),
            prompt=None if part.prompt is None else _renumbered(part.prompt),
            length=length,
            length_sd=sd,
        )


@dataclass(frozen=True)
class Cells:
    """Counts per ordered pair: c cells with `first`, `second`, `known` (c,) and `counts` (c, 3) by outcome.

    With a length covariate, whose values are `length` (c,), a cell is an ordered pair at one value: the fit then
    costs as much as there are different ratios of lengths. An unknown ratio counts as 0, that is as equal lengths.
    """

    first: Ints
    second: Ints
    known: Bools
    counts: Floats
    length: Floats | None = None

    def only(self, keep: Bools | Ints) -> Cells:
        """The cells marked in `keep` (c,), or those of the numbers in it."""
        length = None if self.length is None else self.length[keep]
        return Cells(self.first[keep], self.second[keep], self.known[keep], self.counts[keep], length)

    def among(self, size: int, members: Ints) -> Cells:
        """The cells of these of `size` systems, which ascend, (m,), numbered by their places among them."""
        place = _places(size, members)
        part = self.only((place[self.first] >= 0) & (place[self.second] >= 0))
        return replace(part, first=place[part.first], second=place[part.second])


def encode(judgments: Table, systems: Sequence[str] | None = None, *, length_covariate: bool = False) -> Votes:
    """Codes for a table with columns first, second, outcome and optionally annotator, prompt, order_known.

    Names are compared as text: 1 and "1" are one system.

    Args:
        judgments: a pandas frame, an Arrow table, or a mapping from these names to arrays or lists.
        systems: keep only judgments between these.
        length_covariate: read the columns length_first and length_second too (characters, more than 0; missing
            where unknown).

    Raises:
        InputError: for a missing column, an unknown outcome, a missing name, a system against itself, an
            order_known that is not yes or no, a length that is not above 0, or one of `systems` that is not there.
    """
    lengths = ("length_first", "length_second") if length_covariate else ()
    frame = _checked(judgments, systems, ("first", "second", "outcome", *lengths))
    length, sd = _lengths(frame) if length_covariate else (None, 0.0)
    return replace(_coded(frame), length=length, length_sd=sd)


def encode_counts(counts: Table, systems: Sequence[str] | None = None) -> tuple[Votes, Floats]:
    """`encode` for a table of counts: one row of codes for each row, and how many judgments it counts for, (n,).

    Raises:
        InputError: as `encode`; where the counts are split by annotator or prompt, and for an n that is not a
            whole number of 0 or more.
    """
    frame = _checked(counts, systems, ("first", "second", "outcome", "n"))
    for name in ("annotator", "prompt"):
        if name in frame:
            raise InputError("counts_by_group", name=name)
    times = pd.to_numeric(frame["n"], errors="coerce").to_numpy(np.float64, na_value=np.nan)
    if not (np.isfinite(times) & (times >= 0) & (times == np.floor(times))).all():
        raise InputError("bad_n")
    return _coded(frame[times > 0]), times[times > 0]


def _checked(table: Table, systems: Sequence[str] | None, columns: Sequence[str]) -> pd.DataFrame:
    """The rows between `systems` of what is a table with these columns, every system named."""
    frame = as_frame(table)
    missing = [name for name in columns if name not in frame]
    if missing:
        raise InputError("vote_column_missing", name=missing[0])
    if frame[["first", "second"]].isna().any(axis=None):
        raise InputError("judgment_without_system")
    return _between(frame, systems) if systems else frame


def _coded(frame: pd.DataFrame) -> Votes:
    names = tuple(sorted({str(name) for side in ("first", "second") for name in frame[side].unique()}))
    first, second = _codes(frame["first"], names), _codes(frame["second"], names)
    outcome = _codes(frame["outcome"], OUTCOMES)
    if (outcome < 0).any():
        raise InputError("bad_outcome", accepted=", ".join(OUTCOMES))
    if (first == second).any():
        raise InputError("same_system")
    annotator, prompt = _cluster(frame, "annotator"), _cluster(frame, "prompt")
    return Votes(names, first, second, outcome, annotator, prompt, _order_known(frame))


def as_frame(table: Table) -> pd.DataFrame:
    """A pandas frame of what may be an Arrow table or a mapping from names to arrays.

    Raises:
        InputError: for columns of different lengths, and for anything else.
    """
    if isinstance(table, pd.DataFrame):
        return table
    if isinstance(table, ToPandas):
        return table.to_pandas()
    try:
        return pd.DataFrame(dict(table))
    except (TypeError, ValueError) as error:
        raise InputError("judgments_not_table", problem=str(error)) from error


def _codes(column: pd.Series[Any], names: Sequence[str]) -> Ints:
    """The index of each value in `names`, compared as text, (n,); -1 where it does not."""
    codes, values = pd.factorize(column)
    index = {name: code for code, name in enumerate(names)}
    # A missing value has the code -1, and so finds the last entry.
    places = np.array([*(index.get(str(value), -1) for value in values), -1], dtype=np.int64)
    return np.asarray(places[codes])


def _between(frame: pd.DataFrame, systems: Sequence[str]) -> pd.DataFrame:
    wanted = [str(name) for name in systems]
    absent = set(wanted) - {str(name) for side in ("first", "second") for name in frame[side].unique()}
    if absent:
        raise InputError("system_without_judgments", system=min(absent))
    if len(set(wanted)) < 2:
        raise InputError("too_few_systems")
    first, second = (_codes(frame[side], wanted) for side in ("first", "second"))
    return frame[(first >= 0) & (second >= 0)]


def _order_known(frame: pd.DataFrame) -> Bools:
    """Whether the presented order is known; a missing value means that it is not."""
    if "order_known" not in frame:
        return np.ones(len(frame), dtype=bool)
    try:
        return frame["order_known"].astype("boolean").fillna(False).to_numpy(dtype=bool)
    except (TypeError, ValueError) as error:
        raise InputError("order_known_not_bool") from error


def _lengths(frame: pd.DataFrame) -> tuple[Floats, float]:
    """`Votes.length` and `Votes.length_sd`."""
    try:
        first, second = (
            frame[name].to_numpy(np.float64, na_value=np.nan) for name in ("length_first", "length_second")
        )
    except (TypeError, ValueError) as error:
        raise InputError("length_not_number") from error
    if ((first <= 0) | (second <= 0) | np.isinf(first) | np.isinf(second)).any():
        raise InputError("length_not_positive")
    return _in_units(np.log(first) - np.log(second))


def _in_units(ratio: Floats) -> tuple[Floats, float]:
    """Log ratios of lengths in units of their root mean square, and that."""
    finite = ratio[np.isfinite(ratio)]
    sd = float(np.sqrt((finite**2).mean())) if len(finite) else 0.0
    return ratio / (sd or 1.0), sd


def presented(votes: Votes) -> Ints:
    """Codes of the ordered pairs, split by whether their order is known: below 2K², (n,)."""
    code = np.multiply(votes.first, 2 * len(votes.systems), dtype=np.int64)
    code += votes.second
    code += votes.second
    code += votes.order_known
    return code


def count(votes: Votes, weights: Floats | None = None) -> Cells:
    """Counts (or sums of weights) per ordered pair, whether the order is known, length covariate and outcome."""
    size, key = len(votes.systems), presented(votes)
    bins = 6 * size**2
    if votes.length is None and bins <= max(len(votes), _FEW_BINS):
        # One bin for whatever may be there costs less than to sort what is.
        table = np.bincount(key * 3 + votes.outcome, weights, bins).reshape(-1, 3)
        cells = np.flatnonzero(table.any(axis=1))
        return Cells(*np.divmod(cells // 2, size), cells % 2 == 1, table[cells].astype(np.float64))
    if votes.length is None:
        values, steps = None, 1
    else:
        values, code = np.unique(np.nan_to_num(votes.length), return_inverse=True)
        steps = len(values)
        key = key * steps + code
    cells, index = np.unique(key, return_inverse=True)
    counts = np.bincount(index * 3 + votes.outcome, weights=weights, minlength=3 * len(cells)).reshape(-1, 3)
    pair, length = cells // (2 * steps), None if values is None else values[cells % steps]
    return Cells(pair // size, pair % size, cells // steps % 2 == 1, counts.astype(np.float64), length)


def _cluster(frame: pd.DataFrame, name: str) -> Ints | None:
    if name not in frame or frame[name].isna().all():
        return None
    return _apart(pd.factorize(frame[name])[0].astype(np.int64))


def _renumbered(codes: Ints) -> Ints | None:
    """Codes of a part of the judgments, by first appearance; None where no cluster is known."""
    known = np.where(codes < 0, -1, codes)
    return _apart(pd.factorize(pd.Series(known).where(known >= 0))[0].astype(np.int64)) if (known >= 0).any() else None


def _apart(codes: Ints) -> Ints:
    """With a negative code of its own for each that is unknown (−1)."""
    unknown = codes < 0
    codes[unknown] = -1 - np.arange(int(unknown.sum()))
    return codes


def _places(size: int, members: Ints) -> Ints:
    """Where each of `size` systems is among `members`, (size,); −1 for the others."""
    place = np.full(size, -1, dtype=np.int64)
    place[members] = np.arange(len(members))
    return place


def known_clusters(codes: Ints) -> int:
    """How many annotators or prompts are known. Counting each unknown one too would overstate their number."""
    clusters = np.bincount(codes) if is_numbered(codes) else pd.unique(codes) >= 0
    return int(np.count_nonzero(clusters))


def is_numbered(codes: Ints) -> bool:
    """Whether codes can be places in an array of their own length."""
    return not len(codes) or bool(codes.min() >= 0 and codes.max() < len(codes))
