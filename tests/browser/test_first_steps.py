"""The first steps: a lead opens an empty Parvis and, through the pages alone, gets as far as the first judgment."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect
from sqlalchemy import func, select

from eval_core.store import Campaign, Comparison, Judgment
from tests.browser.conftest import Site, sign_in
from tests.support.browser.acting import Received
from tests.support.browser.desk import Desk

STEP = '[class*="st-key-setup_step"] label'


def go_to(page: Page, step: str) -> None:
    """Open a step of the plan."""
    page.locator(STEP).filter(has_text=step).click()


def test_from_an_empty_parvis_to_the_first_judgment(
    serve: Callable[..., Site], visit: Callable[..., Page], shared_data: Path
) -> None:
    """Title, file, invitation, start, and an annotator who follows the copied link; no one opens a terminal."""
    site = serve()
    # Anyone who starts an empty Parvis reads the first lead's link there; all else is done in the browser.
    link = re.search(r"http://\S+/join/\S+", site.log.read_text(encoding="utf-8"))
    assert link
    lead = visit()
    sign_in(lead, link[0])

    expect(lead.get_by_text("Set up your first campaign")).to_be_visible()
    lead.get_by_label("Title").fill("News into Bokmål")
    lead.get_by_role("button", name="Go on").click()
    expect(lead.get_by_text("No responses are loaded yet.").first).to_be_visible()

    lead.locator('input[type="file"]').set_input_files(shared_data / "flores_en_nb" / "responses.jsonl")
    expect(lead.get_by_text("Every row is readable.")).to_be_visible()
    lead.get_by_role("button", name="Load it").click()
    expect(lead.get_by_text(re.compile("make .* to judge")).first).to_be_visible()

    go_to(lead, "People")
    lead.get_by_role("link", name="People").first.click()
    lead.get_by_label("Names, one per line").fill("Kari")
    lead.get_by_role("button", name="Preview the list").click()
    lead.get_by_role("button", name="Add 1 person").click()
    invitation = lead.locator('[data-testid="stCode"]').inner_text()
    link = re.search(r"http://\S+/join/\S+", invitation)
    assert link

    annotator = visit()
    receiving = Received.by(annotator)
    sign_in(annotator, link[0])
    expect(annotator.get_by_text("The campaign has not started yet.").first).to_be_visible()

    lead.get_by_role("link", name="Setup").click()
    go_to(lead, "Status")
    lead.get_by_role("button", name="Start the campaign").click()
    expect(lead.get_by_role("button", name="Pause")).to_be_visible()

    annotator.reload()
    desk = Desk(annotator).stands("judge")
    desk.judge("A", by="key")
    desk.judge("tie")
    desk.all_saved()
    assert desk.done == 2
    lead.get_by_role("link", name="Progress").click()
    expect(lead.locator(".verdict").first).to_contain_text("2 of ")

    with site.store.read() as db:
        assert db.scalar(select(Campaign.status)) == "open"
        # Of 150 prompts and four systems every pair, some of them the same text.
        assert db.scalar(select(func.count(Comparison.id))) == 900
        assert db.scalar(select(func.count(Judgment.id))) == 2
    rows = [json.loads(line) for line in (shared_data / "flores_en_nb" / "responses.jsonl").open(encoding="utf-8")]
    assert receiving.naming(sorted({row["system"] for row in rows})) == []
