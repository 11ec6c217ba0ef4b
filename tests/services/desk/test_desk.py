"""Which comparison comes to whom, when, and with which side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from sqlalchemy import select, update

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.desk.compare import Task
from eval_core.campaigns.desk.pile import Sheet
from eval_core.campaigns.timing import LEASE
from eval_core.errors import RefusedError
from eval_core.store import Assignment, Campaign, Comparison, Response, Store
from tests.conftest import Clock
from tests.support.acts import open_desk, skip_comparison, undo_judgment
from tests.support.building import Built, comparisons
from tests.support.checking import history, leaks, problems
from tests.support.desk_clicks import judge, reason, shown, tasks

pytestmark = pytest.mark.both_databases


def comparison_of(store: Store, task: Task) -> Comparison:
    with store.read() as db:
        assignment = db.get_one(Assignment, task.assignment_id)
        row = db.get_one(Comparison, assignment.comparison_id)
        db.expunge(row)
        return row


def test_everything_is_judged_exactly_as_often_as_wanted(campaign: Callable[..., Built]) -> None:
    """Annotators one after the other reach every comparison's overlap and then hear that they have finished."""
    built = campaign(overlap=2)
    people = built.annotators(3)
    counts = [sum(1 for _ in tasks(built, session)) for session in people]
    assert counts == [12, 12, 0]
    assert [reason(built, session) for session in people] == ["finished"] * 3
    assert [row.done for row in comparisons(built.store, built.slug)] == [2] * 12
    assert problems(built.store, built.slug) == []


def test_a_refresh_shows_the_same_comparison(campaign: Callable[..., Built]) -> None:
    """Opening the desk again, in a second tab too, leases nothing new and changes neither text nor side."""
    built = campaign()
    session = built.enter("Kari")
    first = shown(built, session)
    assert [shown(built, session) for _ in range(5)] == [first] * 5
    assert shown(built, session) == first


def test_a_rerun_shows_the_whole_desk_again(campaign: Callable[..., Built]) -> None:
    """A browser that still shows the comparison gets the same as a newly opened desk, with Undo of the one before."""
    built = campaign(per_annotator=5)
    session = built.enter("Kari")
    before = shown(built, session)
    judge(built, session, before)
    desk = open_desk(built.store, session, built.slug)
    assert desk.task is not None
    assert (desk.undoable, desk.done) == ((before.assignment_id, 1), 1)
    assert open_desk(built.store, session, built.slug).pile == desk.pile


def test_a_vanished_annotators_lease_goes_to_another(campaign: Callable[..., Built], clock: Clock) -> None:
    """While a lease lives nobody else gets the comparison; when it is over, somebody does."""
    built = campaign(prompts=1, systems=("a", "b"), overlap=1)
    gone, here = built.annotators(2)
    lost = shown(built, gone)
    clock.move(seconds=LEASE.total_seconds() - 1)
    assert reason(built, here) == "waiting"
    clock.move(seconds=1)
    texts = shown(built, here)
    assert comparison_of(built.store, texts).id == comparison_of(built.store, lost).id
    assert reason(built, gone) == "waiting"
    assert judge(built, here, texts)
    assert (reason(built, gone), reason(built, here)) == ("finished", "finished")
    assert problems(built.store, built.slug) == []


@pytest.mark.parametrize("given_back", [False, True])
def test_a_late_click_on_a_comparison_given_away_is_kept(
    campaign: Callable[..., Built], clock: Clock, given_back: bool
) -> None:
    """Work of a long absence is recorded beyond the overlap and marked late, though somebody else has the place."""
    built = campaign(prompts=1, systems=("a", "b"), overlap=1)
    gone, here = built.annotators(2)
    lost = shown(built, gone)
    clock.move(hours=1)
    texts = shown(built, here)
    if given_back:  # the desk that was opened again has released it
        assert reason(built, gone) == "waiting"
    assert judge(built, gone, lost)
    assert judge(built, here, texts)
    assert {row["person_id"]: row["late"] for row in history(built.store).values()} == {1: True, 2: False}
    assert [row.done for row in comparisons(built.store, built.slug)] == [2]
    assert problems(built.store, built.slug) == []


