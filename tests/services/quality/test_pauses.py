"""Pausing a person: no new work until the pause is lifted, and nothing that was judged is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import func, select

from eval_core.campaigns.access import find_person
from eval_core.campaigns.audit import read_log
from eval_core.campaigns.quality.pauses import pause_person, paused_since, resume_person
from eval_core.campaigns.results.votes import read_votes
from eval_core.store import Assignment
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built
from tests.support.checking import refusal
from tests.support.judging import judge


def test_a_paused_person_gets_nothing_new_until_the_pause_is_lifted(campaign: Callable[..., Built]) -> None:
    """Open work goes to others, the judgments count, the desk says why, and lifting gives work again."""
    built = campaign(prompts=2, overlap=1)
    kari, ola, lead = built.enter("Kari"), built.enter("Ola"), built.enter("Lise", "lead")
    judge(built, kari, at_most=2)
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    with built.store.read() as db:
        person = find_person(db, "Kari").id
    assert pause_person(built.store, built.slug, person, lead)
    assert not pause_person(built.store, built.slug, person, lead)
    assert set(paused_since(built.store, built.slug, lead)) == {person}
    pile = open_desk(built.store, kari, built.slug)
    assert (pile.task, pile.instead, pile.done) == (None, "on_hold", 2)
    assert len(read_votes(built.store, built.slug)) == 2
    with built.store.read() as db:
        held = select(func.count()).where(Assignment.person_id == person, Assignment.status == "leased")
        assert db.scalar(held) == 0
    # What lay in the browser when the lead paused them is not lost.
    record_judgment(built.store, kari, built.slug, task.assignment_id, task.revision, "A")
    assert judge(built, ola) == 3
    assert resume_person(built.store, built.slug, person, lead)
    assert not resume_person(built.store, built.slug, person, lead)
    assert open_desk(built.store, kari, built.slug).instead != "on_hold"
    actions = [(entry.action, entry.by, entry.about["person"]) for entry in read_log(built.store, built.slug)]
    assert actions == [("person_resumed", "Lise", "Kari"), ("person_paused", "Lise", "Kari")]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_only_people_of_the_campaign_are_paused(campaign: Callable[..., Built]) -> None:
    """A person of another campaign is refused, and stays as they were."""
    built = campaign()
    lead = built.enter("Lise", "lead")
    assert refusal(lambda: pause_person(built.store, built.slug, 999, lead)) == "unknown_person"
    assert paused_since(built.store, built.slug, lead) == {}


def test_a_paused_rater_gets_nothing_new(campaign: Callable[..., Built]) -> None:
    """The same under a rating protocol."""
    built = campaign(prompts=1, protocol="heval")
    kari = built.enter("Kari")
    assert open_desk(built.store, kari, built.slug).sheets
    with built.store.read() as db:
        person = find_person(db, "Kari").id
    pause_person(built.store, built.slug, person)
    pile = open_desk(built.store, kari, built.slug)
    assert (pile.sheets, pile.instead) == ((), "on_hold")
