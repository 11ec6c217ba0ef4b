"""On SQLite the writers of one process take turns, rather than sleep and look whether the lock is free."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from eval_core.errors import UnavailableError
from eval_core.store import Store, engine


@pytest.fixture
def notes(tmp_path: Path) -> Store:
    store = Store(f"sqlite:///{tmp_path / 'notes.db'}")
    with store.write() as db:
        db.execute(text("CREATE TABLE note (id INTEGER PRIMARY KEY)"))
    return store


def test_a_second_writer_waits_and_then_writes(notes: Store) -> None:
    """While one writes another waits, and both rows are there in the end."""
    with notes.write() as db:
        db.execute(text("INSERT INTO note VALUES (NULL)"))
        later = threading.Thread(target=_note, args=(notes,))
        later.start()
        later.join(0.2)
        assert later.is_alive()
    later.join(30)
    with notes.read() as db:
        assert db.scalar(text("SELECT count(*) FROM note")) == 2


def test_a_turn_that_does_not_come_is_refused(notes: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer that waits too long gets 'database_busy', readers do not wait, and the turn is free again afterwards."""
    monkeypatch.setattr(engine, "LOCK_SECONDS", 0.05)
    collected: list[str] = []

    def try_to() -> None:
        try:
            _note(notes)
        except UnavailableError as error:
            collected.append(error.code)

    with notes.write() as db:
        db.execute(text("INSERT INTO note VALUES (NULL)"))
        second = threading.Thread(target=try_to)
        second.start()
        second.join(30)
        with notes.read() as reader:
            assert reader.scalar(text("SELECT count(*) FROM note")) == 0
    assert collected == ["database_busy"]
    _note(notes)


def test_a_writer_that_fails_releases_the_turn(notes: Store) -> None:
    """After an error in the middle of a transaction the next writer comes in."""
    with pytest.raises(ZeroDivisionError), notes.write():
        raise ZeroDivisionError
    _note(notes)


def _note(store: Store) -> None:
    with store.write() as db:
        db.execute(text("INSERT INTO note VALUES (NULL)"))
