"""The receipt of a table: its lines add up whatever the file is, and what is odd stands on it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from eval_core.errors import InputError
from eval_core.files import Reading, read_judgments, read_responses, read_table, receipt_of, to_votes_frame
from eval_core.files.reading import sound_rows
from eval_core.files.receipt import Receipt
from tests.support import selection

PARTS = ("x", "y z", '"', '""', ",", "\t", ";", "\n", "\r\n", "\r", " ", "æ", "{}", "\n\n", '"a\nb"', "null", "0")
HEADINGS = "model_a,model_b,winner\n"


def lines_in(text: str) -> int:
    """The lines of a text, counted one character after the other."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return plain.count("\n") + (not plain.endswith("\n") and plain != "")


def spoilt(seed: int) -> str:
    """A table of judgments with things that do not belong there."""
    chance = random.Random(seed)
    rows = [f"{chance.choice('pq')},{chance.choice('rs')},model_{chance.choice('ab')}\n" for _ in range(6)]
    text = HEADINGS + "".join(rows)
    for _ in range(chance.randrange(4)):
        place = chance.randrange(len(text))
        text = text[:place] + chance.choice(PARTS) + text[place:]
    return text


def adds_up(receipt: Receipt) -> bool:
    """Whether the lines are those of the heading, of blank ones, and of the records, counted and left out."""
    left = sum(one.lines for one in receipt.left_out)
    spans = receipt.spans
    records = receipt.records if spans is None else int(spans.sum())
    counted = records - left
    return receipt.lines == receipt.heading + receipt.blank + counted + left and min(receipt.blank, counted, left) >= 0


@pytest.mark.parametrize("skip", [False, True])
def test_the_lines_of_a_thousand_spoilt_files_add_up(tmp_path: Path, skip: bool) -> None:
    """Each is refused, or every line of it is accounted for, with rows left out for their faults too."""
    read = 0
    for seed in range(selection.examples(1000)):
        path = tmp_path / "t.csv"
        text = spoilt(seed)
        path.write_bytes(text.encode())
        try:
            frame = sound_rows(lambda how: read_judgments(path, reading=how), Reading(skip_bad_rows=skip))  # noqa: B023
        except InputError:
            continue
        receipt = receipt_of(to_votes_frame(frame))
        assert receipt.lines == lines_in(text), repr(text)
        assert adds_up(receipt), (repr(text), receipt)
        assert receipt.counted == len(to_votes_frame(frame)), repr(text)
        read += 1
    assert read > selection.examples(1000) / 10


def test_a_planted_lost_row_is_caught(tmp_path: Path) -> None:
    """A receipt of one record fewer than the file has does not add up."""
    path = tmp_path / "t.csv"
    path.write_text(HEADINGS + "p,q,model_a\np,q,model_b\n")
    receipt = receipt_of(read_judgments(path))
    assert adds_up(receipt)
    assert not adds_up(Receipt(receipt.lines, receipt.heading, receipt.blank, receipt.records - 1))


def test_what_was_used_and_what_not(write) -> None:
    """Columns by what they were used as, and the others with their different values; names that look alike."""
    path = write("t.csv", "model_a,model_b,Vinner,mood\nx,y,model_a,glad\nX,y,tie,lei\n\nx ,y,model_b,lei\n")
    receipt = receipt_of(read_judgments(path))
    assert receipt.columns == {"model_a": "model_a", "model_b": "model_b", "winner": "Vinner"}
    assert [(one.column, one.values) for one in receipt.unused] == [("mood", 2)]
    assert receipt.alike == (("X", "x"),)
    document = receipt.document()
    assert (document["lines"], document["heading"], document["blank"], document["counted"]) == (5, 1, 1, 3)
    assert (document["encoding"], document["separator"]) == ("utf-8", ",")


def test_over_a_thousand_values_are_not_counted(write) -> None:
    """A column of many different values says only that they are many."""
    rows = "".join(f"x,y,tie,{number}\n" for number in range(1001))
    (unused,) = receipt_of(read_judgments(write("t.csv", "model_a,model_b,winner,id2\n" + rows))).unused
    assert unused.values is None


QUOTED = [
    ('p\ts\tr\nQ1\ta\t"Hei" sa han\n', '"Hei" sa han'),
    ('p\ts\tr\nQ1\ta\t"Hei\n', '"Hei'),
    ('p\ts\tr\nQ1\ta\tHan sa "hei"\n', 'Han sa "hei"'),
    ('p,s,r\nQ1,a,"Han sa ""hei"""\n', 'Han sa "hei"'),
    ('p,s,r\nQ1,a,"En linje\nog, en, til"\n', "En linje\nog, en, til"),
    ('p,s,r\nQ1,a,5" skrue\n', '5" skrue'),
]


