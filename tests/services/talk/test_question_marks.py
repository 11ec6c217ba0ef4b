"""The words that a question is about, as the lead's inbox shows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select, update

from eval_core.campaigns.talk.inbox import inbox
from eval_core.campaigns.talk.questions import ask_question
from eval_core.store import Assignment, Question, RatingAssignment, Response
from tests.support.building import Built
from tests.support.desk_clicks import shown

TEXTS = ("\N{GRINNING FACE} Eg gjekk heim.", "Ho sprang att.")
GJEKK = (5, 10)


def marked(built: Built) -> list[tuple[str | None, str]]:
    """Side and words of the marks on the only question."""
    (question,) = inbox(built.store, built.slug).waiting
    return [(mark.side, mark.words) for mark in question.marked]


def mark(built: Built, *marks: dict[str, Any]) -> None:
    with built.store.write() as db:
        db.execute(update(Question).values(marks=list(marks)))


@pytest.mark.parametrize("swapped", [False, True])
def test_marks_are_about_the_side_that_was_shown(campaign: Callable[..., Built], swapped: bool) -> None:
    """The words are those of the text that stood on the side, in either order, counted in code points."""
    built = campaign(prompts=1)
    kari = built.enter("Kari")
    task = shown(built, kari)
    ask_question(built.store, kari, built.slug, task.assignment_id, "Er dette rett?")
    assert marked(built) == []
    with built.store.write() as db:
        db.execute(update(Assignment).where(Assignment.id == task.assignment_id).values(swapped=swapped))
    seen = inbox(built.store, built.slug).waiting[0].seen
    with built.store.write() as db:
        for response in db.scalars(select(Response)):
            response.text = TEXTS[response.text != seen.response_a]  # type: ignore[union-attr]
    start, end = GJEKK
    mark(built, {"side": "A", "start": start, "end": end}, {"side": "B", "start": 3, "end": 9})
    assert marked(built) == [("A", "gjekk"), ("B", "sprang")]


def test_marks_that_are_nowhere_are_left_out(campaign: Callable[..., Built]) -> None:
    """What an archive brought along, and no desk would send, shows nothing and breaks nothing."""
    built = campaign(prompts=1)
    kari = built.enter("Kari")
    ask_question(built.store, kari, built.slug, shown(built, kari).assignment_id, "Er dette rett?")
    strange = ((None, None), (0, 999), (-2, 3), (3, 3), ("0", "3"), (0.0, 3.0))
    mark(built, *({"side": "A", "start": a, "end": b} for a, b in strange), {"side": "C", "start": 0, "end": 1}, {})
    assert marked(built) == []
    ask_question(built.store, kari, built.slug, None, "Generelt?")
    mark(built, {"side": "A", "start": 0, "end": 3})
    about_one, about_none = inbox(built.store, built.slug).waiting
    assert len(about_one.marked) == 1
    assert about_none.marked == ()


def test_marks_in_a_rated_response_have_no_side(campaign: Callable[..., Built]) -> None:
    """There is one text."""
    built = campaign(slug="rated", prompts=1, protocol="adequacy_fluency")
    kari = built.enter("Kari")
    shown(built, kari)
    with built.store.read() as db:
        sheet = db.scalars(select(RatingAssignment.id)).first()
    ask_question(built.store, kari, built.slug, sheet, "Er dette rett?", rated=True)
    mark(built, {"side": "A", "start": 0, "end": 5})
    assert marked(built) == [(None, "Dette")]
