"""Every built-in protocol runs to its end, and what is stored is what the endpoint said."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import aliased

from eval_core.campaigns.results.ratings import read_ratings_of
from eval_core.campaigns.results.votes import read_votes
from eval_core.errors import InputError, ParvisError
from eval_core.judges.work import begin_judging, count_left
from eval_core.protocols import list_protocols, load_protocol
from eval_core.store import (
    Assignment,
    Comparison,
    Judgment,
    Person,
    Rating,
    RatingAssignment,
    Response,
    Store,
)
from tests.judges.conftest import MODEL, judge, replies
from tests.judges.stub import Stub, choice_of, score_of
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built, comparisons

Build = Callable[..., Built]
Start = Callable[..., Stub]
RATING = [protocol.key for protocol in list_protocols() if protocol.kind == "rating"]


@pytest.mark.parametrize("key", RATING)
def test_every_rating_is_the_endpoints(key: str, to_judge: Build, stub: Start) -> None:
    """Each response has each rating that the endpoint drew from its text, "not applicable" included, and no other."""
    built, endpoint = to_judge(key, prompts=3), stub(key)
    judging, tally = judge(built, endpoint)
    protocol = load_protocol(key)
    rated = {criterion.key: criterion for criterion in protocol.rated}
    with built.store.read() as db:
        texts = dict(db.execute(select(Response.id, Response.text)).all())
        result = db.execute(
            select(RatingAssignment.response_id, Rating.criterion, Rating.value, Rating.not_applicable)
            .join(RatingAssignment)
            .where(RatingAssignment.person_id == judging.person_id, RatingAssignment.status == "done", Rating.live)
        ).all()
        hashes = set(db.scalars(select(RatingAssignment.protocol_hash)))
    wanted = {
        (number, name): score_of(text, criterion) for number, text in texts.items() for name, criterion in rated.items()
    }
    assert {(number, name): value for number, name, value, _ in result} == wanted
    assert all(na == (value is None) for _, _, value, na in result)
    assert len(result) == 9 * len(rated)
    assert hashes == {protocol.content_hash}
    assert (tally.done, tally.ok, tally.given_up) == (tally.total, tally.asked, 0)
    assert sorted(reply.text for reply in replies(built.store)) == sorted(endpoint.given)


def test_both_orders_of_every_comparison(to_judge: Build, stub: Start) -> None:
    """Two judgments a comparison, each the endpoint's choice on its order; one of them counts, and people's do not move."""
    built, endpoint = to_judge("norwegian_fluency", prompts=6), stub("norwegian_fluency")
    judge(built, endpoint)
    first_response, second_response = aliased(Response), aliased(Response)
    with built.store.read() as db:
        rows = db.execute(
            select(Judgment, Assignment.occurrence, first_response.text, second_response.text)
            .join(Assignment, Assignment.id == Judgment.assignment_id)
            .join(Comparison, Comparison.id == Judgment.comparison_id)
            .join(first_response, first_response.id == Comparison.first_response_id)
            .join(second_response, second_response.id == Comparison.second_response_id)
        ).all()
        done = db.scalar(select(func.sum(Comparison.done)))
        db.expunge_all()
    assert len(rows) == 2 * 18
    orders = set()
    for judgment, occurrence, first, second in rows:
        a, b = (second, first) if judgment.swapped else (first, second)
        assert judgment.choice == choice_of(a, b)
        assert judgment.ranked == (occurrence == 0)
        assert judgment.protocol_hash == load_protocol("norwegian_fluency").content_hash
        orders.add((judgment.comparison_id, judgment.swapped))
    assert len(orders) == 36
    assert {judgment.swapped for judgment, occurrence, _, _ in rows if occurrence == 0} == {True, False}
    assert done == 0
    assert len(read_votes(built.store, built.slug)) == 0
    assert len(read_votes(built.store, built.slug, where=["kind=judge"])) == 18


def test_people_find_everything_still_to_do(to_judge: Build, stub: Start) -> None:
    """After a judge a person has as many comparisons before them as without one."""
    built, endpoint = to_judge("norwegian_fluency", prompts=1, overlap=1), stub("norwegian_fluency")
    judge(built, endpoint)
    kari = built.enter("Kari")
    for _ in range(3):
        task = open_desk(built.store, kari, built.slug).task
        assert task is not None
        record_judgment(built.store, kari, built.slug, task.assignment_id, task.revision, "A")
    assert open_desk(built.store, kari, built.slug).task is None
    assert [comparison.done for comparison in comparisons(built.store, built.slug)] == [1, 1, 1]


@pytest.mark.both_databases
def test_another_protocol_over_the_same_responses(to_judge: Build, stub: Start) -> None:
    """A judge rates the responses of a pairwise campaign, kept apart from people's ratings by its kind."""
    built, endpoint = to_judge("norwegian_fluency", prompts=2), stub("adequacy_fluency")
    judge(built, endpoint, protocol="adequacy_fluency")
    assert len(read_ratings_of(built.store, built.slug, protocol="adequacy_fluency", kind="judge")[1]) == 12
    assert len(read_ratings_of(built.store, built.slug, protocol="adequacy_fluency")[1]) == 0


