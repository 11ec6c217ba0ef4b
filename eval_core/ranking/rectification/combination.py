"""From people's judgments and a judge's verdicts to one ranking."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from eval_core.errors import InputError
from eval_core.ranking.blas import one_thread
from eval_core.ranking.fit import Fit, fit_model
from eval_core.ranking.options import Options
from eval_core.ranking.records import Report
from eval_core.ranking.rectification.estimate import Rectified, best_weight, rectified
from eval_core.ranking.rectification.items import Matched, match, weighted_by_verdict
from eval_core.ranking.rectification.likeness import require_likeness
from eval_core.ranking.rectification.variances import rectified_covariance
from eval_core.ranking.results import JudgeShare, Ranking
from eval_core.ranking.uncertainty.covariance import Clustering, Variances
from eval_core.ranking.uncertainty.total_victory import victories_of
from eval_core.ranking.votes import Floats


@dataclass(frozen=True)
class _Estimate:
    """A fit with its covariance, and the sum of the variances of all differences of strengths."""

    found: Rectified
    by: Clustering
    covariance: Variances
    total: float


def rank_with_judge(
    people: pd.DataFrame,
    verdicts: pd.DataFrame,
    judge: str,
    *,
    model: str = "davidson",
    reference: str | None = None,
    level: float = 0.95,
    seed: int = 0,
    by_verdict: bool = False,
    details: bool = True,
) -> Ranking:
    """Rank systems by people's judgments of a part and a judge's verdicts on all (see `estimate`).

    Args:
        people: judgments as `rank` takes them, with a column prompt.
        verdicts: the judge's, in the same columns, and what else is known of the items: written_standard, category,
            length_first and length_second are looked at (see `likeness`). Of pairs of systems that people judged they
            must hold every item that people might have got.
        judge: its name, for the result.
        by_verdict: people got items because of the judge's verdict: weigh within pairs.
        details: as for `rank`.

    Returns:
        As `rank`, with `judge`. Counts, win rates and judgments are those of people.

    Raises:
        InputError: for options that do not fit; see `match`, `require_likeness` and `rectified`;
            'judge_needs_strengths' where people's judgments alone give some system no finite strength.
    """
    matched = match(people, verdicts, judge)
    options = Options(model, "newton", False, reference, level, seed, bootstrap=0, details=details)
    options.check(matched.votes)
    require_likeness(matched, by_verdict=by_verdict)
    if by_verdict:
        matched = weighted_by_verdict(matched)
    with one_thread():
        fitted = _finite(matched, options)
        alone = _estimate(matched, rectified(matched, fitted, 0.0))
        weight = best_weight(matched, alone.found)
        joint = _estimate(matched, rectified(matched, fitted, weight)) if weight else alone
        n = len(matched.votes)
        share = JudgeShare(
            judge=judge,
            weight=weight,
            worth=n * (alone.total / joint.total - 1),
            width=float(np.sqrt(joint.total / alone.total)),
            items=len(matched.item_pair),
            judged=int(matched.judged.sum()),
            by_verdict=by_verdict,
        )
        votes = matched.votes
        victories = victories_of(votes, joint.found.fitted.classes, "auto")
        plain = replace(matched.pairs, counts=_plain_counts(matched))
        report = Report(votes, plain, joint.found.fitted, joint.covariance, joint.by, options, victories)
        return replace(report.build(None), judge=share)


def _finite(matched: Matched, options: Options) -> Fit:
    fitted = fit_model(len(matched.votes.systems), matched.pairs, options)
    lost = [name for name, ok in zip(matched.votes.systems, fitted.measured, strict=True) if not ok]
    if lost or len(np.unique(fitted.components)) > 1:
        raise InputError("judge_needs_strengths", systems=", ".join(lost or matched.votes.systems))
    return fitted


def _estimate(matched: Matched, found: Rectified) -> _Estimate:
    by, covariance = rectified_covariance(matched, found)
    size = found.fitted.layout.size
    return _Estimate(found, by, covariance, float(covariance.pair_variance(np.arange(size)).sum()))


def _plain_counts(matched: Matched) -> Floats:
    pairs = len(matched.pairs.first)
    return np.bincount(matched.pair * 3 + matched.votes.outcome, minlength=3 * pairs).reshape(-1, 3).astype(np.float64)
