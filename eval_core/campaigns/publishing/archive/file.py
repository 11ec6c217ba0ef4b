"""Reading an archive's zip without trusting it: its contents, sizes and hashes are checked."""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pydantic import ValidationError
from sqlalchemy import JSON, Boolean, Float, Integer, String, Table
from sqlalchemy.types import TypeEngine

from eval_core.campaigns.publishing.archive.manifest import MANIFEST, TABLES, Manifest, file_of
from eval_core.errors import Fact, InputError
from eval_core.files.limits import FIELD_LIMIT, check_text
from eval_core.store import head_revision, known_revisions
from eval_core.store.base import JSONList, UTCDateTime

Row = dict[str, Any]
# Our own files shrink to a fortieth at most; a zip bomb to a thousandth.
_MOST_TIMES = 300
_ALWAYS_ALLOWED = 64 * 1024 * 1024
_MANIFEST_LIMIT = 1024 * 1024
_LINE_LIMIT = 8 * FIELD_LIMIT
_DEEPEST = 20
_INTEGER = 2**31  # what every database holds in an integer
_NUMBER = 1e300  # and in a number with decimals; NaN is on no side of it
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class ArchiveFile:
    """An archive open for reading; its files are read once and never unpacked to disk.

    Raises:
        InputError: on opening it, where it is no archive, is too large unpacked, or is of another Parvis.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._zip = zipfile.ZipFile(path)
        except (OSError, zipfile.BadZipFile, NotImplementedError) as error:  # the last: an unknown kind of zip
            raise InputError("archive_not_zip", problem=str(error), file=path) from None
        try:
            self._check_contents()
            self.manifest = self._read_manifest()
            self._check_manifest()
        except BaseException:
            self._zip.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._zip.close()

    def rows(self, table: Table) -> Iterator[Row]:
        """The rows of a table with its present columns and types; an older archive may lack a table.

        Raises:
            InputError: where they are not what the manifest says, or not rows of this table.
        """
        name = file_of(table)
        facts = self.manifest.files.get(name)
        if facts is None:
            return
        digest, count, size = hashlib.sha256(), 0, 0
        read = _Reader(table, older=self.manifest.schema_revision != head_revision())
        try:
            with self._zip.open(name) as part:
                while line := part.readline(_LINE_LIMIT + 1):
                    digest.update(line)
                    count, size = count + 1, size + len(line)
                    if len(line) > _LINE_LIMIT:
                        raise self._input_error("archive_line_too_long", name, count)
                    try:
                        yield read(line)
                    except (ValueError, RecursionError, InputError) as error:
                        raise self._input_error(
                            "archive_bad_row", name, count, table=table.name, problem=str(error)
                        ) from None
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError) as error:
            raise self._input_error("archive_damaged", name, None, problem=str(error)) from None
        if (count, size, digest.hexdigest()) != (facts.rows, facts.bytes, facts.sha256):
            raise self._input_error("archive_changed", name, None)

    def _check_contents(self) -> None:
        parts = self._zip.infolist()
        known = {MANIFEST, *map(file_of, TABLES)}
        names = [part.filename for part in parts]
        for part in parts:
            if part.filename not in known:
                raise InputError("archive_unknown_file", name=ascii(part.filename[:80]), file=self.path)
            if part.flag_bits & 1 or part.compress_type not in _PACKINGS:
                raise InputError("archive_packing", name=part.filename, file=self.path)
        if len(set(names)) < len(names):
            raise InputError("archive_file_twice", file=self.path)
        if MANIFEST not in names:
            raise InputError("archive_without_manifest", manifest=MANIFEST, file=self.path)
        # By the file on disk: the entries of a bomb may overlap.
        allowed = max(_ALWAYS_ALLOWED, _MOST_TIMES * self.path.stat().st_size)
        if sum(part.file_size for part in parts) > allowed or self._zip.getinfo(MANIFEST).file_size > _MANIFEST_LIMIT:
            raise InputError("archive_too_large", file=self.path)

    def _read_manifest(self) -> Manifest:
        try:
            return Manifest.model_validate_json(self._zip.read(MANIFEST))
        except ValidationError as error:
            problem = error.errors()[0]
            where = ".".join(map(str, problem["loc"])) or "it"
            raise InputError(
                "archive_bad_manifest", field=where, problem=problem["msg"], file=f"{self.path} ({MANIFEST})"
            ) from None
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError) as error:
            raise InputError("archive_damaged", problem=str(error), file=self.path) from None

    def _check_manifest(self) -> None:
        revision = self.manifest.schema_revision
        if revision not in known_revisions():
            raise InputError(
                "archive_newer",
                schema=ascii(revision[:40]),
                version=ascii(self.manifest.parvis_version[:40]),
                own_schema=str(head_revision()),
                file=self.path,
            )
        listed = set(self.manifest.files)
        there = {part.filename for part in self._zip.infolist()} - {MANIFEST}
        missing = set(map(file_of, TABLES)) - there if revision == head_revision() else set()
        if listed != there or missing:
            odd = ", ".join(sorted(ascii(name[:40]) for name in (listed ^ there) | missing)[:5])
            raise InputError("archive_files_differ", names=odd, file=self.path)

    def _input_error(self, code: str, name: str, row: int | None, **facts: Fact) -> InputError:
        return InputError(code, file=f"{self.path} ({name})", row=row, column=None, **facts)


class _Reader:
    """Converts a line into a row of one table.

    Raises:
        ValueError: if it is not one.
    """

    def __init__(self, table: Table, *, older: bool) -> None:
        self._kinds = {column.name: _reader_of(column.type) for column in table.c}
        self._nullable = {column.name for column in table.c if column.nullable}
        # Columns that an older archive may lack.
        self._needed = {c.name for c in table.c if not (older and (c.nullable or c.default is not None))}

    def __call__(self, line: bytes) -> Row:
        record = json.loads(line)
        if not isinstance(record, dict):
            raise ValueError("no object")  # noqa: TRY004 - all that is wrong with a line is one kind of error
        odd = (record.keys() - self._kinds.keys()) | (self._needed - record.keys())
        if odd:
            raise ValueError(f"column {min(odd)[:40]!a} is unknown or missing")
        return {name: self._value(name, value) for name, value in record.items()}

    def _value(self, name: str, value: Any) -> Any:
        if value is None:
            if name not in self._nullable:
                raise ValueError(f"'{name}' is missing")
            return None
        try:
            return self._kinds[name](value)
        except ValueError as error:
            raise ValueError(f"'{name}': {error}") from None


def _integer(value: Any) -> int:
    if type(value) is not int or not -_INTEGER < value < _INTEGER:
        raise ValueError("not a whole number that a database holds")
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not -_NUMBER < value < _NUMBER:
        raise ValueError("not a number that a database holds")
    return float(value)


def _boolean(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError("neither true nor false")
    return value


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("not a text")  # noqa: TRY004 - as above: one kind of error
    check_text(value)
    return value


def _time(value: Any) -> datetime:
    moment = datetime.fromisoformat(_string(value))
    if moment.tzinfo is None:
        raise ValueError("a time without a zone")
    return moment


def _object(value: Any) -> Row:
    if not isinstance(value, dict):
        raise ValueError("not an object")  # noqa: TRY004 - as above: one kind of error
    _check_parts(value)
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError("not a list")  # noqa: TRY004 - as above: one kind of error
    _check_parts(value)
    return value


def _check_parts(value: Any) -> None:
    pending: list[tuple[Any, int]] = [(value, 0)]
    while pending:
        item, depth = pending.pop()
        if depth > _DEEPEST:
            raise ValueError("nested too deeply")
        if isinstance(item, dict):
            pending += [(part, depth + 1) for pair in item.items() for part in pair]
        elif isinstance(item, list):
            pending += [(part, depth + 1) for part in item]
        elif isinstance(item, str):
            _string(item)
        elif isinstance(item, float) and item != item:
            raise ValueError("not a number")


# The first match counts; an archive has no other types.
_READERS: tuple[tuple[type[TypeEngine[Any]], Callable[[Any], Any]], ...] = (
    (UTCDateTime, _time),
    (JSONList, _list),
    (JSON, _object),
    (Boolean, _boolean),
    (Integer, _integer),
    (Float, _number),
    (String, _string),
)


def _reader_of(kind: TypeEngine[Any]) -> Callable[[Any], Any]:
    return next(read for known, read in _READERS if isinstance(kind, known))
