"""What a lead changes while an annotator is in the middle of a comparison: the letter, and whether reasons are asked for."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select

from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.rules import change_rules
from eval_core.store import Assignment, Judgment, Reason, Remark
from tests.browser.conftest import Site, sign_in
from tests.support.browser.desk import Desk
from tests.support.building import Built, build_campaign
from tests.support.checking import problems

NUMBERS = count()
LETTER = {"responsible": "Språklaget", "contact": "post@sprak.example", "pay": "250 kroner i timen"}


@pytest.fixture(scope="module")
def site(start: Callable[..., Site]) -> Site:
    return start()


@pytest.fixture
def trial(site: Site) -> Built:
    """A campaign with a letter that asks for reasons each time."""
    built = build_campaign(site.store, slug=f"changed-{next(NUMBERS)}", prompts=8, overlap=2)
    change_rules(site.store, built.slug, {"letter": LETTER, "reasons": "all"})
    return built


@pytest.fixture
def desk(site: Site, trial: Built, visit: Callable[..., Page]) -> Desk:
    """The desk of someone who has agreed and read."""
    link = add_person(site.store, f"Kari of {trial.slug}", ["annotator"], [trial.slug])
    page = visit(locale="en")
    sign_in(page, f"{site.url}/join/{link.token}")
    agree(page)
    page.get_by_role("button", name="I have read the guidelines").click()
    return Desk(page).stands("judge")


def agree(page: Page) -> None:
    page.get_by_role("button", name="I have read this and want to take part").click()


def given(trial: Built) -> list[tuple[str | None, bool, int | None, str | None]]:
    """Of each judgment the choice, whether reasons were asked for, its remark, and an issue that was marked."""
    rows = (
        select(Judgment.choice, Assignment.asks_reasons, Remark.id, Reason.issue)
        .join(Assignment, Assignment.id == Judgment.assignment_id)
        .outerjoin(Remark, Remark.judgment_id == Judgment.id)
        .outerjoin(Reason, Reason.remark_id == Remark.id)
        .where(Judgment.campaign_id == trial.id)
        .order_by(Judgment.id)
    )
    with trial.store.read() as db:
        return [tuple(row) for row in db.execute(rows)]


def test_a_new_letter_comes_before_a_half_finished_comparison(trial: Built, desk: Desk) -> None:
    """It says that it changed and marks what is new; agreed to, the comparison goes on where it was, marks and all."""
    desk.judge("A")
    desk.stands("why")
    half = desk.assignment
    desk.mark("B", 0, "grammar")
    desk.all_saved()
    change_rules(trial.store, trial.slug, {"letter": {"pay": "300 kroner i timen"}})
    for _ in range(2):  # also after another reload nothing is forgotten
        desk.page.reload()
        expect(desk.page.get_by_role("heading", name="The letter has a new version")).to_be_visible()
        expect(desk.page.locator(".change.gone")).to_have_text("Gone: 250 kroner i timen")
        expect(desk.page.locator(".change.new")).to_have_text("New: 300 kroner i timen")
        expect(desk.at("section .body")).to_have_count(0)
        expect(desk.at("button[data-do=undo]")).to_be_hidden()
    agree(desk.page)
    desk.stands("why")
    assert desk.assignment == half
    expect(desk.at(".mark[data-issue=grammar]")).to_have_count(1)
    desk.go_on()
    desk.stands("judge")
    desk.all_saved()
    ((choice, asked, remark, issue),) = given(trial)
    assert (choice, asked, remark is not None, issue) == ("A", True, True, "grammar")
    assert problems(trial.store, trial.slug) == []


def test_reasons_that_are_switched_off_are_asked_for_no_more(trial: Built, desk: Desk) -> None:
    """In the browser that holds comparisons which would have asked: with the first answer of the server."""
    first = desk.assignment
    change_rules(trial.store, trial.slug, {"reasons": "off"})
    desk.choose("A")
    expect(desk.page.locator(f".desk[data-mode=judge]:not([data-assignment='{first}'])")).to_be_visible()
    for choice in ("B", "tie"):
        before = desk.assignment
        desk.judge(choice)
        assert (desk.mode, desk.assignment != before) == ("judge", True)
    desk.all_saved()
    assert given(trial) == [(choice, False, None, None) for choice in ("A", "B", "tie")]
    assert problems(trial.store, trial.slug) == []
