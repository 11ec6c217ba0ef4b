"""Who may get which mail just now, and if not, why not."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from eval_core.campaigns.mail.mail_plan import allowed_in
from eval_core.campaigns.watching.progress import CampaignProgress
from eval_core.store import Campaign, Consent, Exclusion, Mail, MailAddress, Membership, Pause, Person

# In which states of a campaign each kind is sent.
OPEN = {
    "invitation": ("draft", "open", "paused"),
    "reminder": ("open",),
    "summary": ("open", "paused"),
    "link": ("draft", "open", "paused"),
}
_ROLES = {"reminder": "annotator", "summary": "lead"}


@dataclass(frozen=True)
class Absence:
    """An annotator with work left, and since when they have not been here; None if they have never come."""

    person_id: int
    name: str
    since: datetime | None


def obstacle(db: Session, campaign: Campaign, person_id: int, kind: str) -> str:
    """Why a person may not get a mail of this kind now: a code, or '' if they may.

    'mail_off', 'not_open' (the campaign), 'not_here' (no such role), 'not_human', 'no_address', 'stopped' (they want no
    reminders), 'excluded', 'paused' (the person) or 'withdrawn' (their consent).
    """
    if not allowed_in(db, campaign.id).sending:
        return "mail_off"
    if campaign.status not in OPEN[kind]:
        return "not_open"
    here = or_(Membership.campaign_id == campaign.id, Membership.campaign_id.is_(None))
    roles = set(db.scalars(select(Membership.role).where(Membership.person_id == person_id, here)))
    if not roles or (kind in _ROLES and _ROLES[kind] not in roles):
        return "not_here"
    person = db.get(Person, person_id)
    if person is None or person.kind != "human":
        return "not_human"
    address = db.scalar(select(MailAddress).where(MailAddress.person_id == person_id))
    if address is None:
        return "no_address"
    if kind == "link":
        return ""
    if address.stopped_at is not None:
        return "stopped"
    return _done_here(db, campaign, person_id) if kind == "reminder" else ""


def _done_here(db: Session, campaign: Campaign, person_id: int) -> str:
    """Why an annotator is not to be reminded."""
    if db.scalar(select(Exclusion.id).where(Exclusion.in_force(campaign.id, person_id))):
        return "excluded"
    if db.scalar(select(Pause.id).where(Pause.in_force(campaign.id, person_id))):
        return "paused"
    mine = (Consent.campaign_id == campaign.id, Consent.person_id == person_id)
    newest = db.scalar(select(Consent).where(*mine).order_by(Consent.id.desc()).limit(1))
    return "withdrawn" if newest is not None and newest.withdrawn_at is not None else ""


def with_work_left(progress: CampaignProgress, ids: dict[str, int]) -> list[Absence]:
    """The annotators who have something left to do, in the order of `progress`."""
    return [
        Absence(ids[person.name], person.name, person.last_seen)
        for person in progress.people
        if person.name in ids and person.kind == "human" and person.left > 0
    ]


def last_mail(db: Session, campaign_id: int, person_id: int, *kinds: str) -> tuple[int, datetime | None]:
    """The number of the newest mail of these kinds to a person here, and when it was queued; (0, None) without one."""
    row = db.execute(
        select(func.max(Mail.id), func.max(Mail.queued_at)).where(
            Mail.campaign_id == campaign_id, Mail.person_id == person_id, Mail.kind.in_(kinds)
        )
    ).one()
    return row[0] or 0, row[1]
