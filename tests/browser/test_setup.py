"""Setup in a browser: dials are followed while they are turned, and what is typed outlives other pages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Dialog, Page, expect

from eval_core.campaigns.setup.plan import read_plan
from eval_core.web.cookie import COOKIE
from tests.browser.conftest import Site
from tests.support.browser.acting import settled
from tests.support.building import Built, build_campaign


def open_step(page: Page, name: str) -> None:
    """Open a step of the plan."""
    page.locator('[class*="st-key-setup_step"] label').filter(has_text=name).click()


@pytest.fixture
def lead(start: Callable[..., Site], visit: Callable[..., Page]) -> tuple[Built, Page]:
    """A campaign, and Setup as its lead opens it."""
    site, page = start(), visit()
    built = build_campaign(site.store, prompts=60, systems=("alfa", "bravo", "charlie", "delta"))
    page.context.add_cookies([{"name": COOKIE, "value": built.enter("Lise", "lead"), "url": site.url}])
    page.goto(f"{site.url}/setup")
    return built, page


def test_a_study_is_planned_with_the_keyboard_and_used(lead: tuple[Built, Page]) -> None:
    """Each step of a slider changes the sums at once; the click writes the rules and says what it wrote."""
    built, page = lead
    open_step(page, "Plan:")
    sums = page.locator(".st-key-study_sums")
    expect(sums).to_contain_text("Probability of seeing 6.5 of 10")
    before = sums.inner_text()
    page.get_by_role("slider").nth(1).press("ArrowRight")
    expect(sums).not_to_have_text(before)
    expect(page.get_by_role("img", name="The probability of telling two systems apart")).to_be_visible()
    page.get_by_role("button", name="Use this plan").click()
    expect(page.get_by_text("The plan is written into the rules.")).to_be_visible()
    assert read_plan(built.store, built.slug).per_annotator is not None


def test_nothing_typed_is_lost(lead: tuple[Built, Page]) -> None:
    """A letter half written is there again after another page was opened, and the browser asks before it is left."""
    _built, page = lead
    open_step(page, "Letter:")
    page.get_by_label("Who runs the evaluation").fill("Half a name")
    page.keyboard.press("Tab")
    expect(page.get_by_text("1 change is not saved.").nth(1)).to_be_visible()
    page.get_by_role("link", name="Progress").first.click()
    expect(page.locator(".st-key-setup_steps")).to_have_count(0)
    page.get_by_role("link", name="Setup").first.click()
    expect(page.get_by_label("Who runs the evaluation")).to_have_value("Half a name")
    expect(page.get_by_text("1 change is not saved.").first).to_be_visible()
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    settled(page)  # the guard is the last thing on the page
    page.once("dialog", stay)
    page.evaluate("window.location.reload()")
    expect(page.get_by_label("Who runs the evaluation")).to_have_value("Half a name")
    assert asked == ["beforeunload"]
    page.get_by_role("button", name="Discard").click()  # nothing keeps the tab from closing then
    expect(page.get_by_label("Who runs the evaluation")).to_have_value("")
