"""What the progress page shows: how far the campaign is, and what needs its lead. Names no system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from sqlalchemy import ColumnElement, Select, and_, case, func, or_, select, text
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.desk.supply.gold_stock import gold_by_standard, unseen_gold, without_gold
from eval_core.campaigns.desk.supply.qualification import Newcomer, waiting_newcomers
from eval_core.campaigns.kinds import protocol_kind, rates_responses
from eval_core.campaigns.quality.raters import doubts_of
from eval_core.campaigns.rules import rules_of
from eval_core.campaigns.text import first_words
from eval_core.campaigns.watching.hand_over import comparisons_held, sheets_held
from eval_core.campaigns.watching.needs import (
    STALLED,
    Need,
    Outlook,
    Preparation,
    Situation,
    Waiting,
    Worker,
    needs,
)
from eval_core.campaigns.watching.progress import CampaignProgress, PersonProgress, progress_within
from eval_core.campaigns.watching.rating_progress import lately_rated
from eval_core.campaigns.watching.tallies import lately
from eval_core.campaigns.watching.work_left import standards_of
from eval_core.store import (
    Assignment,
    Campaign,
    Comparison,
    Exclusion,
    Judgment,
    Person,
    Question,
    Rating,
    RatingAssignment,
    Response,
    Store,
    System,
)
from eval_core.store.schema.work import RANKED

# Judgments whose agreement is compared with that of as many before (together at most two thirds of all).
_SAMPLE = 1_000
# Seconds that the page waits for the newest figures of annotators; it is read again soon.
_PATIENCE = 0.1
# At most so many absent people's earlier breaks are looked up.
_MOST_AWAY = 30
_OTHER = aliased(Judgment)
_PAIRED = aliased(Assignment)


@dataclass(frozen=True)
class Watch:
    """A campaign's progress, and what needs its lead (the most urgent first)."""

    progress: CampaignProgress
    needs: tuple[Need, ...]


