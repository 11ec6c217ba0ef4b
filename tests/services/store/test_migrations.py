"""The schema and its migrations."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections import namedtuple
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import CheckConstraint, delete, insert, inspect, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from eval_core.errors import ParvisError
from eval_core.ranking.habits import LAYOUTS
from eval_core.store import (
    Base,
    Campaign,
    Comparison,
    DeskAction,
    Judgment,
    Person,
    Rating,
    RatingAssignment,
    RatingMark,
    Reason,
    Remark,
    Response,
    Store,
    current_revision,
    head_revision,
    require_current,
    upgrade,
)
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built, build_campaign
from tests.support.checking import everything
from tests.support.schemas import load_schema

pytestmark = pytest.mark.both_databases


@pytest.fixture
def empty_store(database: Callable[..., str]) -> Iterator[Store]:
    store = Store(database(empty=True))
    yield store
    store.dispose()


def test_schema_is_what_the_classes_say(store: Store) -> None:
    """A migrated database has the tables, columns, indexes and constraints of the metadata, no more, no less."""
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_every_constraint_and_index_has_its_name_in_the_database(store: Store) -> None:
    """Foreign keys, uniques, checks and indexes are all there under the names of the metadata."""
    inspector = inspect(store.engine)
    for name, table in Base.metadata.tables.items():
        wanted = {str(c.name) for c in table.constraints} | {str(i.name) for i in table.indexes}
        found = {inspector.get_pk_constraint(name)["name"]}
        found |= {c["name"] for c in inspector.get_foreign_keys(name)}
        found |= {c["name"] for c in inspector.get_unique_constraints(name)}
        found |= {c["name"] for c in inspector.get_check_constraints(name)}
        found |= {i["name"] for i in inspector.get_indexes(name)}
        assert wanted == found, name
        assert None not in found


def test_every_check_is_that_of_the_classes(migrated_sqlite: Path) -> None:
    """Each check exists once, with its condition (on SQLite, which stores its text)."""
    inspector = inspect(Store(f"sqlite:///{migrated_sqlite}").engine)
    for name, table in Base.metadata.tables.items():
        wanted = [(str(c.name), str(c.sqltext)) for c in table.constraints if isinstance(c, CheckConstraint)]
        found = [(c["name"], c["sqltext"]) for c in inspector.get_check_constraints(name)]
        assert sorted(found) == sorted(wanted), name


def test_upgrading_creates_once(empty_store: Store) -> None:
    """The first upgrade changes something, the second nothing; before it, reading refuses with advice."""
    with pytest.raises(ParvisError, match="database upgrade"):
        require_current(empty_store)
    assert current_revision(empty_store) is None
    assert upgrade(empty_store) is True
    before = everything(empty_store)
    assert upgrade(empty_store) is False
    assert everything(empty_store) == before
    assert current_revision(empty_store) == head_revision()
    require_current(empty_store)


def test_an_upgrade_asks_for_room_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With less than three times the file free nothing is begun, and it is said how much is needed; a new file needs none."""
    file = tmp_path / "old.db"
    store = Store(f"sqlite:///{file}")
    usage = namedtuple("usage", "free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(0))
    empty = Store(f"sqlite:///{tmp_path / 'new.db'}")
    assert upgrade(empty) is True
    load_schema(store, "0005")
    store.dispose()
    size, before = file.stat().st_size, file.read_bytes()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(3 * size - 1))
    with pytest.raises(ParvisError, match=r"needs \d+ MB of free disk, and \d+ MB are free"):
        upgrade(store)
    assert (current_revision(store), file.read_bytes()) == ("0005", before)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(3 * size))  # the planted opposite
    assert upgrade(store) is True
    store.dispose()
    empty.dispose()


def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    """Whatever the umask: an SQLite database and its log hold names and texts. One that was there keeps its mode."""
    before = os.umask(0o022)
    try:
        upgrade(Store(f"sqlite:///{tmp_path / 'new.db'}"))
        (tmp_path / "group.db").touch(mode=0o640)
        upgrade(Store(f"sqlite:///{tmp_path / 'group.db'}"))
        # The planted violation: SQLite itself makes a file that everybody may read.
        with closing(sqlite3.connect(tmp_path / "careless.db")) as raw:
            raw.execute("CREATE TABLE one (x)")
    finally:
        os.umask(before)
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    assert {mode for name, mode in modes.items() if name.startswith("new.db")} == {0o600}
    assert (modes["group.db"], modes["careless.db"]) == (0o640, 0o644)


def test_asking_for_the_schema_creates_no_file(tmp_path: Path) -> None:
    """Looking at an SQLite database that is not there leaves it not there."""
    store = Store(f"sqlite:///{tmp_path / 'none.db'}")
    with pytest.raises(ParvisError, match="no Parvis database"):
        require_current(store)
    assert not (tmp_path / "none.db").exists()


