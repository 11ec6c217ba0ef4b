"""Responses, comparisons and gold comparisons."""

from __future__ import annotations

import json
import re

import pandas as pd
import pytest

from eval_core.errors import InputError
from eval_core.files import meta_of, prompt_key, prompt_keys, read_comparisons, read_gold, read_responses

RESPONSE = {"prompt": "Skriv.", "system": "s", "response": "Hei."}
PAIR = {"prompt": "p", "response_a": "x", "response_b": "y", "model_a": "s", "model_b": "t"}


def fails(read, path, message, row, column):
    """Assert that reading fails with this message at this row and column."""
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        read(path)
    assert (caught.value.file, caught.value.row, caught.value.column) == (path, row, column)


def test_prompt_key_is_the_id_or_a_digest():
    """An id is the key; without one, text and written standard both tell prompts apart."""
    assert prompt_key("p1", "text", "nb") == "p1"
    keys = {prompt_key(None, text, standard) for text in ("a", "b") for standard in (None, "nb", "nn")}
    assert len(keys) == 6
    assert all(re.fullmatch(r"text:[0-9a-f]{16}", key) for key in keys)


def test_prompt_keys_agree_with_prompt_key():
    """The keys of a frame are those of its rows, and missing where nothing identifies the prompt."""
    rows = [("p", "t", None), (None, "t", "nb"), (None, "t", None), (None, "t", "nb"), (None, None, "nn")]
    frame = pd.DataFrame(rows, columns=["prompt_id", "prompt", "written_standard"], dtype="str", index=range(5, 10))
    keys = prompt_keys(frame)
    assert keys.iloc[:4].tolist() == [prompt_key(*row) for row in rows[:4]]
    assert keys.isna().tolist() == [False] * 4 + [True]
    assert list(keys.index) == list(frame.index)


def test_responses_keep_unknown_columns_and_turn_numbers_into_text(write):
    """Known columns are text, an empty response is missing, and the rest is metadata, if there is any."""
    path = write(
        "t.jsonl",
        [
            {**RESPONSE, "prompt_id": 7, "category": True, "seed": 3, "tags": ["a"], "note": None},
            {**RESPONSE, "prompt_id": 8, "response": "", "written_standard": "nn"},
        ],
    )
    frame = read_responses(path)
    assert frame["prompt_id"].tolist() == ["7", "8"]
    assert frame.loc[1, "category"] == "true"
    assert meta_of(frame)[1] == {"seed": 3, "tags": ["a"]}
    assert meta_of(frame)[2] is None
    assert pd.isna(frame.loc[2, "response"])
    assert frame.loc[2, "written_standard"] == "nn"


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_responses_read_alike_from_every_format(write, tmp_path, suffix):
    """The same responses come out of CSV, JSON Lines and Parquet."""
    from eval_core.files import write_table

    frame = pd.DataFrame([RESPONSE, {**RESPONSE, "system": "NA", "response": 'a\n"b",'}])
    write_table(frame, tmp_path / f"t.{suffix}")
    back = read_responses(tmp_path / f"t.{suffix}")
    assert back[["prompt", "system", "response"]].to_numpy().tolist() == frame.to_numpy().tolist()
    assert meta_of(back).tolist() == [None, None]


@pytest.mark.parametrize(
    ("change", "message", "column"),
    [
        ({"system": "  "}, "must not be blank", "system"),
        ({"system": ""}, "must not be blank", "system"),
        ({"prompt": "\n"}, "must not be blank", "prompt"),
        ({"prompt": None}, "must not be blank", "prompt"),
        ({"written_standard": "no"}, "nb (Bokmål) or nn (Nynorsk)", "written_standard"),
        ({"response": ["x"]}, "not a list or an object", "response"),
        ({"response": "Another."}, "another response", "response"),
        ({"response": ""}, "another response", "response"),
    ],
)
def test_bad_responses_are_refused_with_their_place(write, change, message, column):
    """Blank names, unknown standards and a second response to one prompt are errors at row and column."""
    fails(read_responses, write("t.jsonl", [RESPONSE, {**RESPONSE, **change}]), message, 2, column)


