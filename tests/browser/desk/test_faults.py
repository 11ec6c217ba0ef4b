"""What is wrong is named by letters, of a text that somebody has named, and not by a key that was meant for a choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.desk.conftest import PHONE, Laid
from tests.support.browser import stub_texts
from tests.support.browser.desk import HASTE_MS, KEYS

# What other keys of the desk do: choices and scores, the frame's, a text's, N/A, and what Streamlit would take.
TAKEN = set("0123456789UFGQSABNRC")
DWELL_MS = 400
SCREENS = pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])


def begun(lay: Callable[..., Laid], choice: str, options: dict[str, Any] | None = None, **query: Any) -> Laid:
    """A desk that asks why this was chosen."""
    desk = lay(options, reasons=1, **query)
    desk.choose(choice, by="tap" if options else "key", look_ms=query.get("dwell", 0) + 50)
    return desk.stands("why")


def told(desk: Laid) -> list[tuple[str, str]]:
    """Side and issue of each mark that the server is given."""
    desk.go_on()
    desk.all_saved()
    return [(mark["side"], mark["issue"]) for mark in desk.acted("explain")[-1]["marks"]]


@pytest.mark.quick
@pytest.mark.parametrize("choice", ["A", "tie", "B"])
@pytest.mark.parametrize("again", ["1", "2", "3"])
def test_a_digit_after_the_choice_names_nothing(lay: Callable[..., Laid], choice: str, again: str) -> None:
    """Half a second later, when the wait is over: no reason is stored, no choice is changed."""
    desk = begun(lay, choice, dwell=DWELL_MS)
    desk.page.wait_for_timeout(500)
    desk.page.keyboard.press(again)
    desk.page.wait_for_timeout(200)
    expect(desk.at(".mark")).to_have_count(0)
    assert desk.mode == "why"
    assert told(desk) == []
    assert [one["choice"] for one in desk.acted("choose")] == [choice]


@pytest.mark.quick
def test_a_digit_that_names_a_fault_is_noticed(lay: Callable[..., Laid]) -> None:
    """As it was: the second digit is the number of a fault, of the text that was not chosen."""
    fault = ("issues.js", "issues[LETTERS.indexOf(key.toUpperCase())]", "issues[Number(key) - 1]")
    desk = begun(lay, "A", dwell=DWELL_MS, fault=fault)
    desk.page.wait_for_timeout(500)
    desk.page.keyboard.press(KEYS["A"])
    expect(desk.at(".mark[data-issue=grammar]")).to_have_count(1)


@pytest.mark.quick
@pytest.mark.parametrize("language", ["nb", "nn", "en"])
def test_each_fault_shows_its_letter(lay: Callable[..., Laid], language: str) -> None:
    """One that is no other key, the same in each language; pressed, it names this fault and does nothing else."""
    desk = begun(lay, "A", language=language)
    issues = [one["key"] for one in stub_texts.protocol_json("norwegian_fluency", language)["issues"]]
    letters = desk.at(".issues [data-issue] kbd").all_inner_texts()
    assert letters == list("DEHJKLMP")
    assert not TAKEN & set(letters)
    assert len(letters) == len(issues)
    for letter, issue in zip(letters, issues, strict=True):
        desk.page.keyboard.press(letter.lower())
        expect(desk.at(f".mark[data-issue={issue}]")).to_have_count(1)
    expect(desk.at("aside[data-panel]")).to_have_count(0)
    assert told(desk) == [("B", issue) for issue in issues]


@pytest.mark.quick
def test_every_criterion_of_a_protocol_has_a_letter(lay: Callable[..., Laid]) -> None:
    """Where responses are rated, letters mark selected words, and a digit rates whatever is selected."""
    desk = lay(protocol="heval")
    desk.word("A", 2).click()
    letters = desk.at(".issues [data-issue] kbd").all_inner_texts()
    assert len(set(letters)) == len(stub_texts.protocol_json("heval", "en")["criteria"]) == len(letters)
    assert not TAKEN & set(letters)
    desk.page.keyboard.press("3")
    expect(desk.at(".mark")).to_have_count(0)
    expect(desk.at("[aria-checked=true]")).to_have_count(1)
    desk.page.keyboard.press(letters[-1].lower())
    expect(desk.at(".mark")).to_have_count(1)


@pytest.mark.quick
def test_the_digits_of_the_choices_go_while_one_says_why(lay: Callable[..., Laid]) -> None:
    """They stand there before and after, and nothing moves for it."""
    desk = lay(reasons=1)
    hints = desk.at(".choices kbd")
    for mode in ("judge", "why", "judge"):
        desk.stands(mode)
        for hint in hints.all():
            expect(hint).to_be_visible(visible=mode == "judge")
        if mode == "judge":
            desk.choose("A", look_ms=0)
        else:
            desk.go_on()


@pytest.mark.quick
@SCREENS
def test_of_a_tie_the_text_is_asked_for(lay: Callable[..., Laid], options: dict[str, Any]) -> None:
    """A fault without a place stays open until A or B is pressed; then it is there, and so are the next ones."""
    desk, by = begun(lay, "tie", options), "tap" if options else "mouse"
    for node in desk.at(".issues [data-of], .issues [data-issue]").all():
        expect(node).to_have_attribute("aria-pressed", "false")
    desk.press(desk.at(".issues [data-issue=spelling]"), by)
    desk.says("in A or in B?")
    expect(desk.at(".mark")).to_have_count(0)
    desk.press(desk.at(".issues [data-of=B]"), by)
    expect(desk.at("section[data-side=B] .mark[data-issue=spelling]")).to_be_visible()
    expect(desk.at(".line")).not_to_contain_text("in A or in B?")
    desk.press(desk.at(".issues [data-issue=flow]"), by)
    expect(desk.at("section[data-side=B] .mark")).to_have_count(2)
    assert told(desk) == [("B", "spelling"), ("B", "flow")]


@pytest.mark.quick
@pytest.mark.parametrize("keys", ["lb", "bl"])
def test_of_a_tie_the_text_is_named_by_key(lay: Callable[..., Laid], keys: str) -> None:
    """A or B after the fault's letter or before it."""
    desk = begun(lay, "tie")
    for key in keys:
        desk.page.keyboard.press(key)
    assert told(desk) == [("B", "spelling")]


