"""Ratings, long and wide, out of files and back into them."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest

from eval_core.errors import InputError
from eval_core.files import RatedScale, meta_of, ratings_table, read_ratings, read_table, write_table
from tests.support.reading import ROOT, blocks, section, text_of

# Two criteria without N/A, one with it; the third begins at 0.
SCALES = (RatedScale("adequacy", 1, 5), RatedScale("fluency", 1, 5), RatedScale("style", 0, 4, na=True))
WHO = {"prompt_id": "p1", "system": "s", "annotator_id": "ann"}
LONG = {**WHO, "criterion": "fluency", "value": "3"}
WIDE = {**WHO, "adequacy": "4", "fluency": "3", "style": "0"}

HEVAL = tuple(RatedScale(f"feature_{number}", 0, 4, na=True) for number in range(1, 12))
# Table 13 of the HEval paper: engine, annotator, the eleven features.
TABLE_13 = """
E1,Human 1,3,4,4,NA,3,2,3,4,3,3,3
E1,Human 2,2,4,4,NA,3,3,3,4,2,2,2
E2,Human 1,4,4,4,NA,4,3,4,4,4,3,3
E2,Human 2,4,4,4,NA,4,4,4,4,4,3,3
E3,Human 1,2,2,2,NA,2,1,1,1,1,1,1
E3,Human 2,2,2,2,NA,1,1,1,1,1,0,1
E4,Human 1,2,1,1,NA,1,0,1,3,1,1,1
E4,Human 2,2,0,0,NA,1,0,1,3,1,0,1
E5,Human 1,2,2,2,NA,2,1,1,2,1,1,2
E5,Human 2,2,2,2,NA,2,1,1,2,1,1,2
"""


@pytest.fixture
def ratings(write):
    """The ratings in these records."""

    def _ratings(*records, scales=SCALES, name="t.jsonl"):
        return read_ratings(write(name, list(records)), scales)

    return _ratings


def fails(path, message, row, column, scales=SCALES):
    """Assert that reading fails with this message at this row and column."""
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        read_ratings(path, scales)
    assert (caught.value.file, caught.value.row, caught.value.column) == (path, row, column)


def values(frame):
    """Criterion and value of each rating, None for N/A."""
    assert frame["na"].tolist() == frame["value"].isna().tolist()
    found = frame["value"].astype(object).where(~frame["na"], None)
    return list(zip(frame["criterion"], found, strict=True))


def test_table_13_reads_as_a_wide_file(write):
    """The paper's ten rows are 110 ratings; feature 4 was not applicable, and the item scores are the printed ones."""
    header = ",".join(["prompt_id,system,annotator_id", *(scale.key for scale in HEVAL)])
    rows = [f"150,{line}" for line in TABLE_13.split("\n") if line]
    frame = read_ratings(write("t.csv", "\n".join([header, *rows])), HEVAL)
    assert len(frame) == 110
    assert (frame["na"] == (frame["criterion"] == "feature_4")).all()
    assert frame["criterion"].tolist() == [scale.key for scale in HEVAL] * 10
    assert frame.index.tolist() == list(np.repeat(np.arange(2, 12), 11))
    assert str(frame["value"].dtype) == "Int64"
    scores = frame.groupby(["system", "annotator"])["value"].mean() / 4
    printed = [0.80, 0.73, 0.93, 0.95, 0.35, 0.30, 0.30, 0.23, 0.4, 0.4]
    # Two decimals are printed, halves rounded up: 0.725 as 0.73.
    assert np.abs(scores.to_numpy(dtype=float) - printed).max() <= 0.0051


def test_both_dialects_say_the_same(ratings):
    """A long file and a wide one of the same ratings come out alike, but for the row."""
    told = {"document": "d", "prompt": "Skriv.", "response": "Hei.", "reference": "Hallo.", "written_standard": "nb"}
    told |= {"source_language": "en", "target_language": "nb", "category": "chat"}
    wide = ratings({**WIDE, **told, "style": None, "style_explanation": "tom"})
    long = ratings(
        {**LONG, **told, "criterion": "adequacy", "value": 4},
        {**LONG, **told},
        {**LONG, **told, "criterion": "style", "value": "NA", "explanation": "tom"},
    )
    assert values(wide) == [("adequacy", 4), ("fluency", 3), ("style", None)]
    assert wide.index.tolist() == [1, 1, 1]
    assert long.index.tolist() == [1, 2, 3]
    pd.testing.assert_frame_equal(wide.reset_index(drop=True), long.reset_index(drop=True))
    assert long.iloc[2][[*told, "explanation"]].to_dict() == {**told, "explanation": "tom"}


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_numbers_and_texts_read_alike_from_every_format(tmp_path, suffix):
    """Integers, floats that are whole, and digits with blanks around them are the same numbers."""
    for column in ([1, 2, 5], [1.0, 2.0, 5.0], ["1", " 2 ", "5.00"], ["+1", "02", "5.0"]):
        table = pd.DataFrame([{**WHO, "prompt_id": f"p{row}"} for row in range(3)]).assign(fluency=column)
        write_table(table, tmp_path / f"t.{suffix}")
        assert read_ratings(tmp_path / f"t.{suffix}", SCALES)["value"].tolist() == [1, 2, 5]


