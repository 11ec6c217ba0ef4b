"""Qualification of newcomers: training on gold comparisons with feedback, then a test without.

A person who has judged in the campaign before is never a newcomer, even if the rules change later.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, bindparam, case, func, select, update
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Grant, Who, authorise, find_person
from eval_core.campaigns.audit import note
from eval_core.campaigns.content.gold_supply import unseen_by_person, usable_gold
from eval_core.campaigns.desk.supply.assigned import Assigned
from eval_core.campaigns.desk.supply.own_work import OwnWork
from eval_core.campaigns.desk.supply.stream import lease_gold
from eval_core.campaigns.desk.supply.written_standards import fitting, standard_of
from eval_core.campaigns.joining.guideline_editions import guidelines_in
from eval_core.campaigns.rules import Rules, rules_of
from eval_core.errors import RefusedError
from eval_core.protocols import by_category, load_protocol, plain_text
from eval_core.store import Assignment, Campaign, Comparison, Judgment, Membership, Person, Prompt, Qualification, Store

_NEWCOMERS = 50  # that are looked at, one after the other
_OF_PERSON = (Assignment.campaign_id == bindparam("campaign"), Assignment.person_id == bindparam("person"))
_LATEST = (
    select(Qualification)
    .where(Qualification.campaign_id == bindparam("campaign"), Qualification.person_id == bindparam("person"))
    .order_by(Qualification.attempt.desc())
    .limit(1)
)
_TRAINED = select(func.count()).where(*_OF_PERSON, Assignment.kind == "training", Assignment.status == "done")
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


@dataclass(frozen=True)
class TestResult:
    """The result of a test. `issues`: the categories to read again."""

    __test__ = False  # for pytest: this is no test

    correct: int
    asked: int
    passed: bool
    issues: tuple[str, ...]


@dataclass(frozen=True)
class NewcomerStage:
    """A newcomer's stage.

    `stage` is 'training', 'test', 'failed', 'no_gold' (there is too little gold for this person) or 'work'; `number` of
    `total` is the comparison that comes now in training or test.
    """

    stage: str
    number: int = 0
    total: int = 0
    qualification_id: int | None = None


WORKING = NewcomerStage("work")


@dataclass(frozen=True)
class Feedback:
    """What a newcomer learns after judging a training comparison.

    Attributes:
        choice, expected: A, B or tie, as presented.
        issue: the category of the fault, `label` its name, `explanation` what is wrong, in the reader's language.
        marks: where the fault stands.
    """

    right: bool
    choice: str
    expected: str
    issue: str | None
    label: str | None
    explanation: str | None
    marks: tuple[FaultMark, ...]


@dataclass(frozen=True)
class FaultMark:
    """Where a fault stands: the side as presented, and [start, end) of its text in code points."""

    side: str
    start: int
    end: int
    issue: str | None


@dataclass(frozen=True)
class Newcomer:
    """A person who failed the test and waits for another try."""

    name: str
    attempt: int
    correct: int
    asked: int
    finished_at: datetime
    unseen_gold: int


def newcomer_stage(db: Session, grant: Grant, own: OwnWork, rules: Rules, now: datetime) -> NewcomerStage:
    """The person's stage; opens their first try, and closes one whose last comparison is judged."""
    if not rules.training and not rules.test:
        return WORKING
    about = {"campaign": grant.campaign.id, "person": grant.person}
    latest = db.scalar(_LATEST, about)
    if latest is None and own.done == 0:
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
    _tested, latest.correct = db.execute(_TESTED, {"qualification": latest.id}).one()
    latest.finished_at = now
    # A share such as 0.8 of 5 is 4, though not to the last bit.
    latest.passed = latest.correct >= rules.pass_mark * latest.asked - 1e-9
    return NewcomerStage("work" if latest.passed else "failed", qualification_id=latest.id)


