"""Every page, with content, in light and dark, on desktop and phone: no barrier that axe can find."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from eval_core.campaigns.demo import demo_links, load_demo
from eval_core.ui.registry import PAGES
from tests.browser.acting import judge, shown
from tests.browser.conftest import Site, sign_in

# Streamlit's own frame, which a page cannot change: its page title is no heading, its <html lang> is "en".
FRAME = {"region", "page-has-heading-one", "landmark-one-main"}
WAIT = {
    "annotate": ".reading",
    "guidelines": ".guidelines",
    "progress": ".js-plotly-plot",
    "ranking": ".js-plotly-plot",
}
LOOKS = [("light", 1440, 900), ("dark", 390, 844)]


def barriers(page: Page) -> list[str]:
    """axe's findings in WCAG 2.2 A and AA and its best practices, as rule and element."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']} ({one['impact']}): {node['html'][:160]}"
        for one in found
        if one["id"] not in FRAME
        for node in one["nodes"]
    ]


@pytest.fixture
def site(serve: Callable[..., Site]) -> Site:
    running = serve()
    load_demo(running.store)
    return running


@pytest.mark.parametrize(("scheme", "width", "height"), LOOKS)
def test_no_barriers(site: Site, visit: Callable[..., Page], scheme: str, width: int, height: int) -> None:
    """All pages of all roles, the guidelines' drawer and the skip menu."""
    links = {link.roles[0]: f"{site.url}/join/{link.token}" for link in demo_links(site.store)}
    found: dict[str, list[str]] = {}
    people = {}
    for role in ("annotator", "lead"):
        people[role] = visit(color_scheme=scheme, viewport={"width": width, "height": height})
        people[role].goto(links[role])
        found[f"join as {role}"] = barriers(people[role])
        sign_in(people[role], links[role])
    for entry in PAGES:
        page = people["annotator" if "annotator" in entry.roles else "lead"]
        page.goto(f"{site.url}/{entry.name}")
        expect(page.locator(WAIT.get(entry.name, ".verdict")).first).to_be_visible(timeout=20_000)
        page.wait_for_timeout(800)
        found[entry.name] = barriers(page)
    page = people["annotator"]
    page.goto(f"{site.url}/annotate")
    shown(page)
    page.get_by_role("button", name="Guidelines").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.wait_for_timeout(500)
    found["drawer"] = barriers(page)
    assert {name: rules for name, rules in found.items() if rules} == {}


def test_the_check_sees_barriers(site: Site, visit: Callable[..., Page]) -> None:
    """The planted violation: an image without words and grey on grey are found on the same page."""
    page = visit()
    page.goto(f"{site.url}/join/unknown")
    assert barriers(page) == []
    page.evaluate(
        "document.querySelector('main').innerHTML += '<img src=\"data:,\"><p style=\"color:#ccc;background:#fff\">pale words</p>'"
    )
    assert {rule.split()[0] for rule in barriers(page)} == {"image-alt", "color-contrast"}


def test_a_screen_reader_hears_the_change(site: Site, visit: Callable[..., Page]) -> None:
    """After a judgment the live region says that it was saved and that another comparison is there."""
    page = visit()
    link = next(link for link in demo_links(site.store) if link.roles == ("annotator",))
    sign_in(page, f"{site.url}/join/{link.token}")
    judge(page, "A", by_key=True)
    expect(page.get_by_role("status").filter(has_text="Saved 1 of")).to_contain_text("Next comparison")
