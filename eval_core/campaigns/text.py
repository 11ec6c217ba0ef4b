"""What people type, checked before it is stored; and the beginnings of long texts for lists."""

from __future__ import annotations

import unicodedata

from eval_core.errors import RefusedError
from eval_core.files.dialogue import spoken

TEXT_LIMIT = 2000  # characters of what people write: a comment, a question, an answer, an explanation
_FIRST_WORDS = 80


def first_words(text: str, limit: int = _FIRST_WORDS) -> str:
    """The beginning of a text on one line, at most `limit` characters and an ellipsis; of a dialogue, of its words."""
    line = " ".join(spoken(text).split())
    return line if len(line) <= limit else f"{line[:limit].rstrip()}…"


def storable(text: str) -> str:
    """The text without surrounding blanks, NUL and halves of surrogate pairs, which databases treat differently."""
    return text.replace("\x00", "").encode(errors="ignore").decode().strip()


def checked_text(text: str, *, empty: str | None = None, too_long: str = "too_long") -> str:
    """The text as it is stored, at most `TEXT_LIMIT` characters.

    Args:
        empty: the code of the refusal where nothing is written; None where that is allowed.

    Raises:
        RefusedError: `empty` or `too_long`.
    """
    text = storable(text)
    if not text and empty:
        raise RefusedError(empty, "the text is empty")
    if len(text) > TEXT_LIMIT:
        raise RefusedError(too_long, f"the text has more than {TEXT_LIMIT} characters")
    return text


def folded(text: str) -> str:
    """A text as it is searched: case and Unicode composition make no difference."""
    return unicodedata.normalize("NFC", text).casefold()
