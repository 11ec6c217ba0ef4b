"""The rounds of a campaign, and whether the annotators' standards have drifted between them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import numpy as np
import pandas as pd
from sqlalchemy import func, select

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.results.counting import judgments_where
from eval_core.errors import RefusedError
from eval_core.store import Comparison, Judgment, Round, Store

_RESAMPLES = 2000


@dataclass(frozen=True)
class RoundRow:
    """A round after the first: its new comparisons, its anchors, and when it was opened."""

    number: int
    opened_at: datetime
    comparisons: int
    anchors: int


@dataclass(frozen=True)
class Estimate:
    """A share from 0 to 1 with its 95 % interval, by resampling anchors."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Drift:
    """How a round's anchors were judged, compared with before.

    Attributes:
        anchors: those judged both before and in this round.
        alike: how often a judgment of this round equals an earlier annotator's; None without `anchors`.
        before: how often two earlier annotators judged alike; None if no anchor had two.
        ties_before, ties_since: the share of ties on the anchors.
    """

    anchors: int
    alike: Estimate | None
    before: Estimate | None
    ties_before: float | None
    ties_since: float | None


def list_rounds(store: Store, slug: str, who: Who = OPERATOR) -> list[RoundRow]:
    """The rounds after the first, in order. For leads and researchers."""
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead", "researcher").campaign
        regular = (Comparison.campaign_id == campaign.id, Comparison.kind == "regular")
        new, anchors = (
            dict(db.execute(select(column, func.count()).where(*regular, column.is_not(None)).group_by(column)).all())
            for column in (Comparison.round, Comparison.anchor_round)
        )
        rounds = db.scalars(select(Round).where(Round.campaign_id == campaign.id).order_by(Round.number))
        return [
            RoundRow(row.number, row.opened_at, new.get(row.number, 0), anchors.get(row.number, 0)) for row in rounds
        ]


def drift(store: Store, slug: str, number: int, who: Who = OPERATOR) -> Drift:
    """Whether the round's anchors are judged as before. For leads and researchers.

    Each anchor counts once: its share of pairs of one earlier and one later judgment that are alike.

    Raises:
        RefusedError: 'unknown_round'; 'signed_out', 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead", "researcher").campaign
        opened = db.scalar(select(Round.opened_at).where(Round.campaign_id == campaign.id, Round.number == number))
        if opened is None:
            raise RefusedError("unknown_round", f"no round {number} in this campaign")
        anchors = select(Comparison.id).where(Comparison.campaign_id == campaign.id, Comparison.anchor_round == number)
        rows = db.execute(
            judgments_where(campaign, [])
            .with_only_columns(Judgment.comparison_id, Judgment.outcome, Judgment.created_at >= opened)
            .where(Judgment.comparison_id.in_(anchors))
        ).all()
    return _drift(pd.DataFrame(rows, columns=["anchor", "outcome", "since"]))


def _drift(judgments: pd.DataFrame) -> Drift:
    since = judgments["since"].astype(bool)
    counts = [judgments[part].groupby(["anchor", "outcome"]).size().unstack(fill_value=0) for part in (~since, since)]
    earlier, later = (part.reindex(columns=["first", "second", "tie"], fill_value=0) for part in counts)
    earlier = earlier.loc[earlier.index.intersection(later.index)]
    later = later.loc[earlier.index]
    n = earlier.sum(axis=1)
    alike = (earlier * later).sum(axis=1) / (n * later.sum(axis=1))
    several = earlier[n > 1]
    before = (several * (several - 1)).sum(axis=1) / (n[n > 1] * (n[n > 1] - 1))
    return Drift(
        anchors=len(earlier),
        alike=_mean(alike.to_numpy(dtype=float)),
        before=_mean(before.to_numpy(dtype=float)),
        ties_before=_ties(earlier),
        ties_since=_ties(later),
    )


def _ties(counts: pd.DataFrame) -> float | None:
    return float(counts["tie"].sum() / counts.to_numpy().sum()) if len(counts) else None


def _mean(shares: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Estimate | None:
    """The mean with a percentile interval (Efron 1981, Canadian Journal of Statistics 9)."""
    if not len(shares):
        return None
    draws = np.random.default_rng(0).choice(shares, (_RESAMPLES, len(shares))).mean(axis=1)
    low, high = np.quantile(draws, [0.025, 0.975])
    return Estimate(float(shares.mean()), float(low), float(high))
