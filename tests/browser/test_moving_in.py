"""A running campaign is upgraded: what lay on the screens of the release before goes on at the new desk, without loss."""

from __future__ import annotations

import io
import json
import signal
import sqlite3
import subprocess
import tarfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select

from eval_core.campaigns.joining.guidelines import acknowledge_guidelines, read_guidelines
from eval_core.store import Judgment, Rating, Reason, Remark, Store, upgrade
from eval_core.web.cookie import COOKIE
from tests.browser.conftest import ROOT, Site
from tests.support.browser.desk import LOOK_MS, Desk
from tests.support.checking import problems

STORED = ROOT / "tests" / "golden" / "moving_in"
# The last commit of release 0.2.0, whose desk was drawn by Streamlit.
RELEASE = "9088d09"


@dataclass(frozen=True)
class Morning:
    """The database of a running campaign, its people in the middle of their work, as the release before left it."""

    database: str
    people: dict[str, Any]

    def screen(self, who: str) -> dict[str, Any]:
        """What lay before somebody."""
        return dict(self.people[who]["screen"])

    def read_what_is_new(self, store: Store, who: str) -> None:
        """Acknowledge the guidelines of today, which are newer than the stored morning."""
        session, slug = self.people[who]["cookie"], "running"
        acknowledge_guidelines(store, session, slug, read_guidelines(store, session, slug, "nb").version, "nb")

    def enter(self, site: Site, page: Page, who: str) -> None:
        """Open the desk with the cookie that this person's browser has."""
        page.context.add_cookies([{"name": COOKIE, "value": self.people[who]["cookie"], "url": site.url}])
        page.goto(f"{site.url}/annotate")


@pytest.fixture
def morning(tmp_path: Path) -> Morning:
    """The stored one, its leases from a minute ago."""
    file = tmp_path / "running.db"
    now = datetime.now(UTC).replace(tzinfo=None)
    with closing(sqlite3.connect(file)) as database:
        database.executescript((STORED / "0005.sqlite.sql").read_text(encoding="utf-8"))
        for table in ("assignment", "rating_assignment"):
            database.execute(
                f"UPDATE {table} SET shown_at = ?, leased_until = ? WHERE status = 'leased'",  # noqa: S608 - our names
                (str(now - timedelta(minutes=1)), str(now + timedelta(hours=1))),
            )
        database.commit()
    return Morning(f"sqlite:///{file}", json.loads((STORED / "0005.json").read_text(encoding="utf-8")))


def choices(store: Store, assignment: int) -> list[tuple[int, str | None, bool]]:
    """Revision, choice and whether it counts, of all that was ever chosen on it."""
    query = select(Judgment.revision, Judgment.choice, Judgment.live).filter_by(assignment_id=assignment)
    with store.read() as db:
        return [tuple(row) for row in db.execute(query.order_by(Judgment.revision))]


def marked(store: Store, assignment: int) -> list[tuple[str, bool]]:
    """The issues of the reasons that were given for it, and whether each has a place."""
    query = (
        select(Reason.issue, Reason.start)
        .join(Remark, Remark.id == Reason.remark_id)
        .join(Judgment, Judgment.id == Remark.judgment_id)
        .where(Judgment.assignment_id == assignment, Judgment.live)
    )
    with store.read() as db:
        return [(row.issue, row.start is not None) for row in db.execute(query)]


