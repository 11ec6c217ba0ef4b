"""A database that one test has used is as new for the next."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from eval_core.store import Store
from tests.support.building import build_campaign
from tests.support.checking import everything
from tests.support.postgres import PostgresServer

pytestmark = [pytest.mark.postgres, pytest.mark.both_databases]


def test_deleted_rows_free_their_ids(postgres: PostgresServer) -> None:
    """The same database comes back without rows, though a connection was left open; its ids begin with 1."""
    url = postgres.lend()
    used = Store(url)
    first = build_campaign(used).id
    left = used.engine.connect()
    left.execute(text("LOCK TABLE person"))
    postgres.take_back(url)
    left.invalidate()
    used.dispose()
    again = postgres.lend()
    assert again == url
    store = Store(again)
    assert not any(rows for name, rows in everything(store).items() if name != "alembic_version")
    assert build_campaign(store).id == first == 1
    store.dispose()
    postgres.take_back(again)


@pytest.mark.drawn
@pytest.mark.parametrize(
    "change",
    [
        "DROP INDEX uq_link_live",
        "ALTER TABLE message RENAME COLUMN text TO words",
        "DROP TABLE hours_note",
        "UPDATE alembic_version SET version_num = '0001'",
        "ALTER TABLE campaign DISABLE TRIGGER ALL",
        "CREATE TABLE extra (id integer)",
    ],
)
def test_a_changed_schema_is_not_lent_again(postgres: PostgresServer, change: str) -> None:
    """A database whose tables, columns, indexes, triggers or version a test has changed is dropped."""
    url = postgres.lend()
    store = Store(url)
    with store.engine.begin() as connection:
        connection.execute(text(change))
    store.dispose()
    postgres.take_back(url)
    other = postgres.lend()
    assert other != url
    postgres.take_back(other)


def test_changed_settings_are_not_lent_again(postgres: PostgresServer) -> None:
    """Nor is one with settings of its own."""
    url = postgres.lend()
    postgres.run(f"ALTER DATABASE {url.rpartition('/')[2].partition('?')[0]} SET default_transaction_read_only = on")
    postgres.take_back(url)
    other = postgres.lend()
    assert other != url
    postgres.take_back(other)
