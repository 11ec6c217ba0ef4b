"""The usual laptop of 1366 x 768 pixels: nothing above the bar, the count once, and two summaries without scrolling."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import pytest
from playwright.sync_api import expect

from tests.browser.desk.conftest import Laid
from tests.support.browser import stub_texts

LAPTOP = {"viewport": {"width": 1366, "height": 768}}
WORDS = 100
# What is wrong with the room that the texts have.
WRONG = """const wrong = [], box = (selector) => root.querySelector(selector).getBoundingClientRect()
const middle = root.querySelector('.middle')
if (box('.bar').top !== 0) wrong.push('empty top')
if (box('.middle').top - box('.bar').bottom > 0.5) wrong.push('a gap below the bar')
if (box('.foot').bottom < innerHeight - 0.5) wrong.push('empty foot')
if (box('.body .w').top > 130) wrong.push('the text begins late')
if (root.querySelector('.desk').innerText.split('417').length !== 2) wrong.push('the count is not there once')
if (middle.scrollHeight > middle.clientHeight) wrong.push('the texts scroll')
const covers = [...root.querySelectorAll('.issues, .above, .foot')].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().top)
for (const side of 'AB') {
  const last = [...root.querySelectorAll(`section[data-side=${side}] .w`)].at(-1).getBoundingClientRect()
  if (last.bottom > Math.min(...covers)) wrong.push(`the end of ${side} is covered`)
}
return wrong"""


def summaries() -> list[str]:
    """Texts of a hundred words in one paragraph, from the demo."""
    words = iter(word for pair in stub_texts.pairs() for word in str(pair["texts"]["A"]).split())
    return [" ".join(islice(words, WORDS)) for _ in range(8)]


@pytest.mark.parametrize("language", ["en", "nb", "nn"])
def test_two_summaries_fit_on_a_laptop(lay: Callable[..., Laid], language: str) -> None:
    """While one judges and while one says why, with a prompt of one line; lines that are too high are noticed."""
    desk = lay(LAPTOP, language=language, reasons=1, done=417, ahead=0)
    texts = summaries()
    for one, other in zip(texts[::2], texts[1::2], strict=True):
        (sheet,) = desk.pile.pile()["sheets"]
        sheet["texts"] |= {"A": one, "B": other}
        desk.page.reload()
        desk.stands("judge")
        assert desk.texts == (one, other)
        assert desk.tell(WRONG) == []
        desk.page.keyboard.press("1")
        desk.stands("why")
        expect(desk.at(".count")).to_have_attribute("data-done", "418")
        assert [wrong for wrong in desk.tell(WRONG) if "count" not in wrong] == []
        desk.undo()
        desk.stands("judge")
        desk.all_saved()
    for planted, wrong in {
        "root.querySelector('.desk').style.top = '30px'": "empty top",
        "root.querySelector('.line').textContent = '417'": "the count is not there once",
        "root.querySelectorAll('.body').forEach((one) => { one.style.lineHeight = '80px' })": "the texts scroll",
    }.items():
        desk.tell(planted)
        assert wrong in desk.tell(WRONG)
