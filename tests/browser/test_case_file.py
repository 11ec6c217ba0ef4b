"""The page of one annotator: from a name on Quality, by reload and Back, to pausing, leaving out and including again."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from eval_core.campaigns.audit import read_log
from eval_core.campaigns.quality.exclusions import people_who_judged
from tests.browser.conftest import Site
from tests.support.browser.axe_checks import PHONE, barriers, sideways
from tests.support.browser.scenes import World, build, settle

NAME = "Torgeir"  # of the demo: clicks in haste


@pytest.fixture(scope="module")
def world(start: Callable[..., Site]) -> World:
    """The demo, and its lead Dina."""
    return build(start(PARVIS_DWELL_MS="0"))


def open_case(page: Page, world: World) -> str:
    """Follow the name on Quality; the page's address."""
    world.become(page, "Dina")
    page.goto(f"{world.site.url}/quality?campaign=demo")
    page.locator("table a", has_text=NAME).click()
    expect(page.locator(".verdict")).to_have_text(NAME)
    settle(page)
    return page.url


def choose(page: Page, key: str, *, reason: str = "") -> None:
    """Open one of the actions, which names person and campaign, and do it."""
    page.locator(f".st-key-case_{key}_open button").first.click()
    expect(page.get_by_text(f"{NAME}, in “Parvis demo”")).to_be_visible()
    if reason:
        page.get_by_label("Why").fill(reason)
    page.locator(f".st-key-case_{key} button").click()


def test_from_a_name_to_the_page_and_back(world: World, visit: Callable[..., Page]) -> None:
    """The same sentence with the same number on Quality and here; F5 stays, Back returns; a filter finds the hasty."""
    page = visit()
    address = open_case(page, world)
    number = re.search(r"1 of [\d,]+", page.locator(".case-verdict").inner_text())
    assert number is not None
    page.locator(".st-key-case_judged_1, [class*=st-key-case_judged_]").first.wait_for()
    page.get_by_text(re.compile(r"^Fast \d+$")).click()
    expect(page.locator("[class*=st-key-case_judged_] summary", has_text="fast")).to_have_count(10)
    titles = page.locator("[class*=st-key-case_judged_] summary").all_inner_texts()
    assert len(titles) == 10
    assert all(" · fast" in title for title in titles)
    page.reload()
    expect(page.locator(".verdict")).to_have_text(NAME)
    assert page.url == address
    page.go_back()
    expect(page.locator(".sentence", has_text=number.group())).to_be_visible()
    page.goto(f"{world.site.url}/progress?campaign=demo")
    expect(page.locator(".need", has_text=number.group())).to_be_visible()


def test_acting_on_the_spot(world: World, visit: Callable[..., Page]) -> None:
    """Pause, end it, leave out with a reason, include again: each is said on the page and in the log."""
    page = visit()
    open_case(page, world)
    choose(page, "pause")
    expect(page.locator(".note", has_text="Paused since")).to_be_visible()
    choose(page, "resume")
    expect(page.get_by_text("The pause is over")).to_be_visible()
    choose(page, "exclude", reason="Clicked in haste")
    expect(page.get_by_text("Left out because: Clicked in haste").first).to_be_visible()
    choose(page, "lift")
    expect(page.get_by_text("Included again")).to_be_visible()
    actions = [entry.action for entry in read_log(world.site.store, "demo", limit=4)]
    assert actions == ["exclusion_lifted", "person_excluded", "person_resumed", "person_paused"]


def test_no_barriers_with_a_judgment_open(world: World, visit: Callable[..., Page]) -> None:
    """axe finds nothing in light and on a phone in the dark, and nothing is wider than the phone."""
    page = visit()
    open_case(page, world)
    assert NAME in people_who_judged(world.site.store, "demo").values()
    page.locator("[class*=st-key-case_judged_] summary").first.click()
    expect(page.locator(".reading").first).to_be_visible()
    settle(page)
    assert barriers(page) == []
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)
    settle(page)
    assert barriers(page) == []
    assert sideways(page) == []
