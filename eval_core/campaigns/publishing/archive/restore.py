"""Restoring a campaign from an archive: everything is checked, and one transaction stores all of it or nothing."""

from __future__ import annotations

import secrets
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError
from sqlalchemy import Table, func, insert, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Grant
from eval_core.campaigns.audit import note
from eval_core.campaigns.publishing.archive.file import ArchiveFile, Row
from eval_core.campaigns.publishing.archive.manifest import CAMPAIGN, PERSON, REFERENCES, TABLES, Manifest, owners
from eval_core.campaigns.rules import rules_of, with_doors_shut
from eval_core.campaigns.setup.campaigns import check_slug
from eval_core.errors import Fact, InputError, ParvisError
from eval_core.files.limits import NAME_LIMIT
from eval_core.protocols import load_protocol
from eval_core.store import Campaign, Store
from eval_core.store.bulk import CHUNK, Progress, chunks


@dataclass(frozen=True)
class Restored:
    """A restored campaign, and how many rows of each table it has."""

    slug: str
    rows: dict[str, int]


class _Ids:
    """New ids by old ones. The archive's ids ascend, so that two arrays suffice for millions of them."""

    def __init__(self) -> None:
        self._old, self._new = array("q"), array("q")

    def add(self, old: int, new: int) -> bool:
        """Remember an id; False if it does not follow the one before."""
        if self._old and old <= self._old[-1]:
            return False
        self._old.append(old)
        self._new.append(new)
        return True

    def get(self, old: int) -> int | None:
        """The new id; None for an unknown one."""
        place = bisect_left(self._old, old)
        return self._new[place] if place < len(self._old) and self._old[place] == old else None


def import_everything(store: Store, path: Path, *, progress: Progress | None = None) -> Restored:
    """Restore the campaign of an archive, under new ids and without personal links.

    In an archive with names, people are matched by name, as in an import of judgments, and get their roles
    in this campaign; without names all people are new.

    Raises:
        InputError: for a file that is not an archive, or is damaged or forged; then nothing is changed.
        ParvisError: if a campaign has its short name already.
    """
    with ArchiveFile(path) as archive, store.write() as db:
        manifest = archive.manifest
        check_slug(manifest.campaign)
        if db.scalar(select(Campaign.id).where(Campaign.slug == manifest.campaign)) is not None:
            raise ParvisError(f"there is a campaign '{manifest.campaign}' already")
        try:
            return _Restoring(db, archive, manifest, path).run(progress)
        except DBAPIError as error:
            reason = str(error.orig).strip().partition("\n")[0]
            raise InputError("archive_rows_differ", problem=reason, file=path) from None


