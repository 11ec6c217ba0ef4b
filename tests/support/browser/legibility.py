"""Whether words can be read: each text of an element, its colour, and what lies under it, as the browser computes them."""

from __future__ import annotations

import re

from playwright.sync_api import Locator

from tests.support.browser.layout import contrast

ENOUGH = 4.5  # WCAG, for text of any size
# [text, colour, the grounds under it from the innermost to the first that is not transparent, as rgb()]
WORDS = """(element) => {
  const up = (one) => one.parentElement ?? one.getRootNode().host
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), found = []
  while (walker.nextNode()) {
    const text = walker.currentNode, box = text.parentElement
    if (!text.data.trim() || !box.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const grounds = []
    for (let one = box; one; one = up(one)) {
      const ground = getComputedStyle(one).backgroundColor
      grounds.push(ground)
      if (!/(,|\\/) ?0(\\.\\d+)?\\)$/.test(ground)) break
    }
    found.push([text.data.trim(), getComputedStyle(box).color, grounds])
  }
  return found
}"""
Colour = tuple[float, float, float]


def faint(element: Locator, least: float = ENOUGH) -> list[str]:
    """The words of an element that have too little contrast to their ground, each with how much it is."""
    wrong = []
    for text, colour, grounds in element.evaluate(WORDS):
        ground: Colour = (255, 255, 255)
        for one in reversed(grounds):
            ground = _over(one, ground)
        found = contrast(_over(colour, ground), ground)
        if found < least:
            wrong.append(f"{text}: {found:.1f}")
    return wrong


def _over(colour: str, ground: Colour) -> Colour:
    """A colour, perhaps a transparent one, on a ground."""
    parts = [float(part) for part in re.findall(r"[\d.]+", colour)]
    red, green, blue = (255 * part for part in parts[:3]) if colour.startswith("color(") else parts[:3]
    alpha = parts[3] if len(parts) > 3 else 1.0
    mixed = [alpha * one + (1 - alpha) * other for one, other in zip((red, green, blue), ground, strict=True)]
    return mixed[0], mixed[1], mixed[2]