def watch(store: Store, slug: str, who: Who = OPERATOR, *, patience: float = _PATIENCE) -> Watch:
    """What the lead's page shows of a campaign. For leads.

    Args:
        patience: seconds to wait for the newest figures of annotators, before those of a little while ago are taken.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    newcomers = waiting_newcomers(store, slug, who)
    rates = protocol_kind(store, who, slug) == "rating"
    found = doubts_of(store, slug, who, patience, rates=rates)
    with store.read() as db:
        campaign, now = authorise(db, who, slug, "lead").campaign, store.now()
        recent = lately_rated(db, campaign, now) if rates else lately(db, campaign, now)
        progress = progress_within(db, campaign, now, recent)
        pace, workers = progress.forecast, tuple(_workers(db, campaign, progress))
        # The demo's annotators are looked at as people are; elsewhere only people are.
        known = {person.name for person in progress.people if person.kind == "human" or campaign.is_demo}
        goes_on = campaign.status in ("draft", "open", "paused")
        situation = Situation(
            now=now,
            status=campaign.status,
            left=progress.left,
            outlook=Outlook(pace.middle, pace.high) if pace else None,
            deadline=campaign.deadline,
            workers=workers,
            doubts=[doubt for doubt in found if doubt.annotator in known],
            waiting=_waiting(db, campaign, newcomers),
            without_gold=_without_gold(db, campaign, workers),
            rates=rates,
            # Scores need no connection between the systems, and the agreement of ratings has a page of its own.
            groups=_groups(db, campaign) if goes_on and not rates else 1,
            preparation=_preparation(db, campaign, progress) if campaign.status == "draft" else None,
            **({} if rates else _agreement(db, campaign, progress.done)),
        )
    return Watch(progress, needs(situation))


def _waiting(db: Session, campaign: Campaign, newcomers: Sequence[Newcomer]) -> list[Waiting]:
    """Who waits for an answer or another try, the longest wait first."""
    asked = db.execute(
        select(Person.name, Person.id, Question.asked_at, Question.id, Question.text)
        .join(Person, Person.id == Question.person_id)
        .where(Question.campaign_id == campaign.id, Question.resolved_at.is_(None))
    )
    ids = dict(db.execute(select(Person.name, Person.id).where(Person.name.in_([one.name for one in newcomers]))).all())
    waiting = [Waiting(name, person, at, number, first_words(words)) for name, person, at, number, words in asked]
    waiting += [Waiting(one.name, ids.get(one.name, 0), one.finished_at) for one in newcomers]
    return sorted(waiting, key=lambda one: (one.since, one.question))


def _without_gold(db: Session, campaign: Campaign, workers: Sequence[Worker]) -> dict[str | None, list[Worker]]:
    standards, by_name = standards_of(db, campaign), {worker.name: worker for worker in workers}
    found: dict[str | None, list[Worker]] = {}
    for name in without_gold(db, campaign):
        worker = by_name.get(name) or Worker(name)
        if not worker.excluded:
            found.setdefault(standards.get(worker.id), []).append(worker)
    return found


def _preparation(db: Session, campaign: Campaign, progress: CampaignProgress) -> Preparation:
    rules = rules_of(campaign)
    return Preparation(
        texts=progress.total > 0,
        people=len(progress.people),
        letter=rules.letter.complete,
        gold_needed=rules.training + rules.test,
        gold=unseen_gold(db, campaign),
        gold_by_standard=gold_by_standard(db, campaign),
    )


def _workers(db: Session, campaign: Campaign, progress: CampaignProgress) -> Iterator[Worker]:
    leases = _leases(db, campaign, [person.id for person in progress.people])
    away = [person for person in progress.people if _may_be_away(person, progress.at)]
    away.sort(key=lambda person: person.last_seen or progress.at)
    for person in progress.people:
        yield Worker(
            name=person.name,
            id=person.id,
            done=person.done,
            left=person.left,
            leases=leases.get(person.id, 0),
            last_seen=person.last_seen,
            longest_break=_longest_break(db, campaign, person.id) if person in away[:_MOST_AWAY] else None,
            excluded=person.excluded,
            paused=person.paused,
            human=person.kind == "human",
        )


def _leases(db: Session, campaign: Campaign, people: list[int]) -> dict[int | None, int]:
    """Person -> how many comparisons, or responses to rate, they hold, expired leases included."""
    rates = rates_responses(campaign)
    table = RatingAssignment if rates else Assignment
    held = select(table.person_id, func.count()).where(
        *(sheets_held if rates else comparisons_held)(campaign), table.person_id.in_(people)
    )
    return dict(db.execute(held.group_by(table.person_id)).all())


def _may_be_away(person: PersonProgress, now: datetime) -> bool:
    return bool(person.done and person.left and person.last_seen and now - person.last_seen > STALLED)


def _longest_break(db: Session, campaign: Campaign, person: int) -> timedelta | None:
    """The longest time between two judgments, or two rated responses, of one person; None with fewer than two."""
    judged = select(Judgment.decided_at).where(Judgment.campaign_id == campaign.id, Judgment.person_id == person)
    rated = (
        select(Rating.decided_at)
        .join(RatingAssignment, RatingAssignment.id == Rating.rating_assignment_id)
        .where(RatingAssignment.campaign_id == campaign.id, RatingAssignment.person_id == person)
        .distinct()
    )
    moments = sorted(moment for moment in db.scalars(rated if rates_responses(campaign) else judged) if moment)
    return max((after - before for before, after in pairwise(moments)), default=None)


def _agreement(db: Session, campaign: Campaign, done: int) -> dict[str, int]:
    """Pairs of equal judgments, and all pairs, of the newest judgments and of as many earlier ones."""
    size = min(_SAMPLE, done // 3)
    if not size:
        return {}
    counted = (Judgment.campaign_id + 0 == campaign.id, text(RANKED), _counts(campaign, Judgment.person_id))
    ids = select(Judgment.id).where(*counted).order_by(Judgment.id.desc()).limit(size)
    newest = list(db.scalars(ids))
    if not newest:
        return {}
    # Each person's first, from an index.
    of_person = select(func.min(_OTHER.id)).where(_OTHER.campaign_id == campaign.id, _OTHER.person_id == Person.id)
    oldest = db.scalar(select(func.min(of_person.scalar_subquery())).select_from(Person)) or 0
    # At random, since people may take turns; with a fixed seed, so that the page does not change between two looks.
    spread = set(np.random.default_rng(0).integers(oldest, newest[-1], size).tolist()) if oldest < newest[-1] else set()
    lately_equal, lately_pairs = db.execute(_pairs(campaign, newest)).one()
    before_equal, before_pairs = db.execute(_pairs(campaign, sorted(spread))).one()
    return {
        "equal_lately": int(lately_equal),
        "pairs_lately": lately_pairs,
        "equal_before": int(before_equal),
        "pairs_before": before_pairs,
    }


def _pairs(campaign: Campaign, judgments: list[int]) -> Select[Any]:
    """How many earlier judgments of the same comparisons equal these, and how many there are."""
    return (
        select(func.coalesce(func.sum(case((_OTHER.outcome == Judgment.outcome, 1), else_=0)), 0), func.count())
        .select_from(Judgment)
        .join(_PAIRED, and_(_PAIRED.comparison_id == Judgment.comparison_id, _PAIRED.status == "done"))
        .join(_OTHER, and_(_OTHER.assignment_id == _PAIRED.id, _OTHER.live))
        .where(
            Judgment.id.in_(judgments),
            Judgment.campaign_id + 0 == campaign.id,
            Judgment.live,
            Judgment.ranked,
            Judgment.outcome.is_not(None),
            _counts(campaign, Judgment.person_id),
            _counts(campaign, _OTHER.person_id),
            _OTHER.ranked,
            _OTHER.outcome.is_not(None),
            _OTHER.id < Judgment.id,
            _OTHER.person_id != Judgment.person_id,
        )
    )


def _counts(campaign: Campaign, person: Any) -> ColumnElement[bool]:
    """Whether a judgment is a person's, and not left out: LLM judges neither agree with people nor connect systems."""
    judges = select(Person.id).where(Person.kind == "judge")
    return or_(person.is_(None), and_(person.not_in(Exclusion.people(campaign.id)), person.not_in(judges)))


