"""Judgments in three dialects, the votes they make, and conditions on them."""

from __future__ import annotations

import re

import pandas as pd
import pytest

from eval_core.errors import InputError
from eval_core.files import meta_of, prompt_key, read_judgments, receipt_of, to_votes_frame, where_filter

CHOICE = {
    "prompt": "p",
    "response_a": "x",
    "response_b": "y",
    "choice": "A is more fluent",
    "annotator_id": "ann",
    "model_a": "s",
    "model_b": "t",
}
ARENA = {"model_a": "s", "model_b": "t", "winner": "model_a"}
SIDES = {"left": "s", "right": "t", "winner": "left"}


def left_out(frame: pd.DataFrame) -> dict[str, int]:
    """How many records the receipt leaves out, by reason."""
    return {one.reason: one.n for one in receipt_of(frame).left_out}


def votes(write, *rows, **options):
    """The votes of these judgments."""
    return to_votes_frame(read_judgments(write("votes.jsonl", list(rows))), **options)


def swapped(row):
    """The same judgment with the sides exchanged and B chosen."""
    sides = {"response_a": row["response_b"], "response_b": row["response_a"]}
    return {
        **row,
        **sides,
        "model_a": row["model_b"],
        "model_b": row["model_a"],
        "choice": "B is more fluent",
    }


@pytest.mark.parametrize(
    ("row", "name", "labels"),
    [
        (CHOICE, "choice", ["A is more fluent", "B is more fluent", "Equally fluent"]),
        (ARENA, "winner", ["model_a", "model_b", "tie"]),
        (SIDES, "winner", ["left", "right", "tie"]),
    ],
)
def test_every_dialect_says_the_same(write, row, name, labels):
    """The three dialects come out in the same columns and outcomes."""
    frame = read_judgments(write("t.jsonl", [{**row, name: label} for label in labels]))
    assert frame["outcome"].tolist() == ["a", "b", "tie"]
    assert frame["system_a"].tolist() == ["s"] * 3
    assert frame["system_b"].tolist() == ["t"] * 3
    assert frame["order_known"].tolist() == [True] * 3


def test_dialects_have_their_own_names_for_annotator_and_prompt(write):
    """Judge and question_id, worker and prompt, annotator_id and prompt_id each find their place."""
    arena = read_judgments(write("a.jsonl", [{**ARENA, "judge": 5, "question_id": 81, "turn": 1}]))
    assert arena.loc[1, ["annotator", "prompt_id"]].tolist() == ["5", "81"]
    assert meta_of(arena)[1] == {"turn": 1}
    sides = read_judgments(write("s.jsonl", [{**SIDES, "worker": "w", "prompt": "8", "id": "0"}]))
    assert sides.loc[1, ["annotator", "prompt"]].tolist() == ["w", "8"]
    assert meta_of(sides)[1] == {"id": "0"}
    choice = read_judgments(write("c.jsonl", [{**CHOICE, "prompt_id": "q", "round": 2}]))
    assert choice.loc[1, ["annotator", "prompt_id", "prompt"]].tolist() == ["ann", "q", "p"]
    assert meta_of(choice)[1] == {"round": 2}


def test_precedence_of_dialects(write):
    """A file with the columns of several dialects is read as the first of them."""
    row = {**SIDES, **ARENA, **CHOICE, "left": "u", "right": "v", "winner": "model_b"}
    assert read_judgments(write("t.jsonl", [row]))["outcome"].tolist() == ["a"]
    del row["choice"]
    frame = read_judgments(write("u.jsonl", [row]))
    assert frame[["system_a", "outcome"]].to_numpy().tolist() == [["s", "b"]]


def test_both_bad_is_a_tie_that_keeps_its_word(write):
    """'tie (bothbad)' counts as a tie, and only there the metadata keeps the winner."""
    rows = [{**ARENA, "winner": winner} for winner in ("tie (bothbad)", "tie")]
    frame = read_judgments(write("t.jsonl", rows))
    assert frame["outcome"].tolist() == ["tie", "tie"]
    assert meta_of(frame).tolist() == [{"winner": "tie (bothbad)"}, None]


def test_order_may_be_unknown(write):
    """The order is unknown where the caller, or the file's own column, says so."""
    path = write("t.csv", "model_a,model_b,winner,order_known\ns,t,tie,true\ns,t,tie,False\n")
    assert read_judgments(path)["order_known"].tolist() == [True, False]
    assert read_judgments(path, order_known=False)["order_known"].tolist() == [False, False]


