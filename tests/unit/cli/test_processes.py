"""What only a process of its own can show: the command as it is started, its imports, and the dashboard."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.ports import free_port
from tests.support.running import verdicts

ROOT = Path(__file__).resolve().parents[3]
PARVIS = [sys.executable, "-m", "eval_core.cli"]
# None of these belongs to the ranking of a file; each costs a tenth of a second or more.
FOREIGN = ("streamlit", "sqlalchemy", "alembic", "psycopg", "plotly", "starlette", "matplotlib", "babel")
HEAVY = ("pandas", "numpy", "scipy", "pyarrow", "pydantic", *FOREIGN)


@pytest.fixture
def environment() -> dict[str, str]:
    """The environment of a process that finds Parvis from any working directory and has no settings of it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PARVIS_")}
    return kept | {"PYTHONPATH": str(ROOT)}


def imported(words: list[str], environment: dict[str, str]) -> set[str]:
    """The top-level packages that a command imports."""
    ran = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "eval_core.cli", *words],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in ran.stderr.splitlines() if "|" in line}


def test_rank_imports_what_it_uses(environment: dict[str, str], tmp_path: Path) -> None:
    """Ranking a file imports neither Streamlit nor a database nor a drawing library."""
    file = tmp_path / "verdicts.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in verdicts()), encoding="utf-8")
    found = imported(["rank", str(file), "--format", "json"], environment)
    assert "pandas" in found
    assert found.isdisjoint(FOREIGN)


def test_help_imports_next_to_nothing(environment: dict[str, str]) -> None:
    """The list of commands waits for no library of mathematics, tables or databases."""
    assert imported(["--help"], environment).isdisjoint(HEAVY)


def test_undecodable_argument(environment: dict[str, str], tmp_path: Path) -> None:
    """Bytes that are no UTF-8 on the command line are bad input, said in one line."""
    ran = subprocess.run(
        [*PARVIS, "person", "add", b"K\xe5re", "--role", "lead"], env=environment, cwd=tmp_path, capture_output=True
    )
    assert ran.returncode == 2
    assert ran.stdout == b""
    assert ran.stderr.startswith(b"parvis: ")
    assert ran.stderr.count(b"\n") == 1
    assert not list(tmp_path.iterdir())


def test_output_is_utf8(environment: dict[str, str], tmp_path: Path) -> None:
    """Names come out in UTF-8 in a terminal or pipe of another encoding too."""
    file = tmp_path / "names.jsonl"
    rows = [{"left": "blåbær", "right": "ø", "winner": winner} for winner in ("left", "right", "tie")]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    ran = subprocess.run([*PARVIS, "rank", file], env=environment | {"PYTHONIOENCODING": "ascii"}, capture_output=True)
    assert ran.returncode == 0
    assert "blåbær" in ran.stdout.decode()


def test_internal_error(environment: dict[str, str], tmp_path: Path) -> None:
    """A fault of our own exits 1 in one line, and with PARVIS_DEBUG shows where it is."""
    broken = "import sys, eval_core.protocols as p; p.list_protocols = None; from eval_core.cli import main; main()"
    command = [sys.executable, "-c", broken, "protocol", "list"]
    ran = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 1
    assert ran.stderr.startswith("parvis: internal error: TypeError")
    assert ran.stderr.count("\n") == 1
    ran = subprocess.run(command, env=environment | {"PARVIS_DEBUG": "1"}, cwd=tmp_path, capture_output=True, text=True)
    assert "Traceback" in ran.stderr


@pytest.fixture
def busy_port() -> Iterator[int]:
    """A port that someone listens on."""
    with closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


@pytest.mark.parametrize("demo", [(), ("--demo",)])
def test_busy_port(environment: dict[str, str], tmp_path: Path, busy_port: int, demo: tuple[str, ...]) -> None:
    """A busy port exits 2 before anything is created."""
    ran = subprocess.run(
        [*PARVIS, "serve", "--port", str(busy_port), *demo],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert str(busy_port) in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def _answer(url: str) -> int:
    """The status of a page, asked for once."""
    with urllib.request.urlopen(url, timeout=5) as page:
        return int(page.status)


def _said(file: Path, line: str, process: subprocess.Popen[str]) -> str:
    """What the server has printed, once this line is there."""
    end = time.monotonic() + 30
    while line not in (text := file.read_text(encoding="utf-8")):
        assert process.poll() is None, "the server ended"
        assert time.monotonic() < end, f"it never said {line!r}"
        time.sleep(0.02)
    return text


def test_serve(environment: dict[str, str], tmp_path: Path) -> None:
    """From any working directory the dashboard starts under a sub-path, says where once it answers there, and stops.

    It prints one link for a lead, which opens.
    """
    port = free_port()
    base = f"http://127.0.0.1:{port}/under/parvis"
    with (tmp_path / "out").open("w") as out, (tmp_path / "err").open("w") as err:
        process = subprocess.Popen(
            [*PARVIS, "serve", "--port", str(port)],
            env=environment | {"PARVIS_BASE_URL": base},
            cwd=tmp_path,
            stdout=out,
            stderr=err,
            text=True,
        )
    try:
        said = _said(tmp_path / "out", f"Parvis is at {base}\n", process)
        assert _answer(f"{base}/_stcore/health") == 200
        links = re.findall(r"http\S+/join/\S+", said)
        assert len(links) == 1
        assert links[0].startswith(f"{base}/join/")
        assert _answer(links[0]) == 200
        assert "database: sqlite:///parvis.db" in (tmp_path / "err").read_text(encoding="utf-8")
        assert (tmp_path / "parvis.db").exists()
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=20)
