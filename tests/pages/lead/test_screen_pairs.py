"""The pairs of the screen for native readers on People: read, approved one by one, and then switched on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.joining.native_screen import approve_pair
from eval_core.campaigns.rules import change_rules, read_rules
from eval_core.protocols.native_screen import LEAST_APPROVED, load_pairs
from eval_core.store import Prompt
from tests.support.arriving import LETTER
from tests.support.building import Built
from tests.support.page_text import words

Open = Callable[..., AppTest]
pytestmark = pytest.mark.slow


@pytest.fixture
def page(built: Built, open_page: Open) -> AppTest:
    """A lead's page with the pairs open, in a campaign of Nynorsk with an open link."""
    with built.store.write() as db:
        for prompt in db.scalars(select(Prompt)):
            prompt.written_standard = "nn"
    change_rules(built.store, built.slug, {"letter": LETTER, "open_link": True})
    page = open_page("people", built.enter("Lise", "lead"))
    page.session_state["screen_pairs"] = True
    return page.run()


def shown(page: AppTest) -> list[str]:
    """The keys of the pairs in view, in order."""
    return [box.label.rpartition(" ")[2] for box in page.checkbox if box.label.startswith("Approved")]


def test_words_that_differ_are_marked(page: AppTest) -> None:
    """A lead sees at once what is wrong, with both sentences to read."""
    assert "Ho fann <mark>eit</mark> brev" in words(page)
    assert "Ho fann <mark>ein</mark> brev" in words(page)


def test_what_was_just_approved_stays_in_its_place(built: Built, page: AppTest) -> None:
    """Among those that wait, nothing moves under the pointer; on the next page the approved ones are gone."""
    page.toggle(key="screen_waiting").set_value(True).run()
    before = shown(page)
    page.checkbox(key=f"{built.slug}/screen/{before[1]}").check().run()
    assert shown(page) == before
    assert "Approved so far: Nynorsk 1." in words(page)
    page.button(key="screen_more").click().run()
    assert before[1] not in shown(page)
    assert before[0] in shown(page)
    page.button(key="screen_more").click().run()
    assert not set(before) & set(shown(page))
    page.selectbox(key="screen_kind").select("gender").run()
    assert before[0] in shown(page)


def test_the_switch_waits_for_enough(built: Built, page: AppTest) -> None:
    """With one too few it cannot be pressed; with the last one it can."""
    *most, last = [pair.key for pair in load_pairs() if pair.standard == "nn"][:LEAST_APPROVED]
    for key in most:
        approve_pair(built.store, built.slug, key)
    switch = f"{built.slug}/native_screen"
    assert page.run().toggle(key=switch).disabled
    approve_pair(built.store, built.slug, last)
    page.run().toggle(key=switch).set_value(True).run()
    assert read_rules(built.store, built.slug).native_screen
