"""Pseudonyms that stay: the same for a person in every export and on every page of a campaign, others elsewhere."""

from __future__ import annotations

import hmac
import random
from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.files.addresses import pseudonyms_of
from eval_core.store import Campaign, Person, PseudonymKey, Store

_DIGITS = 12  # hexadecimal: two of 10,000 people share a pseudonym once in five million campaigns


def pseudonym_key(store: Store, slug: str, who: Who = OPERATOR) -> bytes:
    """The campaign's key, which is made when it is first asked for. For researchers.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
        UnavailableError: if it has to be made, and the database takes no changes.
    """
    with store.read() as db:
        key = _key(db, authorise(db, who, slug, "researcher").campaign)
    if key is not None:
        return bytes.fromhex(key)
    with store.write() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        db.execute(select(Campaign.id).where(Campaign.id == campaign.id).with_for_update(key_share=True))
        made = _key(db, campaign)
        if made is None:  # no one else was quicker
            row = PseudonymKey(campaign_id=campaign.id)
            db.add(row)
            db.flush()
            made = row.key
        return bytes.fromhex(made)


def address_pseudonyms(store: Store, slug: str, who: Who, addresses: Collection[str]) -> dict[str, str]:
    """Other names for e-mail addresses in a file: the same at every import into this database. For leads.

    The key is the database's oldest. A person who was stored under an address keeps that name.

    Raises:
        RefusedError, UnavailableError: as `pseudonym_key`.
    """
    oldest = select(PseudonymKey.key).order_by(PseudonymKey.id).limit(1)
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        key = db.scalar(oldest)
        stored = set(db.scalars(select(Person.name).where(Person.name.contains("@"))))
    if key is None:
        with store.write() as db:
            db.execute(select(Campaign.id).where(Campaign.id == campaign.id).with_for_update(key_share=True))
            if db.scalar(oldest) is None:
                db.add(PseudonymKey(campaign_id=campaign.id))
                db.flush()
            key = db.scalar(oldest)
    names = pseudonyms_of(addresses, bytes.fromhex(str(key)))
    return {address: address if address in stored else name for address, name in names.items()}


def kept_pseudonyms(db: Session, campaign: Campaign, names: Collection[str]) -> dict[str, str]:
    """Pseudonyms by name: those of the campaign's pages; where no page was ever asked for, numbers in random order."""
    key = _key(db, campaign)
    if key is not None:
        return pseudonyms_under(db, bytes.fromhex(key), names)
    shuffled = random.SystemRandom().sample(sorted(names), len(names))
    return {name: f"annotator-{number}" for number, name in enumerate(shuffled, 1)}


def pseudonyms_under(db: Session, key: bytes, names: Collection[str]) -> dict[str, str]:
    """Pseudonyms by name: without the key no one finds out to whom one belongs."""
    people = db.execute(select(Person.name, Person.id).where(Person.name.in_(names)))
    return {name: f"annotator-{hmac.digest(key, b'%d' % person, 'sha256').hex()[:_DIGITS]}" for name, person in people}


def _key(db: Session, campaign: Campaign) -> str | None:
    return db.scalar(select(PseudonymKey.key).where(PseudonymKey.campaign_id == campaign.id))
