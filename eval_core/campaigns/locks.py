"""Locks: transactions about one person, or one comparison, run one after the other. SQLite has one writer anyway."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant
from eval_core.store import Assignment, Comparison, Person


def lock_person(db: Session, grant: Grant) -> None:
    """Run what one person does in two tabs one after the other (PostgreSQL; SQLite has one writer)."""
    if has_one_writer(db):
        return
    db.execute(select(Person.id).where(Person.id == grant.person).with_for_update(key_share=True))


def lock_comparison(db: Session, comparison_id: int) -> None:
    """Keep everybody else from leasing or judging a comparison until the transaction ends.

    Read the clock only after this: anyone who took the place while we waited did so before that moment.
    """
    if has_one_writer(db):
        return
    db.execute(select(Comparison.id).where(Comparison.id == comparison_id).with_for_update(key_share=True))


def try_lock_comparison(db: Session, comparison_id: int) -> bool:
    """`lock_comparison` without waiting; False if somebody else holds it. For whoever holds another comparison."""
    if has_one_writer(db):
        return True
    free = select(Comparison.id).where(Comparison.id == comparison_id)
    return db.scalar(free.with_for_update(key_share=True, skip_locked=True)) is not None


def lock_comparisons_of(db: Session, assignments: Collection[int]) -> None:
    """`lock_comparison` for those of several assignments: in one order, so that two who do so never wait in a ring."""
    if has_one_writer(db) or not assignments:
        return
    judged = select(Comparison.id).join(Assignment, Assignment.comparison_id == Comparison.id)
    judged = judged.where(Assignment.id.in_(assignments)).order_by(Comparison.id)
    db.execute(judged.with_for_update(key_share=True, of=Comparison)).all()


def has_one_writer(db: Session) -> bool:
    """Whether write transactions are always alone: then no row needs a lock, and nothing changes meanwhile."""
    return db.get_bind().dialect.name == "sqlite"
