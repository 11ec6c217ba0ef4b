"""Each paragraph has a direction of its own, at the desk and where a text is read again; no table breaks a word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from eval_core.ui.parts.comparison import Pair, reading
from tests.browser.desk.conftest import PHONE, Laid
from tests.support.browser import stub_texts
from tests.support.reading import ROOT

NORWEGIAN = "Dette avsnittet er på norsk, og linja er så lang at den brytes minst én gang der det er smalt."
ARABIC = "هذه فقرة باللغة العربية وهي طويلة بما يكفي لتلتف على سطرين في العمود الضيق."
HEBREW = "זו שורה בעברית, עם המילה Oslo באמצע, והיא ארוכה."
MIXED = f"{NORWEGIAN}\n\n{ARABIC}\n\n{NORWEGIAN}\n{HEBREW}\n{NORWEGIAN}"
LISTS = f"- {NORWEGIAN}\n- {ARABIC}\n\n1. {HEBREW}\n2. {NORWEGIAN}\n\n> {ARABIC}\n\n{NORWEGIAN}"
TABLE = (
    "| Fjell | Høyde over havet | Kommentar til fjelltoppen | Kommune |\n|---|---|---|---|\n"
    "| Galdhøpiggen | 2469 meter | Den høyeste fjelltoppen i landet | Lom |\n"
    "| Glittertind | 2452 meter | Nesthøyest, tidligere høyest | Lom |"
)
# Of each line of a text: from where to where its words reach, as shares of the element's width, and its first letter.
LINES = """element => {
  const edge = element.getBoundingClientRect(), style = getComputedStyle(element), lines = []
  const from = edge.left + parseFloat(style.paddingLeft), width = edge.width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), range = document.createRange()
  while (walker.nextNode()) for (const found of walker.currentNode.data.matchAll(/\\S+/g)) {
    range.setStart(walker.currentNode, found.index)
    range.setEnd(walker.currentNode, found.index + found[0].length)
    const box = range.getClientRects()[0], at = (box.top + box.bottom) / 2
    let line = lines.find((one) => Math.abs(one.at - at) < box.height / 2)
    if (!line) lines.push(line = { at, low: 1, high: 0, words: [] })
    line.low = Math.min(line.low, (box.left - from) / width)
    line.high = Math.max(line.high, (box.right - from) / width)
    line.words.push(found[0])
  }
  return lines.map((one) => [one.words.join(' '), one.low, one.high])
}"""
ROOM = 0.12  # of the width: signs of items and the indentation of a quotation
# Words of a table that lie in more than one line.
BROKEN = """const broken = [], range = document.createRange()
for (const cell of root.querySelectorAll('td, th')) {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) for (const found of walker.currentNode.data.matchAll(/\\S+/g)) {
    range.setStart(walker.currentNode, found.index)
    range.setEnd(walker.currentNode, found.index + found[0].length)
    if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) broken.push(found[0])
  }
}
return broken"""


def astray(lines: list[Any]) -> list[str]:
    """The lines that do not begin on the side of their paragraph's language."""
    words = " ".join(text for text, *_ in lines)
    assert all(phrase.split()[1] in words for phrase in (NORWEGIAN, ARABIC, HEBREW)), "a paragraph is not looked at"
    wrong = []
    for text, low, high in lines:
        right_to_left = not any(word in NORWEGIAN for word in text.replace("Oslo", "").split())
        begins = high > 1 - ROOM if right_to_left else low < ROOM
        wrong += [] if begins else [text]
    return wrong


@pytest.fixture
def lay_text(lay: Callable[..., Laid], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Laid]:
    """Opens a desk on a text, as both responses and, where responses are rated, as their source and reference."""

    def open_text(text: str, *args: Any, **query: object) -> Laid:
        pair = {"prompt": text, "written_standard": "nb", "texts": {"A": text, "B": text}}
        monkeypatch.setattr(stub_texts, "texts_of", lambda _, count: [pair] * count)
        monkeypatch.setattr(stub_texts, "TRANSLATIONS", ((text, text, (text,)),))
        return lay(*args, **query)

    return open_text


@pytest.mark.quick
@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("protocol", ["norwegian_fluency", "heval"])
@pytest.mark.parametrize(("view", "text"), [("plain", MIXED), ("formatted", MIXED), ("formatted", LISTS)])
def test_each_paragraph_has_its_own_direction(
    lay_text: Callable[..., Laid], view: str, text: str, protocol: str, options: dict[str, Any]
) -> None:
    """Norwegian from the left, Arabic and Hebrew from the right, in one text, whatever it begins with."""
    for one in (text, f"{ARABIC}\n\n{text}"):
        desk = lay_text(one, options, view=view, protocol=protocol)
        if protocol == "norwegian_fluency":
            desk.at(".prompt .more").click()
        shown = desk.at(".body").first, *desk.at(".prompt .text, .passage .text").all()
        assert len(shown) > 1
        for element in shown:
            assert astray(element.evaluate(LINES)) == []
    desk.tell("for (const one of root.querySelectorAll('.body, .body *')) one.style.unicodeBidi = 'isolate'")
    desk.tell("for (const one of root.querySelectorAll('.body *')) one.removeAttribute('dir')")
    assert astray(shown[0].evaluate(LINES)) != []


@pytest.mark.quick
@pytest.mark.parametrize("view", ["plain", "formatted"])
def test_so_it_is_where_a_comparison_is_read_again(visit: Callable[..., Page], view: str) -> None:
    """In *My work* and on the leads' pages, by their style sheets."""
    page = visit()
    sheets = "".join(
        (ROOT / "eval_core" / "ui" / "frame" / "style" / f"{name}.css").read_text(encoding="utf-8")
        for name in ("base", "annotate", "my_work")
    )
    html = reading(
        Pair(1, MIXED, "nb", MIXED, LISTS if view == "formatted" else MIXED), view, "norwegian_fluency", expanded=True
    )
    page.set_content(f'<style>{sheets}</style><div class="stApp" style="width: 900px">{html}</div>')
    for element in page.locator(".body, .strip .text").all():
        assert astray(element.evaluate(LINES)) == []
    page.add_style_tag(content="* { unicode-bidi: isolate !important }")
    assert astray(page.locator(".strip .text").evaluate(LINES)) != []


@pytest.mark.quick
@pytest.mark.parametrize("protocol", ["norwegian_fluency", "heval"])
@pytest.mark.parametrize(
    "options", [{}, PHONE, {"viewport": {"width": 900, "height": 700}}], ids=["desktop", "phone", "window"]
)
def test_a_table_breaks_no_word(lay_text: Callable[..., Laid], options: dict[str, Any], protocol: str) -> None:
    """It scrolls where it has no room, and the page does not."""
    desk = lay_text(TABLE, options, view="formatted", protocol=protocol, size=150)
    expect(desk.at("table").first).to_be_visible()
    assert desk.tell(BROKEN) == []
    assert desk.tell("return root.querySelector('.middle').scrollWidth <= root.querySelector('.middle').clientWidth")
    desk.tell("for (const one of root.querySelectorAll('td, th')) one.style.overflowWrap = 'anywhere'")
    assert desk.tell(BROKEN) != []
