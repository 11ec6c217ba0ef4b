"""The parts that a campaign's judgments can be cut into, to hold one against another."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, func, or_, select, text
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.store import Campaign, Comparison, Judgment, Person, Prompt, Store
from eval_core.store.work import RANKED


@dataclass(frozen=True)
class Parts:
    """What the judgments that a ranking reads say of where they come from, each sorted; unknown values are left out.

    Attributes:
        written_standard, category: of the prompts that people judged.
        annotator: the names of those people.
        round: the rounds that people judged in.
        kind: who judged, 'human' (simulated annotators included) before 'judge', as in `read_votes`.
        first, last: when people made the first and the last of them; None where no time is known.
    """

    written_standard: tuple[str, ...]
    category: tuple[str, ...]
    annotator: tuple[str, ...]
    round: tuple[int, ...]
    kind: tuple[str, ...]
    first: datetime | None
    last: datetime | None


def judged_parts(store: Store, slug: str, who: Who = OPERATOR) -> Parts:
    """The parts as they stand now. For researchers.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        counting = (Judgment.campaign_id == campaign.id, text(RANKED))
        people = _by()["human"]

        def values(column: Any, entity: Any, key: ColumnElement[bool]) -> tuple[Any, ...]:
            query = select(column).join_from(Judgment, entity, key).where(*counting, people, column.is_not(None))
            return tuple(sorted(db.scalars(query.distinct())))

        first, last = db.execute(
            select(func.min(Judgment.decided_at), func.max(Judgment.decided_at)).where(*counting, people)
        ).one()
        return Parts(
            written_standard=values(Prompt.written_standard, Prompt, Prompt.id == Judgment.prompt_id),
            category=values(Prompt.category, Prompt, Prompt.id == Judgment.prompt_id),
            annotator=values(Person.name, Person, Person.id == Judgment.person_id),
            round=values(Comparison.round, Comparison, Comparison.id == Judgment.comparison_id),
            kind=_kinds(db, campaign),
            first=first,
            last=last,
        )


def judged_by(store: Store, slug: str, who: Who = OPERATOR) -> tuple[str, ...]:
    """Whose judgments there are to rank: the `kind` of `Parts`, without the rest of it. For researchers.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        return _kinds(db, authorise(db, who, slug, "researcher").campaign)


def _kinds(db: Session, campaign: Campaign) -> tuple[str, ...]:
    first = select(Judgment.id).where(Judgment.campaign_id == campaign.id, text(RANKED)).limit(1)
    return tuple(name for name, whose in _by().items() if db.scalar(first.where(whose)) is not None)


def _by() -> dict[str, ColumnElement[bool]]:
    """Who made a judgment; those of unknown annotators were imported as people's."""
    judges = select(Person.id).where(Person.kind == "judge")
    people = or_(Judgment.person_id.not_in(judges), Judgment.person_id.is_(None))
    return {"human": people, "judge": Judgment.person_id.in_(judges)}
