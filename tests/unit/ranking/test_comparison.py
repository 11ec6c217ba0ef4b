"""Two systems, and two slices, held against each other."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from eval_core.errors import InputError
from eval_core.ranking import Ranking, rank
from eval_core.ranking.comparison import compare, expected_share
from eval_core.ranking.slices import compare_slices

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
    one, two = compare(ranking, "a", "c"), compare(ranking, "c", "a")
    assert (one.verdict, two.verdict, one.decided, two.decided) == ("better", "worse", True, True)
    assert one.difference == pytest.approx(1.6, abs=0.5)
    assert one.low is not None
    assert two.low is not None
    assert two.high == pytest.approx(-one.low)
    assert two.difference == pytest.approx(-(one.difference or 0))
    assert (one.wins, one.ties, one.losses) == (two.losses, two.ties, two.wins)
    assert one.wins + one.ties + one.losses == 96
    assert (one.p_better or 0) + (two.p_better or 0) == pytest.approx(1)
    assert (one.win_share or 0) + (two.win_share or 0) == pytest.approx(1)
    assert one.as_dict()["verdict"] == "better"


def test_a_small_difference_that_is_sure() -> None:
    """A difference is better for being sure, not for being large; how sure is told by Student's t where clusters are few."""
    rows = [("a", "b", ("first", "first", "second")[n % 3], f"p{n % 3}", f"x{n}") for n in range(600)]
    data = pd.DataFrame(rows, columns=["first", "second", "outcome", "annotator", "prompt"])
    found = compare(rank(data, cluster="prompt"), "a", "b")
    assert (found.verdict, found.difference) == ("better", pytest.approx(np.log(2), abs=0.01))
    assert found.low is not None
    assert 0 < found.low < 1
    few = pd.DataFrame(
        [
            ("a", "b", "first" if n % 10 < 5 + who else "second", f"p{who}", f"x{n}")
            for who in range(4)
            for n in range(40)
        ],
        columns=["first", "second", "outcome", "annotator", "prompt"],
    )
    judged = rank(few, cluster="annotator")
    one = compare(judged, "a", "b")
    se = ((one.high or 0) - (one.low or 0)) / 2 / stats.t.ppf(0.975, 3)
    assert (judged.df, one.p_better) == (3, pytest.approx(stats.t.cdf((one.difference or 0) / se, 3)))


def test_expected_share_matches_the_direct_counts(ranking: Ranking) -> None:
    """The expected share is Davidson's P(win) + P(tie)/2, and lies within its limits."""
    found = compare(ranking, "a", "b")
    assert found.difference is not None
    assert ranking.tie is not None
    terms = [*np.exp([found.difference / 2, -found.difference / 2]).tolist(), ranking.tie.nu]
    assert found.win_share == pytest.approx((terms[0] + terms[2] / 2) / sum(terms))
    assert found.win_share_low is not None
    assert found.win_share_high is not None
    assert found.win_share_low < found.win_share < found.win_share_high
    assert found.win_share == pytest.approx((found.wins + found.ties / 2) / 96, abs=0.08)
    assert expected_share(ranking, 1e6) == 1.0
    assert expected_share(ranking, None) is None


def test_margin() -> None:
    """Two equal systems are undecided; with a margin beyond the lower bound neither is worse than the other."""
    rows = [("a", "b", outcome) for outcome in ("first", "second", "tie") for _ in range(40)]
    even = rank(pd.DataFrame(rows, columns=["first", "second", "outcome"]))
    found = compare(even, "a", "b")
    assert (found.verdict, found.not_worse) == ("undecided", False)
    assert found.low is not None
    assert compare(even, "a", "b", margin=-found.low + 0.01).not_worse
    assert not compare(even, "a", "b", margin=-found.low - 0.01).not_worse


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
    found = compare(rank(pd.DataFrame(rows, columns=["first", "second", "outcome"])), "a", "b", margin=9.0)
    assert (found.verdict, found.reason, found.difference, found.not_worse) == ("undecided", reason, None, False)