@pytest.mark.parametrize("column", ["prompt", "system", "response"])
def test_a_missing_column_names_itself(write, column):
    """A file without a required column is refused, naming it and the header's row."""
    rest = [name for name in RESPONSE if name != column]
    path = write("t.csv", ",".join(rest) + "\nx,y\n")
    fails(read_responses, path, "needs this column", 1, column)


def test_a_repeated_response_is_kept_once(write):
    """The same response twice is one; ids and written standards tell prompts of one text apart."""
    rows = [RESPONSE, RESPONSE, {**RESPONSE, "written_standard": "nn", "response": "Hallo."}]
    assert list(read_responses(write("t.jsonl", rows)).index) == [1, 3]
    ids = [{**RESPONSE, "prompt_id": "1"}, {**RESPONSE, "prompt_id": "2", "response": "Hallo."}]
    assert len(read_responses(write("u.jsonl", ids))) == 2


def test_comparisons(write):
    """Comparisons carry their systems, their gold answer if any, and an empty text for a blank response."""
    path = write("t.jsonl", [PAIR, {**PAIR, "gold": "B", "response_a": None, "x": 1}])
    frame = read_comparisons(path)
    assert frame["system_a"].tolist() == ["s", "s"]
    assert frame["response_a"].tolist() == ["x", ""]
    assert frame["gold"].fillna("-").tolist() == ["-", "b"]
    assert meta_of(frame).tolist() == [None, {"x": 1}]


@pytest.mark.parametrize(
    ("change", "message", "column"),
    [
        ({"model_b": "s"}, "compared with itself", "model_b"),
        ({"model_a": ""}, "must not be blank", "model_a"),
        ({"gold": "c"}, "'A', 'B', 'tie' or empty, not 'c'", "gold"),
        ({"written_standard": "norsk"}, "must be nb", "written_standard"),
    ],
)
def test_bad_comparisons_are_refused_with_their_place(write, change, message, column):
    """A system against itself, a blank name and a wrong gold answer are errors at row and column."""
    fails(read_comparisons, write("t.jsonl", [PAIR, {**PAIR, **change}]), message, 2, column)


def test_gold_pairs_put_the_more_fluent_first(write):
    """A pair's more fluent text is A; prompt, issue and explanation are optional."""
    path = write("t.csv", "more_fluent,less_fluent,issue,gold_id\ngodt,god,grammar,1\n")
    frame = read_gold(path)
    row = frame.loc[2]
    assert row[["response_a", "response_b", "gold", "issue"]].tolist() == ["godt", "god", "a", "grammar"]
    assert pd.isna(row["system_a"])
    assert pd.isna(row["prompt"])
    assert meta_of(frame)[2] == {"gold_id": "1"}


def test_gold_pairs_say_where_the_fault_is(write):
    """Marks are a list of ranges in the worse text: JSON in a CSV file, a list in the others; they are sorted."""
    rows = [
        {"more_fluent": "å godt", "less_fluent": "å god 🙂", "marks": [[2, 5], [0, 1]]},
        {"more_fluent": "a", "less_fluent": "b", "marks": []},
        {"more_fluent": "a", "less_fluent": "b"},
        {"more_fluent": "a", "less_fluent": "🙂", "marks": "[[0, 1]]"},
    ]
    expected = [[[0, 1], [2, 5]], None, None, [[0, 1]]]
    assert read_gold(write("t.jsonl", rows))["marks"].tolist() == expected
    csv = 'more_fluent,less_fluent,marks\nå godt,å god,"[[2, 5], [0, 1]]"\na,b,\n'
    assert read_gold(write("t.csv", csv))["marks"].tolist() == expected[:2]
    assert read_gold(write("u.jsonl", rows[2:3]))["marks"].tolist() == [None]


