"""What leads change about the people of a campaign: roles, written standards, personal links.

Every action locks the people it concerns, is refused if the lead saw an older state, and enters the audit log.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, ROLES, Grant, Who
from eval_core.campaigns.audit import changed, note
from eval_core.campaigns.people.persons import NewLink, close_links, new_token
from eval_core.campaigns.people.roster import (
    SEES_NAMES,
    STANDARDS,
    Place,
    authorise_lead,
    members_of,
    memberships_of,
    place_of,
    reach_of,
)
from eval_core.errors import RefusedError
from eval_core.store import Assignment, Campaign, Comparison, Link, Membership, Person, Prompt, Store


def change_place(store: Store, slug: str, person_id: int, seen: Place, wanted: Place, who: Who = OPERATOR) -> bool:
    """Change a person's roles in a campaign; without any role they leave it, and their judgments stay.

    Comparisons that the person holds and may no longer judge are released.

    Args:
        seen: what the lead saw; if that has changed meanwhile, nothing is changed.

    Returns:
        False if it is so already.

    Raises:
        RefusedError: 'unknown_role', 'standard_without_annotator', 'unknown_person', 'not_human' for a lead or
            researcher who is none, 'stale_person', 'held_everywhere' for taking a role from someone who holds one
            in every campaign, 'yourself' and 'last_lead' where the campaign would lose its lead.
    """
    with store.write() as db:
        grant, person = enter(db, who, slug, person_id)
        seen, wanted = _checked(seen), _checked(wanted)
        rows = memberships_of(db, [person.id])[person.id]
        here = [row for row in rows if row.campaign_id == grant.campaign.id]
        now = place_of(here)
        if now == wanted:
            return False
        if now != seen:
            raise RefusedError("stale_person", "somebody changed this person's roles meanwhile")
        if person.kind != "human" and SEES_NAMES & set(wanted.roles):
            raise RefusedError("not_human", "only humans can be leads or researchers")
        lost = set(now.roles) - set(wanted.roles)
        if lost and reach_of(db, grant).campaigns is not None and any(row.campaign_id is None for row in rows):
            raise RefusedError("held_everywhere", "this person holds a role in every campaign")
        write_place(db, grant.campaign, person.id, now, wanted)
        if "lead" in lost:
            _require_lead(db, grant, person.id)
        _give_back(db, grant.campaign, person.id, wanted)
        note(
            db,
            grant,
            "person_changed",
            person=person.id,
            changes=changed(_loggable(now), _loggable(wanted)),
        )
        return True


def _loggable(place: Place) -> dict[str, Any]:
    return {"roles": list(place.roles), "written_standard": place.written_standard}


def give_new_link(store: Store, slug: str, person_id: int, seen: int | None, who: Who = OPERATOR) -> NewLink:
    """Give a person of the campaign a new link; the old one and every session it opened end.

    Args:
        seen: the live link that the lead saw, None for none. So a double click creates one.

    Raises:
        RefusedError: 'unknown_person', 'not_human', 'out_of_reach', 'yourself' (no one would see the new
            link), 'stale_link' if someone renewed or revoked it meanwhile.
    """
    with store.write() as db:
        grant, person = enter(db, who, slug, person_id)
        roles = require_reach(db, grant, person)
        if _live_link(db, person.id) != seen:
            raise RefusedError("stale_link", "somebody renewed or revoked this link meanwhile")
        close_links(db, person.id)
        token = new_token(db, person.id)
        note(db, grant, "link_renewed", person=person.id)
        return NewLink(person.name, roles, token)


def take_link(store: Store, slug: str, person_id: int, seen: int | None, who: Who = OPERATOR) -> bool:
    """Revoke a person's link and end every session it opened; roles and judgments stay.

    Returns:
        False if there is no live link.

    Raises:
        RefusedError: as `give_new_link`.
    """
    with store.write() as db:
        grant, person = enter(db, who, slug, person_id)
        require_reach(db, grant, person)
        live = _live_link(db, person.id)
        if live is None:
            return False
        if live != seen:
            raise RefusedError("stale_link", "somebody renewed this link meanwhile")
        close_links(db, person.id)
        note(db, grant, "link_revoked", person=person.id)
        return True


def enter(db: Session, who: Who, slug: str, person_id: int, *, lock: bool = True) -> tuple[Grant, Person]:
    """The lead's permission and the person of the campaign whom an action is about, both locked (PostgreSQL).

    Two leads who act on each other run one after the other, and the second one's permission is checked again: so the
    last lead cannot be removed.

    Args:
        lock: not for those who only read.

    Raises:
        RefusedError: 'signed_out', 'not_allowed', 'unknown_person'.
    """
    grant = authorise_lead(db, who, slug)
    if lock:
        concerned = select(Person.id).where(Person.id.in_({person_id, grant.person_id or person_id}))
        db.execute(concerned.order_by(Person.id).with_for_update(key_share=True))
        grant = authorise_lead(db, who, slug)
    person = db.scalar(select(Person).where(Person.id == person_id, Person.id.in_(members_of(grant.campaign))))
    if person is None:
        raise RefusedError("unknown_person", "the campaign has no such person")
    return grant, person


def require_reach(db: Session, grant: Grant, person: Person) -> tuple[str, ...]:
    """Check that the caller may renew or revoke this person's link; all roles of that person."""
    if person.kind != "human":
        raise RefusedError("not_human", "only humans sign in")
    if person.id == grant.person_id:
        raise RefusedError("yourself", "this would sign you out for good")
    rows = memberships_of(db, [person.id])[person.id]
    if not reach_of(db, grant).holds([row.campaign_id for row in rows]):
        raise RefusedError("out_of_reach", "this person's link opens campaigns that you do not lead")
    return tuple(sorted({row.role for row in rows}))


