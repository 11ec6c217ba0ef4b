"""Locks: what concerns one person, or one comparison, happens one after the other. SQLite has one writer anyway."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant
from eval_core.store import Assignment, Comparison, Person


def lock_person(db: Session, grant: Grant) -> None:
    """Let what one person does in two tabs happen one after the other (PostgreSQL; SQLite has one writer)."""
    if has_one_writer(db):
        return
    db.execute(select(Person.id).where(Person.id == grant.person).with_for_update(key_share=True))


def lock_comparison(db: Session, comparison_id: int) -> None:
    """Keep everybody else from leasing or judging a comparison until the transaction ends.

    Ask the time only after this: whoever took the place while we waited did so before that moment.
    """
    if has_one_writer(db):
        return
    db.execute(select(Comparison.id).where(Comparison.id == comparison_id).with_for_update(key_share=True))


def lock_comparison_of(db: Session, assignment_id: int) -> None:
    """`lock_comparison` for whoever knows the assignment only."""
    if has_one_writer(db):
        return
    judged = select(Comparison.id).join(Assignment, Assignment.comparison_id == Comparison.id)
    db.execute(judged.where(Assignment.id == assignment_id).with_for_update(key_share=True, of=Comparison))


def has_one_writer(db: Session) -> bool:
    """Whether a write transaction is alone by nature: no row needs a lock, nothing can change under it."""
    return db.get_bind().dialect.name == "sqlite"
