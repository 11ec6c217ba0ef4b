"""Results while judging is open: nobody sees them by chance, whoever asks does, and it is noted once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.audit import read_log
from eval_core.campaigns.results import early_results as showing
from eval_core.campaigns.results.early_results import Looks, read_looks
from eval_core.campaigns.setup.lifecycle import move_campaign
from tests.support.building import Built
from tests.support.judging import judge
from tests.support.page_text import sent, words

Open = Callable[..., AppTest]
PAGES = ("ranking", "analysis", "export")


@pytest.fixture
def judged(built: Built) -> Built:
    """Two annotators have judged all twelve comparisons."""
    for name in ("Kari", "Ola"):
        assert judge(built, built.enter(name)) == 12
    return built


def named(judged: Built, test: AppTest) -> list[str]:
    """The systems whose names the browser received."""
    return [name for name in judged.systems if name in sent(test)]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("role", ["lead", "researcher"])
def test_no_result_before_it_is_asked_for(judged: Built, open_page: Open, page: str, role: str) -> None:
    """While judging is open the page names no system and offers the button; pressed once, it holds for the person."""
    lise = judged.enter("Lise", role)
    test = open_page(page, lise, asking=False)
    assert "Judging is still open." in words(test)
    assert named(judged, test) == []
    test.button(key="show_results").click().run()
    assert "Judging is still open." not in words(test)
    again = open_page(page, lise, asking=False)
    assert "Judging is still open." not in words(again)
    assert [(entry.action, entry.by) for entry in read_log(judged.store, judged.slug)] == [("results_shown", "Lise")]
    assert read_looks(judged.store, judged.slug) == Looks(1, 0, 0, known=True, closed=False, imported=False)
    other = open_page(page, judged.enter("Rita", "researcher"), asking=False)
    assert "Judging is still open." in words(other)


def test_the_check_sees_a_missing_gate(judged: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted violation: where open counts as settled, every system is named."""
    monkeypatch.setattr(showing, "SETTLED", ("open",))
    test = open_page("ranking", judged.enter("Lise", "lead"), asking=False)
    assert named(judged, test) == list(judged.systems)


def test_a_closed_campaign_shows_its_results(judged: Built, open_page: Open) -> None:
    """Nothing is asked and nothing is noted once nobody judges any more."""
    move_campaign(judged.store, judged.slug, "closed")
    test = open_page("ranking", judged.enter("Rita", "researcher"), asking=False)
    assert named(judged, test) == list(judged.systems)
    assert [entry.action for entry in read_log(judged.store, judged.slug)] == ["closed"]


def test_an_empty_campaign_has_nothing_to_keep(built: Built, open_page: Open) -> None:
    """Before the first judgment the page says so instead of asking."""
    test = open_page("ranking", built.enter("Rita", "researcher"), asking=False)
    assert "Judging is still open." not in words(test)
    assert "There is nothing to rank yet" in words(test)
