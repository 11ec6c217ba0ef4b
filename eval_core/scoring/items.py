"""From ratings to the score of each response by each annotator."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from eval_core.errors import InputError
from eval_core.scoring.rule import GIVEN, MEAN, OVERALL, SHARE, Rule

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
COLUMNS = ("item", "document", "system", "annotator", "criterion", "value")
# Scores that are closer than this are equal: means of floating-point numbers differ in their last digits.
DECIMALS = 9
TOLERANCE = 1e-9


@dataclass(frozen=True)
class ItemScores:
    """The scores of n ratings, each of one response (an item and a system) by one annotator.

    Attributes:
        items: names, in the order of the ratings.
        documents: names, likewise.
        systems: names, sorted by code point, unless `only` gave another order.
        annotators: names, sorted by code point.
        item, document, system, annotator: codes into these names (n,); the document is -1 where there is none.
        values: the value of each criterion (n, criteria), NaN for "not applicable" and where it was not rated.
        score: the score by the rule (n,), NaN where nothing was applicable, or the overall verdict is missing.
    """

    rule: Rule
    items: tuple[Hashable, ...]
    documents: tuple[Hashable, ...]
    systems: tuple[str, ...]
    annotators: tuple[str, ...]
    item: Ints
    document: Ints
    system: Ints
    annotator: Ints
    values: Floats
    score: Floats

    def __len__(self) -> int:
        return len(self.item)

    @property
    def cluster(self) -> Ints:
        """What varies together (n,): the document, or the item where there is none, or but one document in all."""
        return self.item + len(self.documents) if self.clustered_by == "item" else self._document_or_item()

    @property
    def clustered_by(self) -> str:
        """The name of that: "document" or "item"."""
        return "document" if len(np.unique(self._document_or_item())) > 1 and (self.document >= 0).any() else "item"

    def _document_or_item(self) -> Ints:
        return np.where(self.document >= 0, self.document, self.item + len(self.documents))

    def table(self) -> pd.DataFrame:
        """One row a rating: item, document (None where there is none), system, annotator, score."""
        named = {
            "item": _named(self.items, self.item),
            "document": _named((*self.documents, None), self.document),
            "system": _named(self.systems, self.system),
            "annotator": _named(self.annotators, self.annotator),
        }
        return pd.DataFrame({**named, "score": self.score})

    def criteria(self) -> pd.DataFrame:
        """The rows of `table` with the value of each criterion, one column a criterion, NaN for "not applicable"."""
        return pd.DataFrame(self.values, columns=list(self.rule.keys))

    def of_criterion(self, key: str) -> ItemScores:
        """The same ratings with one criterion alone as their score.

        Raises:
            InputError: for a criterion that the rule does not have.
        """
        if key not in self.rule.keys:
            raise InputError("unknown_criterion", criterion=key)
        at = self.rule.keys.index(key)
        alone = Rule((self.rule.criteria[at],), MEAN)
        return replace(self, rule=alone, values=self.values[:, [at]], score=self.values[:, at])

    def only(self, systems: Sequence[str] | None = None, annotators: Sequence[str] | None = None) -> ItemScores:
        """The scores of these systems, in this order, by these annotators; None for all.

        Raises:
            InputError: for a name that is missing or occurs twice.
        """
        system, systems = _places(self.systems, self.system, systems, "system")
        annotator, annotators = _places(self.annotators, self.annotator, annotators, "annotator")
        selected = replace(
            self, systems=tuple(systems), annotators=tuple(annotators), system=system, annotator=annotator
        )
        return selected.rows((system >= 0) & (annotator >= 0))

    def rows(self, keep: Bools) -> ItemScores:
        """The ratings where `keep` (n,) is true."""
        names = ("item", "document", "system", "annotator", "values", "score")
        return replace(self, **{name: getattr(self, name)[keep] for name in names})


def item_scores(frame: pd.DataFrame, rule: Rule) -> ItemScores:
    """The score of each response by each annotator.

    Args:
        frame: one rating a row: item (any hashable: the prompt of a response), document (missing where there is
            none), system, annotator, criterion (a key of the rule), value (a whole number on its scale; missing for
            "not applicable", which is also how a criterion without a row counts).
        rule: the scales, and how a score comes from the values.

    Returns:
        Rows sorted by item (in the frame's order), system and annotator.

    Raises:
        InputError: for a missing column, a missing name, a criterion that the rule does not have, a value outside its
            scale, an item in two documents, or a criterion rated twice by one annotator.
    """
    for name in COLUMNS:
        if name not in frame:
            raise InputError("rating_column_missing", name=name)
        if name not in ("document", "value") and frame[name].isna().any():
            raise InputError("rating_incomplete", name=name)
    item, items = _codes(frame["item"])
    document, documents = _codes(frame["document"])
    system, systems = _sorted_codes(frame["system"])
    annotator, annotators = _sorted_codes(frame["annotator"])
    criterion, value = _checked_values(frame, rule)
    key = (item * max(len(systems), 1) + system) * max(len(annotators), 1) + annotator
    _, first, row = np.unique(key, return_index=True, return_inverse=True)
    cell = row * len(rule.criteria) + criterion
    if len(cell) and np.bincount(cell).max() > 1:
        at = int(np.flatnonzero(np.bincount(cell)[cell] > 1)[0])
        raise InputError(
            "criterion_rated_twice", annotator=annotators[annotator[at]], criterion=frame["criterion"].iloc[at]
        )
    values = np.full((len(first), len(rule.criteria)), np.nan)
    values[row, criterion] = value
    _one_document_each(item, document, items)
    return ItemScores(
        rule=rule,
        items=tuple(items),
        documents=tuple(documents),
        systems=tuple(systems),
        annotators=tuple(annotators),
        item=item[first],
        document=document[first],
        system=system[first],
        annotator=annotator[first],
        values=values,
        score=_scored(values, rule),
    )


def _scored(values: Floats, rule: Rule) -> Floats:
    """The score of each row of values (n, criteria), (n,). Sums of whole numbers are exact, so that equal scores are
    equal as floating-point numbers too."""
    if rule.rule == GIVEN:
        return np.asarray(values[:, rule.keys.index(OVERALL)])
    applicable = ~np.isnan(values)
    points = np.where(applicable, values, 0.0).sum(axis=1)
    weights = [high if rule.rule == SHARE else 1 for _, _, high in rule.criteria]
    there_were = applicable @ np.array(weights, dtype=np.float64)
    return np.asarray(np.divide(points, there_were, out=np.full(len(values), np.nan), where=there_were > 0))


def _checked_values(frame: pd.DataFrame, rule: Rule) -> tuple[Ints, Floats]:
    """The criterion's place in the rule and the value of each rating, (n,) each."""
    code, criteria = _codes(frame["criterion"])
    unknown = [name for name in criteria if name not in rule.keys]
    if unknown:
        raise InputError("unknown_criterion", criterion=unknown[0])
    places = np.array([rule.keys.index(str(name)) for name in criteria], dtype=np.int64)
    criterion = places[code] if len(code) else code
    value = pd.to_numeric(frame["value"], errors="coerce")
    if (value.isna() & frame["value"].notna()).any():
        raise InputError("rating_not_whole")
    plain = value.to_numpy(dtype=np.float64, na_value=np.nan)
    low, high = (np.array([scale[end] for scale in rule.criteria], dtype=np.float64)[criterion] for end in (1, 2))
    wrong = (plain < low) | (plain > high) | ((np.rint(plain) != plain) & ~np.isnan(plain))
    if wrong.any():
        at = int(np.flatnonzero(wrong)[0])
        key, least, most = rule.criteria[criterion[at]]
        raise InputError("rating_outside_scale", criterion=key, least=least, most=most, value=f"{plain[at]:g}")
    return criterion, plain


def _one_document_each(item: Ints, document: Ints, items: list[Any]) -> None:
    of_item = np.full(len(items), -1, dtype=np.int64)
    of_item[item] = document
    other = np.flatnonzero(of_item[item] != document)
    if len(other):
        raise InputError("item_in_two_documents", item=items[item[other[0]]])


def _codes(column: pd.Series[Any]) -> tuple[Ints, list[Any]]:
    """Codes (n,) into the names in the order of the column; -1 where missing."""
    # An array of objects, since an index of tuples would turn into one of many levels.
    codes, names = pd.factorize(column.to_numpy() if column.dtype == object else column)
    return codes.astype(np.int64), list(names)


def _sorted_codes(column: pd.Series[Any]) -> tuple[Ints, list[str]]:
    """Codes (n,) into the names as text, sorted by code point."""
    codes, distinct = _codes(column)
    place, names = pd.factorize(np.array([str(name) for name in distinct], dtype=object), sort=True)
    return (place.astype(np.int64)[codes] if len(codes) else codes), list(names)


def _places(names: tuple[str, ...], codes: Ints, wanted: Sequence[str] | None, what: str) -> tuple[Ints, Sequence[str]]:
    """The codes as places in `wanted`, -1 for what is not wanted, and the names."""
    if wanted is None:
        return codes, names
    if len(set(wanted)) != len(wanted):
        raise InputError("selection_twice", kind=what)
    unknown = [name for name in wanted if name not in names]
    if unknown:
        raise InputError("selection_unknown", kind=what, name=unknown[0])
    place = np.full(len(names) + 1, -1, dtype=np.int64)
    place[[names.index(name) for name in wanted]] = np.arange(len(wanted))
    return place[codes], wanted


def _named(names: tuple[Hashable, ...], codes: Ints) -> pd.Series[Any]:
    """The names of codes (n,); -1 is the last name."""
    values = np.empty(len(names), dtype=object)
    values[:] = names
    return pd.Series(values[codes], dtype=object)
