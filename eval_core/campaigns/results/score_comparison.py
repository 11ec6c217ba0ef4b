"""A campaign's scores compared with others of the same responses: of another protocol, other raters, a ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import pandas as pd
from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Program, Trusted, Who, authorise, roles_of, signed_in_person
from eval_core.campaigns.results.early_results import sees_results
from eval_core.campaigns.results.ratings import read_ratings_of, rule_of
from eval_core.campaigns.results.votes import read_votes
from eval_core.errors import InputError
from eval_core.protocols import Protocol, load_protocol
from eval_core.ranking import rank
from eval_core.scoring import (
    UNITS,
    ItemScores,
    ScoreCorrelation,
    criterion_correlations,
    item_scores,
    point_correlation,
    score_correlations,
    score_points,
    system_means,
)
from eval_core.store import Campaign, Judgment, Person, Prompt, RatingAssignment, Response, Store, System


@dataclass(frozen=True)
class Other:
    """What scores are compared with: those under a `protocol` (None: the campaign's own) by raters of a kind (human,
    judge or all), in another `campaign` (None: the same); under a pairwise protocol the strengths of the systems."""

    campaign: str | None = None
    protocol: str | None = None
    kind: str = "human"


@dataclass(frozen=True)
class Choice:
    """One possible comparison: the other campaign's title, the protocol, and whether the caller sees results
    there (see `early_results`)."""

    other: Other
    title: str | None
    protocol: Protocol
    shown: bool


@dataclass(frozen=True)
class ScoreComparison:
    """Scores under two protocols, of the same responses.

    Attributes:
        one, other: the protocols; `other` may be pairwise: then its numbers are strengths (natural log) of systems.
        title: of the other campaign, None if it is the same.
        points: a row for each unit that both scored: unit (item, document, system), item, document, system, one, other.
        correlations: of each unit, over all annotators, or for each of them and for each system too.
        by_criterion: with each criterion of the other protocol apart, over responses: over all annotators and systems,
            and for each. Empty where it was not asked for, and where the other has one criterion, or compares.
        level: of the intervals.
    """

    one: Protocol
    other: Protocol
    title: str | None
    points: pd.DataFrame
    correlations: tuple[ScoreCorrelation, ...]
    level: float
    by_criterion: tuple[ScoreCorrelation, ...] = ()

    def criteria_dicts(self) -> dict[str, list[dict[str, Any]]]:
        """The correlations with each criterion, by its key, in the form of `as_dicts`."""
        keys = dict.fromkeys(row.criterion for row in self.by_criterion if row.criterion is not None)
        return {key: [_dict(row) for row in self.by_criterion if row.criterion == key] for key in keys}

    def as_dicts(self, unit: str) -> list[dict[str, Any]]:
        """The correlations of a unit: annotator and system (None: all), n, and pearson, spearman and kendall, each
        with value, low and high (None if undefined)."""
        return [_dict(row) for row in self.correlations if row.unit == unit]

    def overall(self, unit: str) -> ScoreCorrelation | None:
        """The correlation over all annotators and systems; None if the unit has none."""
        rows = (row for row in self.correlations if (row.unit, row.annotator, row.system) == (unit, None, None))
        return next(rows, None)


def _dict(row: ScoreCorrelation) -> dict[str, Any]:
    return {
        "annotator": row.annotator,
        "system": row.system,
        "n": row.correlation.n,
        **{name: asdict(getattr(row.correlation, name)) for name in ("pearson", "spearman", "kendall")},
    }


def compare_scores(
    store: Store,
    slug: str,
    other: Other,
    *,
    protocol: str | None = None,
    kind: str = "human",
    systems: Sequence[str] = (),
    where: Sequence[str] = (),
    each: bool = False,
    criteria: bool = False,
    level: float = 0.95,
    who: Who = OPERATOR,
) -> ScoreComparison:
    """How scores under one protocol correlate with those under another, over the responses that both rated.

    Responses of two campaigns are the same if prompt, system and text are; a text missing in one of them
    is taken to be the other's.

    Args:
        other: taken as the mean over its annotators; of a pairwise campaign the strengths of its systems, as `rank`
            gives them by its defaults (systems without a finite strength are left out).
        protocol, kind, systems, where: whose scores of what, as in `rating_results`; `where` holds for both sides.
        each: whether also for each annotator of the first protocol, and over the responses of each system.
        criteria: whether also with each criterion of the other protocol apart; seconds where there are thousands of
            responses.
        level: of the intervals.

    Returns:
        No points and no correlations if one of the two has no ratings, or no judgments to rank.

    Raises:
        InputError: as `rating_results`, and if the two have no system in common.
        RefusedError: 'signed_out' or 'not_allowed', for either campaign.
    """
    if not 0 < level < 1:
        raise InputError("bad_level")
    by_criterion: tuple[ScoreCorrelation, ...] = ()
    chosen, frame = read_ratings_of(store, slug, protocol=protocol, kind=kind, systems=systems, where=where, who=who)
    their_slug = other.campaign or slug
    title, theirs = _other_side(store, slug, other, who)
    if theirs.kind == "pairwise":
        strengths = _strengths(store, their_slug, [f"kind={other.kind}", *where], who)
        parts = _with_strengths(item_scores(frame, rule_of(chosen)), strengths, each=each, level=level)
    else:
        _, rows = read_ratings_of(store, their_slug, protocol=other.protocol, kind=other.kind, where=where, who=who)
        if other.campaign not in (None, slug):
            rows = _of_the_same_text(store, slug, their_slug, rows)
        sides = (item_scores(frame, rule_of(chosen)), item_scores(rows, rule_of(theirs)))
        parts = _with_scores(*sides, each=each, level=level)
        if criteria and len(theirs.rated) > 1 and len(parts[0]):
            by_criterion = criterion_correlations(*sides, level=level)
    return ScoreComparison(chosen, theirs, title, *parts, level, by_criterion)


def comparable_scores(store: Store, slug: str, who: Who = OPERATOR) -> tuple[Choice, ...]:
    """All that the scores of a campaign can be compared with: its own ratings by protocol and kind of rater, then, by
    slug, those of other campaigns with systems of the same names in which the caller is a researcher, and the rankings
    of such campaigns. For researchers.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        here = authorise(db, who, slug, "researcher").campaign
        names = select(System.name).where(System.campaign_id == here.id)
        sharing = select(System.campaign_id).where(System.name.in_(names))
        campaigns = db.scalars(select(Campaign).where(Campaign.id.in_(sharing)).order_by(Campaign.slug)).all()
        seen = _readable(db, who)
        choices = _choices(db, here, None, shown=True)
        for other in campaigns:
            if other.id != here.id and (seen is None or other.slug in seen):
                choices += _choices(
                    db, other, other.slug, shown=sees_results(db, authorise(db, who, other.slug, "researcher"))
                )
    return tuple(choices)


