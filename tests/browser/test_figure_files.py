"""A figure taken from the browser is the one for paper: light and of full width, whatever the window and its theme."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from eval_core.demo.load import demo_links, load_demo
from tests.browser.conftest import Site, sign_in

PAPER = b'width="493.228346pt"'  # 174 mm


def link_of(site: Site, who: str) -> str:
    """A new link for the demo's lead, annotator or researcher."""
    (link,) = (link for link in demo_links(site.store) if link.name == f"Demo {who}")
    return f"{site.url}/join/{link.token}"


def saved(page: Page, label: str) -> bytes:
    """The file of the first button of this label."""
    with page.expect_download() as download:
        page.get_by_role("button", name=label, exact=True).first.click()
    return Path(download.value.path()).read_bytes()


def test_a_figure_from_a_dark_phone_is_light_and_wide(serve: Callable[..., Site], visit: Callable[..., Page]) -> None:
    """SVG, PDF and PNG of the ranking from a dark phone are those from a light desktop, byte for byte."""
    site = serve()
    load_demo(site.store)
    files = []
    for look in (
        {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
        {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"},
    ):
        page = visit(**look)
        sign_in(page, link_of(site, "researcher"))
        page.goto(f"{site.url}/ranking")
        expect(page.locator(".js-plotly-plot").first).to_be_visible()
        assert page.locator(".modebar-btn").count() == 0, "the screen's own picture is not offered"
        files.append({label: saved(page, label) for label in ("SVG", "PDF", "PNG")})
    assert files[0] == files[1]
    assert PAPER in files[0]["SVG"]
    assert files[0]["PDF"].startswith(b"%PDF")
    assert files[0]["PNG"].startswith(b"\x89PNG")
