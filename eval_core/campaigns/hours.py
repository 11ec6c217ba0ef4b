"""Hours: one row a day of what a person did in a campaign, from the moments that are recorded anyway.

A moment is an arrival (something was shown or opened) or a deed (something was chosen, sent or closed). The idle
rule: a pause of up to `IDLE` counts whole; of a longer one that ends with a deed, the last `IDLE` counts, because
the deed shows that its author was there; a longer one that ends with an arrival counts not at all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.judging import IDLE
from eval_core.campaigns.typed import storable
from eval_core.errors import RefusedError
from eval_core.store import (
    WORK_KINDS,
    Assignment,
    Consent,
    GuidelineReading,
    HoursNote,
    Judgment,
    Person,
    Question,
    Remark,
    Store,
)

NOTE_LIMIT = 500
_DAY_MINUTES = 24 * 60
# It is today in some place of the world up to so long before it is in UTC.
_FARTHEST_EAST = timedelta(hours=14)
_LIVE = aliased(Judgment)

Moment = tuple[datetime, bool]  # when, and whether it is a deed (an arrival otherwise)
Span = tuple[datetime, datetime]


@dataclass(frozen=True)
class Day:
    """One day of one person, in the time zone that was asked for.

    Attributes:
        start, end: the first and the last moment, None on a day of which only a note speaks. A sitting that goes
            on over midnight ends there, at 00:00 of the next day.
        active_minutes: measured by the idle rule, rounded.
        count: comparisons judged for the first time on this day, training and test included.
        saved: those of them that count as work, training and test left out.
        corrected_minutes, note: what the person wrote last about the day.
    """

    day: date
    start: datetime | None
    end: datetime | None
    active_minutes: int
    count: int
    saved: int
    corrected_minutes: int | None
    note: str | None


@dataclass(frozen=True)
class PersonDay:
    """One row of the time sheet."""

    name: str
    day: Day


def time_zone(name: str | None) -> tzinfo:
    """The time zone of that name (such as 'Europe/Oslo'); UTC where it is unknown."""
    try:
        return ZoneInfo(name) if name else UTC
    except (ValueError, OSError, LookupError):  # malformed, a folder of the data base, not in it
        return UTC


def own_hours(store: Store, who: Who, slug: str, zone: str | None) -> list[Day]:
    """The person's days in this campaign, the newest first.

    Args:
        zone: the name of the person's time zone, as their browser gives it.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        grant = authorise(db, who, slug, "annotator")
        return _days(db, grant.campaign.id, time_zone(zone), grant.person).get(grant.person, [])


