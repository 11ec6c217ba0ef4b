"""Hours: one row a day of what a person did in a campaign, computed from recorded times.

A moment is an arrival (something was shown or opened) or an action (something was chosen, sent or closed). The idle
rule: a pause of up to `IDLE` counts whole; of a longer one that ends with an action, the last `IDLE` counts, because
the action shows that the person was there; a longer one that ends with an arrival does not count. Every action but the
closing of the guidelines is a piece of work; between two of them at most `READING` counts (`worked_time`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
from sqlalchemy import ColumnElement, Select, String, func, select, type_coerce
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.locks import has_one_writer
from eval_core.campaigns.my_work.worked_time import Span, split_at_midnight, without_deserts
from eval_core.campaigns.text import storable
from eval_core.campaigns.timing import IDLE
from eval_core.errors import RefusedError
from eval_core.locales import natural
from eval_core.store import (
    WORK_KINDS,
    Assignment,
    Consent,
    GuidelineReading,
    HoursNote,
    Judgment,
    Person,
    Question,
    Rating,
    RatingAssignment,
    Remark,
    Store,
)

NOTE_LIMIT = 500
_DAY_MINUTES = 24 * 60
# Somewhere in the world a day begins so long before it does in UTC.
_FARTHEST_EAST = timedelta(hours=14)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

Moment = tuple[datetime, bool]  # when, and whether it is an action (an arrival otherwise)


@dataclass(frozen=True)
class Day:
    """One day of one person, in the chosen time zone.

    Attributes:
        start, end: the first and the last moment, None on a day with only a note. A sitting that runs
            past midnight ends there, at 00:00 of the next day.
        active_minutes: measured by the idle rule, rounded.
        count: comparisons judged, and responses rated, for the first time on this day, training and test left out.
        training_and_test: comparisons judged, and responses rated, in training and test.
        corrected_minutes, note: the person's latest note on the day.
    """

    day: date
    start: datetime | None
    end: datetime | None
    active_minutes: int
    count: int
    training_and_test: int
    corrected_minutes: int | None
    note: str | None

    @property
    def minutes(self) -> int:
        """The minutes that count: the person's correction if there is one, else the measured ones."""
        return self.active_minutes if self.corrected_minutes is None else self.corrected_minutes


@dataclass(frozen=True)
class PersonDay:
    """One row of the time sheet."""

    name: str
    day: Day


def time_zone(name: str | None) -> tzinfo:
    """The time zone of that name (such as 'Europe/Oslo'); UTC if it is unknown."""
    try:
        return ZoneInfo(name) if name else UTC
    except (ValueError, OSError, LookupError):  # malformed, a folder of the zone files, unknown
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

    LLM judges work no hours, so they are not on it.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        days = _days(db, campaign.id, time_zone(zone))
        found = db.execute(select(Person.id, Person.name).where(Person.id.in_(days), Person.kind != "judge"))
        people = sorted(found, key=lambda row: natural(row[1]))
        return [PersonDay(name, day) for person_id, name in people for day in days[person_id]]


def note_hours(store: Store, who: Who, slug: str, day: date, minutes: int | None, text: str) -> bool:
    """Add a note to a day of one's own hours; the newest note of a day counts, the older ones stay.

    Args:
        minutes: the corrected active time, 0 to 1440; None leaves the measured one.
        text: 1 to 500 characters, why.

    Returns:
        True if it was added now, False if this was the newest note already.

    Raises:
        RefusedError: 'unknown_day' (in the future), 'unknown_minutes', 'no_text', 'note_too_long', 'signed_out' or
            'not_allowed'.
    """
    text = storable(text)
    if not text:
        raise RefusedError("no_text", "the note is empty")
    if len(text) > NOTE_LIMIT:
        raise RefusedError("note_too_long", f"a note has at most {NOTE_LIMIT} characters")
    if minutes is not None and not 0 <= minutes <= _DAY_MINUTES:
        raise RefusedError("unknown_minutes", f"a day has 0 to {_DAY_MINUTES} minutes")
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        now = store.now()
        if day > (now + _FARTHEST_EAST).date():
            raise RefusedError("unknown_day", "this day is in the future")
        newest = _notes(db, grant.campaign.id, grant.person)[grant.person].get(day)
        if newest == (minutes, text):
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
    """How long a person worked, given their moments in any order; every action is a piece of work.

    Never negative and never longer than from the first moment to the last. One more action never makes
    it shorter; one more arrival may, because it shows that a pause really was one.
    """
    known = list(moments)
    frame = pd.DataFrame(
        {"person": 0, "at": _since_epoch([when for when, _ in known]), "action": [is_action for _, is_action in known]}
    )
    frame["work"] = frame["action"]
    return sum((end - start for start, end in sittings(frame).get(0, [])), timedelta(0))


