"""The Korean criteria for raters: guidelines that fit any text made from a source, and Korean for who reads it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from eval_core.protocols import load_protocol
from eval_core.store import Store
from eval_core.ui import session
from tests.support.building import Built, build_campaign
from tests.support.page_text import desk_data, words

Open = Callable[..., AppTest]


@pytest.fixture
def korean(store: Store) -> Built:
    """A campaign under the Korean protocol."""
    return build_campaign(store, protocol="gptscore_ko")


def test_raters_read_of_no_translation(korean: Built, open_page: Open) -> None:
    """The guidelines are the protocol's own, with the scales and criteria behind them."""
    shown = words(open_page("guidelines", korean.enter("Kari")))
    assert "It is seldom a translation." in shown
    assert "The response was made from the source, as a translation" not in shown
    assert "Semantic appropriateness" in shown


def test_a_reader_of_korean_sees_korean(korean: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the browser's languages, or by choice: labels, points and guidelines are Korean, the interface English."""
    monkeypatch.setattr(session, "_languages", lambda: "ko-KR,ko;q=0.9,en;q=0.8")
    data = desk_data(open_page("annotate", korean.enter("Minji")))
    assert [one["label"] for one in data["pile"]["protocol"]["criteria"]][:2] == ["사실성", "일관성"]
    assert (data["language"], data["reads"], data["menu"]["languages"]["ko"]) == ("en", "ko", "한국어")
    assert "번역인" in words(open_page("guidelines", korean.enter("Jisu")))


def test_a_reader_of_norwegian_sees_norwegian(korean: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who prefers Bokmål to Korean sees the former."""
    monkeypatch.setattr(session, "_languages", lambda: "nb,ko;q=0.5")
    data = desk_data(open_page("annotate", korean.enter("Kari")))
    assert data["pile"]["protocol"]["criteria"][0]["label"] == "Riktige fakta"


def test_the_title_says_that_scores_are_asked_for() -> None:
    """In each language the title says that no log-probabilities are read."""
    title = load_protocol("gptscore_ko").title
    words_for_it = {"en": "log-prob", "nb": "log-sannsyn", "nn": "log-sannsyn", "ko": "로그 확률"}
    assert [tag for tag, said in words_for_it.items() if said not in title[tag]] == []
