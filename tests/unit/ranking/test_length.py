"""The length covariate: what it estimates, when it has no number, and what it leaves as it was."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog, minimize

from eval_core.errors import InputError
from eval_core.ranking import LengthEffect, Ranking, rank
from tests.support.ranking import MODES, OUTCOMES, QUICK, Search, assert_sound, by_name, frame, judgments

SIDES = ["length_first", "length_second"]
FITTED = MODES[:4]  # Newton's


def simulated(n: int, gamma: float, seed: int, h: float = 0.0) -> pd.DataFrame:
    """Judgments from Davidson's model with an effect `gamma` of the log ratio of lengths; b writes at length."""
    chance = np.random.default_rng(seed)
    strengths = {"a": 0.4, "b": 0.0, "c": -0.4}
    rows = []
    for turn in range(n):
        first, second = (str(name) for name in chance.choice(list(strengths), 2, replace=False))
        lengths = [int(chance.lognormal(7.0 if name == "b" else 6.0, 0.5)) + 1 for name in (first, second)]
        d = strengths[first] - strengths[second] + h + gamma * np.log(lengths[0] / lengths[1])
        weights = np.exp([d / 2, -d / 2, -0.3])
        outcome = chance.choice(OUTCOMES, p=weights / weights.sum())
        rows.append((first, second, outcome, *lengths, f"person-{turn % 9}", f"prompt-{turn % 30}"))
    return pd.DataFrame(rows, columns=["first", "second", "outcome", *SIDES, "annotator", "prompt"])


def length_of(ranking: Ranking) -> LengthEffect:
    assert ranking.length is not None
    return ranking.length


@st.composite
def with_lengths(draw: st.DrawFn) -> pd.DataFrame:
    """Judgments as of `test_degenerate`, each with two lengths out of few, some of them unknown."""
    data = draw(judgments())
    some = draw(st.sampled_from([(100, 200), (100, 130, 400), (100, 200, None), (100,)]))
    sides = st.lists(st.sampled_from(some), min_size=len(data), max_size=len(data))
    return data.assign(**{side: pd.Series(draw(sides), dtype=float).to_numpy() for side in SIDES})


def is_identified(data: pd.DataFrame, davidson: bool, position: bool) -> bool:
    """Whether a plain search, judgment by judgment, finds no direction that moves the effect of length."""
    search = Search(data, davidson, position)
    ratio = np.nan_to_num(np.log(data[SIDES[0]].to_numpy()) - np.log(data[SIDES[1]].to_numpy()))
    # Each row of the cone has δd with its sign, and so the sign of the first system of its judgment.
    rows_of = [2] * len(data)
    at = np.repeat(np.arange(len(data)), rows_of)
    sign = search.cone[np.arange(len(at)), [search.names.index(data["first"].iloc[i]) for i in at]]
    cone = np.column_stack([search.cone, sign * ratio[at]])
    bounds = [*search.bounds, (-1.0, 1.0)]
    for direction in (-1.0, 1.0):
        goal = np.append(np.zeros(search.length), direction)
        answer = linprog(goal, A_ub=-cone, b_ub=np.zeros(len(cone)), bounds=bounds)
        assert answer.x is not None
        if -answer.fun > 1e-6:
            return False
    return True


@QUICK
@given(with_lengths(), st.sampled_from(FITTED))
def test_numbers_are_finite_and_plausible_or_absent(data: pd.DataFrame, mode: dict[str, Any]) -> None:
    """No shape of data and lengths yields an absurd number, a NaN or a crash."""
    ranking = rank(data, **mode, length_covariate=True)
    assert_sound(ranking)
    effect = ranking.length
    if effect is None:
        assert "length_not_identified" in [warning.code for warning in ranking.warnings]
    else:
        assert abs(effect.log_odds) < 25
        assert effect.se is None or 1e-6 < effect.se < 1e3
        assert effect.sd > 0


@QUICK
@given(with_lengths(), st.sampled_from(FITTED))
def test_length_changes_no_boundedness(data: pd.DataFrame, mode: dict[str, Any]) -> None:
    """The effect of length is estimated only where it cannot run away, and then the same systems are bounded."""
    without, with_it = rank(data, **mode), rank(data, **mode, length_covariate=True)
    assert {row.system for row in without.systems if row.bounded} == {
        row.system for row in with_it.systems if row.bounded
    }
    assert (without.position is None) == (with_it.position is None)
    if with_it.length is None:
        numbers = [{row.system: row.strength for row in ranking.systems} for ranking in (without, with_it)]
        assert numbers[1] == pytest.approx(numbers[0], abs=1e-6)


@QUICK
@given(with_lengths(), st.sampled_from(FITTED))
def test_length_is_told_where_a_plain_search_holds_it(data: pd.DataFrame, mode: dict[str, Any]) -> None:
    """It has a number only where no direction moves it, and always there if something was won in a class."""
    ranking = rank(data, **mode, length_covariate=True)
    identified = is_identified(data, mode["model"] == "davidson", ranking.position is not None)
    if ranking.length is not None:
        assert identified
    elif identified:
        assert all(row.se is None for row in ranking.systems)