@pytest.mark.parametrize(
    ("row", "change", "message", "column"),
    [
        (CHOICE, {"choice": "C is more fluent"}, "'Equally fluent', not 'C is more fluent'", "choice"),
        (CHOICE, {"choice": None}, "this one is empty", "choice"),
        (ARENA, {"winner": "left"}, "'model_a', 'model_b', 'tie', 'tie (bothbad)', not 'left'", "winner"),
        (SIDES, {"winner": "model_a"}, "'left', 'right', 'tie', not", "winner"),
        (CHOICE, {"model_b": "s"}, "compared with itself", "model_b"),
        (SIDES, {"right": "s"}, "compared with itself", "right"),
        (ARENA, {"model_a": " "}, "must not be blank", "model_a"),
        (ARENA, {"written_standard": "no"}, "must be nb", "written_standard"),
        (ARENA, {"order_known": "maybe"}, "true or false, not 'maybe'", "order_known"),
    ],
)
def test_bad_judgments_are_refused_with_their_place(write, row, change, message, column):
    """Wrong labels, blank names and a system against itself are errors at row and column."""
    path = write("t.jsonl", [row, {**row, **change}])
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        read_judgments(path)
    assert (caught.value.file, caught.value.row, caught.value.column) == (path, 2, column)


@pytest.mark.parametrize(
    ("names", "column"),
    [
        ("choice,model_a", "model_b"),
        ("model_a,model_b", "choice"),
        ("left,winner", "right"),
        ("model_b,winner", "model_a"),
        ("x,y", "model_a"),
    ],
)
def test_a_missing_column_of_the_nearest_dialect_is_named(write, names, column):
    """A file of no dialect is refused, naming a column that it lacks and those it has."""
    path = write("t.csv", f"{names}\n1,2\n")
    with pytest.raises(InputError, match="left, right, winner") as caught:
        read_judgments(path)
    assert (caught.value.row, caught.value.column) == (1, column)


def test_votes_speak_of_first_and_second(write):
    """A vote names its systems as presented, its annotator and its prompt's key."""
    frame = votes(write, CHOICE, {**SIDES, **swapped(CHOICE), "annotator_id": None, "prompt": None})
    assert frame.to_dict("records")[0] == {
        "first": "s",
        "second": "t",
        "outcome": "first",
        "annotator": "ann",
        "prompt": prompt_key(None, "p", None),
        "order_known": True,
    }
    assert frame.iloc[1][["first", "second", "outcome"]].tolist() == ["t", "s", "second"]
    assert frame.iloc[1][["annotator", "prompt"]].isna().all()


def test_an_annotators_first_judgment_counts(write):
    """An annotator's second judgment is left out on either side; another's, or one on other texts, counts."""
    rows = [
        CHOICE,
        {**swapped(CHOICE), "choice": "Equally fluent"},
        {**CHOICE, "annotator_id": "other"},
        {**CHOICE, "response_a": "z"},
        {**CHOICE, "prompt": "q"},
        {**CHOICE, "written_standard": "nn"},
        CHOICE,
    ]
    frame = votes(write, *rows)
    assert list(frame.index) == [1, 3, 4, 5, 6]
    assert left_out(frame) == {"repeated": 2}


def test_without_annotator_or_prompt_every_row_counts(write):
    """Rows that do not say who judged, or on what, are never taken for repeats."""
    assert len(votes(write, ARENA, ARENA)) == 2
    assert len(votes(write, {**ARENA, "judge": "j"}, {**ARENA, "judge": "j"})) == 2
    assert len(votes(write, {**ARENA, "question_id": "q"}, {**ARENA, "question_id": "q"})) == 2
    both = {**ARENA, "question_id": "q", "judge": "j"}
    assert len(votes(write, both, both)) == 1


def test_identical_responses_are_left_out_or_ties(write):
    """A judgment on two identical texts does not count, or counts as a tie, as the caller wishes."""
    rows = (CHOICE, {**CHOICE, "response_a": "same", "response_b": " same\n"})
    frame = votes(write, *rows)
    assert list(frame.index) == [1]
    assert left_out(frame) == {"identical": 1}
    ties = votes(write, *rows, identical_as_ties=True)
    assert ties["outcome"].tolist() == ["first", "tie"]


def test_control_work_of_an_export_does_not_count(write):
    """Gold, repeats, training and judges of an exported file never vote; nameless gold rows do not hinder."""
    rows = [
        {**CHOICE, "kind": "regular", "annotator_kind": "human", "prompt": "1"},
        {**CHOICE, "kind": "gold", "prompt": "2"},
        {**CHOICE, "kind": "repeat", "prompt": "3"},
        {**CHOICE, "kind": "gold", "prompt": "4", "model_a": None, "model_b": None},
        {**CHOICE, "kind": "regular", "annotator_kind": "judge", "prompt": "5"},
        {**CHOICE, "kind": "regular", "annotator_kind": "simulated", "prompt": "6"},
    ]
    frame = votes(write, *rows)
    assert list(frame.index) == [1, 6]
    assert left_out(frame) == {"control": 3}
    assert list(votes(write, *rows, annotator_kinds=None).index) == [1, 5, 6]


