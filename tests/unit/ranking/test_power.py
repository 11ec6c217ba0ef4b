"""Plans: what would decide a pair, and what a campaign can decide, against simulation."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from eval_core.errors import InputError
from eval_core.ranking import rank
from eval_core.ranking.planned_power import information, plan_power
from eval_core.ranking.power import PairPlan, plan_pairs


def world(
    chance: np.random.Generator,
    strengths: list[float],
    annotators: int,
    prompts: int,
    *,
    annotator_sd: float = 0.0,
    prompt_sd: float = 0.0,
    per_pair: int | None = None,
    log_nu: float = -0.4,
) -> pd.DataFrame:
    """Every pair judged on every prompt by everybody, or `per_pair` times by people and on prompts in turn."""
    size = len(strengths)
    people = np.array(strengths) + chance.normal(0, annotator_sd, (annotators, size))
    tasks = chance.normal(0, prompt_sd, (prompts, size))
    who, which = (grid.ravel() for grid in np.meshgrid(np.arange(annotators), np.arange(prompts)))
    if per_pair is not None:
        who, which = np.arange(per_pair) % annotators, chance.integers(prompts, size=per_pair)
    frames = []
    for i in range(size):
        for j in range(i + 1, size):
            d = people[who, i] - people[who, j] + tasks[which, i] - tasks[which, j]
            weights = np.exp(np.stack([d / 2, -d / 2, np.full(len(d), log_nu)], axis=1))
            drawn = chance.random(len(d))[:, None] * weights.sum(axis=1, keepdims=True)
            outcome = np.array(["first", "second", "tie"])[(drawn > weights.cumsum(axis=1)).sum(axis=1)]
            columns = {"first": f"s{i}", "second": f"s{j}", "outcome": outcome, "annotator": who, "prompt": which}
            frames.append(pd.DataFrame(columns))
    return pd.concat(frames, ignore_index=True)


def plan_of(frame: pd.DataFrame, cluster: str = "auto", first: str = "s0", second: str = "s1") -> PairPlan:
    (plan,) = plan_pairs(rank(frame, cluster=cluster), frame, [(first, second)])
    return plan


def test_information_is_the_variance_of_the_score() -> None:
    """I(d) equals the variance of x = 1, ½, 0 under the model, and a quarter at equal strengths without ties."""
    for d, nu in ((0.0, 0.7), (1.3, 0.4), (-2.0, 0.0)):
        p = np.array([np.exp(d / 2), nu, np.exp(-d / 2)])
        p /= p.sum()
        x = np.array([1, 0.5, 0])
        assert information(d, nu) == pytest.approx(p @ x**2 - (p @ x) ** 2)
    assert information(0, 0) == 0.25


def test_a_clear_pair_is_decided() -> None:
    """A pair that the ranking separates needs nothing more."""
    plan = plan_of(world(np.random.default_rng(0), [1.5, -1.5], 8, 20))
    assert (plan.code, plan.judgments, plan.annotators) == ("decided", None, None)


def test_more_judgments_are_enough_where_people_agree() -> None:
    """Without clusters the number is the formula's, written out."""
    rows = [("s0", "s1", "first")] * 30 + [("s0", "s1", "second")] * 20
    frame = pd.DataFrame(rows, columns=["first", "second", "outcome"])
    plan = plan_of(frame)
    gap, error = np.log(1.5), np.sqrt(1 / 30 + 1 / 20)
    wanted = (gap / (1.96 + 0.8416)) ** 2
    expected = (1 / wanted - 1 / error**2) / (0.6 * 0.4)
    assert plan.code == "more_judgments"
    assert plan.judgments == pytest.approx(expected, rel=0.05)  # the critical value is drawn


