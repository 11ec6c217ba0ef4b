"""Cursors: how far a program has read the judgments of a campaign, as a word that only this campaign understands."""

from __future__ import annotations

import base64
import binascii
import hmac
import json
from dataclasses import astuple, dataclass
from typing import Any

from eval_core.errors import InputError

_LIMIT = 500  # characters; ours have fewer than 200
_SEAL = 16  # bytes of the seal before the content


@dataclass(frozen=True)
class Place:
    """How far a log is read, by the ids of its rows.

    On PostgreSQL a row may turn up after one with a larger id, so the newest rows are read once more in the next round.

    Attributes:
        settled: up to here nothing can turn up any more, and all was read.
        at: up to here all that there was has been read in this round.
    """

    settled: int
    at: int

    def moved(self, last: int | None, mark: int, *, ended: bool) -> Place:
        """The place after a page.

        Args:
            last: the last row of the page, if there was one.
            mark: the newest row that was settled before the page was read.
            ended: whether the page was the last of the round, so that all up to `mark` has been read.
        """
        at = max(self.at, last or 0, mark if ended else 0)
        gapless = self.at == self.settled
        return Place(max(self.settled, min(at, mark)) if gapless else self.settled, at)

    def again(self) -> Place:
        """Where the next round begins."""
        return Place(self.settled, self.settled)


@dataclass(frozen=True)
class Cursor:
    """How far a program has read.

    Attributes:
        judgments: in the log of judgments.
        actions: in the log of what people did at the desk, which may change the reasons of what was read.
        rewrites, files: what may have changed any judgment, as it was when reading began (see `judgment_pages`).
    """

    judgments: Place
    actions: Place
    rewrites: int
    files: int

    def sealed(self, key: bytes) -> str:
        """The cursor as a program gets it, for an address without quoting."""
        places = [*astuple(self.judgments), *astuple(self.actions)]
        content = json.dumps([*places, self.rewrites, self.files]).encode()
        return base64.urlsafe_b64encode(_seal(key, content) + content).decode().rstrip("=")


def opened(text: str, key: bytes) -> Cursor:
    """The cursor behind a program's word.

    Raises:
        InputError: 'unknown_cursor' for anything but a word that was made with this key.
    """
    try:
        if not text.isascii() or len(text) > _LIMIT:
            raise InputError("unknown_cursor")
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        raise InputError("unknown_cursor") from None
    seal, content = data[:_SEAL], data[_SEAL:]
    if not hmac.compare_digest(seal, _seal(key, content)):
        raise InputError("unknown_cursor")
    numbers: list[Any] = json.loads(content)
    return Cursor(Place(*numbers[:2]), Place(*numbers[2:4]), *numbers[4:])


def _seal(key: bytes, content: bytes) -> bytes:
    return hmac.digest(key, b"cursor 1 " + content, "sha256")[:_SEAL]
