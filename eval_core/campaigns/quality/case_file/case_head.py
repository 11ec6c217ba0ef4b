"""Who an annotator is in a campaign: state, quota, pace, and what they hold. For leads; names no system."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.people.roster import PersonHere, Place, authorise_lead, list_roster
from eval_core.campaigns.quality.exclusions import ExclusionRow, list_exclusions, people_who_judged
from eval_core.campaigns.quality.pauses import paused_since
from eval_core.campaigns.rules import SETTLED
from eval_core.errors import RefusedError
from eval_core.store import Assignment, Campaign, Judgment, Person, RatingAssignment, Store

_LATELY = timedelta(days=7)


@dataclass(frozen=True)
class CaseHead:
    """An annotator of a campaign.

    Attributes:
        person: as People has them; without roles where they only have judgments here.
        campaign: the campaign's title, and `protocol` the key of its protocol.
        rates: whether responses are rated there.
        quota: judgments asked of each, None without a limit.
        state: 'left_out', 'paused', 'gone' (no annotator here any more), 'finished' (quota done, or judging closed),
            'new' (nothing judged yet) or 'active'.
        since: when the exclusion or pause in force began.
        exclusion: the one in force.
        pace: judgments per hour of active time in the last seven days; None without any.
        held: comparisons or responses that they hold unjudged.
    """

    person: PersonHere
    campaign: str
    protocol: str
    rates: bool
    quota: int | None
    state: str
    since: datetime | None
    exclusion: ExclusionRow | None
    pace: float | None
    held: int


def read_case_head(store: Store, slug: str, person_id: int, who: Who = OPERATOR) -> CaseHead:
    """Who an annotator is in a campaign. For leads.

    Raises:
        RefusedError: 'unknown_person' for a person who neither belongs to the campaign nor judged in it,
            'signed_out', 'not_allowed'.
    """
    people = {person.person_id: person for person in list_roster(store, slug, who)}
    exclusions = {row.person_id: row for row in list_exclusions(store, slug, who) if row.lifted_at is None}
    pauses = paused_since(store, slug, who)
    known = people_who_judged(store, slug, who)
    with store.read() as db:
        campaign = authorise_lead(db, who, slug).campaign
        person = people.get(person_id)
        if person is None:
            if person_id not in known:
                raise RefusedError("unknown_person", "the campaign has no such person")
            person = _former(db, campaign, person_id, excluded=person_id in exclusions)
        exclusion = exclusions.get(person_id)
        return CaseHead(
            person,
            campaign.title,
            campaign.protocol_key,
            rates_responses(campaign),
            campaign.per_annotator,
            _state(campaign, person, paused=person_id in pauses),
            exclusion.made_at if exclusion else pauses.get(person_id),
            exclusion,
            _pace(db, campaign, person_id, store.now()),
            _held(db, campaign, person_id),
        )


def _former(db: Session, campaign: Campaign, person_id: int, *, excluded: bool) -> PersonHere:
    """A person without a role here, whose judgments the campaign has."""
    row = db.get_one(Person, person_id)
    mine = (Judgment.campaign_id == campaign.id, Judgment.person_id == person_id, Judgment.live)
    done, last = db.execute(select(func.count(), func.max(Judgment.decided_at)).where(*mine)).one()
    return PersonHere(
        person_id=person_id,
        name=row.name,
        kind=row.kind,
        place=Place(),
        everywhere=(),
        link="none",
        link_id=None,
        signed_in=False,
        last_seen=last,
        done=done,
        excluded=excluded,
        paused=False,
        names=None,
        is_you=False,
        in_reach=False,
    )


def _state(campaign: Campaign, person: PersonHere, *, paused: bool) -> str:
    if person.excluded:
        return "left_out"
    if campaign.status in SETTLED or (campaign.per_annotator and person.done >= campaign.per_annotator):
        return "finished"
    if "annotator" not in person.roles:
        return "gone"
    if paused:
        return "paused"
    return "active" if person.done else "new"


def _pace(db: Session, campaign: Campaign, person_id: int, now: datetime) -> float | None:
    measured, active = db.execute(
        select(func.count(Judgment.active_ms), func.coalesce(func.sum(Judgment.active_ms), 0)).where(
            Judgment.campaign_id == campaign.id,
            Judgment.person_id == person_id,
            Judgment.decided_at >= now - _LATELY,
        )
    ).one()
    return measured / (int(active) / 3_600_000) if active else None


def _held(db: Session, campaign: Campaign, person_id: int) -> int:
    compared = select(func.count()).where(
        Assignment.campaign_id == campaign.id,
        Assignment.person_id == person_id,
        Assignment.status == "leased",
        Assignment.kind == "regular",
    )
    rated = select(func.count()).where(
        RatingAssignment.campaign_id == campaign.id,
        RatingAssignment.person_id == person_id,
        RatingAssignment.status == "leased",
        RatingAssignment.kind == "regular",
    )
    return int(db.scalar(select(compared.scalar_subquery() + rated.scalar_subquery())) or 0)
