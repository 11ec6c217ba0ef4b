"""Tables into files and back."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval_core.errors import InputError
from eval_core.files import read_table, table_bytes, write_table, writer

# Every character that may enter: no NUL, no half of a surrogate pair.
TEXTS = st.one_of(
    st.none(),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1),
    st.text("\",\n\r' =+-@\t;\ufeff\u2028å", min_size=1),
)
ROWS = st.lists(st.tuples(TEXTS, TEXTS, st.just("end")), min_size=1, max_size=8)


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
@given(rows=ROWS)
def test_what_is_written_reads_back(suffix, rows):
    """Any text, with quotes, commas and line breaks of every kind, survives each format."""
    frame = pd.DataFrame(rows, columns=["en", "to, tre", "x"], dtype="str")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"t{suffix}"
        write_table(frame, path)
        back = read_table(path)
        assert path.read_bytes() == table_bytes(frame, suffix)
    assert [tuple(None if pd.isna(cell) else cell for cell in row) for row in back.to_numpy()] == rows
    assert list(back.columns) == list(frame.columns)


def test_other_types_are_written_as_json_would(tmp_path):
    """Numbers and booleans keep their kind, times are ISO 8601, and NaN and infinity are missing in JSON."""
    frame = pd.DataFrame(
        {
            "n": [1, 2],
            "f": [0.5, float("inf")],
            "b": [True, False],
            "t": pd.to_datetime(["2026-01-02T03:04:05Z", None]),
            "d": pd.Series([{"k": [1.5, float("nan")]}, None], dtype=object),
            "m": pd.Series([1, "x"], dtype=object),
        }
    )
    lines = table_bytes(frame, ".jsonl").decode().splitlines()
    assert lines[0] == (
        '{"n": 1, "f": 0.5, "b": true, "t": "2026-01-02T03:04:05+00:00", "d": {"k": [1.5, null]}, "m": 1}'
    )
    assert lines[1] == '{"n": 2, "f": null, "b": false, "t": null, "d": null, "m": "x"}'
    write_table(frame, tmp_path / "t.csv")
    first = read_table(tmp_path / "t.csv").loc[2]
    assert first.tolist() == ["1", "0.5", "true", "2026-01-02T03:04:05+00:00", '{"k": [1.5, null]}', "1"]
    write_table(frame, tmp_path / "t.parquet")
    assert read_table(tmp_path / "t.parquet").loc[1, "d"] == {"k": [1.5, None]}


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_formulas_are_defused_on_request(start):
    """Text that a spreadsheet would run gets an apostrophe, only if asked and only in CSV."""
    frame = pd.DataFrame({"a": [f"{start}1+1", "a=1", None], "n": [-1, 2, 3]})
    safe = table_bytes(frame, ".csv", spreadsheet_safe=True).decode()
    assert f'"\'{start}1+1",-1' in safe
    assert '"a=1",2' in safe
    assert "'" not in table_bytes(frame, ".csv").decode()
    assert "'" not in table_bytes(frame, ".jsonl", spreadsheet_safe=True).decode()


def test_an_unknown_suffix_or_place_is_refused(tmp_path):
    """A suffix that we do not write, and a folder that is not there, are refused in words."""
    frame = pd.DataFrame({"a": ["x"]})
    with pytest.raises(InputError, match="must end in"):
        write_table(frame, tmp_path / "t.xls")
    with pytest.raises(InputError, match="must end in"):
        table_bytes(frame, "csv")
    with pytest.raises(InputError, match="cannot be written"):
        write_table(frame, tmp_path / "none" / "t.csv")


def test_a_failed_write_leaves_the_older_file(tmp_path, monkeypatch):
    """When writing breaks off half-way, the older file stands and nothing else is left behind."""
    path = tmp_path / "t.csv"
    write_table(pd.DataFrame({"a": ["old"]}), path)
    before = path.read_bytes()

    def break_off(frame, suffix, sink, safe):
        sink.write(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writer, "_render", break_off)
    with pytest.raises(InputError, match="No space left"):
        write_table(pd.DataFrame({"a": ["new"]}), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
