"""Withdrawing comparisons and responses: nothing is lost, nothing is served or counted, and all of it comes back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select

from eval_core.campaigns.audit import read_log
from eval_core.campaigns.content.withdrawals import withdraw_comparison, withdraw_response
from eval_core.campaigns.results.leaderboard import latest_change, read_leaderboard
from eval_core.campaigns.results.votes import read_votes
from eval_core.campaigns.watching.progress import campaign_progress
from eval_core.store import Assignment, Comparison, Response, System
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built
from tests.support.checking import refusal
from tests.support.judging import judge


def comparison_ids(built: Built) -> list[int]:
    """The campaign's comparisons, in serving order."""
    with built.store.read() as db:
        query = select(Comparison.id).where(Comparison.campaign_id == built.id).order_by(Comparison.position)
        return list(db.scalars(query))


def responses_of(built: Built, system: str) -> list[int]:
    """A system's responses, by prompt."""
    with built.store.read() as db:
        query = select(Response.id).join(System, System.id == Response.system_id)
        return list(db.scalars(query.where(System.name == system).order_by(Response.prompt_id)))


def test_a_withdrawn_comparison_is_neither_served_nor_counted(campaign: Callable[..., Built]) -> None:
    """What was judged of it leaves ranking and progress, stays in the table, and returns with it."""
    built = campaign(prompts=3, overlap=2)
    kari, ola = built.annotators(2)
    assert judge(built, kari) == 9
    first = comparison_ids(built)[0]
    before = latest_change(built.store, built.slug)
    assert withdraw_comparison(built.store, built.slug, first)
    assert not withdraw_comparison(built.store, built.slug, first)
    assert latest_change(built.store, built.slug) > before
    assert judge(built, ola) == 8
    assert len(read_votes(built.store, built.slug)) == 16
    assert (read_leaderboard(built.store, built.slug).withdrawn, campaign_progress(built.store, built.slug).total) == (
        1,
        16,
    )
    assert withdraw_comparison(built.store, built.slug, first, withdrawn=False)
    assert len(read_votes(built.store, built.slug)) == 17
    assert judge(built, ola) == 1
    assert [entry.action for entry in read_log(built.store, built.slug)] == [
        "comparison_restored",
        "comparison_withdrawn",
    ]


def test_a_response_takes_its_comparisons_along_and_brings_them_back(campaign: Callable[..., Built]) -> None:
    """Only what went with it returns; a comparison withdrawn on its own account stays out."""
    built = campaign(prompts=2, overlap=1)
    (kari,) = built.annotators(1)
    judge(built, kari)
    alfa = responses_of(built, "alfa-modell")[0]
    with built.store.read() as db:
        own = db.scalar(select(Comparison.id).where(Comparison.first_response_id == alfa))
    assert own is not None
    withdraw_comparison(built.store, built.slug, own)
    assert withdraw_response(built.store, built.slug, alfa)
    assert not withdraw_response(built.store, built.slug, alfa)
    assert len(read_votes(built.store, built.slug)) == 4
    assert withdraw_response(built.store, built.slug, alfa, withdrawn=False)
    assert len(read_votes(built.store, built.slug)) == 5
    withdraw_comparison(built.store, built.slug, own, withdrawn=False)
    assert len(read_votes(built.store, built.slug)) == 6


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_withdrawn_responses_come_back_in_any_order(campaign: Callable[..., Built], order: tuple[int, int]) -> None:
    """The comparison of the two is out until both are back."""
    built = campaign(prompts=1, overlap=1)
    (kari,) = built.annotators(1)
    judge(built, kari)
    pair = [responses_of(built, name)[0] for name in ("alfa-modell", "bravo-modell")]
    for response in pair:
        withdraw_response(built.store, built.slug, response)
    assert len(read_votes(built.store, built.slug)) == 0
    withdraw_response(built.store, built.slug, pair[order[0]], withdrawn=False)
    assert len(read_votes(built.store, built.slug)) == 1
    with built.store.read() as db:
        both = db.scalar(
            select(Comparison.id).where(Comparison.first_response_id.in_(pair), Comparison.second_response_id.in_(pair))
        )
    assert both is not None
    assert refusal(lambda: withdraw_comparison(built.store, built.slug, both, withdrawn=False)) == "response_withdrawn"
    withdraw_response(built.store, built.slug, pair[order[1]], withdrawn=False)
    assert len(read_votes(built.store, built.slug)) == 3


def test_what_is_not_there_cannot_be_withdrawn(campaign: Callable[..., Built]) -> None:
    """Another campaign's comparisons and responses are refused."""
    built, other = campaign(), campaign(slug="other")
    assert (
        refusal(lambda: withdraw_comparison(built.store, built.slug, comparison_ids(other)[0])) == "unknown_comparison"
    )
    with built.store.read() as db:
        strange = db.scalar(select(Response.id).where(Response.campaign_id == other.id))
    assert refusal(lambda: withdraw_response(built.store, built.slug, strange or 0)) == "unknown_response"


def test_withdrawn_work_on_the_desk_is_not_judged(campaign: Callable[..., Built]) -> None:
    """A choice on a comparison that was withdrawn meanwhile is refused, and the next one comes up."""
    built = campaign(prompts=2, overlap=1)
    (kari,) = built.annotators(1)
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    with built.store.read() as db:
        lying = db.get_one(Assignment, task.assignment_id).comparison_id
    withdraw_comparison(built.store, built.slug, lying)
    assert refusal(lambda: record_judgment(built.store, kari, built.slug, task.assignment_id, 0, "A")) == "lease_lost"
    following = open_desk(built.store, kari, built.slug).task
    assert following is not None
    assert following.assignment_id != task.assignment_id
