"""The same actions again: once, twice, a hundred times, in another order, in two requests at once."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import func, select

from eval_core.campaigns.desk import clicks
from eval_core.campaigns.desk.pile import Pile
from eval_core.store import DeskAction, Judgment, Reason
from tests.support.acts import action
from tests.support.building import Built
from tests.support.checking import everything, problems
from tests.support.golden import settle

pytestmark = pytest.mark.both_databases
Act = dict[str, object]


@pytest.fixture(autouse=True)
def far(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many ahead as there may be."""
    monkeypatch.setenv("PARVIS_AHEAD", "20")


def day(pile: Pile) -> list[Act]:
    """What somebody does with the sheets of a pile: choices with reasons, a skip, undone ones."""
    acts: list[Act] = []
    for number, sheet in enumerate(pile.sheets[:9]):
        about = sheet.assignment_id
        if number % 3 == 1:
            acts.append(action("skip", about, 0, reason="other", comment="Vet ikke."))
            continue
        mark = {"side": "A", "start": 0, "end": 5, "issue": "grammar"}
        acts.append(action("choose", about, 0, choice="A"))
        acts.append(action("explain", about, 1, marks=[mark], tie=None, comment="Fordi."))
        if number % 3 == 2:
            acts += [action("undo", about, 1), action("undo", about, 2), action("choose", about, 3, choice="B")]
    return acts


def send(built: Built, who: str, acts: list[Act]) -> list[str]:
    answers = clicks.act(built.store, who, built.slug, acts, [])[0]
    assert [one.id for one in answers] == [one["id"] for one in acts]
    return [one.word or one.result for one in answers]


def stored(built: Built) -> tuple[int, ...]:
    """How many judgments, actions and reasons there are."""
    with built.store.read() as db:
        return tuple(db.scalar(select(func.count(table.id))) or 0 for table in (Judgment, DeskAction, Reason))


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """A campaign that asks for reasons."""
    made = campaign(prompts=30)
    settle(made, reasons="all")
    return made


@pytest.mark.parametrize("times", [1, 2, 100])
def test_however_often_it_is_sent(built: Built, times: int) -> None:
    """One by one or all together: the first time recorded, then known, and nothing is stored again."""
    who = built.enter("Kari")
    acts = day(clicks.open_desk(built.store, who, built.slug))
    assert send(built, who, acts) == ["recorded"] * len(acts)
    before = stored(built)
    for _ in range(times if built.store.is_sqlite else min(times, 5)):
        assert send(built, who, acts) == ["known"] * len(acts)
    assert send(built, who, acts[:10] * 5) == ["known"] * 50
    assert stored(built) == before
    assert problems(built.store, built.slug) == []


def test_in_another_order_and_in_pieces(built: Built) -> None:
    """Whatever arrives before what it follows is refused without a trace, and sent again in order it is done once."""
    chance = random.Random(3)
    for name in ("Kari", "Ola", "Siri"):
        who = built.enter(name)
        acts = day(clicks.open_desk(built.store, who, built.slug))
        mixed = chance.sample(acts, len(acts))
        for start in range(0, len(mixed), 5):
            assert set(send(built, who, mixed[start : start + 5])) <= {"recorded", "known", "stale"}
        for _ in range(len(acts)):
            words = send(built, who, acts)
            if set(words) <= {"recorded", "known"}:
                break
        assert problems(built.store, built.slug) == []


def test_the_same_in_two_requests_at_once(built: Built) -> None:
    """Two tabs send one store of actions at the same moment: each is recorded by one of them and known to the other."""
    who = built.enter("Kari")
    acts = day(clicks.open_desk(built.store, who, built.slug))
    start = Barrier(4)

    def tab() -> list[str]:
        start.wait()
        return send(built, who, acts)

    with ThreadPoolExecutor(4) as pool:
        words = [running.result(timeout=60) for running in [pool.submit(tab) for _ in range(4)]]
    assert [sorted(answers) for answers in zip(*words, strict=True)] == [["known"] * 3 + ["recorded"]] * len(acts)
    assert problems(built.store, built.slug) == []


def test_batches_of_many_people_never_wait_in_a_ring(built: Built) -> None:
    """Eight people send batches about the same comparisons, in opposite orders: all are done, nobody is turned away."""
    people = built.annotators(8)
    piles = [clicks.open_desk(built.store, who, built.slug) for who in people]
    start = Barrier(8)

    def batch(number: int) -> list[str]:
        sheets = piles[number].sheets
        acts = [action("choose", sheet.assignment_id, 0, choice="tie") for sheet in sheets[:: (-1) ** number]]
        start.wait()
        return send(built, people[number], acts)

    with ThreadPoolExecutor(8) as pool:
        words = [running.result(timeout=60) for running in [pool.submit(batch, number) for number in range(8)]]
    assert {word for one in words for word in one} == {"recorded"}
    assert problems(built.store, built.slug) == []


def test_a_refused_action_leaves_nothing(built: Built) -> None:
    """Refused ten times it changes nothing; once it can be done, the same action is recorded."""
    who = built.enter("Kari")
    first = clicks.open_desk(built.store, who, built.slug).sheets[0].assignment_id
    why = action("explain", first, 1, marks=[], tie=None, comment="")
    before = everything(built.store)
    assert send(built, who, [why] * 10) == ["stale"] * 10
    assert {table: rows for table, rows in everything(built.store).items() if table != "assignment"} == {
        table: rows for table, rows in before.items() if table != "assignment"
    }
    assert send(built, who, [action("choose", first, 0, choice="A"), why, why]) == ["recorded", "recorded", "known"]
