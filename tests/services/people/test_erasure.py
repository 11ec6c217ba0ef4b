"""Erasing a person: nothing of who they were is left, and everything that they decided is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select

from eval_core.agreement import agreement
from eval_core.campaigns.access import find_person
from eval_core.campaigns.audit import read_log
from eval_core.campaigns.people.erasure import erase_by_name, erase_person
from eval_core.campaigns.people.sign_ins.sign_in import current_visitor
from eval_core.campaigns.results.votes import read_votes
from eval_core.errors import ParvisError, RefusedError
from eval_core.ranking import rank
from eval_core.store import (
    Assignment,
    DeskAction,
    Event,
    Judgment,
    Membership,
    Person,
    Question,
    RatingAssignment,
    RatingMark,
    Reason,
    Remark,
    Store,
)
from tests.support.building import Built, comparisons
from tests.support.checking import everything, history, problems, rewritten
from tests.support.full_campaign import NAMES, furnish

KARI, OLA, LEAD, EVERYWHERE = NAMES
WRITTEN = ("Commented by me", "Asked by me?", "Skipped by me", "A break", "Slik.", "Well done")


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """A campaign with something in every table."""
    made = campaign(prompts=8, overlap=3)
    furnish(made)
    return made


def id_of(store: Store, name: str) -> int:
    with store.read() as db:
        return find_person(db, name).id


def test_nothing_of_the_person_is_left(built: Built) -> None:
    """Name, background, language, links, sessions, roles and words are in no table any more, and others' are."""
    store, kari = built.store, id_of(built.store, KARI)
    with store.write() as db:
        db.add(Event(campaign_id=built.id, action="person_added", about={"names": [KARI, OLA], "name": KARI}))
    before = everything(store)
    name = erase_by_name(store, KARI)
    after = everything(store)
    assert name.startswith("erased-")
    assert KARI not in repr(after)
    assert OLA in repr(after)
    assert "kari@example.org" in repr(before)
    assert "kari@example.org" not in repr(after)
    assert "ola@example.org" in repr(after)
    with store.read() as db:
        person = db.get_one(Person, kari)
        assert (person.name, person.first_standard, person.dialect_area, person.language) == (name, None, None, None)
        held = select(func.count()).where(Assignment.person_id == kari, Assignment.status == "leased")
        assert db.scalar(held) == 0
        assert db.scalars(select(Membership.id).where(Membership.person_id == kari)).all() == []
    for table in ("link", "sign_in", "mail_address", "mail", "link_offer"):
        assert len(after[table]) == len(before[table]) - 1
    for words in WRITTEN[1:2] + WRITTEN[3:]:
        assert words in repr(before)
        assert words not in repr(after)
    assert 0 < repr(after["remark"]).count(WRITTEN[0]) < repr(before["remark"]).count(WRITTEN[0])
    assert repr(after["assignment"]).count(WRITTEN[2]) == 1 == repr(before["assignment"]).count(WRITTEN[2]) - 1
    assert current_visitor(store, built.sessions[KARI]) is None


def test_marks_lose_their_places(built: Built) -> None:
    """Which issues the person found stays, each once; where, what a question was about and their clicks go."""
    store, kari = built.store, id_of(built.store, KARI)
    with store.write() as db:
        remark = db.scalars(select(Remark).join(Judgment).where(Judgment.person_id == kari)).first()
        assert remark is not None
        reason = db.scalars(select(Reason).where(Reason.remark_id == remark.id)).first()
        assert reason is not None
        whole = Reason(remark_id=remark.id, response_id=reason.response_id, issue=reason.issue)
        rated = db.scalars(select(RatingAssignment)).one()
        rated.person_id = kari
        db.add_all([whole, RatingMark(rating_assignment_id=rated.id, revision=1, start=7, end=9, issue="grammar")])
    issues, marks = issues_of(store), marks_of(store)
    assert marks[KARI] > 3
    assert marks[OLA] > 3
    erase_by_name(store, KARI)
    assert issues_of(store) == issues
    after = marks_of(store)
    assert {KARI, OLA} & after.keys() == {OLA}
    assert after == {OLA: marks[OLA]}


