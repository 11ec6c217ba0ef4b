"""The pile: sheets taken ahead are leased, drawn and counted like any other, and handed back they go to others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection

import pytest
from sqlalchemy import select

from eval_core.campaigns.access import Trusted
from eval_core.campaigns.desk import clicks
from eval_core.campaigns.desk.pile import Pile
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.timing import LEASE
from eval_core.protocols import load_protocol
from eval_core.store import Assignment, Comparison, RatingAssignment
from tests.conftest import Clock
from tests.support.acts import action
from tests.support.building import Built, comparisons
from tests.support.checking import leaks, problems
from tests.support.golden import add_gold, path_of, settle

AHEAD = pytest.mark.parametrize("ahead", [0, 2, 20])
ON_SQLITE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@pytest.fixture(autouse=True)
def far(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many ahead as there may be."""
    monkeypatch.setenv("PARVIS_AHEAD", "20")


def ids(pile: Pile) -> list[int]:
    return [sheet.assignment_id for sheet in pile.sheets]


def opened(built: Built, who: str, ahead: int = 2) -> Pile:
    return clicks.open_desk(built.store, who, built.slug, ahead=ahead)


def told(built: Built, who: str, holding: Collection[int], ahead: int = 2) -> Pile:
    """The pile after a browser said what it holds."""
    return clicks.act(built.store, who, built.slug, [], holding, ahead=ahead)[1]


def judge_first(built: Built, who: str, pile: Pile, ahead: int, choice: str = "A") -> Pile:
    """Judge the first sheet, go on holding the others."""
    first = pile.sheets[0]
    done = action("choose", first.assignment_id, first.revision, choice=choice)
    if first.kind == "rating":
        scores = {criterion.key: 3 for criterion in load_protocol("heval").rated}
        done = action("rate", first.assignment_id, first.revision, scores=scores)
    answers, after = clicks.act(built.store, who, built.slug, [done], ids(pile)[1:], ahead=ahead)
    assert [one.result for one in answers] == ["recorded"]
    return after


def work(built: Built, who: str, ahead: int, most: int = 10_000) -> list[int]:
    """Judge up to so many from piles; the assignments in the order in which they came."""
    pile = opened(built, who, ahead)
    met: list[int] = []
    while pile.sheets and len(met) < most:
        assert len(pile.sheets) <= 1 + ahead
        assert leaks(pile, built.systems) == []
        met.append(pile.sheets[0].assignment_id)
        pile = judge_first(built, who, pile, ahead)
    return met


@AHEAD
def test_as_many_sheets_as_asked_for(campaign: Callable[..., Built], ahead: int) -> None:
    """One and those ahead: leased for as long, by one person only, and the same again when asked again."""
    built = campaign(prompts=40, overlap=1)
    kari, ola = built.annotators(2)
    pile, others = opened(built, kari, ahead), opened(built, ola, ahead)
    assert len(pile.sheets) == len(others.sheets) == 1 + ahead
    assert opened(built, kari, ahead) == pile
    with built.store.read() as db:
        rows = list(db.scalars(select(Assignment)))
        db.expunge_all()
    assert {row.leased_until for row in rows} == {built.store.now() + LEASE}
    assert len({row.comparison_id for row in rows}) == len(rows) == 2 + 2 * ahead
    assert problems(built.store, built.slug) == []


@pytest.mark.parametrize("asked", [0, 5, 21, 10**9])
def test_nobody_takes_more_than_the_operator_allows(
    campaign: Callable[..., Built], monkeypatch: pytest.MonkeyPatch, asked: int
) -> None:
    """A browser may ask for fewer than PARVIS_AHEAD, never for more."""
    monkeypatch.setenv("PARVIS_AHEAD", "3")
    built = campaign(prompts=40)
    assert len(opened(built, built.enter("Kari"), asked).sheets) == 1 + min(asked, 3)


@pytest.mark.slow
@ON_SQLITE
@AHEAD
def test_shares_and_distances_hold(campaign: Callable[..., Built], ahead: int) -> None:
    """Gold once in each ten, repeats after twenty, prompts ten apart and both sides alike, however many lie ahead."""
    built = campaign(prompts=60, overlap=2)
    add_gold(built, 20)
    settle(built, gold_share=0.1, repeat_share=0.1)
    who = built.enter("Kari")
    met = work(built, who, ahead, 100)
    path = path_of(built, who)[:100]
    kinds = [kind for kind, _, _ in path]
    assert [kinds[start : start + 10].count("gold") for start in range(0, 100, 10)] == [1] * 10
    assert "repeat" not in kinds[:20]
    assert 5 <= kinds.count("repeat") <= 8
    last: dict[int, int] = {}
    for place, (_, prompt, _) in enumerate(path):
        assert place - last.get(prompt, -100) >= 10
        last[prompt] = place
    with built.store.read() as db:
        order = list(db.scalars(select(Assignment.id).order_by(Assignment.sequence)))
        swapped = Counter(db.scalars(select(Assignment.swapped).where(Assignment.kind == "regular")))
    assert met == order[:100]
    assert abs(swapped[True] - swapped[False]) <= 12  # repeats come the other way round, and are not counted here
    assert problems(built.store, built.slug) == []


