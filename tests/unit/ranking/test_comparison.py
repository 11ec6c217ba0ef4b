"""Two systems, and two slices, compared."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from eval_core.errors import InputError
from eval_core.ranking import Ranking, rank
from eval_core.ranking.comparison import compare, expected_share
from eval_core.ranking.slices import compare_slices
from tests.support.boards import Board

STRENGTHS = (0.8, 0.0, -0.8)


def judged(chance: np.random.Generator, people: list[str], prompts: int) -> pd.DataFrame:
    """Each person judges every pair of a, b, c on every prompt."""
    rows = []
    for name in people:
        for prompt in range(prompts):
            for i, j in ((0, 1), (0, 2), (1, 2)):
                d = STRENGTHS[i] - STRENGTHS[j]
                weights = np.exp([d / 2, -d / 2, -0.3])
                outcome = chance.choice(["first", "second", "tie"], p=weights / weights.sum())
                rows.append(("abc"[i], "abc"[j], outcome, name, f"p{prompt}"))
    return pd.DataFrame(rows, columns=["first", "second", "outcome", "annotator", "prompt"])


@pytest.fixture(scope="module")
def data() -> pd.DataFrame:
    return judged(np.random.default_rng(4), [f"person-{n}" for n in range(8)], 12)


@pytest.fixture(scope="module")
def ranking(data: pd.DataFrame) -> Ranking:
    return rank(data)


def test_verdict_and_its_mirror(ranking: Ranking) -> None:
    """A clearly stronger system is better, the other way round worse, with every number mirrored."""
    forward, backward = compare(ranking, "a", "c"), compare(ranking, "c", "a")
    assert (forward.verdict, backward.verdict, forward.decided, backward.decided) == ("better", "worse", True, True)
    assert forward.difference == pytest.approx(1.6, abs=0.5)
    assert forward.low is not None
    assert backward.low is not None
    assert backward.high == pytest.approx(-forward.low)
    assert backward.difference == pytest.approx(-(forward.difference or 0))
    assert (forward.wins, forward.ties, forward.losses) == (backward.losses, backward.ties, backward.wins)
    assert forward.wins + forward.ties + forward.losses == 96
    assert (forward.p_better or 0) + (backward.p_better or 0) == pytest.approx(1)
    assert (forward.win_share or 0) + (backward.win_share or 0) == pytest.approx(1)
    assert forward.as_dict()["verdict"] == "better"


def test_a_small_difference_that_is_sure() -> None:
    """A difference is better for being certain, not for being large; with few clusters, Student's t says how certain."""
    rows = [("a", "b", ("first", "first", "second")[n % 3], f"p{n % 3}", f"x{n}") for n in range(600)]
    data = pd.DataFrame(rows, columns=["first", "second", "outcome", "annotator", "prompt"])
    comparison = compare(rank(data, cluster="prompt"), "a", "b")
    assert (comparison.verdict, comparison.difference) == ("better", pytest.approx(np.log(2), abs=0.01))
    assert comparison.low is not None
    assert 0 < comparison.low < 1
    few = pd.DataFrame(
        [
            ("a", "b", "first" if n % 10 < 5 + who else "second", f"p{who}", f"x{n}")
            for who in range(4)
            for n in range(40)
        ],
        columns=["first", "second", "outcome", "annotator", "prompt"],
    )
    judged = rank(few, cluster="annotator")
    direct = compare(judged, "a", "b")
    se = ((direct.high or 0) - (direct.low or 0)) / 2 / stats.t.ppf(0.975, 3)
    assert (judged.df, direct.p_better) == (3, pytest.approx(stats.t.cdf((direct.difference or 0) / se, 3)))


def test_expected_share_matches_the_direct_counts(ranking: Ranking) -> None:
    """The expected share is Davidson's P(win) + P(tie)/2, and is within its limits."""
    comparison = compare(ranking, "a", "b")
    assert comparison.difference is not None
    assert ranking.tie is not None
    terms = [*np.exp([comparison.difference / 2, -comparison.difference / 2]).tolist(), ranking.tie.nu]
    assert comparison.win_share == pytest.approx((terms[0] + terms[2] / 2) / sum(terms))
    assert comparison.win_share_low is not None
    assert comparison.win_share_high is not None
    assert comparison.win_share_low < comparison.win_share < comparison.win_share_high
    assert comparison.win_share == pytest.approx((comparison.wins + comparison.ties / 2) / 96, abs=0.08)
    assert expected_share(ranking, 1e6) == 1.0
    assert expected_share(ranking, None) is None


