"""Rating in the browser: two people rate real translations under HEval, one by keys, one by mouse, and nobody loses any."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import func, select

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.protocols import load_protocol
from eval_core.store import Rating, RatingAssignment, Store
from tests.browser.conftest import Site, parvis, sign_in
from tests.support.browser.acting import Received
from tests.support.browser.axe_checks import PHONE, barriers, sideways
from tests.support.browser.desk import Desk
from tests.support.browser.scenes import settle

HEVAL = [criterion.key for criterion in load_protocol("heval").rated]
LAST = load_protocol("heval").rated[-1].label["en"]
EACH = 3


@pytest.fixture(scope="module")
def site(start: Callable[..., Site]) -> Site:
    return start()


def load(site: Site, slug: str, shared_data: Path) -> None:
    """A campaign of real translations, each person asked for three."""
    create_campaign(site.store, slug, title="Flores", protocol="heval", per_annotator=EACH)
    import_responses(site.store, shared_data / "flores_en_nb" / "responses.jsonl", slug)


def enter(site: Site, slug: str, page: Page, name: str) -> Desk:
    sign_in(page, f"{site.url}/join/{add_person(site.store, name, ['annotator'], [slug]).token}")
    return Desk(page).stands("rate")


def by_keys(desk: Desk, keys: str) -> None:
    """Look, press one key a criterion, and Enter."""
    desk.stands("rate").look()
    chosen = desk.at("[role=radio][aria-checked=true]")
    before = chosen.count()
    for key in keys:
        desk.page.keyboard.press(key)
    expect(chosen).to_have_count(min(before + len(keys), len(HEVAL)))
    desk.page.keyboard.press("Enter")


def by_mouse(desk: Desk, value: str) -> None:
    """Look, click the same point in every criterion, and Save."""
    desk.stands("rate").look()
    desk.rate(dict.fromkeys(HEVAL, value))
    desk.do("save")


def done_is(desk: Desk, number: int) -> None:
    expect(desk.at(".count")).to_have_attribute("data-done", str(number))


def live(store: Store, slug: str) -> dict[str, dict[int, list[int | None]]]:
    """Annotator -> assignment -> the values that stand, in the order in which they were stored."""
    found: dict[str, dict[int, list[int | None]]] = {}
    with store.read() as db:
        rows = db.execute(
            select(RatingAssignment.person_id, RatingAssignment.id, Rating.value)
            .join(Rating, Rating.rating_assignment_id == RatingAssignment.id)
            .where(Rating.live, RatingAssignment.campaign_id == find_campaign(db, slug).id)
            .order_by(RatingAssignment.person_id, Rating.id)
        )
        for person, assignment, value in rows:
            found.setdefault(str(person), {}).setdefault(assignment, []).append(value)
    return found


def test_two_people_rate_translations(site: Site, visit: Callable[..., Page], shared_data: Path) -> None:
    """One thing missing, one undo, one reload: page, database and command line agree, and nothing names a system."""
    slug = "flores"
    load(site, slug, shared_data)
    page = visit()
    receiving = Received.by(page)
    kari = enter(site, slug, page, "Kari")
    first = kari.assignment
    by_keys(kari, "3333n33333")
    kari.says("Still missing")
    kari.says(LAST)
    assert kari.assignment == first
    by_keys(kari, "4")
    done_is(kari, 1)
    kari.undo()
    kari.says("Undone. Rate this response again.")
    done_is(kari, 0)
    kari.all_saved()
    kari.page.reload()
    kari.stands("rate")
    assert kari.assignment == first
    for number in range(1, EACH + 1):
        by_keys(kari, "01234n43210")
        if number < EACH:
            done_is(kari, number)
    expect(kari.page.locator(".finish")).to_contain_text("You have rated everything you were asked to rate.")

    ola = enter(site, slug, visit(), "Ola")
    for number in range(1, EACH + 1):
        by_mouse(ola, "2")
        if number < EACH:
            done_is(ola, number)
    expect(ola.page.locator(".finish")).to_contain_text("You have rated everything you were asked to rate.")

    by_kari, by_ola = live(site.store, slug).values()
    assert list(by_kari.values()) == [[0, 1, 2, 3, 4, None, 4, 3, 2, 1, 0]] * EACH
    assert list(by_ola.values()) == [[2] * 11] * EACH
    database = site.store.url.render_as_string(hide_password=False)
    results = json.loads(parvis("ratings", "--campaign", slug, "--format", "json", database=database))
    scores = {one["annotator"]: one["score"] for one in results["items"]}
    assert scores == {"Kari": pytest.approx(20 / 40), "Ola": pytest.approx(0.5)}
    rows = [json.loads(line) for line in (shared_data / "flores_en_nb" / "responses.jsonl").open(encoding="utf-8")]
    assert receiving.naming(sorted({row["system"] for row in rows})) == []


def test_several_beside_each_other_and_no_barriers(site: Site, visit: Callable[..., Page], shared_data: Path) -> None:
    """Three responses beside each other on a desktop, one on a phone: nothing that axe can find, nothing too wide."""
    slug = "beside"
    load(site, slug, shared_data)
    change_rules(site.store, slug, {"responses_beside": 3})
    page = visit(locale="nb")
    desk = enter(site, slug, page, "Siri")
    settle(page)
    expect(desk.at("section .body")).to_have_count(3)
    assert barriers(page) == []
    page.set_viewport_size(PHONE)
    settle(page)
    assert (barriers(page), sideways(page)) == ([], [])
    with site.store.read() as db:
        campaign = find_campaign(db, slug).id
        assert db.scalar(select(func.count(RatingAssignment.id)).filter_by(campaign_id=campaign)) >= 3
