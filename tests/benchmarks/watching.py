"""What the leads' looking costs the annotators: many judge at their own pace in one process, with and without leads."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from unittest.mock import patch

from eval_core.campaigns.joining.guidelines import acknowledge_guidelines
from eval_core.campaigns.people.persons import renew_link
from eval_core.store import Store
from tests.benchmarks.lead_pages import ANNOTATORS, SLUG, build
from tests.benchmarks.machine import load
from tests.benchmarks.seat import Seat

LEADS, PHASE_SECONDS, TURNS, THINKING_SECONDS = 5, 20, 6, 6.0
# How often a browser asks for Progress again.
PAGE_SECONDS = 30
GUIDELINES = "1.0"
MOST_RATIO = 1.1
Row = dict[str, Any]


def measure() -> Row:
    """In a process of its own, since it plays a whole server."""
    answer = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.watching"], capture_output=True, text=True, check=True
    )
    return dict(json.loads(answer.stdout.splitlines()[-1]))


def play(database: Path) -> Row:
    """Phases with and without leads in turn; the latency of a judgment with the next comparison, in each."""
    from eval_core.ui import session
    from eval_core.ui.lead import progress_data as watching

    os.environ["PARVIS_DWELL_MS"] = "0"
    store = Store(f"sqlite:///{database}")
    seats = [Seat(store, renew_link(store, f"annotator {number:03}").token, SLUG) for number in range(ANNOTATORS)]
    for seat in seats:
        acknowledge_guidelines(store, seat.who, SLUG, GUIDELINES, "nb")
    spent: dict[bool, list[float]] = {False: [], True: []}
    looked = threading.Event()
    over = threading.Event()

    def annotator(seat: Seat) -> None:
        generator = random.Random(seat.who)
        seat.open()
        while seat.pile.sheets and not over.wait(generator.expovariate(1 / THINKING_SECONDS)):
            watched, begin = looked.is_set(), time.perf_counter()
            seat.choose("A")
            spent[watched].append(time.perf_counter() - begin)

    def lead() -> None:
        last = 0.0
        while not over.wait(PAGE_SECONDS / 6 * random.random() * 2):
            if looked.is_set() and time.monotonic() - last > PAGE_SECONDS:
                last = time.monotonic()
                watching.watched(SLUG)
                watching.curve(SLUG)
                watching.stopping(SLUG)

    with patch.object(session, "Store", lambda: store):
        workers = [threading.Thread(target=annotator, args=(seat,)) for seat in seats]
        workers += [threading.Thread(target=lead) for _ in range(LEADS)]
        for worker in workers:
            worker.start()
        time.sleep(THINKING_SECONDS)
        for values in spent.values():
            values.clear()
        for turn in range(TURNS):
            (looked.set if turn % 2 else looked.clear)()
            time.sleep(PHASE_SECONDS)
        over.set()
        for worker in workers:
            worker.join()
    found = {"with" if watched else "without": _summary(values) for watched, values in spent.items()}
    return {
        **found,
        "ratio": round(found["with"]["median"] / found["without"]["median"], 3),
        "annotators": ANNOTATORS,
        "leads": LEADS,
        "seconds": PHASE_SECONDS * TURNS,
        "load": [load()],
    }


def report_section(found: Row) -> str:
    """The figures in words."""
    rows = "\n".join(
        f"| {name} leads | {found[name]['judgments']} | {found[name]['median']} | {found[name]['high']} |"
        for name in ("without", "with")
    )
    met = "met" if found["ratio"] < MOST_RATIO else "not met"
    return (
        f"## Effect of leads on latency\n\n{found['annotators']} annotators judge in one process, each about every"
        f" {THINKING_SECONDS:g} seconds, on SQLite and without browsers; {found['leads']} leads have Progress open in every"
        f" other {PHASE_SECONDS} seconds. A judgment with the next comparison took:\n\n"
        "| | judgments | median (ms) | 95 % (ms) |\n| --- | --- | --- | --- |\n"
        f"{rows}\n\nWith leads over without: **{found['ratio']}**; the target, below {MOST_RATIO}, is **{met}**."
        f" Machine load average: {found['load'][-1]} at the end (processes, one-minute average)."
    )


def _summary(seconds: list[float]) -> Row:
    return {
        "judgments": len(seconds),
        "median": round(1000 * median(seconds), 2),
        "high": round(1000 * quantiles(seconds, n=20)[-1], 2),
    }


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(play(build(Path(folder) / "watched.db", prompts=2_000, made=60_000))))
