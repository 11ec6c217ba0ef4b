"""Correlation of scores, and its intervals."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from eval_core.errors import InputError
from eval_core.scoring import (
    UNITS,
    Correlation,
    ItemScores,
    Measure,
    correlate,
    item_scores,
    response_scores,
    score_correlations,
    score_points,
    system_means,
)
from tests.unit.scoring.samples import ONE, SMALL, rated, scored, simulated

NAMES = ("pearson", "spearman", "kendall")
X, Y = [1.0, 2, 3, 4, 5, 6, 7, 8], [2.0, 1, 4, 3, 7, 5, 5, 9]


def series(values: list[float], keys: str = "abcdefgh") -> pd.Series[float]:
    return pd.Series(values, index=list(keys[: len(values)]), dtype=float)


def coefficients(correlation: Correlation) -> list[Measure]:
    return [getattr(correlation, name) for name in NAMES]


def test_values_are_scipys() -> None:
    """The three coefficients are SciPy's, ties included."""
    correlation = correlate(series(X), series(Y))
    expected = [stats.pearsonr(X, Y).statistic, stats.spearmanr(X, Y).statistic, stats.kendalltau(X, Y).statistic]
    assert [measure.value for measure in coefficients(correlation)] == pytest.approx(expected)
    assert (correlation.n, correlation.clusters) == (8, None)


def test_pearsons_interval_is_scipys() -> None:
    """For independent pairs Pearson's interval is the one of Fisher's z that SciPy gives."""
    correlation = correlate(series(X), series(Y), level=0.9).pearson
    expected = stats.pearsonr(X, Y).confidence_interval(0.9)
    assert (correlation.low, correlation.high) == pytest.approx(tuple(expected))


def test_the_variances_of_the_ranks_coefficients() -> None:
    """Spearman's z has variance (1 + ρ²/2)/(n − 3), Kendall's 0.437/(n − 4)."""
    correlation = correlate(series(X), series(Y))
    rho, tau = correlation.spearman.value, correlation.kendall.value
    assert rho is not None
    assert tau is not None
    for measure, variance in ((correlation.spearman, (1 + rho**2 / 2) / 5), (correlation.kendall, 0.437 / 4)):
        assert measure.value is not None
        half = stats.norm.ppf(0.975) * np.sqrt(variance)
        expected = np.tanh(np.arctanh(measure.value) + np.array([-half, half]))
        assert [measure.low, measure.high] == pytest.approx(expected)


def test_only_common_keys_count() -> None:
    """Keys are matched by name in any order; those that one side lacks, or has no number for, are left out."""
    first = pd.Series({"a": 1.0, "b": 2.0, "c": 4.0, "d": np.nan, "x": 9.0})
    other = pd.Series({"c": 5.0, "d": 1.0, "b": 3.0, "a": 1.0, "y": 0.0})
    assert correlate(first, other).n == 3
    assert correlate(first, other).kendall.value == pytest.approx(1)


@given(st.permutations(range(8)))
def test_the_order_of_the_keys_does_not_matter(order: list[int]) -> None:
    """Shuffled keys give the same coefficients and intervals, with clusters too."""
    clusters = pd.Series([0, 0, 1, 1, 2, 2, 3, 3], index=list("abcdefgh"))
    shuffled = series(X).iloc[order]
    for given_ in (None, clusters):
        first, other = correlate(series(X), series(Y), given_), correlate(shuffled, series(Y), given_)
        for a, b in zip(coefficients(first), coefficients(other), strict=True):
            assert vars(a) == pytest.approx(vars(b))


def test_the_jackknife_written_out() -> None:
    """With clusters the interval is z ± t·√V, V = (G − 1)/G Σ (z_g − z)² over the G clusters left out in turn."""
    cluster = np.array([0, 0, 0, 1, 1, 2, 2, 2])
    correlation = correlate(series(X), series(Y), pd.Series(cluster, index=list("abcdefgh")))
    x, y = np.array(X), np.array(Y)
    z = np.arctanh(stats.pearsonr(x, y).statistic)
    without = [np.arctanh(stats.pearsonr(x[cluster != g], y[cluster != g]).statistic) for g in range(3)]
    half = stats.t.ppf(0.975, 2) * np.sqrt(2 / 3 * np.sum((np.array(without) - z) ** 2))
    assert correlation.clusters == 3
    assert (correlation.pearson.low, correlation.pearson.high) == pytest.approx(tuple(np.tanh([z - half, z + half])))


