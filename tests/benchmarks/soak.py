"""`make soak`: mixed traffic for half an hour. Does memory stay flat, does a table grow without reason, does anything leak?"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import psutil
from sqlalchemy import func, select, text

from eval_core.campaigns.people.api_tokens import create_token
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.timing import most_ahead
from eval_core.jobs.kinds import KINDS
from eval_core.store import Store
from eval_core.store.base import Base
from tests.benchmarks import machine
from tests.benchmarks.accounts import judgments_in, overfull, settle, story_of, troubles
from tests.benchmarks.actions import CHOICES
from tests.benchmarks.inputs import write_responses
from tests.benchmarks.load import OVERLAP, SLUG, prepare
from tests.benchmarks.seat import Seat
from tests.benchmarks.servers import Running, dashboard
from tests.benchmarks.strangers import STRANGERS
from tests.benchmarks.traffic import NEW_PROMPTS, NEW_SYSTEMS, Traffic

MINUTES, ANNOTATORS, LEADS, PROMPTS = 30.0, 40, 3, 2_000
SAMPLE_SECONDS = 10.0
# Streamlit keeps the sessions of closed tabs for two minutes (at most 128), and every page is drawn once.
WARM_UP_SECONDS, WARM_UP_SHARE = 300.0, 1 / 3
MOST_GROWTH = 0.05  # of the memory after the warm-up, over all the rest, without what judgments take
REST_SHARE = 1 / 3  # at the end annotators do nothing, and all else goes on: so time is seen apart from judgments
# Open files, connections, threads: the last third's median above the first third's. Sessions that Streamlit remembers,
# each with three open files, come and go by the dozen.
MOST_MORE, MOST_MORE_SHARE = 5, 0.1
MOST_CONNECTIONS = 50  # of the pool to SQLite (eval_core/store/engine.py)
_TRACE = ("seconds", "memory_mb", "judged", "files", "connections", "threads")
Row = dict[str, Any]


def measure(
    minutes: float = MINUTES,
    annotators: int = ANNOTATORS,
    leads: int = LEADS,
    prompts: int = PROMPTS,
    judged_before: int = 0,
) -> Row:
    """Traffic on SQLite for so many minutes, looked at every ten seconds.

    Args:
        judged_before: judgments that the campaign has when the server starts: what a full campaign takes of memory
            can then be told from what time takes.
    """
    at_start = machine.load()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        responses = folder / "responses.jsonl"
        write_responses(responses, prompts)
        store = Store(f"sqlite:///{folder / 'soak.db'}")
        tokens = prepare(store, responses, annotators)
        watchers = [add_person(store, f"lead {number}", ["lead"], [SLUG]).token for number in range(leads)]
        program = create_token(store, SLUG, "soak").token
        judge_before(store, tokens, judged_before)
        before, already = rows_of(store), set(judgments_in(store))
        with dashboard(folder, store.url.render_as_string(hide_password=False)) as running:
            traffic = Traffic(store, running.address, SLUG, tokens, watchers, program)
            samples = asyncio.run(_watched(traffic, running, minutes * 60))
            acknowledged = traffic.clicks.acknowledged
            # What was there before is nobody's click, unless somebody took it back and chose once more.
            stored = [one for one in judgments_in(store) if one not in already or one[0] in acknowledged]
            account = settle(acknowledged, traffic.clicks.unanswered, stored)
            missing = sorted(acknowledged.keys() - {question for question, _ in stored})
            stories = {question: story_of(store, question) for question in missing[:5]}
            after, log = rows_of(store), troubles(running.log)
            wrong = overfull(store, OVERLAP)
        store.dispose()
    found = {
        "load": [at_start, machine.load()],
        "minutes": minutes,
        "annotators": annotators,
        "leads": leads,
        "judged_before": judged_before,
        "actions": dict(traffic.actions),
        "tables": {table: [before[table], after[table]] for table in after if after[table] != before[table]},
        **asdict(account),
        "lost_stories": stories,
        "wrong_counts": wrong,
        "unanswered": len(traffic.clicks.unanswered),
        "problems": [*traffic.clicks.unanswered.values(), *traffic.problems][:10],
        "problem_count": len(traffic.problems),
        "errors": len(log),
        "error_lines": log[:5],
        "samples": {key: [sample[key] for sample in samples] for key in _TRACE},
        "waits": _waits(traffic.spent, minutes * 60),
    }
    return {**found, **judged(found)}


def judge_before(store: Store, tokens: Sequence[str], judgments: int) -> None:
    """So many judgments by these people, each as many as the others, through the service."""
    os.environ["PARVIS_DWELL_MS"] = "0"
    seats = [Seat(store, token, SLUG) for token in tokens] if judgments else []
    for seat in seats:
        seat.open()
    for turn in range(judgments):
        seats[turn % len(seats)].choose(CHOICES[turn % 3])


def rows_of(store: Store) -> dict[str, int]:
    """How many rows each table has."""
    with store.read() as db:
        return {
            table.name: int(db.scalar(select(func.count()).select_from(table)) or 0)
            for table in Base.metadata.sorted_tables
        }


async def _watched(traffic: Traffic, running: Running, seconds: float) -> list[Row]:
    """Let the traffic flow, and look at the server meanwhile."""
    samples: list[Row] = []
    begin, server = time.monotonic(), psutil.Process(running.pid)

    async def look() -> None:
        while True:
            judged_now = {"seconds": round(time.monotonic() - begin), "judged": traffic.actions["choice"]}
            samples.append({**judged_now, **sample_of(server, traffic.store)})
            await asyncio.sleep(SAMPLE_SECONDS)

    looking = asyncio.create_task(look())
    try:
        await traffic.flow(seconds, rest=REST_SHARE * seconds)
    finally:
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking
    return samples


def sample_of(server: psutil.Process, store: Store) -> Row:
    """What the server's process holds just now."""
    return {
        "memory_mb": round(server.memory_info().rss / 2**20, 1),
        "files": server.num_fds(),
        "threads": server.num_threads(),
        "connections": _connections(server, store),
    }


