"""Facts for a report: the question, the rules, and the numbers of judgments or ratings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import false, func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.kinds import rating_protocol
from eval_core.campaigns.results.counting import judgments_where
from eval_core.campaigns.results.ratings import ratings_where
from eval_core.locales import natural
from eval_core.store import (
    Assignment,
    Comparison,
    Exclusion,
    Judgment,
    Person,
    Prompt,
    Rating,
    RatingAssignment,
    Response,
    Store,
    System,
)


@dataclass(frozen=True)
class CampaignFacts:
    """A campaign in words and numbers for a paper.

    Attributes:
        guideline_versions: of the judgments that count, in order.
        unversioned: how many of these have no version, as where an import gave none.
        unprotocolled: how many of these have no protocol.
        judgments, annotators, prompts: regular comparisons that count, gold and repeats left out; of people unless
            judges' were asked for, like all that follows.
        simulated: annotators that are simulated.
        controls: live judgments of gold comparisons and repeats, which never enter a ranking.
        skipped: skipped comparisons and responses to rate.
        identical: comparisons of identical texts, which nobody judges.
        withdrawn: withdrawn comparisons.
        excluded: annotators whose judgments are left out, each with the reason given.
        first, last: times of the first and the last judgment that counts; None without any.
    """

    slug: str
    title: str
    is_demo: bool
    protocol: str
    protocol_version: str
    protocol_hash: str
    guideline_versions: tuple[str, ...]
    unversioned: int
    unprotocolled: int
    text_view: str
    overlap: int
    systems: tuple[str, ...]
    judgments: int
    annotators: int
    simulated: int
    prompts: int
    controls: int
    skipped: int
    identical: int
    withdrawn: int
    excluded: tuple[tuple[str, str], ...]
    first: datetime | None
    last: datetime | None


@dataclass(frozen=True)
class RatingFacts:
    """The ratings behind the scores under one protocol, in numbers.

    Attributes:
        ratings: those that count, one for each criterion of a response, N/A among them; of people unless judges' were
            asked for, like all that follows.
        responses, annotators, prompts: of these ratings.
        simulated: annotators that are simulated.
        skipped: skipped responses under this protocol.
        withdrawn: withdrawn responses, rated or not.
        first, last: times of the first and the last rating that counts; None if none was made here.
    """

    ratings: int
    responses: int
    annotators: int
    simulated: int
    prompts: int
    skipped: int
    withdrawn: int
    first: datetime | None
    last: datetime | None


def campaign_facts(store: Store, slug: str, who: Who = OPERATOR, *, kind: str = "human") -> CampaignFacts:
    """The facts as they are now. For researchers.

    Args:
        kind: whose judgments: human, judge or all.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        counting = judgments_where(campaign, [f"kind={kind}"])
        without = [
            counting.with_only_columns(func.count()).where(column.is_(None))
            for column in (Judgment.guideline_version, Judgment.protocol_hash)
        ]
        judgments, annotators, prompts, first, last = db.execute(
            counting.with_only_columns(
                func.count(),
                func.count(Judgment.person_id.distinct()),
                func.count(Judgment.prompt_id.distinct()),
                func.min(Judgment.decided_at),
                func.max(Judgment.decided_at),
            )
        ).one()
        robots = Judgment.person_id.in_(select(Person.id).where(Person.kind == "simulated"))
        simulated = counting.with_only_columns(func.count(Judgment.person_id.distinct())).where(robots)
        systems = select(System.name).where(System.campaign_id == campaign.id).order_by(System.name)
        versions = counting.with_only_columns(Judgment.guideline_version).where(Judgment.guideline_version.is_not(None))
        return CampaignFacts(
            slug=campaign.slug,
            title=campaign.title,
            is_demo=campaign.is_demo,
            protocol=campaign.protocol_key,
            protocol_version=campaign.protocol_version,
            protocol_hash=campaign.protocol_hash,
            guideline_versions=tuple(sorted(str(version) for version in db.scalars(versions.distinct()))),
            unversioned=db.scalar(without[0]) or 0,
            unprotocolled=db.scalar(without[1]) or 0,
            text_view=campaign.text_view,
            overlap=campaign.overlap,
            systems=tuple(db.scalars(systems)),
            judgments=judgments,
            annotators=annotators,
            simulated=db.scalar(simulated) or 0,
            prompts=prompts,
            excluded=_excluded(db, campaign.id),
            first=first,
            last=last,
            **_left_out(db, campaign.id, kind),
        )


