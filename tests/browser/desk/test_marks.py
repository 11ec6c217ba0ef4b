"""Words are marked by mouse, finger and keys, drafts survive a reload, and Undo takes back whatever was done last."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.desk.conftest import PHONE, Laid
from tests.support.browser import stub_texts


def said_why(desk: Laid) -> list[str]:
    """The words of the marks that the server got: each mark cut out of the stored text by code points."""
    (action,) = desk.acted("explain")
    _, *texts = stub_texts.ODD[0]
    return [texts["AB".index(mark["side"])][mark["start"] : mark["end"]] for mark in action["marks"]]


def begun(lay: Callable[..., Laid], options: dict[str, object] | None = None) -> Laid:
    """A desk that asks why, on texts with signs beyond the basic plane."""
    desk = lay(options, texts="odd", reasons=1)
    desk.choose("A", look_ms=0, by="tap" if options else "mouse")
    return desk.stands("why")


@pytest.mark.quick
def test_marks_by_mouse_count_code_points(lay: Callable[..., Laid]) -> None:
    """A click marks a word and a drag several, behind signs that JavaScript counts twice."""
    desk = begun(lay)
    desk.mark("A", 4, "spelling")
    desk.mark("A", 6, "grammar", last=8)
    desk.go_on()
    desk.all_saved()
    words = stub_texts.EMOJI.split()
    assert said_why(desk)[0] == words[4]
    assert said_why(desk)[1].split() == words[6:9]


@pytest.mark.quick
def test_marks_in_a_dialogue_are_places_of_the_stored_text(lay: Callable[..., Laid]) -> None:
    """Turns are shown under their roles; a mark on words behind escapes is cut out of the stored text by code points."""
    desk = lay(texts="dialogue", reasons=1)
    expect(desk.at("section[data-side=A] h3.role")).to_have_text(["Assistant", "User", "Assistant"])
    expect(desk.at("section[data-side=B] h3.role")).to_have_text(["Turn 1", "Turn 2"])
    expect(desk.at(".prompt .role")).to_have_text(["System message", "User"])
    expect(desk.at(".reading")).not_to_contain_text("content")
    desk.choose("A", look_ms=0)
    desk.stands("why")
    words = [
        "En",
        '"fjord"',
        "er",
        "en",
        "arm",
        "av",
        "havet",
        "🐋.",
        "Den",
        "er",
        "dyp.",
        "Hvor",
        "lang?",
        "Sognefjorden",
        "er",
        "over",
        "200",
        "km.",
        "Høye",
    ]
    desk.mark("A", 1, "spelling")
    desk.mark("A", len(words) - 1, "grammar")
    desk.mark("B", 3, "flow")
    desk.go_on()
    desk.all_saved()
    (action,) = desk.acted("explain")
    texts = stub_texts.DIALOGUE["texts"]
    marked = [texts[mark["side"]][mark["start"] : mark["end"]] for mark in action["marks"]]
    assert marked == ['\\"fjord\\"', "H\\u00f8ye", "Ganske"]


@pytest.mark.quick
def test_marks_by_finger(lay: Callable[..., Laid]) -> None:
    """A tap marks a word of the text in front."""
    desk = begun(lay, PHONE)
    side = "A" if desk.word("A", 0).is_visible() else "B"
    desk.mark(side, 5, "flow", by="tap")
    desk.go_on(by="tap")
    desk.all_saved()
    assert said_why(desk) == [dict(zip("AB", stub_texts.ODD[0][1:], strict=True))[side].split()[5]]


@pytest.mark.quick
def test_marks_by_keys(lay: Callable[..., Laid]) -> None:
    """Tab to a text, arrows from word to word, Shift for several, a digit marks, Backspace takes the mark off."""
    desk = begun(lay)
    press = desk.page.keyboard.press
    desk.at("section[data-side=A]").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "Shift+ArrowRight", "1"):
        press(key)
    expect(desk.at(".mark[data-issue=grammar]")).to_have_count(1)
    press("Backspace")
    expect(desk.at(".mark[data-issue=grammar]")).to_have_count(0)
    press("2")
    press("Enter")
    desk.all_saved()
    assert said_why(desk)[0].split() == stub_texts.EMOJI.split()[2:4]


@pytest.mark.quick
def test_drafts_survive_a_reload(lay: Callable[..., Laid]) -> None:
    """Marks, the quality of a tie and the comment are there after the page was loaded again."""
    desk = lay(texts="odd", reasons=1)
    desk.choose("tie", look_ms=0)
    desk.stands("why")
    desk.mark("B", 3, "flow")
    desk.at("button[data-tie=both_badly]").click()
    desk.at("[data-field=comment]").fill("Nesten likt 🙂")
    desk.all_saved()
    desk.page.wait_for_timeout(200)
    desk.page.reload()
    desk.stands("why")
    expect(desk.at("[data-field=comment]")).to_have_value("Nesten likt 🙂")
    desk.page.keyboard.press("Enter")
    desk.stands("judge")
    desk.all_saved()
    (action,) = desk.acted("explain")
    assert (action["tie"], action["comment"], len(action["marks"])) == ("both_badly", "Nesten likt 🙂", 1)


@pytest.mark.quick
def test_undo_takes_back_whatever_was_done_last(lay: Callable[..., Laid]) -> None:
    """Choices, reasons and skips, the newest first, until nothing is left."""
    desk = lay(reasons=2, ahead=20, count=60)
    for number in range(9):
        asks = desk.assignment % 2 == 0
        if number % 3 == 2:
            desk.skip("unreadable")
        else:
            desk.judge("A", by="key", look_ms=0)
            if asks:
                desk.go_on()
    desk.all_saved()
    order = [(action["kind"], action["assignment"]) for action in desk.pile.actions if action["kind"] != "read"]
    for kind, assignment in reversed(order):
        desk.undo()
        expect(
            desk.page.locator(
                f".desk[data-mode={'why' if kind == 'explain' else 'judge'}][data-assignment='{assignment}']"
            )
        ).to_be_visible()
        desk.all_saved()
    assert desk.done == 0
    assert desk.pile.done == 0
