"""The probability of every rank agrees with counting by hand and with what the ranking reports."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval_core.errors import InputError
from eval_core.ranking import encode, rank
from eval_core.ranking.uncertainty.rank_shares import rank_probabilities, rank_shares
from tests.support.rank_shares import frame


def by_hand(strengths: np.ndarray, draws: np.ndarray) -> np.ndarray:
    """Every draw sorted one by one; equals get equal parts of their ranks."""
    shares = np.zeros((len(strengths),) * 2)
    for values in strengths + draws:
        for i, mine in enumerate(values):
            above, level = int((values > mine).sum()), int((values == mine).sum())
            shares[i, above : above + level] += 1 / level
    return shares / len(draws)


@given(
    st.integers(1, 6).flatmap(lambda m: st.tuples(st.just(m), st.lists(st.integers(-3, 3), min_size=m, max_size=8 * m)))
)
def test_shares_are_counts_of_sorted_draws(drawn: tuple[int, list[int]]) -> None:
    """Ties included, each share is what sorting every draw by hand gives; rows and columns sum to one."""
    m, values = drawn
    draws = np.array(values[: len(values) // m * m], dtype=float).reshape(-1, m)
    shares = rank_shares(np.arange(m, dtype=float), draws)
    assert shares == pytest.approx(by_hand(np.arange(m, dtype=float), draws))
    assert shares.sum(axis=0) == pytest.approx(np.ones(m))
    assert shares.sum(axis=1) == pytest.approx(np.ones(m))


@pytest.mark.parametrize(
    "options", [{}, {"model": "bradley-terry"}, {"position_effect": True}, {"cluster": "annotator"}]
)
def test_the_first_rank_is_p_best(options: dict[str, object]) -> None:
    """The share of rank 1 is the ranking's P(best), system by system, whatever the model and the clusters."""
    votes = frame()
    table = rank_probabilities(encode(votes), **options)  # type: ignore[arg-type]
    best = table[table["rank"] == 1].set_index("system")["share"]
    expected = {row.system: row.p_best for row in rank(votes, **options).systems}  # type: ignore[arg-type]
    assert dict(best) == pytest.approx(expected, abs=1e-9)


def test_a_length_covariate_is_in_the_shares() -> None:
    """Where the judgments carry lengths, the shares are those of the fit that holds length equal."""
    chance = np.random.default_rng(5)
    votes = frame().assign(length_first=chance.integers(50, 500, 600), length_second=chance.integers(50, 500, 600))
    table = rank_probabilities(encode(votes, length_covariate=True))
    best = dict(table[table["rank"] == 1].set_index("system")["share"])
    assert best == pytest.approx({row.system: row.p_best for row in rank(votes, length_covariate=True).systems})
    assert not table.equals(rank_probabilities(encode(votes)))


def test_rows_are_whole_and_ordered() -> None:
    """Each system has every rank once, its shares sum to one, and the best mean rank is first."""
    table = rank_probabilities(encode(frame()))
    assert list(table.columns) == ["component", "system", "rank", "share"]
    assert table.groupby("system")["rank"].agg(list).map(lambda ranks: ranks == [1, 2, 3, 4, 5, 6]).all()
    assert table.groupby("system")["share"].sum().to_numpy() == pytest.approx(np.ones(6))
    mean = (table["rank"] * table["share"]).groupby(table["system"], sort=False).sum()
    assert mean.is_monotonic_increasing


def test_the_seed_repeats_the_draws() -> None:
    """The same seed gives the same table, another one another."""
    votes = encode(frame())
    pd.testing.assert_frame_equal(rank_probabilities(votes, seed=3), rank_probabilities(votes, seed=3))
    assert not rank_probabilities(votes, seed=3).equals(rank_probabilities(votes, seed=4))


def test_components_are_ranked_on_their_own() -> None:
    """Two groups never compared have ranks 1 to their own size each."""
    apart = pd.concat([frame(1, "abc"), frame(2, "xy")])
    table = rank_probabilities(encode(apart))
    assert table.groupby("component")["system"].agg(set).tolist() == [set("abc"), set("xy")]
    assert table.groupby("component")["rank"].max().tolist() == [3, 2]


def test_who_won_everything_is_in_it_and_ties_alone_are_not() -> None:
    """One that won everything before a single annotator is likely first, not surely; where all are ties none is."""
    top = pd.DataFrame(
        {"first": ["z"] * 9, "second": list("abcabcabc"), "outcome": "first", "annotator": 1, "prompt": 2}
    )
    table = rank_probabilities(encode(pd.concat([frame(1, "abc"), top]))).set_index(["system", "rank"])["share"]
    assert {system for system, _ in table.index} == set("abcz")
    assert 0.5 < table["z", 1] < 0.99
    ties = rank_probabilities(encode(frame(1, "abc").assign(outcome="tie")))
    assert (list(ties.columns), len(ties)) == (["component", "system", "rank", "share"], 0)


def test_bad_options_are_refused() -> None:
    """An unknown model is an InputError, as in `rank`."""
    with pytest.raises(InputError, match="model"):
        rank_probabilities(encode(frame()), model="elo")
