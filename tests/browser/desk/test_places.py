"""Nothing lies where the finger is: at each size, in each language, no control lies on a choice of another screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.desk.conftest import Laid
from tests.support.browser.layout import CHOICES, CONTROLS, Box, boxes, overlaps, resize

# From the smallest phone to a wide screen; the small ones are also larger windows at 200 and 400 per cent.
SIZES = [
    *((320, 568), (320, 256), (390, 844), (568, 320), (683, 384), (768, 1024), (844, 390), (899, 700), (900, 500)),
    *((1199, 800), (1200, 800), (1366, 768), (2560, 1440)),
]
FEW = [(320, 568), (390, 844), (844, 390), (900, 900), (1366, 768), (2560, 1440)]


def at_sizes(desk: Laid, selector: str, sizes: list[tuple[int, int]]) -> list[list[Box]]:
    """What one can hit at each size."""
    found = []
    for width, height in sizes:
        resize(desk.page, width, height)
        found.append(boxes(desk.page, selector))
    return found


def screens(desk: Laid, sizes: list[tuple[int, int]]) -> tuple[list[list[Box]], dict[str, list[list[Box]]]]:
    """The choices at each size, and the controls of every other screen of a newcomer with one lesson."""
    found = {}
    found["intro"] = at_sizes(desk, CONTROLS, sizes)
    desk.go_on(mode="intro")
    desk.stands("judge")
    choices = at_sizes(desk, CHOICES, sizes)
    resize(desk.page, 1440, 900)
    desk.choose("B", by="key", look_ms=0)
    desk.stands("answer")
    found["answer"] = at_sizes(desk, CONTROLS, sizes)
    desk.go_on(mode="answer")
    desk.stands("intro")
    desk.go_on(mode="intro")
    resize(desk.page, 1440, 900)
    desk.choose("B", by="key", look_ms=0)
    desk.go_on(mode="intro")
    for choice in ("tie", "A"):
        resize(desk.page, 1440, 900)
        desk.choose(choice, by="key", look_ms=0)
        desk.stands("why")
        found[f"why {choice}"] = at_sizes(desk, CONTROLS, sizes)
        desk.go_on()
    for panel in ("guidelines", "ask", "skip", "menu"):
        resize(desk.page, 1440, 900)
        desk.open(panel)
        found[panel] = at_sizes(desk, CONTROLS, sizes)
        desk.page.keyboard.press("Escape")
    return choices, found


def newcomer(lay: Callable[..., Laid], language: str, size: int) -> Laid:
    return lay(stage="training", lessons=1, reasons=1, language=language, size=size, texts="long")


@pytest.mark.parametrize(("language", "size"), [("en", 85), ("nb", 150), ("nn", 100)])
def test_no_control_lies_on_a_choice_of_another_screen(lay: Callable[..., Laid], language: str, size: int) -> None:
    """From 320 to 2560 pixels, in both extremes of text size: a second click never judges what nobody has read."""
    choices, found = screens(newcomer(lay, language, size), SIZES)
    assert all(len(row) == 3 for row in choices)
    lying = {
        f"{screen} at {SIZES[place]}": wrong
        for screen, rows in found.items()
        for place, controls in enumerate(rows)
        if (wrong := overlaps(controls, choices[place]))
    }
    assert lying == {}


@pytest.mark.quick
def test_no_control_lies_on_a_choice_at_usual_sizes(lay: Callable[..., Laid]) -> None:
    """The same at six sizes, for each commit; and a button that is moved there is caught."""
    desk = lay(reasons=1)
    choices = at_sizes(desk, CHOICES, FEW)
    resize(desk.page, 1440, 900)
    desk.choose("B", look_ms=0)
    desk.stands("why")
    for controls, row in zip(at_sizes(desk, CONTROLS, FEW), choices, strict=True):
        assert overlaps(controls, row) == []
    planted = "const style = document.createElement('style'); style.textContent = argument; root.append(style)"
    desk.tell(planted, "[data-do=go-on] { position: fixed; left: 50%; bottom: 12px }")
    for controls, row in zip(at_sizes(desk, CONTROLS, FEW), choices, strict=True):
        assert "do=go-on on choice=tie" in overlaps(controls, row)
