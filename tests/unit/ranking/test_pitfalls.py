"""Where other rankers answer with nonsense or not at all, ours says what can be said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from threadpoolctl import threadpool_info

from eval_core.ranking import api, rank, rank_counts
from eval_core.ranking.fit import Fit, fit_model
from eval_core.ranking.options import Options
from eval_core.ranking.uncertainty.covariance import covariance_of
from eval_core.ranking.votes import Votes, count, encode
from tests.support.ranking import MODES, assert_sound, by_name, frame

LADDER = [("a", "b", "first", 5), ("b", "c", "first", 5), ("c", "d", "first", 5)]


@pytest.mark.parametrize("mode", MODES)
def test_an_undefeated_system_has_no_huge_strength_with_a_tiny_interval(mode: dict[str, Any]) -> None:
    """It is first by a placement, without an error; a limit on one side and a sign test say what fifty wins say."""
    ranking = rank(frame(("z", "a", "first", 50), ("a", "b", "first", 6), ("b", "a", "first", 5)), **mode)
    assert_sound(ranking)
    row, beaten = by_name(ranking)["z"], by_name(ranking)["a"]
    assert (row.rank, row.bounded, row.se, row.high) == (1, False, None, None)
    assert row.low is not None
    assert beaten.strength + 2 < row.low < 6
    pairs = {pair.system: pair for pair in ranking.pairs if pair.opponent == "z"}
    assert all(pair.low is None for pair in pairs.values())
    # Never compared with b, which may be better than a: that stays open.
    assert (pairs["a"].decided, pairs["a"].p_alone, pairs["b"].decided, pairs["b"].p_alone) == (
        True,
        2.0**-49,
        False,
        1.0,
    )


@pytest.mark.parametrize("mode", MODES)
def test_a_ladder_without_a_reversed_win_does_not_collapse(mode: dict[str, Any]) -> None:
    """Where no strength is finite the systems are still in their order, not all at the bottom."""
    ranking = rank(frame(*LADDER), **mode)
    assert_sound(ranking)
    assert [row.system for row in ranking.systems] == list("abcd")
    assert all(
        first.strength - second.strength > 0.5
        for first, second in zip(ranking.systems, ranking.systems[1:], strict=False)
    )
    assert "unbounded" in [warning.code for warning in ranking.warnings]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "rows",
    [
        [("a", "b", "first", 1)],
        [("a", "b", "tie", 1)],
        [("a", "b", "first", 1), ("c", "d", "second", 1), ("e", "f", "tie", 1)],
        [("a", "b", "first", 2), ("b", "a", "first", 2), ("c", "d", "first", 2), ("d", "c", "first", 2)],
        [*LADDER, ("d", "e", "tie", 3)],
    ],
)
def test_data_that_stop_a_matrix_from_being_inverted(mode: dict[str, Any], rows: list[Any]) -> None:
    """One judgment, separate pieces, pieces of ties: no NaN, no error of linear algebra, with every engine."""
    assert_sound(rank(frame(*rows), **mode))


def test_ties_that_run_away_have_no_enormous_parameter() -> None:
    """Wins and ties of one direction leave the tie parameter without a number instead of 18 with an error of 5e7."""
    ranking = rank(frame(("a", "b", "first", 40), ("a", "b", "tie", 30)))
    assert ranking.tie is None
    assert all(row.se is None for row in ranking.systems)


def test_few_annotators_and_many_systems_give_no_negative_variance() -> None:
    """With 4 annotators and 12 systems no contrast's variance falls below that of either clustering or of none."""
    chance = np.random.default_rng(4)
    names = np.array([f"s{number:02}" for number in range(12)])
    first, step = chance.integers(0, 12, 1500), chance.integers(1, 12, 1500)
    data = pd.DataFrame(
        {
            "first": names[first],
            "second": names[(first + step) % 12],
            "outcome": chance.choice(["first", "second", "tie"], 1500),
            "annotator": chance.integers(0, 4, 1500),
            "prompt": chance.integers(0, 60, 1500),
        }
    )
    votes = encode(data)
    fitted = fit_model(12, count(votes), Options("davidson", "newton", False, None, 0.95, 0, 0))
    pairs = {name: _pair_variance(votes, fitted, name) for name in ("both", "annotator", "prompt", "none")}
    off = ~np.eye(12, dtype=bool)
    raw = _unclipped(votes, fitted)
    assert raw[off].min() < 0  # the formula alone fails on these data
    assert all((pairs["both"] >= pairs[name] - 1e-12).all() for name in ("annotator", "prompt", "none"))
    assert pairs["both"][off].min() > 0
    warned = {warning.code: warning.details for warning in rank(data).warnings}
    assert warned["few_clusters"] == {"clusters": 4, "systems": 12}
    assert warned["few_annotators"] == {"annotators": 4}


def _pair_variance(votes: Votes, fitted: Fit, cluster: str) -> np.ndarray:
    covariance = covariance_of(votes, fitted, cluster)[1]
    assert covariance is not None
    return covariance.pair_variance(np.arange(12))


def _unclipped(votes: Votes, fitted: Fit) -> np.ndarray:
    """Variances of the pairs by V_a + V_p − V_cells unchanged."""
    cells = pd.factorize(votes.annotator * 1000 + votes.prompt)[0].astype(np.int64)
    total = np.zeros((12, 12))
    for codes, sign in ((votes.annotator, 1), (votes.prompt, 1), (cells, -1)):
        covariance = covariance_of(replace(votes, annotator=codes), fitted, "annotator")[1]
        assert covariance is not None
        diagonal = np.diag(covariance.matrix)[:12]
        total += sign * (diagonal[:, None] + diagonal[None, :] - 2 * covariance.matrix[:12, :12])
    return total


def test_win_rates_do_not_depend_on_who_was_met_often() -> None:
    """Beating the weakest a hundred times is one opponent's worth: pooled rates would put the weaker system first."""
    rows = by_name(
        rank(
            frame(
                ("a", "c", "first", 99), ("c", "a", "first", 1), ("b", "a", "first", 7), ("a", "b", "first", 3),
                ("b", "c", "first", 7), ("c", "b", "first", 3),
            )
        )
    )  # fmt: skip
    assert rows["a"].win_rate == pytest.approx((0.99 + 0.3) / 2)
    assert rows["b"].win_rate == pytest.approx(0.7)
    assert rows["b"].win_rate > rows["a"].win_rate


def test_equal_systems_share_their_rank() -> None:
    """Systems of equal record have equal strength and one rank, whatever rounding says."""
    circle = [(first, second, outcome, 3) for first, second in ("ab", "bc", "ca") for outcome in ("first", "tie")]
    assert [row.rank for row in rank(frame(*circle)).systems] == [1, 1, 1]


def test_every_fit_runs_on_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two spinning threads on a busy machine cost many times the fit: none of the libraries may start a second."""
    seen: list[int] = []

    def watched(*words: Any) -> Fit:
        seen.extend(library["num_threads"] for library in threadpool_info())
        return fit_model(*words)

    monkeypatch.setattr(api, "fit_model", watched)
    data = frame(("a", "b", "first", 3), ("b", "a", "first", 2))
    rank(data)
    rank_counts(data.assign(n=2))
    assert seen
    assert set(seen) == {1}
