"""Invariants of stored judgments, ratings, leases and counts: each rule is a query of the rows that break it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, func, null, or_, select
from sqlalchemy.orm import aliased

from eval_core.store import (
    Assignment,
    Campaign,
    Clarification,
    Comparison,
    Exclusion,
    Judgment,
    Link,
    Person,
    Prompt,
    ProviderAccount,
    Rating,
    RatingAssignment,
    RatingMark,
    Reason,
    Remark,
    Response,
    SignIn,
)

# No lease is longer than half an hour; clocks of several machines may differ.
_LONGEST_LEASE = timedelta(days=1)
_FIRST, _SECOND = aliased(Response), aliased(Response)
_COUNTS = (Judgment.live, Judgment.ranked, Judgment.outcome.is_not(None))


@dataclass(frozen=True)
class Rule:
    """An invariant of a table, with a stable code; `query` selects the ids of the rows that break it."""

    check: str
    table: str
    says: str
    query: Select[int]


def rules(now: datetime) -> tuple[Rule, ...]:
    """Every rule; `now` decides which leases are live."""
    return (
        *_of_revisions(),
        *_of_judgments(),
        *_of_assignments(now),
        *_of_ratings(now),
        *_of_marks(),
        *_of_counters(),
        *_of_the_rest(),
    )


def _of_revisions() -> tuple[Rule, ...]:
    return (
        Rule(
            "doubled",
            "judgment",
            "more than one live judgment of one assignment; the ids are assignments",
            select(Judgment.assignment_id)
            .where(Judgment.live)
            .group_by(Judgment.assignment_id)
            .having(func.count() > 1),
        ),
        Rule(
            "doubled",
            "judgment",
            "one person's judgments on one comparison count more than once",
            # Rows of a file without prompts may be about different things: each counts.
            select(func.min(Judgment.id))
            .join(Prompt, Prompt.id == Judgment.prompt_id)
            .where(*_COUNTS, Judgment.person_id.is_not(None), or_(Prompt.text != "", Prompt.external_id.is_not(None)))
            .group_by(Judgment.comparison_id, Judgment.person_id)
            .having(func.count() > 1),
        ),
        Rule(
            "revisions",
            "judgment",
            "revisions are missing, or another than the last is live; the ids are assignments",
            select(Judgment.assignment_id)
            .group_by(Judgment.assignment_id)
            .having(
                or_(
                    func.min(Judgment.revision) != 1,
                    func.max(Judgment.revision) != func.count(),
                    func.max(case((Judgment.live, Judgment.revision), else_=0)) != func.max(Judgment.revision),
                )
            ),
        ),
    )


def _of_judgments() -> tuple[Rule, ...]:
    return (
        Rule("outcome", "judgment", "the outcome does not follow from choice and order", _wrong_outcomes()),
        Rule("copies", "judgment", "what is repeated of assignment and comparison is not theirs", _wrong_copies()),
        Rule(
            "ranked",
            "judgment",
            "ranked, and no regular one",
            select(Judgment.id)
            .join(Assignment, Assignment.id == Judgment.assignment_id)
            .where(
                or_(
                    and_(Judgment.ranked, Assignment.kind != "regular"),
                    and_(~Judgment.ranked, ~Judgment.imported, Assignment.kind == "regular"),
                )
            ),
        ),
        Rule(
            "hash",
            "judgment",
            "made under another protocol than the campaign's",
            select(Judgment.id)
            .join(Campaign, Campaign.id == Judgment.campaign_id)
            .join(Person, Person.id == Judgment.person_id)
            .where(
                ~Judgment.imported,
                Person.kind != "judge",
                Judgment.protocol_hash.is_distinct_from(Campaign.protocol_hash),
            ),
        ),
    )


def _wrong_outcomes() -> Select[int]:
    # As in `outcomes.canonical_outcome`.
    first = or_(and_(Judgment.choice == "A", ~Judgment.swapped), and_(Judgment.choice == "B", Judgment.swapped))
    expected = case(
        (Judgment.choice.is_(None), null()), (Judgment.choice == "tie", "tie"), (first, "first"), else_="second"
    )
    return select(Judgment.id).where(Judgment.outcome.is_distinct_from(expected))


def _wrong_copies() -> Select[int]:
    same: tuple[tuple[Any, Any], ...] = (
        (Judgment.comparison_id, Assignment.comparison_id),
        (Judgment.person_id, Assignment.person_id),
        (Judgment.swapped, Assignment.swapped),
        (Judgment.order_known, Assignment.order_known),
        (Judgment.prompt_id, Comparison.prompt_id),
        (Judgment.first_system_id, _FIRST.system_id),
        (Judgment.second_system_id, _SECOND.system_id),
    )
    return (
        select(Judgment.id)
        .join(Assignment, Assignment.id == Judgment.assignment_id)
        .join(Comparison, Comparison.id == Judgment.comparison_id)
        .join(_FIRST, _FIRST.id == Comparison.first_response_id)
        .join(_SECOND, _SECOND.id == Comparison.second_response_id)
        .where(or_(*(copy.is_distinct_from(other) for copy, other in same)))
    )


def _of_assignments(now: datetime) -> tuple[Rule, ...]:
    chosen = and_(Judgment.assignment_id == Assignment.id, Judgment.live)
    excluded = select(Exclusion.id).where(
        Exclusion.in_force(Assignment.campaign_id, Assignment.person_id),
    )
    on_gold = Comparison.kind == "gold"
    for_gold = Assignment.kind.in_(("gold", "training", "test"))
    return (
        Rule(
            "status",
            "assignment",
            "done without a choice, or a choice and not done",
            select(Assignment.id)
            .outerjoin(Judgment, chosen)
            .where(
                or_(
                    and_(Assignment.status == "done", Judgment.choice.is_(None)),
                    and_(Assignment.status != "done", Judgment.choice.is_not(None)),
                )
            ),
        ),
        Rule(
            "lease",
            "assignment",
            "a lease without an end or a holder, of somebody excluded, or for longer than any lease",
            select(Assignment.id).where(
                Assignment.status == "leased",
                or_(_unending(Assignment, now), Assignment.person_id.is_(None), excluded.exists()),
            ),
        ),
        Rule(
            "kind",
            "assignment",
            "gold work on no gold comparison, or the other way round",
            select(Assignment.id)
            .join(Comparison, Comparison.id == Assignment.comparison_id)
            # Imported work has no running number, and may have been gold elsewhere.
            .where(Assignment.sequence > 0, or_(and_(for_gold, ~on_gold), and_(~for_gold, on_gold))),
        ),
    )


def _of_ratings(now: datetime) -> tuple[Rule, ...]:
    later = aliased(Rating)
    live = select(Rating.id).where(Rating.rating_assignment_id == RatingAssignment.id, Rating.live).exists()
    return (
        Rule(
            "doubled",
            "rating",
            "more than one live rating of one criterion",
            select(func.min(Rating.id))
            .where(Rating.live)
            .group_by(Rating.rating_assignment_id, Rating.criterion)
            .having(func.count() > 1),
        ),
        Rule(
            "revisions",
            "rating",
            "live, and not the last revision",
            select(Rating.id)
            .join(
                later,
                and_(
                    later.rating_assignment_id == Rating.rating_assignment_id,
                    later.criterion == Rating.criterion,
                    later.revision > Rating.revision,
                ),
            )
            .where(Rating.live)
            .distinct(),
        ),
        Rule(
            "lease",
            "rating_assignment",
            "a lease without an end, or for longer than any lease",
            select(RatingAssignment.id).where(RatingAssignment.status == "leased", _unending(RatingAssignment, now)),
        ),
        Rule(
            "status",
            "rating_assignment",
            "done without a rating, or a rating and not done",
            select(RatingAssignment.id).where(
                or_(and_(RatingAssignment.status == "done", ~live), and_(RatingAssignment.status != "done", live))
            ),
        ),
    )


def _of_marks() -> tuple[Rule, ...]:
    says = "outside its text, or with a start and no end"
    rated = select(RatingMark.id).join(RatingAssignment, RatingAssignment.id == RatingMark.rating_assignment_id)
    return (
        Rule(
            "mark",
            "reason",
            says,
            select(Reason.id).join(Response, Response.id == Reason.response_id).where(_misplaced(Reason)),
        ),
        Rule(
            "mark",
            "rating_mark",
            says,
            rated.join(Response, Response.id == RatingAssignment.response_id).where(_misplaced(RatingMark)),
        ),
    )


def _misplaced(table: type[Reason] | type[RatingMark]) -> ColumnElement[bool]:
    length = func.coalesce(func.length(Response.text), 0)  # in code points, as the marks are
    return or_(
        table.start.is_(None) != table.end.is_(None), table.start < 0, table.start >= table.end, table.end > length
    )


def _of_counters() -> tuple[Rule, ...]:
    replaced = select(Exclusion.id).where(
        Exclusion.in_force(Judgment.campaign_id, Judgment.person_id),
        Exclusion.put_back,
    )
    made = (
        select(Judgment.comparison_id, func.count().label("number"))
        .outerjoin(Person, Person.id == Judgment.person_id)
        .where(*_COUNTS, func.coalesce(Person.kind, "human") != "judge", ~replaced.exists())
        .group_by(Judgment.comparison_id)
        .subquery()
    )
    published = (
        select(func.count()).where(Clarification.campaign_id == Campaign.id).correlate(Campaign).scalar_subquery()
    )
    return (
        Rule(
            "count",
            "comparison",
            "the number of judgments done is another than there are",
            select(Comparison.id)
            .outerjoin(made, made.c.comparison_id == Comparison.id)
            .where(Comparison.done != func.coalesce(made.c.number, 0)),
        ),
        Rule(
            "count",
            "campaign",
            "the number of clarifications is another than there are",
            select(Campaign.id).where(Campaign.clarifications != published),
        ),
    )


def _of_the_rest() -> tuple[Rule, ...]:
    about_neither = and_(
        Reason.response_id != Comparison.first_response_id, Reason.response_id != Comparison.second_response_id
    )
    return (
        Rule(
            "prompt",
            "comparison",
            "its responses answer another prompt",
            select(Comparison.id)
            .join(_FIRST, _FIRST.id == Comparison.first_response_id)
            .join(_SECOND, _SECOND.id == Comparison.second_response_id)
            .where(or_(_FIRST.prompt_id != Comparison.prompt_id, _SECOND.prompt_id != Comparison.prompt_id)),
        ),
        Rule(
            "remark",
            "remark",
            "a remark on what was taken back",
            select(Remark.id).join(Judgment, Judgment.id == Remark.judgment_id).where(Judgment.choice.is_(None)),
        ),
        Rule(
            "remark",
            "reason",
            "about a response that was not shown",
            select(Reason.id)
            .join(Remark, Remark.id == Reason.remark_id)
            .join(Judgment, Judgment.id == Remark.judgment_id)
            .join(Comparison, Comparison.id == Judgment.comparison_id)
            .where(about_neither),
        ),
        Rule(
            "sign_in",
            "sign_in",
            "opened by another person's link",
            select(SignIn.id).join(Link, Link.id == SignIn.link_id).where(Link.person_id != SignIn.person_id),
        ),
        Rule(
            "sign_in",
            "sign_in",
            "opened by another person's account at a provider",
            select(SignIn.id)
            .join(ProviderAccount, ProviderAccount.id == SignIn.provider_account_id)
            .where(ProviderAccount.person_id != SignIn.person_id),
        ),
    )


def _unending(work: Any, now: datetime) -> ColumnElement[bool]:
    return or_(work.leased_until.is_(None), work.leased_until > now + _LONGEST_LEASE)