def test_what_lay_there_goes_on(morning: Morning, serve: Callable[..., Site], visit: Callable[..., Page]) -> None:
    """A comparison, one whose reasons were asked for, one taken back and a sheet half done: each lies there again."""
    site = serve(morning.database, upgraded=False)
    for who in ("Kari", "Ola", "Siri"):
        morning.read_what_is_new(site.store, who)

    kari = morning.screen("Kari")
    desk = Desk(visit())
    morning.enter(site, desk.page, "Kari")
    desk.stands("judge")
    assert (desk.assignment, list(desk.texts), desk.done) == (kari["assignment"], kari["texts"], 2)
    desk.judge("B")
    desk.mark("A", 2, "grammar")
    desk.go_on()
    desk.all_saved()
    assert choices(site.store, kari["assignment"]) == [(1, "B", True)]
    assert marked(site.store, kari["assignment"]) == [("grammar", True)]

    ola = morning.screen("Ola")
    desk = Desk(visit())
    morning.enter(site, desk.page, "Ola")
    desk.stands("why")
    assert (desk.assignment, list(desk.texts), desk.done) == (ola["assignment"], ola["texts"], 2)
    desk.go_on()
    desk.stands("judge").undo()  # the reasons that he has just not given
    desk.stands("why")
    desk.all_saved()
    assert choices(site.store, ola["assignment"]) == [(1, "B", False), (2, "B", True)]

    siri = morning.screen("Siri")
    desk = Desk(visit())
    morning.enter(site, desk.page, "Siri")
    desk.stands("judge")
    assert (desk.assignment, list(desk.texts), desk.done) == (siri["assignment"], siri["texts"], 0)
    desk.judge("tie")
    desk.all_saved()
    assert choices(site.store, siri["assignment"]) == [(1, "B", False), (2, None, False), (3, "tie", True)]

    rita = morning.screen("Rita")
    desk = Desk(visit())
    morning.enter(site, desk.page, "Rita")
    desk.stands("rate")
    assert (desk.assignment, list(desk.texts), desk.done) == (rita["assignment"], rita["texts"], 1)
    desk.look()
    for _ in range(11):
        desk.page.keyboard.press("3")
    desk.look(LOOK_MS)
    desk.page.keyboard.press("Enter")
    expect(desk.at(".count")).to_have_attribute("data-done", "2")
    desk.all_saved()
    with site.store.read() as db:
        given = db.scalars(select(Rating.value).filter_by(rating_assignment_id=rita["assignment"])).all()
    assert given == [3] * 11
    assert problems(site.store, "running") == []


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """The checkout of the release before; skips where its history is not at hand, as in a download."""
    packed = subprocess.run(["git", "archive", RELEASE], cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        pytest.skip(f"the history does not reach back to {RELEASE}: no tab of the release before")
    folder = tmp_path / "before"
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def test_an_open_tab_goes_on(
    morning: Morning, release: Path, serve: Callable[..., Site], visit: Callable[..., Page]
) -> None:
    """A tab of the release before, with a comparison on it, meets the new server: the same texts, judged once.

    Nobody loads the page anew.
    """
    page, kari = visit(), morning.screen("Kari")
    before = serve(morning.database, upgraded=False, PYTHONPATH=str(release))
    morning.enter(before, page, "Kari")
    bodies = page.locator(".reading .body")
    expect(bodies).to_have_count(2)
    assert bodies.all_text_contents() == kari["texts"]
    assert page.locator(".desk").count() == 0
    before.stop(signal.SIGKILL)
    before.store.dispose()

    store = Store(morning.database)
    upgrade(store)
    morning.read_what_is_new(store, "Kari")
    store.dispose()
    site = serve(morning.database, port=before.port, upgraded=False)
    # Streamlit asks for the page again where a run of it was cut off, else with the first press, which is lost as ever.
    expect(page.locator(".stApp[data-test-connection-state=CONNECTED]")).to_be_visible()
    page.wait_for_timeout(3000)
    if page.locator(".desk").count() == 0:
        page.locator(".st-key-choice_B button").click()
    desk = Desk(page).stands("judge")
    expect(page.locator("[class*=st-key-choice_]")).to_have_count(0)
    assert (desk.assignment, list(desk.texts), desk.done) == (kari["assignment"], kari["texts"], 2)
    desk.judge("A")
    desk.go_on()
    desk.judge("B", by="key")
    desk.all_saved()
    assert choices(site.store, kari["assignment"]) == [(1, "A", True)]
    assert desk.done == 4
    assert problems(site.store, "running") == []
