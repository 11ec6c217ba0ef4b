"""Taking a queued mail out to be sent, with all that its words need, and noting what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, roles_of
from eval_core.campaigns.mail.recipients import obstacle
from eval_core.campaigns.pace import measured_pace
from eval_core.campaigns.people.invited import InvitedTo, invited_to
from eval_core.campaigns.people.link_offers import LASTS, offer_link
from eval_core.campaigns.people.roster import authorise_lead, members_of
from eval_core.campaigns.rules import rules_of
from eval_core.errors import RefusedError
from eval_core.store import (
    Assignment,
    Campaign,
    Mail,
    MailAddress,
    MailPlan,
    Membership,
    Person,
    RatingAssignment,
    Store,
)

DEFAULT_ZONE = "Europe/Oslo"


@dataclass(frozen=True)
class Envelope:
    """One mail, as far as its words need it.

    Attributes:
        number: of the mail, 0 for a preview; `made_at`: when it was asked for.
        invited: who asks, for what.
        pay, contact: of the information letter, '' without one.
        began: whether the person has done something here.
        token: of the link in it, None where it has none, or in a preview.
        until: until when that link waits for its first use.
        stop_key: of the address that stops such mails.
    """

    number: int
    made_at: datetime
    kind: str
    slug: str
    title: str
    name: str
    address: str
    language: str | None
    time_zone: str
    invited: InvitedTo
    pay: str
    contact: str
    began: bool
    deadline: datetime | None
    token: str | None
    until: datetime | None
    stop_key: str


def take_mail(store: Store, mail_id: int) -> Envelope | None:
    """A queued mail to send now; None where it was sent before, or must not be sent any more, which is noted.

    A link in it is made now. If the mail is taken again, since its sender has died, it gets another one.
    """
    with store.write() as db:
        mail = db.scalar(select(Mail).where(Mail.id == mail_id).with_for_update())
        if mail is None or mail.state not in ("waiting", "sending"):
            return None
        campaign = db.get_one(Campaign, mail.campaign_id)
        if why := obstacle(db, campaign, mail.person_id, mail.kind):
            mail.state, mail.answer = "dropped", why
            return None
        mail.state, mail.answer = "sending", None
        token = offer_link(db, mail.person_id, mail.id, mail.kind) if mail.kind in LASTS else None
        return _envelope(store, db, campaign, db.get_one(Person, mail.person_id), mail, token)


def note_mail(store: Store, mail_id: int, state: str, answer: str | None = None) -> None:
    """Note what became of a mail: 'sent', 'refused' or, to be tried again, 'waiting'."""
    with store.write() as db:
        mail = db.get(Mail, mail_id)
        if mail is not None:  # else the person was erased meanwhile
            mail.state, mail.answer = state, answer
            mail.sent_at = store.now() if state == "sent" else None


def preview_mail(store: Store, slug: str, kind: str, person_id: int, language: str, who: Who = OPERATOR) -> Envelope:
    """The mail that a person would get now, without a link. For leads.

    Raises:
        RefusedError: 'unknown_person', 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise_lead(db, who, slug).campaign
        person = db.scalar(select(Person).where(Person.id == person_id, Person.id.in_(members_of(campaign))))
        if person is None:
            raise RefusedError("unknown_person", "the campaign has no such person")
        mail = Mail(id=0, kind=kind, language=language, queued_at=store.now())
        return _envelope(store, db, campaign, person, mail, None)


def zone_of(db: Session, campaign: Campaign) -> str:
    """The campaign's time zone: that of the lead who has set up its mail."""
    return db.scalar(select(MailPlan.time_zone).where(MailPlan.campaign_id == campaign.id)) or DEFAULT_ZONE


def _envelope(store: Store, db: Session, campaign: Campaign, person: Person, mail: Mail, token: str | None) -> Envelope:
    address = db.scalar(select(MailAddress).where(MailAddress.person_id == person.id))
    letter = rules_of(campaign).letter
    zone = (address.time_zone if address else None) or zone_of(db, campaign)
    standard = db.scalar(
        select(Membership.written_standard).where(
            Membership.person_id == person.id, Membership.campaign_id == campaign.id, Membership.role == "annotator"
        )
    )
    return Envelope(
        number=mail.id,
        made_at=mail.queued_at,
        kind=mail.kind,
        slug=campaign.slug,
        title=campaign.title,
        name=person.name,
        address=address.address if address else "",
        language=person.language or mail.language or standard,
        time_zone=zone,
        invited=invited_to(
            db,
            campaign,
            roles_of(db, person.id).get(campaign.slug, ()),
            measured_pace(store, db, campaign),
            person.id,
        ),
        pay=" ".join(letter.pay.split()) if letter.complete else "",
        contact=" ".join(letter.contact.split()) if letter.complete else "",
        began=_began(db, campaign, person),
        deadline=campaign.deadline,
        token=token,
        until=mail.queued_at + LASTS[mail.kind] if mail.kind in LASTS else None,
        stop_key=address.stop_key if address else "",
    )


def _began(db: Session, campaign: Campaign, person: Person) -> bool:
    return any(
        db.scalar(
            select(table.id)
            .where(table.campaign_id == campaign.id, table.person_id == person.id, table.status == "done")
            .limit(1)
        )
        for table in (Assignment, RatingAssignment)
    )
