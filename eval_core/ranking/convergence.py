"""How the strengths converged as the judgments came in."""

from __future__ import annotations

import numpy as np
import pandas as pd

from eval_core.errors import InputError
from eval_core.ranking.blas import one_thread
from eval_core.ranking.existence import components_of, members_of
from eval_core.ranking.fit import Fit, fit_model
from eval_core.ranking.options import Options
from eval_core.ranking.uncertainty.covariance import Clustering, Variances, choose_clustering, covariance_of
from eval_core.ranking.uncertainty.ranges import pointwise_value
from eval_core.ranking.votes import Floats, Ints, Votes, count, encode

POINTS = 20
COLUMNS = ("judgments", "at", "system", "strength", "low", "high")


def convergence(
    frame: pd.DataFrame,
    *,
    points: int = POINTS,
    model: str = "davidson",
    position_effect: bool = False,
    cluster: str = "auto",
    level: float = 0.95,
) -> pd.DataFrame:
    """Strengths with pointwise intervals from the first judgments on, at about `points` evenly spaced counts.

    Each point is a fit of its own to all judgments until then, so the last one is the result of `rank` for all
    of them; intervals are not adjusted for repeated testing. Judgments of unknown time are included from the start.
    Zero is the mean of the systems with a finite strength at that point.

    Args:
        frame: the columns of `rank`, and decided_at (moments).
        points: at most this many; judgments of one moment are never separated.

    Returns:
        Columns judgments (how many by then), at (the last one's moment; NaT where unknown), system, strength, low,
        high; a row for each system with a finite strength at that point. low and high are NaN where a
        strength has no standard error.

    Raises:
        InputError: without decided_at, or for options or data that do not fit together.
    """
    if "decided_at" not in frame:
        raise InputError("convergence_without_times")
    if points < 1:
        raise InputError("bad_point_number")
    if not 0 < level < 1:
        raise InputError("bad_level")
    frame = frame.assign(decided_at=pd.to_datetime(frame["decided_at"], utc=True, errors="coerce"))
    frame = frame.sort_values("decided_at", kind="stable", na_position="first", ignore_index=True)
    at = frame["decided_at"]
    votes, options = encode(frame), Options(model, "newton", position_effect, None, level, 0, 0)
    options.check(votes)
    choose_clustering(votes, cluster)  # no part has what the whole lacks
    with one_thread():
        parts = [_point(votes.only(np.arange(len(votes)) < n), at[n - 1], options, cluster) for n in _cuts(at, points)]
    return pd.concat(parts, ignore_index=True)


def _cuts(at: pd.Series, points: int) -> Ints:
    """Evenly spaced counts of judgments, each moved on to the last of its moment."""
    wanted = np.ceil(np.linspace(0, len(at), points + 1)[1:]).astype(np.int64)
    moments = at.to_numpy(dtype="datetime64[ns]")
    ends = np.append(np.flatnonzero(moments[1:] != moments[:-1]) + 1, len(at))
    dated = ends[ends >= int(at.isna().sum())]  # NaT differs from itself: the unknown stay together
    return np.unique(dated[np.searchsorted(dated, wanted)])


def _point(votes: Votes, at: pd.Timestamp, options: Options, cluster: str) -> pd.DataFrame:
    parts = members_of(components_of(len(votes.systems), count(votes)))
    found = pd.concat([_of_component(votes.among(members), options, cluster) for members in parts], ignore_index=True)
    found.insert(0, "judgments", len(votes))
    found.insert(1, "at", pd.Series([at] * len(found), dtype="datetime64[ns, UTC]"))
    return found.sort_values("system", kind="stable", ignore_index=True)


def _of_component(votes: Votes, options: Options, cluster: str) -> pd.DataFrame:
    fitted = fit_model(len(votes.systems), count(votes), options)
    try:
        by, covariance = covariance_of(votes, fitted, cluster)
    except InputError:  # so early that there is only one cluster
        by, covariance = Clustering(cluster, {}, None), None
    half = _half_widths(fitted, by, covariance, options.level)
    rows = np.flatnonzero(fitted.measured)
    strength = fitted.strength[rows]
    return pd.DataFrame(
        {
            "system": np.array(votes.systems, dtype=object)[rows],
            "strength": strength,
            "low": strength - half[rows],
            "high": strength + half[rows],
        }
    )


def _half_widths(fitted: Fit, by: Clustering, covariance: Variances | None, level: float) -> Floats:
    """Half the width of every interval, (K,), NaN where there is none; as `Report` has them."""
    half = np.full(fitted.layout.size, np.nan)
    if covariance is None:
        return half
    peers = np.flatnonzero(fitted.measured)
    contrasts = np.zeros((len(peers), fitted.layout.length))
    contrasts[:, peers] = np.eye(len(peers)) - 1 / len(peers)
    half[peers] = np.sqrt(np.clip(covariance.variance(contrasts), 0, None))
    half[~(half > 1e-6)] = np.nan  # no more than rounding
    return np.asarray(half * pointwise_value(level, by.df))
