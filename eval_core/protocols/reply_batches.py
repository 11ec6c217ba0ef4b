"""Replies about several items: which marks belong to which item, what of them can be kept, and the summary.

Numbers that the reply gives to its items decide; without them, the order does, and only where the reply is whole and
has as many items as the request. A summary, wherever it is, never costs the marks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from eval_core.protocols.model import Criterion, Protocol
from eval_core.protocols.reply_json import Found, find_answers, find_rows
from eval_core.protocols.reply_marks import checked_text
from eval_core.protocols.reply_objects import (
    by_name,
    criterion_names,
    is_text_on_criteria,
    normalised,
    rates_something,
    read_marks,
    words_of,
)
from eval_core.protocols.reply_types import CountError, Mark, Reading, ReplyError

_SCORES, _SUMMARY = "scores", "summary"
_NUMBER_KEYS = ("item", "item number", "number", "no", "nr", "id")
_COUNTED_KEYS = ("index", "example")  # likely to be counted from 0: they are believed where none is missing
_NUMBER = re.compile(r"\s*(?:item|example|no\.?|nr\.?)?\s*#?\s*(\d{1,6})\s*", re.IGNORECASE)
_ZERO = re.compile(r"\b(?:item(?: number)?|number|no|nr|id)\W{1,9}0\b", re.IGNORECASE)
_LINE_SIGNS = re.compile(r"^[\s/*#>_\-•]*")
_ANOTHER = re.compile(r"\[\s{0,9}\{")  # the beginning of a second answer
# Scores: "4/5", "4 out of 5", "scores: 4", "an average of 4.2", "rated 4", "mostly 4s". None: "4 of 10 items".
_DIGITS = r"(\d{1,3}(?:[.,]\d{1,3})?)"
_NO_COUNT = r"(?![\d%]|\s{1,3}(?:of|times|items?|sentences?|translations?|outputs?)\b)"
_SCORE = re.compile(
    rf"(?<![\d.,/]){_DIGITS}\s?(?:/|out\s+of)\s?{_DIGITS}{_NO_COUNT}"
    r"|\b(?:scor(?:es?|ed|ing)|rat(?:ings?|ed)|averag(?:es?|ed|ing)|median)"
    rf"(?:\s+(?:is|was|are|were|of|at|as|mostly|mainly|about|around|between|from))*\s*[:=]?\s*{_DIGITS}{_NO_COUNT}"
    r"|\b(\d{1,3})['’]?s\b",
    re.IGNORECASE,
)
_BROKEN_SCORES = re.compile(r"[:\[]\s*[\[\d]")  # in what should be a summary


@dataclass(frozen=True)
class _Batch:
    """The parts of a reply.

    Attributes:
        rows: may each rate an item; `whole` where there are no others.
        wrong: what is wrong behind them.
        shows_zero: whether anything in the reply, readable or not, looks like an item 0.
    """

    rows: list[Any]
    whole: bool
    summary: Any = None
    wrong: ReplyError | None = None
    shows_zero: bool = False


def read_batch(protocol: Protocol, wanted: tuple[Criterion, ...], text: str, items: int | None) -> Reading:
    """What can be kept of a reply about several items.

    Args:
        items: how many the request has; None accepts any number.

    Raises:
        CountError: if the reply is for another number of items, and does not number them.
        ReplyError: if nothing of it can be kept.
    """
    batch = replace(_parted(protocol, wanted, text), shows_zero=_ZERO.search(text) is not None)
    number_keys = [key for key in (*_NUMBER_KEYS, *_COUNTED_KEYS) if key not in criterion_names(protocol)]
    placed = _placed(batch, number_keys, items)
    marks: dict[int, dict[str, Mark]] = {}
    wrong: dict[int, ReplyError] = {}
    for number in range(1, (items or max(placed, default=1)) + 1):
        try:
            marks[number] = _marks_of(protocol, wanted, placed.get(number, []), number)
        except ReplyError as error:
            wrong[number] = error
    if not marks:
        raise next(iter(wrong.values()))
    summary, summary_wrong = _summary(protocol, wanted, batch)
    count = len(marks) + len(wrong)
    return Reading(tuple(marks.get(number) for number in range(1, count + 1)), wrong, summary, summary_wrong)


def _marks_of(protocol: Protocol, wanted: tuple[Criterion, ...], rows: list[Any], number: int) -> dict[str, Mark]:
    """The marks of one item in the rows about it, which must all say the same."""
    if not rows:
        raise ReplyError("reply_item_missing", item=number)
    read = [read_marks(protocol, wanted, row, number) for row in rows]
    if any(other != read[0] for other in read[1:]):
        raise ReplyError("reply_item_twice", item=number)
    return read[0]


def _parted(protocol: Protocol, wanted: tuple[Criterion, ...], text: str) -> _Batch:
    """The rows and the summary of a reply."""
    found = find_answers(text)
    rated, summaries = [], []
    for answer in found.answers:
        if _is_summary(protocol, answer):
            summaries.append(answer)
        elif rates_something(protocol, wanted, answer):
            rated.append(answer)
    if found.broken:
        return _of_broken(text, found, found.broken, rated, summaries)
    if not rated:
        raise ReplyError("reply_without_json")
    if len(rated) > 1:
        if not all(map(_numbers_itself, rated)):
            raise ReplyError("reply_json_ambiguous", count=len(rated))
        rows, inner, whole = list(rated), None, True  # an object a line
    else:
        rows, inner, whole = _rows_of(rated[0])
    if rows and _is_summary(protocol, rows[-1]):
        inner = inner or rows.pop()
    summary = inner if inner is not None else summaries[-1] if summaries else _written_summary(protocol, text, found)
    return _Batch(rows, whole, summary)


def _of_broken(text: str, found: Found, broken: ReplyError, rated: list[Any], summaries: list[Any]) -> _Batch:
    """The parts of a reply whose last object or array is cut off or cannot be read: it may be the summary alone."""
    if not rated:
        rows, end, whole = find_rows(text, found.start)
        if not rows or _ANOTHER.search(text, end):
            raise broken
        return _Batch(rows, whole, summaries[-1] if summaries else None, broken)
    if all(map(_numbers_itself, rated)):  # an object a line, of which the last is cut off
        return _Batch(list(rated), False, None, broken)
    if len(rated) > 1 or _BROKEN_SCORES.search(text, found.start):
        raise broken
    rows, inner, whole = _rows_of(rated[0])
    return _Batch(rows, whole, inner, broken)


def _rows_of(answer: Any) -> tuple[list[Any], Any, bool]:
    """The rows of the only answer, its summary, and whether it has no other rows."""
    if isinstance(answer, dict) and _SCORES in map(normalised, answer):
        parts, _ = by_name(answer, {_SCORES: _SCORES, _SUMMARY: _SUMMARY}, None)
        scores = parts[_SCORES]
        if isinstance(scores, dict) and scores and all(_NUMBER.fullmatch(name) for name in scores):
            scores = [_numbered(row, name) for name, row in scores.items()]
        if not isinstance(scores, list):
            raise ReplyError("reply_scores_not_array")
        return list(scores), parts.get(_SUMMARY), True
    return (list(answer) if isinstance(answer, list) else [answer]), None, True  # a batch of one, without its array


def _numbered(row: Any, name: str) -> Any:
    """A row with the number that was its key."""
    return {**row, "item": name} if isinstance(row, dict) and not _numbers_itself(row) else row


def _is_summary(protocol: Protocol, answer: Any) -> bool:
    if not isinstance(answer, dict) or _numbers_itself(answer):
        return False
    return set(map(normalised, answer)) == {_SUMMARY} or is_text_on_criteria(protocol, answer)


def _numbers_itself(row: Any) -> bool:
    return isinstance(row, dict) and _number_of(row, [*_NUMBER_KEYS, *_COUNTED_KEYS]) is not None


def _number_of(row: Any, keys: list[str]) -> tuple[int, str] | None:
    """The number that a row gives to its item, and the key of it."""
    if not isinstance(row, dict):
        return None
    named = {normalised(name): value for name, value in row.items()}
    for key in keys:
        value = named.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**6:
            return value, key
        if isinstance(value, str) and (digits := _NUMBER.fullmatch(value)):
            return int(digits[1]), key
    return None


def _placed(batch: _Batch, keys: list[str], items: int | None) -> dict[int, list[Any]]:
    """The rows about each item, by its number from 1."""
    numbers = [_number_of(row, keys) for row in batch.rows]
    count = len(batch.rows) if items is None else items
    given = [number for number in numbers if number is not None]
    from_zero = any(number == 0 for number, _ in given)
    if len(given) < len(numbers):  # the order decides, so nothing may be missing
        if not batch.whole or len(batch.rows) != count:
            raise (None if batch.whole else batch.wrong) or CountError(count, len(batch.rows))
        if any(number and number[0] + from_zero != place for place, number in enumerate(numbers, 1)):
            raise ReplyError("reply_items_unnumbered")
        return {place: [row] for place, row in enumerate(batch.rows, 1)}
    if not given:
        raise CountError(count or 1, 0)
    placed: dict[int, list[Any]] = {}
    for row, (number, _) in zip(batch.rows, given, strict=True):
        placed.setdefault(number + from_zero, []).append(row)
    count = max(placed) if items is None else items
    if strange := [number for number in placed if not 1 <= number <= count]:
        raise ReplyError("reply_item_unknown", number=strange[0] - from_zero, items=count)
    # Requests count from 1. Where one is missing, and it may be the 0, nothing says from where the reply counts.
    unsure = any(key in _COUNTED_KEYS for _, key in given) or (batch.shows_zero and not from_zero)
    if len(placed) < count and unsure:
        raise CountError(count, len(placed))
    return placed


def _summary(
    protocol: Protocol, wanted: tuple[Criterion, ...], batch: _Batch
) -> tuple[dict[str, str] | None, ReplyError | None]:
    """The texts that can be kept, and what is wrong with the others."""
    answer, wrong = batch.summary, batch.wrong
    if isinstance(answer, dict) and set(map(normalised, answer)) == {_SUMMARY}:
        answer = next(iter(answer.values()))
    if answer is None:
        return None, wrong
    texts: dict[str, str] = {}
    try:
        values, _ = by_name(answer, criterion_names(protocol), None)
        for criterion in wanted:
            try:
                if criterion.key in values:
                    words = words_of(values[criterion.key], None, criterion.key)
                    texts[criterion.key] = _without_scores(criterion, checked_text(protocol, words))
            except ReplyError as error:
                wrong = wrong or error
    except ReplyError as error:
        wrong = wrong or error
    if lacking := [criterion.key for criterion in wanted if criterion.key not in texts]:
        wrong = wrong or ReplyError("reply_lacks_keys", part="the summary", keys=", ".join(lacking))
    return texts or None, wrong


def _without_scores(criterion: Criterion, text: str) -> str:
    """The text itself; ReplyError if it repeats scores in numbers, which a summary must not."""
    for found in _SCORE.finditer(text):
        above, of, after, many = found.groups()
        number = float((above or after or many).replace(",", "."))
        if criterion.min <= number <= criterion.max and of in (None, str(criterion.max)):
            raise ReplyError("reply_summary_scores", words=found[0].strip())
    return text


def _written_summary(protocol: Protocol, text: str, found: Found) -> dict[str, str] | None:
    """A summary in plain lines behind the scores: "Adequacy: mostly kept"."""
    names = criterion_names(protocol)
    texts: dict[str, str] = {}
    for line in text[found.end :].splitlines():
        name, colon, words = _LINE_SIGNS.sub("", line).partition(":")
        key = names.get(normalised(name))
        if colon and key and key not in texts and (said := words.strip(" *_\"',")):
            texts[key] = said
    return texts or None