def _choices(db: Session, campaign: Campaign, slug: str | None, *, shown: bool) -> list[Choice]:
    own = load_protocol(campaign.protocol_key)
    title = campaign.title if slug else None
    choices = []
    if own.kind == "pairwise":
        judged = select(Judgment.id).where(Judgment.campaign_id == campaign.id, Judgment.live).limit(1)
        if db.scalar(judged) is not None:
            choices.append(Choice(Other(slug, own.key), title, own, shown))
    rows = db.execute(
        select(RatingAssignment.protocol_key, Person.kind)
        .join(Person, Person.id == RatingAssignment.person_id)
        .where(RatingAssignment.campaign_id == campaign.id, RatingAssignment.status == "done")
        .distinct()
    )
    rated = {(key, "judge" if kind == "judge" else "human") for key, kind in rows}
    for key, kind in sorted(rated, key=lambda pair: (pair[0] != own.key, *pair)):
        choices.append(Choice(Other(slug, key, kind), title, load_protocol(key), shown))
    return choices


def _readable(db: Session, who: Who) -> set[str] | None:
    """The slugs of the campaigns whose results the caller may read; None for all."""
    if isinstance(who, Trusted):
        return None
    if isinstance(who, Program):
        return set()  # a token is of one campaign
    roles = roles_of(db, signed_in_person(db, who))
    return {slug for slug, held in roles.items() if "researcher" in held}


