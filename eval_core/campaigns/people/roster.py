"""Who is in a campaign, as its lead sees them, and whose personal links that lead may touch.

A personal link opens every campaign in which its person holds a role. So a lead may give anyone a role in their own
campaign, but renews or revokes a link only if all roles of its person are in campaigns that this lead leads.
A lead of every campaign may do so with every link.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, ROLES, Grant, Program, Who, authorise
from eval_core.errors import RefusedError
from eval_core.locales import natural
from eval_core.store import (
    Assignment,
    Campaign,
    Event,
    Exclusion,
    Judgment,
    Link,
    Membership,
    Pause,
    Person,
    Qualification,
    Rating,
    RatingAssignment,
    SignIn,
    Store,
)

STANDARDS = ("nb", "nn")
SEES_NAMES = {"lead", "researcher"}
_LIVE_LAST = (Link.person_id, Link.revoked_at.is_(None), Link.id)
# Training and test come before the work: fifty of each at most, and a few tries.
_EARLY = 400


@dataclass(frozen=True)
class Place:
    """A person's roles in one campaign.

    Attributes:
        roles: held in this campaign itself, in the order of `ROLES`; without those held everywhere.
        written_standard: 'nb' or 'nn', the only standard that they judge; None for both.
    """

    roles: tuple[str, ...] = ()
    written_standard: str | None = None


@dataclass(frozen=True)
class PersonHere:
    """One person of a campaign, as its lead sees them.

    Attributes:
        kind: 'human', 'judge' or 'simulated'; only humans have links.
        place: their roles here; `everywhere`: the roles that they hold in every campaign.
        link: 'live', 'revoked' or 'none'; `link_id` is the live one's.
        signed_in: whether the live link was ever used.
        last_seen: when they last judged or rated here, were shown a text, or signed in with the live link.
        done: their judgments here, training and test left out, and the responses that they rated.
        excluded: whether their judgments are left out of every analysis.
        paused: whether they get no new work for now.
        names: 'shown' where they had results shown to them, 'role' where a role lets them see system names.
        is_you: whether this is the calling lead.
        in_reach: whether the calling lead may renew and revoke the link.
    """

    person_id: int
    name: str
    kind: str
    place: Place
    everywhere: tuple[str, ...]
    link: str
    link_id: int | None
    signed_in: bool
    last_seen: datetime | None
    done: int
    excluded: bool
    paused: bool
    names: str | None
    is_you: bool
    in_reach: bool

    @property
    def roles(self) -> tuple[str, ...]:
        """All roles that hold here."""
        return tuple(role for role in ROLES if role in (*self.place.roles, *self.everywhere))

    @property
    def judges_knowing(self) -> bool:
        """Whether they judge, and may know which system wrote which text."""
        return "annotator" in self.roles and self.names is not None


@dataclass(frozen=True)
class Reach:
    """The campaigns whose people's links a caller may renew and revoke.

    Attributes:
        campaigns: ids of the campaigns that they lead; None for all.
    """

    campaigns: frozenset[int] | None

    def holds(self, places: Collection[int | None]) -> bool:
        """Whether roles in these campaigns (None: everywhere) all lie within."""
        return self.campaigns is None or all(place in self.campaigns for place in places)


def list_roster(store: Store, slug: str, who: Who = OPERATOR) -> list[PersonHere]:
    """Everybody who holds a role in a campaign, by name. For its leads.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        grant = authorise_lead(db, who, slug)
        campaign, reach = grant.campaign, reach_of(db, grant)
        people = db.scalars(select(Person).where(Person.id.in_(members_of(campaign)))).all()
        people = sorted(people, key=lambda person: natural(person.name))
        ids = [person.id for person in people]
        held = memberships_of(db, ids)
        links = {
            row.person_id: row for row in db.scalars(select(Link).where(Link.person_id.in_(ids)).order_by(*_LIVE_LAST))
        }
        signed_in = dict(
            db.execute(
                select(SignIn.link_id, func.max(SignIn.created_at))
                .where(SignIn.link_id.in_([link.id for link in links.values() if link.revoked_at is None]))
                .group_by(SignIn.link_id)
            ).all()
        )
        done, seen = _done(db, campaign, ids), _last_work(db, campaign, ids)
        excluded, paused = _excluded(db, campaign), _paused(db, campaign)
        shown = _shown_results(db, campaign)
        rows = []
        for person in people:
            link, roles = links.get(person.id), held[person.id]
            live = link is not None and link.revoked_at is None
            entered = signed_in.get(link.id) if link is not None and live else None
            everywhere = tuple(role for role in ROLES if any(row.role == role for row in roles if not row.campaign_id))
            place = place_of([row for row in roles if row.campaign_id == campaign.id])
            may_see = SEES_NAMES & {*place.roles, *everywhere}
            rows.append(
                PersonHere(
                    person_id=person.id,
                    name=person.name,
                    kind=person.kind,
                    place=place,
                    everywhere=everywhere,
                    link="none" if link is None else "live" if live else "revoked",
                    link_id=link.id if link is not None and live else None,
                    signed_in=entered is not None,
                    last_seen=max((at for at in (entered, seen.get(person.id)) if at), default=None),
                    done=done[person.id],
                    excluded=person.id in excluded,
                    paused=person.id in paused,
                    names="shown" if person.id in shown else "role" if may_see else None,
                    is_you=person.id == grant.person_id,
                    in_reach=person.kind == "human" and reach.holds([row.campaign_id for row in roles]),
                )
            )
        return rows