def issues_of(store: Store) -> list[tuple[Any, ...]]:
    """Which issues were found in which text, by whom."""
    with store.read() as db:
        found = select(Reason.remark_id, Reason.response_id, Reason.issue).distinct()
        rated = select(RatingMark.rating_assignment_id, RatingMark.revision, RatingMark.issue).distinct()
        return sorted(map(tuple, [*db.execute(found), *db.execute(rated)]), key=repr)


def marks_of(store: Store) -> Counter[str]:
    """How many places and clicks of each person are stored."""
    queries = (
        select(Person.name)
        .join(Judgment, Judgment.person_id == Person.id)
        .join(Remark, Remark.judgment_id == Judgment.id)
        .join(Reason, Reason.remark_id == Remark.id)
        .where(Reason.start.is_not(None)),
        select(Person.name)
        .join(RatingAssignment, RatingAssignment.person_id == Person.id)
        .join(RatingMark, RatingMark.rating_assignment_id == RatingAssignment.id)
        .where(RatingMark.start.is_not(None)),
        select(Person.name).join(Question, Question.person_id == Person.id).where(Question.marks.is_not(None)),
        select(Person.name).join(DeskAction, DeskAction.person_id == Person.id),
    )
    with store.read() as db:
        return Counter(name for query in queries for name in db.scalars(query))


def test_the_ranking_does_not_notice(built: Built) -> None:
    """Ranking, agreement and every promise of the data are as before; no judgment was touched."""
    store, slug = built.store, built.slug

    def results() -> tuple[object, float]:
        votes = read_votes(store, slug)
        return rank(votes).as_dict(), agreement(votes, resamples=50).as_dict()["gwet_ac1"]

    before, judged = results(), history(store)
    name = erase_by_name(store, KARI)
    after = results()
    assert after == before
    assert problems(store, slug) == []
    assert rewritten(judged, history(store)) == []
    assert name in set(read_votes(store, slug)["annotator"])


def test_the_log_notes_the_erasure(built: Built, campaign: Callable[..., Built]) -> None:
    """Each campaign of the person has the event, with the neutral name; other campaigns have none."""
    apart = campaign(slug="apart", prompts=1)
    lead = built.sessions[LEAD]
    name = erase_person(built.store, built.slug, id_of(built.store, OLA), who=lead)
    entry = read_log(built.store, built.slug)[0]
    assert (entry.action, entry.by, entry.about) == ("person_erased", LEAD, {"person": name})
    assert read_log(built.store, apart.slug) == []
    erase_by_name(built.store, EVERYWHERE)
    assert [read_log(built.store, one)[0].action for one in (built.slug, apart.slug)] == ["person_erased"] * 2


def test_whom_a_lead_may_erase(built: Built, campaign: Callable[..., Built]) -> None:
    """Only humans of the campaign, not oneself, and no one who takes part, or did, where one does not lead."""
    store, lead = built.store, built.sessions[LEAD]
    apart = campaign(slug="apart", prompts=1)
    apart.enter("Stranger")
    with store.write() as db:  # who worked elsewhere and has no role there any more
        task = db.scalars(select(Assignment).where(Assignment.person_id == find_person(db, OLA).id)).first()
        assert task is not None
        other = comparisons(store, apart.slug)[0].id
        db.add(Assignment(campaign_id=apart.id, comparison_id=other, person_id=task.person_id))
    before = everything(store)
    for name, code in (
        ("Robot", "not_human"),
        (LEAD, "yourself"),
        (EVERYWHERE, "out_of_reach"),
        (OLA, "out_of_reach"),
        ("Stranger", "unknown_person"),
    ):
        with pytest.raises(RefusedError) as refusal:
            erase_person(store, built.slug, id_of(store, name), who=lead)
        assert (name, refusal.value.code) == (name, code)
    assert everything(store) == before
    kari = id_of(store, KARI)
    erase_person(store, built.slug, kari, who=lead)
    with pytest.raises(RefusedError, match="no such person"):  # the second click
        erase_person(store, built.slug, kari, who=lead)


def test_who_cannot_be_erased_by_name(built: Built) -> None:
    """An unknown name and a program are refused."""
    for name, word in (("Nobody", "no person 'Nobody'"), ("Robot", "is not a human")):
        with pytest.raises(ParvisError, match=word):
            erase_by_name(built.store, name)
