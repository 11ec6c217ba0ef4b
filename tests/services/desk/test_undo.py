"""Undo takes back the last action, whatever it was, and again the one before; and what the lead does meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select, update

from eval_core.campaigns.desk import clicks
from eval_core.campaigns.desk.judgments import revise_judgment
from eval_core.campaigns.desk.pile import Given, Pile, TextMark
from eval_core.campaigns.joining.guidelines import publish_clarification
from eval_core.campaigns.quality.exclusions import exclude_person
from eval_core.campaigns.timing import LEASE
from eval_core.store import Campaign, Judgment, Remark
from tests.conftest import Clock
from tests.support.acts import action
from tests.support.building import Built
from tests.support.checking import problems, refusal
from tests.support.golden import settle


@pytest.fixture(autouse=True)
def far(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many ahead as there may be."""
    monkeypatch.setenv("PARVIS_AHEAD", "20")


def send(built: Built, who: str, *acts: dict[str, object]) -> tuple[list[str], Pile]:
    answers, pile = clicks.act(built.store, who, built.slug, acts, [])
    return [one.word or one.result for one in answers], pile


def undo(built: Built, who: str, pile: Pile) -> Pile:
    """Take back what the pile names first; the sheet comes back before all others."""
    newest = pile.undo[0]
    words, after = send(built, who, action("undo", newest.assignment_id, newest.revision))
    assert words == ["recorded"]
    assert after.sheets[0].assignment_id == newest.assignment_id
    return after


def standing(built: Built) -> int:
    with built.store.read() as db:
        return len(db.scalars(select(Judgment.id).where(Judgment.live, Judgment.choice.is_not(None))).all())


def test_back_through_twenty_actions(campaign: Callable[..., Built]) -> None:
    """Twenty-six choices: the last twenty can be taken back one after the other, and all be judged again."""
    built = campaign(prompts=20)
    who = built.enter("Kari")
    pile = clicks.open_desk(built.store, who, built.slug)
    for _ in range(2):
        acts = [action("choose", sheet.assignment_id, 0, choice="A") for sheet in pile.sheets[:13]]
        pile = send(built, who, *acts)[1]
    assert (pile.done, len(pile.undo)) == (26, 20)
    for left in range(25, 5, -1):
        pile = undo(built, who, pile)
        assert pile.done == left == standing(built)
    again = [action("choose", sheet.assignment_id, sheet.revision, choice="B") for sheet in pile.sheets]
    assert set(send(built, who, *again)[0]) == {"recorded"}
    assert problems(built.store, built.slug) == []


def test_each_kind_is_taken_back_in_its_turn(campaign: Callable[..., Built]) -> None:
    """Skip, reasons and choice, from the last to the first; the reasons are asked for again, as they were."""
    built = campaign(prompts=1)
    settle(built, reasons="all")
    who = built.enter("Kari")
    pile = clicks.open_desk(built.store, who, built.slug)
    one, two, three = (sheet.assignment_id for sheet in pile.sheets)
    acts = [action("choose", one, 0, choice="A"), action("explain", one, 1, marks=[], tie=None, comment="Hm.")]
    pile = send(built, who, *acts, action("skip", two, 0, reason="other"), action("skip", three, 0, reason="other"))[1]
    assert (pile.instead, [each.kind for each in pile.undo]) == ("finished", ["skip", "skip", "explain", "choose"])
    pile = undo(built, who, undo(built, who, pile))
    pile = undo(built, who, pile)
    assert (pile.sheets[0].chosen, pile.done, pile.sheets[0].given) == ("A", 1, Given((), None, "Hm."))
    with built.store.read() as db:
        assert db.scalars(select(Judgment.live).join(Remark)).all() == [False]
    pile = undo(built, who, pile)
    assert ([sheet.assignment_id for sheet in pile.sheets], pile.done, pile.undo) == ([one, two, three], 0, ())
    assert problems(built.store, built.slug) == []


def test_four_undos_over_two_reasons(campaign: Callable[..., Built]) -> None:
    """X and why, Y and why, and all of it back: each time the sheet it was, with its reasons; X is asked about again."""
    built = campaign(prompts=2)
    settle(built, reasons="all")
    who = built.enter("Kari")
    x, y = (sheet.assignment_id for sheet in clicks.open_desk(built.store, who, built.slug).sheets[:2])
    acts = [
        action("choose", x, 0, choice="A"),
        action("explain", x, 1, marks=[{"side": "B", "start": 0, "end": 5, "issue": "flow"}], comment="Stivt."),
        action("choose", y, 0, choice="tie"),
        action("explain", y, 1, marks=[], tie="both_well"),
    ]
    pile = send(built, who, *acts)[1]
    about_x, about_y = Given((TextMark("B", 0, 5, "flow"),), None, "Stivt."), Given((), "both_well", "")
    seen = []
    for _ in range(4):
        pile = undo(built, who, pile)
        first = pile.sheets[0]
        seen.append((first.assignment_id, first.chosen, first.given))
    assert seen == [(y, "tie", about_y), (y, None, None), (x, "A", about_x), (x, None, None)]
    # The same choice again is asked about, and comes with what was said of it.
    pile = send(built, who, action("choose", x, pile.sheets[0].revision, choice="A"))[1]
    assert (pile.sheets[0].chosen, pile.sheets[0].given) == ("A", about_x)
    pile = undo(built, who, pile)
    pile = send(built, who, action("choose", x, pile.sheets[0].revision, choice="B"))[1]
    assert (pile.sheets[0].chosen, pile.sheets[0].given) == ("B", None)
    with built.store.read() as db:
        assert sorted(filter(None, db.scalars(select(Remark.comment)))) == ["Stivt."]
        assert len(db.scalars(select(Remark.id)).all()) == 2
    assert problems(built.store, built.slug) == []


