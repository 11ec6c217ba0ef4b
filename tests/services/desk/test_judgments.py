"""Recording, undoing and skipping one judgment at a time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select, update

from eval_core.campaigns.access import OPERATOR, Trusted
from eval_core.campaigns.desk.judgments import Context
from eval_core.campaigns.outcomes import canonical_outcome
from eval_core.protocols import load_guidelines
from eval_core.store import Assignment, Comparison, Judgment, Person
from tests.conftest import Clock
from tests.support.acts import judge_and_go_on, open_desk, record_judgment, skip_comparison, undo_judgment
from tests.support.building import Built, comparisons
from tests.support.checking import everything, history, problems, refusal, rewritten
from tests.support.desk_clicks import choices, judge, shown

pytestmark = pytest.mark.both_databases


@pytest.fixture
def desk(campaign: Callable[..., Built]) -> tuple[Built, str]:
    """A campaign and the session of its one annotator."""
    built = campaign()
    return built, built.enter("Kari")


def undo(built: Built, session: str, assignment: int, revision: int) -> bool:
    return undo_judgment(built.store, session, built.slug, assignment, revision)


def test_a_double_click_is_one_judgment(desk: tuple[Built, str]) -> None:
    """The same click again is acknowledged and changes nothing; another choice on what was judged is stale."""
    built, session = desk
    task = shown(built, session)
    assert judge(built, session, task, "B") is True
    before = everything(built.store)
    assert judge(built, session, task, "B") is False
    assert refusal(lambda: judge(built, session, task, "A")) == "stale"
    assert everything(built.store) == before
    assert problems(built.store, built.slug, [(task.assignment_id, 1, "B")]) == []


def test_judging_and_going_on_is_judging_and_opening(desk: tuple[Built, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """In one transaction the choice is recorded once and the next comparison leased; opening the desk shows the same."""
    built, session = desk
    monkeypatch.setenv("PARVIS_DWELL_MS", "0")
    task, clicks = shown(built, session), []
    while task is not None:
        desk_after = judge_and_go_on(built.store, session, built.slug, task.assignment_id, task.revision, "tie")
        clicks.append((task.assignment_id, task.revision + 1, "tie"))
        assert desk_after == open_desk(built.store, session, built.slug)
        assert desk_after is not None
        task = desk_after.task
    assert len(clicks) == len(comparisons(built.store, built.slug))
    assert problems(built.store, built.slug, clicks) == []


def test_going_on_stops_where_judging_is_refused(
    desk: tuple[Built, str], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A refused choice lays out nothing; one that came too fast starts the wait again; the same click is answered."""
    built, session = desk
    monkeypatch.setenv("PARVIS_DWELL_MS", "400")
    task = open_desk(built.store, session, built.slug).task
    assert task is not None
    again = (built.store, session, built.slug, task.assignment_id)
    assert refusal(lambda: judge_and_go_on(*again, 1, "A")) == "stale"
    clock.move(milliseconds=100)
    assert refusal(lambda: judge_and_go_on(*again, 0, "A")) == "too_fast"
    clock.move(milliseconds=350)
    assert refusal(lambda: judge_and_go_on(*again, 0, "A")) == "too_fast"
    clock.move(seconds=1)
    after = judge_and_go_on(*again, 0, "A")
    assert after is not None
    before = everything(built.store)
    assert judge_and_go_on(*again, 0, "A").task == after.task
    assert everything(built.store) == before
    assert open_desk(built.store, session, built.slug).task == after.task
    assert problems(built.store, built.slug, [(task.assignment_id, 1, "A")]) == []


@pytest.mark.parametrize("revision", [1, 2])
def test_a_stale_revision_is_refused(desk: tuple[Built, str], revision: int) -> None:
    """A click on another revision than the present one is refused."""
    built, session = desk
    task = shown(built, session)
    assert (
        refusal(lambda: record_judgment(built.store, session, built.slug, task.assignment_id, revision, "A")) == "stale"
    )
    assert history(built.store) == {}


def test_what_is_kept_with_a_judgment(desk: tuple[Built, str], clock: Clock) -> None:
    """Presented and canonical choice, times, active time, context and versions are stored with the judgment."""
    built, session = desk
    task = shown(built, session)
    shown_at = clock.time
    clock.move(seconds=12.5)
    record_judgment(
        built.store, session, built.slug, task.assignment_id, 0, "A", Context("stacked", "nn", prompt_opened=True)
    )
    (row,) = history(built.store).values()
    with built.store.read() as db:
        assignment = db.get_one(Assignment, task.assignment_id)
        comparison = db.get_one(Comparison, assignment.comparison_id)
        assert row["swapped"] == assignment.swapped
        assert row["outcome"] == ("second" if assignment.swapped else "first")
        assert row["prompt_id"] == comparison.prompt_id
    assert row["choice"] == "A"
    assert (row["shown_at"], row["decided_at"], row["active_ms"]) == (shown_at, clock.time, 12500)
    assert (row["layout"], row["language"], row["prompt_opened"], row["text_view"]) == (
        "stacked",
        "nn",
        True,
        "plain",
    )
    assert (row["protocol_version"], row["protocol_hash"], row["guideline_version"]) == (
        "1",
        "0" * 64,
        load_guidelines("en").version,
    )
    assert (row["live"], row["ranked"], row["imported"], row["order_known"]) == (True, True, False, True)


