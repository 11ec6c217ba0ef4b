"""Who is to be paid by a crowd platform: how it ended for each who came, their work, and the code that they were shown.

Here, and nowhere else, what a platform calls a person comes together with what they did.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import pandas as pd
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.my_work.hours import campaign_hours
from eval_core.campaigns.quality.controls import controls_of_people
from eval_core.campaigns.quality.gold_and_repeats import control_answers
from eval_core.campaigns.rules import rules_of
from eval_core.locales import natural
from eval_core.store import WORK_KINDS, Arrival, Assignment, Campaign, Consent, Person, RatingAssignment, Store


@dataclass(frozen=True)
class Payment:
    """One person who came by the open link.

    Attributes:
        name: their pseudonym here.
        parameters: what the platform added to the address, by name; empty for those who came from elsewhere.
        source: the word of the address by which they came.
        ended: 'completed', 'screened_out', 'full' or 'withdrawn'; None while it goes on.
        withdrawn_at: when they withdrew their consent, also after they had completed; None if they have not.
        judgments: comparisons judged or responses rated, gold and repeats among them, training and test left out.
        minutes: worked, their own corrections included.
        gold_right, gold: gold comparisons, or control responses, answered as expected, of how many.
        code: the code that they were shown; '' for none.
    """

    name: str
    parameters: dict[str, str]
    source: str | None
    came_at: datetime
    ended: str | None
    ended_at: datetime | None
    withdrawn_at: datetime | None
    judgments: int
    minutes: int
    gold_right: int
    gold: int
    code: str


def list_payments(store: Store, slug: str, who: Who = OPERATOR) -> tuple[Payment, ...]:
    """Everyone who came by the open link, in the order in which they came. For leads.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        here = select(Arrival.id).where(Arrival.campaign_id == authorise(db, who, slug, "lead").campaign.id)
        if db.scalar(here.limit(1)) is None:
            return ()  # at once: hours and gold of a million judgments take seconds
    minutes = Counter[str]()
    for row in campaign_hours(store, slug, None, who):
        minutes[row.name] += row.day.minutes
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        crowd = rules_of(campaign).crowd
        done, gold = _done(db, campaign), _gold(db, campaign)
        payments = []
        for arrival, name, withdrawn_at in _arrivals(db, campaign):
            back = crowd.way_back(arrival.ended, arrival.parameters) if arrival.ended else None
            right, asked = gold.get(arrival.person_id, (0, 0))
            payments.append(
                Payment(
                    name=name,
                    parameters={key: str(value) for key, value in arrival.parameters.items()},
                    source=arrival.source,
                    came_at=arrival.arrived_at,
                    ended=arrival.ended,
                    ended_at=arrival.ended_at,
                    withdrawn_at=withdrawn_at,
                    judgments=done[arrival.person_id],
                    minutes=minutes[name],
                    gold_right=right,
                    gold=asked,
                    code=back.code if back else "",
                )
            )
    return tuple(payments)


def payments_frame(payments: Sequence[Payment]) -> pd.DataFrame:
    """The table as a file has it: a column for each parameter; times in UTC."""
    names = sorted({name for payment in payments for name in payment.parameters}, key=natural)
    columns = ["annotator", *names, "source", "came_at", "ended", "ended_at", "withdrawn_at"]
    columns += ["judgments", "minutes", "gold_right", "gold", "code"]
    rows = [
        {
            "annotator": payment.name,
            **payment.parameters,
            "source": payment.source,
            "came_at": _moment(payment.came_at),
            "ended": payment.ended,
            "ended_at": _moment(payment.ended_at),
            "withdrawn_at": _moment(payment.withdrawn_at),
            "judgments": payment.judgments,
            "minutes": payment.minutes,
            "gold_right": payment.gold_right,
            "gold": payment.gold,
            "code": payment.code or None,
        }
        for payment in payments
    ]
    return pd.DataFrame(rows, columns=columns)


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _arrivals(db: Session, campaign: Campaign) -> Sequence[tuple[Arrival, str, datetime | None]]:
    latest = (
        select(Consent.person_id, func.max(Consent.id).label("newest"))
        .where(Consent.campaign_id == campaign.id)
        .group_by(Consent.person_id)
        .subquery()
    )
    return [
        (arrival, name, withdrawn_at)
        for arrival, name, withdrawn_at in db.execute(
            select(Arrival, Person.name, Consent.withdrawn_at)
            .join(Person, Person.id == Arrival.person_id)
            .outerjoin(latest, latest.c.person_id == Arrival.person_id)
            .outerjoin(Consent, Consent.id == latest.c.newest)
            .where(Arrival.campaign_id == campaign.id)
            .order_by(Arrival.arrived_at, Arrival.id)
        )
    ]


def _done(db: Session, campaign: Campaign) -> Counter[int]:
    """Person -> comparisons judged and responses rated."""
    done = Counter[int]()
    for table in (Assignment, RatingAssignment):
        rows = (
            select(table.person_id, func.count())
            .where(table.campaign_id == campaign.id, table.status == "done", table.kind.in_(WORK_KINDS))
            .group_by(table.person_id)
        )
        done.update({person: count for person, count in db.execute(rows) if person is not None})
    return done


def _gold(db: Session, campaign: Campaign) -> dict[int, tuple[int, int]]:
    """Person -> how many gold comparisons, or control responses, they answered as expected, of how many."""
    found = {person: (count.right, count.n) for person, count in controls_of_people(db, campaign).items()}
    answers = control_answers(db, campaign.id)
    counts = answers[answers["kind"] == "gold"].groupby("person")["alike"].agg(["sum", "size"])
    people, right, asked = counts.index.tolist(), counts["sum"].tolist(), counts["size"].tolist()
    return found | dict(zip(people, zip(right, asked, strict=True), strict=True))