def test_reasons_that_are_undone_in_two_tabs(campaign: Callable[..., Built]) -> None:
    """The second tab is told that they are undone, and does not take the choice back; nor what was revised since."""
    built = campaign(prompts=2)
    settle(built, reasons="all")
    who = built.enter("Kari")
    one = clicks.open_desk(built.store, who, built.slug).sheets[0].assignment_id
    send(built, who, action("choose", one, 0, choice="A"), action("explain", one, 1, marks=[]))
    assert send(built, who, action("undo", one, 1), action("undo", one, 1))[0] == ["recorded", "known"]
    assert clicks.open_desk(built.store, who, built.slug).sheets[0].chosen == "A"
    assert revise_judgment(built.store, who, built.slug, one, 2, "B")
    words, pile = send(built, who, action("undo", one, 1), action("undo", one, 2))
    assert (words, pile.undo) == (["stale", "stale"], ())
    assert standing(built) == 1
    assert problems(built.store, built.slug) == []


def test_what_is_not_undone_at_the_desk(campaign: Callable[..., Built], clock: Clock) -> None:
    """Not over a revision made in My work, not what came before a long break, and nothing twice."""
    built = campaign(prompts=8)
    who = built.enter("Kari")
    ids = [sheet.assignment_id for sheet in clicks.open_desk(built.store, who, built.slug).sheets]
    pile = send(built, who, *(action("choose", one, 0, choice="A") for one in ids[:3]))[1]
    assert revise_judgment(built.store, who, built.slug, ids[1], 1, "B")
    pile = clicks.open_desk(built.store, who, built.slug)
    assert [one.assignment_id for one in pile.undo] == [ids[2]]
    pile = undo(built, who, pile)
    assert pile.undo == ()
    assert send(built, who, action("undo", ids[1], 1), action("undo", ids[1], 2))[0] == ["stale", "stale"]
    send(built, who, action("choose", ids[2], 2, choice="A"))
    clock.move(seconds=LEASE.total_seconds() + 60)
    clicks.open_desk(built.store, who, built.slug)
    clock.move(seconds=60)
    after = send(built, who, action("choose", ids[3], 0, choice="A", seen_ms=30_000))[1]
    assert [one.assignment_id for one in after.undo] == [ids[3]]
    assert problems(built.store, built.slug) == []


@pytest.mark.parametrize("status", ["paused", "closed", "archived"])
def test_what_the_lead_does_meanwhile(campaign: Callable[..., Built], status: str) -> None:
    """While the campaign is not open, every action is told so and none is done; opened again, the same are recorded."""
    built = campaign(prompts=8)
    who = built.enter("Kari")
    one, two, three = (sheet.assignment_id for sheet in clicks.open_desk(built.store, who, built.slug).sheets[:3])
    send(built, who, action("choose", one, 0, choice="A"))
    acts = [action("choose", two, 0, choice="A"), action("skip", three, 0, reason="other"), action("undo", one, 1)]

    def turn(to: str) -> None:
        with built.store.write() as db:
            db.execute(update(Campaign).values(status=to))

    turn(status)
    words, pile = send(built, who, *acts)
    assert words == [status] * 3
    assert (pile.instead, pile.sheets, pile.undo, standing(built)) == (status, (), (), 1)
    turn("open")
    assert send(built, who, acts[2], acts[0], acts[1])[0] == ["recorded"] * 3
    assert refusal(lambda: clicks.act(built.store, "", built.slug, acts)) == "signed_out"
    assert problems(built.store, built.slug) == []


def test_guidelines_that_change_while_sheets_lie_ahead(campaign: Callable[..., Built], clock: Clock) -> None:
    """What was handed out before a clarification is judged under the version before it; then the desk asks to read."""
    built = campaign(prompts=8)
    who = built.enter("Kari")
    first, second = (sheet.assignment_id for sheet in clicks.open_desk(built.store, who, built.slug).sheets[:2])
    clock.move(minutes=1)
    send(built, who, action("choose", first, 0, choice="A"))
    clock.move(minutes=1)
    publish_clarification(built.store, built.slug, "Tall er ikke feil.")
    clock.move(minutes=1)
    words, pile = send(built, who, action("choose", second, 0, choice="A", seen_ms=1000, age_ms=0))
    assert (words, pile.instead) == (["recorded"], "guidelines")
    with built.store.read() as db:
        before, after = db.scalars(select(Judgment.guideline_version).order_by(Judgment.id))
    assert before is not None
    assert (after, "+" in before) == (before, False)


def test_an_excluded_person_adds_nothing(campaign: Callable[..., Built]) -> None:
    """Excluded while they work: what is still sent is told so, and nothing is recorded or laid out any more."""
    built = campaign(prompts=8)
    who = built.enter("Kari")
    one, two = (sheet.assignment_id for sheet in clicks.open_desk(built.store, who, built.slug).sheets[:2])
    send(built, who, action("choose", one, 0, choice="A"))
    with built.store.read() as db:
        person = db.scalars(select(Judgment.person_id)).one()
    assert person is not None
    exclude_person(built.store, built.slug, person, "A test.", put_back=True)
    words, pile = send(built, who, action("choose", two, 0, choice="A"), action("undo", one, 1))
    assert words == ["excluded"] * 2
    assert (pile.instead, pile.sheets, pile.undo, standing(built)) == ("finished", (), (), 1)
