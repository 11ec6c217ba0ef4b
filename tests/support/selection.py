"""Which tests `make test` runs, and which are left to `make test-all`; docs/architecture.md explains the markers."""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

# PARVIS_TESTS: "quick" is `make test`, "rest" is `make test-all`; without it every test runs in full.
QUICK = os.environ.get("PARVIS_TESTS") == "quick"
REST = os.environ.get("PARVIS_TESTS") == "rest"
# Tests that took more than LONG seconds of processor time when they were last measured, by their ids. `make test-times`
# writes it; what is `quick` stays all the same.
MEASURED = Path(__file__).parents[1] / "slow_tests.txt"
LONG = 0.7
SLOW = frozenset(MEASURED.read_text(encoding="utf-8").splitlines())


class Item(Protocol):
    """What is asked of a pytest item."""

    nodeid: str

    def get_closest_marker(self, name: str) -> Any: ...


def examples(number: int) -> int:
    """How many examples hypothesis draws: all of them, or a fifth in `make test`."""
    return max(5, number // 5) if QUICK else number


def is_shortened(item: Item) -> bool:
    """Whether `make test` runs a part of it only, so that `make test-all` runs it too: hypothesis draws fewer examples."""
    return bool(getattr(getattr(item, "obj", None), "is_hypothesis_test", False))


def quick(items: Sequence[Item], seed: int) -> list[Item]:
    """The tests of `make test`.

    They are those that are neither `slow`, by a marker or as measured, nor on PostgreSQL, but for `both_databases`; of
    the planted faults of a test, one that the seed draws.
    """
    fast = [item for item in items if not _is_left_out(item)]
    faults = defaultdict(list)
    for item in fast:
        if item.get_closest_marker("drawn"):
            faults[item.nodeid.partition("[")[0]].append(item.nodeid)
    drawn = {random.Random(f"{seed} {test}").choice(cases) for test, cases in faults.items()}
    return [item for item in fast if not item.get_closest_marker("drawn") or item.nodeid in drawn]


def rest(items: Sequence[Item]) -> list[Item]:
    """The tests of `make test-all`: those that `make test` does not run, or not in full, or only when they are drawn."""
    return [
        item
        for item in items
        if _is_left_out(item) or is_shortened(item) or item.get_closest_marker("drawn") is not None
    ]


def _is_left_out(item: Item) -> bool:
    on_postgresql = item.get_closest_marker("postgres") and not item.get_closest_marker("both_databases")
    measured = item.nodeid in SLOW and not item.get_closest_marker("quick")
    return bool(item.get_closest_marker("slow") or measured or on_postgresql)
