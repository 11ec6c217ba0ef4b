"""Rankings of people and a judge together: what they cover, what the judge is worth, and where they are refused."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
import pytest

from eval_core.errors import InputError
from eval_core.ranking import Ranking, rank
from eval_core.ranking.fit import fit_model
from eval_core.ranking.options import Options
from eval_core.ranking.rectification.combination import rank_with_judge
from eval_core.ranking.rectification.estimate import rectified
from eval_core.ranking.rectification.items import match, weighted_by_verdict
from eval_core.ranking.rectification.likeness import require_likeness
from tests.support.judged_studies import Design, study

STUDIES = 60
SHARP = Design(prompts=150, judged=338, items=2.0, taste=0.1)
POOLED = Design(judge="poor", prompts=200)


def covered(ranking: Ranking, target: np.ndarray, names: list[str]) -> tuple[int, int]:
    """How many differences of strengths have the true one in their interval, and of how many."""
    place = {name: number for number, name in enumerate(names)}
    inside = [
        row.low <= target[place[row.system]] - target[place[row.opponent]] <= row.high
        for row in ranking.pairs
        if row.low is not None and row.high is not None
    ]
    return sum(inside), len(inside)


@cache
def simulated(design: Design, by_verdict: bool = False, studies: int = STUDIES) -> tuple[float, float, float, float]:
    """Coverage of differences, and mean weight, width and worth, over studies (those refused are left out)."""
    target, rows, inside, pairs = design.target(), [], 0, 0
    for seed in range(studies):
        people, verdicts = study(design, seed)
        try:
            ranking = rank_with_judge(people, verdicts, "judge", by_verdict=by_verdict, details=False)
        except InputError as error:
            if error.code != "judge_items_differ":
                raise
            continue
        assert ranking.judge is not None
        rows.append((ranking.judge.weight, ranking.judge.width, ranking.judge.worth))
        found = covered(ranking, target, design.names)
        inside, pairs = inside + found[0], pairs + found[1]
    return (inside / pairs, *np.mean(rows, axis=0).tolist())


def strengths(ranking: Ranking) -> dict[str, float]:
    return {row.system: row.strength for row in ranking.systems}


def test_a_judge_without_an_opinion_changes_nothing() -> None:
    """A judge that always says the same has weight 0, and the strengths are those of people alone."""
    people, verdicts = study(Design(), 1)
    ranking = rank_with_judge(people, verdicts.assign(outcome="tie"), "judge")
    assert ranking.judge is not None
    assert (ranking.judge.weight, ranking.judge.worth, ranking.judge.width) == (0.0, 0.0, 1.0)
    assert strengths(ranking) == pytest.approx(strengths(rank(people)), abs=1e-9)


def test_where_people_judged_all_the_judge_adds_nothing() -> None:
    """People's judgments of every item leave nothing to carry over."""
    design = Design(prompts=20, judged=200)
    ranking = rank_with_judge(*study(design, 1), "judge")
    assert ranking.judge is not None
    assert (ranking.judge.weight, ranking.judge.items, ranking.judge.judged) == (0.0, 200, 200)


