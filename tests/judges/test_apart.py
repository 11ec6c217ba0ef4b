"""What judges do is not people's work: pace, forecast, needs and doubts of people stay as they were."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import true

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.pace import measured_pace
from eval_core.campaigns.watching import tallies
from eval_core.campaigns.watching import watch as watching
from eval_core.campaigns.watching.progress import campaign_progress
from tests.conftest import Clock
from tests.judges.conftest import judge
from tests.judges.stub import Stub
from tests.support.acts import open_desk, record_judgment
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