def test_a_returning_owner_keeps_the_comparison_while_there_is_room(
    campaign: Callable[..., Built], clock: Clock
) -> None:
    """After a long break with nobody else there, both a refresh and a click from the old tab go on."""
    built = campaign(overlap=1)
    session = built.enter("Kari")
    before = shown(built, session)
    clock.move(hours=9)
    assert shown(built, session) == before
    clock.move(hours=9)
    assert judge(built, session, before)
    assert problems(built.store, built.slug) == []


def test_a_comparison_given_back_keeps_its_sides(campaign: Callable[..., Built], clock: Clock) -> None:
    """One who gets a comparison again after losing it sees A and B where an old tab still shows them."""
    built = campaign(prompts=1, systems=("a", "b"), overlap=1)
    mine, other = built.annotators(2)
    for _ in range(6):
        before = shown(built, mine)
        clock.move(hours=1)
        shown(built, other)
        assert reason(built, mine) == "waiting"
        clock.move(hours=1)
        assert shown(built, mine) == before
        clock.move(hours=1)


def test_the_shared_set_comes_first_with_its_own_overlap(campaign: Callable[..., Built]) -> None:
    """Every annotator starts with the shared set; its comparisons reach their greater overlap."""
    built = campaign(prompts=6, overlap=1, shared=4, shared_overlap=3)
    people = built.annotators(3)
    for session in people:
        firsts = []
        for _ in range(4):
            task = shown(built, session)
            firsts.append(comparison_of(built.store, task).shared)
            judge(built, session, task)
        assert firsts == [True] * 4
    for session in people:
        for _ in tasks(built, session):
            pass
    rows = comparisons(built.store, built.slug)
    assert [row.shared for row in rows] == [True] * 4 + [False] * 14
    assert [row.done for row in rows] == [row.overlap for row in rows] == [3] * 4 + [1] * 14
    assert problems(built.store, built.slug) == []


def test_the_shared_set_is_stratified(campaign: Callable[..., Built]) -> None:
    """Written standards and categories have the share of the shared set that they have of the whole."""
    built = campaign(prompts=16, overlap=1, shared=12, shared_overlap=2)
    shared = Counter(row.prompt_id % 4 for row in comparisons(built.store, built.slug) if row.shared)
    assert sorted(shared.values()) == [3, 3, 3, 3]


def test_the_quota_ends_the_work(campaign: Callable[..., Built]) -> None:
    """With a number per annotator the desk is empty after so many; an undo gives the last one back."""
    built = campaign(per_annotator=3)
    session = built.enter("Kari")
    done = [task.assignment_id for task in tasks(built, session)]
    assert len(done) == 3
    desk = open_desk(built.store, session, built.slug)
    assert (desk.reason, desk.done, desk.quota) == ("quota", 3, 3)
    assert desk.undoable == (done[-1], 1)
    undo_judgment(built.store, session, built.slug, done[-1], 1)
    assert shown(built, session).assignment_id == done[-1]


@pytest.mark.parametrize("systems", [("a", "b"), ("a", "b", "c", "d")])
def test_sides_are_balanced_at_every_moment(campaign: Callable[..., Built], systems: tuple[str, ...]) -> None:
    """However far an annotator has come, one side has been swapped at most twice more often than not."""
    built = campaign(prompts=30 if len(systems) == 2 else 8, systems=systems, overlap=1)
    session = built.enter("Kari")
    swaps: list[bool] = []
    for task in tasks(built, session):
        with built.store.read() as db:
            swaps.append(db.get_one(Assignment, task.assignment_id).swapped)
        assert abs(2 * sum(swaps) - len(swaps)) <= 2
    assert len(swaps) >= 30
    assert {True, False} == set(swaps)


