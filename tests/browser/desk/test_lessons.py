"""A newcomer's screens on the stub: before training, test and work, and the answers of the training."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.desk.conftest import PHONE, Laid
from tests.support.browser import stub_texts


@pytest.mark.quick
@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_training_test_and_work_are_introduced(lay: Callable[..., Laid], options: dict[str, object]) -> None:
    """How many there are and must be right is said before the test; the training tells what was chosen and expected."""
    desk = lay(options, stage="training", lessons=2)
    by = "tap" if options else "mouse"
    expect(desk.at(".stage")).to_contain_text("2 comparisons. After each")
    desk.go_on(by, mode="intro")
    expected = stub_texts.lessons()[0]["answer"]
    wrong = "B" if expected["expected"] == "A" else "A"
    desk.choose(wrong, by, look_ms=0)
    desk.stands("answer")
    expect(desk.at(".lesson .verdict")).to_contain_text(f"Not quite. You chose: {wrong} is more fluent.")
    expect(desk.at(".lesson .verdict")).to_contain_text(f"We would have chosen: {expected['expected']} is more fluent.")
    expect(desk.at(".lesson .because")).to_have_text(expected["explanation"])
    desk.do("rule", by)
    sought = desk.panel("guidelines").locator(".sought").first
    expect(sought).to_have_attribute("data-category", expected["issue"])
    expect(sought).to_be_in_viewport()
    desk.page.keyboard.press("Escape")
    desk.go_on(by, mode="answer")
    desk.choose(stub_texts.lessons()[1]["answer"]["expected"], by, look_ms=0)
    desk.stands("answer")
    expect(desk.at(".lesson .verdict")).to_contain_text("Right. You chose")
    desk.go_on(by, mode="answer")
    expect(desk.at(".stage")).to_contain_text("at least 1 of 2")
    desk.go_on(by, mode="intro")
    for _ in range(2):
        desk.choose("A", by, look_ms=0)
        desk.all_saved()
    expect(desk.at(".stage")).to_contain_text("You have passed")
    desk.go_on(by, mode="intro")
    assert desk.stage == "work"


@pytest.mark.quick
def test_the_answer_marks_the_words(lay: Callable[..., Laid]) -> None:
    """The words that are at fault are marked in the text that has them, and nowhere before the choice."""
    desk = lay(stage="training", lessons=3)
    desk.go_on(mode="intro")
    for lesson in stub_texts.lessons()[:2]:
        assert desk.at(".marked").count() == 0
        desk.choose("tie", by="key", look_ms=0)
        desk.stands("answer")
        for mark in lesson["answer"]["marks"]:
            words = lesson["pair"]["texts"][mark["side"]][mark["start"] : mark["end"]].split()
            shown = desk.at(f"section[data-side={mark['side']}] .marked").all_inner_texts()
            assert set(words) <= set(shown)
        desk.go_on(mode="answer")
