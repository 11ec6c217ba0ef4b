"""Nothing moves under the reader, nothing is coloured under a resting pointer, and a line of each text is always there."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.desk.conftest import PHONE, Laid
from tests.support.browser.layout import CONTROLS, boxes, contrast, resize

# What moved since the desk was first painted, shifts within half a second of a click included.
WATCH = """window.shifts = 0
new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shifts += one.value })
  .observe({ type: 'layout-shift', buffered: false })"""
# How many pixels of each text's first visible line stand free: not scrolled away, not under the row of issues.
LINES = """const middle = root.querySelector('.middle').getBoundingClientRect()
const covers = [...root.querySelectorAll('.issues, .foot, .prompt, aside')].filter((one) => one.checkVisibility())
  .map((one) => one.getBoundingClientRect())
return [...root.querySelectorAll('.pair .body')].filter((one) => one.checkVisibility()).map((body) => {
  const line = parseFloat(getComputedStyle(body).lineHeight)
  const lines = [...body.querySelectorAll('.w')].map((word) => word.getBoundingClientRect())
    .filter((box) => box.top >= middle.top - 1 && box.bottom <= middle.bottom + 1)
    .filter((box) => !covers.some((one) => one.top < box.bottom - 2 && one.bottom > box.top + 2 && one.left < box.right && one.right > box.left))
  return lines.length > 0 && line > 0
})"""
SMALL = [(320, 568), (390, 844), (844, 390), (683, 384), (720, 450), (1366, 768)]


@pytest.mark.quick
@pytest.mark.drawn
@pytest.mark.parametrize(("options", "reasons"), [({}, 0), ({}, 1), (PHONE, 1)], ids=["plain", "reasons", "phone"])
def test_nothing_shifts_in_many_clicks(lay: Callable[..., Laid], options: dict[str, Any], reasons: int) -> None:
    """From the first paint on no part of the page moves by itself, with and without reasons; a planted shift counts."""
    desk = lay(options, reasons=reasons, texts="mixed", count=120, ahead=20)
    assert shifted(desk, 100 if reasons == 0 else 12) == 0
    desk.tell("root.querySelector('.bar').style.marginTop = '40px'")
    desk.page.wait_for_function("window.shifts > 0")


def shifted(desk: Laid, clicks: int) -> float:
    """How much has moved in so many comparisons, each with its reasons where they are asked for."""
    desk.page.evaluate(WATCH)
    switch, reasons = desk.at(".switch button[data-side=B]"), bool(desk.pile.plan.reasons)
    for number in range(clicks):
        if switch.is_visible():
            switch.click()
        desk.page.keyboard.press("123"[number % 3])
        if reasons:
            desk.stands("why")
            desk.page.keyboard.press("Enter")
            desk.stands("judge")
        elif number % 10 == 9:  # a press where nothing is left on the desk does not count
            desk.all_saved()
    desk.page.wait_for_function(
        "count => document.getElementById('host').shadowRoot.querySelector('.count').dataset.done >= count", arg=clicks
    )
    return float(desk.page.evaluate("window.shifts"))


SIDEWAYS = {**PHONE, "viewport": {"width": 844, "height": 390}}
# A window of 1440 x 900 pixels at 200 per cent.
ZOOMED = {"viewport": {"width": 720, "height": 450}, "device_scale_factor": 2}


@pytest.mark.parametrize(
    ("options", "query"),
    [
        ({}, {}),
        (PHONE, {}),
        (SIDEWAYS, {}),
        (ZOOMED, {}),
        ({}, {"size": 150}),
        (ZOOMED, {"size": 150, "language": "nn"}),
    ],
    ids=["desktop", "phone", "sideways", "zoomed", "large", "zoomed and large"],
)
def test_nothing_shifts_with_reasons(lay: Callable[..., Laid], options: dict[str, Any], query: dict[str, Any]) -> None:
    """Sixty comparisons with their reasons; a shift of the texts when the reasons come counts."""
    desk = lay(options, reasons=1, texts="mixed", count=120, ahead=20, **query)
    assert shifted(desk, 60) == 0
    planted = "const style = document.createElement('style'); style.textContent = argument; root.append(style)"
    desk.tell(planted, "[data-mode=why] .reading { margin-top: 60px }")
    desk.page.wait_for_timeout(100)
    desk.tell("root.querySelector('.switch button[data-side=B]').click()")
    desk.page.keyboard.press("1")
    desk.stands("why")
    desk.page.wait_for_function("window.shifts > 0")


@pytest.mark.quick
def test_a_line_of_each_text_is_visible_at_each_size(lay: Callable[..., Laid]) -> None:
    """While one judges and while one says why, also on a phone held sideways and at 200 per cent."""
    desk = lay(reasons=1, texts="long", size=115)
    for mode in ("judge", "why"):
        for width, height in SMALL:
            resize(desk.page, width, height)
            found = desk.tell(LINES)
            assert found, (mode, width)
            assert all(found), (mode, width, height)
        resize(desk.page, 1440, 900)
        if mode == "judge":
            desk.choose("tie", look_ms=0)
            desk.stands("why")
    desk.tell("root.querySelector('.middle').style.paddingTop = '100vh'")
    assert not all(desk.tell(LINES)), "texts that are pushed away were not noticed"


@pytest.mark.quick
def test_no_colour_before_the_pointer_has_moved(lay: Callable[..., Laid]) -> None:
    """What comes to lie under a resting pointer looks like its neighbours, until the pointer moves."""
    desk = lay()
    look = "return ['A', 'B'].map((one) => { const style = getComputedStyle(root.querySelector(`[data-choice=${one}]`)); return [style.color, style.borderColor, style.backgroundColor] })"
    desk.judge("B", look_ms=0)
    desk.page.wait_for_timeout(150)
    one, other = desk.tell(look)
    assert one == other
    box = desk.at("[data-choice=B]").bounding_box()
    assert box
    desk.page.mouse.move(box["x"] + 20, box["y"] + 20)
    desk.page.mouse.move(box["x"] + 30, box["y"] + 22)
    desk.page.wait_for_timeout(50)
    one, other = desk.tell(look)
    assert one != other


@pytest.mark.quick
@pytest.mark.parametrize(
    "query",
    [{"reasons": 1}, {"protocol": "heval"}, {"protocol": "heval", "group": 2}, {"protocol": "mt_qualitative"}],
    ids=str,
)
def test_targets_are_large_enough_for_a_finger(lay: Callable[..., Laid], query: dict[str, Any]) -> None:
    """On touch each control is at least 44 pixels wide and high, in each mode and panel."""
    desk = lay(PHONE, **query)
    assert too_small(desk) == []
    for panel in ("guidelines", "ask", "skip", "menu"):
        desk.open(panel, by="tap")
        assert too_small(desk) == [], panel
        desk.page.keyboard.press("Escape")
    if "reasons" in query:
        desk.choose("tie", by="tap", look_ms=0)
        desk.stands("why")
        assert too_small(desk) == []
    desk.tell("root.querySelector('[data-do=menu]').style.cssText = 'min-height: 30px; height: 30px'")
    assert too_small(desk), "a button of 30 pixels was not noticed"


def too_small(desk: Laid) -> list[str]:
    """Controls under 44 pixels, but for those of which a part is scrolled away."""
    return [f"{box.name} {box.size}" for box in boxes(desk.page, CONTROLS) if min(box.size) < 43.9 and not box.cut]


BORDERS = """const ground = getComputedStyle(root.querySelector('.desk')).backgroundColor
return [...root.querySelectorAll('button, input')].filter((one) => one.checkVisibility()).map((one) => {
  const style = getComputedStyle(one)
  return [one.dataset.do ?? one.dataset.issue ?? one.dataset.skip ?? one.dataset.choice ?? one.className,
    one.getAttribute('aria-disabled') === 'true' ? '' : style.borderTopColor, ground] })"""


@pytest.mark.quick
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_borders_stand_out(lay: Callable[..., Laid], theme: str) -> None:
    """The border of whatever can be pressed or written in has a contrast of 3:1 to its ground, in both themes."""
    desk = lay(reasons=1, theme=theme)
    desk.open("skip")
    found = desk.tell(BORDERS)
    desk.choose("tie", look_ms=0)
    desk.stands("why")
    found += desk.tell(BORDERS)
    weak = [
        name
        for name, border, ground in found
        if border and not border.endswith(", 0)") and contrast(rgb(border), rgb(ground)) < 3
    ]
    assert len(found) > 10
    assert weak == []
    assert contrast(rgb("rgb(217, 222, 226)"), rgb("rgb(255, 255, 255)")) < 3


def rgb(colour: str) -> tuple[float, float, float]:
    red, green, blue = map(float, re.findall(r"[\d.]+", colour)[:3])
    return red, green, blue


@pytest.mark.quick
def test_leading_spaces_show_as_text_does(lay: Callable[..., Laid]) -> None:
    """A text that begins with spaces begins further to the right than one that does not."""
    desk = lay(texts="odd")
    desk.judge("A", look_ms=0)
    left = desk.tell(
        "return ['A', 'B'].map((side) => { const body = root.querySelector(`section[data-side=${side}] .body`); return body.querySelector('.w').getBoundingClientRect().left - body.getBoundingClientRect().left })"
    )
    assert left[0] > 8 > left[1]
