"""The campaign in the address, in a browser: F5, Back and Forward, the switcher, two tabs, a phone, and an old fragment."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.campaigns.setup.campaigns import campaign_names
from eval_core.campaigns.setup.plan import change_plan
from eval_core.web.cookie import COOKIE
from tests.browser.conftest import Site
from tests.support.browser.scenes import settle
from tests.support.building import build_campaign

FIRST = "Norwegian news and letters, autumn 2026: all systems against each other"
SECOND = "Norwegian news and letters, autumn 2026: the new checkpoints"


@pytest.fixture(scope="module")
def site(start: Callable[..., Site]) -> Site:
    """Two campaigns whose titles begin alike, and their lead."""
    site = start()
    for slug, title, systems in (("first", FIRST, ("alfa", "bravo")), ("second", SECOND, ("xylofon", "ypsilon"))):
        build_campaign(site.store, slug=slug, systems=systems)
        change_plan(site.store, slug, {"title": title})
    return site


@pytest.fixture
def lead(site: Site, visit: Callable[..., Page]) -> Page:
    """A lead's browser; the campaigns' lead is the same in each test."""
    link = add_person(site.store, f"Lise {id(visit)}", ["lead"], ["first", "second"])
    page = visit()
    page.context.add_cookies([{"name": COOKIE, "value": sign_in(site.store, link.token) or "", "url": site.url}])
    return page


def slug_of(campaign: str) -> str:
    """The address of a campaign, by its title."""
    return "first" if campaign == FIRST else "second"


def shows(page: Page, name: str, campaign: str) -> None:
    """Wait until a page of a campaign is there: by its title, the tab's title and the address."""
    expect(page.locator("h1")).to_have_text(f"{name} · {campaign}")
    expect(page).to_have_title(f"{name} · {campaign} · Parvis")
    expect(page).to_have_url(re.compile(f"[?]campaign={slug_of(campaign)}$"))


def switch(page: Page, campaign: str) -> None:
    """Choose another campaign at the side."""
    page.locator(".st-key-campaign_menu button").click()
    page.locator(f'.st-key-campaign_list a[href$="campaign={slug_of(campaign)}"]').click()


def test_reload_and_history_stay_in_the_campaign(site: Site, lead: Page) -> None:
    """The address alone says which campaign is shown; Back and Forward go through what was looked at, and out again."""
    lead.goto(f"{site.url}/progress?campaign=second")
    shows(lead, "Progress", SECOND)
    lead.reload()
    shows(lead, "Progress", SECOND)
    lead.locator(".st-key-pages").get_by_role("link", name="People").click()
    shows(lead, "People", SECOND)
    switch(lead, FIRST)
    shows(lead, "People", FIRST)
    lead.reload()
    shows(lead, "People", FIRST)
    lead.go_back()
    shows(lead, "People", SECOND)
    lead.go_back()
    shows(lead, "Progress", SECOND)
    lead.go_forward()
    lead.go_forward()
    shows(lead, "People", FIRST)
    current = lead.locator(".st-key-pages a[aria-current=page]")
    expect(current).to_have_text("People")


def test_a_bare_address_is_completed(site: Site, lead: Page) -> None:
    """Without a campaign the first or last one is shown, and the address names it."""
    lead.goto(f"{site.url}/quality")
    shows(lead, "Quality", FIRST)
    switch(lead, SECOND)
    shows(lead, "Quality", SECOND)


def test_two_tabs_act_each_in_its_own(site: Site, lead: Page) -> None:
    """What is chosen in one tab changes nothing in the other: neither what it shows nor what its buttons do."""
    other = lead.context.new_page()
    lead.goto(f"{site.url}/setup?campaign=first")
    other.goto(f"{site.url}/setup?campaign=second")
    shows(lead, "Setup", FIRST)
    shows(other, "Setup", SECOND)
    lead.get_by_role("button", name="Pause").click()
    expect(lead.get_by_role("button", name="Resume")).to_be_visible()
    assert {slug: row.status for slug, row in campaign_names(site.store).items()} == {
        "first": "paused",
        "second": "open",
    }
    lead.get_by_role("button", name="Resume").click()
    expect(lead.get_by_role("button", name="Pause")).to_be_visible()
    # A link opened in another tab leads to the same campaign.
    assert lead.locator(".st-key-pages a", has_text="Inbox").get_attribute("href") == "inbox?campaign=first"


def test_what_is_drawn_again_by_itself_is_of_the_campaign_that_was_drawn(site: Site, lead: Page) -> None:
    """A part of the page that runs alone, after the address was changed under it, takes a response of the old campaign."""
    lead.goto(f"{site.url}/gold?campaign=second")
    shows(lead, "Gold comparisons", SECOND)
    settle(lead)
    lead.evaluate("history.replaceState({}, '', '/gold?campaign=first')")
    lead.get_by_role("button", name="Take a response").click()
    expect(lead.get_by_role("button", name="Another response")).to_be_visible()
    expect(lead.locator("h1")).to_have_text(f"Gold comparisons · {SECOND}")


def test_the_sidebar_gives_way_on_a_phone(site: Site, lead: Page) -> None:
    """After a choice of a page or of a campaign the page itself is seen."""
    lead.set_viewport_size({"width": 390, "height": 844})
    lead.goto(f"{site.url}/progress?campaign=first")
    shows(lead, "Progress", FIRST)
    settle(lead)
    sidebar = lead.locator('[data-testid="stSidebar"]')
    for choose in (
        lambda: lead.locator(".st-key-pages").get_by_role("link", name="People").click(),
        lambda: switch(lead, SECOND),
    ):
        lead.locator('[data-testid="stExpandSidebarButton"]').click()
        expect(sidebar).to_have_attribute("data-collapsed", "false")
        choose()
        expect(sidebar).to_have_attribute("data-collapsed", "true")
    shows(lead, "People", SECOND)


def test_names_in_tables_keep_what_was_typed(site: Site, lead: Page) -> None:
    """A name leads to its page without a new load, and Back finds the list of people as it was being written."""
    add_person(site.store, "Ola Nordmann", ["annotator"], ["first"])
    lead.goto(f"{site.url}/people?campaign=first")
    shows(lead, "People", FIRST)
    settle(lead)
    lead.evaluate("window.loadedOnce = true")
    lead.get_by_label("Names, one per line").fill("Unni, unni@example.org")
    lead.locator("a.way", has_text="Ola Nordmann").click()
    expect(lead).to_have_url(re.compile(r"/case\?campaign=first&annotator=\d+$"))
    expect(lead.locator("h1")).to_contain_text("Case file")
    lead.go_back()
    expect(lead.locator("h1")).to_have_text(f"People · {FIRST}")
    expect(lead.get_by_label("Names, one per line")).to_have_value("Unni, unni@example.org")
    assert lead.evaluate("window.loadedOnce")
