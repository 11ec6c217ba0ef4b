"""Agreement in a campaign, against a recount by comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from sqlalchemy import select

from eval_core.agreement import agreement
from eval_core.agreement.coefficients import measure
from eval_core.campaigns.results.votes import read_votes
from eval_core.store import Judgment
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built


def test_a_campaign_agrees_as_its_comparisons_do(campaign: Callable[..., Built], clock: Clock) -> None:
    """read_votes keeps each comparison together and in one orientation, in either order of presentation."""
    built = campaign(prompts=8, identical=1, overlap=2)
    people = built.annotators(3)
    chance = np.random.default_rng(3)
    for turn in range(40):
        person = people[turn % 3]
        task = open_desk(built.store, person, built.slug).task
        if task is not None:
            clock.move(minutes=1)
            choice = ("A", "A", "tie", "B")[chance.integers(4)]
            record_judgment(built.store, person, built.slug, task.assignment_id, task.revision, choice)
    with built.store.read() as db:
        judgments = db.execute(
            select(Judgment.comparison_id, Judgment.outcome, Judgment.swapped).where(Judgment.live)
        ).all()
    said = Counter((row.comparison_id, row.outcome) for row in judgments)
    counts = np.array(
        [
            [said[identity, outcome] for outcome in ("second", "tie", "first")]
            for identity in {row.comparison_id for row in judgments}
        ]
    )
    counts = counts[counts.sum(axis=1) >= 2]
    assert len({row.swapped for row in judgments}) == 2
    found, expected = agreement(read_votes(built.store, built.slug), resamples=0), measure(counts)
    assert (found.n_items, found.n_annotators, found.warnings) == (len(counts), 3, ())
    assert found.n_items >= 8
    for name, value in vars(found.estimates).items():
        assert value == pytest.approx(float(getattr(expected, name)))
