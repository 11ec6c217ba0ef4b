"""Does gold look like the campaign? If annotators recognised it by length or standard, it would test something else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from sqlalchemy import Row, func, select, union
from sqlalchemy.orm import Session

from eval_core.store import Campaign, Comparison, Prompt, Response

# Gold should have a written standard or category from this share of the campaign's prompts on.
NOTABLE_SHARE = 0.1
NOTICEABLE = 1 / 3  # of the median length
_LENGTHS = (10, 25, 50, 75, 90)  # percentiles
_NOTES = {
    "no_prompt": "WARNING: {gaps:.0%} of the gold comparisons have no prompt, and the campaign's comparisons have one:"
    " annotators will recognise gold by that",
    "shorter": "gold is markedly shorter than the campaign: {gold:.0f} words in the median, not {own:.0f}",
    "longer": "gold is markedly longer than the campaign: {gold:.0f} words in the median, not {own:.0f}",
    "no_standard": "no gold in the written standard {value}, which {share:.0%} of the campaign's prompts ask for",
    "no_category": "no gold of the category '{value}', to which {share:.0%} of the campaign's prompts belong",
    "other_standard": "there is gold in the written standard {value}, which the campaign does not have",
}


@dataclass(frozen=True)
class Profile:
    """A set of texts in figures.

    Attributes:
        texts: their number.
        lengths: words per text at the 10th, 25th, 50th, 75th and 90th percentile; zeros where there is none.
        standards, categories: share of the prompts that name one, 0 to 1; empty where fewer than half of them do.
        without_prompt: share of the prompts that are empty.
    """

    texts: int
    lengths: tuple[float, float, float, float, float]
    standards: dict[str, float]
    categories: dict[str, float]
    without_prompt: float = 0.0

    @property
    def median(self) -> float:
        """Words in the middle text."""
        return self.lengths[2]


@dataclass(frozen=True)
class Difference:
    """One marked difference: gold lacks prompts, is 'shorter' or 'longer', lacks a value or has one of its own."""

    kind: Literal["no_prompt", "shorter", "longer", "no_standard", "no_category", "other_standard"]
    value: str = ""


@dataclass(frozen=True)
class Resemblance:
    """Gold next to the campaign's own responses. Nothing differs if either is empty."""

    campaign: Profile
    gold: Profile
    differences: tuple[Difference, ...]


def resemblance_of(db: Session, campaign: Campaign) -> Resemblance:
    """Compare the gold comparisons in use with the regular responses.

    Marked differences are empty prompts, by a tenth more often than in the campaign; a median length outside the
    campaign's 10th to 90th percentile and at least a third off its median; a written standard or category of at least
    a tenth of the campaign's prompts without gold; gold in a written standard that the campaign does not have.
    """
    in_use = (Comparison.campaign_id == campaign.id, Comparison.kind == "gold", Comparison.withdrawn_at.is_(None))
    golden = union(
        *(select(side).where(*in_use) for side in (Comparison.first_response_id, Comparison.second_response_id))
    )
    texts = select(Response.text).where(Response.campaign_id == campaign.id, Response.withdrawn_at.is_(None))
    kinds = select(Prompt.written_standard, Prompt.category, (func.trim(Prompt.text) == "").label("blank")).where(
        Prompt.campaign_id == campaign.id
    )
    gold = _profile(
        db.scalars(texts.where(Response.id.in_(golden))),
        db.execute(kinds.where(Prompt.id.in_(select(Comparison.prompt_id).where(*in_use)))),
    )
    own = _profile(
        db.scalars(texts.join(Prompt, Prompt.id == Response.prompt_id).where(Prompt.kind == "regular")),
        db.execute(kinds.where(Prompt.kind == "regular")),
    )
    return Resemblance(own, gold, tuple(_differences(own, gold)))


def notes(resemblance: Resemblance) -> list[str]:
    """The marked differences in plain English, for the report of an import."""
    own, gold = resemblance.campaign, resemblance.gold
    shares = {"no_standard": own.standards, "no_category": own.categories}
    return [
        _NOTES[difference.kind].format(
            value=difference.value,
            share=shares.get(difference.kind, {}).get(difference.value, 0),
            gold=gold.median,
            own=own.median,
            gaps=gold.without_prompt,
        )
        for difference in resemblance.differences
    ]


def count_words(text: str) -> int:
    """Words by white space."""
    return len(text.split())


def _profile(texts: Iterable[str | None], prompts: Iterable[Row[Any]]) -> Profile:
    counts = [count for text in texts if (count := count_words(text or ""))]
    lengths = np.percentile(counts, _LENGTHS) if counts else np.zeros(len(_LENGTHS))
    ten, quarter, half, three, ninety = (float(length) for length in lengths)
    named = list(prompts)
    return Profile(
        len(counts),
        (ten, quarter, half, three, ninety),
        standards=_shares([row.written_standard for row in named]),
        categories=_shares([row.category for row in named]),
        without_prompt=sum(bool(row.blank) for row in named) / len(named) if named else 0.0,
    )


def _shares(values: list[str | None]) -> dict[str, float]:
    counts = Counter(value for value in values if value)
    if 2 * counts.total() < len(values):
        return {}
    return {value: count / counts.total() for value, count in sorted(counts.items())}


def _differences(own: Profile, gold: Profile) -> Iterable[Difference]:
    # Of all signs the clearest, and known before there is anything to compare with.
    if gold.without_prompt >= own.without_prompt + NOTABLE_SHARE:
        yield Difference("no_prompt")
    if not own.texts or not gold.texts:
        return
    # If all responses have about the same length, a few words are outside the percentiles, but nobody notices.
    noticeable = abs(gold.median - own.median) >= NOTICEABLE * own.median
    if gold.median < own.lengths[0] and noticeable:
        yield Difference("shorter")
    if gold.median > own.lengths[-1] and noticeable:
        yield Difference("longer")
    # If one of them names none, there is nothing to compare.
    if own.standards and gold.standards:
        for value in _missing(own.standards, gold.standards):
            yield Difference("no_standard", value)
        for value in sorted(gold.standards.keys() - own.standards.keys()):
            yield Difference("other_standard", value)
    if own.categories and gold.categories:
        for value in _missing(own.categories, gold.categories):
            yield Difference("no_category", value)


def _missing(own: dict[str, float], gold: dict[str, float]) -> list[str]:
    return [value for value, share in own.items() if share >= NOTABLE_SHARE and value not in gold]
