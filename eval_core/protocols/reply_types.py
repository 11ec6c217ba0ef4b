"""The types of a judge's reply once it is read, and the errors of a reply that is refused."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from eval_core.errors import Fact, InputError

_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True)
class NamedIssue:
    """An issue of the protocol that a judge names in one of two texts, with the words that it quotes, if any."""

    side: Literal["A", "B"]
    issue: str
    words: str


@dataclass(frozen=True)
class Choice:
    """A reply of a pairwise protocol; A is the response that was shown first. It may name issues, as people may."""

    choice: Literal["A", "B", "tie"]
    reason: str
    issues: tuple[NamedIssue, ...] = ()


@dataclass(frozen=True)
class Mark:
    """One rating: a whole number on its criterion's scale, or None for N/A; `explanation` may be empty.

    Attributes:
        expected: the probability-weighted score, where the endpoint gave probabilities (`expected_scores`).
        log_probability: of the rated response, the mean of its tokens in nats (`judges.likelihoods`).
    """

    value: int | None
    explanation: str
    expected: float | None = None
    log_probability: float | None = None


@dataclass(frozen=True)
class Reply:
    """A reply of a rating protocol that answers the whole request.

    Attributes:
        items: for each item of the request, in order, the marks by criterion key (`overall` for the overall rating), in
            the protocol's order.
        summary: one text per criterion on the whole batch; None where the reply has none.
    """

    items: tuple[dict[str, Mark], ...]
    summary: dict[str, str] | None = None


class ReplyError(InputError):
    """A reply that does not answer the request, or could mean more than one answer.

    Args:
        code: what is wrong, as for InputError.
        item: the number, from 1, of the item of the batch with the error; None for the reply as a whole.
        criterion: the criterion's key, if the error concerns a single one.
        facts: the values that fill the code's message.
    """

    def __init__(self, code: str, *, item: int | None = None, criterion: str | None = None, **facts: Fact) -> None:
        # The message may quote the reply: no control characters, which a terminal obeys and a database may refuse.
        printable = {
            name: _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", fact) if isinstance(fact, str) else fact
            for name, fact in facts.items()
        }
        super().__init__(code, file=None, row=None, column=None, **printable)
        self.item, self.criterion = item, criterion
        where = [f"item {item}"] if item is not None else []
        if criterion is not None:
            where.append(f"'{criterion}'")
        if where:
            self.message = f"{', '.join(where)}: {self.message}"
        self.args = (self.message,)


class CountError(ReplyError):
    """A batch's reply that answers for another number of items than requested: `found` instead of `wanted`."""

    def __init__(self, wanted: int, found: int) -> None:
        super().__init__("reply_item_count", found=found, wanted=wanted)
        self.wanted, self.found = wanted, found


@dataclass(frozen=True)
class Reading:
    """What can be kept of a reply of a rating protocol: at least one item.

    Attributes:
        items: for each item of the request, in order, its marks as in `Reply`; None where none can be kept.
        wrong: why, by the number of each such item, from 1.
        summary: the texts on the whole batch by criterion, those that can be kept; None where there is none.
        summary_wrong: what is wrong with the summary; it never costs the marks.
    """

    items: tuple[dict[str, Mark] | None, ...]
    wrong: dict[int, ReplyError] = field(default_factory=dict)
    summary: dict[str, str] | None = None
    summary_wrong: ReplyError | None = None
