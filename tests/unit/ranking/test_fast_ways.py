"""Where the library takes a short way for speed, it ends where the plain way does."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from threadpoolctl import threadpool_info

from eval_core.ranking import existence
from eval_core.ranking import votes as votes_module
from eval_core.ranking.blas import one_thread
from eval_core.ranking.existence import components_of, is_identified
from eval_core.ranking.fit import Fit, fit_model
from eval_core.ranking.likelihood import Layout, information, local
from eval_core.ranking.newton import gauge
from eval_core.ranking.options import Options
from eval_core.ranking.uncertainty.covariance import covariance_of
from eval_core.ranking.uncertainty.ranges import critical_value
from eval_core.ranking.uncertainty.scores import scores_of
from eval_core.ranking.votes import Cells, Floats, Votes, count

OPTIONS = Options("davidson", "newton", True, None, 0.95, 0, 0)


def made_up(seed: int, judgments: int, systems: int = 4, annotators: int = 7, prompts: int = 40) -> Votes:
    """Judgments by chance; a fifth by nobody known."""
    chance = np.random.default_rng(seed)
    first = chance.integers(systems, size=judgments)
    second = (first + chance.integers(1, systems, judgments)) % systems
    annotator = chance.integers(annotators, size=judgments)
    unknown = chance.random(judgments) < 0.2
    annotator[unknown] = -1 - np.arange(unknown.sum())
    outcome = chance.choice(3, judgments, p=[0.5, 0.35, 0.15])
    names = tuple(f"s{number}" for number in range(systems))
    prompt = chance.integers(prompts, size=judgments)
    return Votes(names, first, second, outcome, annotator, prompt, chance.random(judgments) < 0.7)


def test_counting_in_bins_is_counting_by_sorting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same cells in the same order, with and without weights."""
    votes = made_up(1, 300)
    weights = np.random.default_rng(0).random(300)
    in_bins = [count(votes), count(votes, weights)]
    monkeypatch.setattr(votes_module, "_FEW_BINS", 0)
    monkeypatch.setattr(Votes, "__len__", lambda _: 1)
    for result, plain in zip(in_bins, [count(votes), count(votes, weights)], strict=True):
        for name in ("first", "second", "known", "counts"):
            np.testing.assert_array_equal(getattr(result, name), getattr(plain, name))


