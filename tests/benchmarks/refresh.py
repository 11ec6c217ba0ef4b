"""What the ranking page reads from SQLite: everything once, and then what one judgment more takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from eval_core.campaigns.joining.guidelines import acknowledge_guidelines
from eval_core.campaigns.people.persons import renew_link
from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.campaigns.results.votes import read_votes
from eval_core.ranking import rank
from eval_core.store import Store
from tests.benchmarks.lead_pages import SLUG, build
from tests.benchmarks.machine import load
from tests.benchmarks.seat import Seat

TURNS = 7
GUIDELINES = "1.0"
Row = dict[str, Any]


def measure() -> Row:
    """The figures on the database that `lead_pages` builds, in a process of its own."""
    answer = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.refresh"], capture_output=True, text=True, check=True
    )
    return dict(json.loads(answer.stdout.splitlines()[-1]))


def read(file: Path) -> Row:
    """Seconds of the first reading, of the ranking of what it gave, and of the reading after one judgment more."""
    before = load()
    os.environ["PARVIS_DWELL_MS"] = "0"
    store = Store(f"sqlite:///{file}")
    seat = Seat(store, renew_link(store, "annotator 000").token, SLUG)
    acknowledge_guidelines(store, seat.who, SLUG, GUIDELINES, "nb")
    seat.open()
    first, votes = _timed(lambda: read_votes(store, SLUG))
    ranked, _ = _timed(lambda: rank(votes))
    again: list[float] = []
    asked: list[float] = []
    for _turn in range(TURNS):
        seat.choose("A")
        asked.append(_timed(lambda: latest_change(store, SLUG))[0])
        again.append(_timed(lambda: read_votes(store, SLUG))[0])
    store.dispose()
    return {
        "judgments": len(votes),
        "first": round(first, 2),
        "rank": round(ranked, 2),
        "refresh": round(median(again), 3),
        "latest_change": round(median(asked), 4),
        "turns": TURNS,
        "load": [before, load()],
    }


def report_section(found: Row) -> str:
    """The figures in words."""
    return (
        f"## What the Ranking page reads\n\nFrom SQLite, {found['judgments']:,} judgments: read once in a process in"
        f" {found['first']} s (at start-up, beside the first visitors), ranked in {found['rank']} s. After one judgment more,"
        f" the reading took {found['refresh']} s at the median of {found['turns']}: it asks the database for what is new"
        f" only. To see that there is something new takes {found['latest_change']} s. Machine load average: {found['load'][0]} at the start,"
        f" {found['load'][1]} at the end (processes, one-minute average)."
    )


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    found = work()
    return time.perf_counter() - start, found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(read(build(Path(folder) / "refresh.db"))))
