"""The comparisons of a judge's exam: their answers are known, from a file of gold or from a campaign's own."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import select
from sqlalchemy.orm import aliased

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.files.gold import read_gold
from eval_core.judges.guidance import guidance_in_force
from eval_core.protocols import Protocol, load_protocol
from eval_core.store import Comparison, Prompt, Response, Store

_OF_FILE: dict[str, Answer] = {"a": "first", "b": "second", "tie": "tie"}
Answer = Literal["first", "tie", "second"]


@dataclass(frozen=True)
class GoldPair:
    """A comparison whose answer is known; `number` is its row in the file, or its id in the campaign."""

    number: int
    prompt: str
    written_standard: str | None
    first: str
    second: str
    answer: Answer
    issue: str | None
    source_language: str | None = None
    target_language: str | None = None


def gold_of_file(path: Path) -> list[GoldPair]:
    """The comparisons of a file of gold.

    Raises:
        InputError: as `read_gold`.
    """
    frame = read_gold(path).astype(object)
    frame = frame.where(frame.notna(), None)
    return [
        GoldPair(
            number=int(number),
            prompt=row["prompt"] or "",
            written_standard=row["written_standard"],
            first=row["response_a"] or "",
            second=row["response_b"] or "",
            answer=_OF_FILE[row["gold"]],
            issue=row["issue"] if "issue" in frame else None,
        )
        for number, row in zip(frame.index, frame.to_dict("records"), strict=True)
    ]


@dataclass(frozen=True)
class Gold:
    """What an exam asks: comparisons under a protocol, with the guidelines as Markdown (None: the general ones)."""

    protocol: Protocol
    pairs: list[GoldPair]
    guidelines: str | None = None


def gold_of_campaign(store: Store, slug: str, who: Who = OPERATOR) -> Gold:
    """A campaign's gold comparisons in use, by id; maybe none. For leads and researchers.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    first, second = aliased(Response), aliased(Response)
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        rows: list[Any] = list(
            db.execute(
                select(
                    Comparison.id,
                    Prompt.text,
                    Prompt.written_standard,
                    first.text,
                    second.text,
                    Comparison.gold_outcome,
                    Comparison.gold_issue,
                    Prompt.source_language,
                    Prompt.target_language,
                )
                .join(Prompt, Prompt.id == Comparison.prompt_id)
                .join(first, first.id == Comparison.first_response_id)
                .join(second, second.id == Comparison.second_response_id)
                .where(
                    Comparison.campaign_id == campaign.id, Comparison.kind == "gold", Comparison.withdrawn_at.is_(None)
                )
                .where(first.text.is_not(None), second.text.is_not(None))
                .order_by(Comparison.id)
            )
        )
        guidelines = guidance_in_force(db, campaign).text
        return Gold(load_protocol(campaign.protocol_key), [GoldPair(*row) for row in rows], guidelines)


def sample_of(pairs: Sequence[GoldPair], limit: int | None, seed: int = 0) -> list[GoldPair]:
    """At most `limit` of the comparisons, drawn by chance, in their order: files are often sorted by issue."""
    if limit is None or limit >= len(pairs):
        return list(pairs)
    drawn = sorted(random.Random(seed).sample(range(len(pairs)), limit))  # noqa: S311 - chance, no secret
    return [pairs[place] for place in drawn]


def fingerprint(pairs: Sequence[GoldPair]) -> str:
    """Twelve hexadecimal digits of the texts and answers, in their order."""
    content = [{name: value for name, value in asdict(pair).items() if name != "number"} for pair in pairs]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:12]
