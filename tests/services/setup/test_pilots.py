"""A plan with the variances of judgments that are there: whose, and for whom."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.campaigns.setup.pilots import list_pilots, read_pilot
from eval_core.campaigns.setup.plan_review import read_plan_review
from eval_core.campaigns.setup.plan_size import read_plan_size
from eval_core.errors import RefusedError
from eval_core.ranking.diagnostics.pilot import pilot_of
from eval_core.ranking.diagnostics.study_plan import StudySize, study_plan
from eval_core.store import Campaign, Membership, Person
from tests.support.boards import Board
from tests.support.building import Built

Make = Callable[..., Built]
BOARD = Board(annotators=8, overlap=4, prompts=8, annotator_sd=0.7)


@pytest.fixture
def piloted(campaign: Make, tmp_path: Path) -> Built:
    """A campaign, and an earlier one called pilot with judgments by people who differ much."""
    built = campaign()
    built.annotators(4)
    file = tmp_path / "pilot.csv"
    with file.open("w", newline="", encoding="utf-8") as out:
        rows = csv.writer(out)
        rows.writerow(["model_a", "model_b", "winner", "annotator_id", "prompt_id"])
        winners = {"first": "model_a", "second": "model_b", "tie": "tie"}
        for row in BOARD.judgments(1).itertuples():
            rows.writerow([row.first, row.second, winners[str(row.outcome)], row.annotator, row.prompt])
    create_campaign(built.store, "pilot", title="The pilot")
    import_judgments(built.store, file, "pilot")
    return built


def test_a_pilot_takes_the_place_of_what_is_assumed(piloted: Built) -> None:
    """The variances of the other campaign are those of the judgments themselves, and the plan rests on them."""
    found = read_pilot(piloted.store, piloted.slug, "pilot")
    assert found is not None
    expected = pilot_of(BOARD.judgments(1))
    assert found.annotator is not None
    assert expected.annotator is not None
    assert found.annotator.sd == pytest.approx(expected.annotator.sd, abs=0.1)  # the sides are stored, not drawn
    size = read_plan_size(piloted.store, piloted.slug)
    planned = study_plan(size, pilot=found)
    assert planned.source == {"annotator": "pilot", "prompt": "pilot"}
    assumed = read_plan_review(piloted.store, piloted.slug).study
    assert assumed is not None
    assert assumed.size == size
    assert (planned.power.smallest_gap or 99) > (assumed.power.smallest_gap or 0)


def test_the_size_is_that_of_the_campaign(piloted: Built) -> None:
    """Systems, prompts in comparisons, and overlap as they are."""
    size = read_plan_size(piloted.store, "pilot")
    assert size == StudySize(6, 8, size.annotators, size.overlap, None)


def test_who_may_not_see_a_pilot_does_not(piloted: Built) -> None:
    """A lead here sees the pilot once they may see its results; before it is neither listed nor read."""
    lead = piloted.enter("Lise", "lead")
    assert "pilot" not in dict(list_pilots(piloted.store, piloted.slug, lead))
    with pytest.raises(RefusedError, match="role"):
        read_pilot(piloted.store, piloted.slug, "pilot", lead)
    with piloted.store.write() as db:
        person = db.scalars(select(Person.id).where(Person.name == "Lise")).one()
        there = db.scalars(select(Campaign.id).where(Campaign.slug == "pilot")).one()
        db.add(Membership(person_id=person, campaign_id=there, role="researcher"))
    assert dict(list_pilots(piloted.store, piloted.slug, lead))["pilot"] == "The pilot"
    found = read_pilot(piloted.store, piloted.slug, "pilot", lead)
    assert found is not None
    assert found.judgments == 480


def test_a_campaign_without_judgments_is_no_pilot(piloted: Built) -> None:
    """It is not listed, and says nothing."""
    create_campaign(piloted.store, "empty", title="Empty")
    assert "empty" not in dict(list_pilots(piloted.store, piloted.slug))
    assert read_pilot(piloted.store, piloted.slug, "empty") is None
