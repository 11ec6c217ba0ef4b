"""The dwell guard: a click on a comparison that has just appeared does not count."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from eval_core.errors import ParvisError
from tests.conftest import Clock
from tests.support.acts import skip_comparison
from tests.support.building import Built
from tests.support.checking import history, problems, refusal
from tests.support.desk_clicks import judge, shown


@pytest.fixture
def desk(campaign: Callable[..., Built]) -> tuple[Built, str]:
    """A campaign and the session of its one annotator."""
    built = campaign()
    return built, built.enter("Kari")


def test_a_click_on_what_has_only_just_appeared_is_refused(
    desk: tuple[Built, str], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within the dwell time a click is 'too_fast', and a held key restarts the wait each time."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "400")
    built, session = desk
    task = shown(built, session)
    for _ in range(5):
        clock.move(milliseconds=399)
        assert refusal(lambda: judge(built, session, task)) == "too_fast"
    assert history(built.store) == {}
    clock.move(milliseconds=400)
    assert judge(built, session, task)
    assert problems(built.store, built.slug, [(task.assignment_id, 1, "A")]) == []


def test_a_skip_needs_no_wait(desk: tuple[Built, str], clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """It claims no time: taken at once, it leaves the wait before the next choice as it is."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "400")
    built, session = desk
    task = shown(built, session)
    assert _skip(built, session, task.assignment_id, 0)
    following = shown(built, session)
    assert following.assignment_id != task.assignment_id
    clock.move(milliseconds=399)
    assert refusal(lambda: judge(built, session, following)) == "too_fast"
    clock.move(milliseconds=400)
    assert judge(built, session, following)


def test_a_clock_set_back_does_not_lock_anybody_out(
    desk: tuple[Built, str], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the time since appearance is negative, the click counts."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "400")
    built, session = desk
    task = shown(built, session)
    clock.move(hours=-1)
    assert judge(built, session, task)


@pytest.mark.parametrize("setting", ["soon", "0.4"])
def test_a_dwell_time_that_is_no_number_is_named(
    desk: tuple[Built, str], monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    """A malformed PARVIS_DWELL_MS is an error that names it."""
    monkeypatch.setenv("PARVIS_DWELL_MS", setting)
    built, session = desk
    with pytest.raises(ParvisError, match="PARVIS_DWELL_MS"):
        shown(built, session)


def _skip(built: Built, session: str, assignment: int, revision: int, reason: str = "other", note: str = "") -> bool:
    return skip_comparison(built.store, session, built.slug, assignment, revision, reason, note)
