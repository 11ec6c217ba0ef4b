"""Tables out of files, and clear refusals."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

from eval_core.errors import InputError
from eval_core.files import csv_reader, jsonl_reader, parquet_reader, read_table
from eval_core.files.csv_scan import refuse_faulty_rows

GOOD = 'a,b\n1,"x\ny"\n"",NA\nNone,"say ""hi"", ok"\n'


def refused(path: Path, message: str, row: int | None = None, column: str | None = None) -> None:
    """Assert that reading fails with this message at this place, and says so in its text."""
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        read_table(path)
    error = caught.value
    assert (error.file, error.row, error.column) == (path, row, column)
    assert str(path) in str(error)


def test_csv_is_text_throughout(write):
    """Line breaks and quotes in cells survive, None and NA stay text, and an empty cell is missing."""
    frame = read_table(write("t.csv", GOOD))
    assert frame.index.name == "row"
    assert list(frame.index) == [2, 3, 4]
    assert frame["a"].tolist()[::2] == ["1", "None"]
    assert pd.isna(frame.loc[3, "a"])
    assert frame["b"].tolist() == ["x\ny", "NA", 'say "hi", ok']


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_csv_takes_any_line_ending_and_a_bom(write, ending):
    """A byte order mark and the line endings of any system are accepted."""
    frame = read_table(write("t.csv", "\ufeff" + GOOD.replace("\n", ending)))
    assert list(frame.columns) == ["a", "b"]
    assert frame.loc[2, "b"] == f"x{ending}y"


def test_late_text_in_a_column_of_numbers(write):
    """A column that looks like numbers for a long time may still hold text later on."""
    frame = read_table(write("t.csv", "a,b\n" + "1,2\n" * 200_000 + "x,y\n"))
    assert frame["a"].iloc[-1] == "x"
    assert frame.index[-1] == 200_002


@pytest.mark.parametrize(
    ("content", "message", "row", "column"),
    [
        (b"", "empty", None, None),
        (b"\n\n", "empty", None, None),
        (b"\xef\xbb\xbf", "empty", None, None),
        (b"a,b\n", "no rows", None, None),
        (b"a,b", "no rows", None, None),
        (b"a,b,a\n1,2,3\n", "two columns have this name", 1, "a"),
        (b"a,b\n1,2\n3\n", "1 cells where the header has 2", 3, "b"),
        (b'a,b\n"1\n1",2\n3,4,5\n', "more than 2 cells", 3, None),
        (b"a,b\n1,bl\xc3\xa5\n2,bl\xe5\n", "not valid UTF-8", 3, "b"),
        (b"a,b\n1,\xed\xa0\x80\n", "not valid UTF-8", 2, "b"),
        (b"a,b\n1,2\nx\0y,3\n", "NUL", 3, "a"),
        (b"a,bl\xc3\xa5\xff\n1,2\n", "not valid UTF-8", 1, "bl\\xe5\\udcff"),
        (b'a,b\n1,2\n3,"open\n4,5\n', "never closes", 3, "b"),
        (b'a,"b\n1,2\n', "never closes", 1, None),
    ],
)
def test_bad_csv_is_refused_with_its_place(write, content, message, row, column):
    """Whatever is wrong with a CSV file, the error names the file and, where there is one, row and column."""
    refused(write("t.csv", content), message, row, column)


def test_a_literal_quote_is_no_fault(write):
    """An odd number of quotes is fine where one stands inside a cell without quotes."""
    assert read_table(write("t.csv", 'a,b\n5" nails,x\n'))["a"].tolist() == ['5" nails']


def test_blank_lines_of_a_csv_are_no_records(write):
    """Blank lines change no row number, on the fast way and on the slow one."""
    assert list(read_table(write("t.csv", "a,b\n\n1,2\n\n3,4\n")).index) == [2, 3]
    refused(write("u.csv", "a,b\n\n1,2\n\n3\n"), "1 cells", 3, "b")


def test_a_faultless_file_passes_the_slow_way(write):
    """The slow reader finds no fault where there is none."""
    refuse_faulty_rows(write("t.csv", GOOD), ["a", "b"])


@pytest.mark.parametrize("size", [17, 200])
def test_a_giant_csv_field_is_refused(write, size):
    """A field of 17 or 200 MB is refused by row and column."""
    path = write("t.csv", "")
    with path.open("wb") as file:
        file.write(b'a,b\n1,2\n3,"')
        for _ in range(size):
            file.write(b"x" * 1_000_000)
        file.write(b'"\n5,6\n')
    refused(path, "longer than the limit of 16 MiB", 3, "b")


def test_a_record_may_exceed_a_block(write, monkeypatch):
    """A record longer than pyarrow's block is read all the same while its fields are allowed."""
    monkeypatch.setattr(csv_reader, "_BLOCKS", (1 << 16,))
    frame = read_table(write("t.csv", "a,b\n1,2\n" + "x" * 200_000 + ',"y"\n'))
    assert len(frame.loc[3, "a"]) == 200_000