def test_the_equation_holds() -> None:
    """Σ_c n_c X_c'[T̄ + λ(J̄_all − J̄_people) − μ(β)] = 0, recounted judgment by judgment; orientation is of no matter."""
    people, verdicts = study(Design(items=1.2, taste=0.1, prompts=120), 4)
    turned = verdicts.rename(columns={"first": "second", "second": "first"}).assign(
        outcome=verdicts["outcome"].map({"first": "second", "second": "first", "tie": "tie"}),
        length_first=verdicts["length_second"],
        length_second=verdicts["length_first"],
    )
    ranking = rank_with_judge(people, turned, "judge")
    assert ranking.judge is not None
    assert ranking.tie is not None
    assert ranking.judge.weight > 0.1
    beta = strengths(ranking)
    said = {
        (prompt, one, two): outcome
        for prompt, one, two, outcome in zip(
            *(verdicts[name] for name in ("prompt", "first", "second", "outcome")), strict=True
        )
    }
    vector = {"first": np.array([0.5, 0.0]), "second": np.array([-0.5, 0.0]), "tie": np.array([0.0, 1.0])}
    rest = dict.fromkeys(beta, 0.0) | {"tie": 0.0}
    for one, two in {key[1:] for key in said}:
        mine = people[(people["first"] == one) & (people["second"] == two)]
        d = beta[one] - beta[two]
        weights = np.exp([d / 2, -d / 2, ranking.tie.log_nu or 0.0])
        expected = np.array([(weights[0] - weights[1]) / 2, weights[2]]) / weights.sum()
        every = np.mean([vector[outcome] for key, outcome in said.items() if key[1:] == (one, two)], axis=0)
        seen = np.mean([vector[said[prompt, one, two]] for prompt in mine["prompt"]], axis=0)
        told = np.mean([vector[outcome] for outcome in mine["outcome"]], axis=0)
        gap = len(mine) * (told + ranking.judge.weight * (every - seen) - expected)
        rest[one], rest[two], rest["tie"] = rest[one] + gap[0], rest[two] - gap[0], rest["tie"] + gap[1]
    assert rest == pytest.approx(dict.fromkeys(rest, 0.0), abs=1e-8)


@pytest.mark.parametrize("picked", ["hidden", "verdict"])
def test_items_that_something_picked_are_refused(picked: str) -> None:
    """Items picked by their quality or by the verdict look unlike the rest; those picked by chance do not."""
    with pytest.raises(InputError, match="verdict") as refusal:
        rank_with_judge(*study(Design(picked=picked), 2), "judge")
    assert refusal.value.code == "judge_items_differ"
    for seed in range(3):
        rank_with_judge(*study(Design(), seed), "judge")


def test_items_of_one_kind_are_refused() -> None:
    """People who judged one category only, or only short texts, are refused with what differs."""
    people, verdicts = study(Design(), 2)
    half = verdicts["prompt"] % 2 == 0
    verdicts = verdicts.assign(category=np.where(half, "letter", "story"))
    with pytest.raises(InputError, match="category"):
        rank_with_judge(people[people["prompt"] % 2 == 0], verdicts, "judge")
    with pytest.raises(InputError, match="length"):
        short = people["length_first"] + people["length_second"] < 800
        rank_with_judge(people[short], verdicts.drop(columns="category"), "judge")


def test_weights_by_verdict_have_both_margins() -> None:
    """The weights sum to the judgments of each pair, and the verdicts of people's items become those of all."""
    matched = weighted_by_verdict(match(*study(Design(picked="verdict"), 2), "judge"))
    pairs = len(matched.pairs.first)
    assert np.bincount(matched.pair, matched.weight, pairs) == pytest.approx(np.bincount(matched.pair, minlength=pairs))
    first = matched.verdict[:, 0]
    plain = first[matched.item].mean()
    weighted = (matched.weight * first[matched.item]).sum() / matched.weight.sum()
    assert abs(weighted - first.mean()) < 0.03 < abs(plain - first.mean())


def test_what_cannot_be_added_is_refused() -> None:
    """No prompt, a verdict that is missing, a system that won everything, a verdict that people never got."""
    people, verdicts = study(Design(), 2)
    for code, mine, its in (
        ("judge_without_prompts", people.assign(prompt=None), verdicts),
        ("judge_left_out", people, verdicts[verdicts["prompt"] != people["prompt"].iloc[0]]),
        ("judge_needs_strengths", winning(people, "s4"), verdicts),
        ("nothing_to_rank", people, verdicts.iloc[:0]),
        ("vote_column_missing", people.drop(columns="prompt"), verdicts),
    ):
        with pytest.raises(InputError) as refusal:
            rank_with_judge(mine, its, "judge")
        assert refusal.value.code == code
    never = verdicts.merge(people[["prompt", "first", "second"]].drop_duplicates(), how="left", indicator=True)
    verdicts = verdicts.assign(outcome=np.where(never["_merge"] == "both", "first", "second"))
    with pytest.raises(InputError) as refusal:
        rank_with_judge(people, verdicts, "judge", by_verdict=True)
    assert refusal.value.code == "verdict_never_judged"


