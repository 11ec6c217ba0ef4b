"""The test of fit: it finds a circle, names it, and is quiet where annotators and prompts alone differ."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from eval_core.ranking import encode
from eval_core.ranking.diagnostics import transitivity
from eval_core.ranking.diagnostics.replicas import Replicas, replicas_of
from eval_core.ranking.diagnostics.transitivity import FitTest, fit_test
from eval_core.ranking.fit import fit_model
from eval_core.ranking.options import Options
from eval_core.ranking.votes import count
from tests.support.boards import Board


@cache
def replicas(board: Board, seed: int) -> Replicas:
    votes = encode(board.judgments(seed))
    options = Options("davidson", "newton", False, None, 0.95, 0, 0)
    found = replicas_of(votes, fit_model(len(votes.systems), count(votes), options), 0)
    assert found is not None
    return found


def found_in(board: Board, seed: int = 0) -> FitTest:
    return fit_test(replicas(board, seed))


def test_a_circle_is_found_and_named() -> None:
    """Where each of three beats the next against all strengths, the test fires and names pairs of these three."""
    found = found_in(Board(cycle=0.9, prompts=30))
    assert found.p is not None
    assert found.p <= 0.01
    assert found.pairs == 15
    assert found.misfits
    pairs = {(row.system, row.opponent) for row in found.misfits}
    assert pairs <= {("s0", "s1"), ("s1", "s2"), ("s2", "s0")}
    for row in found.misfits:
        assert row.share > row.expected
        assert row.p <= 0.05


def test_a_board_without_one_is_quiet() -> None:
    """With the same annotators and prompts and no circle nothing is found."""
    found = found_in(Board(prompts=30))
    assert found.p is not None
    assert found.p > 0.05
    assert found.misfits == ()


def test_with_a_pair_for_each_strength_there_is_nothing_to_test() -> None:
    """Two systems, and a chain of three, have the strengths they need: no p."""
    assert found_in(Board(systems=2)).p is None
    table = Board(systems=3).judgments(0)
    chain = table[~(table["first"].isin(["s0", "s2"]) & table["second"].isin(["s0", "s2"]))]
    votes = encode(chain)
    options = Options("davidson", "newton", False, None, 0.95, 0, 0)
    found = replicas_of(votes, fit_model(3, count(votes), options), 0)
    assert found is not None
    assert fit_test(found) == FitTest(None, 0, (), 500)


def test_the_same_seed_gives_the_same_p() -> None:
    """Replicas are drawn by the seed alone."""
    votes = encode(Board().judgments(4))
    fitted = fit_model(6, count(votes), Options("davidson", "newton", False, None, 0.95, 0, 0))
    one, again = (replicas_of(votes, fitted, 3) for _ in range(2))
    assert one is not None
    assert again is not None
    assert fit_test(one) == fit_test(again)


@pytest.mark.slow
def test_false_alarms_come_at_the_level(monkeypatch: pytest.MonkeyPatch) -> None:
    """In 100 studies in which each pair has one annotator, and annotators differ, it fires in 12 % at most (5 % and Monte
    Carlo error); if it took judgments as independent, which is planted, it would in most. A circle is found in 80 %."""
    board = Board(annotators=5, divided=True, annotator_sd=0.6)
    few = [replicas(board, 500 + seed) for seed in range(100)]
    assert np.mean([(fit_test(each).p or 1) <= 0.05 for each in few]) <= 0.12
    circle = Board(annotators=5, overlap=None, prompts=8, annotator_sd=0.6, prompt_sd=0.6, cycle=0.9)
    assert np.mean([(found_in(circle, 700 + seed).p or 1) <= 0.05 for seed in range(20)]) >= 0.8
    alone = np.array([1.0, 0.0, 0.0])
    monkeypatch.setattr(transitivity, "sizes_of", lambda _: alone)
    monkeypatch.setattr(transitivity, "sizes_again", lambda each, _: np.tile(alone, (each.effects.shape[2], 1)))
    assert np.mean([(fit_test(each).p or 1) <= 0.05 for each in few]) > 0.5
