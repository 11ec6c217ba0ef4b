"""The verdict on half an hour of traffic: what leaks, grows or is lost is named."""

from __future__ import annotations

from typing import Any

import pytest

from tests.benchmarks.soak import judged

SECONDS = list(range(0, 1801, 10))


def _found(**other: Any) -> dict[str, Any]:
    """A good half hour: memory rises while the pages are drawn first, and stays."""
    flat = {
        "seconds": SECONDS,
        "memory_mb": [min(300.0, 260 + second / 5) + second % 3 for second in SECONDS],
        "files": [min(310, 11 + second) + second % 7 for second in SECONDS],
        "connections": [5 for _ in SECONDS],
        "threads": [12 + second % 9 for second in SECONDS],
    }
    kinds = ("lost", "doubled", "changed", "unasked", "wrong_counts", "unanswered", "problem_count", "errors")
    samples = flat | other.pop("samples", {})
    deeds = {"choice": 900, "undo": 20, "skip": 10, "sign_in": 50, "import": 2}
    tables = {"judgment": [0, 920], "assignment": [0, 950], "sign_in": [0, 50], "prompt": [400, 410], "event": [2, 6]}
    good = {"minutes": 30, "annotators": 40, "deeds": deeds, "tables": tables, "samples": samples}
    return {**good, **dict.fromkeys(kinds, 0), **other}


def test_a_good_half_hour_has_no_faults() -> None:
    """What rises only until everything was drawn once, and tables that grow with what was done, are no faults."""
    verdict = judged(_found())
    assert verdict["faults"] == []
    assert abs(verdict["slope"]) < 1


@pytest.mark.parametrize(
    ("planted", "named"),
    [
        ({"samples": {"memory_mb": [300 + second / 50 for second in SECONDS]}}, "memory grew by"),
        ({"samples": {"files": [100 + second / 10 for second in SECONDS]}}, "files rose by"),
        ({"samples": {"connections": [5 + second // 100 for second in SECONDS]}}, "connections rose by"),
        ({"samples": {"connections": [51 for _ in SECONDS]}}, "51 connections"),
        ({"samples": {"threads": [12 + second / 60 for second in SECONDS]}}, "threads rose by"),
        ({"tables": {"judgment": [0, 921]}}, "table judgment grew by 921"),
        ({"tables": {"message": [0, 1]}}, "table message grew by 1"),
        ({"lost": 1}, "lost: 1"),
        ({"errors": 2}, "errors: 2"),
    ],
)
def test_each_fault_is_named(planted: dict[str, Any], named: str) -> None:
    """A leak of memory, files, connections or threads, a table beyond what was done, or a lost judgment."""
    faults = judged(_found(**planted))["faults"]
    assert len(faults) == 1
    assert faults[0].startswith(named)
