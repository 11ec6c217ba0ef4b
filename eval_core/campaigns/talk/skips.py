"""What annotators skipped, as the lead reads it, and the lead's settling of it. Names no system.

A skip waits until a lead settles it. It does not wait while its comparison or response is withdrawn, since then nothing
is left to decide.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select, update
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.talk.seen import AsSeen, SheetSeen, comparisons_seen, sheets_seen
from eval_core.store import Assignment, Campaign, Comparison, Person, RatingAssignment, Response, Store

_WAITING, _SETTLED = 200, 50  # the most of each that are read: in turns between people, and the newest


@dataclass(frozen=True)
class Skip:
    """A comparison, or a response to rate, that a person skipped; `reason` is one of `SKIP_REASONS`.

    `settled_at`: when a lead settled it; None while it waits, or where the comparison or response was withdrawn.
    `number`: which of this annotator's skips it is, from 1.
    """

    assignment_id: int
    annotator: str
    reason: str
    comment: str | None
    skipped_at: datetime
    settled_at: datetime | None
    seen: AsSeen | SheetSeen
    number: int

    @property
    def rated(self) -> bool:
        """Whether it is a response to rate."""
        return isinstance(self.seen, SheetSeen)

    @property
    def prompt(self) -> str:
        """The text of the prompt."""
        return self.seen.source if isinstance(self.seen, SheetSeen) else self.seen.prompt


def skips_of(db: Session, campaign: Campaign, *, waiting: bool) -> tuple[Skip, ...]:
    """The skips of people that wait, in turns between people where there are many, or the newest that do not wait."""
    rows: list[tuple[Any, dict[int, Any]]] = []
    for table, read in ((Assignment, comparisons_seen), (RatingAssignment, sheets_seen)):
        found = db.execute(_newest(table, campaign, waiting)).all()
        seen: Any = read(db, [row.id for row in found])
        rows += [(row, seen) for row in found]
    skips = [
        Skip(row.id, row.name, row.skip_reason, row.skip_comment, row.at, row.skip_settled_at, seen[row.id], row.number)
        for row, seen in rows
    ]
    return tuple(sorted(skips, key=lambda skip: skip.skipped_at, reverse=True))


def skips_waiting(db: Session, campaign: Campaign) -> int:
    """How many skips wait for the lead."""
    counts = (db.scalar(_of(table, campaign, True, func.count())) or 0 for table in (Assignment, RatingAssignment))
    return sum(counts)


def settle_skips(
    store: Store, slug: str, skips: Collection[int], *, rated: bool = False, settled: bool = True, who: Who = OPERATOR
) -> int:
    """Settle skips that need nothing more, or (`settled` False) let them wait again. For leads.

    Args:
        skips: ids of assignments, as the lead saw them: what was skipped since is left alone.
        rated: whether they are assignments of responses to rate.

    Returns:
        How many were changed; 0 for the second click of a double click.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    table = RatingAssignment if rated else Assignment
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        change = (
            update(table)
            .where(
                table.id.in_(list(skips)),
                table.campaign_id == grant.campaign.id,
                table.status == "skipped",
                table.skip_settled_at.is_(None) if settled else table.skip_settled_at.is_not(None),
            )
            .values(skip_settled_at=store.now() if settled else None)
        )
        changed = len(db.scalars(change.returning(table.id)).all())
        if changed:
            note(db, grant, "skips_settled" if settled else "skips_unsettled", skips=changed)
        return changed


def _newest(table: Any, campaign: Campaign, waiting: bool) -> Select[Any]:
    at = _skipped_at(table)
    about = (table.id, Person.name, table.skip_reason, table.skip_comment, table.skip_settled_at)
    columns = (*about, at.label("at"), _number(table).label("number"))
    query, newest = _of(table, campaign, waiting, *columns), (at.desc(), table.id.desc())
    if not waiting:
        return query.order_by(*newest).limit(_SETTLED)
    turn = func.row_number().over(partition_by=table.person_id, order_by=newest)
    return query.order_by(turn, *newest).limit(_WAITING)


def _number(table: Any) -> Any:
    """Which of its person's skips a skip is."""
    earlier = aliased(table)
    return (
        select(func.count())
        .where(
            earlier.campaign_id == table.campaign_id,
            earlier.person_id == table.person_id,
            earlier.status == "skipped",
            earlier.id <= table.id,
        )
        .scalar_subquery()
    )


def _of(table: Any, campaign: Campaign, waiting: bool, *columns: Any) -> Select[Any]:
    """A query of the skips of one kind that wait, or of the others."""
    if table is Assignment:
        about: Any = Comparison
        of_table = Comparison.id == Assignment.comparison_id
    else:
        about, of_table = Response, Response.id == RatingAssignment.response_id
    waits: ColumnElement[bool] = table.skip_settled_at.is_(None) & about.withdrawn_at.is_(None)
    return (
        select(*columns)
        .select_from(table)
        .join(Person, Person.id == table.person_id)
        .join(about, of_table)
        .where(
            table.campaign_id == campaign.id,
            table.status == "skipped",
            Person.kind == "human",
            waits if waiting else ~waits,
        )
    )


def _skipped_at(table: Any) -> ColumnElement[datetime]:
    # Older databases did not keep the moment.
    shown: Sequence[Any] = (table.shown_at,) if table is Assignment else ()
    return func.coalesce(table.skipped_at, *shown, table.created_at)