@pytest.fixture
def judgments(write):
    """Three judgments that differ in everything one can ask for."""
    extra = [
        {
            "annotator_id": "ann",
            "written_standard": "nb",
            "round": 1,
            "decided_at": "2026-01-01T12:00:00+00:00",
        },
        {
            "annotator_id": "bo",
            "written_standard": "nn",
            "round": 2,
            "decided_at": "2026-01-02T00:30:00+01:00",
        },
        {"annotator_id": "bo", "prompt_id": "q", "round": 2, "simulated": True},
    ]
    return read_judgments(write("t.jsonl", [{**CHOICE, **more} for more in extra]))


@pytest.mark.parametrize(
    ("conditions", "rows"),
    [
        ([], [1, 2, 3]),
        (["annotator=bo"], [2, 3]),
        (["annotator_id=bo"], [2, 3]),
        (["written_standard=nb", "written_standard=nn"], [1, 2]),
        (["annotator=bo", "written_standard=nb"], []),
        (["prompt_id=q"], [3]),
        (["round=2"], [2, 3]),
        (["simulated=true"], [3]),
        (["order_known=true"], [1, 2, 3]),
        (["since=2026-01-01T12:00"], [1, 2]),
        (["since=2026-01-01T12:00:01"], [2]),
        (["until=2026-01-01T23:00"], [1]),
        (["until=2026-01-01T23:30"], [1, 2]),
    ],
)
def test_conditions(judgments, conditions, rows):
    """Conditions on different fields must all hold, several on one field are alternatives."""
    assert list(where_filter(judgments, conditions).index) == rows


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("annotator", "FIELD=VALUE"),
        ("=x", "FIELD=VALUE"),
        ("colour=red", "known fields are"),
        ("category=news", "no judgment has a 'category'"),
        ("meta=x", "no judgment has a 'meta'"),
        ("since=soon", "not a time"),
    ],
)
def test_bad_conditions_are_refused(judgments, condition, message):
    """A condition of another form, on a field that no row has, or with a wrong time is an error."""
    with pytest.raises(InputError, match=message):
        where_filter(judgments, [condition])


def test_real_crowd_judgments(shared):
    """The real crowd's file is read as left/right; no one judged a comparison twice, so all rows count."""
    frame = read_judgments(shared / "llmfao" / "crowd-comparisons.csv")
    assert len(frame) == 8931
    assert frame["outcome"].value_counts().to_dict() == {"tie": 3471, "a": 2911, "b": 2549}
    assert frame["annotator"].nunique() == 124
    assert set(meta_of(frame)[2]) == {"id", "model_x", "model_y"}
    frame = to_votes_frame(frame)
    assert len(frame) == 8931
    assert frame["prompt"].nunique() == 13
    assert isinstance(frame["order_known"].dtype, type(pd.Series([True]).dtype))


@pytest.mark.parametrize("lengths", [False, True])
def test_text_as_categories_makes_the_same_votes(write, lengths):
    """Reading for a ranking, with categories of text, leaves out and keeps what reading text does."""
    rows = [
        "model_a,model_b,winner,annotator_id,prompt_id,prompt,response_a,response_b,written_standard,order_known,note",
        "s,t,model_a,ann,p,q,x,y,nb,true,1",
        "t,s,model_b,ann,p,q,y,x,nb,,",
        "s,t,tie,ben,,q,x,x,nb,false,2",
        "u,s,tie (bothbad),,,q,z,,nn,true,",
        "s,u,model_b,ann,,,,z,nn,true,3",
        "s,u,model_b,ann,,,,z,nn,true,4",
    ]
    path = write("votes.csv", "\n".join(rows) + "\n")
    text, categories = read_judgments(path), read_judgments(path, categories=True)
    assert isinstance(categories["system_a"].dtype, pd.CategoricalDtype)
    pd.testing.assert_frame_equal(categories.astype(text.dtypes), text)
    for identical in (False, True):
        plain, short = (to_votes_frame(f, identical_as_ties=identical, lengths=lengths) for f in (text, categories))
        pd.testing.assert_frame_equal(short.astype(plain.dtypes), plain)
        assert short.attrs == plain.attrs
    assert left_out(to_votes_frame(text)) == {"repeated": 1}


def test_a_system_against_itself_is_found_among_categories(write):
    """Equal names are equal although each column has categories of its own."""
    path = write("votes.csv", "model_a,model_b,winner\ns,t,tie\nu,u,tie\n")
    with pytest.raises(InputError, match="compared with itself") as raised:
        read_judgments(path, categories=True)
    assert raised.value.row == 3
