"""How many annotators one process carries: a crowd without browsers clicks at Parvis, at a bare page, at an endpoint."""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psutil
from sqlalchemy import make_url, text

from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.store import Store, upgrade
from tests.benchmarks import crowd, machine
from tests.benchmarks.accounts import Stored, judgments_in, overfull, settle, troubles, votes_in
from tests.benchmarks.inputs import write_responses
from tests.benchmarks.servers import Running, bare_endpoint, bare_page, dashboard, fill, pairs_of
from tests.benchmarks.services import postgresql

SLUG, OVERLAP, PROMPTS = "load", 2, 4_000
LEVELS, EVERY_SECONDS, PACED_SECONDS, FAST_SECONDS = (10, 50, 100, 200, 400), 2.0, 60.0, 10.0
# On PostgreSQL, with a server of its own beside it, fewer levels show enough.
POSTGRES_LEVELS = (50, 200)
TARGET_LEVEL, MOST_RATIO = 200, 3.0
PARVIS, ON_POSTGRES, PAGE, ENDPOINT = "Parvis", "Parvis on PostgreSQL", "bare page", "bare endpoint"
# One core is what a generator in one process has; nearer to it than this, it is what is measured.
_BUSY = 0.85
Row = dict[str, Any]


@dataclass(frozen=True)
class Stage:
    """A server that is running, who comes to it, and how to read what it stored."""

    running: Running
    people: Sequence[crowd.Person]
    stored: Callable[[], Stored]
    wrong_counts: Callable[[], int]


def prepare(store: Store, responses: Path, annotators: int) -> list[str]:
    """A campaign of ten comparisons a prompt, and so many annotators: the tokens of their links."""
    upgrade(store)
    create_campaign(store, SLUG, overlap=OVERLAP)
    import_responses(store, responses, SLUG)
    return [add_person(store, f"annotator {number:03}", ["annotator"], [SLUG]).token for number in range(annotators)]


def measure(
    levels: Sequence[int] = LEVELS,
    paced: float = PACED_SECONDS,
    fast: float = FAST_SECONDS,
    postgres: Sequence[int] = POSTGRES_LEVELS,
    prompts: int = PROMPTS,
) -> Row:
    """Every level at every server, a new process and a new database each time."""
    at_start, rows, missing = machine.load(), [], []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        responses = folder / "responses.jsonl"
        write_responses(responses, prompts)
        most = max([*levels, *postgres]) + 1  # one comes first, so that the server has drawn its page once
        prepared = folder / "prepared.db"
        store = Store(f"sqlite:///{prepared}")
        tokens = prepare(store, responses, most)
        store.dispose()
        fill(folder / "bare.db", pairs_of(responses), 10 * PROMPTS)
        for level in levels:
            for server in (PARVIS, PAGE, ENDPOINT):
                with _stage(server, folder, tokens[: level + 1]) as stage:
                    rows.append({"server": server, **asyncio.run(_run(stage, paced, fast))})
        try:
            if postgres:
                with postgresql(folder / "pg") as store:
                    tokens = prepare(store, responses, most)
                    for level in postgres:
                        with _on_postgres(store, folder, tokens[: level + 1], f"load{level}") as stage:
                            rows.append({"server": ON_POSTGRES, **asyncio.run(_run(stage, paced, fast))})
        except Exception as problem:  # whatever it is: the document then says what is missing
            missing.append(f"PostgreSQL did not start: {problem}")
    return {
        "load": [at_start, machine.load()],
        "every": EVERY_SECONDS,
        "paced": paced,
        "fast": fast,
        "comparisons": prompts * 10,
        "rows": rows,
        "missing": missing,
    }


@contextmanager
def _stage(server: str, folder: Path, tokens: Sequence[str]) -> Iterator[Stage]:
    """A server on a copy of what was prepared."""
    with tempfile.TemporaryDirectory(dir=folder) as name:
        place = Path(name)
        database = place / "load.db"
        shutil.copy(folder / ("prepared.db" if server == PARVIS else "bare.db"), database)
        if server == PARVIS:
            with _at_parvis(Store(f"sqlite:///{database}"), place, tokens) as stage:
                yield stage
            return
        people: type[crowd.BarePageUser | crowd.EndpointUser]
        start, people = (bare_page, crowd.BarePageUser) if server == PAGE else (bare_endpoint, crowd.EndpointUser)
        with start(place, database) as running:
            users = [people(running.address, f"a{number}") for number in range(len(tokens))]
            yield Stage(running, users, lambda: votes_in(database), lambda: 0)


