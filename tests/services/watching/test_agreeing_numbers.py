"""The numbers of Progress agree: headline, rows, sum, hours and curve, before an exclusion, after it and lifted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select, update

from eval_core.campaigns.kinds import protocol_kind
from eval_core.campaigns.my_work.hours import campaign_hours
from eval_core.campaigns.quality.exclusions import exclude_person, lift_exclusion
from eval_core.campaigns.quality.pauses import pause_person
from eval_core.campaigns.setup.lifecycle import move_campaign
from eval_core.campaigns.watching.progress import CampaignProgress, PersonProgress, burn_up, campaign_counts
from eval_core.campaigns.watching.watch import watch
from eval_core.store import Membership, Person, Prompt
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment, record_ratings
from tests.support.building import Built
from tests.support.service_calls import MARKS


def work(built: Built, clock: Clock, times: int, *people: str) -> int:
    """Let these people judge or rate in turn, so often each and a minute each; how often it was together."""
    made = 0
    for turn in range(times * len(people)):
        who = people[turn % len(people)]
        sheets = open_desk(built.store, who, built.slug).sheets
        clock.move(minutes=1)
        if not sheets:
            continue
        sheet, made = sheets[0], made + 1
        if protocol_kind(built.store, who, built.slug) == "rating":
            record_ratings(built.store, who, built.slug, sheet.assignment_id, sheet.revision, MARKS)
        else:
            record_judgment(built.store, who, built.slug, sheet.assignment_id, sheet.revision, "A")
    return made


def person(built: Built, name: str) -> int:
    with built.store.read() as db:
        return db.scalars(select(Person.id).where(Person.name == name)).one()


def agreeing(built: Built) -> CampaignProgress:
    """The progress now, after a look at whether its numbers agree with each other and with all other counts."""
    found = watch(built.store, built.slug)
    progress = found.progress
    counts = campaign_counts(built.store, built.slug)
    assert (progress.done, progress.total) == (counts.done, counts.total)
    assert (
        progress.sum == sum(row.done for row in progress.people) == progress.done + progress.checks + progress.surplus
    )
    hours = campaign_hours(built.store, built.slug, "Europe/Oslo")
    for row in progress.people:
        assert sum(day.day.count for day in hours if day.name == row.name) == row.done
        assert not (row.excluded and (row.left or row.forecast))
    assert burn_up(built.store, built.slug)[-1][1] == progress.done
    named = [need.person.name for need in found.needs if need.person]
    assert len(named) == len(set(named))
    assert not set(named) & {row.name for row in progress.people if row.excluded}
    return progress


@pytest.mark.drawn
@pytest.mark.parametrize("protocol", ["norwegian_fluency", "heval"])
def test_numbers_agree_after_an_exclusion(campaign: Callable[..., Built], clock: Clock, protocol: str) -> None:
    """With others judging instead, what the excluded person did leaves the headline, and stays in their row and hours."""
    built = campaign(protocol=protocol, prompts=10)
    kari, ola = built.enter("Kari"), built.enter("Ola")
    work(built, clock, 23, kari, ola)
    before = agreeing(built)
    assert (before.done, before.surplus) == (46, 0)
    assert before.forecast is not None
    assert exclude_person(built.store, built.slug, person(built, "Kari"), "too fast", put_back=True)
    after = agreeing(built)
    assert (after.done, after.sum, after.surplus, after.total) == (23, 46, 23, before.total)
    assert after.forecast is not None
    assert after.forecast.per_hour < before.forecast.per_hour
    assert lift_exclusion(built.store, built.slug, person(built, "Kari"))
    assert agreeing(built) == before
    assert exclude_person(built.store, built.slug, person(built, "Kari"), "too fast")
    kept = agreeing(built)
    assert (kept.done, kept.surplus) == (46, 0), "their places stay filled"
    assert kept.forecast is not None
    assert kept.forecast.per_hour < before.forecast.per_hour


@pytest.mark.slow
@pytest.mark.parametrize("protocol", ["norwegian_fluency", "heval"])
def test_only_who_goes_on_is_forecast(campaign: Callable[..., Built], clock: Clock, protocol: str) -> None:
    """Paused, finished or closed: no forecast of a person who stopped, none of a campaign that ended."""
    built = campaign(protocol=protocol, prompts=10)
    kari, ola = built.enter("Kari"), built.enter("Ola")
    work(built, clock, 20, kari, ola)
    work(built, clock, 10, kari)
    rows = {row.name: row for row in agreeing(built).people}
    assert rows["Kari"].left == 0
    assert rows["Kari"].forecast is None
    assert rows["Ola"].forecast is not None
    assert pause_person(built.store, built.slug, person(built, "Ola"))
    progress = agreeing(built)
    assert progress.forecast is None
    assert [row.forecast for row in progress.people] == [None, None]
    assert [(row.name, row.paused) for row in progress.people] == [("Kari", False), ("Ola", True)]
    assert move_campaign(built.store, built.slug, "closed")
    assert watch(built.store, built.slug).needs == ()


@pytest.mark.drawn
@pytest.mark.parametrize("protocol", ["norwegian_fluency", "heval"])
def test_work_in_another_written_standard_is_not_left(
    campaign: Callable[..., Built], clock: Clock, protocol: str
) -> None:
    """Who judges only Nynorsk has nothing left once that is done, as the desk has it; without the rule it would be."""
    built = campaign(protocol=protocol, prompts=4)
    nina = built.enter("Nina")
    with built.store.write() as db:
        prompts = db.scalars(select(Prompt).where(Prompt.kind == "regular").order_by(Prompt.id)).all()
        for place, prompt in enumerate(prompts):
            prompt.written_standard = ("nb", "nn")[place % 2]
        db.execute(update(Membership).where(Membership.role == "annotator").values(written_standard="nn"))
    (row,) = rows_of(built)
    made = work(built, clock, 12, nina)
    assert row.left == made == 6
    (row,) = rows_of(built)
    assert row.left == 0
    assert [need.code for need in watch(built.store, built.slug).needs] == ["no_hands"]
    with built.store.write() as db:
        db.execute(update(Membership).values(written_standard=None))
    (row,) = rows_of(built)
    assert row.left == 6


def rows_of(built: Built) -> tuple[PersonProgress, ...]:
    return watch(built.store, built.slug).progress.people


@pytest.mark.slow
def test_simulated_annotators_set_no_pace(campaign: Callable[..., Built], clock: Clock) -> None:
    """Outside the demo, only what people did is extrapolated."""
    built = campaign(prompts=20)
    robot = built.enter("Robot")
    work(built, clock, 25, robot)
    assert agreeing(built).forecast is not None
    with built.store.write() as db:
        db.execute(update(Person).values(kind="simulated"))
    assert agreeing(built).forecast is None
