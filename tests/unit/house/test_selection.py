"""Every test runs in one of `make test` and `make test-all`, and of planted faults the seed draws one."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from tests.support import selection


@dataclass
class Collected:
    """A collected test, as far as the selection looks at it."""

    nodeid: str
    markers: frozenset[str] = frozenset()
    obj: object = None

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.markers else None


def marked(nodeid: str, *markers: str) -> Collected:
    return Collected(nodeid, frozenset(markers))


ON_SQLITE, ON_POSTGRESQL = marked("a.py::rule[sqlite]"), marked("a.py::rule[postgresql]", "postgres")
LOCKED = marked("a.py::locks[postgresql]", "postgres", "both_databases")
SLOW = marked("a.py::simulation", "slow")
SLOW_FAULT = marked("a.py::costly[x]", "slow", "drawn")
FAULTS = [marked(f"a.py::faults[{number}]", "drawn") for number in range(20)]
LONG, LONG_BUT_QUICK = marked("a.py::long"), marked("a.py::job", "quick")
PROPERTY = Collected("a.py::property", obj=SimpleNamespace(is_hypothesis_test=True))
ALL = [ON_SQLITE, ON_POSTGRESQL, LOCKED, SLOW, SLOW_FAULT, LONG, LONG_BUT_QUICK, *FAULTS, PROPERTY]


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tests took long when they were measured."""
    monkeypatch.setattr(selection, "SLOW", frozenset([LONG.nodeid, LONG_BUT_QUICK.nodeid]))


def test_each_test_is_in_one_of_the_two() -> None:
    """Together they are all tests; twice come only those that `make test` shortens: properties, and the drawn fault."""
    quick, rest = selection.quick(ALL, seed=1), selection.rest(ALL)
    (drawn,) = [fault for fault in FAULTS if fault in quick]
    assert [test for test in quick if test is not drawn] == [ON_SQLITE, LOCKED, LONG_BUT_QUICK, PROPERTY]
    assert rest == [ON_POSTGRESQL, SLOW, SLOW_FAULT, LONG, *FAULTS, PROPERTY]


def test_the_seed_draws_the_fault() -> None:
    """The same seed draws the same fault, whatever else is collected; other seeds draw others, and each comes up."""

    def drawn(seed: int, tests: list[Collected]) -> str:
        (fault,) = [test.nodeid for test in selection.quick(tests, seed) if test in FAULTS]
        return fault

    assert [drawn(seed, ALL) for seed in range(20)] == [drawn(seed, FAULTS) for seed in range(20)]
    assert {drawn(seed, FAULTS) for seed in range(300)} == {fault.nodeid for fault in FAULTS}
