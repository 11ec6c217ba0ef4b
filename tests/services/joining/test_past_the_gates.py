"""Getting at the texts past letter, screen and guidelines, by what a browser can send: nothing comes, nothing counts."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from sqlalchemy import func, select, update

from eval_core.campaigns.joining.consent import withdraw_consent
from eval_core.campaigns.joining.guidelines import acknowledge_guidelines, read_guidelines
from eval_core.campaigns.joining.native_screen import answer_screen, approve_pair, begin_screen, read_screen
from eval_core.campaigns.joining.open_link import find_door, renew_own_link, take_part
from eval_core.campaigns.rules import change_rules
from eval_core.errors import RefusedError
from eval_core.protocols.native_screen import LEAST_APPROVED, load_pairs
from eval_core.store import Assignment, Judgment, Prompt, Response, ScreenTry
from tests.support.acts import open_desk
from tests.support.arriving import LETTER
from tests.support.building import Built
from tests.support.consenting import agree_to_letter
from tests.support.desk_tab import Tab, action
from tests.support.judging import judge

TEXT = "Hemmeleg tekst som ingen skal sjå før"


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """A campaign in Nynorsk with an open link and the screen; somebody else has sheets on the desk."""
    made = campaign(prompts=4)
    with made.store.write() as db:
        db.execute(update(Prompt).values(written_standard="nn", text=TEXT))
        for response in db.scalars(select(Response)):
            response.text = f"{TEXT} {response.id}"
    change_rules(made.store, made.slug, {"letter": LETTER, "open_link": True})
    for pair in [one for one in load_pairs() if one.standard == "nn"][:LEAST_APPROVED]:
        approve_pair(made.store, made.slug, pair.key)
    change_rules(made.store, made.slug, {"native_screen": True})
    invited = made.enter("Anna")
    agree_to_letter(made, invited)
    read_guidelines_of(made, invited)
    assert open_desk(made.store, invited, made.slug).task is not None
    return made


def read_guidelines_of(built: Built, session: str) -> None:
    version = read_guidelines(built.store, session, built.slug, "nn").version
    acknowledge_guidelines(built.store, session, built.slug, version, "nn")


def newcomer(built: Built) -> str:
    """The session of someone who has just agreed to the letter at the door."""
    door = find_door(built.store, built.slug, "nn")
    assert door is not None
    return take_part(built.store, built.slug, letter=door.letter.hash, language="nn").session


def stands(built: Built, session: str) -> str:
    """Why nothing lies on the desk, after everything that a browser can send was tried; no text has come."""
    tab = Tab(built, session)
    with built.store.read() as db:
        known = list(db.scalars(select(Assignment.id)))
        before = db.scalar(select(func.count(Judgment.id)))
    answers = [tab.client.get(tab.address, params={"ahead": 99, "language": "en"}).text]
    for number in (*known, 0, 1, 10**6):
        sheet = {"assignment": number, "revision": 0}
        tried = (
            action("choose", sheet, choice="A", seen_ms=9000, visible_ms=9000, layout="side_by_side"),
            action("skip", sheet, reason="unreadable"),
            action("explain", sheet, issues={}),
            action("undo", sheet),
        )
        for sent in tried:
            answer = tab.raw(json.dumps({"actions": [sent], "holding": [number], "ahead": 99}))
            assert answer.json()["answers"][0]["result"] == "refused"
            answers.append(answer.text)
    assert not [text for text in answers if TEXT in text]
    with built.store.read() as db:
        assert list(db.scalars(select(Assignment.id))) == known
        assert db.scalar(select(func.count(Judgment.id))) == before
    piles = [json.loads(text)["pile"] for text in answers]
    assert [pile["sheets"] for pile in piles] == [[]] * len(piles)
    (instead,) = {pile["instead"] for pile in piles}
    return str(instead)


def screened(built: Built, session: str, *, right: bool) -> None:
    begin_screen(built.store, session, built.slug, "nn")
    for number in range(1, 13):
        with built.store.read() as db:
            trial = db.scalars(select(ScreenTry).order_by(ScreenTry.id.desc())).first()
            assert trial is not None
            key = trial.items[len(trial.answers)]["right"]
        answer_screen(built.store, session, built.slug, number, key if right else "AB".replace(key, ""))


def test_each_gate_in_turn(built: Built) -> None:
    """Screen, then guidelines, then texts; with a letter that has changed, that first."""
    session = newcomer(built)
    assert stands(built, session) == "screen"
    screened(built, session, right=True)
    assert stands(built, session) == "guidelines"
    change_rules(built.store, built.slug, {"letter": {"pay": "1 kr"}})
    assert stands(built, session) == "consent"
    agree_to_letter(built, session)
    read_guidelines_of(built, session)
    # The planted violation: past the last gate the same look does see the texts.
    with pytest.raises(AssertionError):
        stands(built, session)


def test_no_way_back_to_the_screen(built: Built) -> None:
    """Who did not pass stays out: by a new link, by withdrawing and agreeing again, by a second beginning."""
    session = newcomer(built)
    screened(built, session, right=False)
    assert stands(built, session) == "screened_out"
    session = renew_own_link(built.store, session, built.slug).session
    assert stands(built, session) == "screened_out"
    withdraw_consent(built.store, session, built.slug)
    assert stands(built, session) == "consent"
    agree_to_letter(built, session)
    assert stands(built, session) == "screened_out"
    assert begin_screen(built.store, session, built.slug, "nn").passed is False
    assert answer_screen(built.store, session, built.slug, 1, "A").passed is False


def test_the_screen_tells_no_key(built: Built) -> None:
    """What is sent of a pair are its two sentences and its number; which side is right is drawn, for each person anew."""
    sides = []
    for _person in range(12):
        session = newcomer(built)
        view = begin_screen(built.store, session, built.slug, "nn")
        assert set(vars(view)) == {"standards", "number", "total", "texts", "passed"}
        assert view == read_screen(built.store, session, built.slug)
        with built.store.read() as db:
            sides += [
                "".join(item["right"] for item in trial.items)
                for trial in db.scalars(select(ScreenTry).order_by(ScreenTry.id.desc()).limit(1))
            ]
        with pytest.raises(RefusedError):
            answer_screen(built.store, session, built.slug, 1, "right")
    assert len(set(sides)) > 6
    assert 40 < "".join(sides).count("A") < 104


def test_nobody_takes_more_than_each_is_asked_for(built: Built) -> None:
    """The limit of the open link holds against a browser that hoards sheets; who was invited has no limit."""
    change_rules(built.store, built.slug, {"native_screen": False, "open_link_judgments": 2})
    session = newcomer(built)
    read_guidelines_of(built, session)
    tab = Tab(built, session)
    hoard = {sheet["assignment"]: sheet for _look in range(3) for sheet in tab.pile(ahead=99)}
    assert len(hoard) == 2
    chosen = [
        action("choose", sheet, choice="A", seen_ms=9000, visible_ms=9000, layout="side_by_side")
        for sheet in hoard.values()
    ]
    assert [result for result, _word in tab.act(*chosen, ahead=99)] == ["recorded"] * 2
    pile = tab.client.get(tab.address, params={"ahead": 99}).json()["pile"]
    assert (pile["sheets"], pile["instead"], pile["done"]) == ([], "quota", 2)
    invited = built.enter("Bo")
    agree_to_letter(built, invited)
    read_guidelines_of(built, invited)
    assert judge(built, invited, at_most=5) == 5