def test_jsonl_keeps_what_it_is_given(write):
    """Nested values stay, a key may be absent, and rows count lines, blank ones too."""
    path = write("t.jsonl", '\ufeff{"a": "x\u2028", "n": {"k": [1]}}\n\n  \n{"b": 2, "a": null}\n')
    frame = read_table(path)
    assert list(frame.index) == [1, 4]
    assert frame.loc[1, "n"] == {"k": [1]}
    assert frame.loc[1, "a"] == "x\u2028"
    assert frame.loc[4, "b"] == 2
    assert frame.loc[4, "n"] is None


@pytest.mark.parametrize(
    ("content", "message", "row", "column"),
    [
        (b"", "empty", None, None),
        (b"\n \n", "no rows", None, None),
        (b'{"a": 1}\n[1]\n', "must be a JSON object", 2, None),
        (b'{"a": 1}\n\n{"a": }\n', "not valid JSON", 3, None),
        (b'{"a": NaN}\n', "NaN is not JSON", 1, None),
        (b'{"a": 1, "a": 2}\n', "two values are named 'a'", 1, None),
        (b'{"a": "x\\u0000"}\n', "NUL", 1, "a"),
        (b'{"a": "x\0"}\n', "NUL", 1, "a"),
        (b'{"a": "ok"}\n{"b": {"deep": ["\\ud800"]}}\n', "surrogate", 2, "b"),
        (b'{"a": "\\uDC80"}\n', "surrogate", 1, "a"),
        (b'{"a": "ok", "b": "bl\xe5"}\n', "not valid UTF-8", 1, "b"),
        (b'{"a": "\xe5\n', "not valid UTF-8", 1, None),
        (b"[" * 100_000 + b"\n", "nested more than 32 deep", 1, None),
        (b'{"a": 1}\n{"a": ' + b'{"b": ' * 33 + b"1" + b"}" * 34 + b"\n", "nested more than 32 deep", 2, "a"),
        (b'{"a": 1}\n{"a": "' + b"x" * 17_000_000 + b'"}\n', "longer than the limit of 16 MiB", 2, "a"),
    ],
)
def test_bad_jsonl_is_refused_with_its_place(write, content, message, row, column):
    """Whatever is wrong with a JSON Lines file, the error names file, row and, where it can, the column."""
    refused(write("t.jsonl", content), message, row, column)


def test_a_proper_surrogate_pair_is_a_character(write):
    r"""An emoji written as \ud83d\ude00 is text as any other."""
    assert read_table(write("t.jsonl", b'{"a": "\\ud83d\\ude00"}\n')).loc[1, "a"] == "😀"


def test_parquet_types_become_plain_values(tmp_path):
    """Categories become text, integers stay whole next to a gap, and NaN is missing."""
    path = tmp_path / "t.parquet"
    table = pa.table(
        {
            "c": pa.array(["x", None, "x"]).dictionary_encode(),
            "n": pa.array([1, None, 3]),
            "f": pa.array([0.5, float("nan"), None]),
            "t": pa.array([pd.Timestamp("2026-01-02"), None, None]),
            "l": pa.array([["a"], None, []]),
        }
    )
    parquet.write_table(table, path)
    frame = read_table(path)
    assert list(frame.index) == [1, 2, 3]
    assert frame["c"].tolist()[::2] == ["x", "x"]
    assert frame["n"].tolist() == [1, None, 3]
    assert frame["f"].tolist() == [0.5, None, None]
    assert frame.loc[1, "t"].startswith("2026-01-02")
    assert frame["l"].tolist() == [["a"], None, []]


