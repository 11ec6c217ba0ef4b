"""Scores of documents and systems, and their intervals."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from scipy import stats

from eval_core.errors import InputError
from eval_core.scoring import Mean, Rule, document_scores, item_scores, system_scores
from eval_core.scoring.estimation import Sample, estimate
from tests.support.selection import examples
from tests.unit.scoring.samples import KEYS, ONE, RATINGS, SMALL, rated, scored, simulated

MEANS_RULE = Rule(SMALL.criteria, "mean_of_criterion_means")


def by_annotator(frame: pd.DataFrame, rule: Rule = ONE) -> dict[tuple[str, str | None], Mean]:
    """The systems' scores by (system, annotator)."""
    return {(row.system, row.annotator): row.score for row in system_scores(item_scores(frame, rule))}


def test_means_of_item_scores() -> None:
    """An annotator's score is the mean of what they scored; over all it is the mean of the annotators' means, however
    much each of them did."""
    scores = by_annotator(scored({"ann": [[10], [20], [30], [40]], "bo": [[5], [None]]}, "a"))
    assert {key: (mean.value, mean.n) for key, mean in scores.items()} == {
        ("a", None): (15, 4),
        ("a", "ann"): (25, 4),
        ("a", "bo"): (5, 1),
    }


def test_a_mean_of_criterion_means() -> None:
    """Under mean_of_criterion_means N/A takes an item out of one criterion's mean only: (1 + 4)/2 and 3 give 2.75,
    where the items' own scores, 2 and 4, give 3."""
    rows = [("p", "x", 1), ("p", "y", 3), ("q", "x", 4), ("q", "y", None)]
    frame = rated(*((item, None, "s", "ann", key, value) for item, key, value in rows))
    [pooled, single] = system_scores(item_scores(frame, MEANS_RULE))
    assert pooled.score.value == single.score.value == 2.75
    assert {key: mean.value for key, mean in single.criteria.items()} == {"x": 2.5, "y": 3}
    assert {key: mean.n for key, mean in single.criteria.items()} == {"x": 2, "y": 1}
    assert by_annotator(frame, Rule(SMALL.criteria, "mean"))["s", "ann"].value == 3


def test_documents() -> None:
    """A document has the mean of its own items; what is in no document is left out there, and counts in the
    system's score."""
    rows = [("p", "d1", 10), ("q", "d1", 20), ("r", "d2", 60), ("s", None, 90)]
    scores = item_scores(rated(*((item, doc, "a", "ann", "score", value) for item, doc, value in rows)), ONE)
    values = [(row.document, row.annotator, row.score.value, row.score.n) for row in document_scores(scores)]
    assert values == [("d1", None, 15, 2), ("d1", "ann", 15, 2), ("d2", None, 60, 1), ("d2", "ann", 60, 1)]
    assert system_scores(scores)[0].score.value == 45


@given(RATINGS)
def test_documents_are_systems_of_their_own_items(frame: pd.DataFrame) -> None:
    """A document's scores and intervals are those of its items rated alone (the same mean, clustered by item)."""
    rows = document_scores(item_scores(frame, SMALL))
    for document in {row.document for row in rows}:
        alone = system_scores(item_scores(frame[frame["document"] == document], SMALL))
        mine = [(row.system, row.annotator, row.score, row.criteria) for row in rows if row.document == document]
        assert [key[:2] for key in mine] == [(row.system, row.annotator) for row in alone]
        for (_, _, score, criteria), row in zip(mine, alone, strict=True):
            for in_document, on_its_own in ((score, row.score), *((criteria[key], row.criteria[key]) for key in KEYS)):
                assert vars(in_document) == pytest.approx(vars(on_its_own), nan_ok=True)


@settings(max_examples=examples(40))
@given(RATINGS)
def test_means_by_the_definition(frame: pd.DataFrame) -> None:
    """Every value of systems and criteria is the one that a plain group-by gives, and is inside its interval."""
    scores = item_scores(frame, SMALL)
    table = scores.table().join(scores.criteria())
    for row in system_scores(scores):
        theirs = table[table["system"] == row.system]
        if row.annotator is not None:
            theirs = theirs[theirs["annotator"] == row.annotator]
        for name, mean in (("score", row.score), *row.criteria.items()):
            given_ = theirs.dropna(subset=name)
            assert mean.n == given_["item"].nunique()
            expected = given_.groupby("annotator")[name].mean().mean()
            assert mean.value == (None if np.isnan(expected) else pytest.approx(expected))
            if mean.low is not None and mean.high is not None and mean.value is not None:
                assert mean.low <= mean.value + 1e-12
                assert mean.value <= mean.high + 1e-12


@given(RATINGS)
def test_one_annotator_is_the_mean_of_all(frame: pd.DataFrame) -> None:
    """With one annotator the mean over annotators is that annotator's, interval and all."""
    alone = frame[frame["annotator"] == frame["annotator"].iloc[0]]
    for rule in (SMALL, MEANS_RULE):
        rows = system_scores(item_scores(alone, rule))
        for pooled, single in zip(rows[::2], rows[1::2], strict=True):
            assert (pooled.annotator, single.annotator) == (None, frame["annotator"].iloc[0])
            assert vars(pooled.score) == pytest.approx(vars(single.score), nan_ok=True)


def sandwich(score: pd.Series[float], *clusters: pd.Series[str]) -> float:
    """One term of the sandwich by its definition."""
    sums = score.groupby(list(clusters)).sum()
    return float((sums**2).sum() * len(sums) / (len(sums) - 1))