def authorise_lead(db: Session, who: Who, slug: str) -> Grant:
    """Permission for everything about people: for leads and the command line, never for a program.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    if isinstance(who, Program):
        raise RefusedError("not_allowed", "a program may not manage people and their links")
    return authorise(db, who, slug, "lead")


def reach_of(db: Session, grant: Grant) -> Reach:
    """Whose links the caller may renew and revoke."""
    if grant.person_id is None:
        return Reach(None)
    led = set(
        db.scalars(
            select(Membership.campaign_id).where(Membership.person_id == grant.person_id, Membership.role == "lead")
        )
    )
    return Reach(None if None in led else frozenset(campaign_id for campaign_id in led if campaign_id is not None))


def place_of(rows: Collection[Membership]) -> Place:
    """A person's roles by their memberships of the campaign itself."""
    held = {row.role: row for row in rows}
    standard = held["annotator"].written_standard if "annotator" in held else None
    return Place(tuple(role for role in ROLES if role in held), standard)


def memberships_of(db: Session, people: Collection[int]) -> dict[int, list[Membership]]:
    """Every membership of these people in any campaign, by person."""
    memberships: dict[int, list[Membership]] = {person: [] for person in people}
    for row in db.scalars(select(Membership).where(Membership.person_id.in_(people)).order_by(Membership.id)):
        memberships[row.person_id].append(row)
    return memberships


def members_of(campaign: Campaign) -> Select[int]:
    """The ids of those who hold a role in the campaign, here or everywhere."""
    here = or_(Membership.campaign_id == campaign.id, Membership.campaign_id.is_(None))
    return select(Membership.person_id).where(here)


def _excluded(db: Session, campaign: Campaign) -> set[int]:
    here = Exclusion.in_force(campaign.id)
    return set(db.scalars(select(Exclusion.person_id).where(*here)))


def _paused(db: Session, campaign: Campaign) -> set[int]:
    here = (Pause.campaign_id == campaign.id, Pause.lifted_at.is_(None))
    return set(db.scalars(select(Pause.person_id).where(*here)))


def _shown_results(db: Session, campaign: Campaign) -> set[int | None]:
    here = (Event.campaign_id == campaign.id, Event.action == "results_shown")
    return set(db.scalars(select(Event.person_id).where(*here).distinct()))


def _done(db: Session, campaign: Campaign, people: Collection[int]) -> Counter[int | None]:
    """How many judgments of the stream each has made here, read from an index as far as possible."""
    made = (Assignment.campaign_id == campaign.id, Assignment.person_id.in_(people), Assignment.status == "done")
    newcomers = select(Qualification.person_id).where(Qualification.campaign_id == campaign.id)
    counts = select(Assignment.person_id, func.count()).where(*made).group_by(Assignment.person_id)
    done: Counter[int | None] = Counter(dict(db.execute(counts.where(Assignment.sequence > 0)).all()))  # no imports
    before_work = counts.where(
        Assignment.sequence.between(1, _EARLY),
        Assignment.kind.in_(("training", "test")),
        Assignment.person_id.in_(newcomers),
    )
    for person_id, number in db.execute(before_work):
        done[person_id] -= number
    rated = select(RatingAssignment.person_id, func.count()).where(
        *_sheets(campaign, people), RatingAssignment.status == "done", RatingAssignment.kind == "regular"
    )
    done.update(dict(db.execute(rated.group_by(RatingAssignment.person_id)).all()))
    return done


def _sheets(campaign: Campaign, people: Collection[int]) -> tuple[ColumnElement[bool], ...]:
    return RatingAssignment.campaign_id == campaign.id, RatingAssignment.person_id.in_(people)


def _last_work(db: Session, campaign: Campaign, people: Collection[int]) -> dict[int, datetime]:
    """When each of them last judged or rated here, or was shown a text."""
    of_person = (Judgment.campaign_id == campaign.id, Judgment.person_id == Person.id)
    latest = select(Judgment.decided_at).where(*of_person).order_by(Judgment.id.desc()).limit(1).correlate(Person)
    open_work = select(func.max(Assignment.shown_at)).where(
        Assignment.campaign_id == campaign.id, Assignment.person_id == Person.id, Assignment.status == "leased"
    )
    rows: Any = db.execute(
        select(Person.id, latest.scalar_subquery(), open_work.correlate(Person).scalar_subquery()).where(
            Person.id.in_(people)
        )
    )
    moments_of = {person_id: [at for at in moments if at] for person_id, *moments in rows}
    rating = (
        select(RatingAssignment.person_id, func.max(RatingAssignment.shown_at), func.max(Rating.decided_at))
        .outerjoin(Rating, Rating.rating_assignment_id == RatingAssignment.id)
        .where(*_sheets(campaign, people))
    )
    for person_id, *moments in db.execute(rating.group_by(RatingAssignment.person_id)):
        moments_of[person_id] += [at for at in moments if at]
    return {person_id: max(moments) for person_id, moments in moments_of.items() if moments}