def campaign_hours(store: Store, slug: str, zone: str | None, who: Who = OPERATOR) -> list[PersonDay]:
    """The campaign's time sheet: a row for each person and day, by name, the newest day first. For leads.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        found = _days(db, campaign.id, time_zone(zone))
        people = db.execute(select(Person.id, Person.name).where(Person.id.in_(found)).order_by(Person.name)).all()
        return [PersonDay(name, day) for person_id, name in people for day in found[person_id]]


def note_hours(store: Store, who: Who, slug: str, day: date, minutes: int | None, text: str) -> bool:
    """Add a note to a day of one's own hours; the newest note of a day counts, the older ones are kept.

    Args:
        minutes: the corrected active time, 0 to 1440; None leaves the measured one.
        text: 1 to 500 characters, why.

    Returns:
        True if it was added now, False if just this note stood there already.

    Raises:
        RefusedError: 'unknown_day' (in the future), 'unknown_minutes', 'no_text', 'note_too_long', 'signed_out' or
            'not_allowed'.
    """
    text = storable(text)
    if not text:
        raise RefusedError("no_text", "a note needs some words")
    if len(text) > NOTE_LIMIT:
        raise RefusedError("note_too_long", f"a note has at most {NOTE_LIMIT} characters")
    if minutes is not None and not 0 <= minutes <= _DAY_MINUTES:
        raise RefusedError("unknown_minutes", f"a day has 0 to {_DAY_MINUTES} minutes")
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        now = store.now()
        if day > (now + _FARTHEST_EAST).date():
            raise RefusedError("unknown_day", "this day is still to come")
        standing = _notes(db, grant.campaign.id, grant.person)[grant.person].get(day)
        if standing == (minutes, text):
            return False
        db.add(
            HoursNote(
                person_id=grant.person,
                campaign_id=grant.campaign.id,
                day=day.isoformat(),
                minutes=minutes,
                text=text,
                written_at=now,
            )
        )
        return True


def active_time(moments: Iterable[Moment]) -> timedelta:
    """How long somebody was at work by the idle rule, given everything that is known of them, in any order.

    Never negative and never longer than from the first moment to the last. Knowing of one more deed never makes
    it shorter; one more arrival may, because it shows that a pause was a pause.
    """
    return sum((end - start for start, end in _spans(moments)), timedelta(0))


def _spans(moments: Iterable[Moment]) -> Iterator[Span]:
    """The stretches of time that count as active, in order. Sorted first: a clock set back is no trouble."""
    for (before, _), (after, deed) in pairwise(sorted(moments)):
        if after - before <= IDLE:
            yield before, after
        elif deed:
            yield after - IDLE, after


def _days(db: Session, campaign_id: int, zone: tzinfo, person_id: int | None = None) -> dict[int, list[Day]]:
    """Person -> their days, the newest first."""
    moments: dict[int, set[Moment]] = defaultdict(set)
    for query, deed in _moments(campaign_id, person_id):
        for person, when in db.execute(query):
            moments[person].add((when, deed))
    counts = _counts(db, campaign_id, zone, person_id)
    notes = _notes(db, campaign_id, person_id)
    return {
        person: _days_of(moments[person], counts[person], notes[person], zone) for person in {*moments, *notes, *counts}
    }


def _days_of(
    moments: set[Moment], counts: dict[date, list[bool]], notes: dict[date, tuple[int | None, str]], zone: tzinfo
) -> list[Day]:
    pieces: dict[date, list[Span]] = defaultdict(list)
    for start, end in [*((when, when) for when, _ in moments), *_spans(moments)]:
        for piece in split_at_midnight(start, end, zone):
            pieces[piece[0].date()].append(piece)
    days = []
    for day in sorted({*pieces, *counts, *notes}, reverse=True):
        spans, judged = pieces[day], counts.get(day, [])
        # Of aware times in one zone Python subtracts the clock's hands; where summer time ends, only UTC is right.
        active = sum((end.astimezone(UTC) - start.astimezone(UTC) for start, end in spans), timedelta(0))
        if not active and not judged and day not in notes:
            continue  # somebody looked in, and did nothing
        corrected, note = notes.get(day, (None, None))
        days.append(
            Day(
                day,
                min((start for start, _ in spans), key=datetime.timestamp, default=None),
                max((end for _, end in spans), key=datetime.timestamp, default=None),
                round(active / timedelta(minutes=1)),
                len(judged),
                sum(judged),
                corrected,
                note,
            )
        )
    return days


def split_at_midnight(start: datetime, end: datetime, zone: tzinfo) -> Iterator[Span]:
    """The parts of a stretch of time that lie on one day each in `zone`, as times of that zone."""
    while True:
        here = start.astimezone(zone)
        midnight = datetime.combine(here.date() + timedelta(days=1), time.min, zone).astimezone(UTC)
        # Where clocks are set back over midnight, it may lie behind; then the rest stays on one day.
        if not start < midnight < end:
            yield here, end.astimezone(zone)
            return
        yield here, midnight.astimezone(zone)
        start = midnight


def _moments(campaign_id: int, person_id: int | None) -> Iterator[tuple[Select[*tuple[Any, ...]], bool]]:
    """Queries for (person, time) of everything that is recorded of people, and whether those are deeds."""
    for table, column, deed, *conditions in (
        (Judgment, Judgment.shown_at, False, ~Judgment.imported),
        (Judgment, Judgment.decided_at, True, ~Judgment.imported),
        (Assignment, Assignment.first_shown_at, False),
        (Assignment, Assignment.shown_at, False),
        (Assignment, Assignment.skipped_at, True),
        # An acknowledgment is written when all is read: it opens nothing.
        (GuidelineReading, GuidelineReading.opened_at, False, ~GuidelineReading.acknowledged),
        (GuidelineReading, GuidelineReading.closed_at, True),
        (Question, Question.asked_at, True),
        (Consent, Consent.given_at, True),
    ):
        query = select(table.person_id, column).where(*_of(table, campaign_id, person_id), *conditions)
        yield query.where(column.is_not(None)), deed
    yield (
        select(Judgment.person_id, Remark.given_at)
        .join(Judgment, Judgment.id == Remark.judgment_id)
        .where(*_of(Judgment, campaign_id, person_id), ~Judgment.imported),
        True,
    )


def _of(table: Any, campaign_id: int, person_id: int | None) -> tuple[ColumnElement[bool], ...]:
    one = table.person_id.is_not(None) if person_id is None else table.person_id == person_id
    return table.campaign_id == campaign_id, one


def _counts(db: Session, campaign_id: int, zone: tzinfo, person_id: int | None) -> dict[int, dict[date, list[bool]]]:
    """Person -> day -> for each comparison that was judged there first and stands, whether it counts as work."""
    found: dict[int, dict[date, list[bool]]] = defaultdict(lambda: defaultdict(list))
    rows: Iterable[Any] = db.execute(
        select(Judgment.person_id, Judgment.decided_at, Assignment.kind.in_(WORK_KINDS))
        .join(Assignment, Assignment.id == Judgment.assignment_id)
        .join(_LIVE, (_LIVE.assignment_id == Judgment.assignment_id) & _LIVE.live & _LIVE.choice.is_not(None))
        .where(
            *_of(Judgment, campaign_id, person_id),
            Judgment.revision == 1,
            ~Judgment.imported,
            Judgment.decided_at.is_not(None),
        )
    )
    for person, decided_at, is_work in rows:
        found[person][decided_at.astimezone(zone).date()].append(bool(is_work))
    return found


def _notes(db: Session, campaign_id: int, person_id: int | None) -> dict[int, dict[date, tuple[int | None, str]]]:
    """Person -> day -> minutes and text of the newest note."""
    found: dict[int, dict[date, tuple[int | None, str]]] = defaultdict(dict)
    newest = (
        select(func.max(HoursNote.id))
        .where(*_of(HoursNote, campaign_id, person_id))
        .group_by(HoursNote.person_id, HoursNote.day)
    )
    for row in db.scalars(select(HoursNote).where(HoursNote.id.in_(newest))):
        found[row.person_id][date.fromisoformat(row.day)] = (row.minutes, row.text)
    return found
