"""What is shown follows what is recorded: no cache is older than the data."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from eval_core.ui.research import rankings as boards
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built
from tests.support.page_text import words


def judge(built: Built, who: str, choice: str = "A") -> None:
    """One judgment through the service."""
    task = open_desk(built.store, who, built.slug).task
    assert task is not None
    record_judgment(built.store, who, built.slug, task.assignment_id, task.revision, choice)


def test_the_ranking_follows_every_judgment(built: Built, open_page: Callable[..., AppTest]) -> None:
    """A rerun of the open page counts a judgment made meanwhile."""
    kari, rolf = built.enter("Kari"), built.enter("Rolf", "researcher")
    for _ in range(6):
        judge(built, kari)
    test = open_page("ranking", rolf)
    assert "Davidson model (newton)" in words(test)
    seen = [number for number in range(13) if f"; {number} judgments" in words(test)]
    for _ in range(6):
        judge(built, kari, "B")
    test.run()
    assert sum(seen) < sum(number for number in range(13) if f"; {number} judgments" in words(test))


def test_the_check_sees_an_old_ranking(
    built: Built, open_page: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted violation: with a key that does not move, the page stays behind."""
    monkeypatch.setattr(boards, "latest_change", lambda *_: (0,))
    kari, rolf = built.enter("Kari"), built.enter("Rolf", "researcher")
    judge(built, kari)
    test = open_page("ranking", rolf)
    before = words(test)
    for _ in range(11):
        judge(built, kari, "B")
    assert words(test.run()) == before
