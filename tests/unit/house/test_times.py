"""The table of where the time goes adds up what the processes of tests noted."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.support.times import COLLECTING, Part, Recorder, by_folder, table

NOTES = [
    (COLLECTING, 3.0),
    ("tests/services/desk/test_a.py::test_x[sqlite]", 1.5),
    ("tests/services/desk/test_b.py::test_y", 0.5),
    (COLLECTING, 2.0),
    ("tests/browser/test_c.py::test_z", 9.0),
]


def test_folders_and_sums() -> None:
    """Tests and seconds of each folder and of all, in both halves; collecting is no test."""
    quick = by_folder(NOTES)
    assert quick == {COLLECTING: Part(0, 5.0), "tests/services/desk": Part(2, 2.0), "tests/browser": Part(1, 9.0)}
    rows = table(quick, {"tests/faults": Part(4, 60.0)})[2:]
    assert rows == [
        f"| {COLLECTING} | 0 | 5 | 0 | 0 |",
        "| tests/browser | 1 | 9 | 0 | 0 |",
        "| tests/faults | 0 | 0 | 4 | 60 |",
        "| tests/services/desk | 2 | 2 | 0 | 0 |",
        "| all | 3 | 16 | 4 | 60 |",
    ]


def test_each_test_is_noted_with_its_processor_time(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """What a test computes counts, what it waits does not."""
    recorder = Recorder(tmp_path)
    for work in (lambda: sum(range(3_000_000)), lambda: time.sleep(0.05)):
        protocol = recorder.pytest_runtest_protocol(request.node)
        next(protocol)
        work()
        with pytest.raises(StopIteration):
            protocol.send(None)
    (noted,) = tmp_path.iterdir()
    (name, computed), (_, waited) = map(json.loads, noted.read_text(encoding="utf-8").splitlines())
    assert name == request.node.nodeid
    assert computed > 0.02 > waited
