"""`parvis check`: every planted contradiction is found and named, and a sound database gives nothing."""

# ruff: noqa: S608 - statements of constants of this file
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from sqlalchemy import Connection, Engine, create_engine, text

from eval_core.protocols import load_protocol
from eval_core.store import Store, upgrade
from eval_core.upkeep.integrity import check_connection, check_database
from tests.conftest import Clock
from tests.support.schemas import STORED, load_schema

LIVE = "(SELECT min(id) FROM judgment WHERE live AND outcome IS NOT NULL AND NOT imported AND ranked)"
RATED = "(SELECT min(id) FROM rating WHERE live)"
LEASED = "(SELECT min(id) FROM assignment WHERE status = 'leased')"
_AGAIN = "INSERT INTO {table} ({columns}) SELECT {values} FROM {table} WHERE id = {which}"  # a row once more, changed
# Work under the protocols as they are now.
_HASH, _RATED_HASH = (load_protocol(key).content_hash for key in ("norwegian_fluency", "adequacy_fluency"))
_AS_NOW = "; ".join(
    f"UPDATE {table} SET protocol_hash = '{_HASH}' WHERE {which} = 1"
    for table, which in (("campaign", "id"), ("judgment", "campaign_id"))
)
_RATED_AS_NOW = f"UPDATE rating_assignment SET protocol_hash = '{_RATED_HASH}' WHERE id = 1"
# The planted fault -> the checks that find it, each by its code and table. {x}: the names above.
PLANTED: list[tuple[str, set[tuple[str, str | None]]]] = [
    (f"UPDATE judgment SET person_id = 9999 WHERE id = {LIVE}", {("reference", "judgment"), ("copies", "judgment")}),
    ("UPDATE response SET system_id = 9999 WHERE id = 1", {("reference", "response"), ("copies", "judgment")}),
    ("UPDATE comparison SET campaign_id = 2 WHERE id = 15", {("campaign", "comparison")}),
    (f"UPDATE judgment SET outcome = 'tie' WHERE id = {LIVE} AND choice <> 'tie'", {("outcome", "judgment")}),
    (f"UPDATE judgment SET swapped = NOT swapped WHERE id = {LIVE}", {("outcome", "judgment"), ("copies", "judgment")}),
    (f"UPDATE judgment SET ranked = false WHERE id = {LIVE}", {("ranked", "judgment"), ("count", "comparison")}),
    (f"UPDATE judgment SET revision = 3 WHERE id = {LIVE}", {("revisions", "judgment")}),
    (
        f"UPDATE judgment SET live = false WHERE id = {LIVE}",
        {("revisions", "judgment"), ("status", "assignment"), ("count", "comparison")},
    ),
    (f"UPDATE judgment SET protocol_hash = repeat('ab', 32) WHERE id = {LIVE}", {("hash", "judgment")}),
    ("UPDATE link SET token_hash = 'open sesame' WHERE id = 1", {("hash", "link")}),
    ("UPDATE campaign SET protocol_hash = repeat('G', 64) WHERE id = 2", {("hash", "campaign")}),
    ("UPDATE prompt SET text = 'Another' WHERE substr(key, 1, 5) = 'text:'", {("hash", "prompt")}),
    ("UPDATE response SET text = 'Another' WHERE system_id IS NULL", {("hash", "prompt")}),
    ("UPDATE comparison SET identical = true WHERE id = 1", {("identical", "comparison")}),
    ("UPDATE system SET name = 'zulu' WHERE id = 1", {("orientation", "comparison")}),
    ("UPDATE comparison SET done = done + 1 WHERE id = 2", {("count", "comparison")}),
    ("UPDATE campaign SET clarifications = 7 WHERE id = 1", {("count", "campaign")}),
    (f"UPDATE assignment SET leased_until = NULL WHERE id = {LEASED}", {("lease", "assignment")}),
    (f"UPDATE assignment SET person_id = NULL WHERE id = {LEASED}", {("lease", "assignment")}),
    (f"UPDATE assignment SET leased_until = '2036-01-01 00:00:00' WHERE id = {LEASED}", {("lease", "assignment")}),
    (f"UPDATE assignment SET status = 'done' WHERE id = {LEASED}", {("status", "assignment")}),
    ("UPDATE assignment SET kind = 'test' WHERE kind = 'regular' AND status = 'leased'", {("kind", "assignment")}),
    ("UPDATE rating SET live = false WHERE rating_assignment_id = 1", {("status", "rating_assignment")}),
    (
        "UPDATE rating_assignment SET status = 'leased', leased_until = NULL WHERE id = 1",
        {("lease", "rating_assignment"), ("status", "rating_assignment")},
    ),
    (
        _AGAIN.format(
            table="rating",
            columns="rating_assignment_id, criterion, revision, live, not_applicable, created_at",
            values="rating_assignment_id, criterion, revision + 7, false, not_applicable, created_at",
            which=RATED,
        ),
        {("revisions", "rating")},
    ),
    ("UPDATE reason SET response_id = (SELECT max(id) FROM response WHERE campaign_id = 1)", {("remark", "reason")}),
    (
        "UPDATE remark SET judgment_id = (SELECT min(id) FROM judgment WHERE choice IS NULL) WHERE id = 1",
        {("remark", "remark"), ("remark", "reason")},
    ),
    ('UPDATE reason SET start = 0, "end" = 1000 WHERE id = 1', {("mark", "reason")}),
    (
        """INSERT INTO rating_mark (rating_assignment_id, revision, issue, start, "end") VALUES (1, 1, 'x', 0, 1000)""",
        {("mark", "rating_mark")},
    ),
    ("UPDATE comparison SET gold_marks = '[[0, 1000]]' WHERE kind = 'gold'", {("mark", "comparison")}),
    ("UPDATE comparison SET gold_marks = '[[0, 1]]' WHERE id = 1", {("mark", "comparison")}),  # no gold
    ("UPDATE comparison SET gold_marks = '[0, 1]' WHERE kind = 'gold'", {("mark", "comparison")}),
    *(
        (f"UPDATE question SET assignment_id = 1, marks = '[{mark}]'", {("mark", "question")})
        for mark in (
            '{"side": "A", "start": 0, "end": 1000, "issue": "grammar"}',
            '{"side": "A", "start": 0, "end": null, "issue": "grammar"}',
            '{"side": "C", "start": 0, "end": 1, "issue": "grammar"}',
        )
    ),
    (
        f"{_AS_NOW}; UPDATE reason SET issue = 'colour' WHERE id = 1",
        {("issue", "reason")},
    ),
    (
        f"{_RATED_AS_NOW}; INSERT INTO rating_mark (rating_assignment_id, revision, issue) VALUES (1, 1, 'colour')",
        {("issue", "rating_mark")},
    ),
    ("UPDATE sign_in SET link_id = 1 WHERE id = 2", {("sign_in", "sign_in")}),
    ("DROP INDEX uq_link_live", {("schema", "link")}),
    ("ALTER TABLE message RENAME COLUMN text TO words", {("columns", "message")}),
    ("DROP TABLE hours_note", {("columns", "hours_note")}),
    ("UPDATE alembic_version SET version_num = '0001'", {("schema", None)}),
    (
        "DROP INDEX uq_judgment_live; "
        + _AGAIN.format(
            table="judgment",
            columns="assignment_id, revision, live, choice, outcome, swapped, order_known, ranked, campaign_id,"
            " comparison_id, prompt_id, first_system_id, second_system_id, person_id, imported, protocol_hash, created_at",
            values="assignment_id, revision + 1, live, choice, outcome, swapped, order_known, ranked, campaign_id,"
            " comparison_id, prompt_id, first_system_id, second_system_id, person_id, imported, protocol_hash, created_at",
            which=LIVE,
        ),
        {("schema", "judgment"), ("doubled", "judgment"), ("count", "comparison")},
    ),
    (
        "DROP INDEX uq_rating_live; "
        + _AGAIN.format(
            table="rating",
            columns="rating_assignment_id, criterion, revision, live, not_applicable, created_at",
            values="rating_assignment_id, criterion, revision + 1, live, not_applicable, created_at",
            which=RATED,
        ),
        {("schema", "rating"), ("doubled", "rating"), ("revisions", "rating")},
    ),
]