def sittings(moments: pd.DataFrame) -> dict[int, list[Span]]:
    """Person -> the stretches of time that count as active, in order; a single moment has length 0.

    Args:
        moments: columns person, at (microseconds since 1970), action, and work (whether it is a piece of work), in any
            order: a clock set back does no harm.
    """
    if moments.empty:
        return {}
    ordered = moments.sort_values(["person", "at", "action"], ignore_index=True)
    person, at = ordered["person"].to_numpy(), ordered["at"].to_numpy()
    idle = IDLE // _MICROSECOND
    known = np.append(False, person[1:] == person[:-1])  # the person was seen before
    begins = np.flatnonzero(~np.append(False, (np.diff(at) <= idle)) | ~known)
    # Before the action that ends a longer pause, the person worked for a while.
    starts = at[begins] - np.where(known[begins] & ordered["action"].to_numpy()[begins], idle, 0)
    ends = at[np.append(begins[1:], len(at)) - 1]
    spans: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for who, start, end in zip(person[begins].tolist(), starts.tolist(), ends.tolist(), strict=True):
        spans[who].append((start, end))
    works = ordered["work"].to_numpy(dtype=bool)
    worked: dict[int, list[Span]] = {}
    for who, some in spans.items():
        rows = slice(*np.searchsorted(person, [who, who + 1]))
        kept = without_deserts(some, at[rows][works[rows]])
        worked[who] = [(_EPOCH + start * _MICROSECOND, _EPOCH + end * _MICROSECOND) for start, end in kept]
    return worked


def _since_epoch(moments: Sequence[Any]) -> Any:
    """Microseconds since 1970, (n,), of UTC moments or of their texts as SQLite keeps them."""
    # numpy knows no zones: every moment is in UTC, and a text may say so at its end.
    wall = [
        moment.partition("+")[0] if isinstance(moment, str) else moment.astimezone(UTC).replace(tzinfo=None)
        for moment in moments
    ]
    return np.array(wall, dtype="datetime64[us]").astype(np.int64)


def _days(db: Session, campaign_id: int, zone: tzinfo, person_id: int | None = None) -> dict[int, list[Day]]:
    """Person -> their days, the newest first."""
    frames = [_begun(db, campaign_id, person_id)]
    for query, action, work in _moments(campaign_id, person_id):
        rows = _quickly(db, query)
        if rows:
            people, moments = zip(*rows, strict=True)
            known = {"person": people, "at": _since_epoch(moments), "action": action, "work": work}
            frames.append(pd.DataFrame(known))
    frames = [frame for frame in frames if len(frame)]
    worked = sittings(pd.concat(frames, ignore_index=True)) if frames else {}
    counts = _counts(db, campaign_id, zone, person_id)
    notes = _notes(db, campaign_id, person_id)
    return {
        person: _days_of(worked.get(person, []), counts[person], notes[person], zone)
        for person in {*worked, *notes, *counts}
    }


