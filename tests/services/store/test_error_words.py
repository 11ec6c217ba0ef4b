"""Messages of database errors, and so the logs, never hold what somebody wrote or who they are."""

from __future__ import annotations

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError

from eval_core.store import Store

SECRET = "Kari Nordmann skrev dette"
BROKEN = text("INSERT INTO person (name, kind) VALUES (:name, :name || CAST(:name AS INTEGER) || nowhere)")


def test_an_error_of_the_database_quotes_nobody(store: Store) -> None:
    """A statement that fails is named without its values; an engine made without care names them (planted)."""
    with pytest.raises(DBAPIError) as careful, store.write() as db:
        db.execute(BROKEN, {"name": SECRET})
    assert SECRET not in str(careful.value)
    careless = create_engine(store.url)
    with pytest.raises(DBAPIError) as planted, careless.begin() as connection:
        connection.execute(BROKEN, {"name": SECRET})
    careless.dispose()
    assert SECRET in str(planted.value)
