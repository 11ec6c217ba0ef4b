"""The JSON answer within a reply: JSON5 and common mistakes, with anything around it.

The reply is searched for the beginning of an object with keys, or of an array of such objects. From there it is cut
into tokens, which are rewritten as plain JSON: straight double quotes, quoted keys, no comments, no trailing commas.
What plain JSON still does not allow (hexadecimal numbers, escapes of JSON5) is left to the json5 package, which is slow
(measured up to 20 microseconds per character; the standard library takes 0.005) and recursive: hence the limits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import json5

from eval_core.protocols.reply_types import ReplyError

ANSWER_LIMIT = 200_000  # characters; five criteria with explanations for 400 items
JSON5_LIMIT = 20_000  # characters
DEPTH_LIMIT = 8  # an answer needs four

_DOUBLE, _SINGLE = "“”„‟", "‘’‚‛"
_COMMENT = r"//[^\n\r]*+|/\*(?s:.*?)\*/"
# What may come between two tokens; bounded, so that no reply makes looking ahead slow.
_GAP = r"(?:\s++|//[^\n\r]{0,200}+|/\*(?:[^*]|\*(?!/)){0,200}+\*/){0,20}+"
_KEY = (
    r"""(?:"(?:[^"\\\n]|\\.){0,200}+"|'(?:[^'\\\n]|\\.){0,200}+'|"""
    rf"[{_DOUBLE}][^{_DOUBLE}\n]{{0,200}}+[{_DOUBLE}]|[{_SINGLE}][^{_SINGLE}\n]{{0,200}}+[{_SINGLE}]|[^\W\d][\w$]{{0,200}}+)"
)
_OBJECT = rf"\{{{_GAP}(?:\}}|{_KEY}{_GAP}:)"
_BEGINS = re.compile(rf"{_OBJECT}|\[{_GAP}{_OBJECT}")
_SCORES = re.compile(
    rf"\{{{_GAP}(?:[\"'{_DOUBLE}{_SINGLE}]?)scores(?:[\"'{_DOUBLE}{_SINGLE}]?){_GAP}:{_GAP}\[", re.IGNORECASE
)
_SEPARATORS = re.compile(rf"(?:{_GAP},?){{0,3}}{_GAP}")
_TOKEN = re.compile(
    rf"""(?P<gap>\s++|{_COMMENT})
    |(?P<string>"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+')
    |(?P<smart>[{_DOUBLE}{_SINGLE}])
    |(?P<opening>[{{\[])|(?P<closing>[}}\]])|(?P<comma>,)|(?P<colon>:)
    |(?P<word>(?:[^\s{{}}\[\],:"'/{_DOUBLE}{_SINGLE}]|/(?![/*]))++)""",
    re.VERBOSE | re.DOTALL,
)
_AFTER_STRING = re.compile(rf"{_GAP}[,:}}\]]")
_DOUBLE_MARK = re.compile(rf"\\.|[{_DOUBLE}]", re.DOTALL)
_SINGLE_MARK = re.compile(rf"\\.|[{_SINGLE}]", re.DOTALL)
_NAME = re.compile(r"[^\W\d][\w$]*")
_UNQUOTED_TEXT = re.compile(r"\d+/\d+|N/?A", re.IGNORECASE)  # such as 4/5, which JSON allows only as a string


@dataclass(frozen=True)
class Found:
    """The objects and arrays of a reply.

    Attributes:
        answers: each once, in order.
        end: where the last of them ends.
        broken: what is wrong with the one after them, if the reply has one that cannot be read: nothing behind its
            beginning, `start`, is in `answers`.
    """

    answers: tuple[dict[str, Any] | list[Any], ...]
    end: int
    broken: ReplyError | None = None
    start: int = 0


def find_answers(text: str) -> Found:
    """Every object and array in a reply, up to the first that is cut off, broken, too long or nested too deeply.

    Raises:
        ReplyError: if the reply is too long.
    """
    if len(text) > ANSWER_LIMIT:
        raise ReplyError("reply_too_long", most=ANSWER_LIMIT)
    answers: dict[str, Any] = {}
    position = 0
    while beginning := _BEGINS.search(text, position):
        try:
            answer, position = _read(text, beginning.start())
        except ReplyError as error:
            return Found(tuple(answers.values()), position, error, beginning.start())
        answers[json.dumps(answer, sort_keys=True)] = answer
    return Found(tuple(answers.values()), position)


