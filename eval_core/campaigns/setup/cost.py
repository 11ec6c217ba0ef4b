"""The annotators' time that a campaign costs, from the words that they will read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd
from sqlalchemy import ColumnElement, Integer, cast, func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.rules import Rules
from eval_core.store import Campaign, Comparison, Prompt, Response

# Adults read 238 words of English non-fiction a minute in silence (Brysbaert 2019, Journal of Memory and Language
# 109); comparing two texts is somewhat slower.
WORDS_PER_MINUTE = 200
# For choosing, and for ticking reasons if they are asked: our assumptions, not measured.
SECONDS_TO_CHOOSE = 5
SECONDS_FOR_REASONS = 15


@dataclass(frozen=True)
class Cost:
    """How much work a campaign is.

    Attributes:
        comparisons: regular ones that are judged; judgments: of them, each as often as its overlap.
        words: of a prompt and two responses together, on average.
        seconds: of one judgment, reading included.
        extra: further judgments: gold and repeats in the stream, and training and test of each annotator.
        hours: of all annotators together.
    """

    comparisons: int
    judgments: int
    words: float
    seconds: float
    extra: int
    hours: float


def cost_of(comparisons: int, judgments: int, words: float, rules: Rules, annotators: int = 0) -> Cost:
    """The cost of so many judgments under the rules, for so many annotators."""
    seconds = 60 * words / WORDS_PER_MINUTE + SECONDS_TO_CHOOSE + rules.share_of_reasons * SECONDS_FOR_REASONS
    regular = (1 - rules.gold_share) * (1 - rules.repeat_share)
    extra = round(judgments * (1 / regular - 1)) + annotators * (rules.training + rules.test)
    return Cost(comparisons, judgments, words, seconds, extra, (judgments + extra) * seconds / 3600)


def cost_within(db: Session, campaign: Campaign, rules: Rules, annotators: int) -> Cost:
    """The cost of the whole campaign, including what is done already."""
    comparisons, judgments = db.execute(
        select(func.count(), func.coalesce(func.sum(Comparison.overlap), 0)).where(
            Comparison.campaign_id == campaign.id,
            Comparison.kind == "regular",
            ~Comparison.identical,
            Comparison.withdrawn_at.is_(None),
        )
    ).one()
    response = db.scalar(
        select(func.avg(_words(Response.text))).where(
            Response.campaign_id == campaign.id, Response.system_id.is_not(None), Response.text != ""
        )
    )
    prompt = db.scalar(
        select(func.avg(_words(Prompt.text))).where(
            Prompt.campaign_id == campaign.id, Prompt.kind == "regular", Prompt.text != ""
        )
    )
    return cost_of(comparisons, judgments, float(prompt or 0) + 2 * float(response or 0), rules, annotators)


def words_of_responses(frame: pd.DataFrame) -> float:
    """The words of a prompt and two responses of a file of responses, on average."""
    response = frame["response"].dropna().str.count(r"\S+")
    prompt = frame.drop_duplicates("prompt")["prompt"].dropna().str.count(r"\S+")
    return (float(prompt.mean()) if len(prompt) else 0.0) + 2 * (float(response.mean()) if len(response) else 0.0)


def _words(text: Any) -> ColumnElement[int]:
    """About how many words a text has: its spaces and line breaks, and one."""
    flat = func.replace(text, "\n", " ")
    return cast(func.length(flat) - func.length(func.replace(flat, " ", "")) + 1, Integer)
