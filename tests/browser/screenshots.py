"""Draws every page in each size and theme: filled, empty and failing. Run by `make screenshots`; no test.

The pictures land in screenshots/, to be looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page
from sqlalchemy import update

from eval_core.campaigns.demo import demo_links, load_demo
from eval_core.campaigns.people import add_person
from eval_core.campaigns.setup import create_campaign
from eval_core.store import Campaign, Store
from tests.browser.acting import judge, shown
from tests.browser.conftest import ROOT, Site, sign_in

FOLDER = ROOT / "screenshots"
LOOKS = [
    pytest.param((scheme, size, language), id=f"{scheme}-{name}-{language}")
    for scheme, name, size, language in (
        ("light", "desktop", (1440, 900), "en"),
        ("dark", "desktop", (1440, 900), "nb"),
        ("light", "phone", (390, 844), "nn"),
        ("dark", "phone", (390, 844), "en"),
    )
]
# A page is drawn once its words and figures stand still.
SETTLED_MS = 2500


class Camera:
    """Takes pictures of one look."""

    def __init__(self, visit: Callable[..., Page], look: str, **options: object) -> None:
        self.visit, self.look, self.options = visit, look, options

    def enter(self, link: str) -> Page:
        """Somebody's browser, signed in."""
        page = self.visit(**self.options)
        sign_in(page, link)
        return page

    def take(self, page: Page, name: str, *, tall: int = 0) -> None:
        """One picture; a `tall` one shows what lies below as well."""
        size = page.viewport_size
        assert size is not None
        if tall:
            page.set_viewport_size({"width": size["width"], "height": tall})
        page.wait_for_timeout(SETTLED_MS)
        FOLDER.mkdir(exist_ok=True)
        page.screenshot(path=Path(FOLDER, f"{name}-{self.look}.png"))
        page.set_viewport_size(size)


@pytest.fixture(params=LOOKS)
def camera(request: pytest.FixtureRequest, visit: Callable[..., Page]) -> Camera:
    scheme, (width, height), language = request.param
    options = {"color_scheme": scheme, "viewport": {"width": width, "height": height}, "locale": language}
    return Camera(visit, f"{scheme}-{width}-{language}", **options)


@pytest.fixture
def site(serve: Callable[..., Site]) -> Iterator[Site]:
    return serve()


def link_for(store: Store, url: str, name: str, role: str, *campaigns: str) -> str:
    """A new person's link."""
    return f"{url}/join/{add_person(store, name, [role], campaigns).token}"


def test_filled(site: Site, camera: Camera) -> None:
    """The demo, as each role sees it."""
    load_demo(site.store)
    links = {link.roles[0]: f"{site.url}/join/{link.token}" for link in demo_links(site.store)}
    page = camera.visit(**camera.options)
    page.goto(links["annotator"])
    camera.take(page, "filled-join")
    annotator = camera.enter(links["annotator"])
    shown(annotator)
    camera.take(annotator, "filled-annotate")
    annotator.wait_for_timeout(600)
    annotator.keyboard.press("1")
    camera.take(annotator, "filled-annotate-saved")
    annotator.locator(".st-key-skip button").first.click()
    camera.take(annotator, "filled-annotate-skip")
    annotator.keyboard.press("Escape")
    annotator.locator(".st-key-guidelines button").click()
    camera.take(annotator, "filled-annotate-guidelines")
    annotator.goto(f"{site.url}/guidelines")
    camera.take(annotator, "filled-guidelines", tall=2400)
    lead = camera.enter(links["lead"])
    for name, tall in (("progress", 0), ("ranking", 0), ("export", 0)):
        lead.goto(f"{site.url}/{name}")
        camera.take(lead, f"filled-{name}", tall=tall)
    lead.goto(f"{site.url}/ranking")
    camera.take(lead, "filled-ranking-whole", tall=2600)


def test_empty(site: Site, camera: Camera) -> None:
    """No campaign at all; then a campaign without responses."""
    camera.take(camera.enter(link_for(site.store, site.url, "First lead", "lead")), "empty-no-campaign")
    create_campaign(site.store, "empty", title="An empty campaign")
    lead = camera.enter(link_for(site.store, site.url, "Lise", "lead", "empty"))
    for name in ("progress", "ranking", "export"):
        lead.goto(f"{site.url}/{name}")
        camera.take(lead, f"empty-{name}")
    camera.take(camera.enter(link_for(site.store, site.url, "Kari", "annotator", "empty")), "empty-annotate")


def test_failing(site: Site, camera: Camera) -> None:
    """Strangers, wrong roles, dead links, a click too early, a paused campaign."""
    load_demo(site.store)
    stranger = camera.visit(**camera.options)
    stranger.goto(f"{site.url}/join/not-a-link")
    camera.take(stranger, "failing-dead-link")
    stranger.goto(f"{site.url}/ranking")
    camera.take(stranger, "failing-signed-out")
    annotator = camera.enter(link_for(site.store, site.url, "Kari", "annotator", "demo"))
    shown(annotator)
    judge(annotator, "A", by_key=True)
    annotator.keyboard.press("1")
    camera.take(annotator, "failing-too-fast")
    annotator.goto(f"{site.url}/progress")
    camera.take(annotator, "failing-wrong-role")
    with site.store.write() as db:
        db.execute(update(Campaign).values(status="paused"))
    annotator.goto(f"{site.url}/annotate")
    camera.take(annotator, "failing-paused")
