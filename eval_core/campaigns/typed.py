"""What people type, before it is stored."""

from __future__ import annotations


def storable(text: str) -> str:
    """The text without blanks around it and without what no database keeps alike: NUL, half of a surrogate pair."""
    return text.replace("\x00", "").encode(errors="ignore").decode().strip()
