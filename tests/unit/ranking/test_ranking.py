"""Rankings: published figures, agreement of engines, degenerate data, intervals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import minimize

from eval_core.errors import InputError
from eval_core.ranking import Ranking, rank
from eval_core.ranking.likelihood import Layout
from eval_core.ranking.newton import fit
from eval_core.ranking.votes import count, encode

LLMFAO = Path(__file__).resolve().parents[3] / ".." / "shared" / "data" / "llmfao"
OUTCOMES = ("first", "second", "tie")


def frame(*rows: tuple[str, str, str, int]) -> pd.DataFrame:
    """Judgments from (first, second, outcome, how often)."""
    many = [row[:3] for row in rows for _ in range(row[3])]
    return pd.DataFrame(many, columns=["first", "second", "outcome"])


def simulated(strengths: dict[str, float], n: int, seed: int, log_nu: float = -0.3, h: float = 0.0) -> pd.DataFrame:
    """Judgments drawn from Davidson's model."""
    chance = np.random.default_rng(seed)
    names = list(strengths)
    rows = []
    for turn in range(n):
        first, second = (str(name) for name in chance.choice(names, 2, replace=False))
        d = strengths[first] - strengths[second] + h
        weights = np.exp([d / 2, -d / 2, log_nu])
        outcome = chance.choice(OUTCOMES, p=weights / weights.sum())
        rows.append((first, second, outcome, f"person-{turn % 12}", f"prompt-{turn % 40}"))
    return pd.DataFrame(rows, columns=["first", "second", "outcome", "annotator", "prompt"])


def by_name(ranking: Ranking) -> dict[str, Any]:
    return {row.system: row for row in ranking.systems}


@pytest.fixture(scope="module")
def llmfao() -> pd.DataFrame:
    if not LLMFAO.is_dir():
        pytest.skip("the folder shared/ with the llmfao judgments is not here")
    raw = pd.read_csv(LLMFAO / "crowd-comparisons.csv")
    outcome = raw["winner"].map({"left": "first", "right": "second", "tie": "tie"})
    columns = {"first": raw["left"], "second": raw["right"], "outcome": outcome}
    return pd.DataFrame({**columns, "annotator": raw["worker"], "prompt": raw["prompt"]})


@pytest.mark.parametrize("engine", ["newton", "choix"])
def test_published_scores_are_reproduced(llmfao: pd.DataFrame, engine: str) -> None:
    """Bradley-Terry gives the published scores of real judgments to 1e-6, win rates to 1e-9, with both engines."""
    expected = pd.read_csv(LLMFAO / "expected_scores.csv").set_index("item")
    scores = expected.loc[expected["algorithm"] == "bradley_terry", "score"]
    rates = expected.loc[expected["algorithm"] == "average_win_rate", "score"]
    rows = by_name(rank(llmfao, model="bradley-terry", engine=engine))
    weight = {name: np.exp(row.strength) for name, row in rows.items()}
    total = sum(weight.values())
    assert len(rows) == len(scores) == 59
    for name, row in rows.items():
        assert weight[name] / total == pytest.approx(scores[name], abs=1e-6)
        assert row.win_rate == pytest.approx(rates[name], abs=1e-9)


def test_davidson_is_the_maximum_of_its_likelihood() -> None:
    """Newton's answer agrees with a general optimiser on the likelihood written out plainly."""
    data = simulated({"a": 0.5, "b": 0.0, "c": -0.5}, 400, seed=1, h=0.2)
    index = {"a": 0, "b": 1, "c": 2}

    def loss(x: np.ndarray) -> float:
        theta = np.array([x[0], x[1], -x[0] - x[1]])
        d = theta[data["first"].map(index)] - theta[data["second"].map(index)] + x[2]
        terms = np.stack([d / 2, -d / 2, np.full(len(d), x[3])])
        chosen = terms[data["outcome"].map({"first": 0, "second": 1, "tie": 2}), np.arange(len(d))]
        return float(-(chosen - np.log(np.exp(terms).sum(axis=0))).sum())

    best = minimize(loss, np.zeros(4), tol=1e-12).x
    ranking = rank(data, position_effect=True)
    rows = by_name(ranking)
    assert ranking.position is not None
    assert ranking.tie is not None
    assert ranking.tie.log_nu is not None
    values = [rows["a"].strength, rows["b"].strength, ranking.position.log_odds, ranking.tie.log_nu]
    assert values == pytest.approx(list(best), abs=1e-4)


