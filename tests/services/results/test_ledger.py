"""What a ranking reads is kept up to date without being read again, and is never older than the data."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from sqlalchemy import event, select, update

from eval_core.campaigns.access import find_campaign, find_person
from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.results import ledger
from eval_core.campaigns.results.counting import counting, judgments_where
from eval_core.campaigns.results.votes import read_votes
from eval_core.store import Comparison, Exclusion, Judgment, Person, Store, utc_now
from tests.support.acts import open_desk, record_judgment, undo_judgment
from tests.support.building import Built


def judge(built: Built, who: str, choice: str = "A") -> tuple[int, int]:
    """One judgment; its assignment and revision."""
    task = open_desk(built.store, who, built.slug).task
    assert task is not None
    record_judgment(built.store, who, built.slug, task.assignment_id, task.revision, choice)
    return task.assignment_id, task.revision + 1


def settle(store: Store) -> None:
    """Make everything so far two minutes old: all writers have committed."""
    with store.write() as db:
        db.execute(update(Judgment).values(created_at=utc_now() - timedelta(minutes=2)))


def anew(built: Built, **asked: Any) -> pd.DataFrame:
    """What a process that remembers nothing reads."""
    return read_votes(Store(built.store.url.render_as_string(hide_password=False)), built.slug, **asked)


def same(one: pd.DataFrame, two: pd.DataFrame) -> bool:
    """The same votes in any order."""
    rows = [sorted(map(str, frame.itertuples(index=False, name=None))) for frame in (one, two)]
    return rows[0] == rows[1]


@contextmanager
def rows_read(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How many rows each reading took from the database."""
    read: list[int] = []
    plain = ledger._rows

    def counting(*args: Any) -> pd.DataFrame:
        text = plain(*args)
        read.append(len(text))
        return text

    with monkeypatch.context() as patch:
        patch.setattr(ledger, "_rows", counting)
        yield read


def test_one_judgment_more_reads_one_row(campaign: Callable[..., Built], monkeypatch: pytest.MonkeyPatch) -> None:
    """After the first reading only what came since is read; and it comes to the same as reading everything."""
    built = campaign(prompts=6, overlap=2)
    kari, ola = built.annotators(2)
    for _ in range(10):
        judge(built, kari)
    settle(built.store)
    with rows_read(monkeypatch) as read:
        assert len(read_votes(built.store, built.slug, times=True)) == 10
        judge(built, ola, "tie")
        after = read_votes(built.store, built.slug, times=True)
        assert read == [10, 1]
    assert len(after) == 11
    assert same(after, anew(built, times=True))


def test_changes_and_undos_replace_what_was_kept(campaign: Callable[..., Built]) -> None:
    """A change of mind counts once, an undo not at all, whether or not the first choice was read before."""
    built = campaign(prompts=6, overlap=2)
    (kari,) = built.annotators(1)
    for _ in range(3):
        judge(built, kari)
    settle(built.store)
    assert len(read_votes(built.store, built.slug)) == 3
    assignment, revision = judge(built, kari, "B")
    assert len(read_votes(built.store, built.slug)) == 4
    undo_judgment(built.store, kari, built.slug, assignment, revision)
    assert len(read_votes(built.store, built.slug)) == 3
    record_judgment(built.store, kari, built.slug, assignment, revision + 1, "tie")
    votes = read_votes(built.store, built.slug)
    assert sorted(votes["outcome"]).count("tie") == 1
    assert same(votes, anew(built))


def test_what_commits_late_is_not_missed(campaign: Callable[..., Built]) -> None:
    """A judgment with a smaller id than one that was read, committed after that reading, is read the next time."""
    built = campaign(prompts=6, overlap=2)
    kari, ola = built.annotators(2)
    judge(built, kari)
    judge(built, ola)
    assert len(read_votes(built.store, built.slug)) == 2
    # As if Kari's transaction had not been seen at the first reading.
    (key,) = ledger._READINGS.campaigns(built.store)
    reading = ledger._READINGS.get(built.store, key, 0)
    assert reading is not None
    ledger._READINGS.put(built.store, key, 0, replace(reading, rows=reading.rows.iloc[1:]))
    assert same(read_votes(built.store, built.slug), anew(built))


