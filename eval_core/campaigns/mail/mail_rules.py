"""Mail by rule: reminders to annotators who have been away, and the leads' summary on Mondays.

Both are queued by regular work. Queueing twice queues once: a reminder's key holds the number of the one before, a
summary's the Monday.
"""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo

from sqlalchemy import func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from eval_core.campaigns.access import find_campaign, find_person
from eval_core.campaigns.mail.dispatch import DEFAULT_ZONE
from eval_core.campaigns.mail.outbox import queue_mail
from eval_core.campaigns.mail.recipients import Absence, last_mail, obstacle, with_work_left
from eval_core.campaigns.my_work.hours import time_zone
from eval_core.campaigns.watching.progress import campaign_progress
from eval_core.store import Campaign, Judgment, Mail, MailAddress, MailPlan, Membership, Person, Rating, Store
from eval_core.store.schema.work import RatingAssignment

AWAY = timedelta(days=3)
WEEK = timedelta(days=7)
# After so many reminders without a visit, silence is an answer.
MOST_IN_A_ROW = 3
_DAYTIME = range(9, 18)
_MORNING = 7


def queue_reminders(store: Store) -> int:
    """Queue the reminders that are due in all campaigns that want them; how many."""
    return sum(_remind(store, slug, zone) for slug, zone in _wanting(store, MailPlan.reminders, ("open",)))


def queue_summaries(store: Store) -> int:
    """Queue the Monday summaries that are due, each on its reader's own Monday morning; how many."""
    queued = 0
    for slug, zone in _wanting(store, MailPlan.summaries, ("open", "paused")):
        with store.write() as db:
            campaign = find_campaign(db, slug)
            for person_id, own in _leads(db, campaign):
                local = store.now().astimezone(time_zone(own or zone or DEFAULT_ZONE))
                if local.weekday() != 0 or local.hour < _MORNING or obstacle(db, campaign, person_id, "summary"):
                    continue
                key = f"summary/{campaign.id}/{person_id}/{local:%Y-%m-%d}"
                queued += queue_mail(db, Mail(campaign_id=campaign.id, person_id=person_id, kind="summary", key=key))
    return queued


def done_since(store: Store, slug: str, since: datetime) -> int:
    """How many judgments, or ratings of a response, people have made in a campaign since then, and not undone."""
    with store.read() as db:
        campaign = find_campaign(db, slug)
        judged = select(func.count()).where(
            Judgment.campaign_id == campaign.id,
            Judgment.live,
            Judgment.ranked,
            Judgment.outcome.is_not(None),
            Judgment.imported.is_(False),
            Judgment.decided_at >= since,
        )
        rated = (
            select(func.count(RatingAssignment.id.distinct()))
            .join(Rating, Rating.rating_assignment_id == RatingAssignment.id)
            .where(RatingAssignment.campaign_id == campaign.id, Rating.live, Rating.decided_at >= since)
        )
        return (db.scalar(judged) or 0) + (db.scalar(rated) or 0)


def _wanting(
    store: Store, switch: InstrumentedAttribute[bool], states: tuple[str, ...]
) -> list[tuple[str, str | None]]:
    with store.read() as db:
        rows = (
            select(Campaign.slug, MailPlan.time_zone)
            .join(MailPlan, MailPlan.campaign_id == Campaign.id)
            .where(MailPlan.sending, switch, Campaign.status.in_(states))
            .order_by(Campaign.id)
        )
        return [(slug, zone) for slug, zone in db.execute(rows)]


def _remind(store: Store, slug: str, zone: str | None) -> int:
    now = store.now()
    if now.astimezone(_zone(zone)).hour not in _DAYTIME:
        return 0
    progress = campaign_progress(store, slug)
    queued = 0
    with store.write() as db:
        campaign = find_campaign(db, slug)
        ids = {person.name: find_person(db, person.name).id for person in progress.people}
        for absence in with_work_left(progress, ids):
            if _is_due(db, campaign, absence, now) and not obstacle(db, campaign, absence.person_id, "reminder"):
                number, _ = last_mail(db, campaign.id, absence.person_id, "reminder")
                key = f"reminder/{campaign.id}/{absence.person_id}/{number}"
                queued += queue_mail(
                    db, Mail(campaign_id=campaign.id, person_id=absence.person_id, kind="reminder", key=key)
                )
    return queued


def _is_due(db: Session, campaign: Campaign, absence: Absence, now: datetime) -> bool:
    here = (Mail.campaign_id == campaign.id, Mail.person_id == absence.person_id)
    invited = db.scalar(select(func.max(Mail.queued_at)).where(*here, Mail.kind == "invitation"))
    since = absence.since or invited or db.get_one(Person, absence.person_id).created_at
    if now - max(since, invited or since) < AWAY:
        return False
    _, before = last_mail(db, campaign.id, absence.person_id, "reminder")
    if before is not None and now - before < WEEK:
        return False
    in_a_row = select(func.count()).where(*here, Mail.kind == "reminder", Mail.queued_at > since)
    return (db.scalar(in_a_row) or 0) < MOST_IN_A_ROW


def _leads(db: Session, campaign: Campaign) -> list[tuple[int, str | None]]:
    """The leads who have an address, with the time zone of their browser."""
    here = or_(Membership.campaign_id == campaign.id, Membership.campaign_id.is_(None))
    rows = (
        select(MailAddress.person_id, MailAddress.time_zone)
        .join(Membership, Membership.person_id == MailAddress.person_id)
        .where(here, Membership.role == "lead")
        .distinct()
        .order_by(MailAddress.person_id)
    )
    return [(person, zone) for person, zone in db.execute(rows)]


def _zone(name: str | None) -> tzinfo:
    return time_zone(name or DEFAULT_ZONE)