def test_two_systems_have_the_closed_form() -> None:
    """With two systems the Bradley-Terry gap is the log odds of wins plus half ties."""
    ranking = rank(frame(("a", "b", "first", 6), ("b", "a", "first", 2), ("a", "b", "tie", 2)), model="bradley-terry")
    rows = by_name(ranking)
    assert rows["a"].strength - rows["b"].strength == pytest.approx(np.log(7 / 3))


def test_everything_won_is_unbounded_and_said_so() -> None:
    """A system that won everything gets no number for its error, but a limit on one side."""
    ranking = rank(
        frame(("a", "b", "first", 3), ("b", "a", "first", 2), ("c", "a", "first", 4), ("b", "c", "second", 4))
    )
    rows = by_name(ranking)
    assert not rows["c"].bounded
    assert (rows["c"].se, rows["c"].high) == (None, None)
    assert rows["c"].low is not None
    assert rows["c"].low > 0
    assert rows["a"].bounded
    assert rows["b"].bounded
    assert rows["a"].strength - rows["b"].strength == pytest.approx(np.log(3 / 2))
    assert rows["c"].rank == 1
    assert "unbounded" in [warning.code for warning in ranking.warnings]


def test_wins_and_ties_without_a_reversed_win_are_unbounded() -> None:
    """Ties join the graph, yet strengths and ties run away together: nothing of it comes out as a number."""
    rows = by_name(rank(frame(("a", "b", "first", 5), ("a", "b", "tie", 3))))
    assert sorted(row.bounded for row in rows.values()) == [False, True]
    assert all(row.se is None for row in rows.values())


def test_several_groups_of_strong_connection() -> None:
    """One group that always beats another: only the larger has finite numbers, as without judgments across."""
    inner = frame(("a", "b", "first", 3), ("b", "c", "first", 3), ("c", "a", "first", 2), ("a", "b", "tie", 1))
    outer = frame(("x", "y", "first", 2), ("y", "x", "first", 1))
    across = frame(("x", "a", "first", 4), ("y", "c", "first", 4))
    # The tie parameter is common to all that were compared; without one, the group's own judgments are enough.
    common = fit(Layout(5, False, True), count(encode(pd.concat([inner, outer]))), np.array([0, 0, 0, 1, 1]))
    alone = by_name(rank(inner, model="bradley-terry"))
    for model in ("davidson", "bradley-terry"):
        together = by_name(rank(pd.concat([inner, outer, across]), model=model))
        assert {name for name, row in together.items() if not row.bounded} == {"x", "y"}
        for place, name in enumerate("abc"):
            expected = common[place] if model == "davidson" else alone[name].strength
            assert together[name].strength == pytest.approx(expected, abs=1e-9)
            if model == "bradley-terry":
                assert together[name].se == pytest.approx(alone[name].se, abs=1e-9)


def test_disconnected_systems_rank_within_their_component() -> None:
    """Systems that were never compared, even indirectly, are not ranked against each other."""
    data = frame(("a", "b", "first", 3), ("b", "a", "first", 1), ("c", "d", "first", 3), ("d", "c", "first", 1))
    ranking = rank(data)
    assert not ranking.connected
    assert ranking.components == (("a", "b"), ("c", "d"))
    assert [row.rank for row in ranking.systems] == [1, 2, 1, 2]


def test_only_ties_and_no_ties() -> None:
    """Only ties: all strengths 0 and every rank possible. No ties: the tie parameter is zero."""
    ties = rank(frame(("a", "b", "tie", 3), ("b", "c", "tie", 3)))
    assert [(row.strength, row.se, row.rank_low, row.rank_high) for row in ties.systems] == [(0, None, 1, 3)] * 3
    none = rank(frame(("a", "b", "first", 3), ("b", "a", "first", 2)))
    assert none.tie is not None
    assert (none.tie.log_nu, none.tie.nu, none.tie.se) == (None, 0.0, None)


def test_position_effect_that_cannot_be_told() -> None:
    """A pair always shown in one order says nothing of the position: no number, but a warning."""
    ranking = rank(frame(("a", "b", "first", 3), ("a", "b", "second", 2)), position_effect=True)
    assert ranking.position is None
    assert "position_not_identified" in [warning.code for warning in ranking.warnings]
    assert all(row.bounded for row in ranking.systems)


