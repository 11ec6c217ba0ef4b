"""A dashboard at the end of a bad line, clicks into it, and what the page tells of them."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count

from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TookTooLong
from sqlalchemy import select

from eval_core.store import Campaign, Judgment
from tests.browser.conftest import Site
from tests.support.browser.acting import LOOK_MS, shown
from tests.support.browser.wire import Wire
from tests.support.checking import problems

# A quarter of the usual patience: the watch asks every 2.5 s, and wants its answer in 0.75 s.
PATIENCE_MS = 1000


@dataclass
class Line:
    """A dashboard at the other end of a wire."""

    site: Site
    wire: Wire
    url: str
    serve: Callable[..., Site]
    slug: str = ""
    numbers: Iterator[int] = field(default_factory=count)

    def restart(self) -> None:
        """Kill the server and start it again, with the same database at the same place."""
        self.site.stop(signal.SIGKILL)
        self.start()

    def start(self) -> None:
        database = self.site.store.url.render_as_string(hide_password=False)
        self.site = self.serve(
            database, port=self.site.port, PARVIS_BASE_URL=self.url, PARVIS_PATIENCE_MS=str(PATIENCE_MS)
        )

    def live(self) -> list[int]:
        """Assignments of the campaign with a live choice."""
        campaign = select(Campaign.id).where(Campaign.slug == self.slug).scalar_subquery()
        query = select(Judgment.assignment_id).where(
            Judgment.live, Judgment.choice.is_not(None), Judgment.campaign_id == campaign
        )
        with self.site.store.read() as db:
            return list(db.scalars(query))

    def check(self, page: Page) -> None:
        """The count on the screen is the database's, and nothing is lost or doubled there."""
        expect(page.locator(".count")).to_have_text(re.compile(rf"^{len(self.live())}\b"))
        assert problems(self.site.store, self.slug) == []


# Clicks, and tells what stood there then: in one go, so that nothing happens in between. Null while the page is drawn
# anew for a new connection, and there is nothing to click.
CLICK = """choice => {
  const button = document.querySelector(`.st-key-choice_${choice} button`)
  if (!button || !document.querySelector('.reading') || !document.querySelector('.count')) return null
  const before = {
    count: parseInt(document.querySelector('.count').textContent),
    offline: document.body.dataset.parvis === 'offline',
    said: document.querySelector('.offline').checkVisibility({ visibilityProperty: true }),
  }
  button.click()
  return before
}"""


def clicked(page: Page, choice: str) -> None:
    """Click at once, where one may."""
    before = page.evaluate(CLICK, choice)
    assert before is not None
    assert not before["offline"]


# Whether it is told by now what became of the click.
TOLD = """before => {
  if (!window.parvisWatch || document.body.dataset.parvis === 'offline' || window.parvisWatch.asked) return ''
  const lines = [...document.querySelectorAll('.line.trouble')]
  if (parseInt(document.querySelector('.count')?.textContent) > before.count) return 'recorded'
  return lines.some(line => getComputedStyle(line).display !== 'none') ? 'refused' : ''
}"""


def outcome(page: Page, choice: str, seconds: float = 60) -> str:
    """Click, and read on the screen what became of it: 'recorded', 'refused', or 'silent' where nothing tells."""
    before = page.wait_for_function(CLICK, arg=choice, timeout=seconds * 1000).json_value()
    if before["offline"]:
        assert before["said"]
        return "refused"
    try:
        return str(page.wait_for_function(TOLD, arg=before, timeout=seconds * 1000).json_value())
    except TookTooLong:
        return "silent"


# Whether one could judge all the time for so many milliseconds, and nothing was drawn anew meanwhile.
STOOD = """look => {
  const { asked, shown } = window.parvisWatch ?? {}
  const drawn = document.body.dataset.parvis !== 'offline' && !asked && shown ? `${shown.session} ${shown.run}` : ''
  if (window.stands?.drawn !== drawn) window.stands = { drawn, since: performance.now() }
  return drawn !== '' && performance.now() - window.stands.since >= look
}"""


def connected(page: Page) -> None:
    """Wait until one may judge (again), and a comparison has stood for long enough."""
    page.wait_for_function(STOOD, arg=LOOK_MS)


def click_into_nothing(line: Line, page: Page) -> None:
    """The line swallows a click, and the page says that it is not connected."""
    line.wire.swallow()
    clicked(page, "B")
    expect(page.locator(".offline")).to_be_visible()


def told_as_lost(line: Line, page: Page) -> None:
    """A click gets lost: the page says so once it is connected again, and shows what it showed before."""
    before = shown(page)
    click_into_nothing(line, page)
    line.wire.mend()
    expect(page.locator(".lost")).to_be_visible()
    assert shown(page) == before
    line.check(page)
