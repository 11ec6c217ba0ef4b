"""Whatever can be pressed at the desk can be read: chosen or not, under the pointer, and while it is pressed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.desk.conftest import Laid
from tests.support.browser.legibility import faint

CHOSEN = ".chosen, .pressed, [aria-pressed=true], [aria-checked=true]"


def judged(lay: Callable[..., Laid], theme: str) -> Laid:
    """A choice that a key presses."""
    desk = lay(theme=theme)
    desk.tell("root.querySelector('[data-choice=B]').classList.add('pressed')")
    return desk


def explained(lay: Callable[..., Laid], theme: str) -> Laid:
    """A tie that was chosen, what it means, and a fault of a text as a whole."""
    desk = lay(theme=theme, reasons=1)
    desk.choose("tie", look_ms=0)
    desk.stands("why")
    desk.at(".ties button").first.click()
    desk.page.wait_for_timeout(500)  # what has just come up is not answered
    desk.at(".issues [data-issue]").nth(2).click()
    desk.at(".issues [data-of=A]").click()  # a tie has no side of its own
    expect(desk.at(".issues [data-issue][aria-pressed=true]")).to_have_count(1)
    return desk


def answered(lay: Callable[..., Laid], theme: str) -> Laid:
    """What was chosen in the training, next to its answer."""
    desk = lay(theme=theme, stage="training")
    desk.do("begin")
    desk.choose("A", look_ms=0)
    return desk.stands("answer") and desk


def rated(lay: Callable[..., Laid], theme: str) -> Laid:
    """Points with their words, N/A among them."""
    desk = lay(theme=theme, protocol="mt_qualitative")
    for place in range(4):
        desk.at("fieldset").nth(place).locator("[role=radio]").nth(place).click()
    return desk


def rated_beside(lay: Callable[..., Laid], theme: str) -> Laid:
    """Two responses next to each other, under a scale that all criteria share."""
    desk = lay(theme=theme, protocol="heval", group=2)
    for place in range(6):
        desk.at(".column").first.locator("fieldset").nth(place).locator("[role=radio]").nth(place).click()
    return desk


def asked(lay: Callable[..., Laid], theme: str) -> Laid:
    """A question about one of two responses."""
    desk = lay(theme=theme, protocol="hindi_english", group=2)
    desk.open("ask")
    expect(desk.at(".which [aria-pressed=true]")).to_have_count(1)
    return desk


def chosen_in_the_menu(lay: Callable[..., Laid], theme: str) -> Laid:
    """A language and a text size."""
    desk = lay(theme=theme)
    desk.open("menu")
    return desk


SCREENS = (judged, explained, answered, rated, rated_beside, asked, chosen_in_the_menu)


def unreadable(desk: Laid) -> tuple[list[str], list[Locator]]:
    """What cannot be read of each button as it is, under the pointer and pressed; and the chosen ones."""
    wrong, chosen = [], []
    mouse = desk.page.mouse
    for button in desk.at("button").all():
        is_chosen = button.evaluate(f"one => one.matches('{CHOSEN}')")
        idle = button.get_attribute("aria-disabled") == "true" and not is_chosen
        if idle or not button.is_visible() or not reached(desk, button):
            continue
        chosen += [button] if is_chosen else []
        name = button.inner_text().replace("\n", " ")
        states = {"under the pointer": lambda: None, "pressed": mouse.down}
        for state, begin in states.items():
            begin()
            wrong += [f"{name}, {state}: {one}" for one in faint(button)]
        mouse.move(1, 1)  # let go elsewhere, nothing is pressed
        mouse.up()
        wrong += [f"{name}: {one}" for one in faint(button)]
    return wrong, chosen


def reached(desk: Laid, button: Locator) -> bool:
    """Move the pointer onto a button, if nothing lies over it."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    desk.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    return bool(button.evaluate("one => one.matches(':hover')"))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_every_button_can_be_read(lay: Callable[..., Laid], screen: Callable[..., Laid], theme: str) -> None:
    """At least 4.5:1 in each state; a chosen one among them, which the colour of the pointer made 2.2:1."""
    desk = screen(lay, theme)
    wrong, chosen = unreadable(desk)
    assert wrong == []
    assert chosen
    planted = ".moved button:hover { color: var(--accent) !important }"
    desk.tell("root.append(Object.assign(document.createElement('style'), { textContent: argument }))", planted)
    assert any(reached(desk, button) and faint(button) for button in chosen)
