"""What the lead watches, from the database: needs, handing over, and sums that are kept up to date."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import combinations

import pytest
from sqlalchemy import select, update

from eval_core.campaigns.access import OPERATOR, authorise
from eval_core.campaigns.audit import note, read_log
from eval_core.campaigns.desk.judgments import revise_judgment
from eval_core.campaigns.quality.exclusions import exclude_person
from eval_core.campaigns.talk.questions import ask_question
from eval_core.campaigns.watching import tallies, work_left
from eval_core.campaigns.watching.hand_over import hand_over
from eval_core.campaigns.watching.needs import Worker
from eval_core.campaigns.watching.progress import burn_up, campaign_counts, campaign_progress
from eval_core.campaigns.watching.watch import Watch, watch
from eval_core.errors import RefusedError
from eval_core.store import Assignment, Campaign, Comparison, Judgment, Person, Response, System
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment, undo_judgment
from tests.support.building import Built
from tests.support.checking import everything, leaks


def judge(built: Built, who: str, clock: Clock, number: int, choice: str = "A", seconds: float = 30) -> list[int]:
    """Judge so many comparisons, each after so many seconds; the assignments."""
    done = []
    for _ in range(number):
        task = open_desk(built.store, who, built.slug).task
        assert task is not None
        clock.move(seconds=seconds)
        record_judgment(built.store, who, built.slug, task.assignment_id, task.revision, choice)
        done.append(task.assignment_id)
    return done


def codes(found: Watch) -> dict[str, str]:
    """Each need with the person it is about, '' for the campaign."""
    return {need.code: need.person.name if need.person else "" for need in found.needs}


def test_nothing_needs_the_lead_of_a_quiet_campaign(campaign: Callable[..., Built], clock: Clock) -> None:
    """Before anybody has come, and after a normal start, there is no line."""
    built = campaign(prompts=20)
    assert watch(built.store, built.slug).needs == ()
    judge(built, built.enter("Kari"), clock, 5)
    situation = watch(built.store, built.slug)
    assert situation.needs == ()
    assert situation.progress == campaign_progress(built.store, built.slug)
    assert [person.name for person in situation.progress.people] == ["Kari"]


def test_haste_is_reported_and_a_habit_alone_is_not(campaign: Callable[..., Built], clock: Clock) -> None:
    """Always A, and always at once: without gold or repeats only haste is reported, until they are excluded."""
    built = campaign(prompts=20)
    with built.store.write() as db:
        db.execute(update(Response).values(text=Response.text + " " + "ord " * 200))
    judge(built, built.enter("Kari"), clock, 24, "A", seconds=1)
    steady = built.enter("Ola")
    for turn in range(24):
        judge(built, steady, clock, 1, "AB"[turn % 2])
    assert codes(watch(built.store, built.slug)) == {"too_fast": "Kari"}
    with built.store.write() as db:
        kari = db.scalars(select(Person.id).where(Person.name == "Kari")).one()
    assert exclude_person(built.store, built.slug, kari, "too fast")
    assert codes(watch(built.store, built.slug)) == {}


def test_gold_entirely_below_the_mark_is_reported(campaign: Callable[..., Built], clock: Clock) -> None:
    """Wrong on all of six gold comparisons is below the mark for certain; right on all is not."""
    built = campaign(prompts=8)
    kari, ola = built.annotators(2)
    for who in (kari, ola):
        for assignment in judge(built, who, clock, 6, "tie"):
            with built.store.write() as db:
                row = db.get_one(Assignment, assignment)
                row.kind = "gold"
                gold = db.get_one(Comparison, row.comparison_id)
                gold.kind, gold.gold_outcome = "gold", "first" if who == kari else "tie"
                db.execute(update(Judgment).where(Judgment.assignment_id == assignment).values(ranked=False))
    assert codes(watch(built.store, built.slug)).get("below_mark") == "trial-a"


def test_falling_agreement_is_reported(campaign: Callable[..., Built], clock: Clock) -> None:
    """Two who agreed on everything and then on nothing agree less lately."""
    built = campaign(prompts=90)
    kari, ola = built.annotators(2)
    for turn in range(150):
        judge(built, kari, clock, 1, "tie")
        judge(built, ola, clock, 1, "tie" if turn < 95 else "A")
    (need,) = [one for one in watch(built.store, built.slug).needs if one.code == "agreement"]
    assert need.before is not None
    assert need.lately is not None
    assert need.before.share is not None
    assert need.before.share > 0.9
    assert need.lately.share == 0


def test_groups_of_systems_are_reported_without_names(campaign: Callable[..., Built], clock: Clock) -> None:
    """With only the comparisons of two systems left the third is a group of its own; their names appear nowhere."""
    built = campaign()
    assert codes(watch(built.store, built.slug)) == {}
    judge(built, built.enter("Kari"), clock, 3)
    with built.store.write() as db:
        third = select(Response.id).join(System).where(System.name == built.systems[2])
        db.execute(
            update(Comparison)
            .where(Comparison.first_response_id.in_(third) | Comparison.second_response_id.in_(third))
            .values(withdrawn_at=clock.time)
        )
    with built.store.write() as db:
        withdrawn = select(Comparison.id).where(Comparison.withdrawn_at.is_not(None))
        db.execute(update(Judgment).where(Judgment.comparison_id.in_(withdrawn)).values(live=False))
    situation = watch(built.store, built.slug)
    assert codes(situation) == {"disconnected": ""}
    assert situation.needs[0].count == 2
    assert [word for word in leaks(situation, built.systems) if " names " in word] == []
    planted = replace(situation, needs=(replace(situation.needs[0], person=Worker(built.systems[0])),))
    assert [word for word in leaks(planted, built.systems) if " names " in word] != []


def test_questions_wait_until_they_are_settled(campaign: Callable[..., Built], clock: Clock) -> None:
    """A question is a need from the moment it is asked."""
    built = campaign()
    asked_at = clock.time
    ask_question(built.store, built.enter("Kari"), built.slug, None, "Hva nå?")
    (need,) = watch(built.store, built.slug).needs
    assert need.code == "waiting"
    assert [(one.name, one.since, one.words) for one in need.waits] == [("Kari", asked_at, "Hva nå?")]


def test_work_is_handed_over_once_and_others_get_it(campaign: Callable[..., Built], clock: Clock) -> None:
    """A stalled person's comparisons go to the next who comes; the second click does nothing; the log has one line."""
    built = campaign(prompts=1, systems=("alfa", "bravo"), overlap=1)
    kari, ola, lise = built.enter("Kari"), built.enter("Ola"), built.enter("Lise", "lead")
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    assert open_desk(built.store, ola, built.slug).task is None
    assert hand_over(built.store, built.slug, "Kari", clock.time, lise) == 1
    before = everything(built.store)
    assert hand_over(built.store, built.slug, "Kari", clock.time, lise) == 0
    assert everything(built.store) == before
    taken = open_desk(built.store, ola, built.slug).task
    assert taken is not None
    assert {taken.response_a, taken.response_b} == {task.response_a, task.response_b}
    (entry,) = read_log(built.store, built.slug, limit=1)
    assert (entry.by, entry.action, entry.about) == ("Lise", "work_handed_over", {"person": "Kari", "comparisons": 1})
    assert record_judgment(built.store, kari, built.slug, task.assignment_id, task.revision, "A")  # late, and kept


