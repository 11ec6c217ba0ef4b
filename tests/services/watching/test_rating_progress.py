"""How far a rating campaign is: one sheet is one piece of work, capped at the overlap, and nothing names a system."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.desk.rating_sheets import revise_ratings
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.setup.campaigns import list_campaigns
from eval_core.campaigns.watching.progress import burn_up, campaign_counts, campaign_progress
from eval_core.campaigns.watching.stopping_rule import read_stopping
from eval_core.campaigns.watching.watch import watch
from eval_core.protocols import load_protocol
from tests.conftest import Clock
from tests.support.acts import open_desk, record_ratings, undo_ratings
from tests.support.building import Built

MARKS = {criterion.key: Score(3) for criterion in load_protocol("heval").rated}


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """Eight prompts with three responses each: 48 sheets for an overlap of two."""
    return campaign(protocol="heval", prompts=8)


def rate(built: Built, who: str, clock: Clock, times: int) -> list[int]:
    """Rate so many, two minutes each; their assignments."""
    made = []
    for _ in range(times):
        (sheet,) = open_desk(built.store, who, built.slug).sheets
        clock.move(minutes=2)
        record_ratings(built.store, who, built.slug, sheet.assignment_id, sheet.revision, MARKS)
        made.append(sheet.assignment_id)
    return made


def counts(built: Built) -> tuple[int, int, int, int]:
    counts = campaign_counts(built.store, built.slug)
    return counts.done, counts.total, counts.comparisons_done, counts.comparisons


def test_sheets_are_counted_and_not_criteria(built: Built, clock: Clock) -> None:
    """Done, wanted and full responses; eleven criteria of one response are one piece of work."""
    kari, ola = built.annotators(2)
    assert counts(built) == (0, 48, 0, 24)
    rate(built, kari, clock, 24)
    assert counts(built) == (24, 48, 0, 24)
    rate(built, ola, clock, 3)
    assert counts(built) == (27, 48, 3, 24)


def test_each_person_has_a_line(built: Built, clock: Clock) -> None:
    """Done, left, pace and when somebody was last seen; people who have not begun have everything left."""
    first, second = built.annotators(2)
    rate(built, first, clock, 5)
    progress = campaign_progress(built.store, built.slug)
    assert progress.rates
    lines = {row.done: row for row in progress.people}
    assert (lines[5].left, lines[5].skipped, lines[5].pace, lines[5].last_seen) == (
        19,
        0,
        pytest.approx(30),
        clock.time,
    )
    assert (lines[0].left, lines[0].pace, lines[0].last_seen) == (24, None, None)
    assert not any(system in str(progress) for system in built.systems)
    assert second


def test_a_quota_bounds_what_is_left(campaign: Callable[..., Built], clock: Clock) -> None:
    """Nobody has more left than they are asked for."""
    built = campaign(protocol="heval", prompts=2, per_annotator=3)
    (kari,) = built.annotators(1)
    rate(built, kari, clock, 1)
    (row,) = campaign_progress(built.store, built.slug).people
    assert (row.done, row.left, row.quota) == (1, 2, 3)


def test_the_curve_and_the_forecast_follow_the_ratings_in_force(built: Built, clock: Clock) -> None:
    """An undo goes down by one, a revision leaves the count; after twenty there is a forecast."""
    (kari,) = built.annotators(1)
    made = rate(built, kari, clock, 2)
    undo_ratings(built.store, kari, built.slug, made[-1], 1)
    assert [count for _, count in burn_up(built.store, built.slug)] == [1, 2, 1]
    assert counts(built)[0] == 1
    rate(built, kari, clock, 1)
    clock.move(minutes=1)
    revise_ratings(built.store, kari, built.slug, made[0], 1, MARKS)
    assert [count for _, count in burn_up(built.store, built.slug)] == [1, 2, 1, 2, 2]
    assert campaign_progress(built.store, built.slug).forecast is None
    rate(built, kari, clock, 20)
    progress = campaign_progress(built.store, built.slug)
    assert progress.forecast is not None
    assert progress.forecast.per_hour == pytest.approx(30, rel=0.1)


def test_a_lead_of_ratings_sees_no_need_of_comparisons_alone(built: Built, clock: Clock) -> None:
    """Neither systems that nothing compares, nor sides, nor agreement of choices; stopping by width is no rule here."""
    (kari,) = built.annotators(1)
    rate(built, kari, clock, 3)
    assert watch(built.store, built.slug).needs == ()
    change_rules(built.store, built.slug, {"stop": "width", "stop_width": 0.2})
    assert read_stopping(built.store, built.slug) is None
    change_rules(built.store, built.slug, {"stop": "judgments", "stop_judgments": 3})
    stopping = read_stopping(built.store, built.slug)
    assert stopping is not None
    assert (stopping.now, stopping.reached) == (3, True)


def test_the_list_of_campaigns_counts_rated_responses(built: Built, clock: Clock) -> None:
    """Responses and how often they were rated are listed next to comparisons and judgments."""
    (kari,) = built.annotators(1)
    rate(built, kari, clock, 2)
    (row,) = list_campaigns(built.store)
    assert (row.comparisons, row.judgments, row.responses, row.rated) == (0, 0, 24, 2)
