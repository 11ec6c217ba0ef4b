"""The score of one response by one annotator, by each rule, and what is refused."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval_core.errors import InputError
from eval_core.scoring import Rule, item_scores, response_scores
from tests.unit.scoring.samples import COLUMNS, ONE, RATINGS, SMALL, TWO, rated, scored

UNEVEN = (("a", 0, 4), ("b", 0, 10), ("c", 0, 4))


def of_one(values: dict[str, float | None], rule: Rule) -> float:
    """The score of one response that got these values."""
    scores = item_scores(rated(*(("p", None, "s", "ann", key, value) for key, value in values.items())), rule)
    return float(scores.score[0])


@pytest.mark.parametrize(
    ("name", "values", "score"),
    [
        ("mean", {"a": 1, "b": 10, "c": 4}, 5),
        ("mean", {"a": 1, "b": None, "c": 4}, 2.5),
        ("mean", {"a": 1, "c": 4}, 2.5),
        ("mean_over_applicable_div_max", {"a": 1, "b": 10, "c": 4}, 15 / 18),
        ("mean_over_applicable_div_max", {"a": 1, "b": None, "c": 4}, 5 / 8),
        ("mean_over_applicable_div_max", {"a": 0, "b": 0, "c": 0}, 0),
        ("mean_of_criterion_means", {"a": 1, "b": None, "c": 4}, 2.5),
        ("mean", {"a": None, "b": None}, np.nan),
        ("mean_over_applicable_div_max", {"a": None, "b": None, "c": None}, np.nan),
    ],
)
def test_the_rules(name: str, values: dict[str, float | None], score: float) -> None:
    """Each rule by hand: N/A and what was not rated leave the score alone, 0 is a value, nothing at all is no score."""
    assert of_one(values, Rule(UNEVEN, name)) == pytest.approx(score, nan_ok=True)


def test_a_given_verdict_is_never_a_mean() -> None:
    """Under given_overall the score is the rater's own verdict, and there is none where it is missing."""
    rule = Rule((*TWO, ("overall", 1, 5)), "given_overall")
    assert of_one({"adequacy": 5, "fluency": 5, "overall": 2}, rule) == 2
    assert np.isnan(of_one({"adequacy": 5, "fluency": 5}, rule))
    assert rule.limits == (1, 5)


def test_what_each_criterion_got_is_kept() -> None:
    """The values are next to the score, NaN for N/A, under any names, those of our own columns included."""
    rule = Rule((("score", 1, 5), ("system", 1, 5)), "mean")
    scores = item_scores(rated(("p", "d", "s", "ann", "score", 3), ("p", "d", "s", "ann", "system", None)), rule)
    assert scores.table().to_dict("records") == [
        {"item": "p", "document": "d", "system": "s", "annotator": "ann", "score": 3.0}
    ]
    assert scores.criteria().loc[0].to_dict() == pytest.approx({"score": 3, "system": np.nan}, nan_ok=True)


def test_items_can_be_any_hashable() -> None:
    """Tuples, numbers and text name items; the order is that of the ratings."""
    names = [("prompt", 1), 7, "7", ("prompt", 0)]
    scores = item_scores(rated(*((name, None, "s", "ann", "score", 1) for name in names)), ONE)
    assert scores.table()["item"].tolist() == names
    assert scores.table()["document"].tolist() == [None] * 4


@pytest.mark.parametrize(
    "values",
    [
        pd.Series([1, None], dtype=object),
        pd.Series([1, pd.NA], dtype=object),
        pd.Series([1, pd.NA], dtype="Int64"),
        pd.Series([1, np.nan]),
        pd.Series([1, None], dtype="int8[pyarrow]"),
    ],
)
def test_every_way_to_write_not_applicable(values: pd.Series) -> None:
    """None, NaN and pandas' own missing value are all N/A, whatever the column's type."""
    frame = rated(("p", None, "s", "ann", "x", 0), ("p", pd.NA, "s", "ann", "y", 0)).assign(value=values)
    scores = item_scores(frame.astype({"system": "category", "annotator": "string"}), SMALL)
    assert scores.score.tolist() == [0.25]


@given(RATINGS, st.randoms())
def test_the_order_of_the_rows_does_not_matter(frame: pd.DataFrame, chance: object) -> None:
    """Shuffled ratings give the same scores, to the last digit."""
    order = list(range(len(frame)))
    chance.shuffle(order)  # type: ignore[attr-defined]
    keys = ["item", "system", "annotator"]
    first, other = (
        item_scores(ratings, SMALL).table().sort_values(keys, ignore_index=True)
        for ratings in (frame, frame.iloc[order])
    )
    pd.testing.assert_frame_equal(first, other, check_exact=True)


