"""A tab is closed, or left for another page: its comparisons go to others, and what was begun lies there again."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count

import pytest
from playwright.sync_api import Page, Route, expect
from sqlalchemy import select, update

from eval_core.campaigns.rules import change_rules
from eval_core.store import Assignment, Campaign
from eval_core.web.cookie import COOKIE
from tests.browser.conftest import Site
from tests.support.browser.desk import Desk
from tests.support.building import Built, build_campaign

AHEAD = 4
NUMBERS = count()


@pytest.fixture(scope="module")
def site(start: Callable[..., Site]) -> Site:
    return start(PARVIS_AHEAD=str(AHEAD))


@pytest.fixture
def slug(site: Site) -> str:
    """A campaign for this test."""
    return build_campaign(site.store, slug=f"trial-{next(NUMBERS)}", prompts=16, overlap=1).slug


@pytest.fixture
def desk(site: Site, slug: str, visit: Callable[..., Page]) -> Desk:
    """Somebody's desk, with comparisons taken ahead."""
    page = visit()
    who = Built(site.store, slug, ()).enter(f"Kari {slug}")
    page.context.add_cookies([{"name": COOKIE, "value": who, "url": site.url}])
    page.goto(f"{site.url}/annotate")
    return Desk(page).stands("judge")


def leased(site: Site, slug: str) -> set[int]:
    """The assignments of the campaign that someone holds."""
    campaign = select(Campaign.id).where(Campaign.slug == slug).scalar_subquery()
    with site.store.read() as db:
        held = Assignment.leased_until > site.store.now()  # what is handed back stays, its lease over
        query = select(Assignment.id).where(Assignment.campaign_id == campaign, Assignment.status == "leased", held)
        return set(db.scalars(query))


def close(desk: Desk) -> None:
    """Close the tab, and give its last words time to arrive; the profile stays open with another."""
    other = desk.page.context.new_page()
    desk.page.close(run_before_unload=True)
    other.wait_for_timeout(1500)


def change(desk: Desk, file: str, one: str, other: str) -> None:
    """Plant other words into one of the desk's scripts, and load the page anew."""

    def planted(route: Route) -> None:
        found = route.fetch()
        assert one in found.text()
        route.fulfill(response=found, body=found.text().replace(one, other))

    desk.page.context.route(re.compile(rf"/{file}\.js$"), planted)
    desk.page.context.new_cdp_session(desk.page).send("Network.clearBrowserCache")
    desk.page.reload()
    desk.stands("judge")


def second(site: Site, desk: Desk) -> Desk:
    """Another tab of the same person, known to the first."""
    other = Desk(desk.page.context.new_page())
    other.page.goto(f"{site.url}/annotate")
    other.stands("judge")
    other.page.wait_for_timeout(300)
    return other


def test_a_closed_tab_hands_back(site: Site, slug: str, desk: Desk) -> None:
    """Only what was being read is kept for its reader."""
    assert len(leased(site, slug)) == 1 + AHEAD
    here = desk.assignment
    close(desk)
    assert leased(site, slug) == {here}


def test_another_tab_keeps_them(site: Site, slug: str, desk: Desk) -> None:
    """As long as another tab shows them nothing is handed back; when that is closed too, it is."""
    other, here = second(site, desk), desk.assignment
    close(desk)
    assert len(leased(site, slug)) == 1 + AHEAD
    close(other)
    assert leased(site, slug) == {here}


def test_the_check_sees_leases_that_stay(site: Site, slug: str, desk: Desk) -> None:
    """The planted violation: a tab that says nothing when it is closed leaves all leases behind."""
    change(desk, "work", "sender.leave(", "void (")
    close(desk)
    assert len(leased(site, slug)) == 1 + AHEAD
    desk.page.context.unroute_all()


def test_the_check_sees_leases_taken_from_another_tab(site: Site, slug: str, desk: Desk) -> None:
    """The planted violation: a tab that does not look for others takes their comparisons away."""
    change(desk, "work", "!others.size &&", "")
    second(site, desk)
    close(desk)
    assert len(leased(site, slug)) < 1 + AHEAD
    desk.page.context.unroute_all()


def there_and_back(site: Site, desk: Desk) -> None:
    """To *My work*, and back by the browser's button."""
    desk.open("menu").locator("[data-do=my_work]").click()
    expect(desk.page.locator(".verdict")).to_be_visible()
    expect(desk.page.locator(".desk")).to_have_count(0)
    desk.page.go_back()
    desk.stands("why")


def ask_for_reasons(site: Site, slug: str, desk: Desk, choice: str) -> None:
    """Reasons are asked for from now on; a choice is made."""
    change_rules(site.store, slug, {"reasons": "all"})
    with site.store.write() as db:
        campaign = select(Campaign.id).where(Campaign.slug == slug).scalar_subquery()
        db.execute(update(Assignment).where(Assignment.campaign_id == campaign).values(asks_reasons=True))
    desk.page.reload()
    desk.judge(choice)
    desk.stands("why").all_saved()


@pytest.mark.parametrize("choice", ["A", "tie"])
def test_drafts_survive_a_visit_to_my_work(site: Site, slug: str, desk: Desk, choice: str) -> None:
    """Marks, the comment and how good a tie was lie there again."""
    ask_for_reasons(site, slug, desk, choice)
    desk.mark("A", 1, "grammar")
    desk.at(".why [data-field=comment]").fill("Bøyningen")
    if choice == "tie":
        desk.at("[data-tie=both_badly]").click()
    there_and_back(site, desk)
    expect(desk.at(".mark[data-issue=grammar]")).to_have_count(1)
    expect(desk.at(".why [data-field=comment]")).to_have_value("Bøyningen")
    if choice == "tie":
        expect(desk.at("[data-tie=both_badly]")).to_have_attribute("aria-pressed", "true")


def test_the_check_sees_lost_drafts(site: Site, slug: str, desk: Desk) -> None:
    """The planted violation: a desk that keeps no drafts has none after the visit."""
    change(desk, "desk", "work?.outbox.keep(key, value)", "undefined")
    ask_for_reasons(site, slug, desk, "A")
    desk.at(".why [data-field=comment]").fill("Bøyningen")
    there_and_back(site, desk)
    expect(desk.at(".why [data-field=comment]")).to_have_value("")
    desk.page.context.unroute_all()
