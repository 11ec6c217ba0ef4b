"""Systems told apart by ratings: paired by prompt and rater, all pairs together, and nothing claimed from too little."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from scipy import stats

from eval_core.errors import InputError
from eval_core.scoring import Rule, ScoreDifferences, item_scores, score_differences, score_verdict, system_scores
from tests.unit.scoring.samples import ONE, RATINGS, SMALL, from_array, rated, scored

FIVE = Rule((("x", 1, 5),), "mean")


def panel(
    *,
    raters: int = 5,
    prompts: int = 60,
    gap: float = 0.0,
    systems: int = 2,
    noise: float = 0.8,
    share: float = 1.0,
    seed: int = 0,
) -> pd.DataFrame:
    """Ratings from 1 to 5: prompts and raters are easy or hard, and have opinions of their own on each system.

    The last system is better than the first by `gap`; each rater rates a share of the responses.
    """
    chance = np.random.default_rng(seed)
    shape = (prompts, systems, raters, 1)
    latent = (
        3
        + np.linspace(-gap / 2, gap / 2, systems)[None, :, None, None]
        + chance.normal(0, 0.6, (prompts, 1, 1, 1))
        + chance.normal(0, 0.4, (1, 1, raters, 1))
        + chance.normal(0, 0.3, (prompts, systems, 1, 1))
        + chance.normal(0, 0.25, (1, systems, raters, 1))
        + chance.normal(0, noise, shape)
    )
    values = np.clip(np.rint(latent), 1, 5).astype(np.int64)
    values[chance.random(shape) >= share] = -2
    return from_array(values, ("x",))


def found(frame: pd.DataFrame, rule: Rule = FIVE) -> ScoreDifferences:
    return score_differences(item_scores(frame, rule))


def test_five_raters_who_all_prefer_one_system_decide() -> None:
    """`new` over `base` for each of five raters on 60 prompts, p = 1e-5 by a paired test over prompts: separated, next
    to four other systems too. Intervals of the two scores overlap widely, since prompts and raters differ."""
    chance = np.random.default_rng(2)
    base = 3 + chance.normal(0, 0.9, (60, 1)) + np.array([-1.0, -0.5, 0, 0.5, 1])
    gains = [0.39, *[0.0] * 4]
    every = [base] + [base + gain + chance.normal(0, 0.55, (60, 1)) + chance.normal(0, 0.3, (60, 5)) for gain in gains]
    values = np.clip(np.rint(np.stack(every, axis=1)[..., None] * 1000), 0, 10_000).astype(np.int64)
    better = values[:, 1, :, 0] - values[:, 0, :, 0]
    assert (better.mean(axis=0) > 0).all()
    assert 1e-6 < stats.ttest_1samp(better.mean(axis=1), 0).pvalue < 1e-4
    rule = Rule((("x", 0, 10_000),), "mean")
    for systems in (2, 6):
        assert found(from_array(values[:, :systems], ("x",)), rule).decided("s0", "s1")
    scores = item_scores(from_array(values[:, :2], ("x",)), rule)
    low, high = (row.score for row in system_scores(scores) if row.annotator is None)
    assert low.high is not None
    assert high.low is not None
    assert low.high > high.low


@pytest.mark.parametrize(
    ("raters", "items", "reason"), [(5, 1, "one_prompt"), (1, 3, "one_rater"), (1, 60, "one_rater")]
)
def test_too_little_separates_nothing(raters: int, items: int, reason: str) -> None:
    """One sentence, however many rate it, and one rater, however much they rate: no interval, and nothing decided."""
    chance = np.random.default_rng(1)
    table: dict[str, list[list[float | None]]] = {
        f"r{rater}": [[float(high), float(low)] for high, low in zip(*_far_apart(chance, items), strict=True)]
        for rater in range(raters)
    }
    [pair] = score_differences(item_scores(scored(table), ONE)).pairs
    assert (pair.decided, pair.se, pair.low, pair.p, pair.reason) == (False, None, None, None, reason)
    assert pair.difference > 50


def _far_apart(chance: np.random.Generator, items: int) -> tuple[np.ndarray, np.ndarray]:
    return chance.integers(90, 100, items), chance.integers(0, 10, items)


def test_ratings_that_are_all_alike_separate_nothing() -> None:
    """Where every rater gives every prompt the same difference, nothing says how others would differ."""
    table: dict[str, list[list[float | None]]] = {
        name: [[40.0, 30.0] for _ in range(5)] for name in ("ann", "bo", "cy")
    }
    [pair] = score_differences(item_scores(scored(table), ONE)).pairs
    assert (pair.difference, pair.decided, pair.reason) == (10, False, "no_spread")


@given(RATINGS)
def test_the_difference_is_that_of_the_scores(frame: pd.DataFrame) -> None:
    """A pair's difference is that of the two scores that are shown, its intervals hold it, the one for all pairs is at
    least as wide as its own, and what is decided has p of 5% at most."""
    scores = item_scores(frame, SMALL)
    means = {row.system: row.score.value for row in system_scores(scores) if row.annotator is None}
    differences = score_differences(scores)
    assert (
        len(differences.pairs)
        == sum(value is not None for value in means.values())
        * (sum(value is not None for value in means.values()) - 1)
        // 2
    )
    for pair in differences.pairs:
        assert pair.difference == pytest.approx(float(means[pair.system] or 0) - float(means[pair.opponent] or 0))
        if pair.low is None or pair.high is None or pair.all_low is None or pair.all_high is None or pair.p is None:
            assert (pair.reason is None, pair.decided) == (False, False)
            continue
        assert pair.all_low <= pair.low <= pair.difference <= pair.high <= pair.all_high
        assert pair.decided == (pair.p <= 0.05)


def test_what_raters_and_prompts_add_cancels_out() -> None:
    """A strict rater and a hard prompt move both systems alike: differences and intervals stay as they were."""
    plain = panel(systems=3, gap=0.5, noise=1)
    moved = plain.assign(
        value=plain["value"] * 10
        + plain["annotator"].map({f"person-{n}": 3 * n for n in range(5)})
        + plain["item"].map({f"p{n}": n % 7 for n in range(60)})
    )
    rule = Rule((("x", 0, 100),), "mean")
    for one, other in zip(
        found(plain.assign(value=plain["value"] * 10), rule).pairs, found(moved, rule).pairs, strict=True
    ):
        assert (one.difference, one.se) == pytest.approx((other.difference, other.se))
        assert one.p == pytest.approx(other.p, abs=0.005)  # a share of draws


def test_few_prompts_in_common_take_a_larger_difference() -> None:
    """A newcomer with three prompts among systems with sixty has no more degrees of freedom than three prompts give."""
    frame = panel(systems=3, gap=1.2, seed=4)
    few = frame[(frame["system"] != "s2") | frame["item"].isin(["p0", "p1", "p2"])]
    pairs = {(pair.system, pair.opponent): pair for pair in found(few).pairs}
    assert (pairs["s0", "s2"].units, pairs["s0", "s1"].units) == (3, 60)
    newcomer, known = pairs["s1", "s2"], pairs["s0", "s1"]
    for pair in (newcomer, known):
        assert pair.high is not None
    width = {name: (pair.high - pair.difference) / pair.se for name, pair in (("few", newcomer), ("all", known))}  # type: ignore[operator]
    assert width["few"] > 1.15 * width["all"]


def test_a_comparison_planned_in_advance() -> None:
    """Seen from either side, with a margin, and with the ratings of both counted prompt by prompt."""
    differences = found(panel(gap=0.9, seed=5))
    better, worse = (score_verdict(differences, *names, margin=0.2) for names in (("s1", "s0"), ("s0", "s1")))
    assert (better.verdict, worse.verdict, better.not_worse, worse.not_worse) == ("better", "worse", True, False)
    assert (better.wins, better.losses) == (worse.losses, worse.wins)
    assert better.low == pytest.approx(-(worse.high or 0))
    assert better.wins + better.ties + better.losses == 300
    assert not better.equivalent
    assert score_verdict(differences, "s1", "s0", margin=5).equivalent
    for names, code in ((("s0", "s0"), "same_system"), (("s0", "x"), "system_without_ratings")):
        with pytest.raises(InputError) as refused:
            score_verdict(differences, *names)
        assert refused.value.code == code
    with pytest.raises(InputError):
        score_verdict(differences, "s0", "s1", margin=-1)


def test_no_system_and_one_system() -> None:
    """Nothing rated and one system alone have no pairs."""
    assert found(rated().astype({"value": float})).pairs == ()
    assert found(rated(("p", None, "a", "ann", "x", 3))).pairs == ()


STUDIES = 400


@pytest.mark.slow
@pytest.mark.parametrize(
    ("systems", "raters", "prompts", "share"),
    [(2, 5, 60, 1.0), (5, 2, 60, 1.0), (5, 3, 60, 1.0), (5, 5, 60, 1.0), (5, 5, 10, 1.0), (5, 10, 60, 0.3)],
)
def test_intervals_hold_and_equal_systems_are_not_separated(
    systems: int, raters: int, prompts: int, share: float
) -> None:
    """Of equal systems 95% intervals hold zero in 94% at least, and any pair is separated in 6% of studies at most,
    each within two Monte Carlo standard errors; docs/statistics.md has the figures."""
    held, false = [], []
    for seed in range(STUDIES):
        differences = found(panel(systems=systems, raters=raters, prompts=prompts, share=share, seed=seed))
        inside = [pair.low <= 0 <= pair.high for pair in differences.pairs if pair.low is not None and pair.high]
        held.append(np.mean(inside))
        false.append(any(pair.decided for pair in differences.pairs))
    print(systems, raters, prompts, share, f"held {np.mean(held):.3f} false {np.mean(false):.3f}")
    assert np.mean(held) >= 0.94 - 2 * np.std(held) / np.sqrt(STUDIES)
    assert np.mean(false) <= 0.06 + 2 * np.sqrt(0.06 * 0.94 / STUDIES)
