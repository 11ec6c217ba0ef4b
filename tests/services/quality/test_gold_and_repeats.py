"""Gold, repeats and time of each annotator, by first answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from eval_core.campaigns.desk.judgments import revise_judgment
from eval_core.campaigns.desk.supply import leases as leasing
from eval_core.campaigns.desk.supply import stream
from eval_core.campaigns.quality.gold_and_repeats import annotator_checks
from eval_core.campaigns.rules import change_rules
from eval_core.store import Assignment, Comparison, Judgment, Person
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment, undo_judgment
from tests.support.building import Built
from tests.support.marks import make_late


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Repeats come at once."""
    monkeypatch.setattr(stream, "_happens", lambda probability, _chance: probability > 0)
    monkeypatch.setattr(stream, "REPEAT_GAP", 1)
    monkeypatch.setattr(stream, "_PROMPT_GAP", 1)
    monkeypatch.setattr(leasing, "_PLENTY", 0)


def judge(built: Built, who: str, clock: Clock, always: str) -> list[tuple[int, int]]:
    """Judge all there is with one presented choice, three seconds each; what was judged."""
    done = []
    while (task := open_desk(built.store, who, built.slug).task) is not None:
        clock.time += timedelta(seconds=3)
        record_judgment(built.store, who, built.slug, task.assignment_id, task.revision, always)
        done.append((task.assignment_id, task.revision))
    return done


@pytest.mark.usefixtures("soon")
def test_first_answers_count(campaign: Callable[..., Built], clock: Clock) -> None:
    """Ties agree with themselves on repeats and with gold that is a tie; changing them later alters nothing."""
    built = campaign(prompts=12, overlap=2)
    with built.store.write() as db:
        golden = db.query(Comparison).order_by(Comparison.id).limit(4).all()
        for number, gold in enumerate(golden):
            gold.kind, gold.gold_outcome = "gold", "tie" if number < 3 else "first"
    change_rules(built.store, built.slug, {"gold_share": 0.3, "repeat_share": 0.2, "reasons": "off"})
    kari = built.enter("Kari")
    done = judge(built, kari, clock, "tie")
    (checks,) = annotator_checks(built.store, built.slug)
    assert (checks.annotator, checks.seconds) == ("Kari", 3.0)
    assert checks.gold == 4
    assert checks.gold_right == 3
    assert checks.repeats > 0
    assert checks.repeats_alike == checks.repeats
    for assignment, revision in done:
        revise_judgment(built.store, kari, built.slug, assignment, revision + 1, "A")
    (after,) = annotator_checks(built.store, built.slug)
    assert (checks.took_first, after.took_second) == (0, 0)
    assert after.took_first > 0  # sides are those of the judgments as they are
    assert replace(after, took_first=0, ties=checks.ties) == checks


@pytest.mark.usefixtures("soon")
def test_one_side_contradicts_itself(campaign: Callable[..., Built], clock: Clock) -> None:
    """A person who always takes A answers every repeat differently, since its sides are swapped; undone ones do not count."""
    built = campaign(prompts=6, overlap=2)
    change_rules(built.store, built.slug, {"repeat_share": 0.2, "reasons": "off"})
    ola = built.enter("Ola")
    judge(built, ola, clock, "A")
    (checks,) = annotator_checks(built.store, built.slug)
    assert (checks.gold, checks.repeats_alike) == (0, 0)
    assert checks.repeats > 0
    with built.store.write() as db:
        db.execute(update(Assignment).where(Assignment.kind == "repeat").values(status="released"))
    (after,) = annotator_checks(built.store, built.slug)
    assert after.repeats == 0


def test_late_judgments_are_counted(campaign: Callable[..., Built], clock: Clock) -> None:
    """Each annotator's own: what is live and came late, with gold; neither what was undone nor what others did."""
    built = campaign(prompts=3, overlap=2)
    kari, ola = built.enter("Kari"), built.enter("Ola")
    done = judge(built, kari, clock, "A")
    judge(built, ola, clock, "B")
    undo_judgment(built.store, kari, built.slug, done[-1][0], done[-1][1] + 1)
    with built.store.read() as db:
        mine = list(
            db.scalars(
                select(Judgment.id)
                .join(Person, Person.id == Judgment.person_id)
                .where(Person.name == "Kari")
                .order_by(Judgment.id)
            )
        )
    assert [checks.late for checks in annotator_checks(built.store, built.slug)] == [0, 0]
    make_late(built, [mine[0], *mine[-2:]])  # the last two: an undone choice, and its undo
    assert [checks.late for checks in annotator_checks(built.store, built.slug)] == [1, 0]


def test_nobody_has_judged(campaign: Callable[..., Built]) -> None:
    """Without a judgment the list is empty."""
    assert annotator_checks(campaign().store, "trial") == ()
