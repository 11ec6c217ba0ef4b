"""The raters of a campaign: how far they agree, each one's checks, and whose ratings a lead should look at."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.kinds import rating_protocol, scales_of
from eval_core.campaigns.quality.annotators import annotator_figures
from eval_core.campaigns.quality.controls import controls_of_people
from eval_core.campaigns.quality.doubts import Doubt
from eval_core.campaigns.quality.rater_checks import RaterChecks, rater_checks, read_sheets
from eval_core.campaigns.quality.rater_doubts import examined_raters, rater_doubts
from eval_core.campaigns.results.leaderboard import events_with_effect
from eval_core.campaigns.results.ratings import read_ratings_of, rule_of
from eval_core.campaigns.rules import rules_of
from eval_core.protocols import Protocol
from eval_core.scoring import ScoreAgreement, item_scores, rating_agreement
from eval_core.store import Exclusion, Rating, Store
from eval_core.store.cache import BackgroundFigures


@dataclass(frozen=True)
class RaterFigures:
    """What the page Quality shows where responses are rated. Names no system.

    Attributes:
        agreement: between people, of the score and of each criterion, with intervals.
        checks: of everyone who has rated; doubts: whose ratings to look at, mostly no one's.
        examined: how unusual each rater who counts is, by name.
    """

    protocol: Protocol
    agreement: ScoreAgreement
    checks: tuple[RaterChecks, ...]
    doubts: tuple[Doubt, ...]
    examined: tuple[Doubt, ...]


def rater_figures(
    store: Store, slug: str, who: Who = OPERATOR, patience: float | None = None
) -> tuple[RaterFigures, bool]:
    """The figures, and whether they include the newest ratings. For leads and researchers.

    Args:
        patience: as for `annotator_figures`.

    Raises:
        InputError: where the campaign compares. RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead", "researcher").campaign
        rating_protocol(campaign)
        newest = db.scalar(select(func.max(Rating.id))) or 0
        state = newest, events_with_effect(db, campaign)
    return FIGURES.get(store, slug, state, patience)


def _compute(store: Store, slug: str) -> RaterFigures:
    protocol, frame = read_ratings_of(store, slug)
    with store.read() as db:
        campaign = authorise(db, OPERATOR, slug, "lead").campaign
        sheets = read_sheets(db, campaign)
        excluded = set(db.scalars(Exclusion.people(campaign.id)))
        controls, mark = controls_of_people(db, campaign), rules_of(campaign).pass_mark
    checks = rater_checks(sheets, scales_of(protocol), excluded, controls)
    agreement = rating_agreement(item_scores(frame, rule_of(protocol)))
    counting = [check for check in checks if check.counts]
    return RaterFigures(protocol, agreement, checks, rater_doubts(counting, mark), examined_raters(counting, mark))


FIGURES = BackgroundFigures(_compute)


def doubts_of(
    store: Store, slug: str, who: Who = OPERATOR, patience: float | None = None, *, rates: bool
) -> tuple[Doubt, ...]:
    """Whose judgments, or ratings where responses are rated, a lead should look at. For leads and researchers."""
    if rates:
        return rater_figures(store, slug, who, patience)[0].doubts
    return annotator_figures(store, slug, who, patience)[0].doubts
