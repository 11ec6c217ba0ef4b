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
from tests.benchmarks.actions import CHOICES
from tests.benchmarks.annotator import Annotator, Unanswered
from tests.benchmarks.inputs import write_responses
from tests.benchmarks.servers import Running, bare_endpoint, bare_page, dashboard, fill, pairs_of
from tests.benchmarks.services import postgresql

SLUG, OVERLAP, PROMPTS = "load", 2, 4_000
LEVELS, EVERY_SECONDS, PACED_SECONDS, FAST_SECONDS = (50, 200, 400), 2.0, 30.0, 10.0
# On PostgreSQL, with a server of its own beside it, fewer levels show enough.
POSTGRES_LEVELS = (200,)
TARGET_LEVEL = 200
PARVIS, ON_POSTGRES, ENDPOINT = "Parvis", "Parvis on PostgreSQL", "bare endpoint"
PAGE, FRAGMENT = "bare page", "bare page in a fragment"
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
            # What Parvis is held against at the level of the targets is the better of the bare page's two ways.
            for server in (PARVIS, PAGE, *([FRAGMENT] if level == TARGET_LEVEL else []), ENDPOINT):
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
        if server == ENDPOINT:
            started, people = bare_endpoint(place, database), crowd.EndpointUser
        else:
            started, people = bare_page(place, database, fragment=server == FRAGMENT), crowd.BarePageUser
        with started as running:
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
        people = [Annotator(running.address, SLUG, token) for token in tokens]
        yield Stage(running, people, lambda: judgments_in(store), lambda: overfull(store, OVERLAP))
    store.dispose()


async def _run(stage: Stage, paced: float, fast: float) -> Row:
    """One level: everybody comes in, clicks at a person's pace, then as fast as the answers come."""
    first, *people = stage.people
    server, clicks = psutil.Process(stage.running.pid), crowd.Clicks()
    try:
        await first.open()
        for choice in CHOICES:
            await clicks.click(first, choice)
        before = server.memory_info().rss
        begin = time.monotonic()
        await crowd.opened(people)
        opening = time.monotonic() - begin
        calm = await _phase(server, people, clicks, paced, EVERY_SECONDS)
        grown = server.memory_info().rss - before
        rush = await _phase(server, people, clicks, fast, 0) if fast else None
    except Unanswered as problem:
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