def test_many_clusters_are_dealt_into_groups() -> None:
    """More than 30 clusters are left out in groups that the seed deals out, whatever the order of the keys; another
    seed changes the interval a little."""
    chance = np.random.default_rng(2)
    keys = [f"k{number}" for number in chance.permutation(200)]
    x = pd.Series(chance.normal(size=200), index=keys)
    y, cluster = x + chance.normal(size=200), pd.Series(np.arange(200) // 4, index=keys)
    first, again, other = (correlate(a, y, cluster, seed=seed) for a, seed in ((x, 0), (x[::-1], 0), (x, 1)))
    assert first.clusters == again.clusters == other.clusters == 50
    assert vars(first.kendall) == pytest.approx(vars(again.kendall))
    assert first.kendall.low != other.kendall.low
    assert first.kendall.low == pytest.approx(other.kendall.low, abs=0.05)


def test_floating_point_makes_no_order() -> None:
    """0.1 + 0.2 and 0.3 are a tie, and numbers that differ so little are constant."""
    fuzzy, plain = series([0.1 + 0.2, 0.3, 0.5, 0.7]), series([0.3, 0.3, 0.5, 0.7])
    other = series([1.0, 2.0, 3.0, 3.0])
    assert correlate(fuzzy, other).kendall.value == pytest.approx(correlate(plain, other).kendall.value)
    assert correlate(series([0.1 + 0.2, 0.3, 0.3]), series([1.0, 2, 3])).pearson.value is None


def test_where_nothing_is_defined() -> None:
    """A constant side and fewer than three pairs have no value; perfect correlation and too few pairs no interval."""
    nothing = [Measure(None, None, None)] * 3
    assert coefficients(correlate(series([1, 1, 1, 1]), series([1, 2, 3, 4]))) == nothing
    assert coefficients(correlate(series([1, 2]), series([2, 1]))) == nothing
    assert coefficients(correlate(series([]), series([]))) == nothing
    perfect = correlate(series([1, 2, 3, 4, 5]), series([1, 2, 3, 4, 9]))
    for measure in (perfect.kendall, perfect.spearman):
        assert measure == Measure(pytest.approx(1), None, None)
    assert perfect.pearson.low is not None
    few = correlate(series([1, 2, 3, 4]), series([1, 3, 2, 4]))
    assert few.kendall.low is None
    assert few.spearman.low is not None
    in_one_cluster = correlate(series([1, 1, 1, 2]), series([1, 2, 3, 4]), pd.Series([0, 1, 2, 3], index=list("abcd")))
    assert in_one_cluster.pearson.value is not None
    assert in_one_cluster.pearson.low is None
    one_cluster = correlate(series(X), series(Y), pd.Series(0, index=list("abcdefgh")))
    assert one_cluster.pearson.value is not None
    assert (one_cluster.pearson.low, one_cluster.clusters) == (None, 1)


def test_protocols_over_common_responses() -> None:
    """Two annotators of one protocol correlate over responses, and over the responses of one system."""
    scores = item_scores(simulated(), SMALL)
    first, other = response_scores(scores, "person-0"), response_scores(scores, "person-1")
    correlation = correlate(first["score"], other["score"], first["cluster"])
    assert correlation.clusters == 12
    assert correlation.pearson.low is not None
    assert correlation.pearson.low > 0.2
    alone = response_scores(scores.only(["s1"]), "person-0")
    assert correlate(alone["score"], other["score"], alone["cluster"]).n == len(alone.index.intersection(other.index))


def test_each_annotator_and_system_against_another_protocol() -> None:
    """The paper's tables 20 and 21: each annotator's scores of each system against those of one other rater."""
    scores, other = item_scores(simulated(), SMALL), item_scores(simulated(annotators=1), SMALL)
    result = {(row.annotator, row.system): row.correlation for row in score_correlations(scores, other)}
    assert len(result) == 4 * 4
    mine, theirs = (part.table().set_index(["item", "system"]) for part in (scores.only(["s1"], ["person-2"]), other))
    both = pd.concat([mine["score"], theirs["score"]], axis=1, join="inner", keys=["mine", "theirs"]).dropna()
    expected = stats.kendalltau(both["mine"], both["theirs"]).statistic
    assert result["person-2", "s1"].kendall.value == pytest.approx(expected)
    assert result["person-2", "s1"].n == len(both)
    assert result[None, None].n == sum(result[None, system].n for system in scores.systems)
    with pytest.raises(InputError, match="under both"):
        score_correlations(scores.only(["s0"]), other.only(["s1"]))


def test_systems_against_another_number() -> None:
    """The systems' scores over all annotators go with any number of a system; a system without a score is left out."""
    table = {"ann": [[10, 20, 40, 70]], "bo": [[30, 20, 40, 50]]}
    frame = pd.concat([scored(table, "abcd"), rated((0, None, "e", "ann", "score", None))])
    means = system_means(item_scores(frame, ONE))
    assert means.dropna().to_dict() == {"a": 20, "b": 20, "c": 40, "d": 60}
    correlation = correlate(means, pd.Series({"d": 1.2, "c": 0.1, "b": -0.5, "a": -0.8, "e": 3.0}))
    assert (correlation.n, correlation.kendall.value) == (4, pytest.approx(5 / np.sqrt(5 * 6)))


def test_items_of_any_kind_correlate() -> None:
    """Items named by tuples are matched like others."""
    frame = simulated(annotators=2)
    frame["item"] = [("prompt", name) for name in frame["item"]]
    scores = item_scores(frame, SMALL)
    first, other = response_scores(scores, "person-0"), response_scores(scores, "person-1")
    same = item_scores(simulated(annotators=2), SMALL)
    expected = correlate(response_scores(same, "person-0")["score"], response_scores(same, "person-1")["score"])
    assert correlate(first["score"], other["score"]) == expected


def test_bad_input_is_refused() -> None:
    """Levels, seeds, repeated keys and keys without a cluster are errors."""
    x, y = series(X), series(Y)
    for options in ({"level": 1.0}, {"seed": -1}, {"clusters": pd.Series([0.0], index=["a"])}):
        with pytest.raises(InputError):
            correlate(x, y, **options)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="twice"):
        correlate(pd.concat([x, x]), y)


