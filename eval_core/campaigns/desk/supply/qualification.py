"""Qualification of newcomers: training on gold comparisons or control responses with feedback, then a test without.

A person who has judged or rated in the campaign before is never a newcomer, even if the rules change later.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, bindparam, case, func, select, update
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Grant, Who, authorise, find_person
from eval_core.campaigns.audit import note
from eval_core.campaigns.desk.supply.assigned import Assigned
from eval_core.campaigns.desk.supply.gold_stock import unseen_gold
from eval_core.campaigns.desk.supply.own_work import OwnWork
from eval_core.campaigns.desk.supply.rating_gold import hold_control, is_expected, is_within
from eval_core.campaigns.desk.supply.stream import lease_gold
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.rules import Rules, rules_of
from eval_core.errors import RefusedError
from eval_core.store import (
    Assignment,
    Campaign,
    Comparison,
    Judgment,
    Person,
    Qualification,
    Rating,
    RatingAssignment,
    Response,
    Store,
)

_LATEST = (
    select(Qualification)
    .where(Qualification.campaign_id == bindparam("campaign"), Qualification.person_id == bindparam("person"))
    .order_by(Qualification.attempt.desc())
    .limit(1)
)
_TRAINED = {
    table: select(func.count()).where(
        table.campaign_id == bindparam("campaign"),
        table.person_id == bindparam("person"),
        table.kind == "training",
        table.status == "done",
    )
    for table in (Assignment, RatingAssignment)
}
_TESTED = (
    select(func.count(), func.coalesce(func.sum(case((Judgment.outcome == Comparison.gold_outcome, 1), else_=0)), 0))
    .select_from(Assignment)
    .join(Judgment, (Judgment.assignment_id == Assignment.id) & Judgment.live & Judgment.choice.is_not(None))
    .join(Comparison, Comparison.id == Assignment.comparison_id)
    .where(Assignment.qualification_id == bindparam("qualification"), Assignment.status == "done")
)
_MISSED = (
    select(Comparison.gold_issue)
    .distinct()
    .join(Assignment, Assignment.comparison_id == Comparison.id)
    .join(Judgment, (Judgment.assignment_id == Assignment.id) & Judgment.live)
    .where(
        Assignment.qualification_id == bindparam("qualification"),
        Judgment.outcome != Comparison.gold_outcome,
        Comparison.gold_issue.is_not(None),
    )
    .order_by(Comparison.gold_issue)
)
_RATED = (
    select(RatingAssignment.id, Rating.criterion, Rating.value, Response.gold)
    .join(Rating, (Rating.rating_assignment_id == RatingAssignment.id) & Rating.live)
    .join(Response, Response.id == RatingAssignment.response_id)
    .where(RatingAssignment.qualification_id == bindparam("qualification"), RatingAssignment.status == "done")
)


@dataclass(frozen=True)
class TestResult:
    """The result of a test. `issues`: the categories to read again, or the criteria where responses are rated."""

    __test__ = False  # for pytest: this is no test

    correct: int
    asked: int
    passed: bool
    issues: tuple[str, ...]


@dataclass(frozen=True)
class NewcomerStage:
    """A newcomer's stage.

    `stage` is 'training', 'test', 'failed', 'no_gold' (there is too little gold for this person) or 'work'; `number` of
    `total` is the comparison, or the response, that comes now in training or test.
    """

    stage: str
    number: int = 0
    total: int = 0
    qualification_id: int | None = None


WORKING = NewcomerStage("work")


@dataclass(frozen=True)
class Newcomer:
    """A person who failed the test and waits for another try."""

    name: str
    attempt: int
    correct: int
    asked: int
    finished_at: datetime
    unseen_gold: int


def newcomer_stage(db: Session, grant: Grant, done: int, rules: Rules, now: datetime) -> NewcomerStage:
    """The person's stage; opens their first try, and closes one whose last sheet is done.

    Args:
        done: how much of the work itself they have done here.
    """
    if not rules.training and not rules.test:
        return WORKING
    about = {"campaign": grant.campaign.id, "person": grant.person}
    latest = db.scalar(_LATEST, about)
    if latest is None and done == 0:
        latest = Qualification(
            person_id=grant.person, campaign_id=grant.campaign.id, attempt=1, asked=rules.test, started_at=now
        )
        db.add(latest)
        db.flush()
    if latest is None or latest.passed:
        return WORKING
    if latest.passed is False:
        return NewcomerStage("failed", qualification_id=latest.id)
    going_on = _within(db, grant, rules, latest)
    if going_on is not None:
        return going_on
    _tested, latest.correct = _test_so_far(db, grant.campaign, latest.id)
    latest.finished_at = now
    # A share such as 0.8 of 5 is 4, though not to the last bit.
    latest.passed = latest.correct >= rules.pass_mark * latest.asked - 1e-9
    return NewcomerStage("work" if latest.passed else "failed", qualification_id=latest.id)


def _within(db: Session, grant: Grant, rules: Rules, latest: Qualification) -> NewcomerStage | None:
    about = {"campaign": grant.campaign.id, "person": grant.person}
    trained = db.scalar(_TRAINED[_table(grant.campaign)], about) or 0
    if trained < rules.training:
        return NewcomerStage("training", trained + 1, rules.training)
    tested, _correct = _test_so_far(db, grant.campaign, latest.id)
    return NewcomerStage("test", tested + 1, latest.asked, latest.id) if tested < latest.asked else None


def _table(campaign: Campaign) -> type[Assignment] | type[RatingAssignment]:
    return RatingAssignment if rates_responses(campaign) else Assignment


def _test_so_far(db: Session, campaign: Campaign, qualification_id: int) -> tuple[int, int]:
    """How many sheets of a test are done, and how many of them rightly."""
    if rates_responses(campaign):
        sheets = _rated_sheets(db, qualification_id)
        return len(sheets), sum(is_expected(expected, given) for expected, given in sheets)
    tested, correct = db.execute(_TESTED, {"qualification": qualification_id}).one()
    return tested, correct


def _rated_sheets(db: Session, qualification_id: int) -> list[tuple[dict[str, list[int]], dict[str, int | None]]]:
    """Each response of a test that is rated: what is expected, and what was given."""
    expected: dict[int, dict[str, list[int]]] = {}
    given: dict[int, dict[str, int | None]] = {}
    for sheet, criterion, value, gold in db.execute(_RATED, {"qualification": qualification_id}):
        expected[sheet] = gold["scores"] if gold else {}
        given.setdefault(sheet, {})[criterion] = value
    return [(expected[sheet], given[sheet]) for sheet in given]


def try_is_over(db: Session, assignment: Assigned | RatingAssignment) -> bool:
    """Whether the test of an assignment has ended, or another try has replaced it."""
    about = {"campaign": assignment.campaign_id, "person": assignment.person_id}
    latest = db.scalar(_LATEST, about)
    return latest is None or latest.id != assignment.qualification_id or latest.finished_at is not None


def lease_of_newcomer(
    db: Session, grant: Grant, own: OwnWork, at: NewcomerStage, now: datetime
) -> tuple[Assigned | None, NewcomerStage]:
    """The gold comparison that comes now in training or test, or the stage 'no_gold': no one begins without enough."""
    if _too_little(db, grant, at):
        return None, NewcomerStage("no_gold")
    assignment = lease_gold(db, grant, own, now, "training" if at.stage == "training" else "test", at.qualification_id)
    return assignment, at if assignment else NewcomerStage("no_gold")


def lease_of_new_rater(
    db: Session, grant: Grant, at: NewcomerStage, now: datetime
) -> tuple[RatingAssignment | None, NewcomerStage]:
    """`lease_of_newcomer` where responses are rated: the control response that comes now, or the stage 'no_gold'."""
    if _too_little(db, grant, at):
        return None, NewcomerStage("no_gold")
    held = hold_control(db, grant, now, at.stage, at.qualification_id)
    return held, at if held else NewcomerStage("no_gold")


def _too_little(db: Session, grant: Grant, at: NewcomerStage) -> bool:
    """Whether the person must not begin the training, or the test, since there is too little gold to end it."""
    if at.number != 1:
        return False
    need = at.total + (rules_of(grant.campaign).test if at.stage == "training" else 0)
    return unseen_gold(db, grant.campaign, grant.person) < need


def result_of(db: Session, qualification_id: int) -> TestResult:
    """The result of a finished test."""
    row = db.get_one(Qualification, qualification_id)
    issues: set[str | None] = set(db.scalars(_MISSED, {"qualification": qualification_id}))
    for expected, given in _rated_sheets(db, qualification_id):
        issues |= {key for key, ends in expected.items() if not is_within(ends, given.get(key))}
    return TestResult(row.correct or 0, row.asked, bool(row.passed), tuple(sorted(filter(None, issues))))


def waiting_newcomers(store: Store, slug: str, who: Who = OPERATOR) -> list[Newcomer]:
    """People who failed and have no new try yet, the longest wait first. For leads."""
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        rows = db.execute(
            select(Person.id, Person.name, Qualification)
            .join(Qualification, Qualification.person_id == Person.id)
            .where(*_failed(campaign))
            .order_by(Qualification.finished_at)
        ).all()
        return [
            Newcomer(
                name,
                row.attempt,
                row.correct or 0,
                row.asked,
                row.finished_at or row.started_at,
                unseen_gold(db, campaign, person_id),
            )
            for person_id, name, row in rows
        ]


def count_failed(db: Session, campaign: Campaign) -> int:
    """How many people failed and have no new try yet."""
    return db.scalar(select(func.count()).select_from(Qualification).where(*_failed(campaign))) or 0


def _failed(campaign: Campaign) -> tuple[ColumnElement[bool], ...]:
    later = aliased(Qualification)
    tried_again = select(later.id).where(
        later.person_id == Qualification.person_id,
        later.campaign_id == Qualification.campaign_id,
        later.attempt > Qualification.attempt,
    )
    return Qualification.campaign_id == campaign.id, Qualification.passed.is_(False), ~tried_again.exists()


def grant_try(store: Store, slug: str, name: str, who: Who = OPERATOR) -> None:
    """Grant a person who failed a new test. For leads.

    Raises:
        RefusedError: 'signed_out', 'not_allowed', 'unknown_person', 'stale_person' for a person who has not failed,
            'no_try' (where responses are rated 'no_rating_try') where too little gold is left that they have not seen.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        person = _lock(db, find_person(db, name))
        latest = db.scalar(_LATEST, {"campaign": grant.campaign.id, "person": person.id})
        if latest is None or latest.passed is not False:
            raise RefusedError("stale_person", f"'{name}' has no failed test in this campaign")
        asked, unseen = rules_of(grant.campaign).test, unseen_gold(db, grant.campaign, person.id)
        if unseen < asked:
            rates = rates_responses(grant.campaign)
            code, gold = ("no_rating_try", "control responses") if rates else ("no_try", "gold comparisons")
            raise RefusedError(
                code,
                f"another test takes {asked} {gold} that '{name}' has not seen, and there are {unseen}:"
                f" load more {gold} first",
            )
        _add_try(db, grant, person.id, latest.attempt + 1, asked=asked, now=store.now())
        note(db, grant, "try_granted", person=person.id)


