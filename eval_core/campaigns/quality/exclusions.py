"""Exclusions: a person's judgments stay, but no analysis counts them, for a stated reason; they can be lifted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, func, select, text, update
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Grant, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.text import storable
from eval_core.errors import RefusedError
from eval_core.locales import natural
from eval_core.store import (
    Assignment,
    Campaign,
    Comparison,
    Exclusion,
    Judgment,
    Membership,
    Person,
    RatingAssignment,
    Store,
)
from eval_core.store.schema.work import RANKED

REASON_LIMIT = 500  # characters of a reason


@dataclass(frozen=True)
class ExclusionRow:
    """One exclusion, lifted or not; `judgments`, and `ratings` of so many responses, are what it leaves out."""

    person_id: int
    name: str
    reason: str
    put_back: bool
    judgments: int
    by: str | None
    made_at: datetime
    lifted_by: str | None
    lifted_at: datetime | None
    ratings: int = 0


def exclude_person(
    store: Store, slug: str, person_id: int, reason: str, *, put_back: bool = False, who: Who = OPERATOR
) -> bool:
    """Leave a person's judgments and ratings out of every result and figure, and give the person no more work.

    Args:
        reason: 1 to 500 characters; the log and reports show it.
        put_back: whether others are to judge the person's comparisons, or rate their responses, instead.

    Returns:
        False if the person is excluded already.

    Raises:
        RefusedError: 'unknown_person' for a person who neither belongs to the campaign nor judged in it, 'no_text',
            'too_long', 'signed_out', 'not_allowed'.
    """
    reason = storable(reason)
    if not reason:
        raise RefusedError("no_text", "an exclusion needs a reason")
    if len(reason) > REASON_LIMIT:
        raise RefusedError("too_long", f"a reason has at most {REASON_LIMIT} characters")
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        _lock(db, grant.campaign, person_id)
        if _live(db, grant.campaign, person_id) is not None:
            return False
        db.add(
            Exclusion(
                campaign_id=grant.campaign.id,
                person_id=person_id,
                reason=reason,
                put_back=put_back,
                made_by=grant.person_id,
                made_at=store.now(),
            )
        )
        for table in (Assignment, RatingAssignment):
            held = (table.campaign_id == grant.campaign.id, table.person_id == person_id, table.status == "leased")
            db.execute(update(table).where(*held).values(status="released"))
        if put_back:
            _count(db, grant, person_id, -1)
        instead = {"put_back": True} if put_back else {}
        note(db, grant, "person_excluded", person=person_id, reason=reason, **instead)
        return True


def lift_exclusion(store: Store, slug: str, person_id: int, who: Who = OPERATOR) -> bool:
    """Lift an exclusion: the person's judgments count again, and the person may go on.

    What others judged meanwhile instead of the person counts too: such comparisons may exceed their overlap.

    Returns:
        False if the person is not excluded.

    Raises:
        RefusedError: as `exclude_person`.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        _lock(db, grant.campaign, person_id)
        row = _live(db, grant.campaign, person_id)
        if row is None:
            return False
        row.lifted_by, row.lifted_at = grant.person_id, store.now()
        if row.put_back:
            _count(db, grant, person_id, +1)
        note(db, grant, "exclusion_lifted", person=person_id)
        return True


def list_exclusions(store: Store, slug: str, who: Who = OPERATOR) -> list[ExclusionRow]:
    """Every exclusion of the campaign, those in force first. For leads and researchers."""
    made, lifted = aliased(Person), aliased(Person)
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead", "researcher").campaign
        ever = select(Exclusion.person_id).where(Exclusion.campaign_id == campaign.id)
        counted = dict(
            db.execute(
                select(Judgment.person_id, func.count())
                .where(Judgment.campaign_id == campaign.id, text(RANKED), Judgment.person_id.in_(ever))
                .group_by(Judgment.person_id)
            ).all()
        )
        rated = dict(
            db.execute(
                select(RatingAssignment.person_id, func.count())
                .where(RatingAssignment.campaign_id == campaign.id, RatingAssignment.status == "done")
                .where(RatingAssignment.kind == "regular")
                .where(RatingAssignment.person_id.in_(ever))
                .group_by(RatingAssignment.person_id)
            ).all()
        )
        rows = db.execute(
            select(Exclusion, Person.name, made.name, lifted.name)
            .join(Person, Person.id == Exclusion.person_id)
            .outerjoin(made, made.id == Exclusion.made_by)
            .outerjoin(lifted, lifted.id == Exclusion.lifted_by)
            .where(Exclusion.campaign_id == campaign.id)
            .order_by(Exclusion.lifted_at.is_not(None), Exclusion.id.desc())
        )
        return [
            ExclusionRow(
                row.person_id,
                name,
                row.reason,
                row.put_back,
                counted.get(row.person_id, 0),
                by,
                row.made_at,
                lifted_by,
                row.lifted_at,
                rated.get(row.person_id, 0),
            )
            for row, name, by, lifted_by in rows
        ]


def people_who_judged(store: Store, slug: str, who: Who = OPERATOR) -> dict[int, str]:
    """Id -> name of everybody whose judgments or ratings the campaign has, by name. For leads and researchers."""
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead", "researcher").campaign
        named = db.execute(select(Person.id, Person.name).where(_worked(campaign))).all()
        return dict(sorted(named, key=lambda row: natural(row[1])))


def _worked(campaign: Campaign) -> ColumnElement[bool]:
    """Whether a `Person` has judged or rated anything in a campaign."""
    judged = select(Judgment.id).where(Judgment.campaign_id == campaign.id, Judgment.person_id == Person.id)
    rated = select(RatingAssignment.id).where(
        RatingAssignment.campaign_id == campaign.id, RatingAssignment.person_id == Person.id
    )
    return judged.exists() | rated.exists()


def _lock(db: Session, campaign: Campaign, person_id: int) -> None:
    """The person, locked until the transaction ends: no judgment of theirs is in progress."""
    person = db.get(Person, person_id, with_for_update={"key_share": True})
    here = (Membership.campaign_id == campaign.id) | Membership.campaign_id.is_(None)
    member = select(Membership.id).where(Membership.person_id == person_id, here)
    worked = select(Person.id).where(Person.id == person_id, _worked(campaign))
    if person is None or (db.scalar(member.limit(1)) is None and db.scalar(worked) is None):
        raise RefusedError("unknown_person", "the campaign has no such person")


def _live(db: Session, campaign: Campaign, person_id: int) -> Exclusion | None:
    return db.scalar(select(Exclusion).where(Exclusion.in_force(campaign.id, person_id)))


def _count(db: Session, grant: Grant, person_id: int, by: int) -> None:
    """Subtract the person's judgments from the counts of done work, or add them again; an LLM judge's never count."""
    if db.get_one(Person, person_id).kind == "judge":
        return
    theirs = (
        select(Judgment.comparison_id, func.count().label("number"))
        .where(Judgment.campaign_id == grant.campaign.id, Judgment.person_id == person_id, text(RANKED))
        .group_by(Judgment.comparison_id)
        .subquery()
    )
    moved = (
        update(Comparison)
        .where(Comparison.id == theirs.c.comparison_id)
        .values(done=Comparison.done + by * theirs.c.number)
    )
    db.execute(moved, execution_options={"synchronize_session": False})