def rating_facts(
    store: Store, slug: str, who: Who = OPERATOR, *, protocol: str | None = None, kind: str = "human"
) -> RatingFacts:
    """The facts as they are now. For researchers.

    Args:
        protocol: a rating protocol; the campaign's own where None.
        kind: whose ratings: human, judge or all.

    Raises:
        InputError: for a pairwise protocol or an unknown kind. RefusedError: 'signed_out', 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        chosen = rating_protocol(campaign, protocol)
        counting = ratings_where(campaign, chosen, kind)
        ratings, responses, annotators, prompts, first, last = db.execute(
            counting.with_only_columns(
                func.count(),
                func.count(Response.id.distinct()),
                func.count(Person.id.distinct()),
                func.count(Prompt.id.distinct()),
                func.min(Rating.decided_at),
                func.max(Rating.decided_at),
            )
        ).one()
        robots = counting.with_only_columns(func.count(Person.id.distinct())).where(Person.kind == "simulated")
        skipped = select(func.count()).where(
            RatingAssignment.campaign_id == campaign.id,
            RatingAssignment.protocol_key == chosen.key,
            RatingAssignment.status == "skipped",
        )
        withdrawn = select(func.count()).where(Response.campaign_id == campaign.id, Response.withdrawn_at.is_not(None))
        return RatingFacts(
            ratings=ratings,
            responses=responses,
            annotators=annotators,
            simulated=db.scalar(robots) or 0,
            prompts=prompts,
            skipped=db.scalar(skipped) or 0,
            withdrawn=db.scalar(withdrawn) or 0,
            first=first,
            last=last,
        )


def _excluded(db: Session, campaign_id: int) -> tuple[tuple[str, str], ...]:
    rows = db.execute(
        select(Person.name, Exclusion.reason)
        .join(Exclusion, Exclusion.person_id == Person.id)
        .where(Exclusion.in_force(campaign_id))
    )
    return tuple(sorted(((name, reason) for name, reason in rows), key=lambda row: natural(row[0])))


def _left_out(db: Session, campaign_id: int, kind: str) -> dict[str, int]:
    """Counts of what never enters a ranking, by the names of `CampaignFacts`."""
    comparisons = select(func.count()).where(Comparison.campaign_id == campaign_id)
    controls = (
        select(func.count())
        .select_from(Judgment)
        .join(Assignment, Assignment.id == Judgment.assignment_id)
        .where(Judgment.campaign_id == campaign_id, Judgment.live, Judgment.outcome.is_not(None))
        .where(Assignment.kind.in_(("gold", "repeat")))
    )
    if kind != "all":
        by_judge = func.coalesce(Judgment.person_id.in_(select(Person.id).where(Person.kind == "judge")), false())
        controls = controls.where(by_judge if kind == "judge" else ~by_judge)
    skipped = [
        select(func.count()).where(table.campaign_id == campaign_id, table.status == "skipped").scalar_subquery()
        for table in (Assignment, RatingAssignment)
    ]
    queries = {
        "controls": controls,
        "skipped": select(skipped[0] + skipped[1]),
        "identical": comparisons.where(Comparison.identical),
        "withdrawn": comparisons.where(Comparison.withdrawn_at.is_not(None)),
    }
    return {name: db.scalar(query) or 0 for name, query in queries.items()}