@pytest.mark.quick
def test_what_waits_for_a_text_is_not_stored(lay: Callable[..., Laid]) -> None:
    """Whoever goes on without an answer has named no fault; nor does it wait for the next comparison."""
    desk = begun(lay, "tie")
    desk.page.keyboard.press("l")
    desk.says("in A or in B?")
    assert told(desk) == []
    desk.judge("tie", by="key", look_ms=0)
    desk.page.keyboard.press("b")
    assert told(desk) == []


@pytest.mark.quick
@SCREENS
def test_a_tie_with_a_default_is_noticed(lay: Callable[..., Laid], options: dict[str, Any]) -> None:
    """As it was: without being asked, the fault is put on a text that nobody has named."""
    fault = ("desk.js", 'if (view.chosen === "tie") return null', "")
    desk = begun(lay, "tie", options, fault=fault)
    desk.press(desk.at(".issues [data-issue=spelling]"), "tap" if options else "mouse")
    expect(desk.at(".mark[data-issue=spelling]")).to_have_count(1)


@pytest.mark.quick
def test_on_a_phone_the_text_in_front_is_meant(lay: Callable[..., Laid]) -> None:
    """Where one of the two was better, a fault without a place is one of the text that is read."""
    desk = begun(lay, "A", PHONE)
    for side in "AB":
        desk.at(f".switch button[data-side={side}]").tap()
        expect(desk.at(".issues .caption")).to_have_text(f"Faults in {side}")
        desk.at(".issues [data-issue=grammar]").tap()
        expect(desk.at(f"section[data-side={side}] .mark")).to_be_visible()
    assert told(desk) == [("A", "grammar"), ("B", "grammar")]


# How somebody answers why.
ANSWERS: dict[str, Callable[[Laid], None]] = {
    "letter": lambda desk: desk.page.keyboard.press("d"),
    "click": lambda desk: desk.tell("root.querySelector('.issues [data-issue=grammar]').click()"),
    "plus": lambda desk: desk.page.keyboard.press("+"),
    "enter": lambda desk: desk.page.keyboard.press("Enter"),
    "go on": lambda desk: desk.tell("root.querySelector('[data-do=go-on]').click()"),
}
NOTHING = ("why", 0, 0)


def answered(desk: Laid) -> tuple[str, int, int]:
    """Where the desk is, how many marks there are, and how many answers how good a tie is."""
    desk.page.wait_for_timeout(50)
    return desk.mode, desk.at(".mark").count(), desk.at("[data-tie][aria-pressed=true]").count()


