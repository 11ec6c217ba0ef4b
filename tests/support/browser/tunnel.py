"""A tunnel: for a while there is neither network nor server, and the clock goes on."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from playwright.sync_api import Page
from sqlalchemy import select

from eval_core.store import Assignment, RatingAssignment, Store
from tests.browser.conftest import Site


def grow_older(store: Store, minutes: float) -> None:
    """Let everything that lies on a desk have been handed out so much earlier: as if the server's clock had gone on."""
    past = timedelta(minutes=minutes)
    with store.write() as db:
        for table in (Assignment, RatingAssignment):
            for row in db.scalars(select(table).where(table.status == "leased")):
                for name in ("leased_until", "first_shown_at", "shown_at"):
                    if at := getattr(row, name):
                        setattr(row, name, at - past)


@contextmanager
def tunnel(serve: Callable[..., Site], site: Site, page: Page, minutes: float, **settings: str) -> Iterator[None]:
    """Cut the browser off and kill the server, which offline alone would leave connected; then bring back both.

    The `minutes` pass at the server alone: what was handed out there grows older by them.
    """
    page.context.set_offline(True)
    site.stop(signal.SIGKILL)
    yield
    grow_older(site.store, minutes)
    again = serve(site.store.url.render_as_string(hide_password=False), port=site.port, **settings)
    site.process, site.log = again.process, again.log
    page.context.set_offline(False)
