"""Marks that need more than one query: their issues are the protocol's, and those kept as JSON are in the text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, func, select
from sqlalchemy.orm import aliased

from eval_core.errors import InputError
from eval_core.protocols import load_protocol
from eval_core.store import (
    Assignment,
    Campaign,
    Comparison,
    Judgment,
    Question,
    RatingAssignment,
    RatingMark,
    Reason,
    Remark,
    Response,
)
from eval_core.upkeep.integrity_rules import Rule

_FIRST, _SECOND, _RATED = aliased(Response), aliased(Response), aliased(Response)


def unknown_issues(connection: Connection) -> Iterator[Rule]:
    """A rule for each protocol that is as the campaign had it: another version may have had other issues."""
    says = "an issue that the protocol does not have"
    compared = (
        select(Reason.id)
        .join(Remark, Remark.id == Reason.remark_id)
        .join(Judgment, Judgment.id == Remark.judgment_id)
        .join(Campaign, Campaign.id == Judgment.campaign_id)
    )
    rated = select(RatingMark.id).join(RatingAssignment, RatingAssignment.id == RatingMark.rating_assignment_id)
    for table, query, owner, named in (
        ("reason", compared, Campaign, Reason.issue),
        ("rating_mark", rated, RatingAssignment, RatingMark.issue),
    ):
        for key in connection.scalars(select(owner.protocol_key).distinct()).all():
            try:
                protocol = load_protocol(key)
            except InputError:
                continue  # its file is gone
            issues = [*(issue.key for issue in protocol.issues), *(one.key for one in protocol.rated)]
            mine = owner.protocol_key == key, owner.protocol_hash == protocol.content_hash
            yield Rule("issue", table, says, query.where(*mine, named.not_in(issues)))


def stray_gold_marks(connection: Connection) -> Iterator[int]:
    """Comparisons with gold marks outside the worse text; only gold with such a text has any."""
    rows = (
        select(Comparison.id, Comparison.gold_outcome, Comparison.gold_marks, _FIRST.text, _SECOND.text)
        .join(_FIRST, _FIRST.id == Comparison.first_response_id)
        .join(_SECOND, _SECOND.id == Comparison.second_response_id)
        .where(Comparison.gold_marks.is_not(None))
    )
    for identity, outcome, marks, first, second in connection.execute(rows):
        text = second if outcome == "first" else first if outcome == "second" else None
        if not all(isinstance(mark, list) and _fits(mark, text) for mark in marks or ()):
            yield identity


def stray_question_marks(connection: Connection) -> Iterator[int]:
    """Questions with marks outside the text of their side."""
    rows = (
        select(
            Question.id,
            Question.marks,
            Assignment.swapped,
            func.coalesce(_FIRST.text, _RATED.text),
            _SECOND.text,
        )
        .outerjoin(Assignment, Assignment.id == Question.assignment_id)
        .outerjoin(Comparison, Comparison.id == Assignment.comparison_id)
        .outerjoin(_FIRST, _FIRST.id == Comparison.first_response_id)
        .outerjoin(_SECOND, _SECOND.id == Comparison.second_response_id)
        .outerjoin(RatingAssignment, RatingAssignment.id == Question.rating_assignment_id)
        .outerjoin(_RATED, _RATED.id == RatingAssignment.response_id)
        .where(Question.marks.is_not(None))
    )
    for identity, marks, swapped, first, second in connection.execute(rows):
        shown = dict(zip("BA" if swapped else "AB", (first, second), strict=True))
        if not all(isinstance(mark, dict) and _in_text(mark, shown) for mark in marks or ()):
            yield identity


def _in_text(mark: dict[str, Any], shown: dict[str, str | None]) -> bool:
    place, side = [mark.get("start"), mark.get("end")], mark.get("side")
    return side in shown and (place == [None, None] or _fits(place, shown[side]))


def _fits(place: list[Any], text: str | None) -> bool:
    """Whether a place is [start, end) of a part of the text."""
    if text is None or [type(end) for end in place] != [int, int]:
        return False
    start, end = place
    return bool(0 <= start < end <= len(text))