@pytest.fixture
def sound(database: Callable[..., str], clock: Clock) -> Iterator[Store]:
    """A database with work of every kind, of the newest stored schema, migrated."""
    clock.move(hours=24)
    store = Store(database(empty=True), clock=clock)
    load_schema(store, STORED[-1])
    upgrade(store)
    yield store
    store.dispose()


@contextmanager
def planted(engine: Engine, statements: str) -> Iterator[Connection]:
    """A transaction with statements that the database would refuse; rolled back at the end."""
    sqlite = engine.dialect.name == "sqlite"
    with engine.connect() as connection:
        if sqlite:
            raw = connection.connection.dbapi_connection
            assert raw is not None
            raw.create_function("repeat", 2, lambda part, times: part * times)  # type: ignore[attr-defined]
            raw.isolation_level = None  # type: ignore[attr-defined]
            connection.exec_driver_sql("BEGIN")
        else:
            connection.execute(text("SET LOCAL session_replication_role = replica"))  # no foreign keys
        for statement in statements.split("; "):
            assert connection.exec_driver_sql(statement).rowcount != 0, statement
        yield connection
        connection.exec_driver_sql("ROLLBACK") if sqlite else connection.rollback()


@pytest.mark.slow
def test_every_planted_contradiction_is_found(sound: Store) -> None:
    """Each is found under its own word, nothing else is claimed, and without it nothing is found."""
    assert check_database(sound).problems == ()
    engine = create_engine(sound.url)  # without foreign keys on SQLite; one, since it keeps its compiled statements
    for statements, wanted in PLANTED:
        with planted(engine, statements) as connection:
            findings = check_connection(connection, sound.now())
        assert {(problem.check, problem.table) for problem in findings.problems} == wanted, statements
    engine.dispose()
    assert check_database(sound).problems == ()