def test_an_import_has_everything_read_again(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """What came in one long transaction may lie anywhere among the ids: after an event nothing kept is trusted."""
    built = campaign(prompts=2, overlap=1)
    (kari,) = built.annotators(1)
    judge(built, kari)
    settle(built.store)
    read_votes(built.store, built.slug)
    file = tmp_path / "more.jsonl"
    row = {"model_a": "alfa-modell", "model_b": "beta-modell", "winner": "tie", "prompt_id": "p", "annotator_id": "Per"}
    file.write_text(json.dumps(row) + "\n", encoding="utf-8")
    import_judgments(built.store, file, built.slug)
    settle(built.store)
    votes = read_votes(built.store, built.slug)
    assert len(votes) == 2
    assert same(votes, anew(built))


@pytest.mark.both_databases
def test_slices_are_kept_apart(campaign: Callable[..., Built]) -> None:
    """Readings under other conditions, or with other columns, are not taken for one another."""
    built = campaign(prompts=6, overlap=2)
    kari, ola = built.annotators(2)
    for who in (kari, kari, ola):
        judge(built, who)
    for _ in range(2):
        assert len(read_votes(built.store, built.slug)) == 3
        assert len(read_votes(built.store, built.slug, where=["annotator=nobody"])) == 0
        assert "layout" in read_votes(built.store, built.slug, layouts=True)
        assert "layout" not in read_votes(built.store, built.slug)
        assert "decided_at" in read_votes(built.store, built.slug, times=True, layouts=True)


def test_only_so_many_campaigns_are_kept(campaign: Callable[..., Built], monkeypatch: pytest.MonkeyPatch) -> None:
    """The least used campaign is forgotten first."""
    monkeypatch.setattr(ledger._READINGS, "most", 2)
    some = [campaign(slug=slug, prompts=1) for slug in ("one", "two", "three")]
    for built in (some[0], some[1], some[0], some[2]):
        read_votes(built.store, built.slug)
    assert ledger._READINGS.campaigns(some[0].store) == (some[0].id, some[2].id)


CONDITIONS = [
    [],
    ["kind=all"],
    ["kind=judge"],
    ["annotator=trial-a"],
    ["annotator=trial-a", "annotator=trial-c"],
    ["written_standard=nn"],
    ["category=news", "written_standard=nb"],
    ["prompt_id=p1"],
    ["round=1"],
    ["round=2"],
    ["since=2026-11-21T12:00"],
    ["until=2026-11-21"],
    ["since=2026-11-22", "until=2026-11-23"],
]


@pytest.fixture
def varied(campaign: Callable[..., Built]) -> Built:
    """Judgments by four people over several days: one a program, one excluded, one unknown; some withdrawn."""
    built = campaign(prompts=4, overlap=4)
    for number, who in enumerate(built.annotators(4)):
        for _ in range(10):
            judge(built, who, ("A", "tie", "B")[number % 3])
    with built.store.write() as db:
        people = {name: find_person(db, name).id for name in ("trial-b", "trial-d")}
        rows = db.scalars(select(Judgment).where(Judgment.campaign_id == built.id).order_by(Judgment.id)).all()
        for number, row in enumerate(rows):
            row.decided_at = datetime(2026, 11, 20 + number // 12, number % 24, tzinfo=UTC)
            if number % 7 == 0:
                row.person_id = None
        judged = select(Comparison).where(Comparison.campaign_id == built.id, Comparison.done > 0)
        comparisons = db.scalars(judged.order_by(Comparison.position)).all()
        comparisons[0].withdrawn_at, comparisons[1].identical = utc_now(), True
        comparisons[2].round = comparisons[3].round = 2
        db.get_one(Person, people["trial-b"]).kind = "judge"
        db.add(Exclusion(campaign_id=built.id, person_id=people["trial-d"], reason="Careless"))
    return built


@pytest.mark.parametrize("where", CONDITIONS, ids=" ".join)
def test_memory_and_database_count_the_same(varied: Built, where: list[str]) -> None:
    """The one definition of what counts gives the same judgments as a query and over the kept table."""
    with varied.store.read() as db:
        row = find_campaign(db, varied.slug)
        asked = set(db.scalars(judgments_where(row, where)))
        table = ledger.ledger(varied.store, db, row)
        assert len(table) == 40
        assert set(counting(row, where).of(db, table)["id"]) == asked
    assert 0 < len(asked) < 40


def test_reading_looks_at_few_rows_of_a_large_table(campaign: Callable[..., Built]) -> None:
    """The statements of a refresh touch neither the whole table nor the whole index (by SQLite's query plan)."""
    built = campaign(prompts=2, overlap=1)
    if not built.store.is_sqlite:
        pytest.skip("SQLite's own words for how it searches")
    (kari,) = built.annotators(1)
    judge(built, kari)
    settle(built.store)
    read_votes(built.store, built.slug)
    judge(built, kari)
    said: list[tuple[str, Any]] = []

    def listen(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_rest: Any) -> None:
        said.append((statement, parameters))

    event.listen(built.store.engine, "before_cursor_execute", listen)
    try:
        read_votes(built.store, built.slug)
    finally:
        event.remove(built.store.engine, "before_cursor_execute", listen)
    about = [one for one in said if "FROM judgment" in one[0]]
    assert len(about) == 5
    with built.store.engine.connect() as connection:
        for statement, parameters in about:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
            whole = [row.detail for row in plan if row.detail.startswith("SCAN judgment")]
            # The newest settled one is found by going back from the newest.
            assert not whole or "ORDER BY judgment.id DESC" in statement, plan
            assert not any("ix_judgment_ranking" in row.detail for row in plan), plan
