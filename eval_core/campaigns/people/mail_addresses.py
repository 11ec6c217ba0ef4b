"""Mail addresses of people: kept apart from all work, seen and changed by leads, erased with the person.

Who has a person's address gets a link that signs in as them. So a lead sets the address only of people whose links they
may renew, and their own.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Grant, Who
from eval_core.campaigns.audit import note
from eval_core.campaigns.people.memberships import enter
from eval_core.campaigns.people.roster import authorise_lead, members_of, memberships_of, reach_of
from eval_core.errors import RefusedError
from eval_core.mail.addresses import folded, is_address, tidy
from eval_core.store import LinkOffer, MailAddress, Person, Store


@dataclass(frozen=True)
class AddressRow:
    """A person's address, as leads see it; `stopped` where the person wants neither reminders nor summaries."""

    person_id: int
    address: str
    stopped: bool


def list_addresses(store: Store, slug: str, who: Who = OPERATOR) -> dict[int, AddressRow]:
    """The addresses of a campaign's people, by person. For its leads.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise_lead(db, who, slug).campaign
        rows = db.execute(
            select(MailAddress.person_id, MailAddress.address, MailAddress.stopped_at).where(
                MailAddress.person_id.in_(members_of(campaign))
            )
        )
        return {person: AddressRow(person, address, stopped is not None) for person, address, stopped in rows}


def change_address(
    store: Store, slug: str, person_id: int, address: str, who: Who = OPERATOR, *, time_zone: str | None = None
) -> bool:
    """Set a person's address, or remove it with ''. For leads, about people in their reach and themselves.

    Args:
        time_zone: of the lead's browser, where the address is their own.

    Returns:
        False where it is so already.

    Raises:
        RefusedError: 'bad_address', 'unknown_person', 'not_human', 'out_of_reach', 'signed_out' or 'not_allowed'.
    """
    with store.write() as db:
        grant, person = enter(db, who, slug, person_id)
        require_address_reach(db, grant, person)
        changed = write_address(db, person.id, address, time_zone if person.id == grant.person_id else None)
        if changed:
            note(db, grant, "address_changed", person=person.id)
        return changed


def write_address(db: Session, person_id: int, address: str, time_zone: str | None = None) -> bool:
    """`change_address` within a transaction of the caller's, who has checked the permission.

    Links that were mailed to another address before and are not used yet end, and mail to the new one is not stopped.

    Raises:
        RefusedError: 'bad_address'.
    """
    wanted = tidy(address)
    if wanted and not is_address(wanted):
        raise RefusedError("bad_address", "this is not a mail address")
    row = db.scalar(select(MailAddress).where(MailAddress.person_id == person_id))
    had = row is not None
    if row is not None and row.folded != folded(wanted):
        # Anyone who reads the old address may be a stranger: neither links nor a stop that went there count any more.
        time_zone = time_zone or row.time_zone
        db.execute(delete(LinkOffer).where(LinkOffer.person_id == person_id))
        db.delete(row)
        db.flush()
        row = None
    if not wanted:
        return had
    if row is None:
        db.add(
            MailAddress(
                person_id=person_id,
                address=wanted,
                folded=folded(wanted),
                stop_key=secrets.token_urlsafe(24),
                time_zone=time_zone,
            )
        )
        return True
    changed = row.address != wanted
    row.address, row.time_zone = wanted, time_zone or row.time_zone
    return changed


def require_address_reach(db: Session, grant: Grant, person: Person) -> None:
    """Check that the caller may set this person's address.

    Raises:
        RefusedError: 'not_human' or 'out_of_reach'.
    """
    if person.kind != "human":
        raise RefusedError("not_human", "only humans get mail")
    if person.id == grant.person_id:
        return
    rows = memberships_of(db, [person.id])[person.id]
    if not reach_of(db, grant).holds([row.campaign_id for row in rows]):
        raise RefusedError("out_of_reach", "this person takes part in campaigns that you do not lead")


def find_stop(store: Store, key: str) -> bool | None:
    """Whether reminders and summaries to the address with this key are stopped; None for an unknown key."""
    with store.read() as db:
        row = db.execute(select(MailAddress.id, MailAddress.stopped_at).where(MailAddress.stop_key == key)).first()
        return None if row is None else row.stopped_at is not None


def stop_mail(store: Store, key: str, *, stop: bool = True) -> bool:
    """Stop reminders and summaries to an address, or let them come again; False for an unknown key.

    A link that the person asks for still comes. The key opens nothing else.
    """
    with store.write() as db:
        when = store.now() if stop else None
        changed = update(MailAddress).where(MailAddress.stop_key == key).values(stopped_at=when)
        return db.scalar(changed.returning(MailAddress.id)) is not None
