"""From judgments to a ranking, in one call."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pandas as pd
from threadpoolctl import threadpool_limits

from eval_core.ranking.bootstrap import percentile_limits
from eval_core.ranking.covariance import covariance_of
from eval_core.ranking.fitting import fit_model
from eval_core.ranking.options import Options
from eval_core.ranking.report import Report
from eval_core.ranking.results import Ranking
from eval_core.ranking.votes import Votes, count, encode


def rank(
    frame: pd.DataFrame,
    *,
    model: str = "davidson",
    engine: str = "newton",
    position_effect: bool = False,
    cluster: str = "auto",
    reference: str | None = None,
    systems: Sequence[str] | None = None,
    level: float = 0.95,
    seed: int = 0,
    bootstrap: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Ranking:
    """Rank systems from a frame with columns first, second, outcome and optionally annotator, prompt, order_known.

    Args:
        model: 'davidson' (ties have a parameter) or 'bradley-terry' (a tie is half a win for each).
        engine: 'newton', or 'choix' for bradley-terry without a position effect.
        cluster: 'auto', 'none', 'annotator', 'prompt' or 'both'.
        reference: measure strengths from this system instead of the mean.
        systems: keep only judgments between these.
        bootstrap: replace the intervals by percentiles of so many cluster-bootstrap fits.

    Raises:
        InputError: for options or data that do not fit together.
    """
    return rank_votes(
        encode(frame, systems),
        model=model,
        engine=engine,
        position_effect=position_effect,
        cluster=cluster,
        reference=reference,
        level=level,
        seed=seed,
        bootstrap=bootstrap,
        progress=progress,
    )


def rank_votes(
    votes: Votes,
    *,
    model: str = "davidson",
    engine: str = "newton",
    position_effect: bool = False,
    cluster: str = "auto",
    reference: str | None = None,
    level: float = 0.95,
    seed: int = 0,
    bootstrap: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Ranking:
    """`rank` on coded judgments."""
    options = Options(model, engine, position_effect, reference, level, seed, bootstrap)
    options.check(votes)
    with threadpool_limits(1):
        fitted = fit_model(len(votes.systems), count(votes), options)
        by, covariance = covariance_of(votes, fitted, cluster)
        limits = percentile_limits(votes, fitted, by, options, progress) if bootstrap else None
        return Report(votes, fitted, covariance, by, options).build(limits)
