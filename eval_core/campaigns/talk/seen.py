"""Responses as those who rated them saw them, for the lead who is asked about one or reads that it was skipped."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.desk.rating_desk import Sheet, marks_of
from eval_core.store import Campaign, Person, Prompt, RatingAssignment, Response

_SEEN = (
    select(RatingAssignment.id, RatingAssignment.protocol_key, Response, Prompt, Campaign.text_view)
    .join(Response, Response.id == RatingAssignment.response_id)
    .join(Prompt, Prompt.id == Response.prompt_id)
    .join(Campaign, Campaign.id == RatingAssignment.campaign_id)
    .where(RatingAssignment.id.in_(bindparam("assignments", expanding=True)))
)
_SKIPPED_AT = func.coalesce(RatingAssignment.skipped_at, RatingAssignment.created_at)
# As the skipped comparisons are read: who, why, and when.
SKIPPED_SHEETS = (
    select(
        RatingAssignment.id,
        Person.name,
        RatingAssignment.skip_reason,
        RatingAssignment.skip_comment,
        _SKIPPED_AT.label("at"),
    )
    .join(Person, Person.id == RatingAssignment.person_id)
    .where(
        RatingAssignment.campaign_id == bindparam("campaign"),
        RatingAssignment.status == "skipped",
        Person.kind == "human",
    )
    .order_by(_SKIPPED_AT.desc(), RatingAssignment.id.desc())
)


@dataclass(frozen=True)
class SheetSeen:
    """A response as one rater saw it, with the ratings that stand in its sheet. Names no system.

    Attributes:
        source: the prompt, in `source_language`; `reference` is what a person wrote for it.
        withdrawn: whether the response was taken out.
    """

    sheet: Sheet
    protocol: str
    text_view: str
    source: str
    reference: str | None
    written_standard: str | None
    source_language: str | None
    target_language: str | None
    response_id: int
    withdrawn: bool


def sheets_seen(db: Session, assignments: Collection[int]) -> dict[int, SheetSeen]:
    """What stood on these sheets, by the ids of their assignments."""
    if not assignments:
        return {}
    marks = marks_of(db, list(assignments))
    return {
        one: SheetSeen(
            sheet=Sheet(one, 0, response.text or "", marks[one]),
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
        for one, protocol, response, prompt, text_view in db.execute(_SEEN, {"assignments": set(assignments)})
    }