@pytest.mark.slow
def test_the_planned_judgments_decide_with_the_power_asked_for() -> None:
    """Adding the judgments that the plan asks for, at the gap it saw, decides about four times in five."""
    rows = [("s0", "s1", "first")] * 30 + [("s0", "s1", "second")] * 20
    frame = pd.DataFrame(rows, columns=["first", "second", "outcome"])
    more = plan_of(frame).judgments
    assert more is not None
    chance, decided = np.random.default_rng(1), 0
    for _ in range(150):
        wins = chance.random(50 + more) < 0.6
        again = pd.DataFrame({"first": "s0", "second": "s1", "outcome": np.where(wins, "first", "second")})
        decided += rank(again).pairs[0].decided
    assert 0.7 <= decided / 150 <= 0.9


def test_annotators_who_differ_call_for_annotators() -> None:
    """Where few people of different tastes judged very much, more judgments are not the answer; more people are."""
    codes = [
        plan_of(world(np.random.default_rng(seed), [0.45, -0.45], 6, 60, annotator_sd=0.8), "annotator")
        for seed in range(12)
    ]
    undecided = [plan for plan in codes if plan.code != "decided"]
    assert len(undecided) >= 4
    assert all(plan.code in {"more_annotators", "too_close"} for plan in undecided)
    values = [plan for plan in undecided if plan.code == "more_annotators"]
    assert values
    for plan in values:
        assert plan.annotators is not None
        assert plan.annotators >= 1
        assert plan.annotator_share is not None
        assert plan.annotator_share > 0.5


def test_prompts_that_differ_call_for_prompts() -> None:
    """Where systems differ from prompt to prompt and few were judged, it is prompts that are missing."""
    plans = [
        plan_of(world(np.random.default_rng(seed), [0.45, -0.45], 60, 6, prompt_sd=0.8), "prompt") for seed in range(12)
    ]
    undecided = [plan for plan in plans if plan.code != "decided"]
    assert undecided
    assert {plan.code for plan in undecided} <= {"more_prompts", "too_close"}
    assert any(plan.prompts for plan in undecided)


@pytest.mark.parametrize("cluster", ["auto", "annotator"])
def test_a_plan_starts_from_the_ranking_s_own_error(cluster: str) -> None:
    """The parts of a pair's variance add up to the variance that the ranking reports, corrected or not."""
    frame = world(np.random.default_rng(4), [0.3, 0.0, -0.1], 5, 12, annotator_sd=0.5, prompt_sd=0.4)
    ranking = rank(frame, cluster=cluster)
    assert ranking.corrected == (cluster == "auto")
    (plan,) = plan_pairs(ranking, frame, [("s0", "s1")])
    reported = next(pair for pair in ranking.pairs if (pair.system, pair.opponent) == ("s0", "s1"))
    assert plan.se == pytest.approx(reported.se)
    assert plan.annotator_share is not None
    assert plan.prompt_share is not None
    assert 0 <= plan.annotator_share + plan.prompt_share <= 1
    if ranking.corrected:  # planned with the textbook's errors, it starts from others
        (textbook,) = plan_pairs(replace(ranking, corrected=False), frame, [("s0", "s1")])
        assert textbook.se != pytest.approx(reported.se, rel=0.01)


@pytest.mark.parametrize(("annotators", "prompts"), [(3, 20), (8, 12)])
def test_planned_degrees_of_freedom_are_those_of_the_analysis(annotators: int, prompts: int) -> None:
    """A plan counts on about as many as rankings of such a study find; the textbook's would be far fewer."""
    plan = plan_power(6, prompts, annotators, overlap=annotators, annotator_sd=0.5, prompt_sd=0.5)
    chance, found = np.random.default_rng(8), []
    for _ in range(5):
        frame = world(chance, [0.0] * 6, annotators, prompts, annotator_sd=0.5, prompt_sd=0.5)
        found.append(rank(frame, details=False).df or 0.0)
    assert plan.df == pytest.approx(np.median(found), rel=0.25)
    assert plan.df > 1.5 * (annotators - 1)


