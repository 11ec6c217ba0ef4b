"""The annotators' time that a campaign costs: measured once people have worked, before that from other campaigns or
from the words that they will read.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, Integer, cast, func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Who, roles_of, signed_in_person
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.pace import Pace, measured_pace
from eval_core.campaigns.rules import Rules
from eval_core.campaigns.watching.progress import counts_within
from eval_core.protocols import load_protocol
from eval_core.store import Campaign, Comparison, Prompt, Response, Store

# Adults read 238 words of English non-fiction a minute in silence (Brysbaert 2019, Journal of Memory and Language
# 109); comparing two texts is somewhat slower.
WORDS_PER_MINUTE = 200
# For choosing, for a score on one criterion, and for ticking reasons if they are asked: our assumptions, not measured.
SECONDS_TO_CHOOSE = 5
SECONDS_FOR_REASONS = 15
# Earlier campaigns that are asked for their pace, the newest first.
_EARLIER = 8


@dataclass(frozen=True)
class Cost:
    """How much work a campaign is. Where responses are rated, a response takes the place of a comparison.

    Attributes:
        comparisons: regular ones that are judged, or responses that are rated; judgments: of them, each as often as
            its overlap, one sheet of ratings being one; done: made so far.
        words: of a prompt and the responses shown with it, on average.
        seconds: of one judgment or sheet, reading included.
        extra: further judgments: gold and repeats in the stream, and training and test of each annotator.
        hours: of all annotators together, from the first judgment to the last.
        pace: what `seconds` was measured by: this campaign's own work, or that of `earlier`; None if it is guessed
            from the words.
        earlier: the title of the earlier campaign, with texts of another length allowed for; '' for this one.
        criteria: scores that one judgment consists of, 1 for a choice.
    """

    comparisons: int
    judgments: int
    words: float
    seconds: float
    extra: int
    hours: float
    done: int = 0
    pace: Pace | None = None
    earlier: str = ""
    criteria: int = 1

    @property
    def hours_left(self) -> float:
        """Hours of all annotators together from now on."""
        if not self.judgments:
            return 0.0
        return self.hours * max(0, self.judgments - self.done) / self.judgments


def cost_of(
    comparisons: int,
    judgments: int,
    words: float,
    rules: Rules,
    annotators: int = 0,
    *,
    criteria: int = 1,
    pace: Pace | None = None,
) -> Cost:
    """The cost of so many judgments under the rules, for so many annotators.

    Args:
        criteria: scores that one judgment consists of, 1 for a choice.
        pace: what was measured in this campaign, which then takes the place of the guess from `words`.
    """
    guessed = 60 * words / WORDS_PER_MINUTE + criteria * SECONDS_TO_CHOOSE
    guessed += rules.share_of_reasons * SECONDS_FOR_REASONS
    seconds = guessed if pace is None else pace.seconds
    regular = (1 - rules.gold_share) * (1 - rules.repeat_share)
    extra = round(judgments * (1 / regular - 1)) + annotators * (rules.training + rules.test)
    hours = (judgments + extra) * seconds / 3600
    return Cost(comparisons, judgments, words, seconds, extra, hours, pace=pace, criteria=criteria)


def cost_under(cost: Cost, rules: Rules, annotators: int, comparisons: int, judgments: int) -> Cost:
    """What other rules, people and numbers would cost, with the same texts and the same pace."""
    found = cost_of(comparisons, judgments, cost.words, rules, annotators, criteria=cost.criteria, pace=cost.pace)
    return replace(found, done=min(cost.done, judgments), earlier=cost.earlier)


def cost_within(
    store: Store, db: Session, campaign: Campaign, rules: Rules, annotators: int, asker: Who | None = None
) -> Cost:
    """The cost of the whole campaign, including what is done already.

    Args:
        asker: whose earlier campaigns may say how long people take, until there are enough judgments here; None to
            ask no other campaign.
    """
    rates, words = rates_responses(campaign), words_within(db, campaign)
    counts = counts_within(db, campaign)
    wanted = (counts.comparisons, counts.total) if rates else _laid_out(db, campaign)
    criteria = len(load_protocol(campaign.protocol_key).rated) if rates else 1
    pace, earlier = measured_pace(store, db, campaign), ""
    if pace is None and asker is not None and words:
        pace, earlier = _earlier_pace(store, db, campaign, asker, words)
    found = cost_of(*wanted, words, rules, annotators, criteria=criteria, pace=pace)
    return replace(found, done=min(counts.done, found.judgments), earlier=earlier)


def words_within(db: Session, campaign: Campaign) -> float:
    """The words that one judgment asks to read, on average: a prompt, and two responses or the one that is rated."""
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
    return float(prompt or 0) + (1 if rates_responses(campaign) else 2) * float(response or 0)


def _laid_out(db: Session, campaign: Campaign) -> tuple[int, int]:
    """Comparisons that are judged, and their judgments."""
    comparisons, judgments = db.execute(
        select(func.count(), func.coalesce(func.sum(Comparison.overlap), 0)).where(
            Comparison.campaign_id == campaign.id,
            Comparison.kind == "regular",
            ~Comparison.identical,
            Comparison.withdrawn_at.is_(None),
        )
    ).one()
    return int(comparisons), int(judgments)


def _earlier_pace(store: Store, db: Session, campaign: Campaign, asker: Who, words: float) -> tuple[Pace | None, str]:
    """The newest measured pace under the same protocol that the caller may see, for texts of this length; its title."""
    same = select(Campaign).where(Campaign.protocol_key == campaign.protocol_key, Campaign.id != campaign.id)
    others = db.scalars(same.order_by(Campaign.id.desc()).limit(10 * _EARLIER)).all()
    if isinstance(asker, str):
        seen = roles_of(db, signed_in_person(db, asker))
        others = [other for other in others if "lead" in seen.get(other.slug, ())]
    for other in others[:_EARLIER]:
        pace = measured_pace(store, db, other)
        there = words_within(db, other) if pace is not None else 0.0
        if pace is not None and there:
            scale = words / there
            scaled = replace(pace, seconds=scale * pace.seconds, low=scale * pace.low, high=scale * pace.high)
            return scaled, other.title
    return None, ""


def _words(text: Any) -> ColumnElement[int]:
    """About how many words a text has: its spaces and line breaks, and one."""
    flat = func.replace(text, "\n", " ")
    return cast(func.length(flat) - func.length(func.replace(flat, " ", "")) + 1, Integer)