def test_a_batch_is_of_one_system_and_language_pair_with_its_example(to_judge: Build, stub: Start) -> None:
    """Prompts hold up to the batch's size of one system's items, and the example of their own languages alone."""
    built, endpoint = to_judge("mt_qualitative", prompts=22), stub("mt_qualitative")
    judge(built, endpoint)
    assert sorted(prompt.count("<output>") for prompt in endpoint.prompts) == [2, 2, 2, 20, 20, 20]
    with built.store.read() as db:
        owners = dict(db.execute(select(Response.id, Response.system_id)).all())
    assert all(len({owners[number] for number in reply.about["response"]}) == 1 for reply in replies(built.store))
    for prompt in endpoint.prompts:
        assert "(en to nb)" in prompt
        assert "(en to nn)" not in prompt
        assert "(en to de)" not in prompt


@pytest.mark.both_databases
def test_a_judge_is_not_a_person(store: Store, to_judge: Build) -> None:
    """A person's name is refused as a judge's, and a new judge is of its kind."""
    built = to_judge("norwegian_fluency", prompts=1)
    built.enter("Kari")
    with pytest.raises(ParvisError, match="Kari"):
        begin_judging(store, built.slug, "Kari")
    judging = begin_judging(store, built.slug, MODEL)
    with store.read() as db:
        assert db.get_one(Person, judging.person_id).kind == "judge"


def test_another_version_of_a_protocol_is_refused(to_judge: Build, stub: Start) -> None:
    """A judge that worked under one content of a protocol does not go on under another."""
    built, endpoint = to_judge("adequacy_fluency", prompts=1), stub("adequacy_fluency")
    judge(built, endpoint)
    with built.store.write() as db:
        db.query(RatingAssignment).update({"protocol_hash": "f" * 64})
    with pytest.raises(InputError, match="another version"):
        begin_judging(built.store, built.slug, MODEL)


@pytest.mark.parametrize("key", ["gptscore_ko", "mt_qualitative", "norwegian_fluency"])
def test_no_more_than_the_limit(key: str, to_judge: Build, stub: Start) -> None:
    """A limit settles that many, and the next run continues after them."""
    built, endpoint = to_judge(key, prompts=2), stub(key)
    judging, tally = judge(built, endpoint, limit=4)
    assert tally.done == tally.total == 4
    left = count_left(built.store, judging)
    assert left > 0
    _, rest = judge(built, endpoint)
    assert (rest.total, count_left(built.store, judging)) == (left, 0)
    assert set(endpoint.prompts.values()) == {1}


def test_the_temperature_is_sent_only_where_it_is_given(to_judge: Build, stub: Start) -> None:
    """The endpoint's own temperature holds unless one is named."""
    built, endpoint = to_judge("adequacy_fluency", prompts=1), stub("adequacy_fluency")
    judge(built, endpoint, limit=1)
    judge(built, endpoint, limit=1, temperature=0.5)
    assert endpoint.temperatures == {None, 0.5}


def test_identical_texts_are_each_judged(to_judge: Build, stub: Start) -> None:
    """Two systems that gave the same response get a rating each, though their requests are the same words."""
    built, endpoint = to_judge("adequacy_fluency", prompts=2, identical=2), stub("adequacy_fluency")
    judge(built, endpoint, concurrency=3)
    with built.store.read() as db:
        assert db.scalar(select(func.count()).select_from(Rating)) == 12
    assert max(reply.attempt for reply in replies(built.store)) == 3
