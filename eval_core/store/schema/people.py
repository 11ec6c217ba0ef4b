"""Tables of people: persons, their roles per campaign, their personal links and open sessions."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from eval_core.store.base import Base, utc_now

FIRST_STANDARDS = ("nb", "nn", "both", "neither")
DIALECT_AREAS = ("east", "south", "west", "trondelag", "north", "mixed")


class Person(Base):
    """A participant under a name or pseudonym; LLM judges and simulated annotators are persons too."""

    __tablename__ = "person"
    __table_args__ = (
        CheckConstraint("kind IN ('human', 'judge', 'simulated')", name="kind"),
        CheckConstraint(f"first_standard IN {FIRST_STANDARDS}", name="first_standard"),
        CheckConstraint(f"dialect_area IN {DIALECT_AREAS}", name="dialect_area"),
        CheckConstraint("text_size BETWEEN 80 AND 200", name="text_size"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    kind: Mapped[str] = mapped_column(default="human")
    language: Mapped[str | None]  # of the interface, as the person chose it
    text_size: Mapped[int] = mapped_column(default=100)  # of the texts to judge, in percent
    first_standard: Mapped[str | None]  # these two are what the person chose to say about themselves
    dialect_area: Mapped[str | None]
    created_at: Mapped[datetime] = mapped_column(default=utc_now)


class Membership(Base):
    """A role held in one campaign or, if campaign_id is NULL, in every campaign."""

    __tablename__ = "membership"
    __table_args__ = (
        CheckConstraint("role IN ('annotator', 'lead', 'researcher')", name="role"),
        CheckConstraint("written_standard IN ('nb', 'nn')", name="written_standard"),
        Index(
            "uq_membership_campaign",
            "person_id",
            "campaign_id",
            "role",
            unique=True,
            sqlite_where=text("campaign_id IS NOT NULL"),
            postgresql_where=text("campaign_id IS NOT NULL"),
        ),
        Index(
            "uq_membership_everywhere",
            "person_id",
            "role",
            unique=True,
            sqlite_where=text("campaign_id IS NULL"),
            postgresql_where=text("campaign_id IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    campaign_id: Mapped[int | None] = mapped_column(ForeignKey("campaign.id"))
    role: Mapped[str]
    written_standard: Mapped[str | None]  # the only one that an annotator judges here; NULL: both


class Link(Base):
    """A personal sign-in link; only the hash of its token is stored. At most one is live per person."""

    __tablename__ = "link"
    __table_args__ = (
        Index(
            "uq_link_live",
            "person_id",
            unique=True,
            sqlite_where=text("revoked_at IS NULL"),
            postgresql_where=text("revoked_at IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    token_hash: Mapped[str] = mapped_column(unique=True)
    created_at: Mapped[datetime] = mapped_column(default=utc_now)
    revoked_at: Mapped[datetime | None]


class ProviderAccount(Base):
    """Which account at an OpenID provider signs a person in. In no export and no archive, and erased with the person.

    An invitation names a mail address or a subject, the provider's own name for an account. The first sign-in by an
    address keeps the subject: from then on the address decides nothing, since another person may get it one day.
    """

    __tablename__ = "provider_account"
    __table_args__ = (
        CheckConstraint("email IS NOT NULL OR subject IS NOT NULL", name="named"),
        UniqueConstraint("issuer", "email"),
        UniqueConstraint("issuer", "subject"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"), unique=True)
    issuer: Mapped[str]
    email: Mapped[str | None]  # folded
    subject: Mapped[str | None]
    created_at: Mapped[datetime] = mapped_column(default=utc_now)
    first_used_at: Mapped[datetime | None]


class SignIn(Base):
    """One signed-in browser. The cookie holds the session id, this table its hash."""

    __tablename__ = "sign_in"
    __table_args__ = (CheckConstraint("(link_id IS NULL) <> (provider_account_id IS NULL)", name="opened_by"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    session_hash: Mapped[str] = mapped_column(unique=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"), index=True)
    link_id: Mapped[int | None] = mapped_column(ForeignKey("link.id"))
    provider_account_id: Mapped[int | None] = mapped_column(ForeignKey("provider_account.id"))
    created_at: Mapped[datetime] = mapped_column(default=utc_now)
    used_at: Mapped[datetime] = mapped_column(default=utc_now)  # to the day, or a little finer
    revoked_at: Mapped[datetime | None]
