"""The rank range of one system alone: between its rank and the range for all systems at once."""

from __future__ import annotations

import numpy as np
import pytest

from eval_core.ranking import Ranking, rank_votes
from eval_core.ranking.uncertainty.ranges import critical_value, critical_value_of_one
from tests.support.studies import Study, findings
from tests.support.worlds import mean_and_error


def widths(ranking: Ranking) -> tuple[int, int]:
    """The sums over the systems of both ranges' widths: for all at once, and alone."""
    together = sum(row.rank_high - row.rank_low for row in ranking.systems)
    return together, sum(row.rank_high_alone - row.rank_low_alone for row in ranking.systems)


def test_a_range_alone_is_narrower() -> None:
    """It is within the range for all at once in every study, and the narrower of the two in some."""
    study, generator = Study("full", 8, systems=10, prompts=8), np.random.default_rng(1)
    narrower = 0
    for _ in range(4):
        ranking = rank_votes(study.judgments(generator))
        for row in ranking.systems:
            assert row.rank_low <= row.rank_low_alone <= row.rank <= row.rank_high_alone <= row.rank_high
        together, alone = widths(ranking)
        narrower += alone < together
    assert narrower >= 2


def test_its_pairs_alone_have_a_smaller_quantile() -> None:
    """Of three independent systems, two pairs need a smaller |t| than three; two systems have one pair either way."""
    draws = np.random.default_rng(0).standard_normal((10_000, 3))
    errors = np.full((3, 3), np.sqrt(2.0))
    np.fill_diagonal(errors, np.nan)
    one, every = critical_value_of_one(draws.T, errors[0], 0, 0.95, None), critical_value(draws, errors, 0.95, None)
    # Dunnett's and Tukey's constants for three groups and many degrees of freedom.
    assert (one, every) == pytest.approx((2.21, 2.344), abs=0.03)
    two = critical_value_of_one(draws[:, :2].T, errors[0, :2], 0, 0.95, None)
    assert two == pytest.approx(critical_value(draws[:, :2], errors[:2, :2], 0.95, None))
    assert two == pytest.approx(1.96, abs=0.04)


@pytest.mark.slow
def test_a_range_alone_holds_at_its_level() -> None:
    """Of one system's ranges 95 % hold; of all of them at once far fewer, so that the simultaneous ones are needed."""
    found = findings(Study("full", 10, systems=12, prompts=15, spread=0.0), 150, 3)
    held, error = mean_and_error(found.alone.mean(axis=1))
    assert held + 2 * error >= 0.95
    assert found.alone.all(axis=1).mean() < 0.9
