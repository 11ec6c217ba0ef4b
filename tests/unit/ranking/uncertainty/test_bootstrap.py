"""Draws of the bootstrap that start at the estimate end where a fit from the beginning ends."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from eval_core.ranking.fit import fit_model
from eval_core.ranking.likelihood import Layout, gradient, information, local, slopes
from eval_core.ranking.newton import fit, refit
from eval_core.ranking.options import Options
from eval_core.ranking.uncertainty import bootstrap
from eval_core.ranking.uncertainty.covariance import covariance_of
from eval_core.ranking.votes import Cells, Floats, Votes, count
from tests.support.studies import Study

DRAWS = 25


def limits(votes: Votes, cluster: str, **changes: object) -> tuple[Floats, Floats]:
    """The limits from a few draws."""
    options = replace(Options("davidson", "newton", False, None, 0.95, 3, DRAWS), **changes)  # type: ignore[arg-type]
    fitted = fit_model(len(votes.systems), count(votes), options)
    by, _ = covariance_of(votes, fitted, cluster)
    return bootstrap.percentile_limits(votes, fitted, by, options, None)


def studied(*, known: bool = True, lengths: bool = False) -> Votes:
    """A small study, in half of whose judgments the second system by name was shown first."""
    chance = np.random.default_rng(5)
    votes = Study("full", 4, systems=5, prompts=8).judgments(chance)
    turned = chance.random(len(votes)) < 0.5
    return replace(
        votes,
        first=np.where(turned, votes.second, votes.first),
        second=np.where(turned, votes.first, votes.second),
        outcome=np.where(turned & (votes.outcome < 2), 1 - votes.outcome, votes.outcome),
        order_known=np.full(len(votes), known),
        length=chance.integers(-2, 3, len(votes)).astype(float) if lengths else None,
        length_sd=1.0,
    )


@pytest.mark.parametrize("cluster", ["none", "prompt", "both"])
@pytest.mark.parametrize(
    ("votes", "changes"),
    [
        (studied(known=False), {}),
        (studied(), {"position_effect": True}),
        (studied(), {"model": "bradley-terry", "reference": "002"}),
        (studied(lengths=True), {"position_effect": True}),
        (studied(lengths=True), {}),
    ],
)
def test_a_near_start_ends_at_the_same_place(
    votes: Votes, changes: dict[str, object], cluster: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limits are those of fits from the beginning, whatever the model; nearly every draw takes the short way."""
    taken = []

    def noted(*args: object) -> Floats | None:
        taken.append(refit(*args))  # type: ignore[arg-type]
        return taken[-1]

    monkeypatch.setattr(bootstrap, "refit", noted)
    short = limits(votes, cluster, **changes)
    assert len(taken) == DRAWS
    assert sum(beta is not None for beta in taken) > DRAWS / 2
    monkeypatch.setattr(bootstrap, "refit", lambda *_: None)
    np.testing.assert_allclose(short, limits(votes, cluster, **changes), atol=1e-6)


def test_slopes_are_gradient_and_information() -> None:
    """The lean way to both is the plain one, with every effect and without any."""
    chance = np.random.default_rng(2)
    first, second = np.triu_indices(4, 1)
    cells = Cells(
        first, second, chance.random(6) < 0.5, chance.integers(1, 9, (6, 3)).astype(float), chance.normal(size=6)
    )
    for layout in (
        Layout(4, True, True, True),
        Layout(4, False, True),
        Layout(4, True, False),
        Layout(4, False, False),
    ):
        beta = chance.normal(size=layout.length)
        at, (grad, curvature) = local(layout, cells, beta), slopes(layout, cells, beta)
        np.testing.assert_allclose(grad, gradient(layout, cells, at), atol=1e-12)
        np.testing.assert_allclose(curvature, information(layout, cells, at), atol=1e-12)


def test_without_a_maximum_there_is_no_short_way() -> None:
    """Counts in which one system won everything, had no judgment, or nothing was tied, never look settled."""
    first, second = np.triu_indices(3, 1)
    layout, together = Layout(3, False, True), np.zeros(3, dtype=np.int64)
    counts = np.array([[5.0, 3, 2], [4, 4, 1], [3, 6, 2]])
    cells = Cells(first, second, np.zeros(3, dtype=bool), counts)
    start = fit(layout, cells, together)
    near = refit(layout, cells, together, start + 0.3)
    np.testing.assert_allclose(near, start, atol=1e-7)
    for change in (
        np.array([[1, 0, 0], [1, 0, 0], [1, 1, 1]]),
        np.array([[1, 1, 1], [0, 0, 0], [0, 0, 0]]),
        np.array([[1, 1, 0], [1, 1, 0], [1, 1, 0]]),
    ):
        assert refit(layout, replace(cells, counts=counts * change), together, start) is None
