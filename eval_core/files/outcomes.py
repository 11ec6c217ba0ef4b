"""Who won each row of a file: by words, by the names of systems, by a column for each answer, or by two games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from eval_core.errors import InputError
from eval_core.files.columns import Columns
from eval_core.files.names import tidy
from eval_core.files.winner_words import A_B, TRUTH, Word, is_number, numbers_of, word_of

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
KINDS = ("a", "b", "tie", "skip")
_A, _B, _TIE, _SKIP = range(4)
_SHOWN = 5  # systems in a message


@dataclass(frozen=True)
class Outcomes:
    """Who won each of n rows.

    Attributes:
        codes: (n,) places in KINDS; -1 where a fault was noted.
        words: the word that said so, where it says more than the outcome does; None where none does.
    """

    codes: Ints
    words: pd.Series[Any] | None = None


def by_label(
    columns: Columns,
    label: str,
    systems: tuple[pd.Series[Any], pd.Series[Any]] | None,
    accepted: Sequence[str],
    *,
    sides: Mapping[str, str] = A_B,
    tie: str | None = None,
) -> Outcomes:
    """By the words of a column, or the names of the systems in it.

    Args:
        systems: of each row, the first and the second; None where no name is read.
        accepted: words to name in a fault.
        sides: what the two sides are called.
        tie: a column that says whether it is a tie, where the label may be empty.
    """
    column = columns.text(label)
    codes, distinct = pd.factorize(column)
    said = [tidy(str(word)) for word in distinct]
    by_hand = values_of(columns, label)
    hand = [by_hand.get(word.casefold()) for word in said]
    names = _names(systems) if systems else frozenset[str]()
    open_ = [word for word, chosen in zip(said, hand, strict=True) if chosen is None and word not in names]
    numbers = numbers_of(open_, preference=label.startswith("preference"), strength=label == "preference_strength")
    words = [
        chosen or word_of(word, sides) or (numbers.words.get(word) if numbers else None)
        for word, chosen in zip(said, hand, strict=True)
    ]
    places = np.array([*(KINDS.index(word.meaning) if word else -1 for word in words), -1], dtype=np.int64)
    result = places[codes]
    named = np.array([*(word in names and chosen is None for word, chosen in zip(said, hand, strict=True)), False])
    by_name = None
    if systems and named.any():
        by_name = _by_name(systems, said, named, codes)
        result = _one_reading(columns, label, systems, result, by_name)
    if (blank := by_hand.get("")) is not None:
        result[codes < 0] = KINDS.index(blank.meaning)
    if tie is not None and tie in columns:
        _add_ties(columns, label, tie, result, codes)
    _refuse(columns, label, column, result, codes, accepted, numbers=any(is_number(word) for word in open_))
    more = np.array([*(word is not None and word.more for word in words), False])[codes]
    if by_name is not None:
        more &= result != by_name
    if numbers:
        columns.assume(numbers.assumed, column=columns.heading(label), **numbers.facts)
    return Outcomes(result, column.astype("str").where(more) if more.any() else None)


def values_of(columns: Columns, label: str) -> dict[str, Word]:
    """What a person says that words of a column mean, in small letters."""
    called = {label, columns.heading(label)}
    here = {word: kind for (column, word), kind in columns.reading.values.items() if column in called}
    return {word.strip().casefold(): Word(kind, more=True) for word, kind in here.items()}


def _names(systems: tuple[pd.Series[Any], pd.Series[Any]]) -> frozenset[str]:
    return frozenset(name for column in systems for name in column.dropna().unique())


def _by_name(systems: tuple[pd.Series[Any], pd.Series[Any]], said: list[str], named: Bools, codes: Ints) -> Ints:
    """(n,) who won where a system of the row is named, -1 elsewhere; -2 where another system is."""
    numbers: dict[str, int] = {}
    sides = []
    for column in systems:
        own, texts = pd.factorize(column)
        sides.append(np.array([*(numbers.setdefault(str(text), len(numbers)) for text in texts), -1])[own])
    winner = np.array([*(numbers.get(word, -2) for word in said), -2])[codes]
    found = np.where(winner == sides[0], _A, np.where(winner == sides[1], _B, -2))
    return np.where(named[codes], found, -1)


def _one_reading(
    columns: Columns, label: str, systems: tuple[pd.Series[Any], pd.Series[Any]], by_label: Ints, by_name: Ints
) -> Ints:
    """Names and labels together; refused where a word can be both and the two differ."""
    names = np.where(by_name == -1, by_label, np.maximum(by_name, -1))
    labels = np.where(by_label == -1, np.maximum(by_name, -1), by_label)
    if columns.reading.winner:
        return names if columns.reading.winner == "names" else labels
    # Where a word names a system that is not in its row, it can only be a label.
    if (names == labels).all() or ((by_name == -2) & (by_label >= 0)).any():
        return labels
    row = int(columns.table.index[np.flatnonzero(names != labels)[0]])
    facts = {"by_name": _wins(systems, names), "by_label": _wins(systems, labels)}
    raise InputError("winner_two_readings", file=columns.path, row=row, column=columns.heading(label), **facts)


def _wins(systems: tuple[pd.Series[Any], pd.Series[Any]], result: Ints) -> str:
    """How many rows each system wins."""
    won: Counter[str] = Counter(dict.fromkeys(sorted(_names(systems)), 0))
    for side, column in enumerate(systems):
        won.update(column[result == side].value_counts().to_dict())
    first = ", ".join(f"{name} {count}" for name, count in won.most_common(_SHOWN))
    return first + (", …" if len(won) > _SHOWN else "")


def _add_ties(columns: Columns, label: str, tie: str, result: Ints, codes: Ints) -> None:
    even = _truths(columns, tie)
    columns.refuse(pd.Series(even & (codes >= 0), index=columns.table.index), label, "tie_and_winner")
    result[even & (codes < 0)] = _TIE


def _refuse(
    columns: Columns,
    label: str,
    column: pd.Series[Any],
    result: Ints,
    codes: Ints,
    accepted: Sequence[str],
    *,
    numbers: bool,
) -> None:
    """Note the rows whose winner is unknown."""
    if (result >= 0).all():
        return
    unknown = pd.Series(result < 0, index=column.index)
    empty = pd.Series(codes < 0, index=column.index)
    facts = {"accepted": ", ".join(f"'{word}'" for word in accepted), "heading": columns.heading(label)}
    columns.refuse(unknown & empty, label, "winner_missing", **facts)
    code = "winner_number" if numbers else "winner_unknown"
    columns.refuse(unknown & ~empty, label, code, shown=column, **facts)


def one_hot(columns: Columns, labels: Sequence[str]) -> Outcomes:
    """By a column for A, for B, for a tie and for both bad, one of which says yes."""
    there = [name for name in labels if name in columns]
    said = np.stack([_truths(columns, name) for name in there])
    wrong = pd.Series(said.sum(axis=0) != 1, index=columns.table.index)
    columns.refuse(wrong, there[0], "one_answer", columns=", ".join(columns.heading(name) for name in there))
    codes = np.array([min(labels.index(name), _TIE) for name in there])[said.argmax(axis=0)]
    codes[wrong.to_numpy()] = -1
    if labels[3] not in there or not said[-1].any():
        return Outcomes(codes)
    word = pd.Series(columns.heading(labels[3]), index=columns.table.index, dtype="str")
    return Outcomes(codes, word.where(said[-1]))


def _truths(columns: Columns, name: str) -> Bools:
    """(n,) whether a cell says yes; an empty cell says no."""
    column = columns.text(name)
    codes, words = pd.factorize(column)
    meaning = [TRUTH.get(str(word).strip().casefold()) for word in words]
    odd = np.array([*(value is None for value in meaning), False])[codes]
    columns.refuse(pd.Series(odd, index=column.index), name, "bad_truth", shown=column)
    return np.array([*map(bool, meaning), False])[codes]


def two_games(columns: Columns, labels: tuple[str, str]) -> Outcomes:
    """By two games with the order of the responses exchanged: who won both, else a tie; left out where one failed."""
    games = []
    for label in labels:
        column = columns.text(label)
        codes, words = pd.factorize(column)
        failed = {"error": Word("skip"), **values_of(columns, label)}
        known = [failed.get(str(word).strip().casefold()) or word_of(str(word)) for word in words]
        result = np.array([*(KINDS.index(word.meaning) if word else -1 for word in known), -1])[codes]
        _refuse(columns, label, column, result, codes, ("model_1", "model_2", "tie", "error"), numbers=False)
        games.append(result)
    first, second = games
    result = np.where(first == second, first, _TIE)
    result[(first == _SKIP) | (second == _SKIP)] = _SKIP
    result[(first < 0) | (second < 0)] = -1
    differ = (first != second) & (result == _TIE)
    inconsistent = pd.Series("tie (inconsistent)", index=columns.table.index, dtype="str")
    columns.assume("two_games")
    return Outcomes(result, inconsistent.where(differ) if differ.any() else None)


def chosen(columns: Columns, tie: str) -> Outcomes:
    """The first system has won, but where a column says that it is a tie."""
    codes = np.zeros(len(columns.table), dtype=np.int64)
    if tie in columns:
        codes[_truths(columns, tie)] = _TIE
    return Outcomes(codes)