@contextmanager
def _on_postgres(prepared: Store, folder: Path, tokens: Sequence[str], name: str) -> Iterator[Stage]:
    """Parvis on a copy of a PostgreSQL database."""
    prepared.dispose()  # a database that somebody is connected to is not copied
    url = make_url(prepared.url).set(database="postgres")
    server = Store(url.render_as_string(hide_password=False))
    with server.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f'CREATE DATABASE "{name}" TEMPLATE "{prepared.url.database}"'))
    server.dispose()
    copy = Store(url.set(database=name).render_as_string(hide_password=False))
    with tempfile.TemporaryDirectory(dir=folder) as place, _at_parvis(copy, Path(place), tokens) as stage:
        yield stage


@contextmanager
def _at_parvis(store: Store, folder: Path, tokens: Sequence[str]) -> Iterator[Stage]:
    with dashboard(folder, store.url.render_as_string(hide_password=False)) as running:
        people = [crowd.Annotator(running.address, token) for token in tokens]
        yield Stage(running, people, lambda: judgments_in(store), lambda: overfull(store, OVERLAP))
    store.dispose()


async def _run(stage: Stage, paced: float, fast: float) -> Row:
    """One level: everybody comes in, clicks at a person's pace, then as fast as the answers come."""
    first, *people = stage.people
    server, clicks = psutil.Process(stage.running.pid), crowd.Clicks()
    try:
        await first.open()
        for choice in crowd.CHOICES:
            await clicks.click(first, choice)
        before = server.memory_info().rss
        begin = time.monotonic()
        await crowd.opened(people)
        opening = time.monotonic() - begin
        calm = await _phase(server, people, clicks, paced, EVERY_SECONDS)
        grown = server.memory_info().rss - before
        rush = await _phase(server, people, clicks, fast, 0) if fast else None
    except crowd.Unanswered as problem:
        raise RuntimeError(f"{problem}\n{stage.running.log.read_text(errors='replace')[-3000:]}") from problem
    finally:
        await crowd.closed(stage.people)
    account = settle(clicks.acknowledged, clicks.unanswered, stage.stored())
    return {
        "annotators": len(people),
        "opening": round(opening, 1),
        "session_mb": round(grown / len(people) / 2**20, 2),
        "server_mb": round(before / 2**20),
        "paced": calm,
        "fast": rush,
        "clicks": len(clicks.acknowledged),
        **asdict(account),
        "answered_twice": clicks.answered_twice,
        "wrong_counts": stage.wrong_counts(),
        "unanswered": len(clicks.unanswered),
        "problems": sorted(set(clicks.unanswered.values()))[:5],
        "errors": len(found := troubles(stage.running.log)),
        "error_lines": found[:3],
    }


async def _phase(
    server: psutil.Process, people: Sequence[crowd.Person], clicks: crowd.Clicks, seconds: float, every: float
) -> Row:
    done, spent, own = len(clicks.seconds), _cpu(server), time.process_time()
    took = await crowd.work(people, clicks, seconds, every)
    times = [1000 * each for each in clicks.seconds[done:]]
    if not times:
        raise RuntimeError(f"not one click was answered: {list(clicks.unanswered.values())[:1]}")
    return {
        "rate": round(len(times) / took, 1),
        **{f"p{level}": round(machine.quantile(times, level / 100), 1) for level in (50, 95, 99)},
        "cpu_ms": round(1000 * (_cpu(server) - spent) / len(times), 2),
        "server_cores": round((_cpu(server) - spent) / took, 2),
        "generator_cores": round((time.process_time() - own) / took, 2),
    }


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def verdict(rows: Sequence[Row]) -> tuple[float | None, bool, bool]:
    """Parvis's 95th percentile over the bare page's at the level of the target (None: not measured), whether that is
    met, and whether nothing at all was lost, doubled, locked or otherwise wrong in any row."""
    at = {row["server"]: row["paced"]["p95"] for row in rows if row["annotators"] == TARGET_LEVEL}
    ratio = round(at[PARVIS] / at[PAGE], 2) if {PARVIS, PAGE} <= at.keys() else None
    return ratio, ratio is not None and ratio < MOST_RATIO, not any(wrongs(row) for row in rows)


def wrongs(row: Row) -> int:
    """How many things went wrong in a row."""
    kinds = ("lost", "doubled", "changed", "unasked", "answered_twice", "wrong_counts", "unanswered", "errors")
    return sum(row[kind] for kind in kinds)


