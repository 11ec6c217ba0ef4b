"""Which ranks hang on one annotator, on length, on position, on overlap."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from eval_core.ranking import rank
from eval_core.ranking.robustness import (
    one_per_comparison,
    robustness,
    with_length,
    with_position,
    without_each_annotator,
)

LLMFAO = Path(__file__).resolve().parents[3] / ".." / "shared" / "data" / "llmfao"


def drawn(n: int = 600, seed: int = 0, *, h: float = 0.0, by_length: float = 0.0) -> pd.DataFrame:
    """Judgments of a > b > c by eight annotators, twice each comparison; length_first and length_second are known."""
    chance = np.random.default_rng(seed)
    strengths = {"a": 0.8, "b": 0.0, "c": -0.8}
    rows = []
    for turn in range(n):
        first, second = (str(name) for name in chance.choice(list(strengths), 2, replace=False))
        long_one, long_two = (float(np.exp(chance.normal(6, 0.5))) for _ in range(2))
        d = strengths[first] - strengths[second] + h + by_length * (np.log(long_one) - np.log(long_two))
        weights = np.exp([d / 2, -d / 2, -0.5])
        outcome = str(chance.choice(["first", "second", "tie"], p=weights / weights.sum()))
        rows.append((first, second, outcome, f"person-{turn % 8}", f"prompt-{turn // 2 % 20}", long_one, long_two))
    names = ["first", "second", "outcome", "annotator", "prompt", "length_first", "length_second"]
    return pd.DataFrame(rows, columns=names)


def test_leaving_out_equals_fitting_the_rest() -> None:
    """Leaving an annotator out gives what `rank` on the others' judgments gives."""
    data = drawn(200)
    ranking = rank(data)
    before = {row.system: row.strength for row in ranking.systems}
    removals = without_each_annotator(ranking, data)
    assert {removal.annotator for removal in removals} == set(data["annotator"])
    for removal in removals:
        assert removal.judgments == 25
        rest = {row.system: row.strength for row in rank(data[data["annotator"] != removal.annotator]).systems}
        shifts = {name: rest[name] - before[name] for name in rest}
        most = max(shifts, key=lambda name: abs(shifts[name]))
        assert removal.change.shifted == most
        assert removal.change.largest_shift == pytest.approx(shifts[most])


def test_an_annotator_who_makes_the_order_is_named_first() -> None:
    """Where one annotator's many judgments put b over a, leaving them out moves both, and they come first."""
    fan = pd.DataFrame(
        [("b", "a", "first", "fan", f"q{n}") for n in range(200)],
        columns=["first", "second", "outcome", "annotator", "prompt"],
    )
    data = pd.concat([drawn(300), fan], ignore_index=True)
    first = without_each_annotator(rank(data), data)[0]
    assert first.annotator == "fan"
    assert [(move.system, move.rank, move.new_rank) for move in first.change.moved] == [("b", 1, 2), ("a", 2, 1)]
    assert first.change.leader_changes


def test_systems_that_only_one_annotator_holds_are_lost() -> None:
    """A system without a finite strength once an annotator is left out is named."""
    data = drawn(200)
    fan = data.iloc[:2].assign(first="d", second="a", annotator="fan", outcome=["first", "second"])
    data = pd.concat([data, fan], ignore_index=True)
    removals = {removal.annotator: removal for removal in without_each_annotator(rank(data, cluster="none"), data)}
    assert removals["person-0"].change.lost == ()
    assert [move.system for move in removals["fan"].change.moved] == []
    assert removals["fan"].change.shifted in {"a", "b", "c"}


def test_nobody_to_leave_out() -> None:
    """Without annotators, or with one only, there is nobody to leave out."""
    data = drawn(100)
    for frame in (data.drop(columns="annotator"), data.assign(annotator="only")):
        assert without_each_annotator(rank(frame, cluster="none"), frame) == ()