def test_fit_is_the_maximum_of_its_likelihood() -> None:
    """Newton's answer agrees with a general optimiser on the likelihood written out plainly, in both models."""
    data = simulated(400, 0.8, seed=1, h=0.3)
    index = {"a": 0, "b": 1, "c": 2}
    ratio = np.log(data[SIDES[0]] / data[SIDES[1]]).to_numpy()
    sd = np.sqrt((ratio**2).mean())
    first, second = data["first"].map(index).to_numpy(), data["second"].map(index).to_numpy()
    outcome = data["outcome"].map({name: code for code, name in enumerate(OUTCOMES)}).to_numpy()

    def loss(x: np.ndarray, davidson: bool) -> float:
        theta = np.array([x[0], x[1], -x[0] - x[1]])
        d = theta[first] - theta[second] + x[2] + x[3] * ratio / sd
        if davidson:
            terms = np.stack([d / 2, -d / 2, np.full(len(d), x[4])])
            logs = terms - np.log(np.exp(terms).sum(axis=0))
        else:
            logs = np.stack([-np.logaddexp(0, -d), -np.logaddexp(0, d)])
            logs = np.vstack([logs, logs.mean(axis=0)])
        return float(-logs[outcome, np.arange(len(d))].sum())

    for davidson, model in ((True, "davidson"), (False, "bradley-terry")):
        best = minimize(loss, np.zeros(5 if davidson else 4), args=(davidson,), tol=1e-12).x
        ranking = rank(data, model=model, position_effect=True, length_covariate=True)
        rows = by_name(ranking)
        assert ranking.position is not None
        values = [rows["a"].strength, rows["b"].strength, ranking.position.log_odds, length_of(ranking).log_odds]
        assert values == pytest.approx(list(best[:4]), abs=1e-4)
        assert length_of(ranking).sd == pytest.approx(sd)


@pytest.mark.parametrize("cluster", ["none", "annotator", "both"])
def test_errors_are_the_sandwich_written_out(cluster: str) -> None:
    """The standard error of length is that of scores and information summed judgment by judgment."""
    data = simulated(300, 0.8, seed=2)
    ranking = rank(data, model="bradley-terry", length_covariate=True, cluster=cluster, reference="c")
    rows, effect = by_name(ranking), length_of(ranking)
    x = np.log(data[SIDES[0]] / data[SIDES[1]]).to_numpy() / effect.sd
    design = np.column_stack([(data["first"] == name).astype(float) - (data["second"] == name) for name in "ab"] + [x])
    p = 1 / (1 + np.exp(-design @ [rows["a"].strength, rows["b"].strength, effect.log_odds]))
    score = design * (data["outcome"].map({"first": 1.0, "tie": 0.5, "second": 0.0}).to_numpy() - p)[:, None]
    bread = np.linalg.inv((design * (p * (1 - p))[:, None]).T @ design)

    def variance(groups: pd.Series[Any]) -> float:
        sums = pd.DataFrame(score).groupby(groups.to_numpy()).sum().to_numpy()
        factor = len(sums) / (len(sums) - 1) if len(sums) < len(data) else 1.0
        return float((bread @ (sums.T @ sums) @ bread)[2, 2] * factor)

    alone = variance(pd.Series(range(len(data))))
    person, prompt = variance(data["annotator"]), variance(data["prompt"])
    if cluster == "both":
        both = person + prompt - variance(data["annotator"] + data["prompt"])
        assert effect.se == pytest.approx(np.sqrt(max(both, person, prompt, alone)), rel=0.02)
    else:
        assert effect.se == pytest.approx(np.sqrt(max(alone, person) if cluster == "annotator" else alone), rel=1e-6)


def test_length_is_found_and_held_equal() -> None:
    """What length alone gained is taken from the verbose system, and the effect is recovered within its error."""
    data = simulated(4000, 0.9, seed=3)
    plain, controlled = rank(data, cluster="none"), rank(data, cluster="none", length_covariate=True)
    effect = length_of(controlled)
    assert effect.se is not None
    assert abs(effect.log_odds - 0.9 * effect.sd) < 3 * effect.se
    assert [row.system for row in plain.systems] == ["b", "a", "c"]
    assert [row.system for row in controlled.systems] == ["a", "b", "c"]
    assert by_name(controlled)["a"].strength - by_name(controlled)["b"].strength == pytest.approx(0.4, abs=0.15)


