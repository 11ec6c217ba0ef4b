"""A new rater's way: guidelines, training with answers, a failed test, another try, and the work; desktop and phone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select

from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.desk.supply.qualification import grant_try
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.quality.gold_ratings import load_gold_ratings
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.locales import use_language
from eval_core.store import RatingAssignment
from tests.browser.conftest import Site
from tests.support.browser.axe_checks import PHONE, barriers, sideways
from tests.support.browser.desk import By, Desk
from tests.support.browser.layout import boxes, overlaps
from tests.support.browser.walking import DWELL_MS, Newcomer
from tests.support.checking import problems

SLUG, NAME = "rated", "Rita"
RULES: dict[str, Any] = {
    "training": 2,
    "test": 2,
    "pass_mark": 1.0,
    "letter": {"responsible": "Målgruppa", "contact": "Unni, unni@maal.example", "pay": "250 kr"},
}
RIGHT, WRONG = {"adequacy": "4", "fluency": "2"}, {"adequacy": "4", "fluency": "5"}
POINTS = ".desk [role=radio], .desk button[data-do=save]"


@pytest.fixture
def site(serve: Callable[..., Site], shared_data: Path, tmp_path: Path) -> Site:
    """Real translations to rate, and control responses of which each has the same known ratings."""
    running = serve(PARVIS_DWELL_MS=str(DWELL_MS))
    create_campaign(running.store, SLUG, title="Oversettelser", protocol="adequacy_fluency", per_annotator=2)
    import_responses(running.store, shared_data / "flores_en_nb" / "responses.jsonl", SLUG)
    rows = [
        {"prompt": f"She went home, {number}.", "response": f"Hun gå hjem, {number}.", "adequacy": "4-5", "fluency": 2}
        | {"explanation": "Verbet står i infinitiv.", "source_language": "en", "target_language": "nb"}
        for number in range(8)
    ]
    controls = tmp_path / "controls.jsonl"
    controls.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    load_gold_ratings(running.store, SLUG, controls)
    change_rules(running.store, SLUG, RULES)
    return running


def rate(desk: Desk, points: dict[str, str], by: By) -> None:
    """Look, rate, and save what lies there."""
    desk.stands("rate").look(DWELL_MS + 20)
    desk.rate(points, by)
    desk.do("save", by)


def press_on(desk: Desk, name: str, by: By) -> None:
    """Press a way on; no point and no Save of the next screen lies where it was."""
    was = boxes(desk.page, f".desk button[data-do={name}]")
    assert len(was) == 1
    desk.page.wait_for_timeout(350)
    desk.do(name, by)
    desk.stands("rate")
    assert overlaps(was, boxes(desk.page, POINTS)) == []


@pytest.mark.parametrize(
    ("language", "phone"),
    [pytest.param("nb", False, id="nb-on-a-desktop"), pytest.param("nn", True, id="nn-on-a-phone")],
)
def test_a_new_raters_way(site: Site, visit: Callable[..., Page], language: str, phone: bool) -> None:
    """Each answer of the training is read, the test has none, and only the work counts."""
    options: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {}
    by: By = "tap" if phone else "mouse"
    rater = Newcomer(visit(locale=f"{language}-NO", **options), site.store, language)
    rater.go_in(f"{site.url}/join/{add_person(site.store, NAME, ['annotator'], [SLUG]).token}")
    rater.consent_and_read()
    desk = rater.desk
    train(rater, by)
    be_tested(rater, by, right=False)
    rater.reads("Not passed this time")
    rater.reads("You rated {correct} of {asked} as we would have; that is not quite enough.", correct=1, asked=2)
    grant_try(site.store, SLUG, NAME)
    desk.page.reload()
    be_tested(rater, by, right=True)
    desk.stands("intro")
    expect(desk.at(".stage h1")).to_have_text(rater.say("You have passed"))
    assert barriers(desk.page) == []
    press_on(desk, "begin", by)
    for done in range(2):
        expect(desk.at(".count")).to_have_attribute("data-done", str(done))
        rate(desk, RIGHT, by)
    rater.reads("You have rated everything you were asked to rate.")
    with site.store.read() as db:
        kinds = db.scalars(select(RatingAssignment.kind).order_by(RatingAssignment.id)).all()
    assert kinds[:7] == [*["training"] * 2, *["test"] * 4, "regular"]
    assert problems(site.store, SLUG) == []
    use_language("en")


def train(rater: Newcomer, by: By) -> None:
    """Two responses, the first rated otherwise than expected; the answer outlives a reload."""
    desk, say = rater.desk, rater.say
    desk.stands("intro")
    expect(desk.at(".stage h1")).to_have_text(say("First, some training"))
    assert barriers(desk.page) == []
    press_on(desk, "begin", by)
    expect(desk.at(".count")).to_have_text(say("Training {number} of {total}", number=1, total=2))
    expect(desk.at("button[data-do=skip]")).to_be_hidden()
    rate(desk, WRONG, by)
    for _ in range(2):
        desk.stands("answer")
        expect(desk.at(".lesson .verdict")).to_have_text(say("Not quite."))
        expect(desk.at(".lesson .because")).to_have_text("Verbet står i infinitiv.")
        lines = desk.at(".lesson li")
        expect(lines).to_have_count(2)
        expect(lines.nth(0)).to_contain_text(say("you gave {given}, as expected", given=4))
        expect(lines.nth(1)).to_contain_text(say("you gave {given}, we expected {expected}", given=5, expected=2))
        expect(desk.at("fieldset[data-criterion=adequacy] [data-expected]")).to_have_count(2)
        expect(desk.at("fieldset[data-criterion=fluency] [aria-checked=true]")).to_have_attribute("data-value", "5")
        assert barriers(desk.page) == []
        assert sideways(desk.page) == []
        desk.all_saved()
        desk.page.reload()
    desk.stands("answer")
    press_on(desk, "next", by)
    rate(desk, RIGHT, by)
    desk.stands("answer")
    expect(desk.at(".lesson .verdict")).to_have_text(say("Right."))
    desk.page.wait_for_timeout(350)
    desk.do("next", by)


def be_tested(rater: Newcomer, by: By, *, right: bool) -> None:
    """Two responses without an answer, the second rated rightly or not."""
    desk, say = rater.desk, rater.say
    desk.stands("intro")
    expect(desk.at(".stage h1")).to_have_text(say("Now a short test"))
    expect(desk.at(".stage")).to_contain_text(
        say("You pass if you rate at least {right} of {asked} as we would have done.", right=2, asked=2)
    )
    press_on(desk, "begin", by)
    for number, points in ((1, RIGHT), (2, RIGHT if right else WRONG)):
        expect(desk.at(".count")).to_have_text(say("Test {number} of {total}", number=number, total=2))
        rate(desk, points, by)
