"""Where a person is signed in: listed and ended, by themselves and by a lead who may revoke their link."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, hash_secret, signed_in_person, unused_since
from eval_core.campaigns.audit import note
from eval_core.campaigns.people.memberships import enter, require_reach
from eval_core.store import SignIn, Store


@dataclass(frozen=True)
class OpenSignIn:
    """One browser in which a person is signed in; which one it is, is not recorded.

    Attributes:
        since: when they signed in there.
        used_at: when it was last used, exact to half a day.
        here: whether it is the caller's own.
    """

    id: int
    since: datetime
    used_at: datetime
    here: bool


def own_sign_ins(store: Store, who: Who) -> list[OpenSignIn]:
    """Where the caller is signed in: first the caller's own browser, then the one used last.

    Raises:
        RefusedError: 'signed_out'.
    """
    with store.read() as db:
        return _listed(store, db, signed_in_person(db, who), who)


def end_own_sign_ins(store: Store, who: Who, ended: Collection[int]) -> int:
    """Sign the caller out there; how many of these sign-ins were theirs and open.

    Raises:
        RefusedError: 'signed_out'.
    """
    with store.write() as db:
        return _end(store, db, signed_in_person(db, who), ended)


def person_sign_ins(store: Store, slug: str, person_id: int, who: Who = OPERATOR) -> list[OpenSignIn]:
    """Where a person of the campaign is signed in, the one used last first.

    Raises:
        RefusedError: 'unknown_person', 'not_human', 'yourself', 'out_of_reach' (the sign-in opens campaigns that the
            caller does not lead), 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        grant, person = enter(db, who, slug, person_id, lock=False)
        require_reach(db, grant, person)
        return _listed(store, db, person.id, who)


def end_sign_ins(store: Store, slug: str, person_id: int, ended: Collection[int], who: Who = OPERATOR) -> int:
    """Sign a person of the campaign out there; how many of these sign-ins were theirs and open. Their link goes on.

    Raises:
        RefusedError: as `person_sign_ins`.
    """
    with store.write() as db:
        grant, person = enter(db, who, slug, person_id)
        require_reach(db, grant, person)
        count = _end(store, db, person.id, ended)
        if count:
            note(db, grant, "sign_ins_ended", person=person.id, count=count)
        return count


def _open(store: Store, person_id: int) -> tuple[ColumnElement[bool], ...]:
    return SignIn.person_id == person_id, SignIn.revoked_at.is_(None), SignIn.used_at > unused_since(store)


def _listed(store: Store, db: Session, person_id: int, who: Who) -> list[OpenSignIn]:
    own = hash_secret(who) if isinstance(who, str) else ""
    rows = db.scalars(select(SignIn).where(*_open(store, person_id)).order_by(SignIn.used_at.desc(), SignIn.id.desc()))
    found = [OpenSignIn(row.id, row.created_at, row.used_at, row.session_hash == own) for row in rows]
    return sorted(found, key=lambda one: not one.here)


def _end(store: Store, db: Session, person_id: int, ended: Collection[int]) -> int:
    open_ones = (*_open(store, person_id), SignIn.id.in_(ended))
    rows = db.scalars(update(SignIn).where(*open_ones).values(revoked_at=store.now()).returning(SignIn.id))
    return len(rows.all())
