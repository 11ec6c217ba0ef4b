"""Finds the messages in our source, and reads a catalogue: what the checks of the catalogues start from."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parents[2]
CATALOGUES = ROOT / "eval_core" / "locales"
LANGUAGES = ("nb", "nn")
KEYWORDS: dict[str, Any] = {"_": None, "gettext": None, "N_": None, "ngettext": (1, 2)}

# A message as catalogues key it: one English text, or singular and plural.
Message = str | tuple[str, ...]


def spoken(source: IO[bytes], keywords: Collection[str], _tags: object, options: object) -> Iterator[tuple[Any, ...]]:
    """A Babel extraction method on the syntax tree: Babel's own misses calls inside f-strings before Python 3.12."""
    for node in ast.walk(ast.parse(source.read())):
        if isinstance(node, ast.Call) and called(node) in keywords and node.args:
            # Babel takes the bare text where a function has one argument.
            texts = [getattr(arg, "value", None) if is_text(arg) else None for arg in node.args]
            yield node.lineno, called(node), texts[0] if len(texts) == 1 else tuple(texts), []


def called(node: ast.Call) -> str:
    """The name a call goes by: `gettext` for both `gettext(...)` and `locales.gettext(...)`."""
    function = node.func
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def is_text(node: ast.AST) -> bool:
    """Whether this is a string literal."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def messages_in(source: bytes) -> set[Message]:
    """The messages of one Python source."""
    method: Callable[..., Iterable[tuple[Any, ...]]] = spoken
    return {message for _line, message, _comments, _context in extract(method, BytesIO(source), keywords=KEYWORDS)}


def sources() -> list[Path]:
    """Every Python file of ours that may speak to somebody."""
    return sorted([ROOT / "app.py", *(ROOT / "pages").rglob("*.py"), *(ROOT / "eval_core").rglob("*.py")])


def all_messages() -> set[Message]:
    """The messages of all our sources."""
    return set().union(*(messages_in(path.read_bytes()) for path in sources()))


def catalogue(language: str, text: str | None = None) -> Catalog:
    """The committed catalogue of a language, or the one written in `text`."""
    raw = (CATALOGUES / f"{language}.po").read_bytes() if text is None else text.encode()
    return read_po(BytesIO(raw), locale=language, abort_invalid=True)


def strings_of(value: str | Sequence[str] | None) -> tuple[str, ...]:
    """A message or translation as its forms: one, or singular and plural."""
    return (value,) if isinstance(value, str) else tuple(value or ())
