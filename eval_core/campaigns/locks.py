"""Locks: transactions about one person, one comparison or all work run one after the other. SQLite has one writer."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant
from eval_core.store import Assignment, Campaign, Comparison, Person
from eval_core.store.engine import ask
from eval_core.store.prepared import Query

_WORDS = 0x70617276  # of no other lock in this database
_PERSON = select(Person.id).where(Person.id == bindparam("person")).with_for_update(key_share=True)
_COMPARISONS = (
    select(Comparison.id)
    .join(Assignment, Assignment.comparison_id == Comparison.id)
    .where(Assignment.id.in_(bindparam("assignments", expanding=True)))
    .order_by(Comparison.id)
    .with_for_update(key_share=True, of=Comparison)
)


def lock_person(db: Session, grant: Grant) -> None:
    """Run what one person does in two tabs one after the other (PostgreSQL; SQLite has one writer)."""
    for query in person_lock(db, grant):
        ask(db, *query)


def person_lock(db: Session, grant: Grant) -> list[Query]:
    """What `lock_person` asks, for anyone who has more to ask."""
    return [] if has_one_writer(db) else [(_PERSON, {"person": grant.person})]


def lock_comparison(db: Session, comparison_id: int) -> None:
    """Keep everybody else from leasing or judging a comparison until the transaction ends.

    Read the clock only after this: anyone who took the place while we waited did so before that moment.
    """
    if has_one_writer(db):
        return
    db.execute(select(Comparison.id).where(Comparison.id == comparison_id).with_for_update(key_share=True))


def try_lock_comparison(db: Session, comparison_id: int) -> bool:
    """`lock_comparison` without waiting; False if someone else holds it. For one who holds another comparison."""
    if has_one_writer(db):
        return True
    free = select(Comparison.id).where(Comparison.id == comparison_id)
    return db.scalar(free.with_for_update(key_share=True, skip_locked=True)) is not None


def lock_comparisons_of(db: Session, assignments: Collection[int]) -> None:
    """`lock_comparison` for those of several assignments: in one order, so that two who do so never wait in a ring."""
    for query in comparison_locks(db, assignments):
        ask(db, *query)


def comparison_locks(db: Session, assignments: Collection[int]) -> list[Query]:
    """What `lock_comparisons_of` asks, for anyone who has more to ask."""
    if has_one_writer(db) or not assignments:
        return []
    return [(_COMPARISONS, {"assignments": list(assignments)})]


def lock_all_work(db: Session, campaign: Campaign) -> None:
    """Wait for judgments, leases and imports, and let none begin until the transaction ends (PostgreSQL).

    In the order in which others lock, since two who wait for each other would both wait in vain: imports and other
    leads take the campaign first. Those who judge take their comparison, and then name the campaign in what they write;
    so the comparisons come before the lock that keeps everyone from naming it.
    """
    db.refresh(campaign, with_for_update={"key_share": True})
    if not has_one_writer(db):
        here = select(Comparison.id).where(Comparison.campaign_id == campaign.id)
        db.execute(here.order_by(Comparison.id).with_for_update())
    db.refresh(campaign, with_for_update=True)


def lock_words(db: Session) -> None:
    """Let no one else choose the word of an open link until the transaction ends: each is of one campaign."""
    if not has_one_writer(db):
        db.execute(select(func.pg_advisory_xact_lock(_WORDS)))


def has_one_writer(db: Session) -> bool:
    """Whether write transactions are always alone: then no row needs a lock, and nothing changes meanwhile."""
    return db.get_bind().dialect.name == "sqlite"
