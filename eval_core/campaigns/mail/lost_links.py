"""A new link for who has lost theirs: asked for with a mail address, by anyone, and answered by mail alone."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from eval_core.campaigns.mail.outbox import queue_mail
from eval_core.campaigns.mail.recipients import OPEN, last_mail, obstacle
from eval_core.locales import LANGUAGES
from eval_core.mail.addresses import folded
from eval_core.mail.server import mail_server
from eval_core.store import Campaign, Link, LinkOffer, Mail, MailAddress, MailPlan, Membership, Store

_PAUSE = timedelta(minutes=10)
_A_DAY = 5  # mails to one person
_MOST_PEOPLE = 3  # with one address


def ask_for_link(store: Store, address: str, language: str) -> int:
    """Queue a mail with a new link to each person of this address, where a campaign of theirs may send mail; how many.

    Not to those whose link a lead has revoked, nor more than five a day. Who asked must not learn the number.
    """
    if mail_server() is None:
        return 0
    found = select(MailAddress.person_id).where(MailAddress.folded == folded(address)).order_by(MailAddress.id)
    found = found.limit(_MOST_PEOPLE)
    with store.read() as db:
        if not db.scalars(found).all():  # most of what strangers ask for, which takes no turn from those who write
            return 0
    with store.write() as db:
        return sum(_queue(store, db, person, language) for person in db.scalars(found).all())


def _queue(store: Store, db: Session, person_id: int, language: str) -> bool:
    now = store.now()
    campaign = _campaign(db, person_id)
    if campaign is None or not _may_sign_in(store, db, person_id):
        return False
    mine = (Mail.person_id == person_id, Mail.kind == "link")
    lately = db.scalar(select(func.count()).where(*mine, Mail.queued_at > now - timedelta(days=1))) or 0
    newest = db.scalar(select(func.max(Mail.queued_at)).where(*mine))
    if lately >= _A_DAY or (newest is not None and now - newest < _PAUSE):
        return False
    number, _ = last_mail(db, campaign.id, person_id, "link")
    key = f"link/{campaign.id}/{person_id}/{number}"
    spoken = language if language in LANGUAGES else None
    return queue_mail(db, Mail(campaign_id=campaign.id, person_id=person_id, kind="link", key=key, language=spoken))


def _campaign(db: Session, person_id: int) -> Campaign | None:
    """The newest campaign of the person's that is going on and may send mail."""
    here = or_(Membership.campaign_id == Campaign.id, Membership.campaign_id.is_(None))
    campaigns = db.scalars(
        select(Campaign)
        .join(MailPlan, MailPlan.campaign_id == Campaign.id)
        .join(Membership, here)
        .where(Membership.person_id == person_id, MailPlan.sending, Campaign.status.in_(OPEN["link"]))
        .order_by(Campaign.id.desc())
    )
    return next((one for one in campaigns if not obstacle(db, one, person_id, "link")), None)


def _may_sign_in(store: Store, db: Session, person_id: int) -> bool:
    """Whether the person has a link that works, used or not: a lead who revoked it meant it."""
    live = select(Link.id).where(Link.person_id == person_id, Link.revoked_at.is_(None))
    offered = select(LinkOffer.id).where(LinkOffer.person_id == person_id, LinkOffer.until > store.now())
    return db.scalar(live.limit(1)) is not None or db.scalar(offered.limit(1)) is not None
