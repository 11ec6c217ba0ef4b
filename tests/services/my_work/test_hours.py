"""Hours: what is counted, on which day, and what the person may say about it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import strategies as st
from sqlalchemy import select, update

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.desk.judgments import revise_judgment
from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.desk.rating_sheets import revise_ratings
from eval_core.campaigns.joining.guidelines import (
    acknowledge_guidelines,
    close_guidelines,
    open_guidelines,
    version_in_force,
)
from eval_core.campaigns.my_work import hours
from eval_core.campaigns.my_work.hours import (
    Day,
    Moment,
    campaign_hours,
    note_hours,
    own_hours,
)
from eval_core.protocols import load_protocol
from eval_core.store import Assignment, Consent, GuidelineReading, HoursNote, Judgment, Person, Question, Rating, Remark
from tests.conftest import Clock
from tests.support.acts import open_desk, record_ratings, skip_comparison, undo_judgment, undo_ratings
from tests.support.building import Built
from tests.support.checking import everything, history, refusal
from tests.support.desk_clicks import judge, shown

OSLO = "Europe/Oslo"
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)  # where the tests' clock begins
ARRIVAL, DEED = False, True

MOMENTS = st.lists(
    st.tuples(st.integers(0, 36_000).map(lambda second: START + timedelta(seconds=second)), st.booleans()), max_size=30
)


def at(minutes: float, action: bool) -> Moment:
    return START + timedelta(minutes=minutes), action


@pytest.fixture
def desk(campaign: Callable[..., Built]) -> tuple[Built, str]:
    """A campaign and the session of its one annotator."""
    built = campaign()
    return built, built.enter("Kari")


def days(built: Built, who: str, zone: str | None = OSLO) -> list[Day]:
    return own_hours(built.store, who, built.slug, zone)


def test_a_morning_of_judging(desk: tuple[Built, str], clock: Clock) -> None:
    """Two judgments of three minutes with a lunch between: one row with start, end, active minutes and count."""
    built, kari = desk
    for pause in (0, 60):
        clock.move(minutes=pause)
        task = shown(built, kari)
        clock.move(minutes=3)
        judge(built, kari, task)
    (recorded,) = days(built, kari)
    assert (recorded.day, recorded.active_minutes, recorded.count, recorded.training_and_test) == (
        date(2026, 3, 2),
        6,
        2,
        0,
    )
    assert (recorded.start, recorded.end) == (START, START + timedelta(minutes=66))
    assert (str(recorded.start)[11:16], str(recorded.end)[11:16]) == ("10:00", "11:06")


def test_days_are_those_of_the_persons_own_clock(desk: tuple[Built, str], clock: Clock) -> None:
    """A sitting over midnight is split there, and another time zone puts it on another day."""
    built, kari = desk
    clock.move(hours=13, minutes=58)  # 23:58 in Oslo
    task = shown(built, kari)
    clock.move(minutes=5)
    judge(built, kari, task)
    late, early = days(built, kari)[1], days(built, kari)[0]
    assert [(one.day.day, one.active_minutes, one.count) for one in (late, early)] == [(2, 2, 0), (3, 3, 1)]
    assert late.end == early.start == datetime(2026, 3, 2, 23, 0, tzinfo=UTC)
    (whole,) = days(built, kari, "America/New_York")
    assert (whole.day.day, whole.active_minutes, whole.count) == (2, 5, 1)


def test_the_night_in_which_summer_time_ends(desk: tuple[Built, str], clock: Clock) -> None:
    """Work from before to after the hour that comes twice counts as long as it lasted."""
    built, _ = desk
    clock.time = datetime(2026, 10, 25, 0, 58, tzinfo=UTC)  # 02:58 in summer, four minutes before 02:02 in winter
    kari = built.enter("Ola")
    task = shown(built, kari)
    clock.move(minutes=4)
    judge(built, kari, task)
    (recorded,) = days(built, kari)
    assert recorded.active_minutes == 4
    assert recorded.end is not None
    assert recorded.end.astimezone(UTC) == clock.time


def test_every_recorded_moment_counts(desk: tuple[Built, str], clock: Clock) -> None:
    """Guidelines, consent, a question, a skip, reasons and an undo are work: without any of them it were less."""
    built, kari = desk
    person, campaign = _person(built), built.id
    at = iter(range(0, 1000, 4))

    def moment() -> datetime:
        return START + timedelta(minutes=next(at))

    with built.store.write() as db:
        about = {"person_id": person, "campaign_id": campaign}
        db.add(Consent(**about, letter_version="1", letter_hash="0", language="nb", given_at=moment()))
        db.add(GuidelineReading(**about, version="1", language="nb", opened_at=moment(), closed_at=moment()))
        db.add(Question(**about, text="?", asked_at=moment()))
    clock.time = moment()
    task = shown(built, kari)
    clock.time = moment()
    judge(built, kari, task)
    clock.time = moment()
    undo_judgment(built.store, kari, built.slug, task.assignment_id, 1)
    clock.time = moment()
    judge(built, kari, shown(built, kari))
    with built.store.write() as db:
        newest = max(history(built.store))
        db.add(Remark(judgment_id=newest, comment="Tung", given_at=moment()))
    clock.time = moment()
    skip_comparison(built.store, kari, built.slug, shown(built, kari).assignment_id, 0, "other")
    (recorded,) = days(built, kari)
    assert (recorded.active_minutes, recorded.count) == (4 * 9, 1)
    assert (recorded.start, recorded.end) == (START, clock.time)


@pytest.mark.parametrize("kind", ["training", "repeat", "gold"])
def test_training_gold_and_repeats_count(desk: tuple[Built, str], clock: Clock, kind: str) -> None:
    """Gold and repeats are counted like any other; training is counted by itself."""
    built, kari = desk
    judge(built, kari, shown(built, kari))
    with built.store.write() as db:
        db.execute(update(Assignment).values(kind=kind))
    (recorded,) = days(built, kari)
    assert (recorded.count, recorded.training_and_test) == ((0, 1) if kind == "training" else (1, 0))


def test_a_comparison_counts_once_and_on_its_first_day(desk: tuple[Built, str], clock: Clock) -> None:
    """Revised a day later it adds time to that day and no judgment; undone it counts nowhere."""
    built, kari = desk
    task = shown(built, kari)
    judge(built, kari, task)
    clock.move(days=1)
    revise_judgment(built.store, kari, built.slug, task.assignment_id, 1, "B")
    assert [(day.day.day, day.count) for day in days(built, kari)] == [(3, 0), (2, 1)]
    other = shown(built, kari)
    judge(built, kari, other)
    assert sum(day.count for day in days(built, kari)) == 2
    undo_judgment(built.store, kari, built.slug, other.assignment_id, 1)
    assert sum(day.count for day in days(built, kari)) == 1


def test_imported_judgments_are_nobodys_hours(desk: tuple[Built, str], clock: Clock) -> None:
    """Imported work is not measured here, even if the file has times."""
    built, kari = desk
    task = shown(built, kari)
    clock.move(minutes=2)
    judge(built, kari, task)
    assert days(built, kari)[0].active_minutes == 2
    with built.store.write() as db:
        db.execute(update(Judgment).values(imported=True))
        db.execute(update(Assignment).values(shown_at=None, first_shown_at=None))
    assert days(built, kari) == []


def test_a_day_of_looking_in_has_no_row(desk: tuple[Built, str], clock: Clock) -> None:
    """To open the desk and leave is no work; the first judgment on it makes the day a day."""
    built, kari = desk
    shown(built, kari)
    assert days(built, kari) == []
    judge(built, kari, shown(built, kari))
    assert [row.count for row in days(built, kari)] == [1]


def test_a_clock_set_back(desk: tuple[Built, str], clock: Clock) -> None:
    """Judging while the clock goes back an hour neither fails nor gives negative time."""
    built, kari = desk
    for minutes in (3, -60, 3, -30):
        task = shown(built, kari)
        clock.move(minutes=minutes)
        judge(built, kari, task)
    (recorded,) = days(built, kari)
    assert recorded.count == 4
    assert recorded.start is not None
    assert recorded.end is not None
    assert recorded.start <= recorded.end
    assert 0 <= recorded.active_minutes <= (recorded.end - recorded.start) / timedelta(minutes=1)


def test_one_campaign_and_one_person_at_a_time(
    desk: tuple[Built, str], campaign: Callable[..., Built], clock: Clock
) -> None:
    """Somebody else's work and the work of another campaign are in none of one's own rows."""
    built, kari = desk
    ola, other = built.enter("Ola"), campaign(slug="other")
    siri = other.enter("Siri")
    for where, who in ((built, kari), (built, ola), (built, ola), (other, siri)):
        judge(where, who, shown(where, who))
    assert [sum(day.count for day in days(built, who)) for who in (kari, ola)] == [1, 2]
    note_hours(built.store, ola, built.slug, date(2026, 3, 2), 9, "mine")
    assert days(built, kari)[0].note is None


def test_a_note_corrects_and_is_never_overwritten(desk: tuple[Built, str], clock: Clock) -> None:
    """The newest note of a day counts, measured and corrected time are both there, and older notes stay."""
    built, kari = desk
    judge(built, kari, shown(built, kari))
    day = date(2026, 3, 2)
    assert note_hours(built.store, kari, built.slug, day, 45, "  Read on paper  ")
    assert note_hours(built.store, kari, built.slug, day, 45, "Read on paper") is False
    (recorded,) = days(built, kari)
    assert (recorded.active_minutes, recorded.corrected_minutes, recorded.note) == (0, 45, "Read on paper")
    assert note_hours(built.store, kari, built.slug, day, None, "No: measured rightly")
    (recorded,) = days(built, kari)
    assert (recorded.corrected_minutes, recorded.note) == (None, "No: measured rightly")
    with built.store.read() as db:
        assert list(db.scalars(select(HoursNote.minutes).order_by(HoursNote.id))) == [45, None]


def test_a_day_of_which_only_a_note_speaks(desk: tuple[Built, str]) -> None:
    """Work away from the screen has a row of its own, without start and end."""
    built, kari = desk
    note_hours(built.store, kari, built.slug, date(2026, 2, 27), 30, "A meeting")
    (recorded,) = days(built, kari)
    assert recorded == Day(date(2026, 2, 27), None, None, 0, 0, 0, 30, "A meeting")


@pytest.mark.parametrize(
    ("day", "minutes", "text", "word"),
    [
        (date(2026, 3, 4), 10, "x", "unknown_day"),
        (date(2026, 3, 2), -1, "x", "unknown_minutes"),
        (date(2026, 3, 2), 1441, "x", "unknown_minutes"),
        (date(2026, 3, 2), 10, " \n\0", "no_text"),
        (date(2026, 3, 2), 10, "x" * 501, "note_too_long"),
    ],
)
def test_bad_notes_are_refused(desk: tuple[Built, str], day: date, minutes: int, text: str, word: str) -> None:
    """A day to come, impossible minutes, an empty and a long note: each is refused, and nothing is stored."""
    built, kari = desk
    before = everything(built.store)
    assert refusal(lambda: note_hours(built.store, kari, built.slug, day, minutes, text)) == word
    assert everything(built.store) == before


@pytest.mark.parametrize(("minutes", "text"), [(0, "x"), (1440, "x" * 500), (None, "\ud800\0ære")])
def test_the_limits_of_a_note(desk: tuple[Built, str], minutes: int | None, text: str) -> None:
    """Nothing and a whole day, 500 characters, and letters that no database keeps are all taken."""
    built, kari = desk
    assert note_hours(built.store, kari, built.slug, date(2026, 3, 2), minutes, text)
    assert days(built, kari)[0].corrected_minutes == minutes


def test_the_time_sheet_of_a_campaign(desk: tuple[Built, str], clock: Clock) -> None:
    """The lead reads the very rows that each person sees, by name."""
    built, kari = desk
    ola, lead = built.enter("Ola"), built.enter("Lise", "lead")
    for who in (ola, kari):
        task = shown(built, who)
        clock.move(minutes=4)
        judge(built, who, task)
        clock.move(days=1)
    note_hours(built.store, ola, built.slug, date(2026, 3, 2), 9, "note")
    sheet = campaign_hours(built.store, built.slug, OSLO, lead)
    assert [row.name for row in sheet] == ["Kari", "Ola"]
    assert [row.day for row in sheet] == [*days(built, kari), *days(built, ola)]


def _person(built: Built) -> int:
    with built.store.read() as db:
        return db.scalars(select(Person.id).where(Person.name == "Kari")).one()


def test_reading_before_an_acknowledgment_counts(desk: tuple[Built, str], clock: Clock) -> None:
    """Ten minutes with the guidelines that end with "I have read them" are five by the idle rule, not none."""
    built, session = desk
    open_guidelines(built.store, session, built.slug, "nb")
    clock.move(minutes=10)
    acknowledge_guidelines(built.store, session, built.slug, version_of(built), "nb")
    (day,) = own_hours(built.store, session, built.slug, "UTC")
    assert day.active_minutes == 5


def version_of(built: Built) -> str:
    with built.store.read() as db:
        return version_in_force(find_campaign(db, built.slug))


def test_a_sheet_is_one_piece_of_work(campaign: Callable[..., Built], clock: Clock) -> None:
    """However many criteria were rated: its time counts once, an undo takes none of it away, imported ones none."""
    built = campaign(protocol="heval", prompts=2)
    kari = built.enter("Kari")
    marks = {criterion.key: Score(3) for criterion in load_protocol("heval").rated}

    def rate(minutes: float) -> int:
        (sheet,) = open_desk(built.store, kari, built.slug).sheets
        clock.move(minutes=minutes)
        record_ratings(built.store, kari, built.slug, sheet.assignment_id, sheet.revision, marks)
        return sheet.assignment_id

    def today() -> tuple[int, int, int]:
        (day,) = own_hours(built.store, kari, built.slug, "UTC")
        return day.active_minutes, day.count, day.training_and_test

    rate(3)
    last = rate(4)
    assert today() == (7, 2, 0)
    assert [(row.name, row.day.count) for row in campaign_hours(built.store, built.slug, "UTC")] == [("Kari", 2)]
    undo_ratings(built.store, kari, built.slug, last, 1)
    assert today() == (7, 1, 0)
    clock.move(hours=2)  # away; the present comparison is saved after the return
    assert rate(1) == last
    assert today() == (12, 2, 0)
    revise_ratings(built.store, kari, built.slug, last, 3, marks)
    assert today() == (12, 2, 0)
    with built.store.write() as db:
        db.execute(update(Rating).values(decided_at=None, active_ms=None))
    assert own_hours(built.store, kari, built.slug, "UTC") == []


def test_guidelines_opened_again_and_again_are_no_day_of_work(desk: tuple[Built, str], clock: Clock) -> None:
    """Eight hours of opening and closing them without a judgment count half an hour; with judgments they count."""
    built, kari = desk

    def read(minutes: int) -> None:
        for _ in range(minutes // 5):
            number = open_guidelines(built.store, kari, built.slug, "nb")
            clock.move(minutes=5)
            close_guidelines(built.store, kari, built.slug, number)

    read(480)
    (recorded,) = days(built, kari)
    assert (recorded.active_minutes, recorded.count) == (30, 0)
    clock.move(hours=24)
    for _ in range(4):
        read(30)
        judge(built, kari, shown(built, kari))
    (recorded, before) = days(built, kari)
    assert before.active_minutes == 30
    assert recorded.active_minutes == 120


def test_the_old_rule_counted_every_minute_of_it(
    monkeypatch: pytest.MonkeyPatch, desk: tuple[Built, str], clock: Clock
) -> None:
    """The planted violation: where the closing of guidelines is taken for work, 480 minutes count."""
    built, kari = desk
    monkeypatch.setattr(hours, "without_deserts", lambda spans, _work: iter(spans))
    for _ in range(8 * 60 // 5):
        number = open_guidelines(built.store, kari, built.slug, "nb")
        clock.move(minutes=5)
        close_guidelines(built.store, kari, built.slug, number)
    assert days(built, kari)[0].active_minutes == 480
