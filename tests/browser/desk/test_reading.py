"""Reading: no choice before both texts were seen, texts that stay where they are, and the keys that turn them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.desk.conftest import PHONE, Laid
from tests.support.browser import stub_texts

# Where a word of each text that is in view stands, and how far the texts are scrolled.
STANDING = """const middle = root.querySelector('.middle'), edge = middle.getBoundingClientRect()
return { scrolled: middle.scrollTop, words: [...root.querySelectorAll('.pair > section')].filter((one) => one.checkVisibility()).map((section) => {
  const boxes = [...section.querySelectorAll('.w')].map((one) => one.getBoundingClientRect())
  const at = boxes.findIndex((box) => box.top > edge.top + 60)
  return [section.dataset.side, at, boxes[at].left, boxes[at].top]
}) }"""


def refused(desk: Laid, within_ms: int = 5000) -> None:
    """The last choice did not count, and the line says which text to read."""
    expect(desk.at(".line")).to_contain_text("Not counted: read B first.", timeout=within_ms)
    assert desk.mode == "judge"
    assert desk.acted("choose") == []


@pytest.mark.parametrize("stacked", [False, True], ids=["switched", "stacked"])
def test_no_choice_before_both_texts_were_seen(lay: Callable[..., Laid], stacked: bool) -> None:
    """On a phone, by tap and by key; after a look at the other text, or after scrolling down to it, it counts."""
    desk = lay(PHONE, texts="long")
    if stacked:
        desk.at(".switch .stack").tap()
    first = desk.assignment
    for choice, key in {"A": "1", "tie": "2", "B": "3"}.items():
        button = desk.at(f"button[data-choice={choice}]")
        expect(button).to_have_attribute("aria-disabled", "true")
        button.tap(force=True)
        refused(desk)
        desk.page.keyboard.press(key)
        refused(desk)
    if stacked:
        desk.tell("root.querySelector('.middle').scrollTop = 1e6")
    else:
        desk.at(".switch button[data-side=B]").tap()
    expect(desk.at("button[data-choice=A]")).to_have_attribute("aria-disabled", "false")
    expect(desk.at(".switch .unseen")).to_have_count(0)
    desk.at("button[data-choice=A]").tap()
    desk.moves("judge", first)
    desk.all_saved()
    (chosen,) = desk.acted("choose")
    assert (chosen["choice"], chosen["layout"]) == ("A", "stacked" if stacked else "switched")
    expect(desk.at("button[data-choice=A]")).to_have_attribute("aria-disabled", "true")


def test_a_desk_that_forgets_to_refuse_is_noticed(lay: Callable[..., Laid]) -> None:
    """Without the rule a choice of somebody who has read one text counts, and the test above fails."""
    desk = lay(PHONE, texts="long", fault=("desk.js", "const unseen = pair.unseen()", "const unseen = null"))
    first = desk.assignment
    desk.page.keyboard.press("1")
    desk.moves("judge", first)
    with pytest.raises(AssertionError):
        refused(desk, within_ms=500)


def test_a_wide_screen_shows_both_texts_at_once(lay: Callable[..., Laid]) -> None:
    """Nothing is refused there."""
    desk = lay(texts="long")
    first = desk.assignment
    desk.page.keyboard.press("1")
    desk.moves("judge", first)


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_texts_stay_where_they_are(lay: Callable[..., Laid], options: dict[str, Any]) -> None:
    """Long texts that are scrolled lie still while one says why, marks a word and takes the choice back."""
    desk = lay(options, texts="long", reasons=1)
    by = "tap" if options else "mouse"
    if options:
        desk.at(".switch button[data-side=B]").tap()
    desk.tell("root.querySelector('.middle').scrollTop = 333")
    before = desk.tell(STANDING)
    assert before["scrolled"] == 333
    desk.press(desk.at("button[data-choice=A]"), by)
    desk.stands("why")
    assert desk.tell(STANDING) == before
    for side, at, *_ in before["words"]:
        desk.mark(side, at + 4, "flow", by=by)
        assert desk.tell(STANDING) == before, f"a mark in {side}"
    desk.undo()
    desk.stands("judge")
    assert desk.tell(STANDING) == before
    desk.press(desk.at("button[data-choice=B]"), by)
    desk.stands("why")
    assert desk.tell(STANDING) == before
    desk.tell("root.querySelector('.reading').style.transform = 'translateY(1px)'")
    assert desk.tell(STANDING) != before, "a text that was moved by a pixel was not noticed"


# How far below the edge the first word of a paragraph stands, the one after so many line breaks.
PARAGRAPH = """const middle = root.querySelector('.middle').getBoundingClientRect().top
const body = root.querySelector(`section[data-side=${argument.side}] .body`), text = body.textContent
let at = 0
for (const word of body.querySelectorAll('.w')) {
  const start = text.indexOf(word.textContent, at)
  at = start + word.textContent.length
  if (text.slice(0, start).split('\\n').length - 1 !== argument.breaks) continue
  if (argument.come) root.querySelector('.middle').scrollTop += word.getBoundingClientRect().top - middle - argument.come
  return Math.round(word.getBoundingClientRect().top - middle)
}
return null"""


def breaks_of(text: str) -> set[int]:
    """After how many line breaks a paragraph begins."""
    return {text[: found.start()].count("\n") for found in re.finditer(r"\S+", text)}


SHOWN = """return ['A', 'B'].map((side) => {
  const { left, top } = root.querySelector(`section[data-side=${side}]`).getBoundingClientRect()
  return [Math.round(left), Math.round(top)]
})"""


def test_holding_f_shows_the_other_text_in_place(lay: Callable[..., Laid]) -> None:
    """On a wide screen the texts change places while F is held, at the same height; without it nothing has changed."""
    desk = lay(texts="long")
    desk.tell("root.querySelector('.middle').scrollTop = 200")
    one, other = desk.tell(SHOWN)
    keyboard = desk.page.keyboard
    keyboard.down("f")
    assert desk.tell(SHOWN) == [[other[0], one[1]], [one[0], other[1]]]
    keyboard.down("f")
    assert desk.tell(SHOWN) == [[other[0], one[1]], [one[0], other[1]]], "a key that is held down flickers"
    keyboard.up("f")
    assert desk.tell(SHOWN) == [one, other]
    keyboard.down("f")
    desk.page.evaluate("dispatchEvent(new Event('blur'))")
    assert desk.tell(SHOWN) == [one, other], "who leaves the window with F held comes back to texts that are changed"
    keyboard.up("f")


def test_f_flips_to_the_same_paragraph(lay: Callable[..., Laid]) -> None:
    """On a phone the other text comes with the same paragraph at the same height, and the one before comes back."""
    for fault in (None, ("pair.js", "comeTo(columns[front], place, desk.middle)", "desk.middle.scrollTop = 0")):
        desk = lay(PHONE, texts="long", fault=fault)
        begun = [breaks_of(text) for text in desk.texts]
        for breaks in sorted((begun[0] & begun[1]) - {0})[1:6:4]:
            stands = desk.tell(PARAGRAPH, {"side": "A", "breaks": breaks, "come": 20})
            desk.page.keyboard.down("f")
            expect(desk.at("section[data-side=B]")).to_be_visible()
            expect(desk.at("section[data-side=A]")).to_be_hidden()
            found = desk.tell(PARAGRAPH, {"side": "B", "breaks": breaks})
            assert (abs(found - stands) <= 1) == (fault is None), (breaks, stands, found)
            desk.page.keyboard.up("f")
            expect(desk.at("section[data-side=A]")).to_be_visible()


def test_both_texts_below_each_other_are_remembered(lay: Callable[..., Laid]) -> None:
    """*Both* shows one text below the other, after a reload too, until it is pressed again."""
    desk = lay(PHONE, texts="long")
    expect(desk.at(".reading")).to_have_attribute("data-layout", "switched")
    desk.at(".switch .stack").tap()
    for _ in range(2):
        expect(desk.at(".reading")).to_have_attribute("data-layout", "stacked")
        expect(desk.at(".switch .stack")).to_have_attribute("aria-pressed", "true")
        (_, above), (_, below) = desk.tell(SHOWN)
        assert below > above + 300
        desk.page.wait_for_timeout(200)
        desk.page.reload()
        desk.stands("judge")
    desk.at(".switch .stack").tap()
    desk.page.wait_for_timeout(200)
    desk.page.reload()
    desk.stands("judge")
    expect(desk.at(".reading")).to_have_attribute("data-layout", "switched")


# Signs in each line of the open prompt but the last of each paragraph, as they were broken.
LINES = """const text = root.querySelector('.strip .text'), node = text.firstChild, lines = []
const range = document.createRange()
let top = null
for (let at = 0; at < node.length; at++) {
  range.setStart(node, at)
  range.setEnd(node, at + 1)
  const box = range.getClientRects()[0]
  if (!box) continue
  if (top === null || box.top > top + 4) lines.push('')
  top = box.top
  lines[lines.length - 1] += node.data[at]
}
return lines.map((line) => line.trim().length)"""


@pytest.mark.parametrize("width", [900, 1366, 1920])
def test_the_open_prompt_is_read_in_lines_and_pushes_nothing(lay: Callable[..., Laid], width: int) -> None:
    """It lies over the texts in lines of 66 to 80 signs; whether it was opened is stored with the choice."""
    desk = lay({"viewport": {"width": width, "height": 900}}, texts="long")
    prompts = [str(pair["prompt"]) for pair in stub_texts.pairs()]
    desk.tell("root.querySelector('.strip .text').textContent = argument", " ".join(dict.fromkeys(prompts))[:2500])
    before = desk.tell(STANDING)
    more = desk.at(".prompt .more")
    more.click()
    expect(more).to_have_attribute("aria-expanded", "true")
    assert desk.tell(STANDING) == before
    *lines, _ = desk.tell(LINES)
    assert max(lines) <= 80
    assert sum(lines) / len(lines) >= 66
    more.click()
    assert desk.tell(STANDING) == before
    first = desk.assignment
    desk.page.keyboard.press("1")
    desk.moves("judge", first)
    desk.page.keyboard.press("1")
    desk.all_saved()
    assert [one["prompt_opened"] for one in desk.acted("choose")] == [True, False]
    desk.at(".prompt .more").click()
    planted = "root.querySelector('.prompt').style.cssText = 'height: auto'; root.querySelector('.strip').style.cssText = 'position: static; padding: 0; max-height: none'"
    before = desk.tell(STANDING)
    desk.tell(planted)
    assert desk.tell(STANDING) != before
    assert width == 900 or max(desk.tell(LINES)) > 80


@pytest.mark.parametrize("key", ["r", "c"])
def test_keys_of_the_page_around_are_swallowed(lay: Callable[..., Laid], key: str) -> None:
    """Streamlit would run its page again, or clear its cache: a bare `r` or `c` does not reach it, nor its release."""
    heard = """window.heard = []
      for (const kind of ['keydown', 'keyup']) addEventListener(kind, (event) => window.heard.push([kind, event.key]))"""
    desk = lay()
    desk.page.evaluate(heard)
    desk.page.keyboard.press(key)
    desk.word("A", 0).click()
    desk.page.keyboard.press(key)
    assert desk.page.evaluate("window.heard") == []
    assert desk.mode == "judge"
    desk.page.keyboard.press(f"Control+Shift+{key}")
    assert desk.page.evaluate("window.heard.length") > 0, "keys with a modifier belong to the browser"
    planted = ("keys.js", "if (key.length === 1) event.stopImmediatePropagation()", "")
    spoiled = lay(fault=planted)
    spoiled.page.evaluate(heard)
    spoiled.page.keyboard.press("x")
    assert spoiled.page.evaluate("window.heard.length") > 0