def test_the_text_shown_as_a_is_that_of_the_assignment(campaign: Callable[..., Built]) -> None:
    """Swapped assignments show the canonical second response as A, the others the first."""
    built = campaign(prompts=6)
    session = built.enter("Kari")
    for task in tasks(built, session):
        with built.store.read() as db:
            assignment = db.get_one(Assignment, task.assignment_id)
            comparison = db.get_one(Comparison, assignment.comparison_id)
            texts = [
                db.get_one(Response, key).text for key in (comparison.first_response_id, comparison.second_response_id)
            ]
            shown_as = texts[::-1] if assignment.swapped else texts
        assert [task.response_a, task.response_b] == shown_as


@pytest.mark.parametrize("status", ["paused", "closed"])
def test_a_campaign_that_is_not_open_gives_and_takes_nothing(campaign: Callable[..., Built], status: str) -> None:
    """Pausing or closing empties desks and refuses clicks, undos and skips by its name; opening goes on."""
    built = campaign()
    session = built.enter("Kari")
    done = shown(built, session)
    judge(built, session, done)
    task = shown(built, session)
    _set_status(built, status)
    desk = open_desk(built.store, session, built.slug)
    assert (desk.task, desk.reason, desk.undoable, desk.done) == (None, status, None, 1)
    for action in (
        lambda: judge(built, session, task),
        lambda: undo_judgment(built.store, session, built.slug, done.assignment_id, 1),
        lambda: skip_comparison(built.store, session, built.slug, task.assignment_id, 0, "other"),
    ):
        with pytest.raises(RefusedError) as refusal:
            action()
        assert refusal.value.code == status
    assert judge(built, session, done) is False  # a delayed duplicate has been recorded: no error
    _set_status(built, "open")
    assert shown(built, session) == task
    assert judge(built, session, task)


def test_an_empty_campaign_says_so(campaign: Callable[..., Built]) -> None:
    """A campaign without comparisons is empty, not finished."""
    built = campaign(prompts=0)
    assert reason(built, built.enter("Kari")) == "empty"


def test_identical_gold_withdrawn_and_empty_are_never_shown(campaign: Callable[..., Built]) -> None:
    """Comparisons of identical texts, control and withdrawn ones, and those with a missing or empty text stay away."""
    built = campaign(prompts=6, identical=1, overlap=1)
    rows = [row for row in comparisons(built.store, built.slug) if not row.identical]
    gold, withdrawn, empty, unknown = rows[:4]
    with built.store.write() as db:
        for row, values in (
            (gold, {"kind": "gold", "gold_outcome": "first"}),
            (withdrawn, {"withdrawn_at": built.store.now()}),
        ):
            db.execute(update(Comparison).where(Comparison.id == row.id).values(**values))
        db.execute(update(Response).where(Response.id == empty.first_response_id).values(text=""))
        db.execute(update(Response).where(Response.id == unknown.second_response_id).values(text=None))
    blank = {empty.first_response_id, unknown.second_response_id}
    allowed = {
        row.id
        for row in rows
        if row.id not in {gold.id, withdrawn.id} and not blank & {row.first_response_id, row.second_response_id}
    }
    session = built.enter("Kari")
    seen = set()
    for task in tasks(built, session):
        assert task.response_a != task.response_b
        assert task.response_a
        assert task.response_b
        seen.add(comparison_of(built.store, task).id)
    assert seen == allowed
    assert len(seen) >= 8
    assert reason(built, session) == "finished"


def test_a_skipped_comparison_goes_to_somebody_else(campaign: Callable[..., Built]) -> None:
    """The skipper never sees it again, the others give it its full overlap, and no judgment was made."""
    built = campaign(prompts=1, overlap=2)
    skipper, *others = built.annotators(3)
    skipped = shown(built, skipper)
    which = comparison_of(built.store, skipped).id
    assert skip_comparison(built.store, skipper, built.slug, skipped.assignment_id, 0, "unreadable", " kan ikke lese ")
    assert not skip_comparison(built.store, skipper, built.slug, skipped.assignment_id, 0, "unreadable")
    assert which not in [comparison_of(built.store, task).id for task in tasks(built, skipper)]
    assert reason(built, skipper) == "finished"
    for session in others:
        assert which in [comparison_of(built.store, task).id for task in tasks(built, session)]
    assert [row.done for row in comparisons(built.store, built.slug)] == [2, 2, 2]
    assert problems(built.store, built.slug) == []
    with built.store.read() as db:
        row = db.get_one(Assignment, skipped.assignment_id)
        assert (row.status, row.skip_reason, row.skip_comment) == ("skipped", "unreadable", "kan ikke lese")


