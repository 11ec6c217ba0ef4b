"""The one JSON answer within a reply: JSON5 and more, with anything around it.

A reply is searched for what begins like an object with keys, or like an array of such. It is cut into tokens, and the
tokens are written as plain JSON: quotes straight and double, keys quoted, without comments and trailing commas. What
plain JSON still does not know (hexadecimal numbers, escapes of JSON5) is left to the json5 package, which is slow
(measured up to 20 microseconds a character, the standard library 0.005) and recursive: hence the limits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

import json5

from eval_core.protocols.reply_types import ReplyError

ANSWER_LIMIT = 200_000  # characters; five criteria with explanations for 400 items
JSON5_LIMIT = 20_000  # characters
DEPTH_LIMIT = 8  # an answer needs four

_DOUBLE, _SINGLE = "“”„‟", "‘’‚‛"
_COMMENT = r"//[^\n\r]*+|/\*(?s:.*?)\*/"
# What may stand between two tokens. Bounded, so that looking ahead takes the same time everywhere.
_GAP = r"(?:\s++|//[^\n\r]{0,200}+|/\*(?:[^*]|\*(?!/)){0,200}+\*/){0,20}+"
_KEY = (
    r"""(?:"(?:[^"\\\n]|\\.){0,200}+"|'(?:[^'\\\n]|\\.){0,200}+'|"""
    rf"[{_DOUBLE}][^{_DOUBLE}\n]{{0,200}}+[{_DOUBLE}]|[{_SINGLE}][^{_SINGLE}\n]{{0,200}}+[{_SINGLE}]|[^\W\d][\w$]{{0,200}}+)"
)
_OBJECT = rf"\{{{_GAP}(?:\}}|{_KEY}{_GAP}:)"
_BEGINS = re.compile(rf"{_OBJECT}|\[{_GAP}{_OBJECT}")
_TOKEN = re.compile(
    rf"""(?P<gap>\s++|{_COMMENT})
    |(?P<string>"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+')
    |(?P<smart>[{_DOUBLE}{_SINGLE}])
    |(?P<opening>[{{\[])|(?P<closing>[}}\]])|(?P<comma>,)|(?P<colon>:)
    |(?P<word>(?:[^\s{{}}\[\],:"'/{_DOUBLE}{_SINGLE}]|/(?![/*]))++)""",
    re.VERBOSE | re.DOTALL,
)
_ENDS_A_STRING = re.compile(rf"{_GAP}[,:}}\]]")
_DOUBLE_MARK = re.compile(rf"\\.|[{_DOUBLE}]", re.DOTALL)
_SINGLE_MARK = re.compile(rf"\\.|[{_SINGLE}]", re.DOTALL)
_NAME = re.compile(r"[^\W\d][\w$]*")
_MEANS_TEXT = re.compile(r"\d+/\d+|N/?A", re.IGNORECASE)  # 4/5 without quotes is no number of JSON


def find_answer(text: str) -> dict[str, Any] | list[Any]:
    """The object or array that a reply holds.

    Raises:
        ReplyError: if there is none or more than one (the same again does not count), if it is cut off or broken,
            too long or nested too deeply, or if an object has a key twice.
    """
    if len(text) > ANSWER_LIMIT:
        raise ReplyError("reply_too_long", most=ANSWER_LIMIT)
    answers: dict[str, Any] = {}
    position = 0
    while beginning := _BEGINS.search(text, position):
        answer, position = _read(text, beginning.start())
        answers[json.dumps(answer, sort_keys=True)] = answer
    if not answers:
        raise ReplyError("reply_without_json")
    if len(answers) > 1:
        raise ReplyError("reply_json_ambiguous", count=len(answers))
    found: dict[str, Any] | list[Any] = next(iter(answers.values()))
    return found


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
    """The value that begins at `start`, as plain as its tokens allow, and where it ends."""
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
        elif kind == "word" and _MEANS_TEXT.fullmatch(piece):
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
            # Apart by a space: two tokens with only a comment between them are still two.
            return " ".join(pieces), position
    raise ReplyError("reply_json_cut_off")


def _quoted(string: str) -> str:
    """A string with whatever quotes as one with straight double quotes; its content keeps its own."""
    if string[0] == '"':
        return string
    own = {'"': '\\"', "\\'": "'"}
    return '"' + re.sub(r'\\.|"', lambda part: own.get(part[0], part[0]), string[1:-1], flags=re.DOTALL) + '"'


def _end_of_smart(text: str, start: int) -> int:
    """Where a string ends that begins with a curly quote: at one of its kind with what follows a string behind it.

    Within double quotes, words may be quoted by pairs of the same quotes; a single one may be an apostrophe.
    """
    double = text[start] in _DOUBLE
    inside = 0
    for mark in (_DOUBLE_MARK if double else _SINGLE_MARK).finditer(text, start + 1):
        if len(mark[0]) > 1:  # escaped
            continue
        end = mark.end()
        ends = _ENDS_A_STRING.match(text, end) is not None
        if double and mark[0] in "“„" and not ends:
            inside += 1
        elif inside:
            inside -= 1
        elif ends:
            return end
    raise ReplyError("reply_string_open")


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ReplyError("reply_object_key_twice", key=key[:40])
        found[key] = value
    return found
