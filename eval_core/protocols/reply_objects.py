"""Ratings in the JSON objects of a reply: which key means what, and which further keys are harmless."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from eval_core.protocols.model import Criterion, Protocol
from eval_core.protocols.reply_marks import make_mark, on_scale, written_value
from eval_core.protocols.reply_types import Mark, ReplyError

VALUE_KEYS, REASON_KEYS = {"score", "rating", "value"}, {"why", "reason", "explanation", "feedback", "rationale"}
# A key with one of these words may hold another answer: it must not say something else.
ANSWER_WORDS = {
    *VALUE_KEYS,
    *("grade", "mark", "points", "verdict", "answer", "result", "choice", "winner", "preference", "better", "best"),
}
_WRAPPERS = {"scores", "ratings", "evaluation"}  # of the one object that holds the ratings
_WHY = "/why"  # after a criterion's key: the explanation next to the rating, as in files of ratings


def normalised(name: str) -> str:
    """A key or label for comparing: without differences of case, punctuation and white space."""
    return re.sub(r"[\W_]+", " ", name.casefold()).strip()


def criterion_names(protocol: Protocol) -> dict[str, str]:
    """Names of criteria -> key: their keys, and every label that only one criterion has."""
    names: dict[str, str] = {}
    shared = set()
    for criterion in protocol.rated:
        for name in set(map(normalised, criterion.label.values())):
            shared |= {name} & names.keys()
            names[name] = criterion.key
    for name in shared:
        del names[name]
    return names | {normalised(criterion.key): criterion.key for criterion in protocol.rated}


def rates_something(protocol: Protocol, wanted: tuple[Criterion, ...], answer: Any) -> bool:
    """Whether an object has a key that could hold a rating."""
    if not isinstance(answer, dict):
        return True
    keys = set(map(normalised, answer))
    return bool(keys & (_known(protocol, wanted).keys() | _WRAPPERS) or (len(wanted) == 1 and keys & VALUE_KEYS))


def read_marks(protocol: Protocol, wanted: tuple[Criterion, ...], answer: Any, item: int | None) -> dict[str, Mark]:
    """The marks that an object gives to the wanted criteria, in the protocol's order.

    Raises:
        ReplyError: for anything but an object, a criterion that is missing, comes twice or has two different ratings,
            and what is no rating or lacks its explanation.
    """
    names = _known(protocol, wanted)
    answer = _without_wrapper(names, answer)
    if len(wanted) == 1 and isinstance(answer, dict) and not _has(names, answer) and _has(VALUE_KEYS, answer):
        answer = {wanted[0].key: answer}  # the only requested rating, without its key
    values, more = by_name(answer, names, item)
    if missing := [criterion.key for criterion in wanted if criterion.key not in values]:
        raise ReplyError("reply_lacks_keys", part="the object", keys=", ".join(missing), item=item)
    for criterion in wanted:
        own = {normalised(criterion.key), *map(normalised, criterion.label.values())}
        for name, value in more.items():
            words = normalised(name)
            if _is_rating(value) and any(f" {one} " in f" {words} " for one in own) and words not in names:
                raise ReplyError("reply_second_answer", name=name[:40], key=criterion.key, item=item)
    return {
        criterion.key: _mark(protocol, criterion, values[criterion.key], values.get(f"{criterion.key}{_WHY}"), item)
        for criterion in wanted
    }


def by_name(answer: Any, names: Mapping[str, str], item: int | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """An object's values by the meaning of their keys (`names`: normalised key -> meaning), and the other values.

    Raises:
        ReplyError: for anything but an object, or two keys of the same meaning.
    """
    if not isinstance(answer, dict):
        raise ReplyError("reply_not_an_object", item=item)
    values: dict[str, Any] = {}
    more: dict[str, Any] = {}
    for name, value in answer.items():
        key = names.get(normalised(name))
        if key is None:
            more[name] = value
        elif key in values:
            raise ReplyError("reply_key_twice", key=key, item=item)
        else:
            values[key] = value
    return values, more


def words_of(explanation: Any, item: int | None = None, criterion: str | None = None) -> str:
    """An explanation, or '' where there is none; ReplyError for anything but text."""
    if explanation is not None and not isinstance(explanation, str):
        raise ReplyError("reply_explanation_not_text", item=item, criterion=criterion)
    return explanation or ""


def is_text_on_criteria(protocol: Protocol, answer: Any) -> bool:
    """Whether an object has words and no rating for every criterion that it names: such is a summary."""
    values = [value for name, value in _pairs(answer) if normalised(name) in criterion_names(protocol)]
    return bool(values) and all(isinstance(value, str) and not _is_rating(value) for value in values)


def _pairs(answer: Any) -> Iterable[tuple[str, Any]]:
    return answer.items() if isinstance(answer, dict) else ()


def _known(protocol: Protocol, wanted: tuple[Criterion, ...]) -> dict[str, str]:
    """Every name of a rating or of its explanation -> its meaning; a criterion's own name wins."""
    names = criterion_names(protocol)
    keys = {criterion.key for criterion in wanted}
    asked = {name: key for name, key in names.items() if key in keys}
    longer = {f"{name} {word}": key for name, key in asked.items() for word in ("score", "rating")}
    whys = {f"{name} {word}": f"{key}{_WHY}" for name, key in asked.items() for word in REASON_KEYS}
    # Other criteria are known, so that their names are not taken for those of a wanted one; their ratings are not read.
    return longer | whys | names


