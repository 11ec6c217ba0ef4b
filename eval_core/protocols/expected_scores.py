"""The probability-weighted score: what a judge would have written, with what probability, in place of its score.

Source: Liu et al. 2023, G-Eval, section 2.2: score = Σ p(s) · s over the points s of the scale. The probabilities are
those of the token that holds the score. An endpoint names the most probable tokens only (at most 20), so p is their
probability divided by the sum over the points among them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from eval_core.protocols.model import Criterion, Protocol
from eval_core.protocols.reply_types import Mark

MOST_CANDIDATES = 20  # what endpoints name for a token at most
_WHOLE = re.compile(r"[^\d-]*(-?\d+)[^\d]*")
_TWO_DIGITS = 10


@dataclass(frozen=True)
class Token:
    """A token of a reply, and the tokens that might have been in its place: text -> log-probability in nats."""

    text: str
    candidates: Mapping[str, float]


def tokens_of(logprobs: Mapping[str, Any] | None) -> tuple[Token, ...]:
    """The tokens of `choices[0].logprobs` of a chat completion; () where it has none that can be read."""
    content = (logprobs or {}).get("content")
    tokens = []
    for one in content if isinstance(content, list) else []:
        named = one.get("top_logprobs") if isinstance(one, dict) else None
        if not isinstance(one, dict) or not isinstance(one.get("token"), str):
            return ()
        candidates = {
            other["token"]: float(other["logprob"])
            for other in [*(named if isinstance(named, list) else []), one]
            if isinstance(other, dict) and isinstance(other.get("token"), str) and _is_log(other.get("logprob"))
        }
        tokens.append(Token(one["token"], candidates))
    return tuple(tokens)


def with_expected(
    protocol: Protocol,
    items: Sequence[dict[str, Mark] | None],
    text: str,
    tokens: Sequence[Token],
) -> tuple[dict[str, Mark] | None, ...]:
    """The marks of a reply, each with its probability-weighted score where that is known.

    It is not known for N/A, where the place of the score in the reply is not clear, where the tokens are not those of
    the reply, and where a score is written as several tokens.

    Args:
        items: the marks of each item, in the order of the request; None where none could be read.
        text: the reply; it is what the tokens say, up to what an endpoint leaves out at its ends.
    """
    shift = "".join(token.text for token in tokens).find(text)
    if not text or shift < 0:
        return tuple(items)
    criteria = {criterion.key: criterion for criterion in protocol.rated}
    places = {key: _places(protocol, criterion, items, text) for key, criterion in criteria.items()}
    found: list[dict[str, Mark] | None] = []
    for number, marks in enumerate(items):
        if marks is None:
            found.append(None)
            continue
        found.append(
            {
                key: replace(mark, expected=_expected(criteria[key], mark.value, place + shift, tokens))
                if mark.value is not None and (place := places[key].get(number)) is not None
                else mark
                for key, mark in marks.items()
            }
        )
    return tuple(found)


def _places(
    protocol: Protocol, criterion: Criterion, items: Sequence[dict[str, Mark] | None], text: str
) -> dict[int, int]:
    """Number of an item -> where its score begins in the reply; {} where that is not clear."""
    values = [marks[criterion.key].value if marks and criterion.key in marks else None for marks in items]
    if any(value is None for value in values):
        return {}
    if protocol.judge and protocol.judge.reply in ("score_line", "integer"):
        places = [match.start() for match in re.finditer(rf"(?<![\d./-]){values[0]}(?![\d.])", text)]
        return {0: places[-1]} if places else {}
    names = "|".join(re.escape(name) for name in (criterion.key, *criterion.label.values()))
    written = rf"[\"']?(?:{names})[\"']?\s*:\s*(?:\[\s*|\{{\s*[\"']?(?:score|rating|value)[\"']?\s*:\s*)?[\"']?(-?\d+)"
    matches = list(re.finditer(written, text, re.IGNORECASE))
    if [int(match[1]) for match in matches] != values:
        return {}
    return {number: match.start(1) for number, match in enumerate(matches)}


def _expected(criterion: Criterion, value: int, place: int, tokens: Sequence[Token]) -> float | None:
    """The weighted score at a place of the tokens' text, in the units of the scale."""
    ends = list(accumulate(len(token.text) for token in tokens))
    token = next((token for token, end in zip(tokens, ends, strict=True) if end > place), None)
    if token is None or _whole(token.text) != value:
        return None
    points = dict(_points(criterion, token))
    if criterion.max >= _TWO_DIGITS > abs(value) and all(abs(point) < _TWO_DIGITS for point, _weight in points.items()):
        return None  # perhaps the first digit of a longer number
    total = sum(points.values())
    return sum(point * weight for point, weight in points.items()) / total if total > 0 else None


def _points(criterion: Criterion, token: Token) -> Iterator[tuple[int, float]]:
    """The points of the scale among the candidates, with their probabilities; " 4" and "4" are one point."""
    weights: dict[int, float] = {}
    for text, log in token.candidates.items():
        point = _whole(text)
        if point is not None and criterion.min <= point <= criterion.max:
            weights[point] = weights.get(point, 0.0) + math.exp(min(log, 0.0))
    yield from weights.items()


def _whole(text: str) -> int | None:
    """The whole number in a token, if there is exactly one."""
    match = _WHOLE.fullmatch(text)
    return int(match[1]) if match else None


def _is_log(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