def test_no_gap_is_too_close() -> None:
    """Two systems that win alike are too close for any plan."""
    rows = [("s0", "s1", "first")] * 100 + [("s0", "s1", "second")] * 100
    assert plan_of(pd.DataFrame(rows, columns=["first", "second", "outcome"])).code == "too_close"


def test_pairs_without_a_number() -> None:
    """Unbounded and disconnected pairs are named as such."""
    columns = ["first", "second", "outcome"]
    swept = pd.DataFrame([("s0", "s1", "first")] * 5, columns=columns)
    assert plan_of(swept).code == "unbounded"
    apart = [("s0", "x", "first"), ("x", "s0", "first"), ("s1", "y", "first"), ("y", "s1", "first")] * 3
    assert plan_of(pd.DataFrame(apart, columns=columns)).code == "disconnected"


def test_pairs_beside_the_leader() -> None:
    """Without pairs, the plan is for the leader against each system that it is not separated from."""
    frame = world(np.random.default_rng(2), [0.6, 0.55, -2.0], 8, 15)
    ranking = rank(frame)
    plans = plan_pairs(ranking, frame)
    assert [plan.system for plan in plans] == [ranking.systems[0].system]
    assert [plan.opponent for plan in plans] == [ranking.systems[1].system]
    with pytest.raises(InputError, match="not two systems"):
        plan_pairs(ranking, frame, [("s0", "nobody")])
    with pytest.raises(InputError, match="power"):
        plan_pairs(ranking, frame, power=1.0)


@pytest.mark.slow
def test_power_by_simulation() -> None:
    """At the smallest gap that a plan claims, its pair is decided about four times in five."""
    plan = plan_power(3, 30, 10, overlap=2, annotator_sd=0.4, prompt_sd=0.0, tie_share=0.25)
    assert (plan.judgments, plan.per_pair) == (180, 60.0)
    assert plan.smallest_gap is not None
    log_nu = np.log(2 / 3)  # a quarter of ties between equals
    decided, rounds = 0, 120
    for seed in range(rounds):
        strengths = [plan.smallest_gap / 2, -plan.smallest_gap / 2, 0.0]
        frame = world(np.random.default_rng(seed), strengths, 10, 30, annotator_sd=0.4, per_pair=60, log_nu=log_nu)
        ranking = rank(frame)
        decided += next(pair.decided for pair in ranking.pairs if (pair.system, pair.opponent) == ("s0", "s1"))
    assert 0.68 <= decided / rounds <= 0.92


def test_power_grows_with_every_means() -> None:
    """More prompts, overlap or annotators lower the smallest gap, ties and disagreement raise it; a cap holds."""
    base = plan_power(5, 50, 8).smallest_gap or 0
    assert (plan_power(5, 100, 8).smallest_gap or 9) < base
    assert (plan_power(5, 50, 8, overlap=2).smallest_gap or 9) < base
    assert (plan_power(5, 50, 16).smallest_gap or 9) < base
    assert (plan_power(5, 50, 8, tie_share=0.6).smallest_gap or 0) > base
    assert (plan_power(5, 50, 8, annotator_sd=1.0).smallest_gap or 99) > base
    capped = plan_power(5, 50, 8, per_annotator=25, gap=0.5)
    assert capped.judgments == 200
    assert capped.power is not None
    assert plan_power(5, 50, 8, gap=base).power == pytest.approx(0.8, abs=0.01)
    assert plan_power(2, 2, 2, annotator_sd=5.0).smallest_gap is None


@pytest.mark.parametrize(
    "change",
    [{"systems": 1}, {"overlap": 9}, {"overlap": 0}, {"per_annotator": 0}, {"tie_share": 1.0}, {"power": 0.2}],
)
def test_impossible_plans(change: dict[str, float]) -> None:
    """A plan that cannot be carried out, or numbers out of range, are refused."""
    with pytest.raises(InputError):
        plan_power(**{"systems": 5, "prompts": 50, "annotators": 8, **change})  # type: ignore[arg-type]