def write_place(db: Session, campaign: Campaign, person_id: int, now: Place, wanted: Place) -> None:
    """Store a person's roles in a campaign."""
    here = (Membership.person_id == person_id, Membership.campaign_id == campaign.id)
    db.execute(delete(Membership).where(*here, Membership.role.not_in(wanted.roles)))
    db.add_all(
        Membership(person_id=person_id, campaign_id=campaign.id, role=role)
        for role in wanted.roles
        if role not in now.roles
    )
    db.flush()
    db.execute(
        update(Membership)
        .where(*here, Membership.role == "annotator")
        .values(written_standard=wanted.written_standard)
        .execution_options(synchronize_session=False)
    )


def _checked(wanted: Place) -> Place:
    """A place as it is stored: roles once and in order.

    Raises:
        RefusedError: 'unknown_role', 'unknown_standard', 'standard_without_annotator'.
    """
    if set(wanted.roles) - set(ROLES):
        raise RefusedError("unknown_role", f"a role must be one of {', '.join(ROLES)}")
    if wanted.written_standard not in (None, *STANDARDS):
        raise RefusedError("unknown_standard", f"a written standard must be one of {', '.join(STANDARDS)}")
    if wanted.written_standard and "annotator" not in wanted.roles:
        raise RefusedError("standard_without_annotator", "only annotators judge in a written standard")
    return Place(tuple(role for role in ROLES if role in wanted.roles), wanted.written_standard)


def _live_link(db: Session, person_id: int) -> int | None:
    return db.scalar(select(Link.id).where(Link.person_id == person_id, Link.revoked_at.is_(None)))


def _require_lead(db: Session, grant: Grant, person_id: int) -> None:
    """Check that the campaign keeps a lead, and the caller their role."""
    leads = set(db.scalars(members_of(grant.campaign).where(Membership.role == "lead")))
    if not leads:
        raise RefusedError("last_lead", "this is the last lead of the campaign")
    if person_id == grant.person_id and person_id not in leads:
        raise RefusedError("yourself", "another lead can take this role from you")


def _give_back(db: Session, campaign: Campaign, person_id: int, place: Place) -> None:
    """Release what the person holds and may no longer judge."""
    held = (Assignment.campaign_id == campaign.id, Assignment.person_id == person_id, Assignment.status == "leased")
    release = update(Assignment).where(*held).values(status="released").execution_options(synchronize_session=False)
    if db.scalar(members_of(campaign).where(Membership.person_id == person_id, Membership.role == "annotator")) is None:
        db.execute(release)
    elif place.written_standard:
        other = (
            select(Comparison.id)
            .join(Prompt, Prompt.id == Comparison.prompt_id)
            .where(Comparison.campaign_id == campaign.id, Prompt.written_standard != place.written_standard)
        )
        db.execute(release.where(Assignment.comparison_id.in_(other)))