@pytest.mark.parametrize(
    ("choice", "swapped", "outcome"),
    [
        ("A", False, "first"),
        ("A", True, "second"),
        ("B", False, "second"),
        ("B", True, "first"),
        ("tie", False, "tie"),
        ("tie", True, "tie"),
        (None, False, None),
        (None, True, None),
    ],
)
def test_canonical_outcome(choice: str | None, swapped: bool, outcome: str | None) -> None:
    """A choice as presented turns with the sides; a tie and an undo do not."""
    assert canonical_outcome(choice, swapped) == outcome


def test_active_time_is_capped(desk: tuple[Built, str], clock: Clock) -> None:
    """A lunch break over one comparison counts as five minutes; a clock set back as none."""
    built, session = desk
    shown(built, session)
    clock.move(minutes=29)
    judge(built, session, shown(built, session))
    task = shown(built, session)
    clock.move(minutes=-29)
    judge(built, session, task)
    assert [row["active_ms"] for row in history(built.store).values()] == [300_000, None]


def test_undo_adds_a_revision_and_keeps_the_earlier_one(desk: tuple[Built, str]) -> None:
    """After an undo the comparison is back, the old choice is in the history, and the new one counts."""
    built, session = desk
    first = shown(built, session)
    judge(built, session, first, "A")
    shown(built, session)
    before = history(built.store)
    assert undo(built, session, first.assignment_id, 1) is True
    again = shown(built, session)
    assert (again.assignment_id, again.revision) == (first.assignment_id, 2)
    assert (again.response_a, again.response_b) == (first.response_a, first.response_b)
    assert [row.done for row in comparisons(built.store, built.slug)] == [0] * 12
    judge(built, session, again, "tie")
    assert choices(built, first.assignment_id) == [(1, "A", False), (2, None, False), (3, "tie", True)]
    assert rewritten(before, history(built.store)) == []
    clicks = [(first.assignment_id, number, choice) for number, choice in ((1, "A"), (2, None), (3, "tie"))]
    assert problems(built.store, built.slug, clicks) == []


def test_undoing_twice_is_undoing_once(desk: tuple[Built, str]) -> None:
    """A doubled undo undoes one judgment, not the one before it."""
    built, session = desk
    one = shown(built, session)
    judge(built, session, one)
    two = shown(built, session)
    judge(built, session, two)
    assert undo(built, session, two.assignment_id, 1) is True
    assert undo(built, session, two.assignment_id, 1) is False
    assert choices(built, one.assignment_id) == [(1, "A", True)]
    assert open_desk(built.store, session, built.slug).undoable == (one.assignment_id, 1)
    assert undo(built, session, one.assignment_id, 1) is True
    assert choices(built, one.assignment_id) == [(1, "A", False), (2, None, True)]


def test_a_delayed_duplicate_does_not_recast_after_an_undo(desk: tuple[Built, str]) -> None:
    """The original click, arriving once more after it was undone, is refused."""
    built, session = desk
    task = shown(built, session)
    judge(built, session, task, "A")
    undo(built, session, task.assignment_id, 1)
    for choice in ("A", "B", "tie"):
        assert refusal(lambda choice=choice: judge(built, session, task, choice)) == "stale"
    assert choices(built, task.assignment_id) == [(1, "A", False), (2, None, True)]


def test_only_the_last_judgment_can_be_undone(desk: tuple[Built, str]) -> None:
    """An earlier judgment, one never made and somebody else's are refused."""
    built, session = desk
    other = built.enter("Ola")
    one = shown(built, session)
    assert refusal(lambda: undo(built, session, one.assignment_id, 0)) == "stale"
    judge(built, session, one)
    two = shown(built, session)
    judge(built, session, two)
    assert refusal(lambda: undo(built, session, one.assignment_id, 1)) == "stale"
    assert refusal(lambda: undo(built, session, two.assignment_id, 2)) == "stale"
    assert refusal(lambda: undo(built, other, two.assignment_id, 1)) == "not_allowed"
    assert open_desk(built.store, session, built.slug).undoable == (two.assignment_id, 1)
    assert open_desk(built.store, other, built.slug).undoable is None


