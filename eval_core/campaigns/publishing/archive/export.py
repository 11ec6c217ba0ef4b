"""Exporting a whole campaign into one zip that another Parvis can restore."""

from __future__ import annotations

import hashlib
import json
import random
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from typing import Any, BinaryIO

from sqlalchemy import Table, func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.publishing.archive.manifest import (
    MANIFEST,
    MEMBERSHIP,
    PERSON,
    TABLES,
    FileFacts,
    Manifest,
    belongs,
    file_of,
    owners,
)
from eval_core.store import Campaign, Event, Store, head_revision
from eval_core.store.bulk import CHUNK, Progress

Row = dict[str, Any]


def export_everything(
    store: Store,
    slug: str,
    file: BinaryIO,
    *,
    named: bool = False,
    progress: Progress | None = None,
    who: Who = OPERATOR,
) -> Manifest:
    """Write a campaign to a zip, as it was at one moment: everything except links, sessions and tokens.

    Args:
        file: the zip is written to it row by row.
        named: with people's names; otherwise each gets a new number in a new order. What people wrote is
            included in both cases, and so are campaign facts that name somebody.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed': only leads may read all of it.
    """
    with store.read() as db:
        if not store.is_sqlite:  # otherwise two statements could see different states
            db.connection(execution_options={"isolation_level": "REPEATABLE READ"})
        campaign = authorise(db, who, slug, "lead").campaign
        cast = _Cast(db, campaign, named)
        count = {table.name: _count(db, table, campaign, cast) for table in TABLES}
        done, total = 0, sum(count.values())
        files: dict[str, FileFacts] = {}
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for table in TABLES:
                with archive.open(file_of(table), "w", force_zip64=True) as part:
                    digest, rows, size = hashlib.sha256(), 0, 0
                    for row in _rows(db, table, campaign, cast):
                        line = _line(row)
                        digest.update(line)
                        part.write(line)
                        rows, size = rows + 1, size + len(line)
                        if progress and (done + rows) % CHUNK == 0:
                            progress(done + rows, total)
                done += rows
                files[file_of(table)] = FileFacts(rows=rows, bytes=size, sha256=digest.hexdigest())
            manifest = Manifest(
                parvis_version=version("parvis"),
                schema_revision=head_revision(),
                campaign=slug,
                people="named" if named else "pseudonymous",
                made_at=store.now().isoformat(),
                files=files,
            )
            archive.writestr(MANIFEST, manifest.model_dump_json(indent=1))
        if progress:
            progress(total, total)
        return manifest


@dataclass(frozen=True)
class _Member:
    """A person's name in the archive."""

    number: int
    name: str
    named: bool


class _Cast:
    """The people of a campaign: everyone who acted in it, is named in its log, or holds a role."""

    def __init__(self, db: Session, campaign: Campaign, named: bool) -> None:
        ids = {
            person
            for table in TABLES
            for column, owner in owners(table).items()
            if owner is PERSON
            for person in db.scalars(select(table.c[column]).where(belongs(table, campaign.id)).distinct())
        }
        for about in db.scalars(select(Event.about).where(Event.campaign_id == campaign.id)):
            ids |= set(_listed(about.get("person")))
        people = db.execute(select(PERSON).order_by(PERSON.c.id)).mappings()
        self.rows = [dict(row) for row in people if row["id"] in ids]
        if not named:
            random.SystemRandom().shuffle(self.rows)
        self.members = {
            row["id"]: _Member(number, row["name"], True)
            if named or row["kind"] != "human"  # a model needs no privacy
            else _Member(number, f"{campaign.slug}-{number}", False)
            for number, row in enumerate(self.rows, 1)
        }
        self.aliases = {row["name"]: self.members[row["id"]].name for row in self.rows}
        self.began = campaign.created_at

    def number(self, person_id: int | None) -> int | None:
        """A person's id in the archive; None for nobody."""
        return None if person_id is None else self.members[person_id].number

    def people(self) -> Iterator[Row]:
        """The rows of the people."""
        for row in self.rows:
            member = self.members[row["id"]]
            # The time when somebody was added could identify them.
            when = row["created_at"] if member.named else self.began
            yield {**row, "id": member.number, "name": member.name, "created_at": when}


def _count(db: Session, table: Table, campaign: Campaign, cast: _Cast) -> int:
    if table is PERSON:
        return len(cast.rows)
    return db.scalar(select(func.count()).select_from(table).where(belongs(table, campaign.id))) or 0


def _rows(db: Session, table: Table, campaign: Campaign, cast: _Cast) -> Iterable[Row]:
    """The rows of one table as they go into the archive, by id."""
    if table is PERSON:
        yield from cast.people()
        return
    of_people = [column for column, owner in owners(table).items() if owner is PERSON]
    query = select(table).where(belongs(table, campaign.id)).order_by(table.c.id)
    held: set[tuple[int, str]] = set()
    if table is MEMBERSHIP:  # a role held here replaces the same one held everywhere
        query = query.order_by(None).order_by(table.c.campaign_id.is_(None), table.c.id)
    names = [column.name for column in table.c]
    for number, row in enumerate(db.execute(query, execution_options={"yield_per": CHUNK}), 1):
        fresh = dict(zip(names, row, strict=True))
        for column in of_people:
            fresh[column] = cast.number(fresh[column])
        if table is MEMBERSHIP:
            if (fresh["person_id"], fresh["role"]) in held:
                continue
            held.add((fresh["person_id"], fresh["role"]))
            fresh |= {"id": number, "campaign_id": campaign.id}
        elif table is Event.__table__:
            fresh["about"] = _translated(fresh["about"], cast)
        yield fresh


def _translated(about: Row, cast: _Cast) -> Row:
    """An event's `about`, with the numbers and names of the archive."""
    translated = {
        key: cast.aliases.get(value, value) if isinstance(value, str) else value for key, value in about.items()
    }
    if "person" in about:
        numbers = [cast.members[person].number for person in _listed(about["person"]) if person in cast.members]
        translated["person"] = numbers if isinstance(about["person"], list) else next(iter(numbers), None)
    return translated


def _listed(value: Any) -> list[int]:
    return [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, int)]


# Built once: `json.dumps` would build one for every row.
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, default=datetime.isoformat)


def _line(row: Row) -> bytes:
    return _ENCODER.encode(row).encode() + b"\n"
