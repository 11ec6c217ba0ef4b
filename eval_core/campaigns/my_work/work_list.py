"""The list of an annotator's own work: what they judged or rated and counts as work, with a running number each.

Training, test, imports and what was undone are not in it. Regular comparisons, gold and repeats look alike here, and
nothing that is returned names a system.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, case, func, or_, select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import Grant, Who, authorise
from eval_core.campaigns.desk.rating_sheets import revisions_of
from eval_core.campaigns.desk.supply.rating_leases import of_rater
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.text import first_words, folded
from eval_core.files.dialogue import spoken
from eval_core.store import (
    WORK_KINDS,
    Assignment,
    Comparison,
    Judgment,
    Prompt,
    Rating,
    RatingAssignment,
    Remark,
    Response,
    Store,
)

PAGE_LIMIT = 200
SEARCH_LIMIT = 200
_READ, _BEGINNING = 500, 90  # characters of a text: read, and shown in the list
_ALIKE = 40  # characters after which two prompts that are the same so far look alike in a list
_FIRST, _SECOND = aliased(Response), aliased(Response)


@dataclass(frozen=True)
class WorkRow:
    """One line of the list.

    Attributes:
        number: the person's own running number, from 1.
        prompt: its first words, in `source_language`.
        responses: the first words of each, in `language`: of A and B as presented, or of the one that was rated.
        alike: whether the prompt tells nothing, because it is empty or another line of this part begins like it.
        choice: 'A', 'tie' or 'B', as presented; None where responses are rated.
        decided_at: when the revision in force was made.
    """

    assignment_id: int
    number: int
    prompt: str
    responses: tuple[str, ...]
    alike: bool
    written_standard: str | None
    language: str | None
    source_language: str | None
    choice: str | None
    decided_at: datetime
    revision: int


@dataclass(frozen=True)
class WorkPage:
    """A part of the list, the newest first.

    Attributes:
        total: all that the list has; `found` of them match the search.
        before: where the next part begins, None after the last one.
        protocol: the key of the protocol that the campaign follows.
    """

    rows: tuple[WorkRow, ...]
    total: int
    found: int
    before: int | None
    protocol: str


def list_work(
    store: Store, who: Who, slug: str, *, search: str = "", limit: int = 50, before: int | None = None
) -> WorkPage:
    """A part of the person's list in this campaign: judgments, or under its rating protocol rated responses.

    Args:
        search: to be found in the prompt, in a response or in what the person wrote, whatever its case. Every
            character is literal. Blank finds all.
        limit: rows of the part, 1 to 200.
        before: only lower running numbers.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        grant = authorise(db, who, slug, "annotator")
        numbers, matching = numbers_of(db, grant), _matching(db, grant, search)
        matches = [(number, one) for one, number in numbers.items() if matching is None or one in matching]
        left = [one for number, one in sorted(matches, reverse=True) if before is None or number < before]
        limit = min(max(limit, 1), PAGE_LIMIT)
        rows = (_rated if rates_responses(grant.campaign) else _judged)(db, left[:limit], numbers)
        rows = _told_apart(sorted(rows, key=lambda row: -row.number))
        following = rows[-1].number if len(left) > limit else None
        return WorkPage(tuple(rows), len(numbers), len(matches), following, grant.campaign.protocol_key)


def numbers_of(db: Session, grant: Grant) -> dict[int, int]:
    """Assignment -> its running number, of everything in the list, in the order in which it came up or was rated."""
    if rates_responses(grant.campaign):
        own = db.scalars(
            select(RatingAssignment.id)
            .join(Rating, Rating.rating_assignment_id == RatingAssignment.id)
            .where(*of_rater(grant), RatingAssignment.status == "done", RatingAssignment.kind == "regular")
            .group_by(RatingAssignment.id)
            # Imported ratings have no time of decision.
            .having(func.count(Rating.decided_at) > 0)
            .order_by(func.min(Rating.id))
        )
    else:
        own = db.scalars(
            select(Assignment.id)
            .join(Judgment, (Judgment.assignment_id == Assignment.id) & Judgment.live)
            .where(
                Assignment.campaign_id == grant.campaign.id,
                Assignment.person_id == grant.person,
                Assignment.kind.in_(WORK_KINDS),
                Judgment.choice.is_not(None),
                ~Judgment.imported,
            )
            .order_by(Assignment.sequence, Assignment.id)
        )
    return {assignment_id: number for number, assignment_id in enumerate(own, 1)}


def _matching(db: Session, grant: Grant, search: str) -> set[int] | None:
    """The person's assignments in which the search is found; None without a search."""
    # Not left to the database: SQLite knows no case beyond ASCII, and PostgreSQL only that of its locale.
    wanted = folded(search.strip()[:SEARCH_LIMIT])
    if not wanted:
        return None
    queries = _texts_of_rater(grant) if rates_responses(grant.campaign) else _texts_of_judge(grant)
    rows = [tuple(row) for query in queries for row in db.execute(query)]
    return {
        assignment_id for assignment_id, *parts in rows if any(wanted in folded(spoken(part or "")) for part in parts)
    }


