"""Reads CSV with pyarrow: every column is text, and cells may hold line breaks."""

from __future__ import annotations

import re
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from eval_core.errors import Faults, InputError
from eval_core.files.csv_scan import Form, has_rows, header, lines_at, records, refuse_faulty_rows, without_records
from eval_core.files.encodings import Layout, as_utf8, encoding_of, layout_of
from eval_core.files.headings import refuse_title_rows
from eval_core.files.limits import FIELD_LIMIT, check_names
from eval_core.files.quotes import QuoteScan, has_quoting, scan_quotes, swallowing
from eval_core.files.reading import AS_IT_IS, Reading
from eval_core.files.receipt import Receipt
from eval_core.files.source import TableSource

# pyarrow reads blocks in parallel, so a small size is tried first. A block must hold the longest record, which may be
# a few texts of the largest size.
_BLOCKS = (1 << 22, 4 * FIELD_LIMIT)
_LARGEST_BLOCK = 2**31 - 1
_LINE_END = re.compile("\r\n|\r|\n")
_QUOTING = {"quote_swallows_rows", "text_after_quote", "open_quote"}
_TOP_ROWS = 20  # among which headings are looked for


def read_csv(path: Path, reading: Reading = AS_IT_IS, *, categories: bool = False) -> tuple[pd.DataFrame, Receipt]:
    """Read a CSV file as `read_table` says, with its receipt.

    Raises:
        InputError: naming file, row and column.
    """
    layout = layout_of(path)
    if layout.encoding == "utf-8" and not layout.sep_line:
        try:
            return _read_utf8(path, layout, reading, categories)
        except _OtherEncodingError as other:
            layout = replace(layout, encoding=other.encoding)
    with as_utf8(path, layout) as copy:
        try:
            return _read_utf8(copy, layout, reading, categories)
        except InputError as error:
            for fault in error.faults:
                fault.file = path
            raise


class _OtherEncodingError(Exception):
    """The file begins as UTF-8 does, and goes on in another encoding."""

    def __init__(self, encoding: str) -> None:
        super().__init__(encoding)
        self.encoding = encoding


def _read_utf8(path: Path, layout: Layout, reading: Reading, categories: bool) -> tuple[pd.DataFrame, Receipt]:
    scan = scan_quotes(path, layout.delimiter)
    top = 1 if reading.heading_row is None else reading.heading_row
    form = Form(layout.delimiter, scan.any and reading.quotes != "none", top)
    try:
        return _read_form(path, layout, form, scan, reading, categories)
    except InputError as error:
        # Who quotes nothing writes tabs: the quotes are of the texts.
        found = form.quotes and form.delimiter == "\t" and reading.quotes == "found"
        if not found or not _QUOTING & {fault.code for fault in error.faults} or has_quoting(path, form):
            raise
        frame, receipt = _read_form(path, layout, form._replace(quotes=False), scan, reading, categories)
        return frame, receipt.assuming("quotes_are_text")


def _read_form(
    path: Path, layout: Layout, form: Form, scan: QuoteScan, reading: Reading, categories: bool
) -> tuple[pd.DataFrame, Receipt]:
    names = _names(path, form, reading)
    kind = pa.dictionary(pa.int32(), pa.string()) if categories else pa.string()
    taken: dict[int, int] = {}
    with ExitStack() as stack:
        source = path
        try:
            if scan.nul or (form.quotes and not scan.sound):
                _refuse_faulty_rows(path, names, form)
            table = _table(path, names, form, kind)
        except InputError as error:
            if not error.rows or not error.rows <= reading.skip_rows:
                raise
            bad = {row for row in reading.skip_rows if row > form.top}
            source, taken = stack.enter_context(without_records(path, form, bad))
            _refuse_faulty_rows(source, names, form)
            table = _table(source, names, form, kind)
    numbers = _numbers(len(table), form, taken)
    receipt = _receipt(table, numbers, names, scan, layout, path, form, taken)
    if form.quotes and reading.quotes == "found" and receipt.spans is not None:
        _refuse_swallowed(table, numbers, path, names, form, reading)
    table = _named(table, names)
    frame: pd.DataFrame = table.to_pandas(types_mapper={pa.string(): pd.StringDtype(na_value=float("nan"))}.get)
    del table
    pa.default_memory_pool().release_unused()  # blocks of text take several times the room of their categories
    frame.index = numbers
    return frame, receipt


def _names(path: Path, form: Form, reading: Reading) -> list[str]:
    """What the columns are called; where no row does it, by their places.

    Raises:
        InputError: for a file without records, and where titles stand above the headings.
    """
    first = records(path, form, _TOP_ROWS)
    if not first or form.top > len(first) >= _TOP_ROWS:
        raise InputError("empty_file", file=path)
    if form.top > len(first):
        raise InputError("heading_row_missing", rows=len(first), file=path)
    if reading.heading_row is None:
        refuse_title_rows(dict(enumerate(first, 1)), path)
    names = header(path, form) if form.top else [""] * len(first[0])
    check_names(_called(names), path)
    return names


def _table(path: Path, names: list[str], form: Form, kind: pa.DataType) -> pa.Table:
    """Everything below the headings.

    Raises:
        InputError: for faulty records, and where there is none.
    """
    attempts = (_parsed(path, names, form, kind, block) for block in _BLOCKS)
    table = next((attempt for attempt in attempts if attempt is not None), None)
    if table is None:
        _refuse_faulty_rows(path, names, form)
        if not has_rows(path, form):
            raise InputError("no_rows", file=path)
        table = _parse_giant_rows(path, names, form, kind)
    if any(_longest(column) > FIELD_LIMIT for column in table.columns):
        _refuse_faulty_rows(path, names, form)
    return table