def test_position() -> None:
    """A strong position effect is found with its sign; without a known order there is no answer."""
    data = drawn(h=1.0)
    check = with_position(rank(data), data)
    assert check.reason is None
    assert check.effect == pytest.approx(1.0, abs=0.3)
    assert check.se is not None
    assert check.change is not None
    assert with_position(rank(data, position_effect=True), data) == check
    unknown = data.assign(order_known=False)
    assert with_position(rank(unknown), unknown).reason == "no_order"
    sided = pd.DataFrame([("a", "b", "first")] * 4 + [("a", "b", "second")] * 4, columns=["first", "second", "outcome"])
    assert with_position(rank(sided), sided).reason == "not_identified"


def test_length() -> None:
    """A strong effect of length is found with its sign; without lengths there is no answer."""
    data = drawn(by_length=2.0)
    check = with_length(rank(data), data)
    assert check.effect is not None
    assert check.effect > 0.5
    assert check.change is not None
    assert with_length(rank(data), data.drop(columns="length_first")).reason == "no_lengths"
    assert with_length(rank(data), data.assign(length_first=np.nan)).reason == "no_lengths"


def test_a_ranking_at_equal_lengths() -> None:
    """Where the ranking itself has a length covariate, so have the fits without an annotator, and length is asked."""
    data = drawn(200, by_length=2.0)
    data["length_first"] = data["length_first"].where(np.arange(200) % 9 > 0)
    ranking = rank(data, length_covariate=True)
    before = {row.system: row.strength for row in ranking.systems}
    for removal in without_each_annotator(ranking, data):
        # The unit of the covariate is that of all judgments; strengths do not depend on it.
        rest = rank(data[data["annotator"] != removal.annotator], length_covariate=True)
        shifts = {row.system: row.strength - before[row.system] for row in rest.systems}
        assert removal.change.largest_shift == pytest.approx(max(shifts.values(), key=abs))
    assert with_length(ranking, data) == with_length(rank(data), data)


def test_one_judgment_per_comparison() -> None:
    """One judgment of each comparison is kept; which one depends on the seed; pairs may be decided no more."""
    data = drawn(60).assign(prompt="p")  # three comparisons
    check = one_per_comparison(rank(data, cluster="none"), data)
    assert (check.reason, check.judgments) == (None, 3)
    big = drawn(600)
    ranking = rank(big)
    thin = one_per_comparison(ranking, big)
    assert thin.judgments == len(
        {(frozenset(pair), prompt) for *pair, prompt in zip(big["first"], big["second"], big["prompt"], strict=True)}
    )
    assert thin.change is not None
    decided = {(row.system, row.opponent) for row in ranking.pairs if row.decided}
    assert set(thin.change.undecided) <= decided
    assert thin.change.undecided
    assert one_per_comparison(rank(big, seed=1), big).change != thin.change
    alone = big.assign(prompt=[f"p{n}" for n in range(len(big))])
    assert one_per_comparison(rank(alone), alone).reason == "no_overlap"
    pair = [("a", "b", "first", "x", "p"), ("a", "b", "second", "y", "p"), ("b", "a", "tie", "x", "p")]
    single = pd.DataFrame(pair * 2, columns=["first", "second", "outcome", "annotator", "prompt"])
    assert one_per_comparison(rank(single, cluster="annotator"), single).reason == "too_few"


@pytest.mark.slow
def test_real_judgments_are_answered() -> None:
    """All four questions have facts on real judgments (lengths are not there), and 124 fits leave out each annotator."""
    if not LLMFAO.is_dir():
        pytest.skip("the folder shared/ with the llmfao judgments is not here")
    raw = pd.read_csv(LLMFAO / "crowd-comparisons.csv")
    outcome = raw["winner"].map({"left": "first", "right": "second", "tie": "tie"})
    data = pd.DataFrame(
        {
            "first": raw["left"],
            "second": raw["right"],
            "outcome": outcome,
            "annotator": raw["worker"],
            "prompt": raw["prompt"],
        }
    )
    checks = robustness(rank(data), data)
    assert len(checks.annotators) == 124
    assert (checks.length.reason, checks.position.reason, checks.one_judgment.reason) == ("no_lengths", None, None)
    assert checks.one_judgment.judgments is not None
    assert checks.one_judgment.judgments < len(data)
