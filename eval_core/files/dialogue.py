"""Texts that are dialogues: a list of messages, as chat systems keep them, written as JSON or as Python prints it.

Such a text is stored as it came. Whoever shows it asks here for its turns; places in it, such as those of marks, are
always places in the stored text.
"""

from __future__ import annotations

import ast
import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

ROLES = {
    **dict.fromkeys(("system", "developer"), "system"),
    **dict.fromkeys(("user", "human", "prompter"), "user"),
    **dict.fromkeys(("assistant", "gpt", "bot", "model", "ai", "chatbot"), "assistant"),
    **dict.fromkeys(("tool", "function"), "tool"),
}
"""What a role is called in files -> what it is here. Any other name is not shown: it may be that of a system."""
_WRAPPERS = ("messages", "conversation", "conversations")
_STRING = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"|\'([^\'\\]*(?:\\.[^\'\\]*)*)\'', re.DOTALL)
_SURROGATES = r"\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}"
_PIECE = re.compile(rf"{_SURROGATES}|\\u.{{4}}|\\U.{{8}}|\\x..|\\.|[^\\]+", re.DOTALL)
_NO_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*\\[^\\'\"nrtxuU]")  # none that Python prints
_NO_COMMA = re.compile(r"\}\s+\{")  # as arrays of messages are printed
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_NOT_VALID = (ValueError, SyntaxError, MemoryError, RecursionError, TypeError)


@dataclass(frozen=True)
class Turn:
    """What one of a dialogue says.

    Attributes:
        role: 'system', 'user', 'assistant', 'tool'; None where the text does not say, or calls it something else.
        text: what is said.
        places: (place in `text`, place in the stored text): from each such place on both run side by side, to the next.
    """

    role: str | None
    text: str
    places: tuple[tuple[int, int], ...]

    def place(self, stored: int) -> int:
        """Where a place of the stored text is in this turn; its beginning or end for one outside it."""
        after = bisect_right(self.places, stored, key=lambda pair: pair[1])
        here, there = self.places[max(0, after - 1)]
        end = self.places[after][0] if after < len(self.places) else len(self.text)
        return min(max(here, here + stored - there), end)


def dialogue_of(text: str | None) -> tuple[Turn, ...] | None:
    """The turns of a text that is a list of messages (`role` and `content`), or a list of texts; None for any other."""
    if not text or text.lstrip()[:1] not in ("[", "{") or text.rstrip()[-1:] not in ("]", "}"):
        return None
    strings = _STRING.finditer(text)
    try:
        messages = _placed(value_of(text), strings)
    except _NOT_VALID:
        return None
    if next(strings, None) is not None:  # a key that stands twice
        return None
    if isinstance(messages, dict):
        messages = next((messages[name] for name in _WRAPPERS if name in messages), [messages])
    if not isinstance(messages, list) or not messages:
        return None
    turns = [_turn(message) for message in messages]
    found = tuple(turn for turn in turns if turn)
    return found if len(found) == len(turns) else None


def spoken(text: str) -> str:
    """The words of a text: of a dialogue, what is said in it."""
    turns = dialogue_of(text)
    return text if turns is None else "\n\n".join(turn.text for turn in turns)


def told(text: str) -> str:
    """The text for a reader who gets it as plain text, such as a judge: a dialogue with its roles."""
    turns = dialogue_of(text)
    if turns is None or (len(turns) == 1 and not turns[0].role):
        return spoken(text)
    return "\n\n".join(f"{(turn.role or f'turn {n}').capitalize()}: {turn.text}" for n, turn in enumerate(turns, 1))


def words_at(text: str, start: int, end: int) -> str:
    """The words at a place of a stored text, as they are read."""
    turns = dialogue_of(text)
    if turns is None:
        return text[start:end]
    return " ".join(filter(None, (turn.text[turn.place(start) : turn.place(end)] for turn in turns)))


def as_stored(value: Any) -> str | None:
    """A list of messages as text; None for what is no dialogue."""
    text = json.dumps(value, ensure_ascii=False)
    return text if dialogue_of(text) else None


def value_of(text: str) -> Any:
    """What a text of JSON, or of Python, stands for; only its structure is used."""
    try:
        return json.loads(text, strict=False)
    except ValueError:
        if _NO_ESCAPE.search(text):
            raise
        return ast.literal_eval(_NO_COMMA.sub("},{", text.strip()))


def _placed(value: Any, strings: Iterator[re.Match[str]]) -> Any:
    """The value with each text as the match where it stands, in the order of the stored text."""
    if isinstance(value, str):
        found = next(strings, None)
        if found is None:
            raise ValueError("a text that does not stand where it should")
        return found
    if isinstance(value, dict):
        placed = {}
        for key, one in value.items():
            if not isinstance(key, str) or next(strings, None) is None:
                raise ValueError("a key that is no text")
            placed[key] = _placed(one, strings)
        return placed
    return [_placed(one, strings) for one in value] if isinstance(value, list | tuple) else value


def _turn(message: Any) -> Turn | None:
    """A message as a turn; None where it is no message."""
    if message is None:
        return Turn(None, "", ((0, 0),))
    if isinstance(message, re.Match):
        return Turn(None, *_read([message]))
    if not isinstance(message, dict):
        return None
    role = message.get("role", message.get("from"))
    content = message.get("content", message.get("value"))
    if not isinstance(role, re.Match) or not (isinstance(content, re.Match | list) or content is None):
        return None
    parts = content if isinstance(content, list) else [] if content is None else [content]
    texts = [part.get("text") if isinstance(part, dict) else part for part in parts]
    known = ROLES.get(_read([role])[0].strip().lower())
    return Turn(known, *_read([text for text in texts if isinstance(text, re.Match)]))


def _read(strings: list[re.Match[str]]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """What strings stand for, one below the other, and where each part of it stands."""
    said: list[str] = []
    places: list[tuple[int, int]] = []
    here = 0
    for match in strings:
        if said:
            said.append("\n")
            here += 1
        at = match.start() + 1
        places.append((here, at))
        body = match[1] if match[1] is not None else match[2]
        for one in _PIECE.finditer(body):
            said.append(_meant(one[0]))
            here += len(said[-1])
            if one[0][0] == "\\":
                places.append((here, at + one.end()))
    return "".join(said), tuple(places or [(0, 0)])


def _meant(piece: str) -> str:
    """The character that a piece of a string stands for; half of a pair of surrogates, which is none, as �."""
    if piece[0] != "\\":
        return piece
    if len(piece) == 12:
        return piece.encode().decode("unicode-escape").encode("utf-16", "surrogatepass").decode("utf-16")
    if piece[1] in "uUx" and len(piece) > 2:
        code = int(f"0x{piece[2:]}", 0)
        return "\N{REPLACEMENT CHARACTER}" if 0xD800 <= code < 0xE000 else chr(code)
    return _ESCAPED.get(piece[1], piece[1])
