"""The servers that the browser visits: Parvis as `parvis serve` starts it, and the bare page."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations, cycle, islice
from pathlib import Path

import pandas as pd

from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.store import Store, upgrade
from tests.browser.conftest import ROOT
from tests.ports import free_port

SLUG = "clicks"


@dataclass(frozen=True)
class Running:
    """A server process: where it listens, its number, and what it writes."""

    address: str
    pid: int
    log: Path


@contextmanager
def _running(command: list[str], port: int, folder: Path, settings: Mapping[str, str]) -> Iterator[Running]:
    """A server process for the length of the block."""
    log = folder / f"{port}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", *command],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), **settings},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_for(f"http://127.0.0.1:{port}/_stcore/health", process, log)
        yield Running(f"http://127.0.0.1:{port}", process.pid, log)
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(address: str, process: subprocess.Popen[bytes], log: Path, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"no answer from {address}:\n{log.read_text(errors='replace')}")


@contextmanager
def parvis(folder: Path, responses: Path, people: Sequence[str]) -> Iterator[tuple[Store, str, dict[str, str]]]:
    """`parvis serve` on a campaign of these responses; gives its store, address and the token of each of these annotators.

    The dwell guard is off: no finger is as quick as the driver.
    """
    store = Store(f"sqlite:///{folder / 'parvis.db'}")
    tokens = filled(store, responses, people)
    with dashboard(folder, store.url.render_as_string()) as running:
        yield store, running.address, tokens
    store.dispose()


def filled(store: Store, responses: Path, people: Sequence[str]) -> dict[str, str]:
    """A new database with a campaign of these responses that everybody may judge whole; the tokens of the people."""
    upgrade(store)
    create_campaign(store, SLUG, title="Clicks", overlap=len(people))
    import_responses(store, responses, SLUG)
    return {name: add_person(store, name, ["annotator"], [SLUG]).token for name in people}


@contextmanager
def dashboard(folder: Path, url: str, **settings: str) -> Iterator[Running]:
    """`parvis serve` on the database of this URL; its dwell guard is off unless the settings say otherwise."""
    port = free_port()
    settings = {"PARVIS_DATABASE_URL": url, "PARVIS_DWELL_MS": "0", **settings}
    with _running(["eval_core.cli", "serve", "--port", str(port)], port, folder, settings) as running:
        yield running


@contextmanager
def bare(folder: Path, name: str, pairs: list[tuple[str, str, str]], *, gc: bool, fragment: bool) -> Iterator[str]:
    """The bare page on a file of its own; gives its address. `gc` is Streamlit's collection after each rerun."""
    database = folder / f"{name}.db"
    fill(database, pairs)
    with bare_page(folder, database, gc=gc, fragment=fragment) as running:
        yield running.address


@contextmanager
def bare_page(folder: Path, database: Path, *, gc: bool = False, fragment: bool = False) -> Iterator[Running]:
    """The bare page on a file that `fill` made."""
    port = free_port()
    command = [
        *("streamlit", "run", str(Path(__file__).with_name("bare_page.py"))),
        f"--server.port={port}",
        "--server.address=127.0.0.1",
        "--server.headless=true",
        "--server.fileWatcherType=none",
        "--browser.gatherUsageStats=false",
        *([] if gc else ["--runner.postScriptGC=false"]),
    ]
    settings = {"BARE_DATABASE": str(database), "BARE_FRAGMENT": "1" if fragment else ""}
    with _running(command, port, folder, settings) as running:
        yield running


@contextmanager
def bare_endpoint(folder: Path, database: Path) -> Iterator[Running]:
    """The same insert and query behind HTTP alone, by Starlette and uvicorn."""
    port = free_port()
    command = [
        "uvicorn",
        "tests.benchmarks.bare_endpoint:app",
        f"--port={port}",
        "--no-access-log",
        "--timeout-keep-alive=75",
    ]
    with _running(command, port, folder, {"BARE_DATABASE": str(database)}) as running:
        yield running


def fill(database: Path, pairs: list[tuple[str, str, str]], number: int = 5000) -> None:
    """Write the bare page's pairs (prompt, a, b), repeated until there are so many."""
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA journal_mode=WAL")
    with connection:
        connection.execute("CREATE TABLE pair (id INTEGER PRIMARY KEY, prompt TEXT, a TEXT, b TEXT)")
        connection.execute(
            "CREATE TABLE vote (id INTEGER PRIMARY KEY, who TEXT, pair INTEGER, choice TEXT, UNIQUE (who, pair))"
        )
        connection.executemany("INSERT INTO pair (prompt, a, b) VALUES (?, ?, ?)", islice(cycle(pairs), number))
    connection.close()


def pairs_of(responses: Path) -> list[tuple[str, str, str]]:
    """Every pair of different responses to a prompt as (prompt, a, b); neighbours have different prompts."""
    frame = pd.read_json(responses, lines=True)
    frame = frame[frame["response"].str.strip() != ""].drop_duplicates(["prompt", "response"])
    of_prompt = [
        [(prompt, *texts) for texts in combinations(group["response"], 2)]
        for prompt, group in frame.groupby("prompt", sort=False)
    ]
    return [pairs[turn] for turn in range(max(map(len, of_prompt))) for pairs in of_prompt if turn < len(pairs)]