def test_marks_that_fit_are_no_problem(sound: Store) -> None:
    """The control: marks inside their texts, and without a place, with issues of the protocol."""
    with sound.write() as db:
        for statement in (
            'UPDATE reason SET start = 0, "end" = 5',
            "INSERT INTO reason (remark_id, response_id, issue) SELECT remark_id, response_id, 'flow' FROM reason",
            "UPDATE comparison SET gold_marks = '[[0, 1]]' WHERE kind = 'gold'",
            """UPDATE question SET assignment_id = 1, marks = '[{"side": "B", "start": 0, "end": 5, "issue": "flow"}]'""",
            *_AS_NOW.split("; "),
        ):
            assert db.execute(text(statement.replace(":", r"\:"))).rowcount, statement  # type: ignore[attr-defined]
    assert check_database(sound).problems == ()


@pytest.mark.parametrize("place", ['start = 3, "end" = NULL', 'start = NULL, "end" = 3', 'start = 3, "end" = 3'])
def test_half_a_place_is_found(sound: Store, place: str) -> None:
    """Where the database does not refuse it any more, the check reports a mark that begins and does not end."""
    engine = create_engine(sound.url)
    sqlite = sound.is_sqlite
    drop = "; ".join(f"ALTER TABLE reason DROP CONSTRAINT ck_reason_{name}" for name in ("place", "range"))
    unchecked = "PRAGMA ignore_check_constraints = ON" if sqlite else drop
    with planted(engine, f"{unchecked}; UPDATE reason SET {place} WHERE id = 1") as connection:
        if sqlite:
            connection.exec_driver_sql("PRAGMA ignore_check_constraints = OFF")
        found = {(problem.check, problem.table) for problem in check_connection(connection, sound.now()).problems}
    # SQLite's own check of the file ends there.
    assert found == ({("file", None)} if sqlite else {("mark", "reason"), ("schema", "reason")})
    engine.dispose()


def test_a_person_who_counts_twice_is_found(sound: Store) -> None:
    """Two assignments of one comparison to one person, both ranked, are one judgment too many."""
    with sound.write() as db:
        comparison, person = db.execute(text(f"SELECT comparison_id, person_id FROM judgment WHERE id = {LIVE}")).one()
        now = sound.now()
        assignment = db.scalar(
            text(
                "INSERT INTO assignment (campaign_id, comparison_id, person_id, occurrence, kind, status, sequence,"
                " swapped, order_known, asks_reasons, created_at) VALUES (1, :c, :p, 1, 'regular', 'done', 99, false,"
                " true, false, :now) RETURNING id"
            ),
            {"c": comparison, "p": person, "now": now},
        )
        db.execute(
            text(
                "INSERT INTO judgment (assignment_id, revision, live, choice, outcome, swapped, order_known, ranked,"
                " campaign_id, comparison_id, prompt_id, first_system_id, second_system_id, person_id, imported,"
                " protocol_hash, created_at) SELECT :a, 1, true, 'tie', 'tie', false, true, true, campaign_id,"
                " comparison_id, prompt_id, first_system_id, second_system_id, person_id, false, protocol_hash, :now"
                f" FROM judgment WHERE id = {LIVE}"
            ),
            {"a": assignment, "now": now},
        )
        db.execute(text("UPDATE comparison SET done = done + 1 WHERE id = :c"), {"c": comparison})
    (problem,) = check_database(sound).problems
    assert (problem.check, problem.table, problem.count) == ("doubled", "judgment", 1)


def test_leases_depend_on_the_clock(sound: Store) -> None:
    """A lease from a clock a day ahead would block its comparison: it is reported until its time has come."""
    with sound.write() as db:
        about = {"end": sound.now() + timedelta(days=3)}
        db.execute(text(f"UPDATE assignment SET leased_until = :end WHERE id = {LEASED}"), about)
    assert [problem.check for problem in check_database(sound).problems] == ["lease"]
    sound.now.move(days=2.5)  # type: ignore[attr-defined]
    assert check_database(sound).problems == ()
