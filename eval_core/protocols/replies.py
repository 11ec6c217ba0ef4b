"""Reading the replies of LLM judges: the text of a reply becomes a typed answer, or is refused with a reason.

An answer may be wrapped and spelled in many ways, but its meaning must be clear: an answer that could mean two things,
is incomplete or says more than was asked is refused, never guessed.
"""

from __future__ import annotations

import re
from typing import Any

from eval_core.errors import InputError
from eval_core.protocols.model import Criterion, Judge, Protocol
from eval_core.protocols.reply_json import ANSWER_LIMIT, find_answer
from eval_core.protocols.reply_lines import labelled_criterion, read_integer, read_score_line
from eval_core.protocols.reply_marks import checked_text, make_mark, on_scale, written_value, wrong_language
from eval_core.protocols.reply_types import Choice, CountError, Mark, Reply, ReplyError

__all__ = ["REPLY_LIMIT", "Choice", "CountError", "Mark", "Reply", "ReplyError", "parse_reply", "wrong_language"]

REPLY_LIMIT = 2_000_000  # characters, thoughts included
_THOUGHT = re.compile(r"[^{\[<]*<(think|thinking)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_THOUGHT_TAG = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)
_SCORES, _SUMMARY = "scores", "summary"
_VALUE_KEYS, _REASON_KEYS = {"score", "rating", "value"}, {"why", "reason", "explanation"}
_CHOICES = {
    "A": ("a", "response a", "text a", "a is more fluent"),
    "B": ("b", "response b", "text b", "b is more fluent"),
    "tie": ("tie", "tied", "a tie", "draw", "equal", "equally fluent", "equally good"),
}


def parse_reply(
    protocol: Protocol, text: str, *, items: int | None = 1, criterion: str | None = None
) -> Choice | Reply:
    """The answer in a judge's reply, in the format that the protocol's [judge] asks for.

    - Pairwise protocols: a JSON object with `choice` and perhaps a `reason`.
    - `json_object`: what is rated, by key or label: a rating, [rating, "why"] or {"score": …, "why": …}.
    - `json5_batch`: {"scores": [one such object per item], "summary": {one text per criterion}}, or the array alone.
    - `score_line` and `integer`: see `read_score_line` and `read_integer`.

    JSON may be surrounded by anything but another answer; <think> blocks before the answer are skipped. An explanation
    may be empty or missing only where the criterion's rule allows it.

    Args:
        items: the number of items in the request; None accepts any number.
        criterion: the key of the requested criterion, where each has a request of its own. Where it is None, the label
            of a score line may name it.

    Raises:
        CountError: if the answer is for another number of items.
        ReplyError: if the reply is wrong in any other way.
        InputError: if the protocol has no judge, or `items` or `criterion` do not fit it.
    """
    judge = _judge(protocol, items)
    if criterion is not None and not judge.per_criterion:
        raise InputError("reply_not_per_criterion", protocol=protocol.key)
    if protocol.kind == "pairwise":
        return _choice(protocol, find_answer(_unwrapped(text)))
    answer = _unwrapped(text)
    wanted = _wanted(protocol, judge, criterion, answer)
    if judge.reply in ("score_line", "integer"):
        read = read_score_line if judge.reply == "score_line" else read_integer
        return Reply(({wanted[0].key: read(protocol, wanted[0], answer)},))
    value = find_answer(answer)
    if judge.reply == "json_object":
        return Reply((_marks(protocol, wanted, value, None),))
    return _batch(protocol, wanted, value, items)


def _judge(protocol: Protocol, items: int | None) -> Judge:
    judge = protocol.judge
    if judge is None:
        raise InputError("protocol_without_judge", protocol=protocol.key)
    if protocol.kind == "pairwise" and judge.reply != "json_object":
        raise InputError("reply_must_be_json_object", protocol=protocol.key)
    if items is not None and (items < 1 or (items > 1 and judge.reply != "json5_batch")):
        raise InputError("reply_cannot_answer_items", protocol=protocol.key, items=items)
    return judge


def _wanted(protocol: Protocol, judge: Judge, criterion: str | None, text: str) -> tuple[Criterion, ...]:
    """The criteria that the reply must rate."""
    by_key = {rated.key: rated for rated in protocol.rated}
    if judge.per_criterion:
        if criterion is None and judge.reply == "score_line":
            criterion = labelled_criterion(protocol, text)
        if criterion not in by_key:
            raise InputError("criterion_not_named", criteria=", ".join(by_key))
        return (by_key[criterion],)
    if judge.reply != "integer" or len(by_key) == 1:
        return protocol.rated
    if protocol.score is None or protocol.score.overall is None:
        raise InputError("reply_integer_ambiguous", protocol=protocol.key)
    return protocol.rated[-1:]


def _unwrapped(text: str) -> str:
    """A reply without its thoughts and byte order mark."""
    if len(text) > REPLY_LIMIT:
        raise ReplyError("reply_too_long", most=REPLY_LIMIT)
    tag, position = _THOUGHT_TAG.search(text), 0
    if tag and tag[1]:  # a closing tag comes first: the endpoint has put the opening tag before the reply
        position = tag.end()
    while thought := _THOUGHT.match(text, position):
        position = thought.end()
    text = text[position:].lstrip("\ufeff \t\r\n")
    if _THOUGHT_TAG.match(text):
        raise ReplyError("reply_open_thought")
    if not text:
        raise ReplyError("reply_empty")
    if len(text) > ANSWER_LIMIT:
        raise ReplyError("reply_too_long", most=ANSWER_LIMIT)
    return text


def _normalised(name: str) -> str:
    """A key or label for comparing: without differences of case, punctuation and white space."""
    return re.sub(r"[\W_]+", " ", name.casefold()).strip()


def _choice(protocol: Protocol, answer: Any) -> Choice:
    values = _by_name(answer, {_normalised("choice"): "choice", **dict.fromkeys(_REASON_KEYS, "reason")}, None)
    choice = values.get("choice")
    if not isinstance(choice, str):
        raise ReplyError("reply_without_choice")
    labels = protocol.choices.model_dump() if protocol.choices else {}
    names = {
        "A": {*_CHOICES["A"], *map(_normalised, labels.get("a", {}).values())},
        "B": {*_CHOICES["B"], *map(_normalised, labels.get("b", {}).values())},
        "tie": {*_CHOICES["tie"], *map(_normalised, labels.get("tie", {}).values())},
    }
    reason = checked_text(protocol, _words(values.get("reason"), None, None))
    if _normalised(choice) in names["A"]:
        return Choice("A", reason)
    if _normalised(choice) in names["B"]:
        return Choice("B", reason)
    if _normalised(choice) in names["tie"]:
        return Choice("tie", reason)
    raise ReplyError("reply_unknown_choice", value=choice[:40])


def _batch(protocol: Protocol, wanted: tuple[Criterion, ...], answer: Any, items: int | None) -> Reply:
    summary = None
    if isinstance(answer, dict) and _SCORES in map(_normalised, answer):
        parts = _by_name(answer, {_SCORES: _SCORES, _SUMMARY: _SUMMARY}, None)
        answer = parts[_SCORES]
        if not isinstance(answer, list):
            raise ReplyError("reply_scores_not_array")
        if parts.get(_SUMMARY) is not None:
            summary = _summary(protocol, wanted, parts[_SUMMARY])
    elif isinstance(answer, dict):
        answer = [answer]  # a batch of one, without its array
    if len(answer) != (items or max(1, len(answer))):
        raise CountError(items or 1, len(answer))
    marks = (_marks(protocol, wanted, part, number) for number, part in enumerate(answer, start=1))
    return Reply(tuple(marks), summary)


def _summary(protocol: Protocol, wanted: tuple[Criterion, ...], answer: Any) -> dict[str, str]:
    texts = _by_name(answer, _names(protocol), None)
    _check_keys(texts, wanted, "the summary", None)
    keys = [criterion.key for criterion in wanted]
    return {key: checked_text(protocol, _words(texts[key], None, key)) for key in keys}


def _names(protocol: Protocol) -> dict[str, str]:
    """Names of criteria -> key: their keys, and every label that only one criterion has."""
    names: dict[str, str] = {}
    shared = set()
    for criterion in protocol.rated:
        for name in set(map(_normalised, criterion.label.values())):
            shared |= {name} & names.keys()
            names[name] = criterion.key
    for name in shared:
        del names[name]
    return names | {_normalised(criterion.key): criterion.key for criterion in protocol.rated}


def _marks(protocol: Protocol, wanted: tuple[Criterion, ...], answer: Any, item: int | None) -> dict[str, Mark]:
    if len(wanted) == 1 and isinstance(answer, dict) and _VALUE_KEYS & set(map(_normalised, answer)):
        answer = {wanted[0].key: answer}  # the only requested rating, without its key
    values = _by_name(answer, _names(protocol), item)
    _check_keys(values, wanted, "the object", item)
    return {criterion.key: _mark(protocol, criterion, values[criterion.key], item) for criterion in wanted}


def _check_keys(values: dict[str, Any], wanted: tuple[Criterion, ...], what: str, item: int | None) -> None:
    keys = [criterion.key for criterion in wanted]
    if missing := [key for key in keys if key not in values]:
        raise ReplyError("reply_lacks_keys", part=what, keys=", ".join(missing), item=item)
    if more := [key for key in values if key not in keys]:
        raise ReplyError("reply_has_more_keys", part=what, keys=", ".join(more), item=item)


def _by_name(answer: Any, names: dict[str, str], item: int | None) -> dict[str, Any]:
    """An object's values by the meaning of their keys (`names`: normalised key -> meaning).

    Raises:
        ReplyError: for anything but an object, an unknown key, or two keys of the same meaning.
    """
    if not isinstance(answer, dict):
        raise ReplyError("reply_not_an_object", item=item)
    values: dict[str, Any] = {}
    for name, value in answer.items():
        key = names.get(_normalised(name))
        if key is None:
            raise ReplyError(
                "reply_unknown_key", name=name[:40], known=", ".join(sorted(set(names.values()))), item=item
            )
        if key in values:
            raise ReplyError("reply_key_twice", key=key, item=item)
        values[key] = value
    return values


def _mark(protocol: Protocol, criterion: Criterion, answer: Any, item: int | None) -> Mark:
    value, why = answer, None
    if isinstance(answer, dict):
        parts = _by_name(answer, dict.fromkeys(_VALUE_KEYS, "score") | dict.fromkeys(_REASON_KEYS, "why"), item)
        if "score" not in parts:
            raise ReplyError("reply_item_without_score", item=item, criterion=criterion.key)
        value, why = parts["score"], parts.get("why")
    elif isinstance(answer, list):
        if not 1 <= len(answer) <= 2:
            raise ReplyError("reply_bad_array", item=item, criterion=criterion.key)
        value, why = answer[0], answer[1] if len(answer) == 2 else None
    try:
        rating = _rating(criterion, value)
    except ReplyError as error:
        raise ReplyError(error.code, item=item, criterion=criterion.key, **error.facts) from None
    return make_mark(protocol, criterion, rating, _words(why, item, criterion.key), item=item)


def _rating(criterion: Criterion, value: Any) -> int | None:
    if isinstance(value, str):
        return written_value(criterion, value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return on_scale(criterion, value)
    raise ReplyError("reply_not_a_rating", value=str(value)[:40])


def _words(explanation: Any, item: int | None, criterion: str | None) -> str:
    """An explanation, or '' where there is none; ReplyError for anything but text."""
    if explanation is not None and not isinstance(explanation, str):
        raise ReplyError("reply_explanation_not_text", item=item, criterion=criterion)
    return explanation or ""
