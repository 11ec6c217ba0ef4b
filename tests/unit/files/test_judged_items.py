"""Columns that change what a judgment means: annotator, turn, time, criterion, count, weight."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import pytest

from eval_core.errors import InputError
from eval_core.files import Reading, read_judgments, receipt_of, to_votes_frame, where_filter
from eval_core.files.addresses import pseudonyms_of
from eval_core.files.judged_items import COUNTED_LIMIT
from eval_core.files.moments import moments

BATTLE = {"model_a": "x", "model_b": "y", "winner": "model_a"}
NAMES = (
    *("user", "user_id", "worker", "worker_id", "WorkerId", "rater", "evaluator", "labeler", "labeller", "username"),
    *(
        "email",
        "visitor_id",
        "judge",
        "coder",
        "participant",
        "Vurderer",
        "bruker",
        "brukar",
        "deltaker-id",
        "informant",
    ),
    *("E-post", "PROLIFIC_PID"),
)


def votes(write, *rows: Mapping[str, object], **reading):
    path = write("j.jsonl", [{**BATTLE, **row} for row in rows])
    return to_votes_frame(read_judgments(path, reading=Reading(**reading)))


@pytest.mark.parametrize("name", NAMES)
def test_the_annotator_has_many_names(write, name: str) -> None:
    """The column is used, the receipt says so, and an annotator's second judgment of a comparison does not count."""
    rows = [{name: who, "question_id": 1} for who in ("u1", "u2", "u1")]
    found = votes(write, *rows)
    assert found["annotator"].tolist() == ["u1", "u2"]
    assert receipt_of(found).columns["annotator_id"] == name


def test_two_annotators_are_named(write) -> None:
    """Neither is taken; our own name, or a person, settles it."""
    with pytest.raises(InputError) as caught:
        votes(write, {"user_id": "u", "rater": "r"})
    assert caught.value.code == "ambiguous_columns"
    assert "'user_id', 'rater'" in str(caught.value)
    assert "--column 'user_id=annotator_id'" in str(caught.value)
    chosen = votes(write, {"user_id": "u", "rater": "r"}, columns={"rater": "annotator_id"})
    assert chosen["annotator"].tolist() == ["r"]
    own = votes(write, {"annotator_id": "a", "rater": "r"})
    assert own["annotator"].tolist() == ["a"]


def test_addresses_are_no_names(write) -> None:
    """Without a database they are numbered; under a key an address has one pseudonym, without regard to its case."""
    rows = [{"email": who, "question_id": number} for number, who in enumerate(("Kari@x.no", "ola@x.no", "kari@x.no"))]
    found = votes(write, *rows)
    assert found["annotator"].tolist() == ["person-1", "person-2", "person-1"]
    assert "@" not in str(receipt_of(found).document())
    assert "addresses" in {one.code for one in receipt_of(found).assumed}
    one, other = (pseudonyms_of(["Kari@x.no", "kari@x.no "], key) for key in (b"k", b"l"))
    assert len(set(one.values())) == 1
    assert set(one.values()).isdisjoint(other.values())


def test_a_turn_is_an_item_of_its_own(write) -> None:
    """The first keeps the prompt's id; a later one is told apart, by id and by text."""
    rows = [{"question_id": 81, "judge": "j", "turn": turn} for turn in (1, 2, 1)]
    assert votes(write, *rows)["prompt"].tolist() == ["81", "81#2"]
    texts = votes(write, *({"prompt": "P", "judge": "j", "turn": turn} for turn in (1, 2)))["prompt"]
    assert texts.nunique() == 2
    assert texts[2] == f"{texts[1]}#2"


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("2026-11-28T09:00:00+02:00", "2026-11-28T07:30:00Z"),
        (1_700_000_000, 1_700_000_001.5),
        (1_700_000_000_000, 1_700_000_001_000),
        ("28.11.2026 09:15", "28.11.2026 10:30"),
    ],
)
def test_the_first_in_time_counts(write, earlier, later) -> None:
    """Where an annotator judged a comparison twice, the time says which is first; without one the row does."""
    rows = [{"question_id": 1, "user": "u", "winner": word, "tstamp": time}
            for word, time in (("model_b", later), ("model_a", earlier))]  # fmt: skip
    assert votes(write, *rows)["outcome"].tolist() == ["first"]
    bare = [{name: value for name, value in row.items() if name != "tstamp"} for row in rows]
    assert votes(write, *bare)["outcome"].tolist() == ["second"]


