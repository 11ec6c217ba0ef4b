"""Runs of a judge against a real server, each with what must come of it, and a table of what did."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from eval_core.store import Store, upgrade
from tests.support.building import build_campaign

_LONGEST_RUN = 90.0  # seconds: a run that takes longer has not ended at once, and is wrong


@dataclass(frozen=True)
class Trial:
    """A run of `parvis judge run`, and what must come of it.

    Attributes:
        name: what is tried, as the table says it.
        code: the exit code.
        statuses: those that stored replies may have; all of these must occur, and no other.
        says: words of the output or the errors.
        key: in place of the server's.
        most: requests that it may cost at most, where they can be counted.
        query: of the database, which must give a row of true values.
    """

    name: str
    model: str
    code: int
    statuses: frozenset[str]
    says: str = ""
    key: str | None = None
    words: tuple[str, ...] = ()
    protocol: str = "norwegian_fluency"
    most: int | None = None
    query: str = ""


@dataclass(frozen=True)
class Outcome:
    """What came of a trial: `problems` is empty where it is what must come."""

    trial: Trial
    code: int
    stored: dict[str, int]
    requests: int | None
    seconds: float
    said: str
    problems: tuple[str, ...]


def try_all(trials: Sequence[Trial], url: str, key: str, requests: Callable[[], int] | None = None) -> list[Outcome]:
    """Run one after the other, each on a database of its own.

    Args:
        requests: how many the server has had so far, where that is known.
    """
    outcomes = []
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "fresh.db"
        store = Store(f"sqlite:///{fresh}")
        upgrade(store)
        for protocol in {trial.protocol for trial in trials}:
            build_campaign(store, slug=protocol.replace("_", "-"), protocol=protocol, prompts=2)
        store.dispose()
        for trial in trials:
            file = Path(folder) / "tried.db"
            for part in Path(folder).glob("tried.db*"):
                part.unlink()
            file.write_bytes(fresh.read_bytes())
            outcomes.append(_try(trial, file, url, key, requests))
            print(_row(outcomes[-1]), file=sys.stderr, flush=True)
    return outcomes


def report(outcomes: Sequence[Outcome]) -> int:
    """Print the table and what is wrong; the exit code of the script."""
    print("\n| tried | exit | stored | requests | seconds | said |\n|---|---|---|---|---|---|")
    for outcome in outcomes:
        print(_row(outcome))
    wrong = [(outcome.trial.name, problem) for outcome in outcomes for problem in outcome.problems]
    for name, problem in wrong:
        print(f"\nWRONG: {name}: {problem}")
    return 1 if wrong else 0


def _row(outcome: Outcome) -> str:
    stored = ", ".join(f"{count} {status}" for status, count in outcome.stored.items()) or "nothing"
    requests = "" if outcome.requests is None else str(outcome.requests)
    said = outcome.said.replace("|", "\\|")[:230]
    return f"| {outcome.trial.name} | {outcome.code} | {stored} | {requests} | {outcome.seconds:.1f} | {said} |"


def _try(trial: Trial, file: Path, url: str, key: str, requests: Callable[[], int] | None) -> Outcome:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("OPENAI_", "PARVIS_"))}
    before, began = requests() if requests else 0, time.monotonic()
    slug = trial.protocol.replace("_", "-")
    asked = ["--campaign", slug, "--base-url", url, "--model", trial.model, *trial.words]
    process = subprocess.Popen(
        [sys.executable, "-m", "eval_core.cli", "judge", "run", *asked],
        env=clean
        | {"PARVIS_DATABASE_URL": f"sqlite:///{file}", "OPENAI_API_KEY": key if trial.key is None else trial.key},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        out, err = process.communicate(timeout=_LONGEST_RUN)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    seconds = time.monotonic() - began
    spent = requests() - before if requests else None
    with closing(sqlite3.connect(file)) as database:
        stored = dict(database.execute("SELECT status, count(*) FROM judge_reply GROUP BY status").fetchall())
        found = database.execute(trial.query).fetchone() if trial.query else (True,)
    output = out + err
    problems = []
    if process.returncode != trial.code:
        problems.append(f"exit code {process.returncode} in place of {trial.code}: {output[-1500:]}")
    if set(stored) != trial.statuses:
        problems.append(f"stored {stored} in place of {set(trial.statuses)}: {output[-1500:]}")
    if trial.says not in output:
        problems.append(f"does not say '{trial.says}': {output[-1500:]}")
    if trial.most is not None and spent is not None and spent > trial.most:
        problems.append(f"{spent} requests in place of {trial.most}")
    if found is None or not all(found):
        problems.append(f"{trial.query}: {found}")
    if "Traceback" in output:
        problems.append(output[-1500:])
    lines = [
        line for line in output.splitlines() if line.startswith(("error", "1 times", "2 times")) or " times: " in line
    ]
    return Outcome(trial, process.returncode, stored, spent, seconds, " ".join(lines)[:600], tuple(problems))