def open_stage(db: Session, grant: Grant, rules: Rules) -> NewcomerStage | None:
    """The person's stage in an open try; None without one, or if it must be closed. Writes nothing."""
    latest = db.scalar(_LATEST, {"campaign": grant.campaign.id, "person": grant.person})
    return _within(db, grant, rules, latest) if latest is not None and latest.passed is None else None


def _within(db: Session, grant: Grant, rules: Rules, latest: Qualification) -> NewcomerStage | None:
    trained = db.scalar(_TRAINED, {"campaign": grant.campaign.id, "person": grant.person}) or 0
    if trained < rules.training:
        return NewcomerStage("training", trained + 1, rules.training)
    tested, _correct = db.execute(_TESTED, {"qualification": latest.id}).one()
    return NewcomerStage("test", tested + 1, latest.asked, latest.id) if tested < latest.asked else None


def try_is_over(db: Session, assignment: Assigned) -> bool:
    """Whether the test of an assignment has ended, or another try has replaced it."""
    about = {"campaign": assignment.campaign_id, "person": assignment.person_id}
    latest = db.scalar(_LATEST, about)
    return latest is None or latest.id != assignment.qualification_id or latest.finished_at is not None


def lease_of_newcomer(
    db: Session, grant: Grant, own: OwnWork, at: NewcomerStage, now: datetime
) -> tuple[Assigned | None, NewcomerStage]:
    """The gold comparison that comes now in training or test, or the stage 'no_gold': nobody begins without enough."""
    if at.number == 1:
        need = at.total + (rules_of(grant.campaign).test if at.stage == "training" else 0)
        if unseen_gold(db, grant.campaign, grant.person) < need:
            return None, NewcomerStage("no_gold")
    assignment = lease_gold(db, grant, own, now, "training" if at.stage == "training" else "test", at.qualification_id)
    return assignment, at if assignment else NewcomerStage("no_gold")


def result_of(db: Session, qualification_id: int) -> TestResult:
    """The result of a finished test."""
    row = db.get_one(Qualification, qualification_id)
    issues = db.scalars(_MISSED, {"qualification": qualification_id})
    return TestResult(row.correct or 0, row.asked, bool(row.passed), tuple(issue for issue in issues if issue))


def training_feedback(db: Session, grant: Grant, assignment_id: int, language: str) -> Feedback | None:
    """What a newcomer learns of a training comparison of theirs that they have judged; None of any other."""
    row = db.execute(
        select(Judgment.choice, Judgment.outcome, Judgment.swapped, Comparison)
        .select_from(Assignment)
        .join(Judgment, (Judgment.assignment_id == Assignment.id) & Judgment.live)
        .join(Comparison, Comparison.id == Assignment.comparison_id)
        .where(
            Assignment.id == assignment_id,
            Assignment.person_id == grant.person,
            Assignment.campaign_id == grant.campaign.id,
            Assignment.kind == "training",
            Judgment.choice.is_not(None),
        )
    ).first()
    if row is None:
        return None
    choice, outcome, swapped, gold = row
    expected = "tie" if gold.gold_outcome == "tie" else "AB"[(gold.gold_outcome == "first") == swapped]
    labels = {issue.key: issue.label for issue in load_protocol(grant.campaign.protocol_key).issues}
    return Feedback(
        right=outcome == gold.gold_outcome,
        choice=choice or "",
        expected=expected,
        issue=gold.gold_issue,
        label=labels[gold.gold_issue][language] if gold.gold_issue in labels else None,
        explanation=_explanation(db, grant.campaign, gold, language),
        marks=_fault_marks(gold, expected),
    )


def _explanation(db: Session, campaign: Campaign, gold: Comparison, language: str) -> str | None:
    """What is wrong in a gold comparison: its own explanation, or else what the guidelines say of its category."""
    if gold.gold_explanation or not gold.gold_issue:
        return gold.gold_explanation
    rules = by_category(guidelines_in(db, campaign, language), [gold.gold_issue])[gold.gold_issue].rules
    return " ".join(plain_text(item) for item in rules) or None