def test_the_sandwich_written_out() -> None:
    """The variance over annotators is V_d + V_a − V_da and no less than each and HC0, with t on the fewer clusters."""
    scores = item_scores(simulated(annotators=4, documents=9), SMALL)
    table = scores.table().query("system == 's1'").dropna(subset="score").reset_index(drop=True)
    per_annotator = table.groupby("annotator")["score"]
    weight = 1 / per_annotator.transform("size") / 4
    value = per_annotator.mean().mean()
    score = weight * (table["score"] - value)
    by_document, by_annotator_ = sandwich(score, table["document"]), sandwich(score, table["annotator"])
    both = by_document + by_annotator_ - sandwich(score, table["document"], table["annotator"])
    variance = max(both, by_document, by_annotator_, (score**2).sum())
    [values] = [row.score for row in system_scores(scores, level=0.9) if (row.system, row.annotator) == ("s1", None)]
    half = stats.t.ppf(0.95, 3) * np.sqrt(variance)
    assert (values.value, values.se, values.df) == pytest.approx((value, np.sqrt(variance), 3))
    assert (values.low, values.high) == pytest.approx((max(value - half, 0), min(value + half, 1)))
    assert values.cluster == "document and annotator"


def test_one_annotator_without_documents_is_the_textbook() -> None:
    """Clustered by item, one rating each, the interval is that of the t-test for a mean."""
    values = [12.0, 40, 33, 75, 51, 8, 60]
    scores = by_annotator(scored({"ann": [[value] for value in values]}, "a"))["a", "ann"]
    low, high = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert (scores.low, scores.high) == pytest.approx((low, high))
    assert (scores.cluster, scores.df) == ("item", 6)


def test_the_mean_of_two_means_is_theirs_alone() -> None:
    """One item rated by three: the interval is clustered by annotator, the only kind of which there are two."""
    scores = by_annotator(scored({"ann": [[10]], "bo": [[20]], "cy": [[60]]}, "a"))["a", None]
    assert (scores.value, scores.cluster, scores.df) == (30, "annotator", 2)
    assert scores.se == pytest.approx(np.std([10, 20, 60], ddof=1) / np.sqrt(3))


def test_documents_that_cancel_out() -> None:
    """Where each document has the mean of all, clustering alone would say that nothing varies: HC0 is the least."""
    rows = [("p", "d1", 10), ("q", "d1", 50), ("r", "d2", 20), ("s", "d2", 40)]
    scores = by_annotator(rated(*((item, doc, "a", "ann", "score", value) for item, doc, value in rows)))["a", "ann"]
    assert (scores.value, scores.cluster, scores.df) == (30, "document", 1)
    assert scores.se == pytest.approx(np.sqrt(20**2 + 20**2 + 10**2 + 10**2) / 4)


def test_intervals_stay_on_the_scale() -> None:
    """Two annotators who differ leave open the whole scale, and no more."""
    scores = by_annotator(scored({"ann": [[20]], "bo": [[90]]}, "a"))["a", None]
    assert (scores.value, scores.low, scores.high) == (55, 0, 100)


def test_degenerate_ratings() -> None:
    """One item by one annotator has a score and no interval; all N/A has neither; constant ratings have no interval
    either, since they do not say how others would differ."""
    alone = by_annotator(scored({"ann": [[10]]}, "a"))["a", "ann"]
    assert alone == Mean(10, 1, None, None, None, None, None)
    frame = rated(("p", None, "s", "ann", "x", None), ("p", None, "s", "ann", "y", None))
    for rule in (SMALL, MEANS_RULE):
        assert by_annotator(frame, rule)["s", None] == Mean(None, 0, None, None, None, None, None)
    constant = by_annotator(scored({"ann": [[7], [7], [7]], "bo": [[7], [7], [7]]}, "a"))["a", None]
    assert (constant.value, constant.se, constant.low, constant.high) == (7, None, None, None)


def test_bad_levels_are_refused() -> None:
    """A level of 0 or 1 is an error, for systems and for documents."""
    scores = item_scores(simulated(), SMALL)
    for function in (system_scores, document_scores):
        for level in (0, 1, 95):
            with pytest.raises(InputError, match="level"):
                function(scores, level=level)


def covered(
    documents: int, annotators: int, half_width: Callable[[np.ndarray, Sample], float], studies: int = 400
) -> float:
    """How often an interval holds the true mean 0, where documents and annotators have leanings of their own."""
    chance = np.random.default_rng(5)
    document, item, annotator = (axis.ravel() for axis in np.broadcast_arrays(*np.ogrid[:documents, :3, :annotators]))
    item = document * 3 + item
    sample = Sample(1, np.zeros(len(item), np.int64), annotator, item, document)
    held = 0
    for _ in range(studies):
        values = chance.normal(0, 0.7, len(item)) + chance.normal(0, 0.5, documents)[document]
        values += chance.normal(0, 0.4, annotators)[annotator] if annotators > 1 else 0
        held += abs(values.mean()) <= half_width(values, sample)
    return held / studies


@pytest.mark.parametrize(
    ("documents", "annotators", "least"), [(13, 5, 0.92), (30, 10, 0.92), (13, 1, 0.92), (13, 2, 0.95)]
)
def test_intervals_hold_what_they_promise(documents: int, annotators: int, least: float) -> None:
    """A 95 % interval holds the truth about 95 times in 100; as if all ratings were independent, far fewer."""
    ours = covered(documents, annotators, lambda values, sample: estimate(values[:, None], sample).half_width(0.95)[0])
    naive = covered(documents, annotators, lambda values, _: 1.96 * float(values.std() / np.sqrt(len(values))))
    assert least <= ours <= 1
    assert naive < 0.9
