"""How long one judgment or rating sheet takes by the clock of the people who have made some: what estimates learn from.

The mean is taken, not the median: hours are sums, and most times are short with a few long ones, so the median would
promise too few hours. The desk counts no more than five minutes for one piece of work (`timing.IDLE`), so a cup of
coffee cannot pull the mean far. Times of judges by program, of simulated people and of those left out are no measure of
what people need.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, cast, func, select
from sqlalchemy.orm import Session
from sqlalchemy.types import Float

from eval_core.campaigns.kinds import rates_responses
from eval_core.store import Campaign, Exclusion, Judgment, Person, Rating, RatingAssignment, Store
from eval_core.store.cache import PerCampaign

# Of fewer, the mean's interval is mostly wider than the guess from the texts' length is wrong.
ENOUGH = 20
# From so many people on, the interval says how much people differ; of fewer it says only how much judgments do.
_PEOPLE = 3
_LEVEL = 0.95
# It is read again once so large a part of all judgments is new: a million takes a second.
_PARTS = 200
_PACES: PerCampaign[tuple[Pace | None]] = PerCampaign(32)


@dataclass(frozen=True)
class Pace:
    """What was measured.

    Attributes:
        seconds: of one piece of work on average; low, high: its 95 % interval.
        done: pieces of work measured, by so many `people`; hours: their active time together.
    """

    seconds: float
    low: float
    high: float
    done: int
    people: int
    hours: float


def measured_pace(store: Store, db: Session, campaign: Campaign) -> Pace | None:
    """The pace of a campaign's people so far, None with fewer than `ENOUGH` measured judgments or sheets.

    In a large database it may be half a percent of the judgments old.
    """
    rates = rates_responses(campaign)
    newest = db.scalar(select(func.max(Rating.id if rates else Judgment.id))) or 0
    step = max(1, newest // _PARTS)
    left_out = db.scalar(select(func.count()).select_from(Exclusion.people(campaign.id).subquery())) or 0
    state = (rates, step, newest // step, left_out)
    kept = _PACES.get(store, campaign.id, state)
    if kept is None:
        kept = (pace_of(db.execute(_sheets(campaign) if rates else _judgments(campaign)).all()),)
        _PACES.put(store, campaign.id, state, kept)
    return kept[0]


def pace_of(people: Sequence[Any]) -> Pace | None:
    """The pace from one row a person: how many, the sum of their seconds, and the sum of the squares."""
    from scipy.stats import t  # as heavy as the rest of a command's start

    rows = [(int(count), float(total), float(squares)) for count, total, squares in people if count]
    done, total = sum(row[0] for row in rows), sum(row[1] for row in rows)
    if done < ENOUGH or not total:
        return None
    mean = total / done
    if len(rows) >= _PEOPLE:  # of a ratio of two sums over people
        spread = sum((seconds - mean * count) ** 2 for count, seconds, _ in rows) * len(rows) / (len(rows) - 1)
        error, df = math.sqrt(spread) / done, len(rows) - 1
    else:
        spread = sum(row[2] for row in rows) - done * mean**2
        error, df = math.sqrt(max(0.0, spread) / (done - 1) / done), done - 1
    margin = float(t.ppf((1 + _LEVEL) / 2, df)) * error
    return Pace(mean, max(0.0, mean - margin), mean + margin, done, len(rows), total / 3600)


def _judgments(campaign: Campaign) -> Select[int, Any, Any]:
    """Every choice that was made here, gold, repeats and training with it: all of it is work."""
    seconds = cast(Judgment.active_ms, Float) / 1000
    return (
        select(func.count(), func.sum(seconds), func.sum(seconds * seconds))
        .where(Judgment.campaign_id == campaign.id, Judgment.active_ms.is_not(None), Judgment.revision == 1)
        .where(Judgment.person_id.in_(_people(campaign)))
        .group_by(Judgment.person_id)
    )


def _sheets(campaign: Campaign) -> Select[int, Any, Any]:
    """Every sheet that was filled in: each of its rows repeats the time of the whole."""
    sheet = (
        select(RatingAssignment.person_id.label("person"), (cast(func.max(Rating.active_ms), Float) / 1000).label("s"))
        .join(Rating, Rating.rating_assignment_id == RatingAssignment.id)
        .where(RatingAssignment.campaign_id == campaign.id, RatingAssignment.protocol_key == campaign.protocol_key)
        .where(RatingAssignment.person_id.in_(_people(campaign)), Rating.active_ms.is_not(None), Rating.revision == 1)
        .group_by(RatingAssignment.id, RatingAssignment.person_id)
        .subquery()
    )
    return select(func.count(), func.sum(sheet.c.s), func.sum(sheet.c.s * sheet.c.s)).group_by(sheet.c.person)


def _people(campaign: Campaign) -> Select[int]:
    return select(Person.id).where(Person.kind == "human", Person.id.not_in(Exclusion.people(campaign.id)))
