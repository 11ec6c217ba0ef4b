"""Quality: how far the annotators agree, and nothing of how the systems do."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import pytest
from streamlit.testing.v1 import AppTest

from eval_core.agreement import agreement
from eval_core.campaigns.votes import read_votes
from eval_core.reports.agreement_words import agreement_cells, agreement_verdict
from eval_core.store import Store
from eval_core.ui import quality
from tests.pages.judging import judge
from tests.pages.seeing import sent, words
from tests.services.building import Built, build_campaign

Open = Callable[..., AppTest]
TABLE = "Krippendorff&#x27;s α, ordinal"


@pytest.fixture
def judged(built: Built) -> Built:
    """Two annotators have judged all twelve comparisons."""
    for name in ("Kari", "Ola"):
        assert judge(built, built.enter(name)) == 12
    return built


@pytest.mark.parametrize("judgments", [0, 12])
def test_too_few_annotators(built: Built, open_page: Open, judgments: int) -> None:
    """An empty campaign, and one with a single annotator's judgments, ask for a second; there are no numbers."""
    judge(built, built.enter("Kari"), at_most=judgments)
    nothing_but(open_page("quality", built.enter("Lise", "lead")), "Agreement takes at least two annotators.")


def test_nothing_is_shared(store: Store, open_page: Open) -> None:
    """Two annotators on different comparisons: the page says that none was judged by both."""
    apart = build_campaign(store, overlap=1)
    for name in ("Kari", "Ola"):
        assert judge(apart, apart.enter(name), at_most=6) == 6
    nothing_but(open_page("quality", apart.enter("Lise", "lead")), "No comparison was judged by two annotators yet.")


def nothing_but(test: AppTest, sentence: str) -> None:
    """The sentence is there, and none of the numbers that do not exist."""
    assert sentence in words(test)
    assert TABLE not in words(test)
    assert "Annotator against annotator" not in words(test)


@pytest.mark.parametrize("role", ["lead", "researcher"])
def test_verdict_table_and_matrix(judged: Built, open_page: Open, role: str) -> None:
    """Leads and researchers see what the library measures of the same judgments, all and two by two."""
    found = agreement(read_votes(judged.store, judged.slug), resamples=1000)
    test = open_page("quality", judged.enter("Rolf", role))
    seen = words(test)
    assert f'<p class="verdict">{escape(agreement_verdict(found))}</p>' in seen
    assert "on 12 comparisons that both judged" in seen
    for row in agreement_cells(found):
        assert "".join(escape(cell) for cell in row) in "".join(_cells(seen))
    assert "Annotator against annotator" in seen
    assert "agreement_matrix" in sent(test)
    assert {"Kari", "Ola"} <= set(sent(test).replace('"', " ").split())


def test_it_follows_every_judgment(built: Built, open_page: Open) -> None:
    """A rerun of the open page counts what was judged meanwhile."""
    kari, ola = built.enter("Kari"), built.enter("Ola")
    judge(built, kari)
    judge(built, ola, at_most=5)
    test = open_page("quality", built.enter("Lise", "lead"))
    assert "on 5 comparisons that both judged" in words(test)
    judge(built, ola, at_most=3)
    assert "on 8 comparisons that both judged" in words(test.run())


def test_the_check_sees_an_old_measurement(built: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted violation: with a key that does not move, the page stays behind."""
    monkeypatch.setattr(quality, "latest_change", lambda *_: (0,))
    kari, ola = built.enter("Kari"), built.enter("Ola")
    judge(built, kari)
    judge(built, ola, at_most=5)
    test = open_page("quality", built.enter("Lise", "lead"))
    before = words(test)
    judge(built, ola, at_most=3)
    assert words(test.run()) == before


def test_no_system_is_named(judged: Built, open_page: Open) -> None:
    """Nothing on the page tells one system from another; the same search finds every one on Ranking."""
    lise = judged.enter("Lise", "lead")
    assert not [name for name in judged.systems if name in sent(open_page("quality", lise))]
    assert [name for name in judged.systems if name in sent(open_page("ranking", lise))] == list(judged.systems)


def test_others_see_nothing(judged: Built, open_page: Open) -> None:
    """Annotators and strangers get none of the judgments' numbers; the lead, who may, gets them."""
    verdict = "on 12 comparisons that both judged"
    for who in (judged.sessions["Kari"], None):
        assert verdict not in sent(open_page("quality", who))
    assert verdict in sent(open_page("quality", judged.enter("Lise", "lead")))


def _cells(html: str) -> list[str]:
    """The text of every cell of a table, in order."""
    return [part.split(">", 1)[1] for part in html.split("</td>") if ">" in part for part in [part.split("<td")[-1]]]
