"""What tests ask of the people of a campaign."""

from __future__ import annotations

from collections.abc import Callable

from eval_core.campaigns.access import OPERATOR, Trusted, find_person
from eval_core.campaigns.audit import read_log
from eval_core.campaigns.people.roster import PersonHere, Place, list_roster
from eval_core.campaigns.people.sign_ins.sign_in import current_visitor
from eval_core.errors import RefusedError
from eval_core.store import Store
from tests.support.building import Built

Build = Callable[..., Built]
ANNOTATOR, LEAD = Place(("annotator",)), Place(("lead",))


def row(store: Store, name: str, slug: str = "trial", who: str | Trusted = OPERATOR) -> PersonHere:
    """One person of the list."""
    return next(one for one in list_roster(store, slug, who) if one.name == name)


def id_of(store: Store, name: str) -> int:
    with store.read() as db:
        return find_person(db, name).id


def refused(action: Callable[..., object], *args: object, **named: object) -> str | None:
    """The word with which an action is refused, None where it is done."""
    try:
        action(*args, **named)
    except RefusedError as refusal:
        return refusal.code
    return None


def roles(session: str | None, store: Store) -> dict[str, frozenset[str]]:
    """What a session may do, campaign by campaign."""
    visitor = current_visitor(store, session)
    return visitor.roles if visitor else {}


def actions(store: Store, slug: str = "trial") -> list[tuple[str, str | None]]:
    """The log, oldest first: the actions, and whom they concern."""
    return [(one.action, one.about.get("person")) for one in reversed(read_log(store, slug))]
