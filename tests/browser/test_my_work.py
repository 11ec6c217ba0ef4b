"""My work in the browser: a row is one target, Back closes what is open and not the page, and fingers find everything."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from eval_core.web.cookie import COOKIE
from tests.browser.conftest import Site
from tests.support.acts import open_desk, record_judgment
from tests.support.browser.acting import settled
from tests.support.building import build_campaign

# What can be pressed and is smaller than a finger; a radio's own dot lies within its label, a row's number in its row.
SMALL = """() => [...document.querySelectorAll('.st-key-my_work button, .st-key-my_work a, .st-key-bar a, .st-key-bar button')]
  .filter(one => one.offsetParent && !one.closest('[class*=st-key-work_row_]') && !one.closest('[data-testid=stSelectbox]'))
  .map(one => [one.innerText, one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44).map(([text]) => text)"""


@pytest.fixture
def work(
    serve: Callable[..., Site], visit: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Page]:
    """Opens My work of someone with three judgments, in a browser with these options."""

    def opened(**options: object) -> Page:
        monkeypatch.setenv("PARVIS_DWELL_MS", "0")
        site = serve(PARVIS_DWELL_MS="0")
        built = build_campaign(site.store)
        kari = built.enter("Kari")
        for _ in range(3):
            task = open_desk(site.store, kari, built.slug).task
            assert task is not None
            record_judgment(site.store, kari, built.slug, task.assignment_id, task.revision, "A")
        page = visit(**options)
        page.context.add_cookies([{"name": COOKIE, "value": kari, "url": site.url}])
        page.goto(f"{site.url}/my_work")
        expect(rows(page)).to_have_count(3)
        settled(page)
        return page

    return opened


def rows(page: Page) -> Locator:
    return page.locator('[class*="st-key-work_row_"]')


def test_back_closes_a_judgment_and_not_the_page(work: Callable[..., Page]) -> None:
    """A click anywhere in the row opens it, and the address says so; Back and Forward close and open it; so does a reload."""
    page = work()
    search = page.get_by_label("Search in prompts, responses and your comments")
    search.fill("oppgave")
    search.press("Enter")
    expect(page.get_by_text("3 judgments found")).to_be_visible()
    settled(page)
    box = rows(page).nth(1).locator(".note").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 20, box["y"] + box["height"] / 2)
    title = page.get_by_text("No. 2", exact=True)
    expect(title).to_be_visible()
    page.wait_for_url("**open=*")
    page.go_back()
    expect(rows(page)).to_have_count(3)
    assert "/my_work" in page.url
    assert "open=" not in page.url
    expect(search).to_have_value("oppgave")
    page.go_forward()
    expect(title).to_be_visible()
    page.reload()
    expect(title).to_be_visible()
    page.get_by_role("button", name="Back to My work").click()
    expect(rows(page)).to_have_count(3)


def test_a_finger_finds_everything(work: Callable[..., Page]) -> None:
    """On a phone nothing to press is smaller than 44 by 44 pixels, and a row is one target; a small button is seen."""
    page = work(viewport={"width": 390, "height": 844}, has_touch=True)
    assert page.evaluate(SMALL) == []
    assert all((one.bounding_box() or {"height": 0})["height"] >= 44 for one in rows(page).all())
    box = rows(page).first.locator(".beginning").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + 20, box["y"] + 8)
    close = page.locator(".st-key-close_entry button")
    expect(close).to_be_visible()
    settled(page)
    assert page.evaluate(SMALL) == []
    # The planted violation.
    close.evaluate("one => one.style = 'min-height: 20px; height: 20px'")
    assert page.evaluate(SMALL) == ["Back to My work"]
