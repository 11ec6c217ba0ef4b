"""The JSON schema of a judge's reply, made from the protocol: for endpoints that hold a model to one.

Only what every implementation takes: objects without further keys and with all keys required, arrays, enumerations,
strings. It asks for one shape of those that `read_reply` reads.
"""

from __future__ import annotations

from typing import Any

from eval_core.protocols.model import Criterion, Protocol, Scale

_MOST_LISTED = 200  # points of a scale; a longer one is given by its ends
Schema = dict[str, Any]


def reply_schema(protocol: Protocol, *, items: int = 1, criterion: str | None = None) -> Schema | None:
    """The schema of the reply to a request about so many items; None where the reply is no JSON.

    Args:
        criterion: the key of the requested one, where each has a request of its own.
    """
    judge = protocol.judge
    if judge is None or judge.reply in ("score_line", "integer"):
        return None
    if protocol.kind == "pairwise":
        return _choice(protocol)
    wanted = [rated for rated in protocol.rated if criterion is None or rated.key == criterion]
    sheet = {rated.key: _mark(rated) for rated in wanted}
    if judge.reply == "json_object":
        return _object(sheet)
    numbered = {"item": {"type": "integer", "enum": list(range(1, items + 1))}} | sheet
    scores = {"type": "array", "items": _object(numbered), "minItems": items, "maxItems": items}
    return _object({"scores": scores, "summary": _object({rated.key: {"type": "string"} for rated in wanted})})


def _choice(protocol: Protocol) -> Schema:
    found = {
        "text": {"type": "string", "enum": ["A", "B"]},
        "issue": {"type": "string", "enum": [issue.key for issue in protocol.issues]},
        "words": {"type": "string"},
    }
    issues = {"issues": {"type": "array", "items": _object(found)}} if protocol.issues else {}
    return _object(
        issues | {"reason": {"type": "string"}, "choice": {"type": "string", "enum": ["A", "B", "tie"]}},
    )


def _mark(criterion: Criterion) -> Schema:
    """A number, or a number and why where the criterion knows explanations that can be required."""
    if criterion.explanation in ("none", "optional"):
        return _rating(criterion)
    return _object({"score": _rating(criterion), "why": {"type": "string"}})


def _rating(scale: Scale) -> Schema:
    if scale.max - scale.min >= _MOST_LISTED:
        number = {"type": "integer", "minimum": scale.min, "maximum": scale.max}
        return {"anyOf": [number, {"type": "string", "enum": ["NA"]}]} if scale.na else number
    points: list[int | str] = list(range(scale.min, scale.max + 1))
    return {"type": ["integer", "string"], "enum": [*points, "NA"]} if scale.na else {"type": "integer", "enum": points}


def _object(properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
