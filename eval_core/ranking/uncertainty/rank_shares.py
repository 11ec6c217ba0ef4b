"""The probability of every rank for every system, from seeded draws of the strengths."""

from __future__ import annotations

import numpy as np
import pandas as pd

from eval_core.ranking.blas import one_thread
from eval_core.ranking.existence import components_of, members_of
from eval_core.ranking.fit import fit_model
from eval_core.ranking.options import Options
from eval_core.ranking.uncertainty.covariance import covariance_of
from eval_core.ranking.uncertainty.strength_draws import component_draws
from eval_core.ranking.uncertainty.total_victory import victories_of
from eval_core.ranking.votes import Floats, Votes, count

# Draws of systems that nothing separates differ by rounding only; see `ranges`.
_EQUAL = 1e-6


def rank_shares(strengths: Floats, draws: Floats) -> Floats:
    """Share of draws in which each system has each rank, (m, m): row a system, column 0 the first rank.

    Rows and columns sum to 1. Systems that are equal in a draw share the ranks that they occupy together.

    Args:
        strengths: (m,).
        draws: (D, m), deviations around zero, as `ranges.draw` makes them.
    """
    from scipy.stats import rankdata  # takes long to load, and a ranking has no need of it

    m = len(strengths)
    steps = np.round(-(strengths + draws) / _EQUAL)
    first, last = (rankdata(steps, method=way, axis=1).astype(np.int64) for way in ("min", "max"))
    weight = (1 / (last - first + 1)).ravel()
    row = np.broadcast_to(np.arange(m) * (m + 1), first.shape).ravel()
    # Each draw adds its weight from the first of its ranks on, and removes it after the last.
    begins = np.bincount(row + first.ravel() - 1, weight, m * (m + 1))
    ends = np.bincount(row + last.ravel(), weight, m * (m + 1))
    shares: Floats = np.cumsum((begins - ends).reshape(m, m + 1), axis=1)[:, :m] / len(draws)
    return np.clip(shares, 0.0, 1.0)


def rank_probabilities(
    votes: Votes,
    *,
    model: str = "davidson",
    engine: str = "newton",
    position_effect: bool = False,
    cluster: str = "auto",
    seed: int = 0,
) -> pd.DataFrame:
    """The probability of every rank, of the fit and the uncertainty that `rank_votes` reports under these options.

    As with `p_best` (which is the share of rank 1), ranks are among the systems of one component, and are not adjusted
    for multiple comparisons.

    Returns:
        Columns component, system, rank (1 is the best), share (0 to 1); one row for each system and rank of its
        component, best mean rank first. A component in which nothing was won is not in it.

    Raises:
        InputError: for options or data that do not fit together.
    """
    options = Options(model, engine, position_effect, None, 0.95, seed, 0)
    options.check(votes)
    tables = []
    with one_thread():
        for component, members in enumerate(members_of(components_of(len(votes.systems), count(votes)))):
            own = votes.among(members)
            fitted = fit_model(len(members), count(own), options)
            by, covariance = covariance_of(own, fitted, cluster)
            drawn = component_draws(fitted, covariance, by.df, victories_of(own, fitted.classes, cluster), seed)
            if drawn.strengths is not None:
                shares = rank_shares(np.zeros(len(members)), drawn.strengths)
                tables.append(_table(component, list(own.systems), shares))
    return pd.concat([_table(0, [], np.zeros((0, 0))), *tables], ignore_index=True)


def _table(component: int, names: list[str], shares: Floats) -> pd.DataFrame:
    size = len(names)
    order = np.argsort(shares @ np.arange(size), kind="stable")
    return pd.DataFrame(
        {
            "component": np.full(size * size, component, dtype=np.int64),
            "system": np.repeat(np.array(names, dtype=object)[order], size),
            "rank": np.tile(np.arange(1, size + 1), size),
            "share": shares[order].ravel(),
        }
    )