def test_mixed_numbers_and_na_in_one_column(ratings):
    """Zero is a value, and so is a number next to a text; null, nothing, NA and N/A are not applicable."""
    cells = [0, 4.0, "3", "NA", "N/A", " NA ", "", "  ", None]
    frame = ratings(*({**WHO, "prompt_id": f"p{row}", "style": cell} for row, cell in enumerate(cells)))
    assert [value for _, value in values(frame)] == [0, 4, 3, *[None] * 6]
    long = ratings(
        *({**LONG, "prompt_id": f"p{row}", "criterion": "style", "value": cell} for row, cell in enumerate(cells))
    )
    assert values(long) == values(frame)


def test_na_is_a_name_outside_the_criteria(ratings):
    """A system, an annotator and a prompt may be called NA or N/A."""
    frame = ratings({**LONG, "prompt_id": "N/A", "system": "NA", "annotator_id": "NA", "document": "NA"})
    assert frame.iloc[0][["prompt_id", "system", "annotator", "document"]].tolist() == ["N/A", "NA", "NA", "NA"]


def test_other_columns_become_metadata(ratings):
    """What the reader does not know is kept, in a wide file for each of the record's ratings."""
    assert meta_of(ratings({**LONG, "minutes": 3, "note": None}))[1] == {"minutes": 3}
    wide = ratings({**WIDE, "minutes": 3, "explanation": "e", "value": "v"})
    assert meta_of(wide).tolist() == [{"minutes": 3, "explanation": "e", "value": "v"}] * 3
    assert wide["explanation"].isna().all()
    assert meta_of(ratings(LONG))[1] is None


def test_a_wide_file_may_lack_criteria(ratings):
    """A criterion without a column was not rated; those that are there come in the protocol's order."""
    assert values(ratings({**WHO, "style": 1, "adequacy": 2})) == [("adequacy", 2), ("style", 1)]


def test_an_empty_record_is_unrated_where_na_cannot_be_meant(ratings):
    """Without N/A on each scale an empty record gives no rows; with it, every cell says N/A."""
    blank = {**WIDE, "prompt_id": "p2", "adequacy": "", "fluency": None, "style": " "}
    assert ratings(WIDE, blank).index.tolist() == [1, 1, 1]
    only = {**WHO, "style": ""}
    assert values(ratings(only, {**only, "prompt_id": "p2", "style": 2})) == [("style", None), ("style", 2)]
    # An annotator's empty record does not contradict a filled one.
    assert ratings({**blank, "prompt_id": "p1"}, WIDE).index.tolist() == [2, 2, 2]


@pytest.mark.parametrize(
    ("change", "message", "column"),
    [
        ({"fluency": ""}, "'fluency' is a whole number from 1 to 5, and this one is empty", "fluency"),
        ({"fluency": "NA"}, "'fluency' is a whole number from 1 to 5, not 'NA'", "fluency"),
        ({"fluency": "0"}, "not '0'", "fluency"),
        ({"adequacy": 6}, "not '6'", "adequacy"),
        ({"style": "5"}, "'style' is a whole number from 0 to 4, NA or N/A, not '5'", "style"),
        ({"style": "-1"}, "not '-1'", "style"),
        ({"style": 2.5}, "not '2.5'", "style"),
        ({"style": "2,0"}, "not '2,0'", "style"),
        ({"style": "9" * 400}, f"not '{'9' * 60}'", "style"),
        ({"style": "good"}, "not 'good'", "style"),
        ({"style": "na"}, "not 'na'", "style"),
        ({"style": "n/a"}, "not 'n/a'", "style"),
        ({"style": "None"}, "not 'None'", "style"),
        ({"style": "٣"}, "not '٣'", "style"),
        ({"style": True}, "not 'true'", "style"),
        ({"style": [2]}, "not a list or an object", "style"),
        ({"system": " "}, "a system's name must not be blank", "system"),
        ({"prompt_id": ""}, "a prompt's id must not be blank", "prompt_id"),
        ({"annotator_id": None}, "an annotator's name or id must not be blank", "annotator_id"),
        ({"written_standard": "no"}, "nb (Bokmål) or nn (Nynorsk)", "written_standard"),
    ],
)
def test_bad_cells_are_refused_with_their_place(write, change, message, column):
    """In both dialects what is no rating, no name or no standard is an error at row and column."""
    fails(write("w.jsonl", [WIDE, {**WIDE, "prompt_id": "p2", **change}]), message, 2, column)
    rest = {name: change[name] for name in change if name not in ("adequacy", "fluency", "style")}
    long = {**LONG, "prompt_id": "p2", **rest}
    if not rest:
        long |= {"criterion": column, "value": change[column]}
    fails(write("l.jsonl", [LONG, long]), message, 2, column if rest else "value")