def test_a_person_who_returned_keeps_their_work(campaign: Callable[..., Built], clock: Clock) -> None:
    """Any activity since the lead looked refuses the hand-over; strangers are unknown."""
    built = campaign()
    kari = built.enter("Kari")
    judge(built, kari, clock, 1)
    seen = clock.time
    clock.move(days=5)
    judge(built, kari, clock, 1)
    open_desk(built.store, kari, built.slug)
    before = everything(built.store)
    for name, at, word in (("Kari", seen, "came_back"), ("Kari", None, "came_back"), ("Per", seen, "unknown_person")):
        with pytest.raises(RefusedError) as refusal:
            hand_over(built.store, built.slug, name, at)
        assert refusal.value.code == word
    assert everything(built.store) == before


def test_gold_stays_with_whom_it_was_given(campaign: Callable[..., Built], clock: Clock) -> None:
    """Gold, repeats, training and test wait for no one else and are not handed over."""
    built = campaign()
    kari = built.enter("Kari")
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    with built.store.write() as db:
        db.get_one(Assignment, task.assignment_id).kind = "repeat"
    assert hand_over(built.store, built.slug, "Kari", clock.time) == 0


def test_the_curve_in_blocks_is_the_curve(
    campaign: Callable[..., Built], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blocks that were added up before and what came since end where a recount ends: after undoing and revising too."""
    monkeypatch.setattr(tallies, "_BLOCK", 7)
    monkeypatch.setattr(tallies, "_SETTLED", timedelta(0))
    built = campaign(prompts=20)
    kari = built.enter("Kari")
    made = 0
    for _ in range(4):
        done = judge(built, kari, clock, 9)
        made += 9
        assert burn_up(built.store, built.slug)[-1] == (clock.time, made)
        revise_judgment(built.store, kari, built.slug, done[1], 1, "B")
        clock.move(seconds=1)
        last = judge(built, kari, clock, 1)[0]
        undo_judgment(built.store, kari, built.slug, last, 1)
        # The undone one comes up again, and is the first of the next nine.
        curve = burn_up(built.store, built.slug)
        assert curve[-1][1] == campaign_counts(built.store, built.slug).done == made
        assert [moment for moment, _ in curve] == sorted(moment for moment, _ in curve)
        clock.move(seconds=1)


def test_an_import_is_read_again(campaign: Callable[..., Built], clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an event that may have changed old rows the blocks are added up again."""
    monkeypatch.setattr(tallies, "_BLOCK", 5)
    monkeypatch.setattr(tallies, "_SETTLED", timedelta(0))
    built = campaign(prompts=20)
    judge(built, built.enter("Kari"), clock, 12)
    assert burn_up(built.store, built.slug)[-1][1] == 12
    with built.store.write() as db:
        oldest = db.scalars(select(Judgment).order_by(Judgment.id).limit(1)).one()
        oldest.ranked = False
    assert burn_up(built.store, built.slug)[-1][1] == 12
    with built.store.write() as db:
        note(db, authorise(db, OPERATOR, built.slug, "lead"), "person_erased")
    assert burn_up(built.store, built.slug)[-1][1] == 11


def test_what_is_left_is_bounded_where_it_is_not_looked_up(
    campaign: Callable[..., Built], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looked up or bounded, `left` is never less than they may judge; if nothing is filled both are equal."""
    built = campaign(prompts=6, overlap=2, per_annotator=9)
    kari, ola = built.annotators(2)
    judge(built, kari, clock, 5)
    exact = campaign_progress(built.store, built.slug)
    monkeypatch.setattr(work_left, "_LOOKED_UP", 0)
    assert campaign_progress(built.store, built.slug) == exact
    judge(built, ola, clock, 7)
    bounded = campaign_progress(built.store, built.slug)
    monkeypatch.undo()
    for loose, tight in zip(bounded.people, campaign_progress(built.store, built.slug).people, strict=True):
        assert loose.left >= tight.left


def test_the_counts_are_those_of_the_progress(campaign: Callable[..., Built], clock: Clock) -> None:
    """The cheap counts equal the whole progress, with withdrawn comparisons and missing texts too."""
    built = campaign(prompts=6, identical=1)
    judge(built, built.enter("Kari"), clock, 4)
    with built.store.write() as db:
        # The newest: the responses to the first prompt are identical, so its comparisons are not judged anyway.
        newest = select(Comparison).where(Comparison.done == 0).order_by(Comparison.id.desc())
        untouched = db.scalars(newest.limit(2)).all()
        untouched[0].withdrawn_at = clock.time
        db.get_one(Response, untouched[1].first_response_id).text = None
        db.execute(update(Campaign).values(deadline=clock.time + timedelta(days=30)))
    counts, whole = campaign_counts(built.store, built.slug), campaign_progress(built.store, built.slug)
    assert all(getattr(whole, name) == value for name, value in vars(counts).items())
    pairs = len(list(combinations(built.systems, 2)))
    assert whole.total < 2 * 5 * pairs
    assert whole.done == 4
