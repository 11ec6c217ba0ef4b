"""A rehearsed transaction shows what it would do and stores nothing, on either database."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from eval_core.store import Person, Store
from tests.support.checking import everything


def leaves_a_trace(store: Store, rehearse: Callable[..., object]) -> bool:
    """Whether something of a rehearsal is there after it."""
    before = everything(store)
    with rehearse(store) as db:  # type: ignore[attr-defined]
        db.add(Person(name="Kari", kind="human"))
        assert db.scalar(select(Person.name).where(Person.name == "Kari")) == "Kari"
    return everything(store) != before


def test_nothing_of_a_rehearsal_is_stored(store: Store) -> None:
    """It reads what it has written, and nobody else ever does; a transaction that is kept is noticed."""
    assert not leaves_a_trace(store, Store.rehearse)
    assert leaves_a_trace(store, Store.write)  # the planted fault: it commits


def test_a_rehearsal_that_fails_stores_nothing_and_frees_the_writer(store: Store) -> None:
    """The error comes through, also one that only the database finds at the end; then others write."""
    with pytest.raises(ZeroDivisionError), store.rehearse() as db:
        db.add(Person(name="Kari", kind="human"))
        db.flush()
        raise ZeroDivisionError
    with pytest.raises(IntegrityError), store.rehearse() as db:
        db.add(Person(name=None, kind="human"))
    with store.write() as db:
        db.add(Person(name="Ola", kind="human"))
    with store.read() as db:
        assert db.scalars(select(Person.name)).all() == ["Ola"]
