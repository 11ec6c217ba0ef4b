"""Method: how the numbers are made, in the reader's language, and how to compute them again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from eval_core.protocols import DATA
from eval_core.ui import session
from eval_core.web.shown_text import article
from tests.support.building import Built
from tests.support.page_text import sent, words


@pytest.mark.parametrize("language", ["en", "nb", "nn"])
def test_the_article_of_each_language(
    built: Built, open_page: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """The whole article is shown, marked as the language that it is in."""
    rolf = built.enter("Rolf", "researcher")
    monkeypatch.setattr(session, "_languages", lambda: language)
    test = open_page("method", rolf)
    assert f'<article class="guidelines" lang="{language}">' in words(test)
    assert article((DATA / "method" / f"{language}.md").read_text(encoding="utf-8")) in words(test)


def test_the_commands_are_this_campaign_s(built: Built, open_page: Callable[..., AppTest]) -> None:
    """What to type names the campaign that the reader has open."""
    seen = sent(open_page("method", built.enter("Rolf", "researcher")))
    assert f"parvis rank --campaign {built.slug}" in seen
    assert f"parvis export judgments --campaign {built.slug}" in seen