def _groups(db: Session, campaign: Campaign) -> int:
    """The number of groups of systems between which nothing is, or will be, compared; 0 without systems."""
    first_system, second_system, first, second = aliased(System), aliased(System), aliased(Response), aliased(Response)
    # Looked up pair by pair, which the ranking's index answers at once; listing the pairs of a million rows is slow.
    met = select(Judgment.id).where(
        Judgment.campaign_id == campaign.id,
        Judgment.first_system_id == first_system.id,
        Judgment.second_system_id == second_system.id,
        text(RANKED),
        _counts(campaign, Judgment.person_id),
    )
    judged = select(first_system.id, second_system.id).where(
        first_system.campaign_id == campaign.id,
        second_system.campaign_id == campaign.id,
        first_system.id != second_system.id,
        met.exists(),
    )
    planned = (
        select(first.system_id, second.system_id)
        .select_from(Comparison)
        .join(first, first.id == Comparison.first_response_id)
        .join(second, second.id == Comparison.second_response_id)
        .where(Comparison.campaign_id == campaign.id, Comparison.kind == "regular", Comparison.withdrawn_at.is_(None))
        .where(Comparison.done < Comparison.overlap)
        .distinct()
    )
    systems = select(System.id).where(System.campaign_id == campaign.id)
    components = _components(db.scalars(systems).all(), db.execute(judged).all())
    if components <= 1:
        return components
    # Mostly what was judged connects all, and neither the plan nor the responses must be read.
    answering = select(Response.system_id).where(Response.campaign_id == campaign.id, Response.withdrawn_at.is_(None))
    return _components(db.scalars(systems.where(System.id.in_(answering))).all(), db.execute(planned).all())


def _components(systems: Any, pairs: Any) -> int:
    places = {system: place for place, system in enumerate(systems)}
    ends = [(places[first], places[second]) for first, second in pairs if first in places and second in places]
    if not places:
        return 0
    rows, columns = zip(*ends, strict=True) if ends else ((), ())
    graph = coo_array((np.ones(len(ends)), (rows, columns)), shape=(len(places), len(places)))
    return int(connected_components(graph, directed=False)[0])