def test_the_first_bad_cell_is_named_as_a_csv_record(write):
    """Of several bad cells the first of the file is reported; records with line breaks count as one."""
    rows = ["prompt_id,system,annotator_id,prompt,adequacy,fluency,style", 'p1,s,a,"x\ny",1,2,3', "p2,s,a,z,1,9,8"]
    fails(write("t.csv", "\n".join([*rows, "p3,s,a,z,0,2,3"])), "not '9'", 3, "fluency")


@pytest.mark.parametrize("record", [LONG, WIDE], ids=["long", "wide"])
def test_what_kind_of_annotator_rated_is_read_and_checked(write, ratings, record):
    """A kind may be left unsaid; one that there is not, or a second one of the same annotator, names row and column."""
    other = {**record, "annotator_id": "gpt-x", "annotator_kind": "judge"}
    frame = ratings(record, other, {**other, "prompt_id": "p2", "annotator_kind": ""})
    assert frame.groupby("annotator")["annotator_kind"].first().dropna().to_dict() == {"gpt-x": "judge"}
    assert meta_of(frame).tolist() == [None] * len(frame)
    fails(
        write("t.jsonl", [record, {**other, "annotator_kind": "Judge"}]),
        "an annotator is one of human, judge, simulated, not 'Judge'",
        2,
        "annotator_kind",
    )
    twofold = [other, record, {**other, "prompt_id": "p2", "annotator_kind": "human"}]
    fails(write("t.jsonl", twofold), "row 1 says something else here", 3, "annotator_kind")


@pytest.mark.parametrize("criterion", ["Fluency", "charm", "overall", " fluency"])
def test_an_unknown_criterion_is_refused(write, criterion):
    """A long file's criteria are the protocol's keys, to the letter; the error names them."""
    message = f"must be one of 'adequacy', 'fluency', 'style', not '{criterion}'"
    fails(write("t.jsonl", [LONG, {**LONG, "criterion": criterion}]), message, 2, "criterion")
    fails(write("u.jsonl", [LONG, {**LONG, "criterion": ""}]), "this one is empty", 2, "criterion")


def test_the_raters_own_verdict_is_a_criterion_like_any_other(ratings):
    """With overall among the scales it is read from its column or its rows; without, its column is metadata."""
    scales = (*SCALES, RatedScale("overall", 1, 5))
    assert values(ratings({**WIDE, "overall": 2}, scales=scales))[-1] == ("overall", 2)
    assert values(ratings({**LONG, "criterion": "overall"}, scales=scales)) == [("overall", 3)]
    assert meta_of(ratings({**WIDE, "overall": "0.80"})).tolist() == [{"overall": "0.80"}] * 3


@pytest.mark.parametrize(
    ("record", "message", "column"),
    [
        ({**LONG, **WIDE}, "has no column for a single criterion", "adequacy"),
        (WHO, "or a column for each criterion (adequacy, fluency, style)", "criterion"),
        ({**WHO, "criterion": "fluency"}, "needs this column", "value"),
        ({**WHO, "value": 3}, "needs this column", "criterion"),
        ({**WHO, "Fluency": 3, " fluency": 2}, "several columns of the file could be this one", "fluency"),
    ],
)
def test_a_file_of_both_dialects_or_of_neither_is_refused(write, record, message, column):
    """Columns that do not say which dialect it is, or nearly name a criterion, are an error in the header's row."""
    fails(write("t.jsonl", [record]), message, 1, column)


@pytest.mark.parametrize("column", WHO)
@pytest.mark.parametrize("record", [LONG, WIDE], ids=["long", "wide"])
def test_a_missing_column_names_itself(write, record, column):
    """Prompt, system and annotator are needed in both dialects."""
    record = {name: value for name, value in record.items() if name != column}
    fails(write("t.jsonl", [record]), "a file of ratings needs this column", 1, column)