def test_sides_and_units_of_length_do_not_matter() -> None:
    """Swapped sides without a position effect, or lengths in another unit, give the same ranking."""
    data = simulated(300, 0.5, seed=4)
    swapped = data.rename(columns={"first": "second", "second": "first", SIDES[0]: SIDES[1], SIDES[1]: SIDES[0]})
    swapped["outcome"] = data["outcome"].map({"first": "second", "second": "first", "tie": "tie"})
    longer = data.assign(**{side: data[side] * 8 for side in SIDES})
    expected = rank(data, length_covariate=True)
    for other in (swapped, longer):
        ranking = rank(other, length_covariate=True)
        assert length_of(ranking).log_odds == pytest.approx(length_of(expected).log_odds)
        assert length_of(ranking).sd == pytest.approx(length_of(expected).sd)
        assert by_name(ranking)["a"].strength == pytest.approx(by_name(expected)["a"].strength)


def test_unknown_lengths_count_as_equal_and_are_counted() -> None:
    """A judgment without both lengths stays in the ranking as one of equal lengths, and a warning counts such."""
    data = simulated(200, 0.5, seed=5)
    unknown = data.assign(length_first=data["length_first"].where(np.arange(200) % 4 > 0))
    equal = data.assign(**{side: data[side].where(np.arange(200) % 4 > 0, 300) for side in SIDES})
    ranking, same = rank(unknown, length_covariate=True), rank(equal, length_covariate=True)
    assert (length_of(ranking).judgments, ranking.n_judgments) == (150, 200)
    assert by_name(ranking)["a"].strength == pytest.approx(by_name(same)["a"].strength)
    warned = {warning.code: warning.details for warning in ranking.warnings}
    assert warned["length_unknown"] == {"judgments": 50}
    assert "length_unknown" not in {warning.code for warning in same.warnings}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([100] * 6, [100] * 6),  # all equal
        ([None] * 6, [None] * 6),  # none known
        ([200, 200, 100, 200, 100, 100], [100, 100, 200, 100, 200, 200]),  # the longer one always wins
        ([200, 200, 200, 100, 100, 100], [100, 100, 100, 200, 200, 200]),  # one system is always twice as long
    ],
)
def test_length_that_cannot_be_told_is_left_out(first: list[float], second: list[float]) -> None:
    """Without variation, or where it runs away or mimics a system, the ranking is that without length, and says so."""
    rows = frame(("a", "b", "first", 2), ("a", "b", "second", 1), ("b", "a", "first", 1), ("b", "a", "second", 2))
    data = rows.assign(length_first=first, length_second=second)
    ranking = rank(data, length_covariate=True)
    assert ranking.length is None
    assert ranking.as_dict()["length"] is None
    assert "length_not_identified" in [warning.code for warning in ranking.warnings]
    assert by_name(ranking)["a"].strength == pytest.approx(by_name(rank(rows))["a"].strength)


def test_length_that_goes_with_the_position_is_left_out_of_the_two() -> None:
    """Where the first is always the longer, the position effect keeps its number and length has none."""
    rows = frame(("a", "b", "first", 3), ("a", "b", "second", 2), ("b", "a", "first", 3), ("b", "a", "second", 1))
    ranking = rank(rows.assign(length_first=200, length_second=100), position_effect=True, length_covariate=True)
    assert ranking.position is not None
    assert ranking.length is None
    alone = rank(rows.assign(length_first=200, length_second=100), length_covariate=True)
    assert length_of(alone).log_odds == pytest.approx(ranking.position.log_odds)


def test_without_being_asked_lengths_change_nothing() -> None:
    """Columns of lengths are looked at only if length is asked for."""
    data = simulated(100, 0.5, seed=6)
    assert rank(data).as_dict() == rank(data.drop(columns=SIDES)).as_dict()
    assert rank(data).length is None


def test_bootstrap_and_json_with_length() -> None:
    """Resampled fits hold length equal too, and the document says what was found."""
    data = simulated(400, 0.9, seed=7)
    boot, plain = (rank(data, cluster="none", length_covariate=True, bootstrap=times) for times in (60, 0))
    for name, row in by_name(plain).items():
        assert by_name(boot)[name].low == pytest.approx(row.low, abs=0.2)
    document = json.loads(json.dumps(boot.as_dict(), allow_nan=False))
    assert list(document["length"]) == ["log_odds", "se", "sd", "judgments"]


@pytest.mark.parametrize("length", [0, -3, float("inf"), "long"])
def test_lengths_that_are_none(length: object) -> None:
    """A length that is not a number above 0 is refused in words."""
    data = frame(("a", "b", "first", 2)).assign(length_first=[10, length], length_second=10)
    with pytest.raises(InputError, match="a length must be a number of characters"):
        rank(data, length_covariate=True)


def test_length_needs_its_columns_and_our_engine() -> None:
    """Without the columns, or with choix, length is refused."""
    data = frame(("a", "b", "first", 2), ("b", "a", "first", 1))
    with pytest.raises(InputError, match="'length_first'"):
        rank(data, length_covariate=True)
    with pytest.raises(InputError, match="choix"):
        rank(
            data.assign(length_first=[3, 4, 5], length_second=4),
            model="bradley-terry",
            engine="choix",
            length_covariate=True,
        )