def test_what_is_no_time_is_not_used_as_one(write) -> None:
    """Seconds that a judgment took are metadata; a condition on time reads the column that has times."""
    path = write("t.jsonl", [{**BATTLE, "time": 12.5, "user": "u"}])
    assert "decided_at" not in read_judgments(path)
    frame = read_judgments(write("u.csv", "model_a,model_b,winner,end_time\nx,y,tie,2026-01-01\nx,y,tie,2026-02-01\n"))
    assert len(where_filter(frame, ["since=2026-01-15"])) == 1
    assert moments(pd.Series(["3", "tull", None])).isna().all()


@pytest.mark.parametrize("name", ["criterion", "aspect", "dimensjon", "question"])
def test_criteria_are_not_mixed(write, name: str) -> None:
    """By one x wins, by the other y: together they are refused, and one of them is read by either option."""
    rows = [{**BATTLE, "prompt_id": f"p{number}", name: key, "winner": word, "rater": "r"}
            for number in range(3) for key, word in (("språk", "model_a"), ("innhold", "model_b"))]  # fmt: skip
    path = write("c.jsonl", rows)
    with pytest.raises(InputError) as caught:
        to_votes_frame(read_judgments(path))
    assert caught.value.code == "several_criteria"
    assert "--criterion 'språk'" in str(caught.value)
    chosen = to_votes_frame(read_judgments(path, reading=Reading(criterion="innhold")))
    assert set(chosen["outcome"]) == {"second"}
    assert len(chosen) == 3
    by_condition = to_votes_frame(where_filter(read_judgments(path), ["criterion=språk"]))
    assert set(by_condition["outcome"]) == {"first"}
    with pytest.raises(InputError, match="there are 'språk', 'innhold'"):
        read_judgments(path, reading=Reading(criterion="stil"))


def test_questions_that_are_prompts_are_no_criteria(write) -> None:
    """Each question has comparisons of its own."""
    rows = [{"question": f"Hva er {number}?", "rater": "r"} for number in range(4)]
    assert votes(write, *rows)["prompt"].nunique() == 4


def test_a_count_stands_for_judgments(write) -> None:
    """Each row counts so many times; the receipt counts records, and 0 is left out."""
    found = votes(write, {"count": 3}, {"count": 2, "winner": "model_b"}, {"count": 0})
    assert found["outcome"].value_counts().to_dict() == {"first": 3, "second": 2}
    receipt = receipt_of(found)
    assert receipt.counted == 2
    assert [(one.reason, one.rows) for one in receipt.left_out] == [("zero_count", (3,))]


def test_a_column_n_that_numbers_the_rows_counts_nothing(write) -> None:
    """1, 2, 3 are numbers of rows; 2, 1, 3 are counts."""
    assert len(votes(write, *({"n": number} for number in (1, 2, 3)))) == 3
    assert len(votes(write, *({"n": number} for number in (2, 1, 3)))) == 6


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ({"count": 1.5}, "bad_count"),
        ({"count": -1}, "bad_count"),
        ({"count": None}, "bad_count"),
        ({"count": COUNTED_LIMIT + 1}, "counts_too_large"),
        ({"count": 10**17}, "counts_too_large"),
        ({"weight": 0.5}, "weights_not_counted"),
        ({"vekt": 2}, "weights_not_counted"),
    ],
)
def test_counts_and_weights_that_cannot_be_counted_are_refused(write, row, code: str) -> None:
    """Each names its column and the option that leaves it out."""
    with pytest.raises(InputError) as caught:
        votes(write, {**dict.fromkeys(row, 1)}, row)
    assert caught.value.code == code
    name = next(iter(row))
    assert f"--column '{name}='" in str(caught.value)
    assert len(votes(write, row, columns={name: ""})) == 1


def test_weights_of_one_change_nothing(write) -> None:
    """A column of ones is no reason to refuse a file."""
    assert len(votes(write, {"weight": 1.0}, {"weight": 1})) == 2
