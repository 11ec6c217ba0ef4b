"""When a break is suggested."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest
from eval_core.ui.annotate.comparison_desk import status_line

from eval_core.ui.annotate import clicks
from tests.support.acts import Desk

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser's session that has just begun."""
    monkeypatch.setattr(clicks, "state", {})


def said(minutes: Iterable[float]) -> list[bool]:
    """What every click says, at so many minutes after the first."""
    return [clicks.tired(START + timedelta(minutes=minute)) for minute in minutes]


def test_after_three_quarters_of_an_hour() -> None:
    """Somebody who clicks every minute is told at the 45th, not at the 44th, and at every click after that."""
    assert said(range(48)) == [False] * 45 + [True] * 3


def test_a_pause_starts_anew() -> None:
    """Five minutes over one text are reading; more than that is a break."""
    assert said(range(0, 50, 5))[-2:] == [False, True]
    assert said([56]) == [False]
    assert said(range(57, 101))[-2:] == [False, False]
    assert said([101]) == [True]


def test_a_clock_set_back_starts_anew() -> None:
    """Hours that nobody sat are not counted, and the time that was is not negative."""
    assert said([*range(45), -60, -59]) == [False] * 47
    assert said(range(-58, -14))[-2:] == [False, True]


def test_the_line_is_quiet() -> None:
    """Nothing is said before; then one line, which is neither an alert nor in place of what was saved."""
    desk = Desk("t", "norwegian_fluency", "plain", False, None, 3, 10, None, None)
    before, after = (status_line(desk, text="Saved 3 of 10", notice="saved", tired=tired) for tired in (False, True))
    assert "45" not in before
    assert after.startswith(before.removesuffix("</div>").replace('"last"', '"last news"'))
    assert after.count('<p class="line rest">') == 1
    assert "alert" not in after