@pytest.mark.slow
def test_true_strengths_lie_in_the_intervals() -> None:
    """Over seeded simulations, nominal 95 % intervals of independent judgments cover about that often."""
    truth = {"a": 0.6, "b": 0.1, "c": -0.2, "d": -0.5}
    hits = []
    for seed in range(60):
        rows = by_name(rank(simulated(truth, 300, seed), cluster="none"))
        hits += [row.low <= truth[name] <= row.high for name, row in rows.items()]
    assert 0.90 <= np.mean(hits) <= 0.985


def test_two_way_clusters_are_the_default_and_wider() -> None:
    """Annotators and prompts that repeat are both clustered by; asked for by name, with t on the smaller less one."""
    data = simulated({"a": 0.5, "b": 0.0, "c": -0.5}, 500, seed=3)
    both, named, plain = rank(data), rank(data, cluster="both"), rank(data, cluster="none")
    assert (both.cluster, dict(both.n_clusters), both.corrected) == ("both", {"annotator": 12, "prompt": 40}, True)
    assert (named.cluster, named.n_clusters, named.df, named.corrected) == ("both", both.n_clusters, 11, False)
    assert both.df is not None
    assert 11 < both.df < 39
    assert both.as_dict()["systems"][0]["se"] >= plain.as_dict()["systems"][0]["se"] - 1e-12


def test_ranges_hold_the_rank_and_separate_clear_fields() -> None:
    """Rank ranges contain the rank, and separate systems that lie far apart."""
    ranking = rank(simulated({"a": 2.0, "b": 0.0, "c": -2.0}, 900, seed=5))
    assert [(row.rank_low, row.rank, row.rank_high) for row in ranking.systems] == [(1, 1, 1), (2, 2, 2), (3, 3, 3)]
    close = rank(simulated({"a": 0.02, "b": 0.0, "c": -0.02}, 300, seed=5))
    assert all(row.rank_low <= row.rank <= row.rank_high for row in close.systems)
    assert any(row.rank_low < row.rank_high for row in close.systems)


def test_reference_moves_the_zero() -> None:
    """Relative to a reference, its own strength and error are 0 and gaps stay."""
    data = simulated({"a": 0.5, "b": 0.0, "c": -0.5}, 400, seed=7)
    free, tied = by_name(rank(data)), by_name(rank(data, reference="b"))
    assert (tied["b"].strength, tied["b"].se) == (0.0, 0.0)
    assert tied["a"].strength - tied["c"].strength == pytest.approx(free["a"].strength - free["c"].strength)


def test_bootstrap_agrees_with_the_sandwich_roughly() -> None:
    """Percentile intervals of a bootstrap lie near those of the sandwich, and report their progress."""
    seen: list[int] = []
    data = simulated({"a": 0.5, "b": 0.0, "c": -0.5}, 600, seed=9)
    boot = by_name(rank(data, cluster="none", bootstrap=150, progress=lambda done, _total: seen.append(done)))
    plain = by_name(rank(data, cluster="none"))
    assert seen == list(range(1, 151))
    for name, row in plain.items():
        assert boot[name].low == pytest.approx(row.low, abs=0.12)
        assert boot[name].high == pytest.approx(row.high, abs=0.12)


def test_json_is_finite_and_names_do_not_matter() -> None:
    """The document never holds NaN or Infinity, and renaming systems changes names only."""
    data = simulated({"a": 0.5, "b": 0.0, "c": -0.5}, 200, seed=11)
    renamed = data.replace({"first": {"a": "zeta"}, "second": {"a": "zeta"}})
    first, second = rank(data).as_dict(), rank(renamed).as_dict()
    json.dumps(first, allow_nan=False)
    strengths = [{row["system"]: row["strength"] for row in answer["systems"]} for answer in (first, second)]
    assert strengths[0]["a"] == pytest.approx(strengths[1]["zeta"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"engine": "choix"}, "choix"),
        ({"model": "elo"}, "model"),
        ({"cluster": "annotator"}, "do not name the annotator"),
        ({"reference": "nobody"}, "not among the systems"),
        ({"level": 1.5}, "level"),
        ({"seed": -1}, "seed"),
        ({"bootstrap": -3}, "bootstrap"),
        ({"systems": ["a", "nobody"]}, "'nobody'"),
        ({"systems": ["a", "a"]}, "two systems"),
    ],
)
def test_options_that_do_not_fit(options: dict[str, Any], message: str) -> None:
    """Impossible options are refused in words."""
    with pytest.raises(InputError, match=message):
        rank(frame(("a", "b", "first", 2), ("b", "a", "first", 1)), **options)