def _other_side(store: Store, slug: str, other: Other, who: Who) -> tuple[str | None, Protocol]:
    """The other campaign's title (None: it is the same) and the protocol."""
    with store.read() as db:
        campaign = authorise(db, who, other.campaign or slug, "researcher").campaign
        theirs = load_protocol(other.protocol or campaign.protocol_key)
        if theirs.kind == "pairwise" and theirs.key != campaign.protocol_key:
            raise InputError("nothing_compared", protocol=theirs.key, campaign=campaign.slug)
        return (campaign.title if campaign.slug != slug else None), theirs


def _strengths(store: Store, slug: str, where: Sequence[str], who: Who) -> pd.Series[float]:
    """The strength of each system of a pairwise campaign that has one; empty if there is nothing to rank."""
    votes = read_votes(store, slug, where=where, who=who)
    try:
        rows = rank(votes).systems
    except InputError:
        return pd.Series(dtype=float)
    known = {row.system: row.strength for row in rows if row.bounded and row.strength is not None}
    return pd.Series(known, dtype=float)


def _of_the_same_text(store: Store, slug: str, other: str, rows: pd.DataFrame) -> pd.DataFrame:
    """The ratings of another campaign, without those of responses whose text differs."""
    here, there = aliased(Response), aliased(Response)
    prompt, their_prompt = aliased(Prompt), aliased(Prompt)
    system, their_system = aliased(System), aliased(System)
    with store.read() as db:
        ids = dict(db.execute(select(Campaign.slug, Campaign.id).where(Campaign.slug.in_([slug, other]))).all())
        different = db.execute(
            select(prompt.key, system.name)
            .select_from(here)
            .join(prompt, prompt.id == here.prompt_id)
            .join(system, system.id == here.system_id)
            .join(their_prompt, (their_prompt.key == prompt.key) & (their_prompt.campaign_id == ids[other]))
            .join(their_system, (their_system.name == system.name) & (their_system.campaign_id == ids[other]))
            .join(there, (there.prompt_id == their_prompt.id) & (there.system_id == their_system.id))
            .where(here.campaign_id == ids[slug], here.text != "", there.text != "", here.text != there.text)
        ).all()
    wrong = {(item, name) for item, name in different}
    same = [key not in wrong for key in zip(rows["item"], rows["system"], strict=True)]
    return rows[same].reset_index(drop=True)


def _with_scores(
    scores: ItemScores, other: ItemScores, *, each: bool, level: float
) -> tuple[pd.DataFrame, tuple[ScoreCorrelation, ...]]:
    if not len(scores) or not len(other):
        return _with_unit([]), ()
    if not set(scores.systems) & set(other.systems):
        raise InputError("no_common_system")
    points = [(unit, score_points(scores, other, unit)) for unit in UNITS]
    if each:
        rows = [row for unit in UNITS for row in score_correlations(scores, other, unit=unit, level=level)]
    else:
        rows = [ScoreCorrelation(None, None, point_correlation(of, level=level), unit) for unit, of in points]
    return _with_unit(points), tuple(rows)


def _with_strengths(
    scores: ItemScores, strengths: pd.Series[float], *, each: bool, level: float
) -> tuple[pd.DataFrame, tuple[ScoreCorrelation, ...]]:
    if not len(scores) or not len(strengths):
        return _with_unit([]), ()
    if not set(scores.systems) & set(strengths.index):
        raise InputError("no_system_rated_and_ranked")
    rows = []
    points = _points(scores, strengths)
    for name in (None, *scores.annotators) if each else (None,):
        mine = points if name is None else _points(scores.only(annotators=[name]), strengths)
        rows.append(ScoreCorrelation(name, None, point_correlation(mine, level=level), "system"))
    return _with_unit([("system", points)]), tuple(rows)


def _points(scores: ItemScores, strengths: pd.Series[float]) -> pd.DataFrame:
    both = pd.concat([system_means(scores), strengths], axis=1, join="inner", keys=["one", "other"]).dropna()
    return both.rename_axis("system").reset_index().reindex(columns=["item", "document", *both, "system", "cluster"])


def _with_unit(points: Sequence[tuple[str, pd.DataFrame]]) -> pd.DataFrame:
    columns = ["unit", "item", "document", "system", "one", "other"]
    frames = [frame.assign(unit=unit)[columns].astype(object) for unit, frame in points]
    joined = pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=columns, dtype=object)
    return joined.astype({"one": float, "other": float})
