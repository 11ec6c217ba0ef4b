"""What a newcomer reads after each training comparison, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from sqlalchemy import select, update

from eval_core.errors import ParvisError
from eval_core.store import Assignment, Comparison
from tests.support.acts import training_feedback
from tests.support.building import Built
from tests.support.checking import refusal
from tests.support.desk_clicks import judge, shown
from tests.support.golden import ISSUES, add_gold, answer, desks
from tests.support.school import build_school, newcomer, sit


@pytest.fixture
def school(campaign: Callable[..., Built]) -> Callable[..., tuple[Built, str]]:
    """A campaign with so much gold and such rules, and a newcomer who has read the guidelines."""
    return partial(build_school, campaign)


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_feedback_shows_the_answer_and_the_reason(school: Any, right: bool) -> None:
    """After each training comparison: right or wrong, which side, the category and the explanation."""
    built, kari = school(training=6)
    for _ in range(6):
        task = shown(built, kari)
        better, chosen = answer(built, task), answer(built, task, right=right)
        assert better == ("A" if "god" in task.response_a else "B")
        assert (
            refusal(lambda task=task: training_feedback(built.store, kari, built.slug, task.assignment_id))
            == "not_allowed"
        )
        judge(built, kari, task, chosen)
        feedback = training_feedback(built.store, kari, built.slug, task.assignment_id)
        assert (feedback.right, feedback.choice, feedback.expected) == (right, chosen, better)
        assert feedback.issue in ISSUES
        assert (feedback.explanation or "").startswith("Slik er det med")
        assert feedback.label == {"grammar": "Grammar", "spelling": "Spelling"}[feedback.issue or ""]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_feedback_without_an_explanation_gives_the_rule(school: Any) -> None:
    """Where the gold has no explanation, the guidelines say what its category is about, in the reader's language."""
    built, kari = school(gold=0, training=2)
    add_gold(built, 1, explanation=None, issue="spelling")
    add_gold(built, 1, start=1, explanation=None, issue=None)
    said = {}
    for _ in range(2):
        task = shown(built, kari)
        judge(built, kari, task, answer(built, task))
        feedback = training_feedback(built.store, kari, built.slug, task.assignment_id, "nb")
        said[feedback.issue] = (feedback.label, feedback.explanation)
    assert said[None] == (None, None)
    label, explanation = said["spelling"]
    assert label == "Rettskriving"
    assert explanation is not None
    assert explanation.startswith("Slurvefeil og stavefeil, feil bruk av stor bokstav")
    assert "*" not in explanation


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_feedback_marks_the_fault_where_it_was_shown(school: Any) -> None:
    """The marks of the gold comparison are on the side of the less fluent text; none on a tie or without marks."""
    built, kari = school(gold=14, training=14)
    with built.store.write() as db:
        db.execute(update(Comparison).where(Comparison.kind == "gold").values(gold_marks=[[2, 9], [13, 15]]))
    sides = set()
    for _ in range(14):
        task = shown(built, kari)
        judge(built, kari, task, "tie")
        feedback = training_feedback(built.store, kari, built.slug, task.assignment_id)
        worse = {"A": "B", "B": "A"}[answer(built, task)]
        assert [(mark.side, mark.start, mark.end, mark.issue) for mark in feedback.marks] == [
            (worse, 2, 9, feedback.issue),
            (worse, 13, 15, feedback.issue),
        ]
        sides.add(worse)
    assert sides == {"A", "B"}


def test_feedback_does_not_reveal_gold(school: Any) -> None:
    """Of the test, of gold and regular comparisons in the stream, of others' training: one and the same refusal."""
    built, kari = school(training=1, test=1, gold_share=0.5, pass_mark=0)
    sit(built, kari, True, True)
    list(desks(built, kari))
    ola = newcomer(built, "Ola")
    with built.store.read() as db:
        own = dict(db.execute(select(Assignment.id, Assignment.kind)).all())
    assert set(own.values()) == {"training", "test", "gold", "regular"}
    answered = [one for one in own if _answers(built, kari, one)]
    assert [own[one] for one in answered] == ["training"]
    assert not any(_answers(built, ola, one) for one in (*own, 4711))


def _answers(built: Built, session: str, identity: int) -> bool:
    try:
        return bool(training_feedback(built.store, session, built.slug, identity))
    except ParvisError as refusal:
        assert str(refusal) == "this comparison has no answer to show"
        return False