@ON_SQLITE
@AHEAD
def test_overlap_is_met_by_people_with_piles(campaign: Callable[..., Built], ahead: int) -> None:
    """Three people who take turns fill every comparison's overlap and no more, and come to an end."""
    built = campaign(prompts=8, overlap=2)
    people = built.annotators(3)
    piles = {who: opened(built, who, ahead) for who in people}
    for _ in range(200):
        for who in people:
            piles[who] = judge_first(built, who, piles[who], ahead) if piles[who].sheets else opened(built, who, ahead)
        if not any(pile.sheets for pile in piles.values()):
            break
    assert [row.done for row in comparisons(built.store, built.slug)] == [2] * 24
    assert {opened(built, who, ahead).instead for who in people} == {"finished"}
    assert problems(built.store, built.slug) == []


@AHEAD
def test_nobody_gets_more_than_their_quota(campaign: Callable[..., Built], ahead: int) -> None:
    """Near it the pile shrinks, and then it is the quota that is told; an undone one is asked for again."""
    built = campaign(prompts=20, per_annotator=5)
    who = built.enter("Kari")
    pile = opened(built, who, ahead)
    for left in range(5, 0, -1):
        assert len(pile.sheets) == min(1 + ahead, left)
        pile = judge_first(built, who, pile, ahead)
    assert (pile.sheets, pile.instead, pile.done) == ((), "quota", 5)
    newest = pile.undo[0]
    undo = action("undo", newest.assignment_id, newest.revision)
    again = clicks.act(built.store, who, built.slug, [undo], [], ahead=ahead)[1]
    assert (ids(again), again.done) == ([newest.assignment_id], 4)


@pytest.mark.parametrize("rates", [False, True])
def test_the_pile_shrinks_at_the_end(campaign: Callable[..., Built], rates: bool) -> None:
    """With fewer than three open comparisons for each who works, one sheet at a time: nobody waits for a tunnel.

    And responses are counted as comparisons are.
    """
    built = campaign(prompts=3, overlap=1, **({"protocol": "heval"} if rates else {}))  # nine of either
    people = built.annotators(3)
    pile = opened(built, people[0], 20)
    assert len(pile.sheets) >= 7
    pile = told(built, people[0], ids(pile)[:1], 2)
    for who in people[1:]:
        opened(built, who, 0)
    left = 9
    while pile.sheets:
        with built.store.read() as db:
            if rates:
                left = 9 - len(db.scalars(select(RatingAssignment).where(RatingAssignment.status == "done")).all())
            else:
                left = len(db.scalars(select(Comparison.id).where(Comparison.done < Comparison.overlap)).all())
        fresh = told(built, people[0], [pile.sheets[0].assignment_id], 2)
        assert (len(fresh.sheets) > 1) == (left >= 9), left
        pile = judge_first(built, people[0], fresh, 2)
    assert pile.instead == "waiting"
    assert left == 3


def test_what_a_browser_no_longer_holds_goes_to_others(campaign: Callable[..., Built]) -> None:
    """Handed back, it is anybody's; nobody is made to wait half an hour for a tab that was closed."""
    built = campaign(prompts=8, overlap=1, systems=("alfa-modell", "bravo-modell"))
    kari, ola = built.annotators(2)
    pile = opened(built, kari, 20)
    assert len(pile.sheets) == 8
    kept = ids(pile)[:1]
    assert ids(told(built, kari, kept, 0)) == kept
    met = work(built, ola, 0)
    assert len(met) == 7
    assert opened(built, ola, 0).instead == "waiting"
    assert ids(opened(built, kari, 20)) == kept
    assert problems(built.store, built.slug) == []