def _fault_marks(gold: Comparison, expected: str) -> tuple[FaultMark, ...]:
    """The marks of the less fluent text, on the side where it was shown; none where both are equally fluent."""
    if expected == "tie":
        return ()
    side = {"A": "B", "B": "A"}[expected]
    return tuple(FaultMark(side, start, end, gold.gold_issue) for start, end in gold.gold_marks or ())


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
        RefusedError: 'signed_out', 'not_allowed', 'unknown_person', 'stale_person' for somebody who has not failed,
            'no_try' where too little gold is left that they have not seen.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        person = _lock(db, find_person(db, name))
        latest = db.scalar(_LATEST, {"campaign": grant.campaign.id, "person": person.id})
        if latest is None or latest.passed is not False:
            raise RefusedError("stale_person", f"'{name}' has no failed test in this campaign")
        asked, unseen = rules_of(grant.campaign).test, unseen_gold(db, grant.campaign, person.id)
        if unseen < asked:
            raise RefusedError(
                "no_try",
                f"another test takes {asked} gold comparisons that '{name}' has not seen, and there are {unseen}:"
                " load more gold comparisons first",
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
        db.execute(
            update(Assignment)
            .where(*_OF_PERSON, Assignment.kind.in_(("training", "test")), Assignment.status == "leased")
            .values(status="released"),
            {"campaign": grant.campaign.id, "person": person.id},
        )
        row = _add_try(db, grant, person.id, attempt, asked=0, now=now)
        row.correct, row.passed, row.finished_at = 0, True, now
        note(db, grant, "admitted", person=person.id)
        return True


def unseen_gold(db: Session, campaign: Campaign, person_id: int | None = None) -> int:
    """How many gold comparisons can be shown; with a person: that they have not seen."""
    about = {"campaign": campaign.id, "person": person_id}
    query = select(func.count(Comparison.id)).where(*usable_gold())
    if person_id is not None:
        query = fitting(query.where(*unseen_by_person()), standard_of(db, campaign.id, person_id))
    return db.scalar(query, about) or 0


def without_gold(db: Session, campaign: Campaign) -> list[str]:
    """Names of the newcomers who cannot begin or finish training and test with the gold there is for them."""
    rules = rules_of(campaign)
    need = rules.training + rules.test
    if not need:
        return []
    tried = (Qualification.person_id == Person.id, Qualification.campaign_id == campaign.id)
    passed = select(Qualification.id).where(*tried, Qualification.passed.is_not(None))
    here = (Assignment.campaign_id == campaign.id, Assignment.person_id == Person.id)
    worked = select(Assignment.id).where(*here, Assignment.kind.not_in(("training", "test")))
    begun = select(func.count(Assignment.id)).where(*here, Assignment.status != "released").scalar_subquery()
    newcomers = db.execute(
        select(Person.id, Person.name, begun)
        .join(Membership, Membership.person_id == Person.id)
        .where(
            Membership.campaign_id == campaign.id,
            Membership.role == "annotator",
            Person.kind == "human",
            ~passed.exists(),
            ~worked.exists(),
        )
        .order_by(Person.name)
        .limit(_NEWCOMERS)
    ).all()
    return [name for identity, name, had in newcomers if unseen_gold(db, campaign, identity) + had < need]


def gold_by_standard(db: Session, campaign: Campaign) -> dict[str, int]:
    """How many gold comparisons can be shown to somebody who judges only this written standard.

    It has the standards that the campaign's prompts ask for; gold without a standard is for everyone.
    """
    asked = (
        select(Prompt.written_standard).where(Prompt.campaign_id == campaign.id, Prompt.kind == "regular").distinct()
    )
    query = select(func.count(Comparison.id)).where(*usable_gold())
    return {
        standard: db.scalar(fitting(query, standard), {"campaign": campaign.id}) or 0
        for standard in sorted(standard for standard in db.scalars(asked) if standard)
    }


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