def test_a_skip_frees_its_place_at_once(campaign: Callable[..., Built]) -> None:
    """Nobody waits for a skipper's lease to run out."""
    built = campaign(prompts=1, systems=("a", "b"), overlap=1)
    skipper, other = built.annotators(2)
    task = shown(built, skipper)
    assert reason(built, other) == "waiting"
    skip_comparison(built.store, skipper, built.slug, task.assignment_id, 0, "other_standard")
    assert shown(built, other).prompt == task.prompt


def test_people_do_not_see_each_others_campaign(campaign: Callable[..., Built]) -> None:
    """The same person in two campaigns has two desks, with their own counts and undo."""
    one, two = campaign(slug="one"), campaign(slug="two", prompts=1)
    session = one.enter("Kari")
    judge(one, session, shown(one, session))
    with pytest.raises(RefusedError):
        open_desk(two.store, session, "two")
    stranger = two.enter("Ola")
    assert open_desk(two.store, stranger, "two").undoable is None


def test_nothing_on_the_desk_identifies_a_system(campaign: Callable[..., Built]) -> None:
    """No field of a desk names a system, the canonical order or a gold flag, whatever its state."""
    built = campaign(prompts=3)
    session = built.enter("Kari")
    desk = open_desk(built.store, session, built.slug)
    while desk.task is not None:
        assert leaks(desk, built.systems) == []
        judge(built, session, desk.task)
        desk = open_desk(built.store, session, built.slug)
    assert leaks(desk, built.systems) == []


def test_the_blinding_check_finds_planted_leaks(campaign: Callable[..., Built]) -> None:
    """A task that carried its order, a gold flag or a system's name would be found."""

    @dataclass(frozen=True)
    class Telling(Sheet):
        swapped: bool = True
        gold_outcome: str | None = None

    built = campaign()
    pile = open_desk(built.store, built.enter("Kari"), built.slug, ahead=2).pile
    *_, last = pile.sheets
    named = replace(pile, sheets=(replace(last, prompt=f"Som {built.systems[1]} sier"),))
    assert leaks(named, built.systems) == [f"Pile.sheets.prompt names {built.systems[1]}"]
    telling = Telling(**vars(last))
    assert {"the field Pile.sheets.swapped tells", "the field Pile.sheets.gold_outcome tells"} <= set(
        leaks(replace(pile, sheets=(telling,)), built.systems)
    )


def test_assignments_do_not_show_the_order_either(campaign: Callable[..., Built]) -> None:
    """Over many annotators the first comparison's sides differ: no rule of the id or the text decides them."""
    built = campaign(prompts=1, systems=("a", "b"), overlap=40)
    for number in range(24):
        shown(built, built.enter(f"annotator {number}"))
    with built.store.read() as db:
        swaps = db.scalars(select(Assignment.swapped)).all()
    assert 0 < sum(swaps) < 24


def _set_status(built: Built, status: str) -> None:
    with built.store.write() as db:
        campaign = find_campaign(db, built.slug)
        db.execute(update(Campaign).where(Campaign.id == campaign.id).values(status=status))


def test_near_the_end_nothing_is_taken_ahead(campaign: Callable[..., Built]) -> None:
    """With fewer than three open comparisons for each who holds one, everybody has only the one before them."""
    built = campaign(prompts=1, overlap=2)
    kari, ola = built.annotators(2)
    assert len(open_desk(built.store, kari, built.slug, ahead=2).pile.sheets) == 3
    assert len(open_desk(built.store, ola, built.slug, ahead=2).pile.sheets) == 1