def test_gold_comparisons(write):
    """Comparisons with a column gold are gold comparisons with systems."""
    rows = [{**PAIR, "gold": answer, "issue": "spelling"} for answer in ("A", "B", "tie")]
    frame = read_gold(write("t.jsonl", rows))
    assert frame["gold"].tolist() == ["a", "b", "tie"]
    assert frame["system_b"].tolist() == ["t"] * 3


@pytest.mark.parametrize(
    ("row", "message", "column", "number"),
    [
        ({"more_fluent": "x", "less_fluent": "x "}, "identical", "less_fluent", 1),
        ({"more_fluent": "x", "less_fluent": " "}, "must not be blank", "less_fluent", 1),
        ({"more_fluent": "x"}, "needs this column", "less_fluent", 1),
        ({"text": "x"}, "needs the columns more_fluent and less_fluent", "more_fluent", 1),
        (PAIR, "needs this column", "gold", 1),
        ({**PAIR, "gold": ""}, "needs its answer", "gold", 1),
        *(
            ({"more_fluent": "x", "less_fluent": "god", "marks": marks}, message, "marks", 1)
            for marks, message in (
                ([[0, 4]], "in the worse text of 3 characters"),
                ([[2, 2]], "and end after its start"),
                ([[-1, 2]], "in the worse text"),
                ([[0, 1], [3, 1]], "the mark [3, 1] does not fit"),
                ([0, 3], "a JSON list of [start, end]"),
                ([[0, 1.5]], "a JSON list of [start, end]"),
                ([[False, True]], "a JSON list of [start, end]"),
                ([[0, 1, 2]], "a JSON list of [start, end]"),
                ({"0": 3}, "a JSON list of [start, end]"),
                ("0-3", "not '0-3'"),
                ("[" * 5000, "a JSON list of [start, end]"),
                (7, "not '7'"),
            )
        ),
    ],
)
def test_bad_gold_is_refused_with_its_place(write, row, message, column, number):
    """Identical or blank texts, missing columns and missing answers are errors at row and column."""
    fails(read_gold, write("t.jsonl", [row]), message, number, column)


def test_real_files(shared):
    """The real responses and gold pairs are read whole."""
    assert len(read_responses(shared / "norsumm" / "responses.jsonl")) == 255
    flores = read_responses(shared / "flores_en_nb" / "responses.jsonl")
    assert len(flores) == 600
    assert flores["reference"].notna().all()
    gold = read_gold(shared / "nocola_gold" / "gold_pairs.jsonl")
    assert len(gold) == 350
    assert set(gold["gold"]) == {"a"}


def test_a_name_has_a_limit(write):
    """What is too long for an index of every database is refused by row and column; 500 characters are not."""
    row = {"prompt": "P", "system": "s", "response": "r"}
    read_responses(write("t.jsonl", json.dumps({**row, "system": "s" * 500})))
    for name in ("system", "prompt_id"):
        refused_row = json.dumps({**row, name: "s" * 501})
        with pytest.raises(InputError, match="at most 500 characters") as problem:
            read_responses(write("t.jsonl", refused_row))
        assert (problem.value.row, problem.value.column) == (1, name)


def test_a_whole_number_is_the_same_in_every_format(tmp_path):
    """Parquet stores integers with a gap among them as floats: 1.0 is the id 1, and what is not finite is refused."""
    frame = pd.DataFrame({"prompt_id": [1.0, None], "prompt": ["P", "Q"], "system": ["s", "s"], "response": ["r", "r"]})
    frame.to_parquet(tmp_path / "t.parquet")
    found = read_responses(tmp_path / "t.parquet")["prompt_id"]
    assert (found.iloc[0], found.isna().iloc[1]) == ("1", True)
    file = tmp_path / "t.jsonl"
    file.write_text('{"prompt_id": 1e400, "prompt": "P", "system": "s", "response": "r"}\n', encoding="utf-8")
    with pytest.raises(InputError, match="not finite"):
        read_responses(file)