def test_no_judgments_and_self_comparison() -> None:
    """An empty frame and a system against itself are refused."""
    with pytest.raises(InputError, match="no judgments"):
        rank(frame(("a", "b", "first", 0)))
    with pytest.raises(InputError, match="itself"):
        rank(frame(("a", "a", "first", 1)))


def test_one_cluster_is_too_few() -> None:
    """Clustering by the only annotator is refused when asked for, and passed over when not."""
    data = frame(("a", "b", "first", 3), ("b", "a", "first", 2)).assign(annotator="ada")
    with pytest.raises(InputError, match="only one"):
        rank(data, cluster="annotator")
    assert rank(data).cluster == "none"


def test_frames_that_are_not_judgments() -> None:
    """A missing column, a missing name and an order that is neither known nor unknown are named in words."""
    data = frame(("a", "b", "first", 3), ("b", "a", "first", 2))
    with pytest.raises(InputError, match="column 'second'"):
        rank(pd.DataFrame({"first": ["a"]}), systems=["a", "b"])
    with pytest.raises(InputError, match="lacks the name"):
        rank(data.assign(first=[None, "a", "a", "b", "b"]))
    with pytest.raises(InputError, match="outcome must be"):
        rank(data.assign(outcome="left"))
    with pytest.raises(InputError, match="order_known"):
        rank(data.assign(order_known="perhaps"))
    with pytest.raises(InputError, match="no judgments"):
        rank(pd.DataFrame({"first": ["a", "c"], "second": ["b", "d"], "outcome": ["tie", "tie"]}), systems=["a", "c"])


def test_numbers_as_names_are_text() -> None:
    """The system 1 is the system "1", and both can be asked for."""
    data = pd.DataFrame({"first": [1, "1", 2], "second": [2, 2, "1"], "outcome": ["first", "tie", "first"]})
    assert [row.system for row in rank(data, systems=["1", "2"]).systems] == ["1", "2"]


def test_unknown_order_counts_as_unknown() -> None:
    """A missing order_known takes no part in the position effect."""
    data = frame(("a", "b", "first", 3), ("b", "a", "first", 2), ("a", "b", "second", 2), ("b", "a", "second", 1))
    some = [True, None] * 4
    assert rank(data.assign(order_known=some), position_effect=True).position is not None
    assert rank(data.assign(order_known=None), position_effect=True).position is None


def test_an_engine_that_does_not_settle_says_so() -> None:
    """Where choix does not converge, the error names the other engine, which does."""
    data = frame(("a", "b", "first", 3000), ("b", "c", "first", 3000), ("c", "d", "tie", 2), ("d", "a", "first", 1))
    with pytest.raises(InputError, match="newton"):
        rank(data, model="bradley-terry", engine="choix")
    assert all(row.bounded for row in rank(data, model="bradley-terry").systems)


def test_nobody_in_particular_is_no_cluster() -> None:
    """Judgments without an annotator change the estimates, but neither the degrees of freedom nor the head count."""
    known = simulated({"a": 0.5, "b": 0.0, "c": -0.5}, 400, seed=3)
    known["annotator"] = known["annotator"].where(known["annotator"] < "person-3", "person-0")
    nobody = known.head(200).assign(annotator=None)
    alone, together = rank(known, cluster="annotator"), rank(pd.concat([known, nobody]), cluster="annotator")
    assert together.n_clusters == alone.n_clusters
    assert together.df == alone.df
    assert together.n_judgments == alone.n_judgments + 200
    assert {warning.code for warning in together.warnings} == {warning.code for warning in alone.warnings}
    both = rank(pd.concat([known, nobody]), cluster="both")
    assert both.n_clusters == {"annotator": alone.n_clusters["annotator"], "prompt": 40}
    with pytest.raises(InputError, match="only one"):
        rank(known.assign(annotator=known["annotator"].where(known["annotator"] == "person-1")), cluster="annotator")
