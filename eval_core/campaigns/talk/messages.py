"""Messages that a lead writes to an annotator, and the annotator reads."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Grant, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.people.memberships import enter
from eval_core.campaigns.people.roster import authorise_lead, members_of
from eval_core.campaigns.text import checked_text
from eval_core.errors import RefusedError
from eval_core.store import Membership, Message, Person, Store

_DOUBLE = timedelta(minutes=1)  # the same words again within it are a double click
_LATEST = 50


@dataclass(frozen=True)
class OwnMessage:
    """A message as the annotator reads it."""

    id: int
    text: str
    sent_at: datetime
    read_at: datetime | None

    @property
    def unread(self) -> bool:
        """Whether the annotator has not seen it."""
        return self.read_at is None


@dataclass(frozen=True)
class SentMessage:
    """A message as the leads see it; `sent_by` is None where it came from the command line."""

    id: int
    to: str
    sent_by: str | None
    text: str
    sent_at: datetime
    read_at: datetime | None


def send_message(store: Store, slug: str, person_id: int, text: str, who: Who = OPERATOR) -> int:
    """Write to somebody who judges in the campaign. For leads.

    Returns:
        The message's id; the same words to the same person within a minute are one message.

    Raises:
        RefusedError: 'empty_message', 'message_too_long' over 2,000 characters, 'unknown_person', 'not_annotator' for
            somebody who does not judge here and would never see it, 'signed_out', 'not_allowed'.
    """
    with store.write() as db:
        grant, person = enter(db, who, slug, person_id)
        text = checked_text(text, empty="empty_message", too_long="message_too_long")
        judges = members_of(grant.campaign).where(Membership.person_id == person.id, Membership.role == "annotator")
        if person.kind != "human" or db.scalar(judges.limit(1)) is None:
            raise RefusedError("not_annotator", "the person does not judge here and would never see it")
        now = store.now()
        before = db.scalar(
            select(Message.id).where(
                Message.campaign_id == grant.campaign.id,
                Message.person_id == person.id,
                Message.text == text,
                Message.sent_at.between(now - _DOUBLE, now + _DOUBLE),
            )
        )
        if before is not None:
            return before
        message = Message(
            campaign_id=grant.campaign.id, person_id=person.id, text=text, sent_by=grant.person_id, sent_at=now
        )
        db.add(message)
        db.flush()
        note(db, grant, "message_sent", person=person.id, message=message.id)
        return message.id


def sent_messages(store: Store, slug: str, person_id: int | None = None, who: Who = OPERATOR) -> list[SentMessage]:
    """The latest messages of a campaign, or those to one person, newest first. For leads.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise_lead(db, who, slug).campaign
        query = select(Message).where(Message.campaign_id == campaign.id).order_by(Message.id.desc()).limit(_LATEST)
        rows = db.scalars(query if person_id is None else query.where(Message.person_id == person_id)).all()
        people = {person for row in rows for person in (row.person_id, row.sent_by)}
        names = {row.id: row.name for row in db.scalars(select(Person).where(Person.id.in_(people)))}
        return [
            SentMessage(
                row.id,
                names[row.person_id],
                names.get(row.sent_by) if row.sent_by is not None else None,
                row.text,
                row.sent_at,
                row.read_at,
            )
            for row in rows
        ]


def own_messages(store: Store, who: Who, slug: str) -> list[OwnMessage]:
    """What the campaign's leads have written to an annotator, newest first.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        grant = authorise(db, who, slug, "annotator")
        rows = db.scalars(
            select(Message)
            .where(Message.campaign_id == grant.campaign.id, Message.person_id == grant.person)
            .order_by(Message.id.desc())
        )
        return [OwnMessage(row.id, row.text, row.sent_at, row.read_at) for row in rows]


def mark_messages_read(store: Store, who: Who, slug: str, shown: Collection[OwnMessage]) -> int:
    """Note that an annotator has read these messages; how many were unread before.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        read = update(Message).where(
            Message.id.in_([message.id for message in shown]),
            Message.campaign_id == grant.campaign.id,
            Message.person_id == grant.person,
            Message.read_at.is_(None),
        )
        return len(db.scalars(read.values(read_at=store.now()).returning(Message.id)).all())


def note_messages_read(db: Session, grant: Grant, until: datetime, now: datetime) -> None:
    """Note that an annotator has read the messages up to then."""
    own = (Message.campaign_id == grant.campaign.id, Message.person_id == grant.person)
    messages = update(Message).where(*own, Message.read_at.is_(None), Message.sent_at <= until)
    db.execute(messages.values(read_at=now))