def _numbers(count: int, form: Form, taken: dict[int, int]) -> pd.Index[int]:
    """The numbers of the records that were read."""
    if not taken:
        return pd.RangeIndex(form.top + 1, form.top + 1 + count, name="row")
    every = np.arange(form.top + 1, form.top + 1 + count + len(taken))
    return pd.Index(every[~np.isin(every, list(taken))], name="row", dtype="int64")


def _receipt(
    table: pa.Table,
    numbers: pd.Index[int],
    names: list[str],
    scan: QuoteScan,
    layout: Layout,
    path: Path,
    form: Form,
    taken: dict[int, int],
) -> Receipt:
    """What became of the lines of the file."""
    heading = (1 + sum(len(_LINE_END.findall(name)) for name in names)) if form.top else 0
    above = lines_at(path, form, range(1, form.top)) if form.top > 1 else {}
    others = {**{row: last - first + 1 for row, (first, last) in above.items()}, **taken}
    extra = sum(others.values())
    spans = None if scan.lines == heading + len(table) + extra else _spans(table, numbers)
    blank = scan.lines - heading - extra - (len(table) if spans is None else int(spans.sum()))
    if others and spans is None:
        spans = pd.Series(1, index=numbers, dtype="int64")
    if others:
        spans = pd.concat([spans, pd.Series(others, dtype="int64")])
    more = int(layout.sep_line)
    source = TableSource("csv", encoding=layout.encoding, delimiter=layout.delimiter)
    receipt = Receipt(scan.lines + more, heading + more, blank, len(table) + len(others), source=source, spans=spans)
    return receipt.leaving("above_heading", list(above)).leaving("bad_row", list(taken))


def _spans(table: pa.Table, numbers: pd.Index[int]) -> pd.Series[int] | None:
    """How many lines each record takes; None where each takes one."""
    spans = np.ones(len(table), dtype=np.int64)
    for column in table.columns:
        texts = column.cast(pa.string()) if pa.types.is_dictionary(column.type) else column
        spans += pc.fill_null(pc.count_substring_regex(texts, _LINE_END.pattern), 0).to_numpy()
    return pd.Series(spans, index=numbers) if spans.max(initial=1) > 1 else None


def _refuse_swallowed(
    table: pa.Table, numbers: pd.Index[int], path: Path, names: list[str], form: Form, reading: Reading
) -> None:
    """Refuse records in which a quoted cell holds what reads as rows."""
    rows = [row for row in map(int, numbers[swallowing(table, form.delimiter)]) if row not in reading.skip_rows]
    faults = Faults()
    for row, (first, last) in lines_at(path, form, rows).items():
        faults.add(InputError("quote_swallows_rows", first=first, last=last, file=path, row=row))
    faults.check()


def _named(table: pa.Table, names: list[str]) -> pa.Table:
    """The table without columns that have neither a heading nor text: spreadsheets leave delimiters at the ends."""
    kept = [place for place, name in enumerate(names) if name or table.column(place).null_count < len(table)]
    return table.select(kept).rename_columns([_called(names)[place] for place in kept])


def _called(names: list[str]) -> list[str]:
    """The names of the columns; one without a heading is called by its place."""
    return [name or f"column {place}" for place, name in enumerate(names, 1)]


def _refuse_faulty_rows(path: Path, names: list[str], form: Form) -> None:
    encoding = encoding_of(path)
    if encoding != "utf-8":
        raise _OtherEncodingError(encoding)
    refuse_faulty_rows(path, names, form)


def _parsed(path: Path, names: list[str], form: Form, kind: pa.DataType, block: int) -> pa.Table | None:
    """The table; None where a record is faulty or exceeds a block."""
    try:
        return _parse(path, names, form, kind, block)
    except pa.ArrowInvalid:
        return None


def _parse(path: Path, names: list[str], form: Form, kind: pa.DataType, block: int) -> pa.Table:
    above = min(lines_at(path, form, [form.top]).values())[0] - 1 if form.top > 1 else 0
    given = {} if form.top else {"column_names": _called(names)}
    # Arrow's own file, not a Python file: threads that call back into Python were seen to hang after an error. And
    # not a memory map, whose pages count as memory of the process.
    with pa.OSFile(str(path)) as file:
        return csv.read_csv(
            file,
            read_options=csv.ReadOptions(block_size=block, skip_rows=above, **given),
            parse_options=csv.ParseOptions(
                delimiter=form.delimiter, quote_char='"' if form.quotes else False, newlines_in_values=form.quotes
            ),
            convert_options=csv.ConvertOptions(
                column_types=dict.fromkeys(names if form.top else _called(names), kind),
                null_values=[""],
                strings_can_be_null=True,
                quoted_strings_can_be_null=True,
                check_utf8=True,
            ),
        )


def _parse_giant_rows(path: Path, names: list[str], form: Form, kind: pa.DataType) -> pa.Table:
    """Parse a file that has no fault, but records that exceed a block."""
    try:
        return _parse(path, names, form, kind, min(path.stat().st_size + 1, _LARGEST_BLOCK))
    except pa.ArrowInvalid as error:
        raise InputError("unreadable_csv", problem=str(error), file=path) from error


def _longest(column: pa.ChunkedArray) -> int:
    """The bytes of the longest text."""
    if pa.types.is_dictionary(column.type):
        column = pa.chunked_array([chunk.dictionary for chunk in column.chunks], pa.string())
    return pc.max(pc.binary_length(column)).as_py() or 0
