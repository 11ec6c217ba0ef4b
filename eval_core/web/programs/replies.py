"""What the API answers with: JSON documents, JSON lines, and errors that are JSON too."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from starlette.responses import JSONResponse, Response

from eval_core.errors import InputError, ParvisError, RefusedError, UnavailableError

LINES = "application/jsonl"
_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


@dataclass(frozen=True)
class Reply:
    """What a handler answers: a document, or rows that become one line of JSON each.

    Attributes:
        tag: names this state of the document, if it can be named: then it is not sent again to those who have it.
    """

    document: Any = None
    lines: list[Any] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    tag: str = ""


class RefusedRequest(Exception):  # noqa: N818 - an answer, not an error of ours
    """A request that is refused with this status and sentence."""

    def __init__(self, status: int, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status, self.message, self.headers = status, message, headers or {}


def sent(reply: Reply, known: str = "") -> Response:
    """The reply as a response; without a body where the client knows it.

    Args:
        known: the header If-None-Match.
    """
    headers = {**_HEADERS, **reply.headers} | ({"ETag": f'"{reply.tag}"'} if reply.tag else {})
    tags = {tag.strip().removeprefix("W/").strip('"') for tag in known.split(",")}
    if reply.tag and tags & {reply.tag, "*"}:
        return Response(status_code=304, headers=headers)
    if reply.lines is not None:
        lines = b"".join(as_json(line) + b"\n" for line in reply.lines)
        return Response(lines, headers=headers, media_type=LINES)
    return _Answer(reply.document, headers=headers)


def problem(status: int, document: dict[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    """An error."""
    return _Answer(document, status_code=status, headers={**_HEADERS, **(headers or {})})


def problem_of(error: ParvisError | RefusedRequest) -> Response:
    """What is answered to a request that failed so."""
    if isinstance(error, RefusedRequest):
        return problem(error.status, {"error": error.message}, error.headers)
    if isinstance(error, UnavailableError):  # its own words may name the database's server
        words = {"error": "the database does not answer: try again", "code": error.code}
        return problem(503, words, {"Retry-After": "5"})
    if isinstance(error, RefusedError):
        return problem(409, {"error": str(error), "code": error.code})
    if isinstance(error, InputError):
        return problem(422, {"error": error.message, "row": error.row, "column": error.column})
    return problem(422, {"error": str(error)})


def as_json(content: Any) -> bytes:
    """A document as the command line prints it: times in ISO 8601, never NaN."""
    return json.dumps(content, ensure_ascii=False, allow_nan=False, default=datetime.isoformat).encode()


class _Answer(JSONResponse):
    def render(self, content: Any) -> bytes:
        return as_json(content)