def find_rows(text: str, start: int) -> tuple[list[Any], int, bool]:
    """What can be read of an array whose reply is cut off or broken further on.

    Args:
        start: where the array, or an object with the array under "scores", begins.

    Returns:
        The objects in the array that can be read, where the last of them ends, and whether the array has nothing else.
    """
    under = _SCORES.match(text, start)
    position = under.end() - 1 if under else start
    if not text.startswith("[", position):
        return [], position, False
    rows: list[Any] = []
    position, whole = position + 1, True
    while True:
        position = _SEPARATORS.match(text, position).end()  # type: ignore[union-attr]  # it matches nothing, too
        if not text.startswith("{", position):
            return rows, position, whole and text.startswith("]", position)
        try:
            plain, end = _plain(text, position)
        except ReplyError:
            return rows, position, False
        try:
            rows.append(json.loads(plain, strict=False, object_pairs_hook=_object))
        except (ValueError, ReplyError):
            whole = False  # of this row only
        position = end


def _read(text: str, start: int) -> tuple[Any, int]:
    """The value that begins at `start`, and where it ends."""
    plain, position = _plain(text, start)
    try:
        return json.loads(plain, strict=False, object_pairs_hook=_object), position
    except ValueError as error:
        if len(plain) > JSON5_LIMIT:
            raise ReplyError("reply_json5_too_long", most=JSON5_LIMIT, problem=str(error)) from None
    try:
        return json5.loads(plain, strict=False, object_pairs_hook=_object), position
    except (ValueError, RecursionError) as error:
        raise ReplyError("reply_json_broken", problem=str(error).removeprefix("<string>:")) from None


def _plain(text: str, start: int) -> tuple[str, int]:
    """The value that begins at `start`, with its tokens rewritten as plain JSON, and where it ends."""
    pieces: list[str] = []
    position, depth = start, 0
    while token := _TOKEN.match(text, position):
        kind, piece, position = token.lastgroup, token[0], token.end()
        if kind == "gap":
            continue
        if kind == "string":
            piece = _quoted(piece)
        elif kind == "smart":
            position = _end_of_smart(text, token.start())
            piece = _quoted(text[token.start() : position])
        elif kind == "word" and _UNQUOTED_TEXT.fullmatch(piece):
            piece = f'"{piece}"'
        elif kind == "colon" and _NAME.fullmatch(pieces[-1]):
            pieces[-1] = f'"{pieces[-1]}"'
        elif kind == "closing" and pieces[-1] == "," and pieces[-2] not in ("{", "[", ",", ":"):
            pieces.pop()
        pieces.append(piece)
        depth += (kind == "opening") - (kind == "closing")
        if depth > DEPTH_LIMIT:
            raise ReplyError("reply_json_too_deep", most=DEPTH_LIMIT)
        if depth == 0:
            # Joined by spaces, so that two tokens with only a comment between them stay two.
            return " ".join(pieces), position
    raise ReplyError("reply_json_cut_off")


def _quoted(string: str) -> str:
    """A string in any quotes as a string in straight double quotes; quotes inside it are kept."""
    if string[0] == '"':
        return string
    escapes = {'"': '\\"', "\\'": "'"}
    return '"' + re.sub(r'\\.|"', lambda part: escapes.get(part[0], part[0]), string[1:-1], flags=re.DOTALL) + '"'


def _end_of_smart(text: str, start: int) -> int:
    """Where a string in curly quotes ends: at a quote of the same kind that is followed by what may follow a string.

    Inside double quotes words may be quoted by pairs of the same quotes; a single quote may be an apostrophe.
    """
    double = text[start] in _DOUBLE
    inside = 0
    for mark in (_DOUBLE_MARK if double else _SINGLE_MARK).finditer(text, start + 1):
        if len(mark[0]) > 1:  # escaped
            continue
        end = mark.end()
        ends = _AFTER_STRING.match(text, end) is not None
        if double and mark[0] in "“„" and not ends:
            inside += 1
        elif inside:
            inside -= 1
        elif ends:
            return end
    raise ReplyError("reply_string_open")


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise ReplyError("reply_object_key_twice", key=key[:40])
        values[key] = value
    return values