def test_margin() -> None:
    """Two equal systems are undecided; with a margin beyond the lower bound neither is worse than the other."""
    rows = [("a", "b", outcome) for outcome in ("first", "second", "tie") for _ in range(40)]
    even = rank(pd.DataFrame(rows, columns=["first", "second", "outcome"]))
    comparison = compare(even, "a", "b")
    assert (comparison.verdict, comparison.not_worse) == ("undecided", False)
    assert comparison.low is not None
    assert compare(even, "a", "b", margin=-comparison.low + 0.01).not_worse
    assert not compare(even, "a", "b", margin=-comparison.low - 0.01).not_worse


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([("a", "b", "first")] * 5, "unbounded"),
        ([("a", "x", "first"), ("x", "a", "first"), ("b", "y", "first"), ("y", "b", "first")] * 4, "disconnected"),
        ([("a", "b", "tie")] * 5, "no_error"),
    ],
)
def test_no_difference_to_tell(rows: list[tuple[str, str, str]], reason: str) -> None:
    """Where no finite difference exists the verdict is undecided, never not worse, and says why."""
    comparison = compare(rank(pd.DataFrame(rows, columns=["first", "second", "outcome"])), "a", "b", margin=9.0)
    assert (comparison.verdict, comparison.reason, comparison.difference, comparison.not_worse) == (
        "undecided",
        reason,
        None,
        False,
    )


@pytest.mark.parametrize(("new", "base", "margin"), [("a", "z", 0), ("z", "a", 0), ("a", "a", 0), ("a", "b", -1)])
def test_bad_input(ranking: Ranking, new: str, base: str, margin: float) -> None:
    """Unknown systems, one against itself and a negative margin are refused."""
    with pytest.raises(InputError):
        compare(ranking, new, base, margin=margin)


def test_disjoint_slices_add_their_variances(data: pd.DataFrame) -> None:
    """Without shared annotators or prompts the variance of a difference is the sum of the two rankings' variances."""
    first = data[data["annotator"] < "person-4"]
    second = data[data["annotator"] >= "person-4"].assign(prompt=lambda frame: "other " + frame["prompt"])
    for cluster in ("none", "annotator", "both"):
        comparison = compare_slices(first, second, cluster=cluster)
        left, right = (
            {row.system: row for row in rank(frame, cluster=cluster, reference="b").systems}
            for frame in (first, second)
        )
        relative = {row.system: row for row in compare_slices(first, second, cluster=cluster, reference="b").rows}
        for name in "ac":
            row = relative[name]
            assert (row.first, row.second) == pytest.approx((left[name].strength, right[name].strength))
            assert row.difference == pytest.approx(left[name].strength - right[name].strength)
            if cluster != "both":  # there the largest of several estimates counts, for the sum and for each
                assert row.se == pytest.approx(float(np.hypot(left[name].se or 0, right[name].se or 0)))
        assert (relative["b"].difference, relative["b"].se) == (0.0, 0.0)
        assert sum(row.difference or 0 for row in comparison.rows) == pytest.approx(0)


def test_a_slice_against_itself(data: pd.DataFrame) -> None:
    """The same judgments by the same people cancel: no difference, and clustered no error either."""
    comparison = compare_slices(data, data, cluster="annotator")
    for row in comparison.rows:
        assert row.difference == pytest.approx(0)
        assert not row.decided
    assert comparison.df == 7


def test_slices_without_common_ground(data: pd.DataFrame) -> None:
    """Systems that one slice does not hold get no difference; an unknown reference is refused."""
    first, second = data[data["annotator"] < "person-4"], data[data["annotator"] >= "person-4"]
    rows = compare_slices(first, second[(second["first"] != "c") & (second["second"] != "c")]).rows
    assert [row.difference is None for row in rows] == [False, False, True]
    with pytest.raises(InputError, match="finite strength"):
        compare_slices(first, second[(second["first"] != "c") & (second["second"] != "c")], reference="c")
    with pytest.raises(InputError, match="no judgments"):
        compare_slices(first, second[:0])
    assert all(row.difference is None for row in compare_slices(first[first["outcome"] == "tie"], second).rows)


def test_real_difference_is_decided() -> None:
    """A system that is strong in one slice and weak in the other is decided, with the right sign."""
    chance = np.random.default_rng(3)
    first = judged(chance, [f"person-{n}" for n in range(6)], 20)
    turned = {"a": "c", "c": "a", "b": "b"}
    second = judged(chance, [f"person-{n}" for n in range(6)], 20)
    second = second.assign(first=second["first"].map(turned), second=second["second"].map(turned))
    rows = {row.system: row for row in compare_slices(first, second).rows}
    assert rows["a"].decided
    assert rows["c"].decided
    assert (rows["a"].difference or 0) > 1 > -1 > (rows["c"].difference or 0)
    assert not rows["b"].decided


