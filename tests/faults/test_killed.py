"""`kill -9` in the middle of clicks: what was acknowledged is there once, and the others' work goes on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.faults.conftest import Judging
from tests.support.building import Built, comparisons
from tests.support.checking import problems

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def no_dwell(monkeypatch: pytest.MonkeyPatch) -> None:
    """For the processes too: they get this environment."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "0")
    monkeypatch.setenv("PARVIS_SIGN_IN_DAYS", "3650")  # the campaign is of another year than the processes


def test_killed_processes_lose_and_double_nothing(
    campaign: Callable[..., Built], judging: Callable[..., Judging]
) -> None:
    """Two processes judge one campaign; one is killed amid its clicks, and a third takes over: overlap holds."""
    built = campaign(prompts=10, overlap=3)
    one, others = built.annotators(2), [built.enter(name) for name in ("Kari", "Ola")]
    beside = judging(built, others)
    beside.hear(1)
    victim = judging(built, one)
    victim.hear(8)
    victim.kill()
    after = judging(built, one)
    after.hear()
    beside.hear()
    assert victim.process.exitcode == -9
    assert len(victim.acknowledged) >= 8
    acknowledged = victim.acknowledged + beside.acknowledged + after.acknowledged
    assert problems(built.store, built.slug, acknowledged) == []
    assert [row.done for row in comparisons(built.store, built.slug)] == [3] * 30


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_the_check_sees_a_click_acknowledged_too_early(
    campaign: Callable[..., Built], judging: Callable[..., Judging]
) -> None:
    """The planted violation: a process that says "saved" before it has saved is caught by the same kill."""
    built = campaign(prompts=15)
    victim = judging(built, built.annotators(4), too_early=True)
    victim.hear(10)
    victim.kill()
    assert any("is 0 times in the history" in one for one in problems(built.store, built.slug, victim.acknowledged))