@given(RATINGS, st.sampled_from(["mean", "mean_over_applicable_div_max", "mean_of_criterion_means"]))
def test_scores_lie_on_their_scale(frame: pd.DataFrame, name: str) -> None:
    """No score leaves the limits of its rule, and there is one exactly where something was applicable."""
    rule = Rule(SMALL.criteria, name)
    scores = item_scores(frame, rule)
    low, high = rule.limits
    there = ~np.isnan(scores.score)
    assert (scores.score[there] >= low).all()
    assert (scores.score[there] <= high).all()
    assert (there == (~np.isnan(scores.values)).any(axis=1)).all()


@given(RATINGS)
def test_a_part_is_as_if_only_it_had_been_rated(frame: pd.DataFrame) -> None:
    """To choose systems and annotators after scoring is to filter the ratings before."""
    scores = item_scores(frame, SMALL)
    systems, annotators = list(scores.systems[1:]) or list(scores.systems), [scores.annotators[-1]]
    before = frame[frame["system"].isin(systems) & frame["annotator"].isin(annotators)]
    pd.testing.assert_frame_equal(
        scores.only(systems, annotators).table(), item_scores(before, SMALL).table(), check_dtype=False
    )


def test_response_scores() -> None:
    """A response's score is the mean over those who scored it, or that of one annotator; what has none is left out."""
    scores = item_scores(scored({"ann": [[10, 20]], "bo": [[30, None], [5, 5]]}, "ab"), ONE)
    assert response_scores(scores)["score"].to_dict() == {(0, "a"): 20, (0, "b"): 20, (1, "a"): 5, (1, "b"): 5}
    assert response_scores(scores, "ann")["score"].to_dict() == {(0, "a"): 10, (0, "b"): 20}


def test_what_varies_together() -> None:
    """The document; the item where there is none; items only, where all are in one document."""

    def clusters(*documents: str | None) -> int:
        rows = [(number, name, "s", "ann", "score", 1) for number, name in enumerate(documents)]
        return len(set(item_scores(rated(*rows), ONE).cluster))

    assert clusters("d1", "d1", "d2") == 2
    assert clusters("d1", "d1", None, None) == 3
    assert clusters("d1", "d1", "d1") == 3
    assert clusters(None, None) == 2


GOOD = ("p", "d", "s", "ann", "score", 3)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([GOOD, GOOD], "ann rated 'score' of one response twice"),
        ([GOOD, ("p", "e", "t", "ann", "score", 3)], "the item 'p' is in two documents"),
        ([("p", "d", "s", "ann", "grammar", 3)], "no criterion 'grammar'"),
        ([("p", "d", "s", "ann", "score", 101)], "whole numbers from 0 to 100, not 101"),
        ([("p", "d", "s", "ann", "score", -1)], "whole numbers from 0 to 100, not -1"),
        ([("p", "d", "s", "ann", "score", 2.5)], "not 2.5"),
        ([("p", "d", "s", "ann", "score", float("inf"))], "not inf"),
        ([("p", "d", "s", "ann", "score", "good")], "must be a whole number"),
        ([("p", "d", None, "ann", "score", 1)], "lacks the system"),
        ([(None, "d", "s", "ann", "score", 1)], "lacks the item"),
        ([("p", "d", "s", None, "score", 1)], "lacks the annotator"),
        ([("p", "d", "s", "ann", None, 1)], "lacks the criterion"),
    ],
)
def test_bad_ratings_are_refused(rows: list[tuple[object, ...]], message: str) -> None:
    """A rating that no scale or name covers is an error that says which."""
    with pytest.raises(InputError, match=message):
        item_scores(rated(*rows), ONE)


@pytest.mark.parametrize("name", COLUMNS)
def test_a_missing_column_is_named(name: str) -> None:
    """Ratings without one of the columns are refused by its name."""
    with pytest.raises(InputError, match=f"column '{name}'"):
        item_scores(rated(GOOD).drop(columns=name), ONE)


@pytest.mark.parametrize(
    ("criteria", "name", "message"),
    [
        ((("a", 1, 5),), "median", "must be one of"),
        ((), "mean", "needs criteria"),
        ((("a", 1, 5), ("a", 1, 5)), "mean", "its own key"),
        ((("a", 5, 5),), "mean", "minimum below"),
        ((("a", -2, 2),), "mean_over_applicable_div_max", "from 0 upwards"),
        ((("a", 1, 5),), "given_overall", "criterion 'overall'"),
    ],
)
def test_bad_rules_are_refused(criteria: tuple[tuple[str, int, int], ...], name: str, message: str) -> None:
    """A rule that makes no scale is an error."""
    with pytest.raises(InputError, match=message):
        Rule(criteria, name)


def test_only_refuses_what_is_not_there() -> None:
    """An unknown or repeated system or annotator is an error."""
    scores = item_scores(rated(GOOD), ONE)
    for systems, annotators in ((["t"], None), (["s", "s"], None), (None, ["bo"])):
        with pytest.raises(InputError):
            scores.only(systems, annotators)


def test_no_ratings_at_all() -> None:
    """An empty frame has no scores and no error."""
    scores = item_scores(rated(), ONE)
    assert len(scores) == 0
    assert scores.table().empty
