"""The open link on People: off until there is a letter, its address, its limits, and who came from where."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.joining.open_link import find_door, take_part
from eval_core.campaigns.rules import change_rules, read_rules
from tests.support.building import Built
from tests.support.page_text import words

Open = Callable[..., AppTest]
LETTER = {"letter": {"responsible": "Målgruppa", "contact": "unni@maal.example", "pay": "250 kr"}}


@pytest.fixture
def lise(built: Built) -> str:
    """The session of a lead."""
    return built.enter("Lise", "lead")


def test_no_open_link_without_a_letter(built: Built, lise: str, open_page: Open) -> None:
    """There is no switch, and what to do first is said."""
    page = open_page("people", lise)
    assert "Write the information letter first" in words(page)
    assert len(page.toggle) == 0
    page.button(key="open_link_letter").click().run()
    assert page.session_state["state/SetupState"].steps[built.slug] == "letter"


@pytest.mark.slow
def test_a_word_for_each_place(built: Built, lise: str, open_page: Open) -> None:
    """Address, poster and code carry where they are seen; a word that would not be kept is said to be none."""
    change_rules(built.store, built.slug, LETTER | {"open_link": True})
    page = open_page("people", lise)
    page.text_input(key=f"{built.slug}/open_link_from").set_value("Plakat").run()
    assert next(code.value for code in page.code).endswith(f"/take-part/{built.slug}?from=plakat")
    page.text_input(key=f"{built.slug}/open_link_from").set_value("på døra").run()
    assert next(code.value for code in page.code).endswith(f"/take-part/{built.slug}")
    assert "A word has letters a to z" in words(page)


@pytest.mark.slow
def test_switched_on_limited_and_counted(built: Built, lise: str, open_page: Open) -> None:
    """The switch gives an address; limits are stored when saved; the table counts by the word of the address."""
    change_rules(built.store, built.slug, LETTER)
    page = open_page("people", lise)
    page.toggle(key=f"{built.slug}/open_link").set_value(True).run()
    assert read_rules(built.store, built.slug).open_link
    assert any(f"/take-part/{built.slug}" in code.value for code in page.code)
    assert "No one has come by it yet." in words(page)
    page.session_state["open_link_limits"] = True
    page.run()
    page.text_input(key=f"{built.slug}/open_link_word").set_value("Blome").run()
    page.number_input(key=f"{built.slug}/open_link_people").set_value(3).run()
    page.date_input(key=f"{built.slug}/open_link_closes").set_value(date(2031, 5, 6)).run()
    page.button(key="open_link_save").click().run()
    rules = read_rules(built.store, built.slug)
    assert (rules.open_link_word, rules.open_link_people) == ("blome", 3)
    assert rules.open_link_closes
    assert rules.open_link_closes.date() == date(2031, 5, 6)
    door = find_door(built.store, "blome", "nb")
    assert door
    for source in ("plakat", "plakat", None):
        take_part(built.store, "blome", letter=door.letter.hash, language="nb", source=source)
    page.run()
    assert '<td>plakat</td><td class="number">2</td><td class="number">0</td>' in words(page)
    page.toggle(key=f"{built.slug}/open_link").set_value(False).run()
    assert find_door(built.store, "blome", "nb") is None
