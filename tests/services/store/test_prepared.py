"""Statements that come again and again go straight to the driver, and give what they gave before."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import bindparam, event, func, literal, select, union_all, update
from sqlalchemy.exc import IntegrityError

from eval_core.store import Assignment, Campaign, Event, Person
from eval_core.store import prepared as preparing
from eval_core.store.engine import ask, ask_all
from eval_core.store.prepared import Prepared
from tests.support.acts import open_desk
from tests.support.building import Built

MOMENT = datetime(2026, 3, 1, 12, 30, 15, 123456, tzinfo=UTC)
_CAMPAIGN = Campaign.__table__
ASSIGNED = (
    select(Assignment.id, Assignment.swapped, Assignment.leased_until, func.count().over().label("number"))
    .where(Assignment.kind.in_(("regular", "gold")), Assignment.id.in_(bindparam("ids", expanding=True)))
    .where(Assignment.leased_until > bindparam("moment", type_=Assignment.leased_until.type))
    .order_by(Assignment.id)
)
SETTINGS = select(_CAMPAIGN.c.settings, _CAMPAIGN.c.created_at, _CAMPAIGN.c.is_demo).where(
    _CAMPAIGN.c.slug == bindparam("slug")
)
EITHER = union_all(select(Person.name, literal(1).label("of")), select(_CAMPAIGN.c.slug, literal(2)))


@pytest.mark.parametrize("ids", [[], [1], [1, 2, 3], [999]])
def test_the_fourth_answer_is_the_first(campaign: Callable[..., Built], ids: list[int]) -> None:
    """Times, truth values, JSON, lists of any length and unions come out the same, by name and by place."""
    built = campaign(prompts=3)
    session = built.enter("Kari")
    open_desk(built.store, session, built.slug, ahead=2)
    questions: list[tuple[Any, dict[str, Any]]] = [
        (ASSIGNED, {"ids": ids, "moment": MOMENT - timedelta(days=9999)}),
        (SETTINGS, {"slug": built.slug}),
        (EITHER, {}),
    ]
    with built.store.write() as db:
        for statement, about in questions:
            answers = [ask(db, statement, about).all() for _ in range(5)]
            plain = db.connection().execute(statement, about).all()
            assert all(answer == plain for answer in answers)
            assert [row._mapping.keys() for row in answers[-1]] == [row._mapping.keys() for row in plain]
            kinds = preparing._seen[statement]
            assert any(isinstance(one, Prepared) and one.direct for one in kinds.values())


def test_what_is_refused_is_refused_as_ever(campaign: Callable[..., Built]) -> None:
    """A row that may not be is SQLAlchemy's error, and the transaction is over; defaults are added as ever."""
    built = campaign()
    insert = Person.__table__.insert()
    with built.store.write() as db:
        for number in range(5):  # `created_at` is SQLAlchemy's to add
            ask(db, insert, {"name": f"new {number}"})
        assert db.scalar(select(func.count()).select_from(Person).where(Person.created_at.is_not(None))) == 5
    rename = update(Person.__table__).where(Person.__table__.c.name == bindparam("old")).values(name=bindparam("new"))
    with built.store.write() as db:
        for number in range(4):
            ask(db, rename, {"old": f"new {number}", "new": f"newer {number}"})
    with pytest.raises(IntegrityError), built.store.write() as db:
        ask(db, rename, {"old": "newer 0", "new": "newer 1"})
    with built.store.read() as db:
        assert set(db.scalars(select(Person.name))) >= {f"newer {number}" for number in range(4)}


def test_several_statements_see_each_other(campaign: Callable[..., Built]) -> None:
    """One after the other, whatever the trips; where one is refused, its error is told and none of them has happened."""
    built = campaign()
    people = Person.__table__
    rename = update(people).where(people.c.name == bindparam("old")).values(name=bindparam("new"))
    named = select(people.c.name).where(people.c.name.like("new%"))
    insert = people.insert()
    with built.store.write() as db:
        ask(db, insert, {"name": "new 0"})
        for number in range(5):
            about = {"old": f"new {number}", "new": f"new {number + 1}"}
            first, _nothing, then = ask_all(db, (named, {}), (rename, about), (named, {}))
            assert (first.scalars().all(), then.scalars().all()) == ([f"new {number}"], [f"new {number + 1}"])
    with built.store.write() as db:
        ask(db, insert, {"name": "new 6"})
    refused = {"old": "new 5", "new": "new 6"}
    with pytest.raises(IntegrityError), built.store.write() as db:
        ask_all(db, (rename, {"old": "new 6", "new": "newest"}), (rename, refused | {"new": "newest"}), (named, {}))
    with built.store.read() as db:
        assert set(db.scalars(named)) == {"new 5", "new 6"}


def test_whoever_listens_hears_every_statement(campaign: Callable[..., Built]) -> None:
    """A listener is told of the tenth execution as of the first."""
    built = campaign()
    heard: list[str] = []
    with built.store.write() as db:
        for _ in range(5):
            ask(db, EITHER, {})
        event.listen(built.store.writer, "before_cursor_execute", lambda *about: heard.append(about[2]))
    with built.store.write() as db:
        for _ in range(5):
            ask(db, EITHER, {})
    assert sum("UNION ALL" in statement for statement in heard) == 5


def test_a_statement_for_one_question_is_not_kept(campaign: Callable[..., Built]) -> None:
    """What nobody holds any more takes no room."""
    built = campaign()
    before = len(preparing._seen)
    with built.store.write() as db:
        for number in range(20):
            ask(db, select(Event.id).where(Event.id == number), {})
    assert len(preparing._seen) <= before + 1