def test_a_good_migration_keeps_every_row(
    store: Store, campaign: Callable[..., Built], next_migration: Callable[..., None]
) -> None:
    """Rebuilding the table that everything hangs from loses no row of any table."""
    _with_work(campaign)
    before = {name: len(rows) for name, rows in everything(store).items()}
    assert min(before[name] for name in ("comparison", "assignment", "judgment", "sign_in")) > 0
    next_migration()
    with pytest.raises(ParvisError, match="9999"):
        require_current(store)
    assert upgrade(store) is True
    assert {name: len(rows) for name, rows in everything(store).items()} == before
    assert inspect(store.engine).has_table("extra")


@pytest.mark.parametrize("then", ["raise ValueError('planted')", "op.execute('INSERT INTO nowhere VALUES (1)')"])
def test_a_failing_migration_changes_nothing(
    store: Store, campaign: Callable[..., Built], next_migration: Callable[..., None], then: str
) -> None:
    """A migration that fails after its first steps leaves schema, rows and revision as they were."""
    _with_work(campaign)
    before, revision = everything(store), current_revision(store)
    next_migration(then)
    with pytest.raises(Exception, match="planted|nowhere"):
        upgrade(store)
    assert not inspect(store.engine).has_table("extra")
    assert "extra" not in {column["name"] for column in inspect(store.engine).get_columns("campaign")}
    assert (everything(store), current_revision(store)) == (before, revision)


def test_a_migration_that_breaks_references_changes_nothing(
    store: Store, campaign: Callable[..., Built], next_migration: Callable[..., None]
) -> None:
    """Deleting rows that others point to is found before the end, and undone."""
    _with_work(campaign)
    before = everything(store)
    next_migration("op.execute('DELETE FROM prompt')")
    with pytest.raises((ParvisError, IntegrityError)):
        upgrade(store)
    assert everything(store) == before
    assert not inspect(store.engine).has_table("extra")


def test_foreign_keys_are_enforced(store: Store, campaign: Callable[..., Built]) -> None:
    """A row that others point to cannot be deleted, and no row can point to nothing."""
    campaign()
    with pytest.raises(IntegrityError), store.write() as db:
        db.execute(delete(Campaign))
    with pytest.raises(IntegrityError), store.write() as db:
        db.execute(text("UPDATE comparison SET prompt_id = 987654"))


REFUSED = [
    "UPDATE campaign SET status = 'asleep'",
    "UPDATE campaign SET overlap = 0",
    "UPDATE campaign SET text_view = 'pretty'",
    "UPDATE prompt SET written_standard = 'sv'",
    "UPDATE comparison SET second_response_id = first_response_id",
    "UPDATE comparison SET done = -1",
    "UPDATE comparison SET kind = 'gold'",
    "UPDATE comparison SET gold_outcome = 'first'",
    "UPDATE person SET kind = 'robot'",
    "UPDATE membership SET role = 'owner'",
    "UPDATE assignment SET status = 'skipped'",
    "UPDATE assignment SET status = 'lost'",
    "UPDATE assignment SET skip_reason = 'bored', status = 'skipped'",
    "UPDATE judgment SET choice = 'C'",
    "UPDATE judgment SET choice = NULL",
    "UPDATE judgment SET outcome = 'A'",
    "UPDATE judgment SET layout = 'diagonal'",
    "UPDATE judgment SET revision = 0",
    "UPDATE rating SET layout = 'diagonal'",
    "UPDATE rating_mark SET revision = 0",
    *(
        f"UPDATE {table} SET {place}"  # noqa: S608 - our names
        for table in ("reason", "rating_mark")
        for place in ('start = 3, "end" = NULL', 'start = NULL, "end" = 3', 'start = 3, "end" = 3', "start = -1")
    ),
    "UPDATE desk_action SET rating_assignment_id = 1",
]


def test_checks_refuse_what_no_code_should_write(store: Store, campaign: Callable[..., Built]) -> None:
    """Choices, counts and places outside their range are refused by the database itself."""
    _with_marks(campaign)
    for change in REFUSED:
        with pytest.raises(IntegrityError), store.write() as db:
            db.execute(text(change))
            pytest.fail(f"the database took {change}")


def test_every_layout_can_be_stored(store: Store, campaign: Callable[..., Built]) -> None:
    """The database takes each layout that figures and exports know, for judgments and for ratings."""
    _with_marks(campaign)
    with store.write() as db:
        for layout in LAYOUTS:
            for table in ("judgment", "rating"):
                db.execute(text(f"UPDATE {table} SET layout = :layout"), {"layout": layout})  # noqa: S608 - our names


@pytest.mark.parametrize("table", [Reason, RatingMark])
def test_a_mark_is_stored_once(store: Store, campaign: Callable[..., Built], table: type[Reason | RatingMark]) -> None:
    """The database refuses the same issue at the same place again, and a second time without a place."""
    _with_marks(campaign)
    with store.read() as db:
        row = dict(db.execute(select(table.__table__).where(table.start.is_not(None))).mappings().one())
    elsewhere, nowhere = {**row, "id": 98, "start": 2}, {**row, "id": 99, "start": None, "end": None}
    with store.write() as db:  # the control: another place, and none
        db.execute(insert(table), [elsewhere, nowhere])
    for again in (row, elsewhere, nowhere):
        with pytest.raises(IntegrityError), store.write() as db:
            db.execute(insert(table), [{**again, "id": 100}])