def test_an_imported_judgment_cannot_be_undone(desk: tuple[Built, str]) -> None:
    """What came from a file is nobody's last click."""
    built, session = desk
    task = shown(built, session)
    judge(built, session, task)
    with built.store.write() as db:
        db.execute(update(Judgment).values(imported=True))
    assert open_desk(built.store, session, built.slug).undoable is None
    assert refusal(lambda: undo(built, session, task.assignment_id, 1)) == "stale"


def test_an_undone_comparison_can_be_skipped(desk: tuple[Built, str]) -> None:
    """Undo, then "I cannot judge this": no judgment counts, and a delayed click finds it skipped."""
    built, session = desk
    task = shown(built, session)
    judge(built, session, task)
    undo(built, session, task.assignment_id, 1)
    again = shown(built, session)
    assert refusal(lambda: _skip(built, session, task.assignment_id, 0)) == "stale"
    assert _skip(built, session, again.assignment_id, again.revision)
    assert refusal(lambda: judge(built, session, again)) == "stale"
    assert shown(built, session).assignment_id != task.assignment_id
    assert problems(built.store, built.slug, [(task.assignment_id, 1, "A"), (task.assignment_id, 2, None)]) == []


def test_a_judged_comparison_cannot_be_skipped(desk: tuple[Built, str]) -> None:
    """A skip that arrives after the click changes nothing."""
    built, session = desk
    task = shown(built, session)
    judge(built, session, task)
    before = everything(built.store)
    for revision in (0, 1):
        assert refusal(lambda revision=revision: _skip(built, session, task.assignment_id, revision)) == "stale"
    assert everything(built.store) == before


def test_words_outside_the_lists_are_refused(desk: tuple[Built, str]) -> None:
    """Unknown choices, layouts and reasons and over-long comments store nothing."""
    built, session = desk
    task = shown(built, session)
    before = everything(built.store)
    assert refusal(lambda: judge(built, session, task, "C")) == "unknown_choice"
    assert refusal(lambda: judge(built, session, task, "a")) == "unknown_choice"
    bad = Context("diagonal")
    again = (built.store, session, built.slug, task.assignment_id)
    assert refusal(lambda: record_judgment(*again, 0, "A", bad)) == "bad_action"
    assert refusal(lambda: record_judgment(*again, -1, "A")) == "bad_action"
    assert refusal(lambda: _skip(built, session, task.assignment_id, 0, "bored")) == "unknown_reason"
    assert refusal(lambda: _skip(built, session, task.assignment_id, 0, "other", "x" * 2001)) == "too_long"
    assert everything(built.store) == before


def test_nobody_judges_for_another(desk: tuple[Built, str]) -> None:
    """An assignment is its owner's: another annotator and a made-up id are refused alike."""
    built, session = desk
    other = built.enter("Ola")
    task = shown(built, session)
    assert refusal(lambda: judge(built, other, task)) == "not_allowed"
    assert refusal(lambda: record_judgment(built.store, session, built.slug, 4711, 0, "A")) == "not_allowed"
    assert refusal(lambda: judge(built, OPERATOR, task)) == "not_allowed"
    assert history(built.store) == {}


def test_simulated_people_need_no_session_and_no_dwell(
    desk: tuple[Built, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trusted code judges as a person: leased and counted as anybody's, without waiting."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "400")
    built, _ = desk
    with built.store.write() as db:
        db.add(Person(name="Robot", kind="simulated"))
    with built.store.read() as db:
        who = Trusted(db.scalars(select(Person.id).where(Person.kind == "simulated")).one())
    task = open_desk(built.store, who, built.slug).task
    assert task is not None
    assert record_judgment(built.store, who, built.slug, task.assignment_id, 0, "B")
    assert sum(row.done for row in comparisons(built.store, built.slug)) == 1


def test_a_clock_set_back_gives_no_second_place(campaign: Callable[..., Built], clock: Clock) -> None:
    """It revives a lease that was given away; the judgment of whoever comes second is kept, and marked late."""
    built = campaign(prompts=2, systems=("a", "b"), overlap=1)
    gone, here = built.annotators(2)
    lost = shown(built, gone)
    clock.move(hours=1)
    assert judge(built, here, shown(built, here))
    clock.move(minutes=-50)
    assert judge(built, gone, lost)
    assert [row["late"] for row in history(built.store).values()] == [False, True]
    assert sorted(row.done for row in comparisons(built.store, built.slug)) == [0, 2]
    assert problems(built.store, built.slug) == []


def _skip(built: Built, session: str, assignment: int, revision: int, reason: str = "other", note: str = "") -> bool:
    return skip_comparison(built.store, session, built.slug, assignment, revision, reason, note)
