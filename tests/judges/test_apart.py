"""What judges do is not people's work: pace, forecast, needs and doubts of people stay as they were."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import true, update

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.my_work.hours import campaign_hours
from eval_core.campaigns.pace import measured_pace
from eval_core.campaigns.publishing.report_facts import campaign_facts, rating_facts
from eval_core.campaigns.quality import annotators, figures, raters
from eval_core.campaigns.results.scores import rating_results
from eval_core.campaigns.results.votes import read_votes
from eval_core.campaigns.watching import tallies
from eval_core.campaigns.watching import watch as watching
from eval_core.campaigns.watching.progress import campaign_progress
from eval_core.protocols import load_protocol
from eval_core.store import Person
from tests.conftest import Clock
from tests.judges.conftest import judge
from tests.judges.stub import Stub
from tests.support.acts import open_desk, record_judgment, record_ratings
from tests.support.building import Built

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


def seen(built: Built) -> tuple[Any, ...]:
    """What a lead reads of people's work and of its end, and what the needs are worked out from."""
    progress = campaign_progress(built.store, built.slug)
    with built.store.read() as db:
        campaign = find_campaign(db, built.slug)
        behind = (watching._agreement(db, campaign, progress.done), watching._groups(db, campaign))
        pace = measured_pace(built.store, db, campaign)
    return progress, behind, watching.watch(built.store, built.slug), pace


def test_judges_move_nothing_of_peoples(
    to_judge: Callable[..., Built], stub: Callable[..., Stub], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three runs of judges leave progress, forecast, needs and doubts as they were; were judges counted, they would move."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "0")
    built, endpoint = to_judge("norwegian_fluency", prompts=12), stub("norwegian_fluency")
    people = [built.enter(name) for name in ("Kari", "Ola")]
    for _ in range(4):
        for who in people * 4:
            task = open_desk(built.store, who, built.slug).task
            assert task is not None
            record_judgment(built.store, who, built.slug, task.assignment_id, task.revision, "A")
            clock.move(minutes=1)
        clock.move(hours=23)
    before = seen(built)
    assert before[0].forecast is not None
    for name in ("one", "two", "three"):
        judge(built, endpoint, name=name)
    assert seen(built) == before
    # The violations: judges among those who fill places, and among those who agree.
    monkeypatch.setattr(tallies, "_of_people", lambda _: true())
    monkeypatch.setattr(watching, "_counts", lambda *_: true())
    after = seen(built)
    assert after[0].forecast != before[0].forecast
    assert after[1] != before[1]


def compared(built: Built) -> dict[str, Any]:
    """What is shown of the people who compared."""
    store, slug = built.store, built.slug
    of_each, of_all = annotators._compute(store, slug), figures._compute(store, slug)
    facts = campaign_facts(store, slug)
    return {
        "progress and forecast": campaign_progress(store, slug),
        "hours": campaign_hours(store, slug, "Europe/Oslo"),
        "checks": [check for check in of_each.checks if check.counts],
        "habits": of_each.habits,
        "agreement": repr(of_all.agreement),
        "divided": repr(of_all.divided),
        "ranking": read_votes(store, slug).to_dict("records"),
        "numbers for papers": (facts.judgments, facts.annotators, facts.first, facts.last),
    }


def rated(built: Built) -> dict[str, Any]:
    """What is shown of the people who rated."""
    store, slug = built.store, built.slug
    of_each = raters._compute(store, slug)
    return {
        "progress and forecast": campaign_progress(store, slug),
        "hours": campaign_hours(store, slug, "Europe/Oslo"),
        "checks": [check for check in of_each.checks if check.counts],
        "agreement": repr(of_each.agreement),
        "scores": repr(rating_results(store, slug).as_dict()),
        "numbers for papers": rating_facts(store, slug),
    }


def work(built: Built, clock: Clock, protocol: str) -> None:
    """Four days of two people."""
    people = [built.enter(name) for name in ("Kari", "Ola")]
    criteria = load_protocol(protocol).rated
    for day in range(4):
        for turn, who in enumerate(people * 3):
            task = open_desk(built.store, who, built.slug).task
            assert task is not None
            if criteria:
                scores = {one.key: Score(one.min + (turn + day) % 3, "Because.") for one in criteria}
                record_ratings(built.store, who, built.slug, task.assignment_id, task.revision, scores)
            else:
                record_judgment(built.store, who, built.slug, task.assignment_id, task.revision, "AB"[turn % 2])
            clock.move(minutes=1)
        clock.move(hours=23)


@pytest.mark.parametrize(("protocol", "shown"), [("norwegian_fluency", compared), ("adequacy_fluency", rated)])
def test_every_figure_of_people_is_theirs_alone(
    to_judge: Callable[..., Built],
    stub: Callable[..., Stub],
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    protocol: str,
    shown: Callable[[Built], dict[str, Any]],
) -> None:
    """Three runs of judges move none of them; the same work by people would have moved every one."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "0")
    built, endpoint = to_judge(protocol, prompts=12), stub(protocol)
    work(built, clock, protocol)
    before = shown(built)
    for name in ("one", "two", "three"):
        judge(built, endpoint, name=name)
    assert shown(built) == before
    with built.store.write() as db:
        db.execute(update(Person).where(Person.kind == "judge").values(kind="human"))
    after = shown(built)
    assert [name for name in before if after[name] == before[name]] == []
