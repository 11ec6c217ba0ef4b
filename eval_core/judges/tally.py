"""How far a judge's run is, what it cost, and why some things have no answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from eval_core.judges.formats import ReplyForm

REASONS_SHOWN = 3
_EXCERPT = 2000  # characters of a raw reply
Stop = Literal["budget", "failures"]


@dataclass
class Reason:
    """Why requests had no good reply: how many, and one of the replies, word for word; None where none came."""

    status: str
    text: str
    reply: str | None
    count: int = 0


@dataclass
class Tally:
    """How far a run is.

    Attributes:
        total: responses or comparisons to ask about when it began; `done` of them are settled, answered or not.
        asked: requests that were answered or failed; each is one of `ok`, `malformed` and `failed`.
        given_up: those without an answer in the end.
        cost: in the currency of the prices; None without prices.
        form: in which replies were asked for; None before the first one.
        stopped: why the run ended before its end; None where it did not.
        reasons: of the replies that were not good, by kind.
    """

    total: int
    done: int = 0
    asked: int = 0
    ok: int = 0
    malformed: int = 0
    failed: int = 0
    given_up: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None
    form: ReplyForm | None = None
    stopped: Stop | None = None
    most_in_flight: int = 0
    reasons: dict[tuple[str, str], Reason] = field(default_factory=dict)
    began: float = field(default_factory=time.monotonic)

    @property
    def rate(self) -> float:
        """Responses or comparisons settled per second."""
        return self.done / max(time.monotonic() - self.began, 1e-9)

    @property
    def seconds_left(self) -> float | None:
        """Until the expected finish; None before anything is done."""
        return (self.total - self.done) / self.rate if self.done else None

    def note(self, status: str, kind: str, text: str, reply: str | None) -> None:
        """Count a reply that was not good. `kind` is equal for equal failures."""
        reason = self.reasons.setdefault((status, kind), Reason(status, text, None))
        if reason.reply is None and reply is not None:
            reason.reply = reply[:_EXCERPT]
        reason.count += 1

    @property
    def main_reasons(self) -> list[Reason]:
        """The most frequent ones, the most frequent first."""
        return sorted(self.reasons.values(), key=lambda reason: -reason.count)[:REASONS_SHOWN]


Watcher = Callable[[Tally], None]
