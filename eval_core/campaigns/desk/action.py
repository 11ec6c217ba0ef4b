"""An action of an annotator, as a browser sends it: read from JSON, checked, typed. Nothing here touches a database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from eval_core.campaigns.desk.pile import Score, TextMark
from eval_core.campaigns.text import TEXT_LIMIT
from eval_core.errors import RefusedError
from eval_core.locales import LANGUAGES
from eval_core.ranking.habits import LAYOUTS

KINDS = ("choose", "undo", "skip", "explain", "rate", "ask", "read", "seen")
_ID_LENGTH = 64
_LARGEST = 2**31 - 1  # that a column of PostgreSQL holds
_LONGEST = 10**12  # milliseconds: beyond it, a clock is broken
_MOST_MARKS = 200


@dataclass(frozen=True)
class Action:
    """What a person did at the desk.

    Attributes:
        id: made by the browser, so that the same action is recorded once however often it is sent.
        made: when its assignment was made, as the sheet said; '' from a page of an earlier version.
        seen: how long the texts were in sight until then, None if unknown.
        visible: how long of it the tab was in front.
        age: how long ago it was done.
        until: answers and messages up to then were seen.
    """

    id: str
    kind: str
    assignment: int | None = None
    revision: int = 0
    made: str = ""
    choice: str | None = None
    seen: timedelta | None = None
    visible: timedelta | None = None
    age: timedelta = timedelta(0)
    layout: str | None = None
    language: str | None = None
    prompt_opened: bool | None = None
    marks: tuple[TextMark, ...] = ()
    tie: str | None = None
    comment: str = ""
    reason: str | None = None
    question: str = ""
    scores: dict[str, Score] = field(default_factory=dict)
    version: str = ""
    until: datetime | None = None


def read_action(document: object) -> Action:
    """The action in a JSON document.

    Raises:
        RefusedError: 'bad_action' for a missing, unknown or mistyped value, 'too_long' for a text over its limit,
            'bad_mark' for a mark that is none.
    """
    if not isinstance(document, Mapping):
        raise RefusedError("bad_action", "an action is an object")
    kind = _text(document, "kind")
    if kind not in KINDS:
        raise RefusedError("bad_action", f"'{kind}' is no kind of action")
    assignment = document.get("assignment")
    if assignment is None and kind not in ("ask", "read", "seen"):
        raise RefusedError("bad_action", f"'{kind}' needs an assignment")
    return Action(
        id=id_of(document) or _missing("id"),
        kind=kind,
        assignment=None if assignment is None else _number(document, "assignment"),
        revision=_number(document, "revision") if document.get("revision") is not None else 0,
        made=_text(document, "made"),
        choice=_text(document, "choice") or None,
        seen=_duration(document, "seen_ms"),
        visible=_duration(document, "visible_ms"),
        age=_duration(document, "age_ms") or timedelta(0),
        layout=_one_of(document, "layout", LAYOUTS),
        language=_one_of(document, "language", LANGUAGES),
        prompt_opened=_flag(document, "prompt_opened"),
        marks=_marks(document),
        tie=_text(document, "tie") or None,
        comment=_written(document, "comment"),
        reason=_text(document, "reason") or None,
        question=_written(document, "question"),
        scores=_scores(document) if kind == "rate" else {},
        version=_text(document, "version"),
        until=_moment(document, "until"),
    )


def id_of(document: object) -> str | None:
    """The id of an action, to answer it by; None where it has none."""
    found = document.get("id") if isinstance(document, Mapping) else None
    known = isinstance(found, str) and 0 < len(found) <= _ID_LENGTH and found.isascii() and found.isprintable()
    return found if known else None


def _missing(name: str) -> Any:
    raise RefusedError("bad_action", f"an action needs '{name}'")


def _number(document: Mapping[str, Any], name: str) -> int:
    value = document.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _LARGEST:
        raise RefusedError("bad_action", f"'{name}' is a whole number")
    return value


def _text(document: Mapping[str, Any], name: str) -> str:
    value = document.get(name)
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > TEXT_LIMIT:
        raise RefusedError("bad_action", f"'{name}' is a short text")
    return value


def _written(document: Mapping[str, Any], name: str) -> str:
    value = document.get(name)
    if isinstance(value, str) and len(value) > TEXT_LIMIT:
        raise RefusedError("too_long", f"'{name}' has at most {TEXT_LIMIT} characters")
    return _text(document, name)


def _duration(document: Mapping[str, Any], name: str) -> timedelta | None:
    value = document.get(name)
    if value is None:
        return None
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0 <= value <= _LONGEST:  # what is not a number is in no range
        raise RefusedError("bad_action", f"'{name}' is a number of milliseconds")
    return timedelta(milliseconds=value)


def _moment(document: Mapping[str, Any], name: str) -> datetime | None:
    value = _text(document, name)
    try:
        return datetime.fromisoformat(value).astimezone(UTC) if value else None
    except (ValueError, OverflowError):
        raise RefusedError("bad_action", f"'{name}' is a time") from None


def _one_of(document: Mapping[str, Any], name: str, known: Any) -> str | None:
    value = _text(document, name)
    if value and value not in known:
        raise RefusedError("bad_action", f"'{name}' is one of {', '.join(known)}")
    return value or None


def _flag(document: Mapping[str, Any], name: str) -> bool | None:
    value = document.get(name)
    if value is not None and not isinstance(value, bool):
        raise RefusedError("bad_action", f"'{name}' is true or false")
    return value


def _marks(document: Mapping[str, Any]) -> tuple[TextMark, ...]:
    found = document.get("marks") or []
    if not isinstance(found, list) or len(found) > _MOST_MARKS:
        raise RefusedError("bad_mark", f"marks are a list of at most {_MOST_MARKS}")
    return tuple(dict.fromkeys(_mark(one) for one in found))


def _mark(document: object) -> TextMark:
    if not isinstance(document, Mapping):
        raise RefusedError("bad_mark", "a mark is an object")
    side, issue = document.get("side"), document.get("issue")
    start, end = document.get("start"), document.get("end")
    known = side in ("A", "B") and (issue is None or (isinstance(issue, str) and len(issue) <= _ID_LENGTH))
    placed = type(start) is int and type(end) is int and 0 <= start < end  # True and False are no places
    if not known or not (placed or (start is None and end is None)):
        raise RefusedError("bad_mark", "a mark has a side, an issue, and a start before its end or neither")
    return TextMark(str(side), start, end, str(issue or ""))


def _scores(document: Mapping[str, Any]) -> dict[str, Score]:
    scores, explanations = document.get("scores"), document.get("explanations") or {}
    if not isinstance(scores, Mapping) or not isinstance(explanations, Mapping):
        raise RefusedError("bad_action", "scores and explanations are objects")
    found = {}
    for key, value in scores.items():
        why = explanations.get(key) or ""
        if not (value == "na" or (type(value) is int and abs(value) <= _LARGEST)) or not isinstance(why, str):
            raise RefusedError("unknown_rating", "a score is a whole number or 'na', its explanation a text")
        found[str(key)] = Score(None if value == "na" else value, why)
    return found