def test_a_criterion_named_as_another_column_needs_a_long_file(write, ratings):
    """Where a column may be a criterion or something else, a wide file is refused and a long one is not."""
    scales = (*SCALES, RatedScale("reference", 1, 5), RatedScale("style_explanation", 1, 5))
    for column in ("reference", "style_explanation"):
        fails(write("t.jsonl", [{**WIDE, column: "3"}]), "needs a long file", 1, column, scales)
        assert values(ratings({**LONG, "criterion": column}, scales=scales)) == [(column, 3)]
    frame = ratings({**LONG, "criterion": "reference"}, scales=scales)
    with pytest.raises(InputError, match="'reference' has the name of another column"):
        ratings_table(frame, scales, wide=True)


def test_a_repeated_rating_counts_once(ratings):
    """The same rating twice, explanation included, is one; another annotator, system or criterion is another."""
    assert ratings(LONG, {**LONG, "value": 3.0}).index.tolist() == [1]
    others = [{**LONG, name: "fluency2"} for name in WHO] + [{**LONG, "criterion": "style"}]
    assert len(ratings(LONG, *others)) == 5
    assert ratings(WIDE, WIDE).index.tolist() == [1, 1, 1]
    assert len(ratings({**WIDE, "style": "NA"}, {**WIDE, "style": ""})) == 3


@pytest.mark.parametrize(
    ("first", "second", "message", "column"),
    [
        (LONG, {**LONG, "value": 4}, "row 1 has another value or explanation", "value"),
        (LONG, {**LONG, "explanation": "e"}, "row 1 has another value or explanation", "explanation"),
        ({**LONG, "criterion": "style", "value": 0}, {**LONG, "criterion": "style", "value": "NA"}, "value", "value"),
        (WIDE, {**WIDE, "style": 1}, "row 1 has another value or explanation", "style"),
        (WIDE, {**WIDE, "style": ""}, "row 1 has another value or explanation", "style"),
        ({**WIDE, "style_explanation": "e"}, WIDE, "row 1 has another value or explanation", "style_explanation"),
        (
            WIDE,
            {**WHO, "prompt_id": "p2", "fluency_explanation": "e"},
            "an explanation without a rating",
            "fluency_explanation",
        ),
    ],
)
def test_an_annotators_second_rating_must_be_the_same(write, first, second, message, column):
    """Another value or explanation for a rating is an error that names both rows, as is one for no rating."""
    fails(write("t.jsonl", [first, second]), message, 2, column)


@pytest.mark.parametrize("name", ["document", "prompt", "reference", "source_language", "category"])
def test_a_prompt_is_told_of_once(write, ratings, name):
    """Another document, text or fact of a prompt is an error, whatever the system; silence is none."""
    told = [{**LONG, name: "x"}, {**LONG, "system": "t"}, {**LONG, "system": "u", name: "y"}]
    fails(write("t.jsonl", told), "row 1 says something else here", 3, name)
    assert len(ratings(*told[:2], {**told[2], "prompt_id": "p2"})) == 3


def test_a_response_is_told_of_once(write, ratings):
    """Two texts of a system for a prompt are an error; two systems may have two texts."""
    told = [{**LONG, "response": "x"}, {**LONG, "annotator_id": "b", "response": "y"}]
    fails(write("t.jsonl", told), "row 1 says something else here", 2, "response")
    assert len(ratings(told[0], {**told[1], "system": "t"})) == 2


# --- the page of formats ---

PAGE = text_of(ROOT / "docs" / "data-formats.md")
EXAMPLES = {block.heading: block for block in blocks(PAGE) if block.kind == "ratings"}


def named_in(heading):
    """The columns that a table of the page names."""
    found = re.findall(r"^\| `(\w+)` \|", section(PAGE, heading), re.MULTILINE)
    assert found
    return set(found)


@pytest.mark.parametrize("heading", ["long", "wide"])
def test_the_examples_of_the_page_are_read(write, heading):
    """Each dialect has an example of which no column is put aside as metadata."""
    block = EXAMPLES[heading]
    frame = read_ratings(write(f"t.{block.language}", block.body), SCALES)
    assert set(frame["criterion"]) == {"adequacy", "fluency"}
    assert meta_of(frame).isna().all()
    assert frame["explanation"].notna().sum() == 1


def test_the_page_names_every_column(write):
    """The tables of the page are the columns of the long example, and the reader takes no others."""
    block = EXAMPLES["long"]
    path = write("t.csv", block.body)
    assert set(read_table(path).columns) == named_in("Ratings") | named_in("long")
    frame = read_ratings(path, SCALES).drop(columns=["na"])
    assert frame.notna().any().all()
    assert set(frame.rename(columns={"annotator": "annotator_id"})) == named_in("Ratings") | named_in("long")