def _texts_of_judge(grant: Grant) -> tuple[Select[*tuple[Any, ...]], ...]:
    """Queries for (assignment, text, ...): what the person was shown, and their own comments."""
    own = (Assignment.campaign_id == grant.campaign.id, Assignment.person_id == grant.person)
    return (
        select(Assignment.id, Prompt.text, _FIRST.text, _SECOND.text)
        .join(Comparison, Comparison.id == Assignment.comparison_id)
        .join(Prompt, Prompt.id == Comparison.prompt_id)
        .join(_FIRST, _FIRST.id == Comparison.first_response_id)
        .join(_SECOND, _SECOND.id == Comparison.second_response_id)
        .where(*own),
        select(Assignment.id, Remark.comment)
        .join(Judgment, Judgment.assignment_id == Assignment.id)
        .join(Remark, Remark.judgment_id == Judgment.id)
        .where(*own, Remark.comment.is_not(None)),
    )


def _texts_of_rater(grant: Grant) -> tuple[Select[*tuple[Any, ...]], ...]:
    """The same where responses are rated, with the person's own explanations."""
    return (
        select(RatingAssignment.id, Prompt.text, Response.text)
        .join(Response, Response.id == RatingAssignment.response_id)
        .join(Prompt, Prompt.id == Response.prompt_id)
        .where(*of_rater(grant)),
        select(RatingAssignment.id, Rating.explanation)
        .join(Rating, Rating.rating_assignment_id == RatingAssignment.id)
        .where(*of_rater(grant), Rating.explanation.is_not(None)),
    )


def _beginning(text: Any) -> ColumnElement[Any]:
    """As much of a text as its first words need: all of what may be a dialogue."""
    whole = or_(text.like("[%"), text.like("{%"))
    return case((whole, text), else_=func.substr(text, 1, _READ))


def _judged(db: Session, wanted: Sequence[int], numbers: dict[int, int]) -> list[WorkRow]:
    rows = db.execute(
        select(
            Assignment.id,
            _beginning(Prompt.text),
            Prompt.written_standard,
            # The canonical first response was shown as A, unless the sides were swapped.
            _beginning(case((Judgment.swapped, _SECOND.text), else_=_FIRST.text)),
            _beginning(case((Judgment.swapped, _FIRST.text), else_=_SECOND.text)),
            Judgment.choice,
            func.coalesce(Judgment.decided_at, Judgment.created_at, type_=Judgment.created_at.type),
            Judgment.revision,
        )
        .join(Judgment, (Judgment.assignment_id == Assignment.id) & Judgment.live)
        .join(Comparison, Comparison.id == Assignment.comparison_id)
        .join(Prompt, Prompt.id == Comparison.prompt_id)
        .join(_FIRST, _FIRST.id == Comparison.first_response_id)
        .join(_SECOND, _SECOND.id == Comparison.second_response_id)
        .where(Assignment.id.in_(wanted))
    )
    return [
        WorkRow(
            assignment_id,
            numbers[assignment_id],
            first_words(prompt, _BEGINNING),
            tuple(first_words(text or "", _BEGINNING) for text in (as_a, as_b)),
            False,
            standard,
            standard,
            standard,
            choice,
            decided_at,
            revision,
        )
        for assignment_id, prompt, standard, as_a, as_b, choice, decided_at, revision in rows
    ]


def _rated(db: Session, wanted: Sequence[int], numbers: dict[int, int]) -> list[WorkRow]:
    revisions = revisions_of(db, wanted)
    moment = func.max(func.coalesce(Rating.decided_at, Rating.created_at), type_=Rating.created_at.type)
    moments = dict(
        db.execute(
            select(Rating.rating_assignment_id, moment)
            .where(Rating.rating_assignment_id.in_(wanted), Rating.live)
            .group_by(Rating.rating_assignment_id)
        ).all()
    )
    rows = db.execute(
        select(
            RatingAssignment.id,
            _beginning(Response.text),
            _beginning(Prompt.text),
            Prompt.written_standard,
            func.coalesce(Prompt.target_language, Prompt.written_standard),
            func.coalesce(Prompt.source_language, Prompt.target_language, Prompt.written_standard),
        )
        .join(Response, Response.id == RatingAssignment.response_id)
        .join(Prompt, Prompt.id == Response.prompt_id)
        .where(RatingAssignment.id.in_(wanted))
    )
    return [
        WorkRow(
            assignment_id,
            numbers[assignment_id],
            first_words(asked, _BEGINNING),
            (first_words(text or "", _BEGINNING),),
            False,
            standard,
            language,
            source_language,
            None,
            moments[assignment_id],
            revisions[assignment_id],
        )
        for assignment_id, text, asked, standard, language, source_language in rows
    ]


def _told_apart(rows: Sequence[WorkRow]) -> list[WorkRow]:
    """The rows, with a word on those whose prompt does not tell them from another one."""
    beginnings = Counter(folded(row.prompt[:_ALIKE]) for row in rows)
    return [replace(row, alike=not row.prompt or beginnings[folded(row.prompt[:_ALIKE])] > 1) for row in rows]
