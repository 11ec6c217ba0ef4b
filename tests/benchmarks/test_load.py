"""The load generator: its accounts find what was planted, and it clicks at the real dashboard as an annotator does."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import delete, insert, select, text

from eval_core.campaigns.people.sign_in import sign_in
from eval_core.store import Judgment, Store
from tests.benchmarks import crowd
from tests.benchmarks.accounts import Account, judgments_in, overfull, settle, story_of, troubles
from tests.benchmarks.inputs import write_responses
from tests.benchmarks.load import OVERLAP, SLUG, prepare, verdict
from tests.benchmarks.servers import dashboard
from tests.support.acts import open_desk, record_judgment, undo_judgment

judgments = Judgment.__table__
ACKNOWLEDGED = {"1": "A", "2": "B", "3": "tie"}
STORED = [("1", "A"), ("2", "B"), ("3", "tie")]


@pytest.mark.parametrize(
    ("stored", "unanswered", "found"),
    [
        (STORED, [], Account(0, 0, 0, 0)),
        (STORED[1:], [], Account(lost=1, doubled=0, changed=0, unasked=0)),
        ([*STORED, ("2", "B")], [], Account(lost=0, doubled=1, changed=0, unasked=0)),
        ([("1", "B"), *STORED[1:]], [], Account(lost=0, doubled=0, changed=1, unasked=0)),
        ([*STORED, ("4", "A")], [], Account(lost=0, doubled=0, changed=0, unasked=1)),
        ([*STORED, ("4", "A")], ["4", "5"], Account(0, 0, 0, 0)),
    ],
)
def test_accounts_find_what_was_planted(stored: list[tuple[str, str]], unanswered: list[str], found: Account) -> None:
    """Lost, doubled, changed and unasked judgments are each counted; a click without an answer may be stored or not."""
    account = settle(ACKNOWLEDGED, unanswered, stored)
    assert account == found
    assert account.clean == (found == Account(0, 0, 0, 0))


def test_a_log_with_database_errors_is_told(tmp_path: Path) -> None:
    """A locked database in the server's log counts, its ordinary lines do not."""
    log = tmp_path / "server.log"
    log.write_text("Parvis is at http://127.0.0.1:1\nsqlite3.OperationalError: database is locked\n", encoding="utf-8")
    assert troubles(log) == ["sqlite3.OperationalError: database is locked"]


def test_a_traceback_is_told_once_by_its_last_line(tmp_path: Path) -> None:
    """Of a traceback in the log the line counts that names the error, and the next line is an ordinary one again."""
    log = tmp_path / "server.log"
    log.write_text("Traceback (most recent call last):\n  File x\n    y\nZeroDivisionError: 1 / 0\nParvis\n")
    assert troubles(log) == ["ZeroDivisionError: 1 / 0"]


def test_the_story_of_an_assignment_has_every_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is stored of an assignment whose judgment was taken back: both revisions, the later without a choice."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "0")
    store = Store(f"sqlite:///{tmp_path / 'story.db'}")
    responses = tmp_path / "responses.jsonl"
    write_responses(responses, 2)
    seat = sign_in(store, prepare(store, responses, 1)[0])
    task = open_desk(store, seat, SLUG).task
    assert task
    record_judgment(store, seat, SLUG, task.assignment_id, 0, "A")
    undo_judgment(store, seat, SLUG, task.assignment_id, 1)
    story = story_of(store, str(task.assignment_id))
    assert [one.get("choice") for one in story["revisions"]] == ["A", None]
    assert [one["status"] for one in story["assignment"]] == ["leased"]


def test_the_verdict_needs_the_level_of_the_target_and_a_clean_account() -> None:
    """The ratio is of the same level's 95th percentiles, and one lost judgment anywhere breaks the promise."""
    clean = dict.fromkeys(
        ("lost", "doubled", "changed", "unasked", "answered_twice", "wrong_counts", "unanswered", "errors"), 0
    )
    rows = [
        {"server": server, "annotators": level, "paced": {"p95": p95}, **clean}
        for server, level, p95 in (("Parvis", 200, 59.0), ("bare page", 200, 20.0), ("bare page", 400, 1.0))
    ]
    assert verdict(rows) == (2.95, True, True)
    assert verdict([{**rows[0], "paced": {"p95": 60.0}, "lost": 1}, *rows[1:]]) == (3.0, False, False)
    assert verdict(rows[:1]) == (None, False, True)


@contextmanager
def _at_the_desk(folder: Path, annotators: int) -> Iterator[tuple[Store, list[crowd.Annotator]]]:
    responses = folder / "responses.jsonl"
    write_responses(responses, 20)
    store = Store(f"sqlite:///{folder / 'parvis.db'}")
    tokens = prepare(store, responses, annotators)
    with dashboard(folder, store.url.render_as_string()) as running:
        yield store, [crowd.Annotator(running.address, token) for token in tokens]
        assert troubles(running.log) == []
    store.dispose()


async def _judge(people: list[crowd.Annotator]) -> crowd.Clicks:
    clicks = crowd.Clicks()
    await crowd.opened(people)
    for choice in crowd.CHOICES:
        await asyncio.gather(*(clicks.click(person, choice) for person in people))
    first = people[0].tab
    judged = first.asked
    await first.trigger("bar", "pressed", "skip")
    await first.press("skip_other")
    assert first.asked != judged
    await crowd.closed(people)
    return clicks


@pytest.mark.slow
def test_a_crowd_clicks_at_the_real_dashboard(tmp_path: Path) -> None:
    """Three people sign in by link, judge and skip by websocket: all of it is stored; what is then broken is found."""
    with _at_the_desk(tmp_path, 3) as (store, people):
        clicks = asyncio.run(_judge(people))
        assert (len(clicks.acknowledged), clicks.unanswered) == (9, {})
        assert settle(clicks.acknowledged, (), judgments_in(store)).clean
        assert overfull(store, OVERLAP) == 0
        with store.write() as db:
            db.execute(text("DROP INDEX uq_judgment_live"))
            one, other, *_rest = db.execute(select(judgments).order_by(judgments.c.id)).mappings()
            db.execute(delete(judgments).where(judgments.c.id == one["id"]))
            db.execute(insert(judgments).values({**other, "id": 1_000_000, "revision": 2}))
        assert settle(clicks.acknowledged, (), judgments_in(store)) == Account(1, 1, 0, 0)
        assert overfull(store, OVERLAP) > 0
