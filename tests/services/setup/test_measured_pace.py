"""Estimates learn from measured times: whose count, from when on, and what they change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from sqlalchemy import update

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.pace import ENOUGH, Pace, measured_pace, pace_of
from eval_core.campaigns.people.invited import preview_invitation
from eval_core.campaigns.quality.exclusions import exclude_person
from eval_core.campaigns.setup.plan_review import read_plan_review
from eval_core.locales import use_language
from eval_core.reports.background.invitation_words import about_time, invitation_words
from eval_core.store import Judgment
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built
from tests.support.people import id_of

on_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
Make = Callable[..., Built]


def judge(built: Built, session: str, count: int, seconds: float) -> None:
    """Let one person make so many judgments, each of so many seconds of active time."""
    done = []
    for _number in range(count):
        task = open_desk(built.store, session, built.slug).task
        assert task is not None
        record_judgment(built.store, session, built.slug, task.assignment_id, 0, "A")
        done.append(task.assignment_id)
    with built.store.write() as db:
        mine = Judgment.assignment_id.in_(done)
        db.execute(update(Judgment).where(mine).values(active_ms=round(1000 * seconds)))


def pace(built: Built) -> Pace | None:
    with built.store.read() as db:
        return measured_pace(built.store, db, find_campaign(db, built.slug))


def test_hours_follow_the_clock_once_there_are_enough(campaign: Make) -> None:
    """With one judgment too few the texts' length counts; from twenty on it is the measured time, and hours are left."""
    built = campaign(prompts=20)
    kari, ola, lise = built.enter("Kari"), built.enter("Ola"), built.enter("Lise", "lead")
    judge(built, kari, 10, 30)
    judge(built, ola, ENOUGH - 11, 60)
    assert pace(built) is None
    guessed = read_plan_review(built.store, built.slug, lise).cost
    assert (guessed.pace, guessed.seconds < 10) == (None, True)
    judge(built, ola, 1, 60)
    cost = read_plan_review(built.store, built.slug, lise).cost
    assert cost.pace is not None
    assert (cost.pace.done, cost.pace.people, cost.seconds) == (20, 2, 45)
    assert cost.pace.low < 45 < cost.pace.high
    assert cost.hours_left == pytest.approx((cost.judgments - 20) * 45 / 3600)
    invited = preview_invitation(built.store, built.slug, ["annotator"], lise)
    assert "A comparison takes about 40 seconds on average." in " ".join(invitation_words(invited))


@on_sqlite
def test_who_is_left_out_is_no_measure(campaign: Make) -> None:
    """A person who clicked in a second drags nothing down once they are left out."""
    built = campaign(prompts=20)
    kari, hasty = built.enter("Kari"), built.enter("Hasty")
    judge(built, kari, 20, 40)
    judge(built, hasty, 20, 1)
    assert pace(built) is not None
    assert (pace(built) or Pace(0, 0, 0, 0, 0, 0)).seconds == pytest.approx(20.5)
    exclude_person(built.store, built.slug, id_of(built.store, "Hasty"), "haste")
    assert (pace(built) or Pace(0, 0, 0, 0, 0, 0)).seconds == 40


@on_sqlite
def test_an_earlier_campaign_helps_its_own_leads_only(campaign: Make) -> None:
    """Before the first judgments the pace of a campaign that the lead led counts, for texts of this length."""
    early = campaign(prompts=20)
    judge(early, early.enter("Kari"), 20, 40)
    late = campaign(slug="late", prompts=20)
    stranger = late.enter("Lise", "lead")
    assert read_plan_review(late.store, late.slug, stranger).cost.pace is None
    cost = read_plan_review(late.store, late.slug).cost
    assert (cost.earlier, cost.seconds) == ("Campaign trial", pytest.approx(40))


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([], None),
        ([(19, 190.0, 1900.0)], None),
        ([(20, 200.0, 2000.0)], (10, 10, 10)),  # all the same: no interval to speak of
        ([(10, 100.0, 1000.0), (10, 300.0, 9000.0)], (20, 15.2, 24.8)),  # two people: as judgments differ
    ],
)
def test_the_mean_has_an_interval(
    rows: Sequence[tuple[int, float, float]], expected: tuple[float, float, float] | None
) -> None:
    """None of too few; of one or two people the interval of judgments, of more that of people, which is wider."""
    found = pace_of(rows)
    assert (found and (found.seconds, found.low, found.high)) == (expected and pytest.approx(expected, abs=0.1))
    if expected and len(rows) == 2:
        three = pace_of([*rows, (10, 200.0, 4000.0)])
        assert three is not None
        assert three.high - three.low > 2 * (expected[2] - expected[1])


def test_times_are_spoken_of_as_people_do() -> None:
    """Tens of seconds, then minutes, then quarters of an hour."""
    use_language("en")
    assert [about_time(seconds) for seconds in (3, 38, 100, 3000, 5000)] == [
        "10 seconds",
        "40 seconds",
        "2\u00a0min",
        "50\u00a0min",
        "1\u00a0h\u00a030\u00a0min",
    ]
