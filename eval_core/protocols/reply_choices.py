"""Choices in the replies of judges who compare two texts, and the issues that they name in them."""

from __future__ import annotations

import re
from typing import Any, Literal

from eval_core.protocols.model import Protocol
from eval_core.protocols.reply_json import find_answers
from eval_core.protocols.reply_marks import checked_text
from eval_core.protocols.reply_objects import ANSWER_WORDS, REASON_KEYS, by_name, normalised, words_of
from eval_core.protocols.reply_types import Choice, NamedIssue, ReplyError

_Side = Literal["A", "B", "tie"]
_WORDS: dict[_Side, tuple[str, ...]] = {
    "A": ("a", "response a", "text a"),
    "B": ("b", "response b", "text b"),
    "tie": ("tie", "tied", "a tie", "draw", "equal", "equally good"),
}
_KEYS = {"choice": "choice", "issues": "issues"} | dict.fromkeys(REASON_KEYS, "reason")
_ISSUE_KEYS = {
    **dict.fromkeys(("text", "side", "response", "in"), "side"),
    **dict.fromkeys(("issue", "key", "kind", "category", "type"), "issue"),
    **dict.fromkeys(("words", "quote", "passage", "span"), "words"),
}
_RESULT = re.compile(r"\[[^\S\n]{0,3}results?[^\S\n]{0,3}\][^\S\n]{0,3}[:：]?([^\n\[]{0,60})", re.IGNORECASE)
_FEEDBACK = re.compile(r"[*_#>\s]{0,20}feedback[*_\s]{0,9}[:：][*_\s]{0,9}", re.IGNORECASE)
_MOST_ISSUES = 50


def read_choice(protocol: Protocol, text: str) -> Choice:
    """The choice of a reply: a JSON object with `choice`, or words that end in "[RESULT] A".

    A key that was not asked for is harmless unless it names another choice. Issues that the protocol does not have are
    left out.

    Raises:
        ReplyError: if the reply names no choice, or could name two.
    """
    found = find_answers(text)
    if found.broken:
        raise found.broken
    answers = [answer for answer in found.answers if not isinstance(answer, dict) or _has_choice(answer)]
    answers = answers or list(found.answers)
    if len(answers) > 1:
        raise ReplyError("reply_json_ambiguous", count=len(answers))
    results = list(_RESULT.finditer(text))
    if not answers and not results:
        raise ReplyError("reply_without_json")
    named = {_named(protocol, result[1]) for result in results}
    if not answers:
        if len(named) > 1:
            raise ReplyError("reply_json_ambiguous", count=len(named))
        feedback = _FEEDBACK.sub("", text[: results[0].start()], count=1)
        return Choice(_choice(named.pop(), results[0][1]), checked_text(protocol, feedback))
    choice = _of_object(protocol, answers[0])
    if named - {choice.choice}:
        raise ReplyError("reply_json_ambiguous", count=2)
    return choice


def _has_choice(answer: dict[str, Any]) -> bool:
    return "choice" in map(normalised, answer)


def _of_object(protocol: Protocol, answer: Any) -> Choice:
    values, more = by_name(answer, _KEYS, None)
    said = values.get("choice")
    if not isinstance(said, str):
        raise ReplyError("reply_without_choice")
    choice = _choice(_named(protocol, said), said)
    for name, value in more.items():
        other = _named(protocol, value) if isinstance(value, str) else None
        answers_too = bool(set(normalised(name).split()) & ANSWER_WORDS)
        if (other is not None or answers_too) and other != choice and isinstance(value, str):
            raise ReplyError("reply_second_answer", name=name[:40], key="choice")
    reason = checked_text(protocol, words_of(values.get("reason")))
    return Choice(choice, reason, _issues(protocol, values.get("issues")))


def _choice(named: _Side | None, said: str) -> _Side:
    if named is None:
        raise ReplyError("reply_unknown_choice", value=said.strip()[:40])
    return named


def _named(protocol: Protocol, words: str) -> _Side | None:
    """Which choice some words name: a letter, a label of the protocol, or a usual word for a tie."""
    labels = protocol.choices.model_dump() if protocol.choices else {}
    said = normalised(words)
    for choice, usual in _WORDS.items():
        if said in usual or said in map(normalised, labels.get(choice.casefold(), {}).values()):
            return choice
    return None


def _issues(protocol: Protocol, answer: Any) -> tuple[NamedIssue, ...]:
    """The issues of the protocol that a list, or an object with a list for each text, names; each once."""
    known = {normalised(issue.key): issue.key for issue in protocol.issues}
    for issue in protocol.issues:
        known |= {normalised(label): issue.key for label in issue.label.values()}
    entries: list[Any] = list(answer) if isinstance(answer, list) else []
    if isinstance(answer, dict):
        for side, of_side in answer.items():
            listed = of_side if isinstance(of_side, list) else [of_side]
            entries += [{"text": side} | (one if isinstance(one, dict) else {"issue": one}) for one in listed]
    named: dict[NamedIssue, None] = {}
    for entry in entries[:_MOST_ISSUES]:
        try:
            values, _ = by_name(entry, _ISSUE_KEYS, None)
            words = checked_text(protocol, words_of(values.get("words")))
        except ReplyError:
            continue
        side, key = _named(protocol, str(values.get("side"))), known.get(normalised(str(values.get("issue"))))
        if key and side and side != "tie":
            named[NamedIssue(side, key, words)] = None
    return tuple(named)