def _has(names: Iterable[str], answer: dict[str, Any]) -> bool:
    return bool(set(names) & set(map(normalised, answer)))


def _without_wrapper(names: dict[str, str], answer: Any) -> Any:
    """The object inside {"scores": {…}}, where the outer one names no criterion."""
    if not isinstance(answer, dict) or _has(names, answer):
        return answer
    inner = [value for name, value in answer.items() if normalised(name) in _WRAPPERS and isinstance(value, dict)]
    return inner[0] if len(inner) == 1 else answer


def _is_rating(value: Any) -> bool:
    """Whether a value looks like a rating and not like words."""
    if isinstance(value, str):
        return re.fullmatch(r"\s*[-+]?\d[\d.,/ ]*점?\s*|\s*n\s?/?\s?a\s*", value, re.IGNORECASE) is not None
    if isinstance(value, list):
        return bool(value) and _is_rating(value[0])
    if isinstance(value, dict):
        return _has(VALUE_KEYS, value)
    return isinstance(value, int | float) and not isinstance(value, bool)


def _mark(protocol: Protocol, criterion: Criterion, answer: Any, why: Any, item: int | None) -> Mark:
    value, own = answer, None
    if isinstance(answer, dict):
        names = dict.fromkeys(VALUE_KEYS, "score") | dict.fromkeys(REASON_KEYS, "why")
        parts, more = by_name(answer, names, item)
        if "score" not in parts:
            raise ReplyError("reply_item_without_score", item=item, criterion=criterion.key)
        value, own = parts["score"], parts.get("why")
        for name, other in more.items():
            if other != value and _is_rating(other) and set(normalised(name).split()) & ANSWER_WORDS:
                raise ReplyError("reply_second_answer", name=name[:40], key=criterion.key, item=item)
    elif isinstance(answer, list):
        if not 1 <= len(answer) <= 2:
            raise ReplyError("reply_bad_array", item=item, criterion=criterion.key)
        value, own = answer[0], answer[1] if len(answer) == 2 else None
    try:
        rating = _rating(criterion, value)
    except ReplyError as error:
        raise ReplyError(error.code, item=item, criterion=criterion.key, **error.facts) from None
    words = words_of(own, item, criterion.key) or words_of(why, item, criterion.key)
    return make_mark(protocol, criterion, rating, words, item=item)


def _rating(criterion: Criterion, value: Any) -> int | None:
    if isinstance(value, str):
        return written_value(criterion, value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return on_scale(criterion, value)
    raise ReplyError("reply_not_a_rating", value=str(value)[:40])
