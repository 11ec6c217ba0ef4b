"""`parvis judge run` from outside: killed, interrupted, with a key that must not leak."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from eval_core.cli import main
from eval_core.protocols import DATA
from eval_core.store import Store
from tests.judges.conftest import MODEL
from tests.judges.stub import Stub
from tests.support.building import build_campaign

Start = Callable[..., Stub]
Here = Callable[..., tuple[int, str, str]]
KEY = "sk-very-secret-0123456789"
ITEMS = 60
PARVIS = (sys.executable, "-m", "eval_core.cli")


@pytest.fixture
def file(migrated_sqlite: Path, tmp_path: Path) -> Path:
    """A database with a rating campaign and a pairwise one."""
    path = tmp_path / "parvis.db"
    path.write_bytes(migrated_sqlite.read_bytes())
    store = Store(f"sqlite:///{path}")
    build_campaign(store, slug="rated", protocol="adequacy_fluency", prompts=ITEMS // 3)
    build_campaign(store, slug="compared", prompts=2)
    store.dispose()
    return path


@pytest.fixture
def command(file: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts the command on the database, with these variables."""
    started: list[subprocess.Popen[str]] = []

    def start(url: str, *words: str, slug: str = "rated", **variables: str) -> subprocess.Popen[str]:
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("OPENAI_", "PARVIS_"))}
        process = subprocess.Popen(
            [*PARVIS, "judge", "run", "--campaign", slug, "--base-url", url, "--model", MODEL, *words],
            env=clean | {"PARVIS_DATABASE_URL": f"sqlite:///{file}"} | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    # Tests that run in the background of a script ignore Ctrl-C, and would pass that on.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield start
    signal.signal(signal.SIGINT, before)
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def here(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Runs the command in this process, which starts at once: exit code, output and errors."""

    def start(url: str, *words: str, slug: str = "rated") -> tuple[int, str, str]:
        monkeypatch.setenv("PARVIS_DATABASE_URL", f"sqlite:///{file}")
        asked = ["judge", "run", "--campaign", slug, "--base-url", url, "--model", MODEL, *words]
        monkeypatch.setattr(sys, "argv", ["parvis", *asked])
        with pytest.raises(SystemExit) as ended:
            main()
        output = capsys.readouterr()
        return (
            int(ended.value.code or 0),
            output.out,
            "".join(line for line in output.err.splitlines(keepends=True) if not line.startswith("database: ")),
        )

    return start


def run(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Exit code, output and errors of a command that ends."""
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def rows(file: Path, query: str) -> list[Any]:
    """What a query finds in the database."""
    with closing(sqlite3.connect(file)) as database:
        return database.execute(query).fetchall()


def until(condition: Callable[[], bool]) -> None:
    """Wait for something that must happen soon."""
    deadline = time.monotonic() + 40
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_summary_for_programs(here: Here, file: Path, stub: Start) -> None:
    """One JSON document says what was asked, what came of it, and how many tokens it took."""
    endpoint = stub("norwegian_fluency")
    code, out, err = here(endpoint.url, "--format", "json", slug="compared")
    assert (code, err) == (0, "")
    document = json.loads(out)
    tokens = rows(file, "SELECT sum(prompt_tokens), sum(completion_tokens) FROM judge_reply")[0]
    assert (document.pop("prompt_tokens"), document.pop("completion_tokens")) == tokens
    assert document == {
        "judge": MODEL,
        "protocol": "norwegian_fluency",
        "done": 12,
        "given_up": 0,
        "reply_format": "json_schema",
        "asked": 12,
        "ok": 12,
        "malformed": 0,
        "failed": 0,
        "cost": None,
        "stopped": None,
        "reasons": [],
    }


def test_a_kill_loses_no_reply_and_pays_for_none_twice(command: Callable[..., Any], file: Path, stub: Start) -> None:
    """Killed in the middle and started again, only what had not arrived is asked for once more."""
    endpoint = stub("adequacy_fluency", delay=0.1)
    process = command(endpoint.url, "--concurrency", "4")
    until(lambda: len(rows(file, "SELECT id FROM judge_reply")) >= 15)
    process.send_signal(signal.SIGKILL)
    process.wait(10)
    until(lambda: endpoint.now == 0)
    asked_before = endpoint.requests
    stored = rows(file, "SELECT response_id FROM rating_assignment")
    texts = [
        text for (text,) in rows(file, "SELECT text FROM response JOIN rating_assignment ON response.id = response_id")
    ]
    assert len(rows(file, "SELECT id FROM judge_reply")) == len(stored)
    assert len(rows(file, "SELECT id FROM rating")) == 2 * len(stored)
    assert 15 <= len(stored) < ITEMS
    assert asked_before - len(stored) <= 2 * 4  # under way, or on the way into the database
    before, endpoint.prompts = endpoint.prompts, Counter()
    code, _, err = run(command(endpoint.url, "--concurrency", "8"))
    assert code == 0, err
    assert endpoint.requests - asked_before == ITEMS - len(stored)
    again = set(re.findall(r"<translation>\n(.*?)\n", "\n".join(endpoint.prompts)))
    assert len(again) == ITEMS - len(stored)
    assert not again & set(texts)
    assert len(before) == asked_before
    assert len(rows(file, "SELECT id FROM rating")) == 2 * ITEMS


@pytest.mark.slow
def test_ctrl_c_ends_cleanly(command: Callable[..., Any], file: Path, stub: Start) -> None:
    """Ctrl-C says how far it is and how to go on, without a traceback, and what came is stored."""
    endpoint = stub("adequacy_fluency", delay=0.5)  # thirty times that, were it not interrupted
    process = command(endpoint.url, "--concurrency", "2")
    until(lambda: len(rows(file, "SELECT id FROM judge_reply")) >= 4)
    process.send_signal(signal.SIGINT)
    code, out, err = run(process)
    assert (code, out) == (130, "")
    assert "the same command continues" in err
    assert "Traceback" not in err
    assert len(rows(file, "SELECT id FROM rating")) == 2 * len(rows(file, "SELECT id FROM judge_reply"))


@pytest.mark.parametrize(
    ("modes", "code"),
    [({}, 0), ({"failing_every": 1}, 0), ({"refusing": True}, 2), ({"parroting": True}, 0)],
    ids=["well", "500", "401", "told"],
)
def test_the_key_is_nowhere(
    modes: dict[str, Any],
    code: int,
    here: Here,
    file: Path,
    stub: Start,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The endpoint gets the key; neither database nor output nor logs have it, though the endpoint repeats it."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    caplog.set_level(logging.DEBUG)
    endpoint = stub("norwegian_fluency", **modes)
    ended, out, err = here(endpoint.url, slug="compared")
    assert ended == code, err
    assert endpoint.keys == {f"Bearer {KEY}"}
    assert "openai" in {record.name.partition(".")[0] for record in caplog.records}
    assert KEY not in out + err + caplog.text
    with closing(sqlite3.connect(file)) as database:
        assert not any(KEY in line for line in database.iterdump())
    for part in file.parent.glob("parvis.db*"):
        assert KEY.encode() not in part.read_bytes(), part


def test_a_refused_key_is_bad_input(here: Here, stub: Start) -> None:
    """Where every request would be refused the run ends at once, naming the variable of the key."""
    endpoint = stub("norwegian_fluency", refusing=True)
    code, out, err = here(endpoint.url, "--concurrency", "1", slug="compared")
    assert (code, out) == (2, "")
    assert "OPENAI_API_KEY" in err
    assert endpoint.requests <= 2


def test_failures_are_told(here: Here, stub: Start) -> None:
    """A run in which replies were nonsense says that these became no number and no tie, why, and shows one."""
    endpoint = stub("norwegian_fluency", malformed_every=1)
    code, out, _ = here(endpoint.url, "--stop-after", "100", slug="compared")
    assert code == 0
    assert "without an answer, and not counted: 12" in out
    assert "36 times: the JSON in the reply" in out
    assert """one such reply: '{"choice": "A", "scores": [{'""" in out


def test_bad_input_and_nobody_there(here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A protocol without [judge] and an endpoint that is not there end with 2 and one line that names them."""
    folder = tmp_path / "own"
    folder.mkdir()
    text = (DATA / "protocols" / "adequacy_fluency.toml").read_text(encoding="utf-8")
    text = text[: text.index("[judge]")].replace('key = "adequacy_fluency"', 'key = "without"')
    (folder / "without.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("PARVIS_PROTOCOLS", str(folder))
    code, out, err = here("http://127.0.0.1:9/v1", "--protocol", "without")
    assert (code, out) == (2, "")
    assert "'without' has no [judge]" in err
    code, out, err = here("http://127.0.0.1:9/v1")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "http://127.0.0.1:9/v1 cannot be reached" in err
