"""Locks: transactions about one person, or one comparison, run one after the other. SQLite has one writer anyway."""

from __future__ import annotations

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


def lock_comparison_of(db: Session, assignment_id: int) -> None:
    """`lock_comparison` for callers that know only the assignment."""
    if has_one_writer(db):
        return
    judged = select(Comparison.id).join(Assignment, Assignment.comparison_id == Comparison.id)
    db.execute(judged.where(Assignment.id == assignment_id).with_for_update(key_share=True, of=Comparison))


def has_one_writer(db: Session) -> bool:
    """Whether write transactions are always alone: then no row needs a lock, and nothing changes meanwhile."""
    return db.get_bind().dialect.name == "sqlite"
