"""The certificate of a judge's exam: who was examined on what, with which outcome, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter, ValidationError

from eval_core import __version__
from eval_core.agreement.exam import ExamResult
from eval_core.judges.exam import ExamPaper
from eval_core.judges.exam_gold import fingerprint
from eval_core.judges.prices import Price
from eval_core.protocols import Protocol


@dataclass(frozen=True)
class Cost:
    """What 1,000 comparisons take, each asked in both orders; `money` in the currency of the prices, None without."""

    requests: float
    prompt_tokens: float
    completion_tokens: float
    money: float | None


@dataclass(frozen=True)
class Certificate:
    """An exam and its outcome.

    Attributes:
        judge: the model's name at the endpoint.
        gold: the file's or the campaign's name; `fingerprint` changes with its texts and answers.
        temperature: the endpoint's own where None.
        cost: None where no request got a reply.
    """

    judge: str
    protocol: str
    protocol_version: str
    protocol_hash: str
    temperature: float | None
    gold: str
    fingerprint: str
    when: datetime
    version: str
    result: ExamResult
    requests: int
    prompt_tokens: int
    completion_tokens: int
    cost: Cost | None

    def as_dict(self) -> dict[str, Any]:
        """The document of `parvis judge exam --format json`: the outcome's keys next to those of the certificate."""
        document = asdict(self) | {"when": self.when.isoformat()} | self.result.as_dict()
        del document["result"]
        return document


_ADAPTER = TypeAdapter(Certificate)


def stored_certificate(exam: Certificate) -> dict[str, Any]:
    """A certificate as JSON that `read_certificate` reads."""
    document: dict[str, Any] = _ADAPTER.dump_python(exam, mode="json")
    return document


def read_certificate(document: Mapping[str, Any]) -> Certificate | None:
    """A stored certificate; None for one that another version of Parvis wrote in another form."""
    try:
        return _ADAPTER.validate_python(document)
    except ValidationError:
        return None


def certificate(
    paper: ExamPaper,
    *,
    judge: str,
    protocol: Protocol,
    gold: str,
    when: datetime,
    pass_mark: float,
    temperature: float | None = None,
    price: Price | None = None,
) -> Certificate:
    """Mark the paper and say what it cost.

    Args:
        price: where it is known.
    """
    return Certificate(
        judge=judge,
        protocol=protocol.key,
        protocol_version=protocol.version,
        protocol_hash=protocol.content_hash,
        temperature=temperature,
        gold=gold,
        fingerprint=fingerprint([answer.pair for answer in paper.answers[::2]]),
        when=when,
        version=__version__,
        result=paper.marked(pass_mark),
        requests=paper.requests,
        prompt_tokens=paper.prompt_tokens,
        completion_tokens=paper.completion_tokens,
        cost=_cost(paper, price),
    )


def _cost(paper: ExamPaper, price: Price | None) -> Cost | None:
    settled = sum(not answer.failed for answer in paper.answers)
    if not settled:
        return None
    requests, prompt, completion = (
        2000 * amount / settled for amount in (paper.requests, paper.prompt_tokens, paper.completion_tokens)
    )
    money = None if price is None else price.of(prompt, completion)
    return Cost(requests, prompt, completion, money)


def answer_rows(paper: ExamPaper) -> list[Mapping[str, Any]]:
    """The answers one a row, with the texts as they were shown, for a file."""
    return [
        {
            "number": answer.pair.number,
            "prompt": answer.pair.prompt,
            "response_a": answer.pair.second if answer.swapped else answer.pair.first,
            "response_b": answer.pair.first if answer.swapped else answer.pair.second,
            "issue": answer.pair.issue,
            "choice": answer.choice,
            "right": answer.right,
            "reason": answer.reason,
            "error": answer.error,
        }
        for answer in paper.answers
    ]