def admit(store: Store, slug: str, name: str, who: Who = OPERATOR) -> bool:
    """Admit a person without training and test, or after a failed one. For leads.

    Returns:
        False if they had passed or been admitted before.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        person = _lock(db, find_person(db, name))
        latest = db.scalar(_LATEST, {"campaign": grant.campaign.id, "person": person.id})
        if latest is not None and latest.passed:
            return False
        attempt = latest.attempt + 1 if latest else 1
        now = store.now()
        table = _table(grant.campaign)
        here = (table.campaign_id == grant.campaign.id, table.person_id == person.id)
        db.execute(
            update(table)
            .where(*here, table.kind.in_(("training", "test")), table.status == "leased")
            .values(status="released")
        )
        row = _add_try(db, grant, person.id, attempt, asked=0, now=now)
        row.correct, row.passed, row.finished_at = 0, True, now
        note(db, grant, "admitted", person=person.id)
        return True


def _lock(db: Session, person: Person) -> Person:
    """Run two leads, and the person's own tab, one after the other (PostgreSQL; SQLite has one writer)."""
    db.refresh(person, with_for_update={"key_share": True})
    return person


def _add_try(db: Session, grant: Grant, person_id: int, attempt: int, *, asked: int, now: datetime) -> Qualification:
    row = Qualification(
        person_id=person_id,
        campaign_id=grant.campaign.id,
        attempt=attempt,
        asked=asked,
        granted_by=grant.person_id,
        started_at=now,
    )
    db.add(row)
    return row