def report_section(found: Row) -> str:
    """The part of docs/benchmarks.md."""
    ratio, met, clean = verdict(found["rows"])
    head = (
        "| server | annotators | clicks a second | p50 | p95 | p99 | CPU a click (ms) | server cores | generator cores"
        " | MB a session |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    )
    fast = (
        "| server | annotators | clicks a second | p50 | p95 | p99 | CPU a click (ms) | server cores"
        " | generator cores |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    )
    wrong = (
        "| server | annotators | clicks | lost | doubled | changed | unasked | wrong counts | unanswered"
        " | errors in the log |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    )
    said = "not measured" if ratio is None else f"{ratio} times, **{'met' if met else 'not met'}**"
    parts = [
        _INTRODUCTION.format(**found, load_text=" to ".join(map(str, found["load"])), patience=crowd.PATIENCE_SECONDS),
        "\n".join([head, *(_phase_line(row, "paced") + f" {row['session_mb']} |" for row in found["rows"])]),
        _busy(found["rows"], "paced"),
        f"As fast as the answers come, for {found['fast']:g} s:",
        "\n".join([fast, *(_phase_line(row, "fast") for row in found["rows"] if row["fast"])]),
        _busy(found["rows"], "fast"),
        _ACCOUNTS,
        "\n".join([wrong, *(_account_line(row) for row in found["rows"])]),
        *found["missing"],
        _TARGET.format(level=TARGET_LEVEL, most=MOST_RATIO, said=said, clean="met" if clean else "not met"),
    ]
    return "\n\n".join(part for part in parts if part)


def _phase_line(row: Row, name: str) -> str:
    keys = ("rate", "p50", "p95", "p99", "cpu_ms", "server_cores", "generator_cores")
    cells = [row["server"], row["annotators"], *(row[name][key] for key in keys)]
    return f"| {' | '.join(map(str, cells))} |"


def _account_line(row: Row) -> str:
    keys = ("clicks", "lost", "doubled", "changed", "unasked", "wrong_counts", "unanswered", "errors")
    return f"| {' | '.join(map(str, [row['server'], row['annotators'], *(row[key] for key in keys)]))} |"


def _busy(rows: Sequence[Row], name: str) -> str:
    """Where the generator itself may be what is measured."""
    busy = [
        f"{row['server']} with {row['annotators']}"
        for row in rows
        if row[name] and row[name]["generator_cores"] > _BUSY
    ]
    return f"{_SATURATED}: {', '.join(busy)}." if busy else ""


_INTRODUCTION = """## Many annotators on one process

A crowd in one process without browsers (`tests/benchmarks/load.py`): each annotator signs in by a personal link and
speaks Streamlit's websocket protocol, one click about every {every:g} s (between half and one and a half of it) for
{paced:g} s; whoever waits longer than that for an answer clicks at once. Each row is a new server process on a new
database; Parvis as `parvis serve` starts it with {comparisons:,} comparisons and its dwell guard off. Beside it the bare
page of above, without the collection after each rerun, and its insert and query behind Starlette alone. Milliseconds from the click until the next comparison
has arrived and the page's script is through; what a browser takes to paint comes on top. *CPU* is the server process's
own. Memory is what the server grew from one session to all, at the end of the {paced:g} s. Generator and server share
the machine. Machine load average: {load_text}."""
_TARGET = """The target: with {level} annotators on one process the 95th percentile at a person's pace is under {most:g}
times the bare page's: {said}; nothing lost, doubled or locked: **{clean}**."""
_SATURATED = f"The generator was busy with more than {_BUSY:g} of its one core, so it may be what is measured"
_ACCOUNTS = """Every click that was answered is held against the database: *lost* has no live judgment, *doubled* more
than one, *changed* another choice, *unasked* was stored though nobody clicked; *wrong counts* are comparisons with too
many judgments or another count than they have, and *unanswered* are clicks refused or without an answer."""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.load", description=__doc__)
    parser.add_argument("--levels", type=int, nargs="*", default=list(LEVELS))
    parser.add_argument("--postgres", type=int, nargs="*", default=[])
    parser.add_argument("--seconds", type=float, default=PACED_SECONDS)
    parser.add_argument("--fast", type=float, default=FAST_SECONDS)
    parser.add_argument("--prompts", type=int, default=PROMPTS)
    chosen = parser.parse_args()
    result = measure(chosen.levels, chosen.seconds, chosen.fast, chosen.postgres, chosen.prompts)
    print(json.dumps(result, indent=1))