class _Restoring:
    def __init__(self, db: Session, archive: ArchiveFile, manifest: Manifest, path: Path) -> None:
        self.db, self.archive, self.manifest, self.path = db, archive, manifest, path
        self.ids = {table.name: _Ids() for table in TABLES}

    def run(self, progress: Progress | None) -> Restored:
        done, total = 0, sum(facts.rows for facts in self.manifest.files.values())
        counts = {}
        for table in TABLES:
            before = done
            for number, part in enumerate(chunks(self.archive.rows(table))):
                self._insert(table, part, 1 + number * CHUNK)
                done += len(part)
                if progress:
                    progress(done, total)
            counts[table.name] = done - before
        if counts[CAMPAIGN.name] != 1:
            raise InputError("archive_not_one_campaign", file=self.path)
        campaign = self._checked_campaign()
        note(self.db, Grant(OPERATOR.person_id, campaign), "campaign_restored", file=self.path.name)
        return Restored(campaign.slug, counts)

    def _checked_campaign(self) -> Campaign:
        campaign = self.db.scalar(select(Campaign).where(Campaign.slug == self.manifest.campaign))
        if campaign is None:
            raise InputError("archive_other_campaign", file=self.path)
        load_protocol(campaign.protocol_key)
        try:
            rules_of(campaign)
        except ValidationError as error:
            raise InputError("archive_bad_rules", problem=error.errors()[0]["msg"], file=self.path) from None
        # Where an archive is restored, its lead decides again what is public, and whether strangers may begin: who came
        # before is not in it, so that no limit would hold, and another campaign may have the open link's word.
        campaign.settings = with_doors_shut(campaign.settings)
        return campaign

    def _insert(self, table: Table, rows: list[Row], first: int) -> None:
        """Insert some rows of a table, the first of which is row `first` of its file."""
        fresh, references = [], owners(table)
        for number, (row, new) in enumerate(zip(rows, self._new_ids(table, rows), strict=True), first):
            if not self.ids[table.name].add(row["id"], new.id):
                raise self._input_error("archive_ids_unordered", table, number)
            if new.known:
                continue
            row["id"] = new.id
            for column, owner in references.items():
                if row.get(column) is not None:
                    row[column] = self.ids[owner.name].get(row[column])
                    if row[column] is None:
                        raise self._input_error("archive_row_missing", table, number, name=column, owner=owner.name)
            if "about" in table.c:
                row["about"] = self._about(row["about"])
            fresh.append(row)
        if fresh:
            self.db.execute(insert(table), fresh)

    def _about(self, about: Row) -> Row:
        """The `about` of an event or a judge's reply, under the ids that its rows have here."""
        translated = dict(about)
        for key, value in about.items():
            table = key.partition(".")[0]  # 'prompt.text' are prompts too
            if table not in REFERENCES:
                continue
            if isinstance(value, list):
                translated[key] = [self.ids[table].get(item) for item in value if isinstance(item, int)]
            elif isinstance(value, int) and not isinstance(value, bool):
                translated[key] = self.ids[table].get(value)
        return translated

    def _new_ids(self, table: Table, rows: Sequence[Row]) -> Iterator[_New]:
        if table is PERSON:
            yield from self._people(rows)
            return
        yield from (_New(number) for number in self._reserved(table, len(rows)))

    def _people(self, rows: Sequence[Row]) -> Iterator[_New]:
        named = self.manifest.people == "named"
        known = {name: (person_id, kind) for person_id, name, kind in self.db.execute(select(*_OF_A_PERSON))}
        for number, (row, new) in enumerate(zip(rows, self._reserved(PERSON, len(rows)), strict=True), 1):
            if not 0 < len(row["name"]) <= NAME_LIMIT:
                raise self._input_error("archive_bad_name", PERSON, number, most=NAME_LIMIT)
            if row["name"] in known:
                person_id, kind = known[row["name"]]
                # A model has the same name everywhere; a number means another person in every archive.
                if kind == row["kind"] and (named or kind != "human"):
                    yield _New(person_id, known=True)
                    continue
                row["name"] = f"{row['name'][:70]}-{secrets.token_hex(4)}"
            known[row["name"]] = (new, row["kind"])
            yield _New(new)

    def _reserved(self, table: Table, number: int) -> Sequence[int]:
        """So many reserved ids, ascending."""
        if self.db.get_bind().dialect.name == "postgresql":
            query = text("SELECT nextval(pg_get_serial_sequence(:name, 'id')) FROM generate_series(1, :number)")
            return sorted(self.db.scalars(query, {"name": f'"{table.name}"', "number": number}))
        first = (self.db.scalar(select(func.max(table.c.id))) or 0) + 1
        return range(first, first + number)

    def _input_error(self, code: str, table: Table, number: int, **facts: Fact) -> InputError:
        return InputError(code, file=f"{self.path} ({table.name})", row=number, column=None, **facts)


@dataclass(frozen=True)
class _New:
    """The id that a row gets; `known`: the row is here already."""

    id: int
    known: bool = False


_OF_A_PERSON = (PERSON.c.id, PERSON.c.name, PERSON.c.kind)
