"""Reading the replies of LLM judges: the text of a reply in, a typed answer or the reason for refusing it out.

Liberal in how an answer is wrapped and spelled, strict in what it means: an answer that could mean two things, leaves
something open or says more than was asked is refused, never guessed.
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
_THOUGHT_MARK = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)
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
    """What a judge's reply says, by the format that the protocol's [judge] asks for.

    - Pairwise protocols: a JSON object with `choice` and perhaps a `reason`.
    - `json_object`: what is rated, by key or label: a rating, [rating, "why"] or {"score": …, "why": …}.
    - `json5_batch`: {"scores": [one such object an item], "summary": {one text a criterion}}, or the array alone.
    - `score_line` and `integer`: see `read_score_line` and `read_integer`.

    Around JSON there may be anything but another answer; <think> blocks before the answer are passed over. An
    explanation may be empty or missing only where the criterion's rule allows it, else the reply is refused.

    Args:
        items: how many items were asked for; None for as many as there are.
        criterion: the key of the one that was asked for, where the protocol asks for each apart. Where it is left
            out, the label of a score line may name it.

    Raises:
        CountError: if the answer is for another number of items.
        ReplyError: for anything else that is wrong with the reply.
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
    found = find_answer(answer)
    if judge.reply == "json_object":
        return Reply((_marks(protocol, wanted, found, None),))
    return _batch(protocol, wanted, found, items)


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
    """What the reply must rate."""
    rated = {one.key: one for one in protocol.rated}
    if judge.per_criterion:
        if criterion is None and judge.reply == "score_line":
            criterion = labelled_criterion(protocol, text)
        if criterion not in rated:
            raise InputError("criterion_not_named", criteria=", ".join(rated))
        return (rated[criterion],)
    if judge.reply != "integer" or len(rated) == 1:
        return protocol.rated
    if protocol.score is None or protocol.score.overall is None:
        raise InputError("reply_integer_ambiguous", protocol=protocol.key)
    return protocol.rated[-1:]


def _unwrapped(text: str) -> str:
    """A reply without byte order mark and thoughts."""
    if len(text) > REPLY_LIMIT:
        raise ReplyError("reply_too_long", most=REPLY_LIMIT)
    mark, position = _THOUGHT_MARK.search(text), 0
    if mark and mark[1]:  # the opening mark stood in what the endpoint put before the reply
        position = mark.end()
    while thought := _THOUGHT.match(text, position):
        position = thought.end()
    text = text[position:].lstrip("\ufeff \t\r\n")
    if _THOUGHT_MARK.match(text):
        raise ReplyError("reply_open_thought")
    if not text:
        raise ReplyError("reply_empty")
    if len(text) > ANSWER_LIMIT:
        raise ReplyError("reply_too_long", most=ANSWER_LIMIT)
    return text


def _named(name: str) -> str:
    """A key or label for comparing: neither case nor signs nor white space count."""
    return re.sub(r"[\W_]+", " ", name.casefold()).strip()


def _choice(protocol: Protocol, found: Any) -> Choice:
    values = _by_name(found, {_named("choice"): "choice", **dict.fromkeys(_REASON_KEYS, "reason")}, None)
    said = values.get("choice")
    if not isinstance(said, str):
        raise ReplyError("reply_without_choice")
    labels = protocol.choices.model_dump() if protocol.choices else {}
    means = {
        "A": {*_CHOICES["A"], *map(_named, labels.get("a", {}).values())},
        "B": {*_CHOICES["B"], *map(_named, labels.get("b", {}).values())},
        "tie": {*_CHOICES["tie"], *map(_named, labels.get("tie", {}).values())},
    }
    reason = checked_text(protocol, _words(values.get("reason"), None, None))
    if _named(said) in means["A"]:
        return Choice("A", reason)
    if _named(said) in means["B"]:
        return Choice("B", reason)
    if _named(said) in means["tie"]:
        return Choice("tie", reason)
    raise ReplyError("reply_unknown_choice", value=said[:40])


