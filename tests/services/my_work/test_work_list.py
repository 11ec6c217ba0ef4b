"""The list of an annotator's own work: what tells its rows apart, and one count for list, hours and desk."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from sqlalchemy import select, update

from eval_core.campaigns.my_work.hours import own_hours
from eval_core.campaigns.my_work.own_judgments import own_judgment
from eval_core.campaigns.my_work.work_count import WorkCount, count_work
from eval_core.campaigns.my_work.work_list import list_work
from eval_core.store import Assignment, Comparison, Judgment, Prompt, Response
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment, undo_judgment
from tests.support.building import Built
from tests.support.desk_clicks import shown


def judged(built: Built, who: str, clock: Clock, number: int) -> list[int]:
    """Judge so many comparisons, one a minute; their assignments."""
    made = []
    for _ in range(number):
        task = shown(built, who)
        clock.move(minutes=1)
        record_judgment(built.store, who, built.slug, task.assignment_id, task.revision, "A")
        made.append(task.assignment_id)
    return made


def counted(built: Built, who: str, clock: Clock) -> WorkCount:
    return count_work(own_hours(built.store, who, built.slug, "UTC"), clock.time.date())


def test_rows_that_begin_alike_show_their_responses(campaign: Callable[..., Built], clock: Clock) -> None:
    """Where the prompts of two rows begin alike, or are empty, both say so; each has its responses as presented."""
    built = campaign()
    kari = built.enter("Kari")
    made = judged(built, kari, clock, 4)
    with built.store.write() as db:
        for place, assignment in enumerate(made):
            comparison = db.get_one(Comparison, db.get_one(Assignment, assignment).comparison_id)
            text = ("Skriv et sammendrag av denne artikkelen om været, kort",) * 2 + ("", "Noe annet")
            prompt = Prompt(campaign_id=built.id, key=f"own{place}", text=text[place] + "!" * place * (place == 1))
            db.add(prompt)
            db.flush()
            comparison.prompt_id = prompt.id
    rows = list_work(built.store, kari, built.slug).rows
    assert [(row.number, row.alike) for row in rows] == [(4, False), (3, True), (2, True), (1, True)]
    for row in rows:
        task = own_judgment(built.store, kari, built.slug, row.assignment_id).task
        assert row.responses == (task.response_a, task.response_b)


def test_one_count_for_list_hours_and_desk(campaign: Callable[..., Built], clock: Clock) -> None:
    """Training, imports and what was undone are left out everywhere; training is counted by itself."""
    built = campaign()
    kari = built.enter("Kari")
    clock.time = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
    made = judged(built, kari, clock, 3)
    clock.move(days=1)
    made += judged(built, kari, clock, 3)
    undo_judgment(built.store, kari, built.slug, made[-1], 1)
    with built.store.write() as db:
        db.execute(update(Assignment).where(Assignment.id == made[0]).values(kind="training"))
        db.execute(update(Judgment).where(Judgment.assignment_id == made[1]).values(imported=True))
    assert counted(built, kari, clock) == WorkCount(total=3, today=2, training_and_test=1)
    assert list_work(built.store, kari, built.slug).total == 3
    # The planted violation: a count that takes training for work differs from the list.
    with built.store.write() as db:
        db.execute(update(Assignment).where(Assignment.id == made[0]).values(kind="regular"))
    assert counted(built, kari, clock).total == list_work(built.store, kari, built.slug).total == 4
    assert open_desk(built.store, kari, built.slug).pile.done >= 4


@pytest.mark.parametrize("late", [False, True])
def test_late_work_is_listed_as_any_other(campaign: Callable[..., Built], clock: Clock, late: bool) -> None:
    """A judgment that arrived late, and beyond the overlap, has its row and counts."""
    built = campaign(overlap=1)
    kari = built.enter("Kari")
    (made,) = judged(built, kari, clock, 1)
    with built.store.write() as db:
        db.execute(update(Judgment).where(Judgment.assignment_id == made).values(late=late))
        comparison = db.scalars(select(Assignment.comparison_id).where(Assignment.id == made)).one()
        db.execute(update(Comparison).where(Comparison.id == comparison).values(done=2))
    (row,) = list_work(built.store, kari, built.slug).rows
    assert (row.number, row.choice, row.revision) == (1, "A", 1)
    assert counted(built, kari, clock).total == 1
    with built.store.read() as db:
        texts = set(db.scalars(select(Response.text)))
    assert set(row.responses) <= texts
