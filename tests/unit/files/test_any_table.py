"""Tables as people have them: spreadsheets, separators and encodings of Norway, and what is refused of workbooks."""

from __future__ import annotations

import datetime as dt
import io
import re
import subprocess
import sys
import time
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pandas as pd
import pytest
from openpyxl import Workbook

from eval_core.errors import InputError
from eval_core.files import read_judgments, read_responses, read_table, receipt_of, table_bytes, xlsx_reader
from eval_core.files.encodings import encoding_of
from eval_core.files.spreadsheet import CELL_LIMIT, cut_texts
from eval_core.files.xlsx_reader import Merge, SheetScan, scan_sheet

MIDNIGHT = dt.datetime(2026, 11, 21)  # noqa: DTZ001 - a spreadsheet's times have no zone
SHORT = 'Oppgave{0}Modell{0}Svar\r\n"Skriv «hei»{0}\r\nnå"{0}fjell{0}Blåbær på Ås\r\n'
# What short files of Norwegian people hold besides letters of ASCII.
WORDS = ["blå", "Ås", "ærlig", "øl", "«hei»", "hei – du", "Æ e trøtt", "kafé", "idé – og så", "Å", "år’s", "å…", "5 €"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "mac_roman", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_short_file_of_any_program_is_read(tmp_path: Path, encoding: str, delimiter: str) -> None:
    """Separator and encoding are found out, quoted line breaks stay, and what was taken is said unless it is plain."""
    path = tmp_path / "svar.csv"
    path.write_bytes(SHORT.format(delimiter).encode(encoding))
    frame = read_responses(path)
    assert frame[["prompt", "system", "response"]].to_numpy().tolist() == [
        [f"Skriv «hei»{delimiter}\r\nnå", "fjell", "Blåbær på Ås"]
    ]
    source = receipt_of(frame).source
    assert (source.delimiter, source.columns["Svar"]) == (delimiter, "response")
    assert source.encoding == {"utf-8-sig": "utf-8", "utf-16": "utf-16-le"}.get(encoding, encoding)


@pytest.mark.parametrize("encoding", ["cp1252", "mac_roman", "utf-8"])
@pytest.mark.parametrize("word", WORDS)
def test_few_letters_tell_the_encoding(tmp_path: Path, encoding: str, word: str) -> None:
    """A single Norwegian word is enough to tell what Excel wrote on Windows from what it wrote on a Mac."""
    path = tmp_path / "a.csv"
    path.write_bytes(f"a;b\nx;{word}\n".encode(encoding))
    assert read_table(path)["b"].tolist() == [word]


def test_letters_late_in_a_file_tell_it_too(tmp_path: Path) -> None:
    """A file that begins as plain English and goes on as Windows-1252 is read as that."""
    path = tmp_path / "late.csv"
    path.write_bytes(b"a,b\n" + b"x,y\n" * 40_000 + "x,blåbær\n".encode("cp1252"))
    frame = read_table(path)
    assert frame["b"].iloc[-1] == "blåbær"
    assert receipt_of(frame).source.encoding == "cp1252"


def test_utf8_with_few_faults_is_not_taken_for_another_encoding(tmp_path: Path) -> None:
    """One broken letter in a UTF-8 file is a fault of its cell: nothing is read as 'Ã¥'."""
    path = tmp_path / "a.csv"
    path.write_bytes("a,b\nblå,æ\n".encode() + "x,å\n".encode("cp1252"))
    assert encoding_of(path) == "utf-8"
    with pytest.raises(InputError, match="row 3, column 'b': this text is not valid UTF-8"):
        read_table(path)


@pytest.mark.parametrize(("name", "delimiter"), [("a.csv", ";"), ("a.tsv", "\t"), ("a.txt", ",")])
def test_the_line_that_names_the_separator_is_no_record(tmp_path: Path, name: str, delimiter: str) -> None:
    """Excel's sep= line is understood and not counted."""
    path = tmp_path / name
    path.write_bytes(f"sep={delimiter}\r\na{delimiter}b\r\n1{delimiter}2\r\n".encode())
    frame = read_table(path)
    assert frame.to_dict("index") == {2: {"a": "1", "b": "2"}}


def book(
    path: Path, rows: list[list[object]], *, before: str = "Tom", after: dict[str, list[list[object]]] | None = None
):
    """A workbook whose first sheet is empty, with these rows on the second and others behind."""
    workbook = Workbook()
    workbook.active.title = before
    for title, content in {"Svar": rows, **(after or {})}.items():
        sheet = workbook.create_sheet(title)
        for row in content:
            sheet.append(row)
    workbook.save(path)
    return path


def test_a_workbook_is_text_as_people_see_it(tmp_path: Path) -> None:
    """Numbers, dates and truth are text, empty rows and columns go, rows keep their numbers, other sheets are named."""
    rows: list[list[object]] = [
        [None, None, None, None],
        ["prompt", "system", "response", None, "n"],
        ["Hei", 7, MIDNIGHT, None, 0.1 + 0.2],
        [],
        [True, 1e20, MIDNIGHT + dt.timedelta(hours=14.5), None, "=1+1"],
        ["æøå\nny linje", "NA", "  x ", None, None],
    ]
    path = book(tmp_path / "b.xlsx", rows, after={"Notater": [["x"]], "Tomt": []})
    frame = read_table(path)
    assert list(frame.index) == [3, 5, 6]
    assert list(frame.columns) == ["prompt", "system", "response", "n"]
    assert frame["prompt"].tolist() == ["Hei", "true", "æøå\nny linje"]
    assert frame["system"].tolist() == ["7", "1e+20", "NA"]
    assert frame["response"].tolist() == ["2026-11-21", "2026-11-21 14:30:00", "  x "]
    assert frame["n"].tolist()[0] == "0.3"
    assert frame["n"].isna().tolist() == [False, True, True]  # a formula without a stored value
    source = receipt_of(frame).source
    assert (source.sheet, source.other_sheets) == ("Svar", ("Notater",))


def test_ids_with_zeros_before_them_stay(tmp_path: Path) -> None:
    """A number that is shown as 007 is read as 007."""
    workbook = Workbook()
    workbook.active.append(["prompt_id"])
    workbook.active.append([7])
    workbook.active["A2"].number_format = "000"
    workbook.save(tmp_path / "b.xlsx")
    assert read_table(tmp_path / "b.xlsx")["prompt_id"].tolist() == ["007"]


def packed(path: Path, **changed: str) -> Path:
    """A sound workbook with some of its parts replaced (`sheet`: the first sheet's XML, `strings`: the shared ones)."""
    names = {"sheet": "xl/worksheets/sheet1.xml", "strings": "xl/sharedStrings.xml", "types": "[Content_Types].xml"}
    sink = io.BytesIO()
    workbook = Workbook()
    workbook.active.append(["prompt", "system"])
    workbook.active.append(["x", "y"])
    workbook.save(sink)
    with ZipFile(sink) as old, ZipFile(path, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            key = next((key for key, value in names.items() if value == name), None)
            new.writestr(name, changed[key] if key in changed else old.read(name))
        new.writestr("../../outside.txt", "slipped")
    return path


_HEAD = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
_ROW = '<row r="{0}"><c r="{1}{0}" t="inlineStr"><is><t>x</t></is></c></row>'
_BOMB = (
    "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'>"
    + "".join(f"<!ENTITY {chr(98 + n)} '{f'&{chr(97 + n)};' * 10}'>" for n in range(9))
    + "]>"
)


@pytest.mark.parametrize(
    ("sheet", "message"),
    [
        (f"{_BOMB}{_HEAD}<sheetData><row r='1'><c r='A1' t='inlineStr'><is><t>&j;</t></is></c></row></sheetData></worksheet>",
         "defines XML entities"),
        (f"{_HEAD}<sheetData>{_ROW.format(1, 'A')}{_ROW.format(2_000_000_000, 'A')}</sheetData></worksheet>", "more than"),
        (f"{_HEAD}<sheetData>{_ROW.format(1, 'ZZZ')}</sheetData></worksheet>", "more than 1000 columns|is empty"),
        (f"{_HEAD}<sheetData><row r='x'/></sheetData></worksheet>", "cannot be read as a workbook|is empty"),
        ("<html>", "cannot be read as a workbook"),
    ],
)  # fmt: skip
def test_a_hostile_sheet_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sheet: str, message: str
) -> None:
    """Entities that unfold, rows and columns by the billion, and no sheet at all: refused in words, in a moment."""
    monkeypatch.setattr(xlsx_reader, "ROWS_LIMIT", 50_000)
    path, begin = packed(tmp_path / "bomb.xlsx", sheet=sheet), time.process_time()
    with pytest.raises(InputError, match=message):
        read_table(path)
    assert time.process_time() - begin < 4
    assert not (tmp_path.parent / "outside.txt").exists()


def test_cells_merged_over_rows_count_for_each(tmp_path: Path) -> None:
    """A prompt merged over its rows is that of each; headings, empty rows and other columns stay as they are."""
    workbook = Workbook()
    rows = [
        ["prompt", "system", "response"],
        ["Skriv.", "fjell", "Hei."],
        [None, "fjord", "Hallo."],
        [],
        ["Les.", "elv"],
    ]
    for row in [*rows, [None, "foss", "Ja."], [None, None, None], [None, "tind", "Nei."]]:
        workbook.active.append(row)
    for cells in ("A2:A4", "A5:A8", "B2:C2"):
        workbook.active.merge_cells(cells)
    workbook.save(tmp_path / "a.xlsx")
    frame = read_table(tmp_path / "a.xlsx")
    assert frame["prompt"].tolist() == ["Skriv.", "Skriv.", "Les.", "Les.", "Les."]
    assert frame["response"].isna().tolist() == [True, False, True, False, False]
    assert receipt_of(frame).source.merged_rows == (3, 6, 8)
    assert receipt_of(frame).source.lines() == ["merged cells count for each of their rows: 3 filled (rows 3, 6, 8)"]
    assert frame.index.tolist() == [2, 3, 5, 6, 8]


def test_merged_cells_are_found_under_any_prefix_and_across_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tags with the prefix of a name space count; where a chunk ends does not matter; overlaps are filled once."""
    merged = (
        '<x:mergeCells><x:mergeCell ref="B2:B4"/><x:mergeCell ref="B3:B9"/><x:mergeCell ref="A1:C1"/></x:mergeCells>'
    )
    rows = '<x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c><x:c/></x:row>' * 7
    sheet = f"<x:worksheet xmlns:x='u'><x:cols/><x:sheetData>{rows}</x:sheetData>{merged}</x:worksheet>".encode()
    for size in (40, 64, 97, 2**20):
        monkeypatch.setattr(xlsx_reader, "_CHUNK", size)
        assert scan_sheet(io.BytesIO(sheet), 100, 100) == SheetScan(7, 7, (Merge(1, 2, 4),)), size
    assert scan_sheet(io.BytesIO(sheet.replace(b"x:", b"")), 100, 100).merges == (Merge(1, 2, 4),)


def test_a_sheet_of_too_many_rows_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are counted first: the reader of cells does not begin with a sheet that it would refuse at the end."""
    rows = "".join(_ROW.format(number, "A") for number in range(1, 2000))
    path = packed(tmp_path / "a.xlsx", sheet=f"{_HEAD}<sheetData>{rows}</sheetData></worksheet>")
    assert len(read_table(path)) == 1998
    monkeypatch.setattr(xlsx_reader, "ROWS_LIMIT", 1000)
    monkeypatch.setattr(xlsx_reader, "_frame", lambda *_: pytest.fail("the cells were read"))
    with pytest.raises(InputError, match="more than 1000 rows"):
        read_table(path)


def test_what_a_merged_cell_fills_counts_as_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long text merged over many rows cannot fill the memory."""
    workbook = Workbook()
    for number in range(50):
        workbook.active.append(["a", "b"] if not number else ["x" * 3000 if number == 1 else None, "y"])
    workbook.active.merge_cells("A2:A50")
    workbook.save(tmp_path / "a.xlsx")
    monkeypatch.setattr(xlsx_reader, "TEXT_LIMIT", 100_000)
    with pytest.raises(InputError, match="when unpacked"):
        read_table(tmp_path / "a.xlsx")


def test_what_a_sheet_says_of_its_size_does_not_count(tmp_path: Path) -> None:
    """A sheet of one cell that calls itself a billion cells large is read as one cell; no part is unpacked to a file."""
    sheet = f"{_HEAD}<dimension ref='A1:XFD1048576'/><sheetData>{_ROW.format(1, 'A')}{_ROW.format(2, 'A')}</sheetData></worksheet>"
    begin = time.process_time()
    assert read_table(packed(tmp_path / "a.xlsx", sheet=sheet)).shape == (1, 1)
    assert time.process_time() - begin < 2
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a.xlsx"]


def test_a_workbook_that_unpacks_to_much_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts that are large when unpacked, or very many, and texts that many cells share: each limit holds."""
    path = book(tmp_path / "a.xlsx", [["a"], ["x" * 30_000], ["x" * 30_000]])
    with monkeypatch.context() as patch:
        patch.setattr(xlsx_reader, "CELLS_LIMIT", 3)  # what is there, and no more
        assert len(read_table(path)) == 2
    for name, limit, message in (
        ("UNPACKED_LIMIT", 10_000, "when unpacked"),
        ("PARTS_LIMIT", 3, "when unpacked"),
        ("TEXT_LIMIT", 50_000, "when unpacked"),
        ("CELLS_LIMIT", 2, "more than"),
    ):
        with monkeypatch.context() as patch, pytest.raises(InputError, match=message):
            patch.setattr(xlsx_reader, name, limit)
            read_table(path)


def test_faults_of_a_workbook_are_listed_by_row_and_column(tmp_path: Path) -> None:
    """A failed formula and a cell beyond the headings are faults of their cells; both are named."""
    path = book(tmp_path / "a.xlsx", [["prompt", "system"], ["#REF!", "x"], ["y", "z", "more"]])
    with pytest.raises(InputError) as caught:
        read_table(path)
    assert [(fault.code, fault.row, fault.column) for fault in caught.value.faults] == [
        ("cell_error", 2, "prompt"),
        ("cell_beyond_headings", 3, "C"),
    ]


def test_a_file_that_only_calls_itself_a_workbook(tmp_path: Path) -> None:
    """Any other file under that name is refused in words, and so is a zip of something else."""
    (tmp_path / "a.xlsx").write_bytes(b"prompt,system\n")
    with ZipFile(tmp_path / "b.xlsx", "w") as file:
        file.writestr("x", "y")
    for name in ("a.xlsx", "b.xlsx"):
        with pytest.raises(InputError, match="cannot be read as a workbook"):
            read_table(tmp_path / name)


def test_columns_that_a_spreadsheet_left_empty_do_not_count(tmp_path: Path) -> None:
    """Delimiters at the ends of all rows are no columns; text below no heading is kept under the column's place."""
    path = tmp_path / "a.csv"
    path.write_text("a;;;\nx;;;\n")
    assert read_table(path).to_dict("list") == {"a": ["x"]}
    path.write_text("a;;;\nx;;note;\n")
    assert read_table(path).to_dict("list") == {"a": ["x"], "column 3": ["note"]}
    path.write_text(";;\nx;;\n")
    assert list(read_table(path)) == ["column 1"]


@pytest.mark.parametrize("said", ["å", '"'])
def test_a_separator_that_cannot_be_one_is_text(tmp_path: Path, said: str) -> None:
    """A first line that names a letter or a quote as the separator is a line like any other."""
    path = tmp_path / "a.csv"
    path.write_text(f"sep={said}\nx\n", encoding="utf-8")
    assert read_table(path).to_numpy().tolist() == [["x"]]


def test_a_workbook_is_known_by_what_it_holds(tmp_path: Path) -> None:
    """A workbook under the name of a text file is read as one."""
    path = tmp_path / "a.csv"
    path.write_bytes(table_bytes(pd.DataFrame({"a": ["x"]}), ".xlsx"))
    assert receipt_of(read_table(path)).source.form == "xlsx"


def test_a_hidden_sheet_comes_last(tmp_path: Path) -> None:
    """What a person sees on opening the file is what is read."""
    book, path = Workbook(), tmp_path / "a.xlsx"
    book.active.append(["old"])
    book.active.sheet_state = "hidden"
    seen = book.create_sheet("Seen")
    seen.append(["a"])
    seen.append(["x"])
    book.active = 1
    book.save(path)
    source = receipt_of(read_table(path)).source
    assert (source.sheet, source.other_sheets) == ("Seen", ("Sheet",))


@pytest.mark.parametrize("harm", ["password", "packing", "bytes", "list"])
def test_a_harmed_workbook_is_refused_in_words(tmp_path: Path, harm: str) -> None:
    """Whatever the zip file or its parts are harmed by, the answer is that it cannot be read."""
    whole = bytearray(table_bytes(pd.DataFrame({"a": ["x"] * 50}), ".xlsx"))
    first, listed = whole.find(b"PK\3\4"), whole.find(b"PK\1\2")
    if harm == "password":
        for place in [*_places(whole, b"PK\3\4", 6), *_places(whole, b"PK\1\2", 8)]:
            whole[place] |= 1
    elif harm == "packing":
        for place in _places(whole, b"PK\1\2", 6):
            whole[place] = 200
    elif harm == "bytes":
        whole[first + 60 : first + 90] = b"\xff" * 30
        whole[listed - 40 : listed] = b"\xff" * 40
    else:
        whole[listed] = 0
    path = tmp_path / "a.xlsx"
    path.write_bytes(whole)
    with pytest.raises(InputError) as refusal:
        read_table(path)
    assert refusal.value.code == "unreadable_xlsx"


def _places(whole: bytearray, mark: bytes, after: int) -> list[int]:
    return [found.start() + after for found in re.finditer(re.escape(mark), bytes(whole))]


def test_a_workbook_that_we_write_reads_back(tmp_path: Path) -> None:
    """No text is run, changed or lost; dates are dates; a text beyond a cell's room is cut and listed."""
    texts = ["=1+1", "-x", "@SUM(A1)", "a\r\nb\x01", "_x0041_ æøå 😀", "#N/A", "007"]
    frame = pd.DataFrame(
        {"text": [*texts, "😀" * 20_000], "decided_at": ["2026-11-21T14:30:05.1+01:00"] * 8, "n": range(8)}
    )
    (tmp_path / "a.xlsx").write_bytes(table_bytes(frame, ".xlsx"))
    back = read_table(tmp_path / "a.xlsx")
    assert back["text"].tolist()[:-1] == texts
    assert back["text"].iloc[-1] == "😀" * ((CELL_LIMIT - 1) // 2) + "…"
    assert set(back["decided_at"]) == {"2026-11-21 13:30:05"}
    assert back["n"].tolist() == list(map(str, range(8)))
    assert cut_texts(frame) == 1
    with ZipFile(tmp_path / "a.xlsx") as package:
        sheet = package.read("xl/worksheets/sheet1.xml").decode()
        assert "<f>" not in sheet
        assert 'state="frozen"' in sheet
        assert len(package.read("xl/worksheets/sheet2.xml")) < 3000  # the list of what was cut


def test_judgments_of_our_own_export_read_back_from_a_workbook(tmp_path: Path) -> None:
    """Truth values and times of an export survive the spreadsheet, also in the words of a Norwegian Excel."""
    rows = {"model_a": ["s", "s"], "model_b": ["t", "t"], "winner": ["model_a", "tie"], "order_known": [True, False]}
    (tmp_path / "a.xlsx").write_bytes(table_bytes(pd.DataFrame(rows), ".xlsx"))
    assert read_judgments(tmp_path / "a.xlsx")["order_known"].tolist() == [True, False]
    (tmp_path / "a.csv").write_text("model_a;model_b;winner;order_known\ns;t;uavgjort;SANN\ns;t;A;USANN\n")
    frame = read_judgments(tmp_path / "a.csv")
    assert frame["order_known"].tolist() == [True, False]
    assert frame["outcome"].tolist() == ["tie", "a"]


@pytest.mark.slow
def test_plain_csv_waits_for_no_spreadsheet() -> None:
    """Reading a plain CSV file imports neither openpyxl nor a model of languages."""
    code = (
        "import sys, pathlib, eval_core.files as f; f.read_table(pathlib.Path('data/sample/judgments.csv'));"
        "print([m for m in sys.modules if m.split('.')[0] in ('openpyxl', 'py3langid', 'charset_normalizer')])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
