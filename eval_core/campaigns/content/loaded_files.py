"""The files that a campaign was loaded from: what each added, completed and shares with those before it."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Grant, Who, authorise
from eval_core.store import (
    Assignment,
    Campaign,
    Comparison,
    DeskAction,
    JudgeReply,
    Judgment,
    LoadedFile,
    Person,
    Prompt,
    Question,
    RatingAssignment,
    Response,
    Store,
    System,
)

# Each after those that refer to it: the order in which rows can be deleted.
LOADED: dict[str, type[Comparison | Response | System | Prompt]] = {
    "comparison": Comparison,
    "response": Response,
    "system": System,
    "prompt": Prompt,
}


@dataclass(frozen=True)
class FileRow:
    """A loaded file as its lead sees it.

    Attributes:
        kind: 'responses', 'comparisons', 'gold', 'judgments' or 'ratings'.
        size: bytes; None where no one knows.
        added: how many of what, by the names of `ImportReport`.
        by: who loaded it; None for the command line and for a program, which `program` names.
        needed_by: names of later files that share rows with it: it goes after them.
    """

    id: int
    kind: str
    name: str
    size: int | None
    rows: int
    added: dict[str, int]
    by: str | None
    program: str | None
    at: datetime
    needed_by: tuple[str, ...]


@dataclass(frozen=True)
class LoadedFiles:
    """The files of a campaign, the newest first; `fixed`: work has begun, so none can be taken out."""

    files: tuple[FileRow, ...]
    fixed: bool


class Trail:
    """What one import does to a campaign. Made before the import, in its transaction; the campaign is locked."""

    def __init__(self, db: Session, campaign: Campaign) -> None:
        self._db, self._campaign = db, campaign
        self._before = {name: self._newest(name) for name in LOADED}
        self._uses: set[int] = set()
        self._filled: dict[str, list[int]] = defaultdict(list)
        self.left_out: dict[str, dict[str, list[str]]] = {}  # fault -> key of a prompt -> the systems that failed
        self._spans: dict[str, list[tuple[int, int, int]]] = {name: [] for name in LOADED}
        self._completed: dict[tuple[str, int], set[int]] = defaultdict(set)
        for file in db.scalars(select(LoadedFile).where(LoadedFile.campaign_id == campaign.id)):
            for name, ids in file.about.items():
                table, _, field = name.partition(".")
                if field:
                    for row in ids:
                        self._completed[table, row].add(file.id)
                elif table in LOADED:
                    self._spans[table].append((*ids, file.id))
        for spans in self._spans.values():
            spans.sort()

    @property
    def filled_in(self) -> int:
        """How many texts and facts it gave to rows that lacked them."""
        return sum(map(len, self._filled.values()))

    def use(self, table: str, row: int) -> None:
        """The file names a row that was there before."""
        spans = self._spans[table]
        place = bisect_right(spans, row, key=lambda span: span[0]) - 1
        if place >= 0 and row <= spans[place][1]:
            self._uses.add(spans[place][2])
        self._uses |= self._completed.get((table, row), set())

    def fill_in(self, field: str, row: int) -> None:
        """It gives a row of an earlier file what that lacked; `field` is a table and a column, as 'prompt.text'."""
        self._filled[field].append(row)

    def keep(self, grant: Grant, kind: str, name: str, path: Path, rows: int, added: dict[str, int]) -> None:
        """Store what it did, under the file's name."""
        about: dict[str, Any] = {"loaded_file": sorted(self._uses), **self._filled}
        if any(self.left_out.values()):
            about["left_out"] = self.left_out
        for table_name, table in LOADED.items():
            fresh = (table.campaign_id == self._campaign.id, table.id > self._before[table_name])
            first, last = self._db.execute(select(func.min(table.id), func.max(table.id)).where(*fresh)).one()
            if first is not None:
                about[table_name] = [first, last]
        self._db.add(
            LoadedFile(
                campaign_id=self._campaign.id,
                kind=kind,
                name=name,
                size=path.stat().st_size if path.is_file() else None,
                rows=rows,
                added=added,
                about=about,
                loaded_by=grant.person_id,
                program=grant.program,
            )
        )

    def _newest(self, name: str) -> int:
        table = LOADED[name]
        return self._db.scalar(select(func.max(table.id)).where(table.campaign_id == self._campaign.id)) or 0


def list_files(store: Store, slug: str, who: Who = OPERATOR) -> LoadedFiles:
    """The files that the campaign was loaded from. For its leads.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        rows = db.execute(
            select(LoadedFile, Person.name)
            .outerjoin(Person, Person.id == LoadedFile.loaded_by)
            .where(LoadedFile.campaign_id == campaign.id)
            .order_by(LoadedFile.id.desc())
        ).all()
        needed: dict[int, list[str]] = defaultdict(list)
        for file, _by in rows:
            for earlier in file.about.get("loaded_file", ()):
                needed[earlier].append(file.name)
        files = tuple(_row(file, by, tuple(needed[file.id])) for file, by in rows)
        return LoadedFiles(files, fixed=bool(files) and work_began(db, campaign))


def work_began(db: Session, campaign: Campaign) -> bool:
    """Whether anyone, or a judge, has answered something here: judged, rated, skipped, or asked about a text."""
    here = campaign.id
    traces = (
        select(Judgment.id).where(Judgment.campaign_id == here),
        select(Assignment.id).where(Assignment.campaign_id == here, Assignment.status.in_(("done", "skipped"))),
        select(RatingAssignment.id).where(
            RatingAssignment.campaign_id == here, RatingAssignment.status.in_(("done", "skipped"))
        ),
        select(DeskAction.id).where(
            DeskAction.campaign_id == here,
            DeskAction.assignment_id.is_not(None) | DeskAction.rating_assignment_id.is_not(None),
        ),
        select(Question.id).where(
            Question.campaign_id == here,
            Question.assignment_id.is_not(None) | Question.rating_assignment_id.is_not(None),
        ),
        select(JudgeReply.id).where(JudgeReply.campaign_id == here),
    )
    return any(db.scalar(select(trace.exists())) for trace in traces)


def _row(file: LoadedFile, by: str | None, needed_by: tuple[str, ...]) -> FileRow:
    given = (file.id, file.kind, file.name, file.size, file.rows, file.added)
    return FileRow(*given, by, file.program, file.loaded_at, needed_by)
