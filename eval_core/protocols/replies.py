"""Reading the replies of LLM judges: the text of a reply becomes a typed answer, or is refused with a reason.

An answer may be wrapped and spelled in many ways, but its meaning must be clear: an answer that could mean two things
or is incomplete is refused, never guessed. Of a batch, the items that are answered are kept.
"""

from __future__ import annotations

import re

from eval_core.errors import InputError
from eval_core.protocols.model import OVERALL, Criterion, Judge, Protocol
from eval_core.protocols.reply_batches import read_batch
from eval_core.protocols.reply_choices import read_choice
from eval_core.protocols.reply_json import ANSWER_LIMIT, find_answers
from eval_core.protocols.reply_lines import labelled_criterion, names_result, read_integer, read_score_line
from eval_core.protocols.reply_marks import wrong_language
from eval_core.protocols.reply_objects import rates_something, read_marks
from eval_core.protocols.reply_types import Choice, CountError, Mark, NamedIssue, Reading, Reply, ReplyError

__all__ = [
    "REPLY_LIMIT",
    "Choice",
    "CountError",
    "Mark",
    "NamedIssue",
    "Reading",
    "Reply",
    "ReplyError",
    "parse_reply",
    "read_reply",
    "whole",
    "wrong_language",
]

REPLY_LIMIT = 2_000_000  # characters, thoughts included
_THOUGHT = re.compile(r"[^{\[<]*<(think|thinking)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_THOUGHT_TAG = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)
_OBJECT = re.compile(r"(?:```\w{0,9}\s{0,9}|~~~\w{0,9}\s{0,9})?\{")  # a reply that begins as JSON


def parse_reply(
    protocol: Protocol, text: str, *, items: int | None = 1, criterion: str | None = None
) -> Choice | Reply:
    """The answer in a judge's reply to the whole request; see `read_reply`, which keeps what is good of a batch.

    Raises:
        ReplyError: also if any item of a batch has no answer.
    """
    return whole(read_reply(protocol, text, items=items, criterion=criterion))


def whole(read: Choice | Reading) -> Choice | Reply:
    """What was read, as the answer to the whole request.

    Raises:
        ReplyError: if any item of a batch has no answer.
    """
    if isinstance(read, Choice):
        return read
    if read.wrong:
        raise next(iter(read.wrong.values()))
    return Reply(tuple(marks for marks in read.items if marks is not None), read.summary)


def read_reply(
    protocol: Protocol, text: str, *, items: int | None = 1, criterion: str | None = None
) -> Choice | Reading:
    """The answer in a judge's reply, in the format that the protocol's [judge] asks for.

    - Pairwise protocols: a JSON object with `choice`, and perhaps a `reason` and `issues`.
    - `json_object`: what is rated, by key or label: a rating, [rating, "why"] or {"score": …, "why": …}.
    - `json5_batch`: {"scores": [one such object per item], "summary": {one text per criterion}}, or the array, with the
      summary behind it or without one. See `read_batch`.
    - `score_line` and `integer`: see `read_score_line` and `read_integer`; or a JSON object with the one rating.

    Where the protocol has an overall rating, one whole number in place of the object is that rating alone.

    JSON may be surrounded by anything but another answer, and may have keys that were not asked for; <think> blocks
    before the answer are skipped. An explanation may be empty or missing only where the criterion's rule allows it.

    Args:
        items: the number of items in the request; None accepts any number.
        criterion: the key of the requested criterion, where each has a request of its own. Where it is None, the label
            of a score line may name it.

    Raises:
        CountError: if the answer is for another number of items, and does not number them.
        ReplyError: if nothing of the reply can be kept for any other reason.
        InputError: if the protocol has no judge, or `items` or `criterion` do not fit it.
    """
    judge = _judge(protocol, items)
    if criterion is not None and not judge.per_criterion:
        raise InputError("reply_not_per_criterion", protocol=protocol.key)
    if protocol.kind == "pairwise":
        return read_choice(protocol, _unwrapped(text))
    answer = _unwrapped(text)
    wanted = _wanted(protocol, judge, criterion, answer)
    if judge.reply == "json5_batch":
        return read_batch(protocol, wanted, answer, items)
    return Reading((_single(protocol, judge, wanted, answer),))


def _single(protocol: Protocol, judge: Judge, wanted: tuple[Criterion, ...], text: str) -> dict[str, Mark]:
    """The marks of a reply about one item."""
    as_object = judge.reply == "json_object" or _OBJECT.match(text)
    if as_object and not (len(wanted) == 1 and names_result(text)):
        found = find_answers(text)
        if found.broken:
            raise found.broken
        answers = [answer for answer in found.answers if rates_something(protocol, wanted, answer)] or found.answers
        if not answers:
            if wanted[-1].key == OVERALL and len(wanted) > 1:
                return {OVERALL: read_integer(protocol, wanted[-1], text)}
            raise ReplyError("reply_without_json")
        if len(answers) > 1:
            raise ReplyError("reply_json_ambiguous", count=len(answers))
        return read_marks(protocol, wanted, answers[0], None)
    read = read_integer if judge.reply == "integer" else read_score_line
    return {wanted[0].key: read(protocol, wanted[0], text)}


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
