"""How fast a judge's run is against an endpoint that answers in 200 ms: the share of the ideal rate, and memory."""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from eval_core.judges.endpoint import Endpoint
from eval_core.judges.run import run_judge
from eval_core.judges.work import begin_judging
from eval_core.protocols import load_protocol
from eval_core.store import Store, upgrade
from tests.benchmarks.machine import load
from tests.judges.stub import Stub, serving
from tests.support.building import build_campaign

PROTOCOL, SYSTEMS = "adequacy_fluency", ("a", "b", "c", "d", "e")
ITEMS, CONCURRENCY, DELAY_SECONDS = 5_000, 64, 0.2
TARGET_SHARE = 0.85
Row = dict[str, Any]


def measure(items: int = ITEMS) -> Row:
    """A run of so many responses, the endpoint and the run each in a process of its own."""
    at_start = load()
    command = [sys.executable, "-m", "tests.benchmarks.judging"]
    with subprocess.Popen([*command, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as endpoint:
        assert endpoint.stdout is not None
        url = endpoint.stdout.readline().strip()
        answer = subprocess.run([*command, "run", url, str(items)], capture_output=True, text=True, check=True).stdout
        endpoint.kill()
    return {"load": [at_start, load()], **json.loads(answer.splitlines()[-1])}


def serve() -> None:
    """The stub endpoint, until the other side hangs up."""
    with serving(Stub(load_protocol(PROTOCOL), delay=DELAY_SECONDS)) as stub:
        print(stub.url, flush=True)
        sys.stdin.read()


def run(url: str, items: int) -> None:
    """Judge a new campaign of so many responses on SQLite, and print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{Path(folder) / 'judged.db'}")
        upgrade(store)
        build_campaign(store, protocol=PROTOCOL, prompts=items // len(SYSTEMS), systems=SYSTEMS)
        before = _memory_mb()

        async def judge() -> Any:
            endpoint = Endpoint(url, "stub", concurrency=CONCURRENCY, timeout=60)
            return await run_judge(store, begin_judging(store, "trial", "stub"), endpoint, concurrency=CONCURRENCY)

        begin = time.perf_counter()
        tally = asyncio.run(judge())
        seconds = time.perf_counter() - begin
        store.dispose()
    rate = tally.ok / seconds
    found = {
        "items": tally.ok,
        "seconds": round(seconds, 2),
        "rate": round(rate, 1),
        "share": round(rate / (CONCURRENCY / DELAY_SECONDS), 3),
        "memory_mb": [before, _memory_mb()],
    }
    print(json.dumps(found))


def _memory_mb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def report_section(found: Row) -> str:
    """The part of docs/benchmarks.md."""
    met = "met" if found["share"] >= TARGET_SHARE else "not met"
    before, after = found["memory_mb"]
    return f"""## An LLM judge's run

`parvis judge run`'s loop on {found["items"]:,} responses (`{PROTOCOL}`, SQLite) against the tests' own endpoint in a
process of its own, which answers after {DELAY_SECONDS:g} s, {CONCURRENCY} requests at once: {found["seconds"]} s,
{found["rate"]} replies a second, **{100 * found["share"]:.0f} %** of the ideal {CONCURRENCY / DELAY_SECONDS:.0f}; the
target, {100 * TARGET_SHARE:.0f} %, is **{met}**. Most memory of the run's process: {before} MB before, {after} MB after.
Machine load average: {" to ".join(map(str, found["load"]))}."""


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        serve()
    else:
        run(sys.argv[2], int(sys.argv[3]))
