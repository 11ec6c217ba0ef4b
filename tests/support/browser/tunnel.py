"""A tunnel: for a while there is neither network nor server, and the clock goes on."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from playwright.sync_api import Page
from sqlalchemy import select

from eval_core.store import Base, Store
from tests.browser.conftest import Site


def grow_older(store: Store, minutes: float) -> None:
    """Let everything in the database have happened so much earlier: as if the server's clock had gone on.

    Only when an assignment was made stays: a desk that is open holds this time, and knows the assignment by it.
    """
    past = timedelta(minutes=minutes)
    with store.write() as db:
        for table in Base.metadata.sorted_tables:
            if "id" not in table.c:
                continue
            for row in db.execute(select(table)).mappings().all():
                kept = {"created_at"} if table.name.endswith("assignment") else set()
                times = {
                    name: value - past
                    for name, value in row.items()
                    if isinstance(value, datetime) and name not in kept
                }
                if times:
                    db.execute(table.update().where(table.c.id == row["id"]).values(times))


@contextmanager
def tunnel(serve: Callable[..., Site], site: Site, page: Page, minutes: float, **settings: str) -> Iterator[None]:
    """Cut the browser off and kill the server, which offline alone would leave connected; then bring back both.

    The `minutes` pass at the server alone: all that the database tells of grows older by them.
    """
    page.context.set_offline(True)
    site.stop(signal.SIGKILL)
    yield
    grow_older(site.store, minutes)
    again = serve(site.store.url.render_as_string(hide_password=False), port=site.port, **settings)
    site.process, site.log = again.process, again.log
    page.context.set_offline(False)
