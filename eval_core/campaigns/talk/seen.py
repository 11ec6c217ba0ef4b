"""Comparisons and responses as annotators saw them, for a lead who reads of a question or a skip."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, bindparam, select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.desk.rating_sheets import RatedResponse, scores_of
from eval_core.files.dialogue import words_at
from eval_core.store import Assignment, Campaign, Comparison, Judgment, Prompt, RatingAssignment, Response

_SIDES = (aliased(Response), aliased(Response))
_COMPARISONS = (
    select(
        Assignment.id,
        Assignment.swapped,
        Prompt.text,
        Prompt.written_standard,
        *(side.text for side in _SIDES),
        Judgment.choice,
        Comparison.id,
        Comparison.kind == "regular",
        Comparison.withdrawn_at.is_not(None),
        Campaign.protocol_key,
    )
    .join(Comparison, Comparison.id == Assignment.comparison_id)
    .join(Campaign, Campaign.id == Assignment.campaign_id)
    .join(Prompt, Prompt.id == Comparison.prompt_id)
    .join(_SIDES[0], _SIDES[0].id == Comparison.first_response_id)
    .join(_SIDES[1], _SIDES[1].id == Comparison.second_response_id)
    .outerjoin(Judgment, and_(Judgment.assignment_id == Assignment.id, Judgment.live))
    .where(Assignment.id.in_(bindparam("assignments", expanding=True)))
)
_SHEETS = (
    select(RatingAssignment.id, RatingAssignment.protocol_key, Response, Prompt, Campaign.text_view)
    .join(Response, Response.id == RatingAssignment.response_id)
    .join(Prompt, Prompt.id == Response.prompt_id)
    .join(Campaign, Campaign.id == RatingAssignment.campaign_id)
    .where(RatingAssignment.id.in_(bindparam("assignments", expanding=True)))
)


@dataclass(frozen=True)
class AsSeen:
    """A comparison as one annotator saw it, and what they chose ('A', 'tie', 'B'; None: nothing, or undone).

    `regular` ones can be withdrawn; `withdrawn` says that this one was. `protocol` is the key of the campaign's.
    """

    assignment_id: int
    prompt: str
    written_standard: str | None
    response_a: str
    response_b: str
    choice: str | None
    comparison_id: int
    regular: bool
    withdrawn: bool
    protocol: str


@dataclass(frozen=True)
class SheetSeen:
    """A response as one rater saw it, with the ratings in its sheet. Names no system.

    Attributes:
        source: the prompt, in `source_language`; `reference` is what a person wrote for it.
        withdrawn: whether the response is withdrawn.
    """

    sheet: RatedResponse
    protocol: str
    text_view: str
    source: str
    reference: str | None
    written_standard: str | None
    source_language: str | None
    target_language: str | None
    response_id: int
    withdrawn: bool


@dataclass(frozen=True)
class MarkedWords:
    """Words that a question is about, and where, in code points of the stored text.

    `side` is that of a comparison as presented, None for a rated response.
    """

    side: str | None
    start: int
    end: int
    words: str


def words_marked(seen: AsSeen | SheetSeen | None, marks: Sequence[Mapping[str, Any]] | None) -> tuple[MarkedWords, ...]:
    """The words at a question's marks; what lies outside the text, or has no place, is left out."""
    if isinstance(seen, AsSeen):
        texts = {"A": seen.response_a, "B": seen.response_b}
    else:
        texts = {} if seen is None else {"A": seen.sheet.response}
    found = []
    for mark in marks or ():
        start, end, text = mark.get("start"), mark.get("end"), texts.get(str(mark.get("side")), "")
        if isinstance(start, int) and isinstance(end, int) and 0 <= start < end <= len(text):
            side = mark["side"] if isinstance(seen, AsSeen) else None
            found.append(MarkedWords(side, start, end, words_at(text, start, end)))
    return tuple(found)


def comparisons_seen(db: Session, assignments: Collection[int | None]) -> dict[int, AsSeen]:
    """What was shown as A and B on these assignments, by their ids."""
    seen = {}
    for row in db.execute(_COMPARISONS, {"assignments": set(assignments) - {None}}):
        assignment, swapped, prompt, written_standard, first, second, *rest = row
        response_a, response_b = (second, first) if swapped else (first, second)
        seen[assignment] = AsSeen(assignment, prompt, written_standard, response_a or "", response_b or "", *rest)
    return seen


def sheets_seen(db: Session, assignments: Collection[int | None]) -> dict[int, SheetSeen]:
    """What was shown on these sheets, by the ids of their assignments."""
    known = {assignment for assignment in assignments if assignment is not None}
    if not known:
        return {}
    marks = scores_of(db, list(known))
    return {
        assignment: SheetSeen(
            sheet=RatedResponse(assignment, 0, response.text or "", marks[assignment]),
            protocol=protocol,
            text_view=text_view,
            source=prompt.text,
            reference=prompt.reference,
            written_standard=prompt.written_standard,
            source_language=prompt.source_language,
            target_language=prompt.target_language,
            response_id=response.id,
            withdrawn=response.withdrawn_at is not None,
        )
        for assignment, protocol, response, prompt, text_view in db.execute(_SHEETS, {"assignments": known})
    }
