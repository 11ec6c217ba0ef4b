"""Escapes that stand as characters in texts, such as \\n, &amp;, <br> and \\u00f8: noticed, and decoded on request."""

from __future__ import annotations

import html
import json
import re
from typing import Any

from eval_core.files.dialogue import dialogue_of, value_of

_NAMES = r"amp|lt|gt|quot|apos|nbsp|aring|oslash|aelig|[aeiou](?:acute|grave|circ|uml)|[lr][sda]quo|[nm]dash|hellip"
_ENTITY = rf"&(?:{_NAMES}|#\d{{2,6}}|#x[\da-f]{{2,5}});"
_ANY = rf"{_ENTITY}|<br\s*/?>|\\u[\da-f]{{4}}(?:\\u[\da-f]{{4}})*"
# LaTeX has words that begin so: \neq, \nu, \text, \rho.
_BREAKS = r"\\r\\n|\\n(?!(?:eq|e|u|abla|ot|otin|mid|leq|geq|ewline|ewcommand|orm)\b)|\\[rt](?![a-z])|\\\""
_ESCAPE = re.compile(_ANY, re.IGNORECASE)
_IN_ONE_LINE = re.compile(rf"(?<!\\)(?:{_BREAKS})|(?i:{_ANY})")
_MEANT = {"\\n": "\n", "\\r\\n": "\n", "\\r": "\n", "\\t": "\t", '\\"': '"'}


def has_escapes(text: str) -> bool:
    """Whether a text has escapes that were meant to be characters; of a dialogue, what is said in it."""
    if "\\" not in text and "&" not in text and "<" not in text:
        return False
    turns = dialogue_of(text)
    return any(_pattern(one).search(one) for one in ([text] if turns is None else [turn.text for turn in turns]))


def decoded(text: str) -> str:
    """The text with its escapes as the characters that they stand for."""
    if not has_escapes(text):
        return text
    if dialogue_of(text) is None:
        return _decoded(text)
    return json.dumps(_within(value_of(text)), ensure_ascii=False)


def _decoded(text: str) -> str:
    return _pattern(text).sub(lambda match: _meaning(match[0]), text)


def _pattern(text: str) -> re.Pattern[str]:
    r"""In a text that has lines of its own, a \n is part of what it says, such as a program."""
    return _ESCAPE if "\n" in text.strip() else _IN_ONE_LINE


def _within(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _within(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_within(one) for one in value]
    return _decoded(value) if isinstance(value, str) else value


def _meaning(escape: str) -> str:
    if escape in _MEANT:
        return _MEANT[escape]
    if escape[0] == "<":
        return "\n"
    if escape[0] == "&":
        return html.unescape(escape)
    units = b"".join(int(unit, 16).to_bytes(2, "big") for unit in re.findall(r"[\da-fA-F]{4}", escape))
    try:
        return units.decode("utf-16-be").replace("\0", escape)
    except UnicodeDecodeError:  # half a pair of surrogates is no character
        return escape
