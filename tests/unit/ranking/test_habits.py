"""Annotators' habits: an annotator with a habit is noticed, one without is not."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from eval_core.errors import InputError
from eval_core.ranking.habits import AnnotatorHabits, annotator_habits, holm, share_with_interval

PEOPLE = ("even", "noisy", "left", "tier", "tired", "rest-1", "rest-2", "rest-3")
STRENGTHS = np.array([1.2, 0.4, -0.4, -1.2])


def drawn(n: int, seed: int, *, plain: bool = False) -> pd.DataFrame:
    """n judgments by each person; four of them, named so, have a habit unless `plain`; seconds count up."""
    chance = np.random.default_rng(seed)
    frames = []
    for name in PEOPLE:
        first = chance.integers(4, size=n)
        second = (first + chance.integers(1, 4, size=n)) % 4
        d = STRENGTHS[first] - STRENGTHS[second]
        log_nu = np.full(n, -0.3)
        if not plain:
            d = d * {"noisy": 0.0, "tired": np.linspace(2.0, 0.0, n)}.get(name, 1.0) + (1.0 if name == "left" else 0.0)
            log_nu += 1.2 if name == "tier" else 0.0
        weights = np.exp(np.stack([d / 2, -d / 2, log_nu], axis=1))
        draw = chance.random(n)[:, None] * weights.sum(axis=1, keepdims=True)
        outcome = np.array(["first", "second", "tie"])[(draw > weights.cumsum(axis=1)).sum(axis=1)]
        letters = np.array(list("abcd"))
        columns = {"first": letters[first], "second": letters[second], "outcome": outcome, "annotator": name}
        frames.append(pd.DataFrame({**columns, "decided_at": pd.date_range("2026-01-01", periods=n, freq="min")}))
    return pd.concat(frames).sample(frac=1, random_state=seed)


@pytest.fixture(scope="module")
def habits() -> dict[str, AnnotatorHabits]:
    return {row.annotator: row for row in annotator_habits(drawn(400, 0))}


@pytest.mark.parametrize(
    ("name", "habit", "sign"),
    [("noisy", "discrimination", 1), ("left", "side", 1), ("tier", "ties", 1), ("tired", "drift", -1)],
)
def test_a_habit_is_found(habits: dict[str, AnnotatorHabits], name: str, habit: str, sign: int) -> None:
    """An annotator with a habit stands out in it, most of all annotators and with its sign."""
    scores = {key: getattr(row, habit).z * sign for key, row in habits.items()}
    assert max(scores, key=lambda key: scores[key]) == name
    assert getattr(habits[name], habit).p_adjusted < 0.005


def test_shares_of_ties(habits: dict[str, AnnotatorHabits]) -> None:
    """The share of ties is next to the share that the others' parameters expect."""
    row = habits["tier"]
    assert row.tie_share is not None
    assert row.expected_tie_share is not None
    assert row.tie_share > row.expected_tie_share + 0.1
    assert (row.judgments, row.tested) == (400, 400)


def test_scores_are_standard_normal_without_habits() -> None:
    """Where no one has a habit, no z varies more than a standard normal one, and hardly any p is small."""
    rows = [row for seed in range(25) for row in annotator_habits(drawn(120, seed, plain=True))]
    for habit in ("discrimination", "side", "ties", "drift"):
        z = np.array([getattr(row, habit).z for row in rows])
        assert abs(z.mean()) < 0.3
        assert 0.6 < z.std() < 1.05
    adjusted = [getattr(row, habit).p_adjusted for row in rows for habit in ("discrimination", "side", "ties", "drift")]
    assert np.mean(np.array(adjusted) < 0.05) < 0.005


def test_two_annotators_are_not_compared() -> None:
    """Of two who differ no one can say which is the unusual one; with a third there is a test."""
    frame = drawn(200, 1)
    two = annotator_habits(frame[frame["annotator"].isin(["even", "noisy"])])
    assert [(row.tested, row.discrimination.z, row.side.z, row.ties.p) for row in two] == [(200, None, None, None)] * 2
    three = annotator_habits(frame[frame["annotator"].isin(["even", "noisy", "rest-1"])])
    assert all(row.discrimination.z is not None for row in three)


def test_discrimination_by_hand() -> None:
    """Two systems, and others who are alike: the z of the formulas written out."""
    others = [("a", "b", outcome, name) for name in "vwx" for outcome in ("first", "first", "second")]
    mine = [("b", "a", "first", "y")] * 4
    frame = pd.DataFrame([*others, *mine], columns=["first", "second", "outcome", "annotator"]).assign(
        order_known=False
    )
    row = next(row for row in annotator_habits(frame) if row.annotator == "y")
    d, v, m = np.log(2), 2 / 9, 2 / 3
    # At the fit to all 13 judgments a won 6 of them.
    w = 6 / 13 * 7 / 13
    error = 1 / (9 * w)  # variance of the others' difference; they are alike, so that τ² is 0
    mean, slope = 4 * w * error, 4 * v * d
    variance = 4 * v * d**2 + slope**2 * error + 2 * mean**2
    assert row.discrimination.z == pytest.approx((4 * m * d - mean) / np.sqrt(variance))
    assert (row.side.z, row.drift) == (None, None)


def test_nothing_to_test() -> None:
    """No annotators give no rows; a lone annotator, or one whom the others do not reach, has no scores."""
    frame = pd.DataFrame([("a", "b", "first"), ("b", "a", "first")], columns=["first", "second", "outcome"])
    assert annotator_habits(frame) == ()
    (lone,) = annotator_habits(frame.assign(annotator="x"))
    assert (lone.tested, lone.discrimination.z, lone.tie_share) == (0, None, None)
    apart = pd.concat([frame.assign(annotator="x"), frame.replace({"a": "c", "b": "d"}).assign(annotator="y")])
    assert [row.tested for row in annotator_habits(apart)] == [0, 0]


def test_holm() -> None:
    """Holm's adjustment of four p-values, worked by hand: steps of 4, 3, 2 and 1 times, never falling."""
    assert holm(np.array([0.01, 0.04, 0.03, 0.005])) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm(np.array([0.6, 0.9])).max() == 1.0
    assert len(holm(np.array([]))) == 0


def test_wilson() -> None:
    """Wilson's interval of 8 of 10 is the formula's, none of none has no share, and impossible counts are refused."""
    result = share_with_interval(8, 10)
    z, n, share = 1.959963984540054, 10, 0.8
    centre, half = share + z**2 / (2 * n), z * np.sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    assert (result.low, result.high) == pytest.approx(
        ((centre - half) / (1 + z**2 / n), (centre + half) / (1 + z**2 / n))
    )
    wider, narrower = share_with_interval(8, 10, 0.99), share_with_interval(8, 10, 0.8)
    assert (wider.low or 0) < (result.low or 0) < (narrower.low or 0)
    assert share_with_interval(0, 0).share is None
    with pytest.raises(InputError):
        share_with_interval(3, 2)
