"""Ten minutes without a connection, twenty judgments made meanwhile, and how soon all of them are recorded afterwards.

The ten minutes are not waited for. The browser's clock (dates, timers, its monotonic clock) is put forward by half a
minute before each judgment, and before the line comes back every time that the server has stored of the person's pile
is put back by as much: both sides then see ten minutes gone by.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright
from sqlalchemy import func, select, update

from eval_core.store import Assignment, Judgment, Store
from tests.benchmarks.accounts import Stored, judgments_in, settle, troubles
from tests.benchmarks.actions import CHOICES
from tests.benchmarks.goals import Goal, bounded, none
from tests.benchmarks.machine import load
from tests.benchmarks.servers import dashboard, filled
from tests.browser.conftest import FLAGS, chromium, sign_in
from tests.support.browser.wire import Wire

AHEAD, JUDGMENTS, EACH_MS, TURNS = 20, 20, 30_000, 3
MOST_SECONDS, _PATIENCE_SECONDS = 5.0, 60.0
_DESK, _LOOK_MS = ".desk[data-mode=judge]", 1_000
_TIMES = (Assignment.created_at, Assignment.first_shown_at, Assignment.shown_at, Assignment.leased_until)
Row = dict[str, Any]


def measure(responses: Path) -> Row:
    """Several people in turn, each on a line of their own."""
    at_start = load()
    rows, errors = [], []
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=chromium(), args=FLAGS)
        stack.callback(browser.close)
        people = [f"traveller {turn}" for turn in range(TURNS)]
        store = Store(f"sqlite:///{folder / 'offline.db'}")
        tokens = filled(store, responses, people)
        # The guard against clicks on what nobody can have read is on here.
        running = stack.enter_context(
            dashboard(folder, store.url.render_as_string(), PARVIS_AHEAD=str(AHEAD), PARVIS_DWELL_MS="400")
        )
        for token in tokens.values():
            with _wire(int(running.address.rpartition(":")[2])) as wire:
                rows.append(travelled(browser, store, wire, token))
        errors = troubles(running.log)
        store.dispose()
    return {
        "load": [at_start, load()],
        "ahead": AHEAD,
        "minutes": JUDGMENTS * EACH_MS / 60_000,
        "judgments": JUDGMENTS,
        "rows": rows,
        "errors": len(errors),
        "error_lines": errors[:3],
    }


@contextmanager
def _wire(port: int) -> Iterator[Wire]:
    wire = Wire(port)
    try:
        yield wire
    finally:
        wire.close()


def travelled(browser: Browser, store: Store, wire: Wire, token: str) -> Row:
    """One person's way through the tunnel: seconds until all is recorded, and what became of each judgment."""
    already = {question for question, _ in judgments_in(store)}
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    page = context.new_page()
    page.clock.install()
    sign_in(page, f"http://127.0.0.1:{wire.port}/join/{token}")
    expect(page.locator(_DESK)).to_have_count(1, timeout=30_000)
    page.wait_for_timeout(_LOOK_MS)
    begin = time.monotonic()
    wire.swallow()
    wire.cut()
    context.set_offline(True)
    made = _judged(page)
    _put_back(store, set(made), JUDGMENTS * EACH_MS / 1000 - (time.monotonic() - begin))
    early = _new(store, already)
    wire.mend()
    back = time.monotonic()
    context.set_offline(False)
    while len(_new(store, already)) < len(made) and time.monotonic() < back + _PATIENCE_SECONDS:
        time.sleep(0.02)
    seconds = time.monotonic() - back
    page.wait_for_timeout(_LOOK_MS)  # what is sent twice would arrive now
    stored = _new(store, already)
    context.close()
    account = settle(made, (), stored)
    return {
        "made": len(made),
        "too_early": len(early),
        "recorded": len(stored),
        "seconds": round(seconds, 2),
        "minutes": round(_minutes_between(store, set(made)), 1),
        "lost": account.lost,
        "wrong": account.doubled + account.changed + account.unasked,
    }


def _judged(page: Page) -> dict[str, str]:
    """Judge by key what lies there, each after a while; the choice on each assignment."""
    made: dict[str, str] = {}
    for turn in range(JUDGMENTS):
        page.clock.fast_forward(EACH_MS)
        page.wait_for_timeout(50)
        lying = page.locator(_DESK).get_attribute("data-assignment") or ""
        page.keyboard.press(str(turn % 3 + 1))
        made[lying] = CHOICES[turn % 3]
        expect(page.locator(f'.desk[data-assignment="{lying}"]')).to_have_count(0, timeout=5_000)
    return made


def _put_back(store: Store, assignments: set[str], seconds: float) -> None:
    """Let what the server has stored of these assignments be older by so much."""
    with store.write() as db:
        for assignment in db.scalars(select(Assignment).where(Assignment.id.in_(map(int, assignments)))):
            times = {column: getattr(assignment, column.key) for column in _TIMES}
            earlier = {column.key: at - timedelta(seconds=seconds) for column, at in times.items() if at}
            db.execute(update(Assignment).where(Assignment.id == assignment.id).values(earlier))


def _minutes_between(store: Store, assignments: set[str]) -> float:
    """From the first of these judgments to the last, as they are stored."""
    at = select(func.min(Judgment.decided_at), func.max(Judgment.decided_at))
    with store.read() as db:
        first, last = db.execute(at.where(Judgment.assignment_id.in_(map(int, assignments)))).one()
    return float((last - first).total_seconds() / 60) if first else 0.0


def _new(store: Store, already: set[str]) -> Stored:
    return [one for one in judgments_in(store) if one[0] not in already]


def goals(found: Row) -> list[Goal]:
    """The slowest of all, and every judgment once."""
    what = f"{found['minutes']:g} minutes offline, {found['judgments']} judgments"
    return [
        bounded(
            f"{what}: recorded after coming back",
            max(row["seconds"] for row in found["rows"]),
            "at most",
            MOST_SECONDS,
            "s",
        ),
        none(f"{what}: lost, doubled or changed", sum(row["lost"] + row["wrong"] for row in found["rows"])),
    ]


def report_section(found: Row) -> str:
    """The part of docs/benchmarks.md."""
    lines = [
        f"| {row['made']} | {row['too_early']} | {row['recorded']} | {row['seconds']} | {row['minutes']} | {row['lost']}"
        f" | {row['wrong']} |"
        for row in found["rows"]
    ]
    return _SECTION.format(
        **{**found, "load": " to ".join(map(str, found["load"])), "rows": "\n".join(lines)}, each=EACH_MS // 1000
    )


_SECTION = """## Ten minutes without a connection

In Chromium at `parvis serve` with `PARVIS_AHEAD={ahead}` and its dwell guard on: the line is cut, {judgments} judgments are
made by key, and the line comes back (`tests/benchmarks/offline.py`). The {minutes:g} minutes are not waited for: the
browser's clock goes forward by {each} s before each judgment, and before the line comes back the times that the server
has stored of the person's pile are put back by as much, so that both sides see them gone by. What is real is the cut, the
store in the browser, the requests, the server's checks, and the seconds from the line's return until the database has
all. One row a person; {errors} errors in the server's log. Machine load average: {load}.

| judgments made | recorded before the line was back | recorded | seconds | minutes from the first to the last | lost | doubled or changed |
| --- | --- | --- | --- | --- | --- | --- |
{rows}"""
