"""What the intervals and tests promise, in simulated studies; the textbook's errors, which break it, are caught."""

from __future__ import annotations

import numpy as np
import pytest

from eval_core.ranking.uncertainty import decisions
from eval_core.ranking.votes import Floats
from tests.support.studies import DESIGNS, Findings, Study, findings
from tests.support.worlds import mean_and_error

ANNOTATORS = (3, 5, 10, 20)
CELLS = [(design, annotators) for design in DESIGNS for annotators in ANNOTATORS]
# Of the familywise oracle's power: three people who each judge a third have next to none to give away.
SHARE_OF_POWER = {("single", 3): 0.45}


def reaches(values: Floats, goal: float) -> bool:
    """Whether the mean is at least the goal, within two Monte Carlo standard errors."""
    mean, error = mean_and_error(values)
    return mean + 2 * error >= goal


def stays_below(values: Floats, goal: float) -> bool:
    """Whether the mean is at most the goal, within two Monte Carlo standard errors."""
    return reaches(-values.astype(np.float64), -goal)


def has_power(found: Findings, share: float) -> bool:
    """Whether so large a share of what the oracle decides is decided, within two Monte Carlo standard errors."""
    return reaches(found.power() - share * found.oracle_power(), 0.0)


@pytest.mark.slow
@pytest.mark.parametrize(("design", "annotators"), CELLS)
def test_intervals_cover_and_tests_have_power(design: str, annotators: int) -> None:
    """Of six systems' differences 94 % are covered, and at least half of what an oracle decides is decided."""
    found = findings(Study(design, annotators), 60, 21)
    assert reaches(found.coverage(), 0.94)
    assert has_power(found, SHARE_OF_POWER.get((design, annotators), 0.5))
    assert stays_below(found.false_decisions(), 0.06)


@pytest.mark.slow
@pytest.mark.parametrize(("design", "annotators"), [("full", 3), ("full", 5), ("single", 5), ("heavy", 10)])
def test_equal_systems_are_seldom_told_apart(design: str, annotators: int) -> None:
    """Of boards of twelve equal systems at most 6 % have any pair decided; with five annotators at most 9 %."""
    study = Study(design, annotators, systems=12, prompts=15, spread=0.0)
    assert stays_below(findings(study, 60, 22).false_decisions(), 0.09 if annotators == 5 else 0.06)


@pytest.mark.slow
def test_the_textbook_is_caught() -> None:
    """Where one judges most its intervals are too narrow; three who judge all have no power under it."""
    heavy = findings(Study("heavy", 10, spread=0.0), 80, 27, "both")
    assert not reaches(heavy.coverage(), 0.94)
    assert not stays_below(heavy.false_decisions(), 0.06)
    assert not has_power(findings(Study("full", 3), 60, 25, "both"), 0.5)


@pytest.mark.slow
def test_draws_compared_by_the_errors_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three who share the comparisons out keep 0.45 of the oracle's power; with draws divided by the errors they do not."""

    def share() -> float:
        found = findings(Study("single", 3), 120, 21)
        return float(found.power().mean() / found.oracle_power().mean())

    assert share() >= 0.45
    monkeypatch.setattr(decisions, "spread_of", lambda _, errors: errors)
    assert share() < 0.45


def test_the_goals_in_small() -> None:
    """Two annotated designs with few studies: near their coverage, and what has no clusters is far from it."""
    study = Study("full", 5, systems=4, prompts=12)
    own, independent = (findings(study, 12, 26, cluster) for cluster in ("auto", "none"))
    assert reaches(own.coverage(), 0.94)
    assert not reaches(independent.coverage(), 0.94)
    assert own.power().mean() > 0
