"""Which decisions hang on length, on position, on overlap."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from eval_core.ranking import rank
from eval_core.ranking.results import Ranking
from eval_core.ranking.robustness import (
    one_per_comparison,
    robustness,
    with_length,
    with_position,
)

LLMFAO = Path(__file__).resolve().parents[4] / ".." / "shared" / "data" / "llmfao"


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


def decisions(ranking: Ranking) -> set[tuple[str, str]]:
    """(stronger, weaker) of every decided pair."""
    place = {row.system: row.strength for row in ranking.systems}
    pairs = [(pair.system, pair.opponent) for pair in ranking.pairs if pair.decided]
    return {(a, b) if place[a] > place[b] else (b, a) for a, b in pairs}


def test_position() -> None:
    """A strong position effect is found with its sign; without a known order there is no answer."""
    data = drawn(h=1.0)
    check = with_position(rank(data), data)
    assert check.reason is None
    assert check.effect == pytest.approx(1.0, abs=0.3)
    fitted = rank(data, position_effect=True).position
    assert fitted is not None
    assert (check.effect, check.se) == (pytest.approx(fitted.log_odds), pytest.approx(fitted.se))
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


@pytest.mark.parametrize("cluster", ["auto", "annotator", "none"])
def test_other_models_decide_what_rank_decides(cluster: str) -> None:
    """The decisions with length, and with position, are those that `rank` makes when it is asked for them."""
    data = drawn(150, seed=4, h=0.7, by_length=1.5)
    ranking = rank(data, cluster=cluster)
    before = decisions(ranking)
    for check, other in (
        (with_length(ranking, data), rank(data, cluster=cluster, length_covariate=True)),
        (with_position(ranking, data), rank(data, cluster=cluster, position_effect=True)),
    ):
        assert check.change is not None
        after = decisions(other)
        assert set(check.change.undecided) == {pair for pair in before - after if pair[::-1] not in after}
        assert set(check.change.decided) == {pair for pair in after - before if pair[::-1] not in before}
        assert set(check.change.turned) == {pair for pair in after if pair[::-1] in before}


def test_a_ranking_at_equal_lengths() -> None:
    """Where the ranking itself has a length covariate, the question about length has the same answer."""
    data = drawn(200, by_length=2.0)
    data["length_first"] = data["length_first"].where(np.arange(200) % 9 > 0)
    ranking = rank(data, length_covariate=True)
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
    assert set(thin.change.undecided) <= decisions(ranking)
    assert thin.change.undecided
    assert one_per_comparison(rank(big, seed=1), big).change != thin.change
    alone = big.assign(prompt=[f"p{n}" for n in range(len(big))])
    assert one_per_comparison(rank(alone), alone).reason == "no_overlap"
    pair = [("a", "b", "first", "x", "p"), ("a", "b", "second", "y", "p"), ("b", "a", "tie", "x", "p")]
    single = pd.DataFrame(pair * 2, columns=["first", "second", "outcome", "annotator", "prompt"])
    assert one_per_comparison(rank(single, cluster="annotator"), single).reason == "too_few"


@pytest.mark.slow
def test_real_judgments_are_answered() -> None:
    """All three questions have facts on real judgments within two seconds."""
    if not LLMFAO.is_dir():
        pytest.skip("the folder shared/ with the llmfao judgments is not here")
    raw = pd.read_csv(LLMFAO / "crowd-comparisons.csv")
    chance = np.random.default_rng(0)
    data = pd.DataFrame(
        {
            "first": raw["left"],
            "second": raw["right"],
            "outcome": raw["winner"].map({"left": "first", "right": "second", "tie": "tie"}),
            "annotator": raw["worker"],
            "prompt": raw["prompt"],
            "length_first": chance.lognormal(6, 0.5, len(raw)).round(),
            "length_second": chance.lognormal(6, 0.5, len(raw)).round(),
        }
    )
    ranking = rank(data)
    start = time.process_time()
    checks = robustness(ranking, data)
    assert time.process_time() - start < 2
    assert checks.decisions == len(decisions(ranking))
    assert (checks.length.reason, checks.position.reason, checks.one_judgment.reason) == (None, None, None)
    assert checks.one_judgment.judgments is not None
    assert checks.one_judgment.judgments < len(data)
