"""Every schema there ever was becomes the newest, with all it holds; a migration that fails leaves it as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import inspect, select, text

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.joining.consent import give_consent, read_letter
from eval_core.campaigns.joining.guidelines import acknowledge_guidelines, version_in_force
from eval_core.campaigns.people.persons import add_person, renew_link
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.campaigns.results.votes import read_votes
from eval_core.campaigns.watching.progress import campaign_progress
from eval_core.errors import ParvisError
from eval_core.ranking import rank
from eval_core.store import SignIn, Store, current_revision, head_revision, known_revisions, require_current, upgrade
from eval_core.store.base import utc_now
from eval_core.upkeep.integrity import check_database
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment
from tests.support.schemas import STORED, load_schema, rankings, raw_rows

pytestmark = pytest.mark.both_databases


@pytest.fixture
def bare(database: Callable[..., str], clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """An empty database, an hour after the stored ones were made."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "0")
    clock.move(hours=24)
    store = Store(database(empty=True), clock=clock)
    yield store
    store.dispose()


# What a migration dropped on purpose: 0002 derives a campaign's version of the guidelines.
GIVEN_UP = {"campaign": {"guideline_version"}}


def as_it_stands(store: Store) -> tuple[Any, ...]:
    """Schema, tables with their columns and indexes, and every row."""
    inspected = inspect(store.engine)
    shape = {
        name: (
            [column["name"] for column in inspected.get_columns(name)],
            sorted(str(i["name"]) for i in inspected.get_indexes(name)),
        )
        for name in inspected.get_table_names()
    }
    return current_revision(store), shape, raw_rows(store)


def test_every_released_schema_is_stored() -> None:
    """Each schema before the newest has its stored database: a new migration comes with the one before it."""
    assert set(STORED) >= known_revisions() - {head_revision()}
    assert set(STORED) <= known_revisions()


def test_the_desk_comes_to_an_old_database(bare: Store) -> None:
    """Every index is as it was, conditions included; judgments and ratings of before were not late, and have no marks."""
    load_schema(bare, "0005")
    before = _indexes(bare)
    upgrade(bare)
    after = _indexes(bare)
    assert {name: after.get(name) for name in before} == before
    assert sum("WHERE" in index for index in before.values()) > 5
    rows = raw_rows(bare)
    for name, columns in _ADDED.items():
        assert rows[name], name
        assert {tuple(row[column] or None for column in columns) for row in rows[name]} == {(None,) * len(columns)}


def test_an_upgrade_signs_no_one_out(bare: Store) -> None:
    """What is open counts as used at the upgrade, however old it is; what was ended, as used when it was opened."""
    load_schema(bare, "0009")
    with bare.writer.begin() as connection:
        connection.execute(text("UPDATE sign_in SET revoked_at = created_at WHERE id = 1"))
        connection.execute(text("UPDATE sign_in SET created_at = '2020-03-02 09:00:00+00:00' WHERE id = 2"))
    begun = utc_now()
    upgrade(bare)
    with bare.read() as db:
        ended, *live = db.scalars(select(SignIn).order_by(SignIn.id)).all()
        assert ended.used_at == ended.created_at
        assert live
        assert all(begun <= each.used_at <= utc_now() for each in live)
        assert live[0].created_at.year == 2020


_ADDED = {
    "judgment": ["late"],
    "rating": ["late", "layout"],
    "reason": ["start", "end"],
    "question": ["marks"],
    "comparison": ["gold_marks"],
}


def _indexes(store: Store) -> dict[str, str]:
    """Each index that someone made, with its statement."""
    query = (
        "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        if store.is_sqlite
        else "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND NOT indexname = 'uq_reason_remark_id_response_id_issue'"
    )
    with store.engine.connect() as connection:
        return dict(connection.execute(text(query)).all())


@pytest.mark.drawn
@pytest.mark.parametrize("schema", STORED)
def test_an_old_database_becomes_the_newest_with_all_it_holds(bare: Store, schema: str) -> None:
    """No row and no value is lost, the check finds nothing, the ranking is that of the old code, and work goes on."""
    load_schema(bare, schema)
    before = raw_rows(bare)
    assert min(len(before[name]) for name in ("judgment", "assignment", "response", "sign_in")) > 3
    if schema != head_revision():
        with pytest.raises(ParvisError, match="run 'parvis database upgrade'"):
            require_current(bare)
        assert upgrade(bare) is True
    after = raw_rows(bare)
    for name, rows in before.items():
        columns = (set(rows[0]) if rows else set()) - GIVEN_UP.get(name, set())
        kept, held = ([{column: row[column] for column in columns} for row in some] for some in (after[name], rows))
        assert kept == held, name
    assert check_database(bare).problems == ()
    for slug, said in rankings(bare, schema).items():
        now = rank(read_votes(bare, slug))
        assert (now.n_judgments, now.n_ties) == (said["n_judgments"], said["n_ties"])
        strengths = {system.system: system.strength for system in now.systems}
        assert strengths == pytest.approx(
            {system["system"]: system["strength"] for system in said["systems"]}, abs=1e-6
        )
    _work_on(bare)
    assert check_database(bare).problems == ()


def _work_on(store: Store) -> None:
    """Someone from before and someone new judge."""
    done = campaign_progress(store, "trial").done
    link = renew_link(store, "Kari").token, add_person(store, "Nina", ["annotator"], ["imported"]).token
    for token, slug in zip(link, ("trial", "imported"), strict=True):
        session = sign_in(store, token)
        desk = open_desk(store, session, slug)
        if desk.reason == "consent":  # to a letter that is newer
            give_consent(store, session, slug, read_letter(store, session, slug, "nb").version, "nb")
            desk = open_desk(store, session, slug)
        if desk.reason == "guidelines":  # newer than those that were judged by
            with store.read() as db:
                version = version_in_force(find_campaign(db, slug))
            acknowledge_guidelines(store, session, slug, version, "nb")
            desk = open_desk(store, session, slug)
        task = desk.task
        assert task is not None, desk.reason
        assert record_judgment(store, session, slug, task.assignment_id, task.revision, "tie")
    assert campaign_progress(store, "trial").done in (done, done + 1)  # or it was a gold comparison


@pytest.mark.parametrize("schema", [STORED[0], STORED[-1]])
def test_a_failing_migration_leaves_an_old_database_as_it_was(
    bare: Store,
    schema: str,
    next_migration: Callable[..., None],
) -> None:
    """What fails at the end of all migrations leaves schema, indexes and rows of the old database untouched."""
    load_schema(bare, schema)
    before = as_it_stands(bare)
    next_migration("raise ValueError('planted')")
    with pytest.raises(ValueError, match="planted"):
        upgrade(bare)
    assert as_it_stands(bare) == before


def test_an_older_program_leaves_a_newer_database_alone(store: Store) -> None:
    """Reading and start-up are refused; both tell that the database is newer and what to do; so does `check`."""
    with store.write() as db:
        db.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    before = as_it_stands(store)
    for action in (require_current, upgrade):
        with pytest.raises(ParvisError, match="schema 9999.*belongs to a newer version, so upgrade Parvis"):
            action(store)
    assert [problem.check for problem in check_database(store).problems] == ["schema"]
    assert as_it_stands(store) == before
