"""Where the time of the suite goes: processor time by folder, which `make test-times` writes to docs/test-times.md."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support import selection

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "test-times.md"
# Set by `make test-times`: where each process of tests notes its times.
FOLDER = os.environ.get("PARVIS_TEST_TIMES")
COLLECTING = "collecting the tests, in each process"
LINTERS = ("ruff check .", "ruff format --check .", "mypy", "lint-imports")


def processor_seconds() -> float:
    """Processor time of this process and of those that it has started and that have ended."""
    spent = [resource.getrusage(of) for of in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(of.ru_utime + of.ru_stime for of in spent)


class Recorder:
    """Notes what each test took, in seconds of processor time; a server counts where it ends."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / f"{os.getpid()}.jsonl"

    def pytest_collection_finish(self) -> None:
        self._note(COLLECTING, processor_seconds())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        before = processor_seconds()
        result = yield
        self._note(item.nodeid, processor_seconds() - before)
        return result

    def _note(self, what: str, seconds: float) -> None:
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps([what, round(seconds, 4)]) + "\n")


@dataclass
class Part:
    """A folder of tests in one of the two commands."""

    tests: int = 0
    seconds: float = 0.0


def by_folder(notes: Iterable[tuple[str, float]]) -> dict[str, Part]:
    """Tests and processor time of each folder, such as `tests/services/desk`."""
    parts: dict[str, Part] = defaultdict(Part)
    for test, seconds in notes:
        path = test.partition("::")[0]
        part = parts[COLLECTING if test == COLLECTING else "/".join(path.split("/")[:-1][:3])]
        part.tests += test != COLLECTING
        part.seconds += seconds
    return dict(parts)


def table(quick: dict[str, Part], rest: dict[str, Part]) -> list[str]:
    """A row for each folder, and their sums."""
    lines = [
        "| folder | `make test`, tests | seconds | `make test-all`, tests | seconds |",
        "|---|---:|---:|---:|---:|",
    ]
    rows = [(name, quick.get(name, Part()), rest.get(name, Part())) for name in sorted(quick.keys() | rest.keys())]
    sums = [
        Part(sum(one.tests for one in parts.values()), sum(one.seconds for one in parts.values()))
        for parts in (quick, rest)
    ]
    for name, fast, slow in [*rows, ("all", *sums)]:
        lines.append(f"| {name} | {fast.tests} | {fast.seconds:.0f} | {slow.tests} | {slow.seconds:.0f} |")
    return lines


def _run(command: str, **environment: str) -> tuple[float, float]:
    """Processor time and time of the clock, in seconds; the program need not succeed to be measured."""
    before, start = processor_seconds(), time.monotonic()
    words = [str(Path(sys.executable).with_name(command.split(maxsplit=1)[0])), *command.split()[1:]]
    subprocess.run(words, cwd=ROOT, env=os.environ | environment, check=False)
    return processor_seconds() - before, time.monotonic() - start


def _notes(folder: str) -> list[tuple[str, float]]:
    return [tuple(json.loads(line)) for file in Path(folder).iterdir() for line in file.read_text("utf-8").splitlines()]


def main(workers: str) -> None:
    """Run the linters and both halves of the suite; write the document, and which tests take long."""
    lines = [
        "# Where the time of the tests goes",
        "",
        f"Written by `make test-times` on {os.cpu_count()} cores. PostgreSQL's own processor time is not in it.",
        "",
        "| step | processor time | time |",
        "|---|---:|---:|",
    ]
    halves, long = {}, set[str]()
    for linter in LINTERS:
        spent, passed = _run(linter)
        lines.append(f"| `{linter}` | {spent:.0f} s | {passed:.0f} s |")
    for name, chosen in (("make test", "quick"), ("make test-all", "rest")):
        with tempfile.TemporaryDirectory() as folder:
            command = f"pytest -q -n {workers} --dist loadfile --no-loadscope-reorder"
            spent, passed = _run(command, PARVIS_TESTS=chosen, PARVIS_TEST_TIMES=folder)
            notes = _notes(folder)
        halves[chosen] = by_folder(notes)
        long |= {test for test, seconds in notes if test != COLLECTING and seconds > selection.LONG}
        lines.append(f"| tests of `{name}` | {spent / 60:.1f} min | {passed / 60:.1f} min |")
    text = "\n".join([*lines, "", *table(halves["quick"], halves["rest"])]) + "\n"
    DOCUMENT.write_text(text, encoding="utf-8")
    selection.MEASURED.write_text("\n".join([*sorted(long), ""]), encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main(sys.argv[1])