@pytest.mark.quick
@pytest.mark.parametrize("how", ANSWERS)
def test_what_has_only_just_come_is_not_answered(lay: Callable[..., Laid], how: str) -> None:
    """In the first moment no key and no click tells why; after it they do. Without the wait each would at once."""
    desk = begun(lay, "tie", dwell=DWELL_MS)
    desk.page.keyboard.press("b")
    ANSWERS[how](desk)
    assert answered(desk) == NOTHING
    if how != "enter":
        desk.says("Not counted")
    desk.page.wait_for_timeout(HASTE_MS)
    ANSWERS[how](desk)
    assert answered(desk) != NOTHING
    spoiled = begun(lay, "tie", dwell=DWELL_MS, fault=("desk.js", "const HASTE_MS = 400", "const HASTE_MS = 0"))
    spoiled.page.keyboard.press("b")
    ANSWERS[how](spoiled)
    assert answered(spoiled) != NOTHING


@pytest.mark.quick
def test_letters_in_a_panel_name_nothing(lay: Callable[..., Laid]) -> None:
    """Who reads the guidelines while saying why does not name faults by the same key, nor take them back."""
    desk = begun(lay, "A")
    desk.page.keyboard.press("d")
    expect(desk.at(".mark")).to_have_count(1)
    desk.open("guidelines")
    desk.at("aside[data-panel] .panel-body, aside[data-panel] .guidelines").last.focus()
    for key in ("e", "h", "Backspace", "u"):
        desk.page.keyboard.press(key)
    expect(desk.at(".mark")).to_have_count(1)
    assert desk.mode == "why"


@pytest.mark.quick
def test_what_is_judged_is_not_skipped(lay: Callable[..., Laid]) -> None:
    """While one says why, Skip keeps its place and does nothing: the server would refuse it."""
    desk = begun(lay, "A")
    place = desk.at("[data-do=menu]").bounding_box()
    expect(desk.at("[data-do=skip]")).to_have_attribute("aria-disabled", "true")
    desk.page.keyboard.press("s")
    desk.at("[data-do=skip]").click(force=True)
    expect(desk.at("aside[data-panel]")).to_have_count(0)
    desk.go_on("mouse")
    desk.stands("judge")
    expect(desk.at("[data-do=skip]")).to_have_attribute("aria-disabled", "false")
    assert desk.at("[data-do=menu]").bounding_box() == place


# As if somebody went on in another browser.
FORGET = """indexedDB.databases().then((all) => Promise.all(all.map(({ name }) => new Promise((done) => {
  const request = indexedDB.deleteDatabase(name)
  request.onsuccess = request.onblocked = done
}))))"""


def lying(desk: Laid) -> tuple[str, int, list[str], str, int]:
    """What is asked of which sheet, and the reasons that lie there."""
    marks = sorted(str(one.get_attribute("data-issue")) for one in desk.at(".mark").all())
    comment = desk.at(".why [data-field=comment]")
    written = comment.input_value() if desk.mode == "why" else ""
    return desk.mode, desk.assignment, marks, written, desk.at("[data-tie=both_well][aria-pressed=true]").count()


@pytest.mark.quick
@pytest.mark.parametrize("elsewhere", [False, True])
def test_four_undos_bring_both_sheets_back(lay: Callable[..., Laid], elsewhere: bool) -> None:
    """X and why, Y and why, then Undo four times: each time the sheet as it was, in this browser and in another one."""
    desk = begun(lay, "A")
    x = desk.assignment
    desk.mark("B", 1, "flow")
    desk.page.keyboard.press("d")
    desk.at("[data-field=comment]").fill("Stivt.")
    desk.go_on()
    y = desk.assignment
    desk.judge("tie", look_ms=0)
    desk.at("[data-tie=both_well]").click()
    desk.go_on()
    desk.all_saved()
    if elsewhere:
        desk.page.evaluate(FORGET)
        desk.page.reload()
        desk.stands("judge")
    seen = []
    for mode in ("why", "judge", "why", "judge"):
        desk.undo()
        desk.stands(mode).all_saved()
        seen.append(lying(desk))
    about_x = ["flow", "grammar"], "Stivt.", 0
    assert seen == [("why", y, [], "", 1), ("judge", y, [], "", 0), ("why", x, *about_x), ("judge", x, [], "", 0)]
    desk.judge("A", look_ms=0)
    desk.all_saved()
    assert lying(desk) == ("why", x, *about_x)
    desk.undo()
    desk.judge("B", look_ms=0)
    assert lying(desk) == ("why", x, [], "", 0)


@pytest.mark.quick
def test_reasons_that_do_not_come_back_are_noticed(lay: Callable[..., Laid]) -> None:
    """A desk that forgets what was given shows a sheet without it."""
    desk = begun(lay, "A", fault=("reasons.js", "if (found || !view.sheet?.given) return found ?? NONE", "return NONE"))
    desk.page.keyboard.press("d")
    desk.go_on()
    desk.undo()
    desk.stands("why").all_saved()
    assert lying(desk)[2] == []
