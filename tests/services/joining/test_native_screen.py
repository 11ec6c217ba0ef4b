"""The screen for native readers: for those who come by the open link, once, with approved pairs only."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from eval_core.campaigns.joining.native_screen import (
    answer_screen,
    approve_pair,
    begin_screen,
    list_screen_pairs,
    read_screen,
    screen_results,
)
from eval_core.campaigns.rules import RuleError, change_rules
from eval_core.errors import RefusedError
from eval_core.protocols.native_screen import LEAST_APPROVED, load_pairs
from eval_core.store import Judgment, Membership, Prompt, ScreenApproval, ScreenTry, Store
from tests.conftest import Clock
from tests.support.acts import open_desk
from tests.support.arriving import LETTER, arrive, ended
from tests.support.building import Built, build_campaign
from tests.support.consenting import agree_to_letter


@pytest.fixture
def built(store: Store) -> Built:
    """A campaign with an open link and, approved, just as many pairs as it takes."""
    made = build_campaign(store)
    with store.write() as db:
        for prompt in db.scalars(select(Prompt)):
            prompt.written_standard = "nn"
    change_rules(store, made.slug, {"letter": LETTER, "open_link": True})
    for pair in [one for one in load_pairs() if one.standard == "nn"][:LEAST_APPROVED]:
        approve_pair(store, made.slug, pair.key)
    change_rules(store, made.slug, {"native_screen": True})
    return made


def right_side(store: Store) -> str:
    """The right answer to the pair that is shown."""
    with store.read() as db:
        trial = db.scalars(select(ScreenTry)).one()
        return str(trial.items[len(trial.answers)]["right"])


def answered(built: Built, session: str, *, wrong: int) -> bool | None:
    """Answer all twelve, the first so many wrongly; whether it was passed."""
    begin_screen(built.store, session, built.slug, "nn")
    for number in range(1, 13):
        right = right_side(built.store)
        side = right if number > wrong else "AB".replace(right, "")
        view = answer_screen(built.store, session, built.slug, number, side)
    return view.passed


def newcomer(built: Built) -> str:
    session = arrive(built, "Blid rev 1000", None)
    agree_to_letter(built, session)
    return session


def instead(built: Built, session: str) -> str | None:
    return open_desk(built.store, session, built.slug).instead


@pytest.mark.parametrize(("wrong", "passed"), [(0, True), (2, True), (3, False)])
def test_pass_and_fail(built: Built, wrong: int, *, passed: bool) -> None:
    """Ten of twelve pass, go on to the guidelines and judge that standard; nine end it, for the platform too."""
    session = newcomer(built)
    assert instead(built, session) == "screen"
    assert answered(built, session, wrong=wrong) is passed
    assert instead(built, session) == ("guidelines" if passed else "screened_out")
    assert ended(built, "Blid rev 1000") == (None if passed else "screened_out")
    with built.store.read() as db:
        roles = db.scalars(select(Membership.written_standard).where(Membership.role == "annotator")).all()
        assert ("nn" in roles) is passed
        assert db.scalars(select(Judgment)).all() == []
    results = screen_results(built.store, built.slug)
    assert (results.finished, results.passed) == (1, int(passed))


def test_one_try_and_no_second_answer(built: Built) -> None:
    """A double click, another number, a second beginning and answers after the end change nothing."""
    store, session = built.store, newcomer(built)
    first = begin_screen(store, session, built.slug, "nn")
    right = right_side(store)
    answer_screen(store, session, built.slug, 1, right)
    view = answer_screen(store, session, built.slug, 1, "AB".replace(right, ""))
    assert (view.number, begin_screen(store, session, built.slug, "nn").number) == (2, 2)
    assert answer_screen(store, session, built.slug, 12, "A").number == 2
    assert view.texts != first.texts
    for number in range(2, 13):
        view = answer_screen(store, session, built.slug, number, "AB".replace(right_side(store), ""))
    assert view.passed is False
    assert answer_screen(store, session, built.slug, 12, "A").passed is False
    assert begin_screen(store, session, built.slug, "nn").passed is False
    with pytest.raises(RefusedError):
        answer_screen(store, session, built.slug, 1, "C")


def test_a_double_tap_answers_one_pair(built: Built, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second press, which meets the next pair before anybody can have read it, is refused and costs nothing."""
    store, session = built.store, newcomer(built)
    begin_screen(store, session, built.slug, "nn")
    clock.move(seconds=5)
    monkeypatch.setenv("PARVIS_DWELL_MS", "400")
    answer_screen(store, session, built.slug, 1, "A")
    clock.move(milliseconds=500)
    with pytest.raises(RefusedError) as refusal:
        answer_screen(store, session, built.slug, 2, "A")
    assert refusal.value.code == "too_fast"
    assert read_screen(store, session, built.slug).number == 2
    clock.move(milliseconds=500)
    assert answer_screen(store, session, built.slug, 2, "A").number == 3


def test_one_person_answers_for_no_other(built: Built) -> None:
    """An answer goes to one's own try: another person's stays where it is."""
    session, other = newcomer(built), arrive(built, "Klok ugle 2000", None)
    agree_to_letter(built, other)
    begin_screen(built.store, session, built.slug, "nn")
    with pytest.raises(RefusedError):
        answer_screen(built.store, other, built.slug, 1, "A")
    assert read_screen(built.store, session, built.slug).number == 1


def test_invited_people_are_not_screened(built: Built) -> None:
    """Someone whom a lead has invited goes on after the letter, and has no screen to begin."""
    session = built.enter("Anna", "annotator")
    agree_to_letter(built, session)
    assert instead(built, session) == "guidelines"
    with pytest.raises(RefusedError):
        begin_screen(built.store, session, built.slug, "nn")


def test_a_screened_out_person_judges_nothing(built: Built) -> None:
    """Not by any way: the desk gives no sheet."""
    session = newcomer(built)
    answered(built, session, wrong=12)
    pile = open_desk(built.store, session, built.slug)
    assert (pile.instead, pile.sheets) == ("screened_out", ())


def test_only_approved_pairs_are_drawn(built: Built) -> None:
    """Of a draw, every pair was approved; one that is not stays out, and too few switch nothing on."""
    store = built.store
    begin_screen(store, newcomer(built), built.slug, "nn")
    with store.read() as db:
        drawn = {item["pair"] for item in db.scalars(select(ScreenTry)).one().items}
        known = set(db.scalars(select(ScreenApproval.pair)))
    assert len(drawn) == 12
    assert drawn <= known
    with pytest.raises(RefusedError) as refusal:
        approve_pair(store, built.slug, min(known), approve=False)
    assert refusal.value.code == "screen_in_use"
    change_rules(store, built.slug, {"native_screen": False})
    approve_pair(store, built.slug, min(known), approve=False)
    with pytest.raises(RuleError, match="1 more in nn"):
        change_rules(store, built.slug, {"native_screen": True})
    assert {pair.standard for pair, _approved in list_screen_pairs(store, built.slug)} == {"nn"}


def test_drafts_that_nobody_approved_are_never_drawn(built: Built) -> None:
    """Planted: without its approvals the screen that is on lets no one begin, rather than draw drafts."""
    session = newcomer(built)
    with built.store.write() as db:
        for approval in db.scalars(select(ScreenApproval)):
            db.delete(approval)
    with pytest.raises(RefusedError):
        begin_screen(built.store, session, built.slug, "nn")