def _parquet(path: Path, values: pa.Array, name: str = "a") -> Path:
    parquet.write_table(pa.table({name: values}), path)
    return path


def test_bad_parquet_is_refused_with_its_place(tmp_path, write):
    """NUL, broken UTF-8, a giant text, no rows and a broken file are each refused."""
    broken = pa.array([b"ok", b"\xff"]).view(pa.string())
    refused(_parquet(tmp_path / "1.parquet", pa.array(["ok", "x\0"])), "NUL", 2, "a")
    refused(_parquet(tmp_path / "2.parquet", broken), "not valid UTF-8", 2, "a")
    refused(_parquet(tmp_path / "3.parquet", pa.array(["x" * 17_000_000])), "16 MiB", 1, "a")
    refused(_parquet(tmp_path / "4.parquet", pa.array([], pa.string())), "no rows")
    refused(_parquet(tmp_path / "5.parquet", pa.array([["\0"]])), "NUL", 1, "a")
    refused(write("6.parquet", "not parquet"), "cannot be read as Parquet")


def test_other_files_are_refused(write, tmp_path):
    """A suffix we do not know, a file that is not there and a folder are each refused in words."""
    refused(write("t.doc", "a"), "must end in")
    refused(tmp_path / "none.csv", "cannot be read")
    (tmp_path / "folder.csv").mkdir()
    refused(tmp_path / "folder.csv", "cannot be read")


def bomb(folder: Path, name: str, kind: pa.DataType) -> Path:
    """Some kilobytes that stand for four megabytes of text."""
    short = pa.DictionaryArray.from_arrays(pa.array([0] * 4000, pa.int32()), pa.array(["x" * 1000]))
    column = short if kind == pa.string() else pa.ListArray.from_arrays(pa.array(range(4001), pa.int32()), short)
    path = folder / name
    parquet.write_table(pa.table({"prompt": column}), path, compression="zstd", store_schema=False)
    assert path.stat().st_size < 8000
    return path


def test_a_parquet_bomb_is_refused(tmp_path, monkeypatch):
    """A small file that would be endless text or endlessly many values is refused before it is unpacked."""
    plain, nested = bomb(tmp_path, "a.parquet", pa.string()), bomb(tmp_path, "b.parquet", pa.list_(pa.string()))
    assert read_table(plain)["prompt"].str.len().sum() == 4_000_000
    monkeypatch.setattr(parquet_reader, "TEXT_LIMIT", 3_000_000)
    for path in (plain, nested):
        with pytest.raises(InputError, match="the texts of the file are longer than 2 MiB when unpacked"):
            read_table(path)
    monkeypatch.setattr(parquet_reader, "VALUES_LIMIT", 3999)
    with pytest.raises(InputError, match="more than 3999 values"):
        read_table(plain)


def test_values_that_cost_more_are_fewer(tmp_path, monkeypatch):
    """Numbers become objects, nested values more of them: each kind has its limit, and the limit itself is allowed."""
    numbers, nested = pa.array(range(1000)), pa.array([[1, 2]] * 500)
    _parquet(tmp_path / "numbers.parquet", numbers)
    _parquet(tmp_path / "nested.parquet", nested)
    for limit, name in (("OBJECTS_LIMIT", "numbers"), ("NESTED_LIMIT", "nested")):
        monkeypatch.setattr(parquet_reader, limit, 1000)
        assert len(read_table(tmp_path / f"{name}.parquet"))
        monkeypatch.setattr(parquet_reader, limit, 999)
        with pytest.raises(InputError, match="more than 999 values"):
            read_table(tmp_path / f"{name}.parquet")
        monkeypatch.undo()


def test_a_bomb_of_the_size_that_filled_the_memory(tmp_path, monkeypatch):
    """160 million values in some hundred kilobytes: refused before any is unpacked; the planted old limits unpack it."""
    column = pa.DictionaryArray.from_arrays(pa.array(np.zeros(2_000_000, dtype="int32")), pa.array(["x" * 16]))
    path = tmp_path / "bomb.parquet"
    table = pa.table({f"c{number}": pa.chunked_array([column] * 10) for number in range(8)})
    parquet.write_table(table, path, compression="zstd", row_group_size=20_000_000)
    assert path.stat().st_size < 1_000_000
    unpacked = []

    def unpack(*_about):
        unpacked.append(path)
        raise ValueError("160 million values are unpacked")

    monkeypatch.setattr(parquet_reader, "_unpacked", unpack)
    monkeypatch.setattr(parquet.ParquetFile, "read", unpack)
    refused(path, "more than 50000000 values")
    assert not unpacked
    monkeypatch.setattr(parquet_reader, "VALUES_LIMIT", 500_000_000)
    refused(path, "160 million values are unpacked")
    assert unpacked