@pytest.mark.parametrize("seed", range(60))
def test_opposed_wins_never_prove_more_than_the_linear_programme(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever wins within pairs show of an effect, the linear programme finds too."""
    chance = np.random.default_rng(seed)
    votes = made_up(seed, int(chance.integers(2, 25)))
    length = chance.integers(-2, 3, len(votes)).astype(float) if seed % 2 else None
    votes = Votes(**{**vars(votes), "length": length})
    cells = count(votes)
    components = components_of(4, cells)
    for ties, position in product((False, True), repeat=2):
        layout = Layout(4, position, ties, length is not None)
        for effect in [4] * position + [layout.covariate_index] * layout.covariate:
            shown = existence._opposed(layout, cells, effect)
            with monkeypatch.context() as plain:
                plain.setattr(existence, "_opposed", lambda *_: False)
                assert is_identified(layout, cells, components, effect) or not shown


def test_opposed_wins_show_an_ordinary_position_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judgments of a common kind need no linear programme, for the position or the length."""
    votes = made_up(2, 200)
    votes = Votes(**{**vars(votes), "length": np.random.default_rng(3).normal(size=200)})
    monkeypatch.setattr(existence, "_constraints", None)
    layout, cells = Layout(4, True, True, True), count(votes)
    assert is_identified(layout, cells, components_of(4, cells), layout.covariate_index)
    assert is_identified(Layout(4, True, True), cells, components_of(4, cells), 4)


def one_by_one(fitted: Fit, votes: Votes) -> Floats:
    """The score of each judgment, (n, p), from the model's derivatives."""
    layout = fitted.layout
    each = Cells(votes.first, votes.second, votes.order_known, np.zeros((len(votes), 3)))
    at = local(layout, each, fitted.beta)
    rows = np.zeros((len(votes), layout.length))
    for number, outcome in enumerate(votes.outcome):
        by_d = at.score_d[number, outcome]
        rows[number, votes.first[number]] += by_d
        rows[number, votes.second[number]] -= by_d
        rows[number, layout.size] = by_d * votes.order_known[number]
        rows[number, layout.tie_index] = at.score_tie[number, outcome]
    return rows


@pytest.mark.parametrize("prompts", [3, 40, 5000])
def test_the_two_way_sandwich_is_the_sum_of_its_clusters(prompts: int) -> None:
    """Clusters of one, of few and of many judgments, added up one by one as the formula says."""
    votes = made_up(4, 400, prompts=prompts)
    fitted = fit_model(4, count(votes), OPTIONS)
    scores = one_by_one(fitted, votes)
    assert votes.annotator is not None
    assert votes.prompt is not None
    info = information(fitted.layout, fitted.cells, local(fitted.layout, fitted.cells, fitted.beta))
    bread = np.linalg.inv(info + gauge(fitted.layout, fitted.classes))
    terms = []
    for codes in (votes.annotator, votes.prompt, votes.annotator * 10_000 + votes.prompt):
        groups = [scores[codes == code].sum(axis=0) for code in np.unique(codes)]
        middle = sum(np.outer(group, group) for group in groups) * len(groups) / (len(groups) - 1)
        terms.append(bread @ middle @ bread)
    covariance = covariance_of(votes, fitted, "both")[1]
    assert covariance is not None
    clipped, annotator, prompt, plain = covariance.floors
    np.testing.assert_allclose(plain, bread @ scores.T @ scores @ bread, atol=1e-12)
    np.testing.assert_allclose(annotator, terms[0], atol=1e-12)
    np.testing.assert_allclose(prompt, terms[1], atol=1e-12)
    values, vectors = np.linalg.eigh(terms[0] + terms[1] - terms[2])
    np.testing.assert_allclose(clipped, (vectors * values.clip(0)) @ vectors.T, atol=1e-12)


@pytest.mark.parametrize("groups", [2, 150])
def test_sums_over_groups_are_the_same_dense_and_sparse(groups: int) -> None:
    """Few groups are added up in a full matrix, many in a sparse one."""
    votes = made_up(5, 300)
    fitted = fit_model(4, count(votes), OPTIONS)
    scores = scores_of(fitted.layout, votes, fitted.cells, fitted.beta)
    rows, group = one_by_one(fitted, votes), np.arange(300) % groups
    sums = np.stack([rows[group == number].sum(axis=0) for number in range(groups)])
    np.testing.assert_allclose(scores.summed(group), sums.T @ sums, atol=1e-12)
    np.testing.assert_allclose(scores.squares(), rows.T @ rows, atol=1e-12)
    np.testing.assert_allclose(scores.only(np.arange(7)).squares(), rows[:7].T @ rows[:7], atol=1e-12)


def test_the_critical_value_is_the_quantile_of_the_largest_t() -> None:
    """Over all pairs with an error, draw by draw; a pair without one takes no part."""
    chance = np.random.default_rng(0)
    draws, errors = chance.normal(size=(1200, 5)), chance.uniform(0.5, 2, (5, 5))
    errors[0, 3] = np.nan
    pairs = [(i, j) for i in range(5) for j in range(i + 1, 5) if (i, j) != (0, 3)]
    largest = [max(abs(row[i] - row[j]) / errors[i, j] for i, j in pairs) for row in draws]
    assert critical_value(draws, errors, 0.9, None) == pytest.approx(np.quantile(largest, 0.9), abs=1e-12)
    assert critical_value(draws, np.full((5, 5), np.nan), 0.9, None) == float("inf")


@pytest.mark.parametrize(("df", "alone"), [(None, 1.959964), (1, 12.706205)])
def test_all_pairs_together_are_no_easier_than_one_alone(df: int | None, alone: float) -> None:
    """Draws from a covariance that has all but vanished, where the errors have not."""
    draws = 1e-9 * np.random.default_rng(0).normal(size=(1200, 5))
    assert critical_value(draws, np.ones((5, 5)), 0.95, df) == pytest.approx(alone, abs=1e-6)


def test_linear_algebra_takes_one_thread() -> None:
    """Inside the context every library of linear algebra is limited to one thread."""
    np.linalg.solve(np.eye(3), np.ones(3))
    with one_thread():
        assert {library["num_threads"] for library in threadpool_info()} <= {1}
