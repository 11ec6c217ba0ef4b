"""Plan from the question: live while dials are turned, written on a click; and what is typed anywhere in Setup is kept."""

from __future__ import annotations

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from tests.support.building import Built
from tests.support.page_text import words

Open = Callable[..., AppTest]


def at(page: AppTest, step: str) -> AppTest:
    """The page at one of its steps."""
    return page.radio(key="setup_step_en").set_value(step).run()


def test_x(built: Built, open_page: Open) -> None:
    page = at(open_page("setup", built.enter("Lise", "lead")), "study")
    assert not page.exception, page.exception
    print(words(page))
    page = at(page, "rules")
    assert not page.exception, page.exception
    print(words(page)[-3000:])
