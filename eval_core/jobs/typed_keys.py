"""Keys of endpoints that were typed for one run: they are in this process's memory alone, and end with the run.

A job's row holds a random word in place of the key. So a run with a typed key cannot go on after a restart, nor in
another server process: then it ends, and says so.
"""

from __future__ import annotations

import secrets

_KEYS: dict[str, str] = {}


def keep_key(key: str) -> str:
    """Remember a key; the word by which it is found."""
    word = secrets.token_hex(8)
    _KEYS[word] = key.strip()
    return word


def find_key(word: str) -> str | None:
    """The key behind a word; None where this process does not have it."""
    return _KEYS.get(word)


def forget_key(word: str | None) -> None:
    """Remember a key no longer."""
    if word is not None:
        _KEYS.pop(word, None)
