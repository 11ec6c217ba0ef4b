"""Skips that a lead settles: one by one or together, and never one that the lead has not seen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from eval_core.campaigns.content.withdrawals import withdraw_comparison, withdraw_response
from eval_core.campaigns.talk import skips
from eval_core.campaigns.talk.inbox import count_waiting, inbox
from eval_core.campaigns.talk.questions import ask_question
from eval_core.campaigns.talk.skips import settle_skips
from eval_core.store import Assignment, RatingAssignment
from tests.support.acts import open_desk, skip_comparison, undo_judgment
from tests.support.building import Built


def skip(built: Built, session: str, reason: str = "other") -> int:
    """The assignment that lies on the desk, skipped."""
    task = open_desk(built.store, session, built.slug).task
    assert task is not None
    skip_comparison(built.store, session, built.slug, task.assignment_id, task.revision, reason)
    return task.assignment_id


def test_only_what_the_lead_saw_is_settled(campaign: Callable[..., Built]) -> None:
    """A later skip goes on waiting; a second click changes nothing; un-settled ones wait again."""
    built = campaign()
    kari, lise = built.enter("Kari"), built.enter("Lise", "lead")
    seen = [skip(built, kari), skip(built, kari)]
    later = skip(built, kari)
    assert settle_skips(built.store, built.slug, seen, who=lise) == 2
    assert settle_skips(built.store, built.slug, seen, who=lise) == 0
    found = inbox(built.store, built.slug)
    assert [one.assignment_id for one in found.skips] == [later]
    assert {one.assignment_id for one in found.settled_skips} == set(seen)
    assert all(one.settled_at is not None for one in found.settled_skips)
    assert count_waiting(built.store, built.slug, lise) == 1
    assert settle_skips(built.store, built.slug, seen[:1], settled=False, who=lise) == 1
    assert count_waiting(built.store, built.slug, lise) == 2


def test_a_withdrawn_comparison_needs_nothing(campaign: Callable[..., Built]) -> None:
    """Its skip does not wait, until the comparison is put back."""
    built = campaign()
    number = skip(built, built.enter("Kari"))
    with built.store.read() as db:
        comparison = db.get_one(Assignment, number).comparison_id
    withdraw_comparison(built.store, built.slug, comparison)
    assert count_waiting(built.store, built.slug) == 0
    (gone,) = inbox(built.store, built.slug).settled_skips
    assert gone.settled_at is None
    withdraw_comparison(built.store, built.slug, comparison, withdrawn=False)
    assert count_waiting(built.store, built.slug) == 1


def test_skipped_once_more_waits_once_more(campaign: Callable[..., Built]) -> None:
    """An annotator who takes a settled skip back and skips again is read again."""
    built = campaign()
    kari = built.enter("Kari")
    number = skip(built, kari)
    settle_skips(built.store, built.slug, [number])
    assert undo_judgment(built.store, kari, built.slug, number, 0)
    assert inbox(built.store, built.slug).settled_skips == ()
    assert skip(built, kari) == number
    assert count_waiting(built.store, built.slug) == 1


def test_another_campaigns_skips_are_left_alone(campaign: Callable[..., Built]) -> None:
    """Ids of another kind or of nothing change nothing."""
    built = campaign()
    number = skip(built, built.enter("Kari"))
    assert settle_skips(built.store, built.slug, [number], rated=True) == 0
    assert settle_skips(built.store, built.slug, [number + 99]) == 0
    assert count_waiting(built.store, built.slug) == 1


def test_responses_to_rate_are_settled_likewise(campaign: Callable[..., Built]) -> None:
    """In a campaign of ratings the skips are of responses; a withdrawn response needs nothing."""
    built = campaign(protocol="heval", prompts=2)
    numbers = [skip(built, built.enter(name)) for name in ("Kari", "Ola")]
    assert count_waiting(built.store, built.slug) == 2
    assert settle_skips(built.store, built.slug, numbers) == 0, "ids of comparisons are others"
    assert settle_skips(built.store, built.slug, numbers[:1], rated=True) == 1
    (waiting,) = inbox(built.store, built.slug).skips
    assert waiting.rated
    assert waiting.assignment_id == numbers[1]
    with built.store.read() as db:
        response = db.get_one(RatingAssignment, numbers[1]).response_id
    withdraw_response(built.store, built.slug, response)
    assert count_waiting(built.store, built.slug) == 0


def test_questions_and_skips_are_numbered_for_each_annotator(campaign: Callable[..., Built]) -> None:
    """One meaning of a number: which of this annotator's questions, or skips, it is, in this campaign."""
    built, other = campaign(), campaign(slug="other")
    kari, ola = built.enter("Kari"), built.enter("Ola")
    siri = other.enter("Siri")
    for who, times in ((kari, 2), (ola, 1), (kari, 1)):
        for time in range(times):
            skip(built, who)
            ask_question(built.store, who, built.slug, None, f"Hva nå, {times}/{time}?")
    skip(other, siri)
    found = inbox(built.store, built.slug)
    numbers = [(one.annotator, one.number) for one in found.waiting]
    assert numbers == [("Kari", 1), ("Ola", 1), ("Kari", 2), ("Kari", 3)]
    assert sorted((one.annotator, one.number) for one in found.skips) == sorted(numbers)
    first = next(one for one in found.skips if (one.annotator, one.number) == ("Kari", 1))
    settle_skips(built.store, built.slug, [first.assignment_id])
    found = inbox(built.store, built.slug)
    assert [one.number for one in found.settled_skips] == [1]
    assert {one.number for one in found.skips if one.annotator == "Kari"} == {2, 3}


def test_skips_of_one_person_hide_nobodys(campaign: Callable[..., Built], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more skips than are listed, everyone's newest come first; the number counts all."""
    built = campaign()
    monkeypatch.setattr(skips, "_WAITING", 4)
    ola, kari = built.enter("Ola"), built.enter("Kari")
    skip(built, ola)
    numbers = [skip(built, kari) for _ in range(6)]
    found = inbox(built.store, built.slug)
    assert {one.annotator for one in found.skips} == {"Ola", "Kari"}
    assert [one.assignment_id for one in found.skips if one.annotator == "Kari"] == numbers[:2:-1]
    assert (len(found.skips), found.skipped) == (4, 7)
