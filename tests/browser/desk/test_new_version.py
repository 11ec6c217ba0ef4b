"""A new version of the desk: the page loads it by itself, when nothing waits to be sent, and not in the middle of a text."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route

from tests.browser.desk.conftest import Laid
from tests.support.browser.stub_pile import Trouble

# Tells the desk that there is a newer version, and notes how much waits when the page goes.
PUBLISH = """
  const data = JSON.parse(document.getElementById('data').textContent)
  window.before = true
  addEventListener('pagehide', () => { sessionStorage.waited = root.querySelector('.desk').dataset.waiting })
  window.desk.update({ ...data, src: data.src.replace('stub', 'newer') })"""
LOADED = "() => !window.before && window.mounted"
SLOW_MS = 1500


def renewed(desk: Laid) -> str:
    """How much waited when the page was loaded anew."""
    desk.page.wait_for_function(LOADED)
    desk.stands("judge")
    return str(desk.page.evaluate("sessionStorage.waited"))


def judged_meanwhile(desk: Laid) -> str:
    """A choice is made while the answer to the one before is under way; how much waited when the page was loaded anew."""
    desk.judge("A", look_ms=0)
    desk.all_saved()
    desk.tell(PUBLISH)
    desk.page.wait_for_timeout(SLOW_MS)
    assert desk.page.evaluate("window.before")  # somebody reads: the page stays
    desk.pile.trouble = Trouble(delay_ms=SLOW_MS)
    desk.judge("B", look_ms=0)
    desk.page.wait_for_timeout(300)
    desk.judge("tie", look_ms=0)
    return renewed(desk)


def test_the_desk_is_renewed_when_nothing_waits(lay: Callable[..., Laid]) -> None:
    """Not at once, and not while a choice waits: that is sent first, and then the page is loaded anew; nothing is lost."""
    desk = lay()
    assert judged_meanwhile(desk) == "0"
    assert [one["choice"] for one in desk.acted("choose")] == ["A", "B", "tie"]


def test_the_check_sees_a_page_that_goes_too_soon(lay: Callable[..., Laid], stub: object) -> None:
    """The planted violation: a desk that does not look whether anything waits goes while a choice does."""
    desk = lay()

    def hasty(route: Route) -> None:
        found = route.fetch()
        route.fulfill(response=found, body=found.text().replace("view.waiting === 0 &&", ""))

    desk.page.route(re.compile(r"/page\.js$"), hasty)
    desk.page.reload()
    desk.stands("judge")
    assert judged_meanwhile(desk) == "1"


@pytest.mark.parametrize("kind", ["rating", "pair"])
def test_a_new_version_waits_without_a_connection(lay: Callable[..., Laid], kind: str) -> None:
    """While the server cannot be reached the page stays, and loads the new version once what waited is saved."""
    desk = lay(protocol="heval") if kind == "rating" else lay()
    desk.pile.trouble = Trouble(offline=True)
    desk.tell(PUBLISH)
    if kind == "pair":
        desk.judge("B", look_ms=0)
    else:
        desk.stands("rate")
        here = desk.assignment
        for _ in range(desk.at("fieldset[data-criterion]").count()):
            desk.page.keyboard.press("3")
        desk.page.wait_for_timeout(400)
        desk.page.keyboard.press("Enter")
        desk.moves("rate", here)
    desk.page.wait_for_timeout(SLOW_MS)
    assert desk.page.evaluate("window.before")
    desk.pile.trouble = Trouble()
    desk.page.wait_for_function(LOADED)
    assert desk.page.evaluate("sessionStorage.waited") == "0"
    assert len(desk.acted("choose" if kind == "pair" else "rate")) == 1
