"""Links in mails. Such a link becomes the person's own when it is used for the first time, and only then replaces the
one that they have: so no one is signed out because a stranger has asked for a link in their name.
"""

from __future__ import annotations

import secrets
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import hash_secret
from eval_core.campaigns.people.persons import close_links
from eval_core.store import Link, LinkOffer, Person
from eval_core.store.engine import store_of

# How long a link waits for its first use.
LASTS = {"invitation": timedelta(days=30), "link": timedelta(hours=24)}


def offer_link(db: Session, person_id: int, mail_id: int, kind: str) -> str:
    """A token for a mail, which replaces the one of an earlier try to send the same mail."""
    db.execute(delete(LinkOffer).where(LinkOffer.mail_id == mail_id))
    token = secrets.token_urlsafe(32)
    until = store_of(db).now() + LASTS[kind]
    db.add(LinkOffer(person_id=person_id, mail_id=mail_id, token_hash=hash_secret(token), until=until))
    return token


def offered_to(db: Session, token: str) -> int | None:
    """The person to whom an unused link with this token was sent, None where there is none or it is too old."""
    fresh = (LinkOffer.token_hash == hash_secret(token), LinkOffer.until > store_of(db).now())
    return db.scalar(select(LinkOffer.person_id).where(*fresh))


def accept_offer(db: Session, token: str) -> None:
    """Make an offered link the person's own; the one before ends, with every session that it opened."""
    person_id = offered_to(db, token)
    if person_id is None:
        return
    # A lead who renews or revokes the person's link now does so before or after this (PostgreSQL).
    db.execute(select(Person.id).where(Person.id == person_id).with_for_update(key_share=True))
    offer = db.scalar(select(LinkOffer).where(LinkOffer.token_hash == hash_secret(token)).with_for_update())
    if offer is not None:
        close_links(db, offer.person_id)  # which deletes every offer too
        db.add(Link(person_id=offer.person_id, token_hash=offer.token_hash))
        db.flush()