def test_dictionaries_of_a_parquet_file_are_kept(tmp_path, monkeypatch):
    """With categories each text is held once, and the limit counts it once; values, missing ones and faults agree."""
    whole = pa.chunked_array([
        pa.DictionaryArray.from_arrays(pa.array([0, 1, None, 0], pa.int32()), pa.array(["blå", "x" * 1000])),
        pa.DictionaryArray.from_arrays(pa.array([1, 0], pa.int32()), pa.array(["ny", "blå"])),
    ])  # fmt: skip
    path = tmp_path / "t.parquet"
    parquet.write_table(pa.table({"a": whole, "n": pa.array(range(6))}), path, row_group_size=4)
    plain, kept = read_table(path), read_table(path, categories=True)
    assert isinstance(kept["a"].dtype, pd.CategoricalDtype)
    assert kept["a"].astype("str").tolist()[:2] == plain["a"].tolist()[:2] == ["blå", "x" * 1000]
    pd.testing.assert_series_equal(kept["a"].astype(plain["a"].dtype), plain["a"])
    short = bomb(tmp_path, "bomb.parquet", pa.string())
    monkeypatch.setattr(parquet_reader, "TEXT_LIMIT", 3_000_000)
    assert read_table(short, categories=True)["prompt"].astype("str").str.len().sum() == 4_000_000
    spoilt = pa.DictionaryArray.from_arrays(pa.array([0, 0, 1], pa.int32()), pa.array(["fine", "x\0"]))
    with pytest.raises(InputError, match="NUL") as caught:
        read_table(_parquet(tmp_path / "nul.parquet", spoilt), categories=True)
    assert (caught.value.row, caught.value.column) == (3, "a")


def test_lines_that_lack_what_one_line_has(write, monkeypatch):
    """A thousand keys on one line and a million empty lines are a billion cells: refused when they become too many."""
    keys = json.dumps(dict.fromkeys(map(str, range(100)), 1))
    path = write("t.jsonl", keys + "\n" + '{"0": 1}\n' * 99)
    monkeypatch.setattr(jsonl_reader, "VALUES_LIMIT", 10_000)
    assert read_table(path).shape == (100, 100)
    monkeypatch.setattr(jsonl_reader, "VALUES_LIMIT", 9_999)
    refused(path, "more than 9999 values")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", ",".join(f"c{number}" for number in range(50_000)) + "\n" + "1," * 49_999 + "1\n"),
        ("b.csv", "," * 500_000 + "\n"),
        ("a.jsonl", "".join(f'{{"c{number}": 1}}\n' for number in range(50_000))),
        ("b.jsonl", json.dumps(dict.fromkeys(map(str, range(50_000)))) + "\n"),
        ("c.jsonl", "{" + "".join(f'"c{number}": 1, ' for number in range(50_000)) + '"z": 1, "z": 1}\n'),
    ],
)
def test_a_file_too_wide_is_refused_at_once(write, name, content):
    """Columns by the ten thousand, or a name given twice after them, are refused in a moment instead of in an hour."""
    path, begin = write(name, content), time.process_time()
    with pytest.raises(InputError, match="more than 1000 columns|named 'z'"):
        read_table(path)
    assert time.process_time() - begin < 5


def test_a_wide_parquet_is_refused(tmp_path):
    """So are those of a Parquet file; the limit itself is allowed."""
    for width in (1000, 1001):
        pa_table = pa.table({f"c{number}": ["x"] for number in range(width)})
        parquet.write_table(pa_table, tmp_path / f"{width}.parquet")
    assert read_table(tmp_path / "1000.parquet").shape == (1, 1000)
    with pytest.raises(InputError, match="more than 1000 columns"):
        read_table(tmp_path / "1001.parquet")