def test_an_action_is_stored_once(store: Store, campaign: Callable[..., Built]) -> None:
    """The database refuses a second action of one person under the same name, and takes another person's."""
    _with_marks(campaign)
    with store.read() as db:
        row = dict(db.execute(select(DeskAction.__table__).limit(1)).mappings().one())
    with pytest.raises(IntegrityError), store.write() as db:
        db.execute(insert(DeskAction), [{**row, "id": 99}])
    with store.write() as db:
        other = Person(name="Ola")
        db.add(other)
        db.flush()
        db.execute(insert(DeskAction), [{**row, "id": 99, "person_id": other.id}])


def test_one_live_judgment_per_assignment(store: Store, campaign: Callable[..., Built]) -> None:
    """The database refuses a second live judgment, and a second judgment of the same revision."""
    _with_work(campaign)
    with store.read() as db:
        row = dict(db.execute(select(Judgment.__table__)).mappings().one())
    for changes in ({"revision": 2}, {"live": False}):
        with pytest.raises(IntegrityError), store.write() as db:
            db.execute(insert(Judgment), [{**row, "id": 99, **changes}])
    with store.write() as db:  # the control: neither live nor of that revision is fine
        db.execute(insert(Judgment), [{**row, "id": 99, "revision": 2, "live": False}])


def test_a_comparison_is_stored_once(store: Store, campaign: Callable[..., Built]) -> None:
    """The database refuses a second comparison of the same two responses."""
    campaign()
    with store.read() as db:
        row = dict(db.execute(select(Comparison.__table__).limit(1)).mappings().one())
    with pytest.raises(IntegrityError), store.write() as db:
        db.execute(insert(Comparison), [{**row, "id": 999}])


def test_a_time_without_a_zone_is_refused(store: Store, clock: Callable[[], object]) -> None:
    """Stored times are UTC and come back aware; a naive one is a bug and raises an error."""
    with store.write() as db:
        db.add(Person(name="Kari", created_at=clock()))
    with store.read() as db:
        assert db.scalar(select(Person.created_at)) == clock()
    with pytest.raises(Exception, match="without a zone"), store.write() as db:
        db.add(Person(name="Ola", created_at=clock().replace(tzinfo=None)))  # type: ignore[attr-defined]


def test_other_databases_are_refused() -> None:
    """A URL of another kind of database is refused with the kinds that work."""
    with pytest.raises(ParvisError, match="sqlite:/// or postgresql://"):
        Store("mysql://localhost/parvis")


def test_sqlite_readers_do_not_wait_for_a_writer(tmp_path: Path) -> None:
    """While one transaction writes, another reads the state before it."""
    store = Store(f"sqlite:///{tmp_path / 'parvis.db'}")
    upgrade(store)
    build_campaign(store)
    with store.write() as writing:
        writing.execute(text("UPDATE campaign SET title = 'new'"))
        with store.read() as reading:
            assert reading.scalar(select(Campaign.title)) == "Campaign trial"
    store.dispose()


def _with_work(campaign: Callable[..., Built]) -> None:
    built = campaign()
    session = built.enter("Kari")
    task = open_desk(built.store, session, built.slug).task
    assert task is not None
    assert record_judgment(built.store, session, built.slug, task.assignment_id, 0, "A")
    open_desk(built.store, session, built.slug)


def _with_marks(campaign: Callable[..., Built]) -> None:
    """A row in each table of marks, ratings and actions."""
    _with_work(campaign)
    rated = campaign(slug="rated", protocol="adequacy_fluency")
    rated.enter("Rita")
    with rated.store.write() as db:
        judgment = db.scalars(select(Judgment)).one()
        first = select(Comparison.first_response_id).where(Comparison.id == judgment.comparison_id)
        remark, sheet = Remark(judgment_id=judgment.id), _sheet(db, rated.id)
        db.add_all([remark, sheet])
        db.flush()
        place: dict[str, Any] = {"issue": "grammar", "start": 0, "end": 3}
        db.add_all(
            [
                Reason(remark_id=remark.id, response_id=db.scalar(first), **place),
                Rating(rating_assignment_id=sheet.id, criterion="adequacy", revision=1, value=1),
                RatingMark(rating_assignment_id=sheet.id, revision=1, **place),
                DeskAction(
                    uuid="a",
                    campaign_id=judgment.campaign_id,
                    person_id=judgment.person_id,
                    kind="choose",
                    assignment_id=judgment.assignment_id,
                    done_at=rated.store.now(),
                ),
            ]
        )


def _sheet(db: Session, campaign_id: int) -> RatingAssignment:
    return RatingAssignment(
        campaign_id=campaign_id,
        response_id=db.scalar(select(Response.id).where(Response.campaign_id == campaign_id)),
        person_id=db.scalar(select(Person.id).where(Person.name == "Rita")),
        protocol_key="adequacy_fluency",
        protocol_version="1",
        protocol_hash="0" * 64,
        status="done",
    )
