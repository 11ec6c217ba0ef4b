"""Tables of mail: addresses, apart from all work; what a campaign may send; what was sent; links that mail carries."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from eval_core.store.base import Base, utc_now

MAIL_KINDS = ("invitation", "reminder", "summary", "link")
MAIL_STATES = ("waiting", "sending", "sent", "refused", "dropped")


class MailAddress(Base):
    """A person's mail address. It is in no export and no archive, and is erased with the person."""

    __tablename__ = "mail_address"

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"), unique=True)
    address: Mapped[str]
    folded: Mapped[str] = mapped_column(index=True)  # the address as it is looked up, capitals and small letters alike
    stop_key: Mapped[str] = mapped_column(unique=True)  # of the link that stops reminders and summaries, nothing else
    stopped_at: Mapped[datetime | None]  # since when the person wants neither
    time_zone: Mapped[str | None]  # of the person's browser
    created_at: Mapped[datetime] = mapped_column(default=utc_now)


class MailPlan(Base):
    """What mail the leads of a campaign allow. Without a row nothing is sent."""

    __tablename__ = "mail_plan"

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"), unique=True)
    sending: Mapped[bool] = mapped_column(default=False)  # the switch: without it the others mean nothing
    reminders: Mapped[bool] = mapped_column(default=False)  # by rule, to those who have been away
    summaries: Mapped[bool] = mapped_column(default=False)  # to the leads, on Mondays
    time_zone: Mapped[str | None]  # of the lead who set it
    changed_at: Mapped[datetime] = mapped_column(default=utc_now)


class Mail(Base):
    """One mail to one person: its kind and what became of it, never its text."""

    __tablename__ = "mail"
    __table_args__ = (
        CheckConstraint(f"kind IN {MAIL_KINDS}", name="kind"),
        CheckConstraint(f"state IN {MAIL_STATES}", name="state"),
        Index("ix_mail_campaign", "campaign_id", "id"),
        Index("ix_mail_person", "person_id", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    kind: Mapped[str]
    key: Mapped[str] = mapped_column(unique=True)  # so that the same mail is queued once
    language: Mapped[str | None]  # in which it was asked for; the person's own choice comes first
    asked_by: Mapped[int | None] = mapped_column(ForeignKey("person.id"))  # NULL: a rule, or the person
    state: Mapped[str] = mapped_column(default="waiting")
    answer: Mapped[str | None]  # why it was not sent: a code of ours, or the mail server's number
    queued_at: Mapped[datetime] = mapped_column(default=utc_now)
    sent_at: Mapped[datetime | None]


class LinkOffer(Base):
    """A link in a mail. Used once, it becomes the person's link; until then the one that they have is not touched."""

    __tablename__ = "link_offer"

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"), index=True)
    mail_id: Mapped[int] = mapped_column(ForeignKey("mail.id"), index=True)
    token_hash: Mapped[str] = mapped_column(unique=True)
    until: Mapped[datetime]
    created_at: Mapped[datetime] = mapped_column(default=utc_now)
