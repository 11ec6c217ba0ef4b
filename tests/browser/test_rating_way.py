"""A rater's whole way under HEval, on a desktop and on a phone: letter, guidelines, marks, a tunnel, an undone skip."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select

from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.locales import use_language
from eval_core.protocols import load_protocol
from eval_core.store import Rating, RatingAssignment, RatingMark, Response, Store
from tests.browser.conftest import Site
from tests.support.browser.acting import Received
from tests.support.browser.axe_checks import PHONE
from tests.support.browser.desk import By, Desk
from tests.support.browser.tunnel import tunnel
from tests.support.browser.walking import DWELL_MS, Newcomer

SLUG, NAME, QUOTA = "rated", "Rita", 7
CRITERIA = [one.key for one in load_protocol("heval").rated]
RULES: dict[str, Any] = {"letter": {"responsible": "Målgruppa", "contact": "Unni, unni@maal.example", "pay": "250 kr"}}
# The turns without network or server: as many as lie in the browser, but for one.
TUNNEL = (4, 5)


@dataclass(frozen=True)
class Rated:
    """What the rater gave to one response: points in the order of the criteria, and (criterion, words) marked."""

    points: tuple[str, ...]
    marks: frozenset[tuple[str, str]]


@pytest.fixture
def site(serve: Callable[..., Site], shared_data: Path) -> Site:
    """Real translations to rate, with a letter to agree to."""
    running = serve(PARVIS_DWELL_MS=str(DWELL_MS))
    create_campaign(running.store, SLUG, title="Oversettelser", protocol="heval", per_annotator=QUOTA)
    import_responses(running.store, shared_data / "flores_en_nb" / "responses.jsonl", SLUG)
    change_rules(running.store, SLUG, RULES)
    return running


def points_of(turn: int) -> tuple[str, ...]:
    """Other points at each turn, "not applicable" among them."""
    return tuple("na" if (turn + place) % 6 == 5 else str((turn + place) % 5) for place in range(len(CRITERIA)))


def rate(desk: Desk, turn: int, by: By) -> tuple[int, Rated]:
    """Rate what lies there, mark words at every other turn, and save; what was given to which response."""
    desk.stands("rate").look(DWELL_MS + 20)
    here, points, marks = desk.assignment, points_of(turn), frozenset[tuple[str, str]]()
    if turn % 2 == 0:
        word = desk.word("A", turn % 3)
        marks = frozenset({(CRITERIA[1], word.inner_text())})
        desk.mark("A", turn % 3, CRITERIA[1], by="tap" if by == "tap" else "mouse")
    if by == "key":
        desk.at(f"fieldset[data-criterion={CRITERIA[0]}]").locator("[role=radio]").first.focus()
        for value in points:
            desk.page.keyboard.press("n" if value == "na" else value)
    else:
        desk.rate(dict(zip(CRITERIA, points, strict=True)), by)
    expect(desk.at("[role=radio][aria-checked=true]")).to_have_count(len(CRITERIA))
    if by == "key":
        desk.page.keyboard.press("Enter")
    else:
        desk.do("save", by)
    expect(desk.at(".count")).to_have_attribute("data-done", str(turn + 1))
    return here, Rated(points, marks)


@pytest.mark.parametrize(
    ("language", "phone"),
    [pytest.param("nb", False, id="nb-on-a-desktop"), pytest.param("en", True, id="en-on-a-phone")],
)
def test_a_raters_way(
    site: Site, serve: Callable[..., Site], visit: Callable[..., Page], language: str, phone: bool, shared_data: Path
) -> None:
    """From the invitation to the last screen; what is stored is what was given, and nothing names a system."""
    options: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {}
    rater = Newcomer(visit(locale=f"{language}-NO", **options), site.store, language)
    received = Received.by(rater.page)
    rater.go_in(f"{site.url}/join/{add_person(site.store, NAME, ['annotator'], [SLUG]).token}")
    rater.consent_and_read()
    made = work(site, serve, rater, phone=phone)
    rater.reads("You have rated everything you were asked to rate.")
    rater.look()
    assert stored(site.store) == made
    rows = [json.loads(line) for line in (shared_data / "flores_en_nb" / "responses.jsonl").open(encoding="utf-8")]
    assert received.naming(sorted({row["system"] for row in rows})) == []
    use_language("en")


def work(site: Site, serve: Callable[..., Site], rater: Newcomer, *, phone: bool) -> dict[int, Rated]:
    """All ratings, an undone one, an undone skip, and two in a tunnel of ten minutes."""
    desk, made = rater.desk, {}

    def by(turn: int) -> By:
        return "tap" if phone else "key" if turn % 2 else "mouse"

    for turn in range(QUOTA):
        if turn in TUNNEL[1:]:
            continue
        if turn == TUNNEL[0]:
            desk.all_saved()
            with tunnel(serve, site, rater.page, minutes=10, PARVIS_DWELL_MS=str(DWELL_MS)):
                made |= dict(rate(desk, inside, by(inside)) for inside in TUNNEL)
                desk.says(rater.say("Saved up to no. {done}, {count} waiting", done=TUNNEL[0], count=2))
            desk.all_saved()
            continue
        rater.look()
        here, given = rate(desk, turn, by(turn))
        if turn == 1:
            desk.undo("tap" if phone else "key")
            desk.says(rater.say("Undone. Rate this response again."))
            assert (desk.assignment, desk.done) == (here, 1)
            here, given = rate(desk, turn, by(turn))
        made[here] = given
        if turn == 2:
            slip(rater, by(1))
    return made


def slip(rater: Newcomer, by: By) -> None:
    """A skip that was a slip: undone, the same response lies there."""
    desk = rater.desk.stands("rate")
    here, texts, count = desk.assignment, desk.texts, desk.done
    desk.skip("uncomfortable", "tap" if by == "tap" else "mouse")
    desk.says(rater.say("Skipped. It goes to somebody else."))
    desk.undo("tap" if by == "tap" else "key")
    desk.says(rater.say("Undone. The response is here again."))
    assert (desk.assignment, desk.texts, desk.done) == (here, texts, count)


def stored(store: Store) -> dict[int, Rated]:
    """The ratings that stand, with the words that were marked."""
    found: dict[int, Rated] = {}
    with store.read() as db:
        assignments = db.scalars(select(RatingAssignment).where(RatingAssignment.status == "done")).all()
        for one in assignments:
            rows = db.scalars(select(Rating).filter_by(rating_assignment_id=one.id, live=True)).all()
            values = {row.criterion: "na" if row.value is None else str(row.value) for row in rows}
            text = db.get_one(Response, one.response_id).text or ""
            revision = max(row.revision for row in rows)
            marks = db.scalars(select(RatingMark).filter_by(rating_assignment_id=one.id, revision=revision)).all()
            found[one.id] = Rated(
                tuple(values[key] for key in CRITERIA),
                frozenset((mark.issue, text[mark.start : mark.end]) for mark in marks),
            )
    return found