def _begun(db: Session, campaign_id: int, person_id: int | None) -> pd.DataFrame:
    """When people began to rate, as arrivals: the showing of an undone sheet is stored nowhere else."""
    query = (
        select(RatingAssignment.person_id, Rating.decided_at, Rating.active_ms)
        .join(RatingAssignment, RatingAssignment.id == Rating.rating_assignment_id)
        # When a longer pause ended is not known; then only the action counts.
        .where(*_of(RatingAssignment, campaign_id, person_id), Rating.active_ms < IDLE // timedelta(milliseconds=1))
        .distinct()
    )
    rows = _quickly(db, query)
    people, moments, spent = zip(*rows, strict=True) if rows else ((), (), ())
    at = _since_epoch(moments) - 1000 * np.array(spent, dtype=np.int64)
    return pd.DataFrame({"person": people, "at": at, "action": False, "work": False})


def _quickly(db: Session, query: Select[*tuple[Any, ...]]) -> Sequence[Any]:
    """The rows of a query whose first columns are a person and a moment; moments as SQLite's text, for speed."""
    person, moment, *rest = query.selected_columns
    raw: Any = type_coerce(moment, String()) if has_one_writer(db) else moment
    return db.execute(query.with_only_columns(person, raw, *rest)).all()


def _days_of(
    worked: list[Span], counts: dict[date, tuple[int, int]], notes: dict[date, tuple[int | None, str]], zone: tzinfo
) -> list[Day]:
    pieces: dict[date, list[Span]] = defaultdict(list)
    for start, end in worked:
        for piece in split_at_midnight(start, end, zone):
            pieces[piece[0].date()].append(piece)
    days = []
    for day in sorted({*pieces, *counts, *notes}, reverse=True):
        spans, (count, training_and_test) = pieces[day], counts.get(day, (0, 0))
        # Python subtracts the wall clocks of aware times in one zone; where summer time ends, only UTC is right.
        active = sum((end.astimezone(UTC) - start.astimezone(UTC) for start, end in spans), timedelta(0))
        if not active and not count and not training_and_test and day not in notes:
            continue  # the person arrived, and did nothing
        corrected, note = notes.get(day, (None, None))
        days.append(
            Day(
                day,
                min((start for start, _ in spans), key=datetime.timestamp, default=None),
                max((end for _, end in spans), key=datetime.timestamp, default=None),
                round(active / timedelta(minutes=1)),
                count,
                training_and_test,
                corrected,
                note,
            )
        )
    return days


def _moments(campaign_id: int, person_id: int | None) -> Iterator[tuple[Select[*tuple[Any, ...]], bool, bool]]:
    """Queries for (person, time) of all that is recorded about people, whether these are actions, and whether work."""
    for table, column, action, *conditions in (
        (Judgment, Judgment.shown_at, False, ~Judgment.imported),
        (Judgment, Judgment.decided_at, True, ~Judgment.imported),
        (Assignment, Assignment.first_shown_at, False),
        # Most came up once.
        (Assignment, Assignment.shown_at, False, Assignment.shown_at.is_distinct_from(Assignment.first_shown_at)),
        (Assignment, Assignment.skipped_at, True),
        (RatingAssignment, RatingAssignment.shown_at, False),
        (RatingAssignment, RatingAssignment.skipped_at, True),
        # An acknowledgment is stored after the reading: it is no arrival.
        (GuidelineReading, GuidelineReading.opened_at, False, ~GuidelineReading.acknowledged),
        (GuidelineReading, GuidelineReading.closed_at, True, GuidelineReading.acknowledged),
        (Question, Question.asked_at, True),
        (Consent, Consent.given_at, True),
    ):
        query = select(table.person_id, column).where(*_of(table, campaign_id, person_id), *conditions)
        yield query.where(column.is_not(None)), action, action
    # One who opens and closes the guidelines again and again is there, and does no work.
    closed = (~GuidelineReading.acknowledged, GuidelineReading.closed_at.is_not(None))
    reading = select(GuidelineReading.person_id, GuidelineReading.closed_at)
    yield reading.where(*_of(GuidelineReading, campaign_id, person_id), *closed), True, False
    yield (
        select(Judgment.person_id, Remark.given_at)
        .join(Judgment, Judgment.id == Remark.judgment_id)
        .where(*_of(Judgment, campaign_id, person_id), ~Judgment.imported),
        True,
        True,
    )

    # One sheet is one piece of work, however many criteria it has.
    yield (
        select(RatingAssignment.person_id, Rating.decided_at)
        .join(Rating, Rating.rating_assignment_id == RatingAssignment.id)
        .where(*_of(RatingAssignment, campaign_id, person_id), Rating.decided_at.is_not(None))
        .distinct(),
        True,
        True,
    )


def _of(table: Any, campaign_id: int, person_id: int | None) -> tuple[ColumnElement[bool], ...]:
    if person_id is not None:
        return table.campaign_id == campaign_id, table.person_id == person_id
    # For everybody the table is read in its own order: the sum keeps SQLite from an index with random access.
    return table.campaign_id + 0 == campaign_id, table.person_id.is_not(None)


def _counts(
    db: Session, campaign_id: int, zone: tzinfo, person_id: int | None
) -> dict[int, dict[date, tuple[int, int]]]:
    """Person -> day -> what was first judged or rated then and is in force: as work, and in training and test."""
    judged = _quickly(
        db,
        select(Judgment.person_id, Judgment.decided_at, Assignment.kind.in_(WORK_KINDS))
        .join(Assignment, Assignment.id == Judgment.assignment_id)
        .where(
            *_of(Judgment, campaign_id, person_id),
            Assignment.status == "done",
            Judgment.revision == 1,
            ~Judgment.imported,
            Judgment.decided_at.is_not(None),
        ),
    )
    rated = _quickly(
        db,
        select(
            RatingAssignment.person_id,
            func.min(Rating.decided_at, type_=Rating.decided_at.type),
            RatingAssignment.kind == "regular",
        )
        .join(Rating, Rating.rating_assignment_id == RatingAssignment.id)
        .where(*_of(RatingAssignment, campaign_id, person_id), RatingAssignment.status == "done")
        .group_by(RatingAssignment.id, RatingAssignment.person_id, RatingAssignment.kind)
        .having(func.count(Rating.decided_at) > 0),
    )
    rows = [*judged, *rated]
    counts: dict[int, dict[date, tuple[int, int]]] = defaultdict(dict)
    if not rows:
        return counts
    people, moments, is_work = zip(*rows, strict=True)
    local = pd.to_datetime(_since_epoch(moments), unit="us", utc=True).tz_convert(zone)
    frame = pd.DataFrame({"person": people, "day": local.tz_localize(None).normalize(), "work": is_work})
    added = frame.groupby(["person", "day"], as_index=False)["work"].agg(["size", "sum"])
    for person, day, count, as_work in added.itertuples(index=False, name=None):
        counts[person][day.date()] = (int(as_work), count - int(as_work))
    return counts


def _notes(db: Session, campaign_id: int, person_id: int | None) -> dict[int, dict[date, tuple[int | None, str]]]:
    """Person -> day -> minutes and text of the newest note."""
    notes: dict[int, dict[date, tuple[int | None, str]]] = defaultdict(dict)
    newest = (
        select(func.max(HoursNote.id))
        .where(*_of(HoursNote, campaign_id, person_id))
        .group_by(HoursNote.person_id, HoursNote.day)
    )
    for row in db.scalars(select(HoursNote).where(HoursNote.id.in_(newest))):
        notes[row.person_id][date.fromisoformat(row.day)] = (row.minutes, row.text)
    return notes
