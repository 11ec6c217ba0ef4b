"""A dashboard at the end of a bad line, and what an annotator must not see of it."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count

from playwright.sync_api import Page
from sqlalchemy import select

from eval_core.store import Campaign, Judgment
from tests.browser.conftest import Site
from tests.support.browser.desk import Desk
from tests.support.browser.wire import Wire
from tests.support.checking import problems

# So many comparisons lie in the browser beside the one before the annotator.
AHEAD = 6


@dataclass
class Line:
    """A dashboard at the other end of a wire."""

    site: Site
    wire: Wire
    url: str
    serve: Callable[..., Site]
    slug: str = ""
    numbers: Iterator[int] = field(default_factory=count)

    def kill(self) -> None:
        """The server is gone from one moment to the next."""
        self.site.stop(signal.SIGKILL)

    def start(self) -> None:
        """Start it again, with the same database at the same place."""
        database = self.site.store.url.render_as_string(hide_password=False)
        self.site = self.serve(database, port=self.site.port, PARVIS_BASE_URL=self.url, PARVIS_AHEAD=str(AHEAD))

    def live(self) -> list[int]:
        """Assignments of the campaign with a live choice."""
        campaign = select(Campaign.id).where(Campaign.slug == self.slug).scalar_subquery()
        query = select(Judgment.assignment_id).where(
            Judgment.live, Judgment.choice.is_not(None), Judgment.campaign_id == campaign
        )
        with self.site.store.read() as db:
            return list(db.scalars(query))

    def check(self, desk: Desk) -> None:
        """All is saved; the count on the screen is the database's, and nothing is lost or doubled there."""
        desk.all_saved()
        assert desk.done == len(self.live())
        assert problems(self.site.store, self.slug) == []


# Notes, at every frame that the browser paints, which dialogs stand on the page, and whether it is locked.
_WATCH = """() => {
  window.paintedDialogs = []
  const look = () => {
    for (const one of document.querySelectorAll('[role=dialog]'))
      if (one.checkVisibility({ visibilityProperty: true })) window.paintedDialogs.push(one.innerText.slice(0, 60))
    if (document.querySelector('#root[inert], #root[aria-hidden=true]')) window.paintedDialogs.push('the page is locked')
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}"""


def watch_dialogs(page: Page) -> None:
    """Note from now on what Streamlit paints over the page."""
    page.evaluate(_WATCH)


def painted_dialogs(page: Page) -> list[str]:
    """What it has painted since then."""
    return sorted(set(page.evaluate("window.paintedDialogs")))