@pytest.mark.parametrize(("text", "wanted"), QUOTED)
def test_a_stored_text_is_the_files_text(write, text: str, wanted: str) -> None:
    """Quotation marks that quote go, those of a text stay, and lines inside a cell are the cell's."""
    path = write("t.tsv" if "\t" in text else "t.csv", text)
    assert read_table(path)["r"].tolist() == [wanted]


@pytest.mark.parametrize(
    ("text", "code", "rows"),
    [
        ('p,s,r\nQ1,a,"Hei" sa han\nQ2,a,b\n', "text_after_quote", [2]),
        ('p,s,r\nQ1,a,"Hei\nQ2,a,b\nQ2,b,c"\nQ3,a,b\nQ3,b,b\n', "quote_swallows_rows", [2]),
        ('p\ts\tr\nQ1\ta\t"Hei\nQ2\ta\t"b"\nQ3\ta\tc\n', "text_after_quote", [2]),
        ('p,s,r\nQ1,a,b\nQ2,a,"Hei\nQ3,a,b\n', "open_quote", [3]),
    ],
)
def test_a_quotation_mark_swallows_nothing(write, text: str, code: str, rows: list[int]) -> None:
    """What it would swallow is refused by its lines; read as text where somebody says so, and nothing is lost."""
    path = write("t.tsv" if "\t" in text else "t.csv", text)
    with pytest.raises(InputError) as caught:
        read_table(path)
    assert (caught.value.code, [fault.row for fault in caught.value.faults]) == (code, rows)
    literal = read_table(path, Reading(quotes="none"))
    assert len(literal) == text.count("\n") - 1
    assert "".join(literal["r"]).count('"') == text.count('"')


def test_a_table_in_a_text_is_one_cell_where_somebody_says_so(write) -> None:
    """A text with lines that read as rows is taken as it is quoted with `standard`."""
    path = write("t.csv", 'p,s,r\nQ1,a,"x\nQ2,b,c\nd"\nQ2,b,c\n')
    with pytest.raises(InputError) as caught:
        read_table(path)
    assert caught.value.facts == {"first": 2, "last": 4}
    assert read_table(path, Reading(quotes="standard"))["r"].tolist() == ["x\nQ2,b,c\nd", "c"]


@pytest.mark.parametrize("name", ["fjell", " fjell", "fjell\u00a0", "fje\u200bll", "fjell\t"])
def test_what_cannot_be_seen_tells_no_two_names_apart(write, name: str) -> None:
    """Blanks at the ends and characters of no width go from names; letters are composed."""
    path = write("t.jsonl", f'{{"prompt":"Q","system":"{name.replace(chr(9), chr(92) + "t")}","response":"r "}}\n')
    frame = read_responses(path)
    assert (frame["system"].tolist(), frame["response"].tolist()) == (["fjell"], ["r "])


def test_headings_below_titles(write) -> None:
    """The refusal says where the headings are; read there, the titles are left out and every line adds up."""
    path = write("t.csv", "Resultater 2026\n\nav Kari,,\nmodel_a,model_b,winner\nx,y,model_a\n")
    with pytest.raises(InputError) as caught:
        read_judgments(path)
    assert (caught.value.code, caught.value.facts["place"]) == ("headings_below", 3)
    frame = read_judgments(path, reading=Reading(heading_row=3))
    receipt = receipt_of(frame)
    assert [(one.reason, one.n, one.lines) for one in receipt.left_out] == [("above_heading", 2, 2)]
    assert (receipt.lines, receipt.heading, receipt.blank, receipt.counted) == (5, 1, 1, 1)


def test_a_table_without_headings(write) -> None:
    """Its columns are called by their places, and named by who reads it."""
    columns = {"column 1": "model_a", "column 2": "model_b", "column 3": "winner"}
    frame = read_judgments(write("t.csv", "x,y,model_a\nx,y,tie\n"), reading=Reading(heading_row=0, columns=columns))
    assert (frame.index.tolist(), frame["outcome"].tolist()) == ([1, 2], ["a", "tie"])
    assert (receipt_of(frame).heading, receipt_of(frame).counted) == (0, 2)


def test_bad_rows_are_left_out_where_somebody_says_so(write) -> None:
    """A row of another length, and one with an unknown word; never by default."""
    path = write("t.csv", HEADINGS + "x,y,model_a\nx,y\nx,y,perhaps\ny,x,tie\n")
    with pytest.raises(InputError):
        read_judgments(path)
    frame = sound_rows(lambda how: read_judgments(path, reading=how), Reading(skip_bad_rows=True))
    (bad,) = receipt_of(frame).left_out
    assert (frame.index.tolist(), bad.reason, bad.rows) == ([2, 5], "bad_row", (3, 4))