def _batch(protocol: Protocol, wanted: tuple[Criterion, ...], found: Any, items: int | None) -> Reply:
    summary = None
    if isinstance(found, dict) and _SCORES in map(_named, found):
        parts = _by_name(found, {_SCORES: _SCORES, _SUMMARY: _SUMMARY}, None)
        found = parts[_SCORES]
        if not isinstance(found, list):
            raise ReplyError("reply_scores_not_array")
        if parts.get(_SUMMARY) is not None:
            summary = _summary(protocol, wanted, parts[_SUMMARY])
    elif isinstance(found, dict):
        found = [found]  # a batch of one, without its array
    if len(found) != (items or max(1, len(found))):
        raise CountError(items or 1, len(found))
    marks = (_marks(protocol, wanted, one, number) for number, one in enumerate(found, start=1))
    return Reply(tuple(marks), summary)


def _summary(protocol: Protocol, wanted: tuple[Criterion, ...], found: Any) -> dict[str, str]:
    texts = _by_name(found, _names(protocol), None)
    _check_keys(texts, wanted, "the summary", None)
    return {one.key: checked_text(protocol, _words(texts[one.key], None, one.key)) for one in wanted}


def _names(protocol: Protocol) -> dict[str, str]:
    """What a criterion may be called -> its key; a label of several criteria names none."""
    names: dict[str, str] = {}
    shared = set()
    for one in protocol.rated:
        for name in set(map(_named, one.label.values())):
            shared |= {name} & names.keys()
            names[name] = one.key
    for name in shared:
        del names[name]
    return names | {_named(one.key): one.key for one in protocol.rated}


def _marks(protocol: Protocol, wanted: tuple[Criterion, ...], found: Any, item: int | None) -> dict[str, Mark]:
    if len(wanted) == 1 and isinstance(found, dict) and _VALUE_KEYS & set(map(_named, found)):
        found = {wanted[0].key: found}  # the one rating that was asked for, without its key
    values = _by_name(found, _names(protocol), item)
    _check_keys(values, wanted, "the object", item)
    return {one.key: _mark(protocol, one, values[one.key], item) for one in wanted}


def _check_keys(values: dict[str, Any], wanted: tuple[Criterion, ...], what: str, item: int | None) -> None:
    keys = [one.key for one in wanted]
    if missing := [key for key in keys if key not in values]:
        raise ReplyError("reply_lacks_keys", part=what, keys=", ".join(missing), item=item)
    if more := [key for key in values if key not in keys]:
        raise ReplyError("reply_has_more_keys", part=what, keys=", ".join(more), item=item)


def _by_name(found: Any, names: dict[str, str], item: int | None) -> dict[str, Any]:
    """An object's values by what their keys stand for; ReplyError for an unknown key or one that comes twice."""
    if not isinstance(found, dict):
        raise ReplyError("reply_not_an_object", item=item)
    values: dict[str, Any] = {}
    for name, value in found.items():
        key = names.get(_named(name))
        if key is None:
            raise ReplyError(
                "reply_unknown_key", name=name[:40], known=", ".join(sorted(set(names.values()))), item=item
            )
        if key in values:
            raise ReplyError("reply_key_twice", key=key, item=item)
        values[key] = value
    return values


def _mark(protocol: Protocol, criterion: Criterion, found: Any, item: int | None) -> Mark:
    value, why = found, None
    if isinstance(found, dict):
        parts = _by_name(found, dict.fromkeys(_VALUE_KEYS, "score") | dict.fromkeys(_REASON_KEYS, "why"), item)
        if "score" not in parts:
            raise ReplyError("reply_item_without_score", item=item, criterion=criterion.key)
        value, why = parts["score"], parts.get("why")
    elif isinstance(found, list):
        if not 1 <= len(found) <= 2:
            raise ReplyError("reply_bad_array", item=item, criterion=criterion.key)
        value, why = found[0], found[1] if len(found) == 2 else None
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


def _words(found: Any, item: int | None, criterion: str | None) -> str:
    """An explanation, or '' where there is none."""
    if found is not None and not isinstance(found, str):
        raise ReplyError("reply_explanation_not_text", item=item, criterion=criterion)
    return found or ""