def _connections(server: psutil.Process, store: Store) -> int:
    """To SQLite: how often the process has the file open; to PostgreSQL: all but this process's own."""
    if store.is_sqlite:
        database = str(Path(store.url.database or "").resolve())
        return sum(file.path == database for file in server.open_files())
    with store.read() as db:
        every = db.scalar(text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"))
    pool = store.engine.pool
    return int(every or 0) - pool.checkedin() - pool.checkedout()  # type: ignore[attr-defined]


def _waits(spent: Sequence[tuple[float, float]], seconds: float) -> Row:
    """The waits of the clicks of the first and of the last third of the judging after the warm-up, milliseconds."""
    if not spent:
        return {}
    begin = spent[0][0]
    warm, over = _warm_up(seconds), (1 - REST_SHARE) * seconds
    third = (over - warm) / 3
    parts = {"first": (warm, warm + third), "last": (over - third, over)}
    found: Row = {}
    for name, (low, high) in parts.items():
        times = [1000 * wait for when, wait in spent if low <= when - begin < high]
        found[name] = [machine.quantile(times, 0.5), machine.quantile(times, 0.95)] if times else []
    return found


def _warm_up(seconds: float) -> float:
    return min(WARM_UP_SECONDS, WARM_UP_SHARE * seconds)


def judged(found: Row) -> Row:
    """The verdict on what was found.

    Returns:
        `slope` (MB an hour after the warm-up, without what judgments take), `each_judgment` (what each takes, kB),
        `growth` (what the slope makes of the memory over the rest, as a share of it), `more` (files, threads and connections: the last third's median less the first third's after the
        warm-up), `unexplained` (tables that grew more than the actions explain), `faults` (what breaks the promise).
    """
    samples = found["samples"]
    seconds = np.array(samples["seconds"], dtype=float)
    warm = seconds >= _warm_up(60 * found["minutes"])
    memory = np.array(samples["memory_mb"])[warm]
    slope, each = trends(seconds[warm], np.array(samples["judged"], dtype=float)[warm], memory)
    growth = slope * float(np.ptp(seconds[warm])) / float(np.median(memory))
    more, most = {}, {}
    for key in ("files", "threads", "connections"):
        more[key], most[key] = _more(np.array(samples[key])[warm])
    unexplained = _unexplained(found["tables"], Counter(found["actions"]), found["annotators"])
    faults = [f"{key} rose by {value:g}" for key, value in more.items() if value > most[key]]
    faults += [f"memory grew by {100 * growth:.1f} %"] if growth > MOST_GROWTH else []
    faults += [f"{max(samples['connections'])} connections"] if max(samples["connections"]) > MOST_CONNECTIONS else []
    faults += [f"table {name} grew by {rows}" for name, rows in unexplained.items()]
    kinds = ("lost", "doubled", "changed", "unasked", "wrong_counts", "unanswered", "problem_count", "errors")
    faults += [f"{kind.replace('_', ' ')}: {found[kind]}" for kind in kinds if found[kind]]
    return {
        "slope": round(3600 * slope, 2),
        "each_judgment": round(1024 * each, 2),
        "growth": round(growth, 4),
        "more": more,
        "unexplained": unexplained,
        "faults": faults,
    }


def trends(seconds: np.ndarray, judged: np.ndarray, memory: np.ndarray) -> tuple[float, float]:
    """What a second and what a judgment add to the memory, by least squares on both.

    Args:
        seconds, judged, memory: (n,) of the samples; judgments are those made until then, memory in MB.

    Returns:
        MB a second, and MB a judgment, which is never below nought: a judgment gives no memory back.
    """
    if len(seconds) < 3:
        return 0.0, 0.0
    columns = np.column_stack([np.ones_like(seconds), seconds, judged])
    _level, slope, each = np.linalg.lstsq(columns, memory, rcond=None)[0]
    if each > 0:
        return float(slope), float(each)
    return float(np.polyfit(seconds, memory, 1)[0]), 0.0


def _more(values: np.ndarray) -> tuple[float, float]:
    """The last third's median less the first third's, and how much that may be."""
    third = max(1, len(values) // 3)
    before, after = float(np.median(values[:third])), float(np.median(values[-third:]))
    return after - before, MOST_MORE + MOST_MORE_SHARE * before


def _unexplained(tables: dict[str, list[int]], actions: Counter[str], annotators: int) -> dict[str, int]:
    """Tables that grew by more rows than what was done explains; most may not grow at all."""
    prompts = actions["import"] * NEW_PROMPTS
    reasons = {
        "judgment": actions["choice"] + actions["undo"],
        # A pile lies with each annotator.
        "assignment": actions["choice"] + actions["skip"] + annotators * (1 + most_ahead()),
        "desk_action": actions["choice"] + actions["skip"] + actions["undo"],
        "sign_in": actions["sign_in"],
        "prompt": prompts,
        "response": prompts * NEW_SYSTEMS,
        "comparison": prompts * NEW_SYSTEMS * (NEW_SYSTEMS - 1) // 2,
        # What comes while people judge opens a round, which is noted too.
        "round": actions["import"],
        "event": 2 * actions["import"],
        "loaded_file": actions["import"],
        "job": sum(kind.every is not None for kind in KINDS.values()),  # regular work is queued once
    }
    grown = {name: after - before for name, (before, after) in tables.items()}
    return {name: rows for name, rows in grown.items() if rows > reasons.get(name, 0)}


def report_section(found: Row) -> str:
    """The part of docs/benchmarks.md."""
    samples, more = found["samples"], found["more"]
    first, last = (found["waits"].get(name) or ["-", "-"] for name in ("first", "last"))
    grown = ", ".join(f"{name} {before:,} → {after:,}" for name, (before, after) in sorted(found["tables"].items()))
    actions = ", ".join(f"{name.replace('_', ' ')} {number:,}" for name, number in sorted(found["actions"].items()))
    said = "met" if not found["faults"] else f"not met: {'; '.join(found['faults'])}"
    rows = [
        (
            "memory (MB)",
            "memory_mb",
            f"{found['slope']:+g} an hour after the warm-up, and {found['each_judgment']:g} kB for each judgment",
        ),
        ("open files", "files", f"{more['files']:+g}"),
        ("connections to the database", "connections", f"{more['connections']:+g}"),
        ("threads", "threads", f"{more['threads']:+g}"),
    ]
    lines = [
        f"| {title} | {samples[key][0]} | {min(samples[key])} to {max(samples[key])} | {samples[key][-1]} | {trend} |"
        for title, key, trend in rows
    ]
    return _SECTION.format(
        **found,
        deeds_text=actions,
        begun=f" in a campaign that begins with {found['judged_before']:,} judgments" if found["judged_before"] else "",
        load_text=" to ".join(map(str, found["load"])),
        every=SAMPLE_SECONDS,
        strangers=STRANGERS,
        rows="\n".join(lines),
        first=first,
        last=last,
        grown=grown,
        said=said,
        most=100 * MOST_GROWTH,
        most_more=MOST_MORE,
        most_share=100 * MOST_MORE_SHARE,
        warm=_warm_up(60 * found["minutes"]) / 60,
    )


_SECTION = """## A long run of mixed traffic

`make soak`: {minutes:g} minutes at one process of `parvis serve` on SQLite, without browsers. {annotators} annotators
judge, take back, skip, reload, sign out and in{begun}; {leads} leads go from page to page, each with what it redraws by itself;
a program adds responses and reads progress and ranking; judgments are exported; {strangers} strangers try wrong links
and cookies, send junk to the desk, and open websockets with values of half a megabyte. In the last third annotators do
nothing and all else goes on, so that memory by time is seen apart from memory by judgments. What was done: {deeds_text}.
The server's process was looked at every {every:g} s. The trend leaves out the first {warm:.2g} minutes; of files,
connections and threads it is the last third's median less the first third's. Machine load average: {load_text}.

| | at first | between | at last | trend |
| --- | --- | --- | --- | --- |
{rows}

A click took {first[0]} ms (95 %: {first[1]}) in the first third of the judging and {last[0]} ms (95 %: {last[1]}) in the last. Rows:
{grown}; every other table stayed as it was. Lost {lost}, doubled {doubled}, changed {changed}, unasked {unasked} judgments;
{unanswered} clicks without an answer; {errors} errors in the server's log.

The promise (memory grows by less than {most:g} % over the rest of the run without what judgments take, files, connections and threads by at most
{most_more} and {most_share:g} %, no table beyond what was done, every acknowledged judgment stored once) is **{said}**."""
