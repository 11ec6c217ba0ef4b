"""The labels of points and criteria keep apart, however many responses lie next to each other."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.desk.conftest import Laid
from tests.support.browser.layout import resize

RATING = ("heval", "adequacy_fluency", "hindi_english", "mt_qualitative", "gptscore_ko")
WIDTHS = (900, 1024, 1280, 1366, 1440, 1600, 1920)
# Two texts of the criteria on one line with less than two pixels between them, as 'one on other'.
OVERLAPS = """const found = [], parts = (one, other) => one.parentElement.contains(other) || other.parentElement.contains(one)
for (const criteria of root.querySelectorAll('.criteria')) {
  const walker = document.createTreeWalker(criteria, NodeFilter.SHOW_TEXT), texts = [], range = document.createRange()
  while (walker.nextNode()) {
    const text = walker.currentNode
    if (!text.data.trim() || !text.parentElement.checkVisibility()) continue
    range.selectNodeContents(text)
    for (const box of range.getClientRects()) texts.push([text, box])
  }
  for (const [at, [one, a]] of texts.entries())
    for (const [other, b] of texts.slice(at + 1))
      if (!parts(one, other) && Math.min(a.right, b.right) - Math.max(a.left, b.left) > -2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
        found.push(`${one.data} on ${other.data}`)
  if (texts.length < 10) found.push('hardly a label')
}
return found"""
# As it was: the words of a shared scale above columns that are too narrow for them.
PLANTED = """.scale { display: grid !important; grid-template-columns: 1fr 1fr !important; font-size: 12px }
.scale .points { display: grid !important; overflow-wrap: normal !important }"""


@pytest.mark.parametrize("group", [1, 2, 3])
@pytest.mark.parametrize("protocol", RATING)
def test_no_label_lies_on_another(lay: Callable[..., Laid], protocol: str, group: int) -> None:
    """In the languages whose words are longest, from the narrowest window with columns to the widest."""
    for language in ("en", "ko" if protocol == "gptscore_ko" else "nb"):
        desk = lay(protocol=protocol, group=group, language=language)
        for width in WIDTHS:
            resize(desk.page, width, 900)
            assert desk.tell(OVERLAPS) == [], (language, width)


@pytest.mark.quick
def test_words_above_narrow_columns_are_noticed(lay: Callable[..., Laid]) -> None:
    """At the usual 1440 pixels with two responses, where it was seen."""
    desk = lay({"viewport": {"width": 1440, "height": 900}}, protocol="heval", group=2, language="nb")
    desk.tell("root.append(Object.assign(document.createElement('style'), { textContent: argument }))", PLANTED)
    assert any("akseptabelt" in one for one in desk.tell(OVERLAPS))
