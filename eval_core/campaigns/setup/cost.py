"""The annotators' time that a campaign costs, from the words that they will read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd
from sqlalchemy import ColumnElement, Integer, cast, func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.desk.supply.rating_leases import ratable
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.rules import Rules
from eval_core.protocols import load_protocol
from eval_core.store import Campaign, Comparison, Prompt, Response

# Adults read 238 words of English non-fiction a minute in silence (Brysbaert 2019, Journal of Memory and Language
# 109); comparing two texts is somewhat slower.
WORDS_PER_MINUTE = 200
# For choosing, and for ticking reasons if they are asked: our assumptions, not measured.
SECONDS_TO_CHOOSE = 5
SECONDS_FOR_REASONS = 15
# For one criterion of a rating sheet, without the reading: our assumption, not measured.
SECONDS_A_CRITERION = 5


@dataclass(frozen=True)
class Cost:
    """How much work a campaign is.

    Attributes:
        comparisons: regular ones that are judged, or responses that are rated; judgments: of them, each as often as
            its overlap, one sheet of ratings being one.
        words: of a prompt and the responses shown with it, on average.
        seconds: of one judgment or sheet, reading included.
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
    if rates_responses(campaign):
        return _cost_of_ratings(db, campaign)
    comparisons, judgments = db.execute(
        select(func.count(), func.coalesce(func.sum(Comparison.overlap), 0)).where(
            Comparison.campaign_id == campaign.id,
            Comparison.kind == "regular",
            ~Comparison.identical,
            Comparison.withdrawn_at.is_(None),
        )
    ).one()
    return cost_of(
        comparisons, judgments, _prompt_words(db, campaign) + 2 * _response_words(db, campaign), rules, annotators
    )


def seconds_of_sheet(words: float, criteria: int) -> float:
    """How long one rating sheet takes: reading so many words, and choosing a point for each criterion."""
    return 60 * words / WORDS_PER_MINUTE + SECONDS_A_CRITERION * criteria


def _cost_of_ratings(db: Session, campaign: Campaign) -> Cost:
    """As `cost_within`, of a campaign that rates: each response as often as the overlap, nothing besides."""
    there = select(func.count()).select_from(Response).join(Prompt, Prompt.id == Response.prompt_id)
    responses = db.scalar(there.where(*ratable(campaign))) or 0
    words = _prompt_words(db, campaign) + _response_words(db, campaign)
    sheets = responses * campaign.overlap
    seconds = seconds_of_sheet(words, len(load_protocol(campaign.protocol_key).rated))
    return Cost(responses, sheets, words, seconds, 0, sheets * seconds / 3600)


def _response_words(db: Session, campaign: Campaign) -> float:
    mine = (Response.campaign_id == campaign.id, Response.system_id.is_not(None), Response.text != "")
    return float(db.scalar(select(func.avg(_words(Response.text))).where(*mine)) or 0)


def _prompt_words(db: Session, campaign: Campaign) -> float:
    mine = (Prompt.campaign_id == campaign.id, Prompt.kind == "regular", Prompt.text != "")
    return float(db.scalar(select(func.avg(_words(Prompt.text))).where(*mine)) or 0)


def words_of_responses(frame: pd.DataFrame) -> float:
    """The words of a prompt and two responses of a file of responses, on average."""
    response = frame["response"].dropna().str.count(r"\S+")
    prompt = frame.drop_duplicates("prompt")["prompt"].dropna().str.count(r"\S+")
    return (float(prompt.mean()) if len(prompt) else 0.0) + 2 * (float(response.mean()) if len(response) else 0.0)


def _words(text: Any) -> ColumnElement[int]:
    """About how many words a text has: its spaces and line breaks, and one."""
    flat = func.replace(text, "\n", " ")
    return cast(func.length(flat) - func.length(func.replace(flat, " ", "")) + 1, Integer)
