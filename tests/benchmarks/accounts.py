"""Is every click that was acknowledged stored, once, as it was made, and nothing else?

A click is known by the question it answers: in Parvis the number of the assignment, on the bare pages who judged and
which pair. What the clients saw acknowledged is held against what the database has.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from eval_core.store import Assignment, Comparison, Judgment, Store

Stored = list[tuple[str, str]]
Row = dict[str, Any]
_TROUBLE = re.compile(
    r"database is locked|OperationalError|IntegrityError|DatabaseError|InterfaceError|QueuePool|deadlock|Traceback",
)


@dataclass(frozen=True)
class Account:
    """How many questions were settled wrongly; all nought where nothing is wrong.

    Attributes:
        lost: acknowledged, but no live judgment.
        doubled: with more than one live judgment.
        changed: stored with another choice than was clicked.
        unasked: stored, though nobody clicked.
    """

    lost: int
    doubled: int
    changed: int
    unasked: int

    @property
    def clean(self) -> bool:
        return not (self.lost or self.doubled or self.changed or self.unasked)


def settle(acknowledged: dict[str, str], unanswered: Collection[str], stored: Stored) -> Account:
    """Hold the clicks against the database.

    Args:
        acknowledged: the choice of each question whose click was answered.
        unanswered: questions whose click got no answer: stored or not, both are right.
        stored: question and choice of every live judgment there is.
    """
    times = Counter(question for question, _ in stored)
    choices = dict(stored)
    known = acknowledged.keys() | set(unanswered)
    return Account(
        lost=sum(question not in times for question in acknowledged),
        doubled=sum(number > 1 for number in times.values()),
        changed=sum(choices.get(question, choice) != choice for question, choice in acknowledged.items()),
        unasked=sum(question not in known for question in times),
    )


def judgments_in(store: Store) -> Stored:
    """The live judgments of Parvis's database, those taken back left out."""
    live = select(Judgment.assignment_id, Judgment.choice).where(Judgment.live, Judgment.choice.is_not(None))
    with store.read() as db:
        return [(str(assignment), str(choice)) for assignment, choice in db.execute(live)]


def overfull(store: Store, overlap: int) -> int:
    """How many comparisons have more live judgments than they may, or two by one person, or a wrong count of them."""
    live = (
        select(
            Judgment.comparison_id,
            func.count().label("made"),
            func.count(func.distinct(Judgment.person_id)).label("people"),
        )
        .where(Judgment.live, Judgment.choice.is_not(None))
        .group_by(Judgment.comparison_id)
        .subquery()
    )
    wrong = (
        select(func.count())
        .select_from(Comparison)
        .join(live, live.c.comparison_id == Comparison.id)
        .where((live.c.made > overlap) | (live.c.people < live.c.made) | (live.c.made != Comparison.done))
    )
    with store.read() as db:
        return int(db.scalar(wrong) or 0)


def votes_in(database: Path) -> Stored:
    """The votes of a bare page's file."""
    connection = sqlite3.connect(database)
    rows = connection.execute("SELECT who || '/' || pair, choice FROM vote").fetchall()
    connection.close()
    return rows


def troubles(log: Path) -> list[str]:
    """The lines of a server's log that tell of a database's error or of any other; of a traceback its last."""
    found, inside = [], False
    for line in _lines(log):
        closes = inside and bool(line) and not line[0].isspace()
        inside = line.startswith("Traceback") or (inside and not closes)
        if closes or (_TROUBLE.search(line) and not inside):
            found.append(line)
    return found


def story_of(store: Store, assignment: str) -> Row:
    """All that is stored of one assignment: what a judgment that is counted as lost is understood by."""
    with store.read() as db:
        about = db.execute(select(Assignment.__table__).where(Assignment.id == int(assignment))).mappings().all()
        revisions = db.execute(
            select(Judgment.__table__).where(Judgment.assignment_id == int(assignment)).order_by(Judgment.revision)
        )
        return {
            "assignment": [_plain(row) for row in about],
            "revisions": [_plain(row) for row in revisions.mappings()],
        }


def _plain(row: Mapping[str, Any]) -> Row:
    return {name: str(value) for name, value in row.items() if value is not None}


def _lines(log: Path) -> Iterable[str]:
    return log.read_text(encoding="utf-8", errors="replace").splitlines()