def held(documents: int, size: int, clustered: bool, studies: int = 150) -> np.ndarray:
    """How often the three intervals hold the truth: bivariate normal with r = 0.5, a third of it shared in documents."""
    chance = np.random.default_rng(3)
    mix = np.linalg.cholesky([[1, 0.5], [0.5, 1]]).T
    document = np.repeat(np.arange(documents), size)
    truth = [0.5, 6 / np.pi * np.arcsin(0.25), 2 / np.pi * np.arcsin(0.5)]
    inside = np.zeros(3)
    for _ in range(studies):
        z = np.sqrt(1 / 3) * (chance.normal(size=(documents, 2)) @ mix)[document]
        z += np.sqrt(2 / 3) * chance.normal(size=(len(document), 2)) @ mix
        correlation = correlate(pd.Series(z[:, 0]), pd.Series(z[:, 1]), pd.Series(document) if clustered else None)
        inside += [
            measure.low <= true <= measure.high for measure, true in zip(coefficients(correlation), truth, strict=True)
        ]  # type: ignore[operator]
    return inside / studies


@pytest.mark.slow
def test_intervals_hold_what_they_promise() -> None:
    """95 % intervals clustered by document hold about 95 times in 100, as do those for independent pairs; those that
    take dependent pairs for independent do not."""
    assert (held(13, 20, clustered=True) >= 0.9).all()
    assert (held(60, 1, clustered=False) >= 0.9).all()
    assert (held(13, 20, clustered=False) <= 0.88).all()


def two_protocols() -> tuple[ItemScores, ItemScores]:
    """Six items in three documents, three systems, under two protocols; the second lacks one response of system c."""
    table = {"ann": [[30 + 5 * i + 7 * s - 3 * (i * s % 4) for s in range(3)] for i in range(6)]}
    other = {"bo": [[60 + 4 * i - 9 * s + 2 * (i * s % 3) for s in range(3)] for i in range(6)]}
    other["bo"][5] = other["bo"][5][:2]
    frames = [
        scored(ratings).assign(document=lambda frame: "d" + (frame["item"] // 2).astype(str))
        for ratings in (table, other)
    ]
    return item_scores(frames[0], ONE), item_scores(frames[1].assign(document="elsewhere"), ONE)


def test_points_of_each_level() -> None:
    """Documents and systems are at the means of the common responses, documents as the first side knows them;
    what one side lacks counts on neither."""
    first, other = two_protocols()
    items, documents, systems = (score_points(first, other, unit) for unit in UNITS)
    assert (len(items), len(documents), len(systems)) == (17, 9, 3)
    for frame, keys in ((documents, ["document", "system"]), (systems, ["system"])):
        expected = items.groupby(keys)[["one", "other"]].mean()
        points = frame.set_index(keys)[["one", "other"]].sort_index()
        pd.testing.assert_frame_equal(points, expected, check_index_type=False)
    assert set(documents["document"]) == {"d0", "d1", "d2"}
    with pytest.raises(InputError, match="unit"):
        score_points(first, other, "sentence")


def test_correlation_at_each_level() -> None:
    """Each level's coefficients are SciPy's over its points: documents in clusters, systems without."""
    first, other = two_protocols()
    for unit, clusters in zip(UNITS, (3, 3, None), strict=True):
        points = score_points(first, other, unit)
        result = {(row.annotator, row.system): row for row in score_correlations(first, other, unit=unit)}
        assert {row.unit for row in result.values()} == {unit}
        correlation = result[None, None].correlation
        assert correlation.kendall.value == pytest.approx(stats.kendalltau(points["one"], points["other"]).statistic)
        assert (correlation.n, correlation.clusters) == (len(points), clusters)
        assert ((None, "c") in result) == (unit != "system")


def test_systems_without_a_response_in_common() -> None:
    """Two campaigns of other responses by the same systems still have systems to correlate, and nothing else."""
    first, other = two_protocols()
    apart = replace(other, items=tuple(f"another {item}" for item in other.items))
    assert [len(score_points(first, apart, unit)) for unit in UNITS] == [0, 0, 3]
    whole = system_means(first)
    assert score_points(first, apart, "system").set_index("system")["one"].to_dict() == whole.to_dict()
