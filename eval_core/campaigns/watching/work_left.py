"""What each annotator has done in a campaign that compares, and what they may still judge."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, func, select, text
from sqlalchemy.orm import Session

from eval_core.campaigns.desk.supply.written_standards import fitting
from eval_core.store import WORK_KINDS, Assignment, Campaign, Comparison, Judgment, Membership, Person
from eval_core.store.schema.content import OPEN_COMPARISON, lacks_text

# Up to so many open comparisons, who has had which is looked up; beyond it, a bound is computed.
_LOOKED_UP = 5_000
HAD = ("done", "skipped")


@dataclass
class Assigned:
    """One person's assignments in numbers: `done` work, `skipped`, and regular comparisons `had` either way."""

    done: int = 0
    skipped: int = 0
    had: int = 0


def assigned(db: Session, campaign: Campaign) -> dict[int | None, Assigned]:
    """Counted from indexes alone: of a million assignments only the rows of gold comparisons are read."""
    found: dict[int | None, Assigned] = defaultdict(Assigned)
    by_status = select(Assignment.person_id, Assignment.status, func.count()).where(
        Assignment.campaign_id == campaign.id
    )
    for person, status, number in db.execute(by_status.group_by(Assignment.person_id, Assignment.status)):
        numbers = found[person]
        numbers.done += number if status == "done" else 0
        numbers.skipped += number if status == "skipped" else 0
        numbers.had += number if status in HAD else 0
    on_gold = (
        select(Assignment.person_id, Assignment.kind, Assignment.status, func.count())
        .join(Comparison, Comparison.id == Assignment.comparison_id)
        .where(Comparison.campaign_id == campaign.id, Comparison.kind == "gold", Assignment.status.in_(HAD))
    )
    for person, kind, status, number in db.execute(
        on_gold.group_by(Assignment.person_id, Assignment.kind, Assignment.status)
    ):
        found[person].had -= number
        if status == "done" and kind not in WORK_KINDS:
            found[person].done -= number
    return found


def checks_done(db: Session, campaign: Campaign) -> int:
    """How many gold comparisons and repeats people have judged: work that no ranking counts. From a narrow index."""
    made = (
        select(func.count())
        .select_from(Judgment)
        .join(Assignment, Assignment.id == Judgment.assignment_id)
        .join(Person, Person.id == Judgment.person_id)
        .where(
            Judgment.campaign_id == campaign.id,
            text("NOT judgment.ranked"),
            Judgment.live,
            Assignment.status == "done",
            Assignment.kind.in_(("gold", "repeat")),
            Person.kind != "judge",
        )
    )
    return db.scalar(made) or 0


def standards_of(db: Session, campaign: Campaign) -> dict[int, str]:
    """Person -> the only written standard that they judge; who judges both is not in it."""
    rows = db.execute(
        select(Membership.person_id, Membership.written_standard).where(
            Membership.campaign_id == campaign.id,
            Membership.role == "annotator",
            Membership.written_standard.is_not(None),
        )
    )
    return {person: standard for person, standard in rows if standard}


def open_to(
    db: Session, campaign: Campaign, work: Mapping[int | None, Assigned], standards: Mapping[int, str]
) -> Callable[[int], int]:
    """How many comparisons are still open to a person: those below their overlap that they have not had.

    What asks for a written standard that a person does not judge is not open to them. If little is open, it is counted.
    Otherwise it is bounded: no one has a comparison twice, so no more is open to them than is open at all, or than they
    have not had.
    """
    below = select(Comparison.id).where(Comparison.campaign_id == campaign.id, text(OPEN_COMPARISON))
    looked_up = _count(db, below) <= _LOOKED_UP
    wanted = {None, *standards.values()}
    if looked_up:
        below = below.where(~lacks_text())
        fits = {standard: fitting(below, standard) for standard in wanted}
        counted = {standard: (_count(db, query), _had(db, query)) for standard, query in fits.items()}

        def exactly(person_id: int) -> int:
            total, had = counted[standards.get(person_id)]
            return total - had.get(person_id, 0)

        return exactly
    every = select(Comparison.id).where(*_regular(campaign))
    bounds = {
        standard: (_count(db, fitting(below, standard)), _count(db, fitting(every, standard))) for standard in wanted
    }

    def at_most(person_id: int) -> int:
        still_open, fit = bounds[standards.get(person_id)]
        # What they had of the other standard, before they were given only one, is no more than there is of it.
        had = max(0, work[person_id].had - (bounds[None][1] - fit))
        return max(0, min(still_open, fit - had))

    return at_most


def _count(db: Session, query: Select[int]) -> int:
    return db.scalar(select(func.count()).select_from(query.subquery())) or 0


def _had(db: Session, still_open: Select[int]) -> dict[int | None, int]:
    """Person -> how many of these comparisons they have had."""
    return dict(
        db.execute(
            select(Assignment.person_id, func.count(Assignment.comparison_id.distinct()))
            .where(Assignment.comparison_id.in_(still_open), Assignment.status.in_(HAD))
            .group_by(Assignment.person_id)
        ).all()
    )


def _regular(campaign: Campaign) -> tuple[ColumnElement[bool], ...]:
    return Comparison.campaign_id == campaign.id, Comparison.kind == "regular", ~Comparison.identical