def winning(people: pd.DataFrame, name: str) -> pd.DataFrame:
    """The judgments with every win given to a system."""
    outcome = np.where(
        people["first"] == name, "first", np.where(people["second"] == name, "second", people["outcome"])
    )
    return people.assign(outcome=outcome)


def test_no_finite_solution_is_refused() -> None:
    """Counts that the judge makes negative in one direction have no maximum: refused, and never a number."""
    matched = match(*study(Design(truth=(1.5, 0.8, 0.0, -0.8, -1.5), prompts=200), 2), "judge")
    alone = fit_model(5, matched.pairs, Options("davidson", "newton", False, None, 0.95, 0, 0, details=False))
    judged = matched.judged
    verdict = np.where(judged[:, None], [[0.0, 1.0, 0.0]], [[1.0, 0.0, 0.0]])
    with pytest.raises(InputError) as refusal:
        rectified(replace(matched, verdict=verdict), alone, 1.0)
    assert refusal.value.code == "rectified_without_maximum"


@pytest.mark.slow
@pytest.mark.parametrize("judge", ["good", "poor", "long", "adversary"])
def test_coverage_whatever_the_judge(judge: str) -> None:
    """Differences are covered at the level, and no judge makes the intervals wider on average."""
    coverage, weight, width, _ = simulated(Design(judge=judge))
    assert coverage >= 0.94
    assert width <= 1.01
    assert (weight < 0.03) == (judge == "adversary")


@pytest.mark.slow
def test_a_good_judge_narrows_where_items_matter() -> None:
    """Where responses differ more than tastes, and the judge sees what people see, it is worth many judgments."""
    coverage, weight, width, worth = simulated(SHARP)
    assert coverage >= 0.94
    assert weight > 0.4
    assert width < 0.9
    assert worth > 80


@pytest.mark.slow
def test_pairs_may_be_chosen() -> None:
    """Randomness is needed within pairs only: pairs that are judged far more often than others do no harm."""
    assert simulated(Design(picked="pairs"))[0] >= 0.94


@pytest.mark.slow
def test_how_often_a_study_is_refused() -> None:
    """A fair study hardly ever; one whose items were picked by their quality nearly always, if a verdict shows it."""

    def refused(design: Design) -> float:
        return float(np.mean([unlike(design, seed) for seed in range(60)]))

    assert refused(Design(judged=120)) <= 0.05
    assert refused(Design(picked="hidden")) >= 0.8
    assert refused(Design(picked="hidden", judge="poor")) <= 0.2  # known limit: nothing shows it


def unlike(design: Design, seed: int) -> bool:
    """Whether a study is refused because its items differ."""
    try:
        require_likeness(match(*study(design, seed), "judge"))
    except InputError as error:
        return error.code == "judge_items_differ"
    return False


@pytest.mark.slow
def test_weights_where_the_verdict_picked_the_items() -> None:
    """Weighted within pairs, the differences are covered."""
    assert simulated(Design(picked="verdict"), by_verdict=True)[0] >= 0.94


@pytest.mark.slow
def test_plain_pooling_would_fail() -> None:
    """Planted: a judge counted as a person pulls everything together, and the intervals do not cover."""
    target, found = POOLED.target(), []
    for seed in range(40):
        people, verdicts = study(POOLED, seed)
        found.append(covered(rank(pd.concat([people, verdicts]), details=False), target, POOLED.names))
    inside, pairs = np.sum(found, axis=0)
    assert inside / pairs < 0.9