def test_a_response_that_is_handed_back_goes_to_others(campaign: Callable[..., Built]) -> None:
    """The same under a rating protocol; nobody draws again until something easier comes."""
    built = campaign(prompts=20, overlap=1, protocol="heval")
    kari, ola = built.annotators(2)
    pile = opened(built, kari, 9)
    for ahead in (9, 0, 4, 9):
        assert ids(told(built, kari, [], ahead)) == ids(pile)[: 1 + ahead]
    texts = {sheet.texts["A"] for sheet in pile.sheets}
    assert not texts & {sheet.texts["A"] for sheet in opened(built, ola, 9).sheets}
    told(built, ola, [], 0)
    first = told(built, kari, [], 0).sheets[0].texts["A"]
    met = {sheet.texts["A"] for _ in range(3) for sheet in told(built, ola, [], 20).sheets}
    assert first not in met


@pytest.mark.parametrize("policy", ["balanced", "adaptive"])
def test_handing_back_tells_nothing_and_chooses_nothing(campaign: Callable[..., Built], policy: str) -> None:
    """Whoever hands back all, again and again, gets the same sheets in the same order: gold does not stay behind."""
    built = campaign(prompts=30)
    add_gold(built, 12)
    settle(built, gold_share=0.3)
    change_rules(built.store, built.slug, {"pair_policy": policy})
    who = built.enter("Kari")
    pile = opened(built, who, 9)
    with built.store.read() as db:
        kinds = Counter(db.scalars(select(Assignment.kind)))
    assert kinds["gold"] >= 2
    assert kinds["regular"] >= 2
    for ahead in (9, 0, 4, 9, 9):
        assert ids(told(built, who, [], ahead)) == ids(pile)[: 1 + ahead]
    assert ids(opened(built, who, 9)) == ids(pile)
    assert problems(built.store, built.slug) == []


def test_two_tabs_share_one_pile(campaign: Callable[..., Built]) -> None:
    """Both see the same sheets; what one has judged is stale in the other, what one no longer holds is not lost to it."""
    built = campaign(prompts=20)
    who = built.enter("Kari")
    pile = opened(built, who)
    assert opened(built, who) == pile
    after = judge_first(built, who, pile, 2)
    assert ids(after)[:2] == ids(pile)[1:]
    # The other tab knows nothing of the newest sheet.
    stale = action("choose", ids(pile)[0], 0, choice="B")
    good = action("choose", ids(pile)[1], 0, choice="B")
    answers, later = clicks.act(built.store, who, built.slug, [stale, good], ids(pile)[2:], ahead=2)
    assert [(one.result, one.word) for one in answers] == [("refused", "stale"), ("recorded", None)]
    assert ids(later)[:2] == [ids(pile)[2], ids(after)[2]]
    newest = action("choose", ids(after)[2], 0, choice="A")
    assert clicks.act(built.store, who, built.slug, [newest], [], ahead=2)[0][0].result == "recorded"
    assert problems(built.store, built.slug) == []


def test_fifty_at_once(campaign: Callable[..., Built]) -> None:
    """Fifty actions of one request are carried out, the fifty-first is told that they were too many."""
    built = campaign(prompts=20)
    who = built.enter("Kari")
    pile, acts = opened(built, who, 20), []
    for sheet in pile.sheets[:17]:
        acts += [action("choose", sheet.assignment_id, 0, choice="A"), action("undo", sheet.assignment_id, 1)]
        acts.append(action("choose", sheet.assignment_id, 2, choice="B"))
    answers, after = clicks.act(built.store, who, built.slug, acts, [])
    assert [one.word or one.result for one in answers] == ["recorded"] * 50 + ["too_many"]
    assert after.done == 16
    assert clicks.act(built.store, who, built.slug, acts[50:], [])[0][0].result == "recorded"
    assert problems(built.store, built.slug) == []


def test_leases_of_a_long_pile_are_renewed_and_end(campaign: Callable[..., Built], clock: Clock) -> None:
    """Whoever works on keeps what lies ahead; whoever is gone for half an hour may lose it, and gets what is left."""
    built = campaign(prompts=6, overlap=1, systems=("alfa-modell", "bravo-modell"))
    kari, ola = built.annotators(2)
    pile = opened(built, kari, 20)
    for _ in range(4):
        clock.move(minutes=20)
        assert ids(opened(built, kari, 20)) == ids(pile)
    clock.move(minutes=31)
    with built.store.read() as db:
        person = db.scalars(select(Assignment.person_id)).first()
    assert person is not None
    theirs = opened(built, ola, 0)
    judge_first(built, ola, theirs, 0)
    left = opened(built, kari, 20)
    assert set(ids(left)) < set(ids(pile))
    assert problems(built.store, built.slug) == []
    assert clicks.open_desk(built.store, Trusted(person), built.slug).sheets