@pytest.mark.parametrize(("new", "base", "margin"), [("a", "z", 0), ("z", "a", 0), ("a", "a", 0), ("a", "b", -1)])
def test_bad_input(ranking: Ranking, new: str, base: str, margin: float) -> None:
    """Unknown systems, one against itself and a negative margin are refused."""
    with pytest.raises(InputError):
        compare(ranking, new, base, margin=margin)


def test_disjoint_slices_add_their_variances(data: pd.DataFrame) -> None:
    """Without shared annotators or prompts the variance of a difference is the sum of the two rankings' variances."""
    one = data[data["annotator"] < "person-4"]
    two = data[data["annotator"] >= "person-4"].assign(prompt=lambda frame: "other " + frame["prompt"])
    for cluster in ("none", "annotator", "both"):
        found = compare_slices(one, two, cluster=cluster)
        left, right = (
            {row.system: row for row in rank(frame, cluster=cluster, reference="b").systems} for frame in (one, two)
        )
        relative = {row.system: row for row in compare_slices(one, two, cluster=cluster, reference="b").rows}
        for name in "ac":
            row = relative[name]
            assert (row.first, row.second) == pytest.approx((left[name].strength, right[name].strength))
            assert row.difference == pytest.approx(left[name].strength - right[name].strength)
            if cluster != "both":  # there the largest of several estimates counts, for the sum and for each
                assert row.se == pytest.approx(float(np.hypot(left[name].se or 0, right[name].se or 0)))
        assert (relative["b"].difference, relative["b"].se) == (0.0, 0.0)
        assert sum(row.difference or 0 for row in found.rows) == pytest.approx(0)


def test_a_slice_against_itself(data: pd.DataFrame) -> None:
    """The same judgments by the same people cancel: no difference, and clustered no error either."""
    found = compare_slices(data, data, cluster="annotator")
    for row in found.rows:
        assert row.difference == pytest.approx(0)
        assert not row.decided
    assert found.df == 7


def test_slices_without_common_ground(data: pd.DataFrame) -> None:
    """Systems that one slice does not hold get no difference; an unknown reference is refused."""
    one, two = data[data["annotator"] < "person-4"], data[data["annotator"] >= "person-4"]
    rows = compare_slices(one, two[(two["first"] != "c") & (two["second"] != "c")]).rows
    assert [row.difference is None for row in rows] == [False, False, True]
    with pytest.raises(InputError, match="finite strength"):
        compare_slices(one, two[(two["first"] != "c") & (two["second"] != "c")], reference="c")
    with pytest.raises(InputError, match="no judgments"):
        compare_slices(one, two[:0])
    assert all(row.difference is None for row in compare_slices(one[one["outcome"] == "tie"], two).rows)


def test_real_difference_is_decided() -> None:
    """A system that is strong in one slice and weak in the other is told apart, with the right sign."""
    chance = np.random.default_rng(3)
    one = judged(chance, [f"person-{n}" for n in range(6)], 20)
    turned = {"a": "c", "c": "a", "b": "b"}
    two = judged(chance, [f"person-{n}" for n in range(6)], 20)
    two = two.assign(first=two["first"].map(turned), second=two["second"].map(turned))
    rows = {row.system: row for row in compare_slices(one, two).rows}
    assert rows["a"].decided
    assert rows["c"].decided
    assert (rows["a"].difference or 0) > 1 > -1 > (rows["c"].difference or 0)
    assert not rows["b"].decided


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


def test_no_difference_is_decided_within_its_interval() -> None:
    """Three people on two prompts a slice, where the two-way covariance can all but vanish."""
    chance = np.random.default_rng(0)
    for _ in range(100):
        data = judged(chance, ["Kari", "Ola", "Siri"], 4)
        data["outcome"] = chance.choice(["first", "second", "tie"], len(data))
        first = data["prompt"].isin(["p0", "p1"])
        for row in compare_slices(data[first], data[~first]).rows:
            assert row.low is None or row.high is None or not row.decided or not row.low <= 0 <= row.high