@pytest.mark.slow
@pytest.mark.parametrize("shared", [True, False], ids=["shared-annotators", "own-annotators"])
def test_coverage_of_the_difference(shared: bool) -> None:
    """The interval of a difference that is 0 covers it in at least 90 % of 150 draws, whoever judged the slices.

    What people who judged both slices have in common cancels: the interval is then narrower than from a mere sum of
    the two rankings' variances, which is exact only for slices judged by different people.
    """
    rounds, people, covered = 150, 10, 0
    own, summed = [], []
    for turn in range(rounds):
        chance = np.random.default_rng(turn)
        frames = []
        for part in range(2):
            crowd = [f"{turn}-{n}-{0 if shared else part}" for n in range(people)]
            frames.append(_leaning(np.random.default_rng(turn if shared else 1000 + 2 * turn + part), chance, crowd))
        row = compare_slices(*frames, cluster="annotator", reference="b").rows[0]
        assert row.low is not None
        assert row.high is not None
        covered += row.low <= 0 <= row.high
        own.append(row.se or 0.0)
        if turn < 20:
            rankings = [rank(frame, cluster="annotator", reference="b") for frame in frames]
            errors = [next(line.se or 0.0 for line in ranking.systems if line.system == "a") for ranking in rankings]
            summed.append(float(np.hypot(*errors)))
    assert 0.90 <= covered / rounds <= 1.0
    ratio = np.mean(own[:20]) / np.mean(summed)
    assert ratio < 0.85 if shared else 0.97 < ratio <= 1.01


def _leaning(taste: np.random.Generator, chance: np.random.Generator, crowd: list[str]) -> pd.DataFrame:
    """Twelve judgments of a against b and of c against b by each person, whose leaning towards a has sd 0.8."""
    d = np.repeat(STRENGTHS[0] + taste.normal(0, 0.8, len(crowd)), 12)
    d = np.concatenate([d, np.full(len(crowd) * 12, STRENGTHS[2])])
    weights = np.exp(np.stack([d / 2, -d / 2, np.full(len(d), -0.3)], axis=1))
    below = (chance.random(len(d))[:, None] * weights.sum(axis=1, keepdims=True) > weights.cumsum(axis=1)).sum(axis=1)
    return pd.DataFrame(
        {
            "first": np.repeat(["a", "c"], len(crowd) * 12),
            "second": "b",
            "outcome": np.array(["first", "second", "tie"])[below],
            "annotator": np.tile(np.repeat(crowd, 12), 2),
        }
    )


@pytest.mark.slow
def test_no_difference_is_decided_within_its_interval() -> None:
    """Three people on two prompts a slice, where the two-way covariance can all but vanish."""
    chance = np.random.default_rng(0)
    for _ in range(100):
        data = judged(chance, ["Kari", "Ola", "Siri"], 4)
        data["outcome"] = chance.choice(["first", "second", "tie"], len(data))
        first = data["prompt"].isin(["p0", "p1"])
        for row in compare_slices(data[first], data[~first]).rows:
            assert row.low is None or row.high is None or not row.decided or not row.low <= 0 <= row.high


def test_equivalence_is_two_one_sided_tests(ranking: Ranking) -> None:
    """The smallest margin is the larger end of the interval that leaves out 5 % on each side."""
    for new, base in (("a", "b"), ("b", "a"), ("b", "c")):
        found = compare(ranking, new, base)
        [pair] = [row for row in ranking.pairs if {row.system, row.opponent} == {new, base}]
        assert pair.se is not None
        ends = [(found.difference or 0) + sign * stats.t.ppf(0.95, ranking.df) * pair.se for sign in (-1, 1)]
        assert found.equal_within == pytest.approx(max(map(abs, ends)))
        assert not found.equivalent
        assert compare(ranking, new, base, margin=(found.equal_within or 0) + 0.01).equivalent
        assert not compare(ranking, new, base, margin=(found.equal_within or 0) - 0.01).equivalent


@pytest.mark.slow
def test_systems_that_differ_by_the_margin_are_seldom_called_equivalent() -> None:
    """In 200 studies of two systems that differ by the margin at most 9 % are called equivalent (5 % and Monte Carlo
    error); by 'not decided, so equal', which is planted, a third would be. Equal ones are, in most."""
    apart = Board(systems=3, annotators=8, overlap=4, prompts=10, spread=0.4, annotator_sd=0.3, prompt_sd=0.3)
    kept = 0.4 / np.sqrt(1 + 0.346 * 2 * (0.3**2 + 0.3**2))  # of all people's judgments together
    found = [compare(rank(apart.judgments(seed), details=False), "s0", "s1", margin=kept) for seed in range(200)]
    assert np.mean([each.equivalent for each in found]) <= 0.09
    assert np.mean([each.verdict == "undecided" for each in found]) > 0.3
    same = replace(apart, spread=0.0, annotators=20, overlap=10, prompts=60, annotator_sd=0.0, prompt_sd=0.0)
    found = [compare(rank(same.judgments(seed), details=False), "s0", "s1", margin=kept) for seed in range(20)]
    assert np.mean([each.equivalent for each in found]) > 0.5
