"""The slices that a campaign's judgments can be cut into, and the conditions of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, func, or_, select, text
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.results.counting import judgments_where
from eval_core.locales import natural
from eval_core.store import Campaign, Comparison, Judgment, Person, Prompt, Response, Store, System
from eval_core.store.schema.work import RANKED


@dataclass(frozen=True)
class Parts:
    """The values by which ranked judgments can be sliced, each sorted; unknown values are left out.

    Attributes:
        written_standard, category: of the prompts that people judged.
        annotator: the names of those people.
        round: the rounds that people judged in.
        kind: who judged, 'human' (simulated annotators included) before 'judge', as in `read_votes`.
        first, last: when people made the first and the last of them; None if no time is known.
    """

    written_standard: tuple[str, ...]
    category: tuple[str, ...]
    annotator: tuple[str, ...]
    round: tuple[int, ...]
    kind: tuple[str, ...]
    first: datetime | None
    last: datetime | None


def judged_parts(store: Store, slug: str, who: Who = OPERATOR) -> Parts:
    """The parts as they are now. For researchers.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        counting = (Judgment.campaign_id == campaign.id, text(RANKED))
        people = _by()["human"]

        def values(column: Any, entity: Any, key: ColumnElement[bool]) -> tuple[Any, ...]:
            query = select(column).join_from(Judgment, entity, key).where(*counting, people, column.is_not(None))
            return tuple(sorted(db.scalars(query.distinct()), key=lambda value: natural(str(value))))

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
    """The kinds of annotators whose judgments can be ranked: `kind` of `Parts` alone. For researchers.

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


_PROMPT_FIELDS = {
    "written_standard": Prompt.written_standard,
    "category": Prompt.category,
    "prompt_id": Prompt.external_id,
}


@dataclass(frozen=True)
class Conditions:
    """The conditions under which some systems were judged; None among the values if one is unknown.

    Attributes:
        protocol, guidelines, text_view: every content hash, version and view under which one of them was judged.
        prompts: the keys of the prompts that each system answered.
    """

    protocol: frozenset[str | None]
    guidelines: frozenset[str | None]
    text_view: frozenset[str | None]
    prompts: Mapping[str, frozenset[str]]


def judging_conditions(
    store: Store, slug: str, systems: Sequence[str], *, where: Sequence[str] = (), who: Who = OPERATOR
) -> Conditions:
    """The conditions of those ranked judgments that meet `where` (see `read_votes`) and concern one of `systems`.

    Prompts are those that the systems answered, judged or not yet, within the same slice of prompts.

    Raises:
        InputError: for a condition that `read_votes` refuses too.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        known = select(System.id).where(System.campaign_id == campaign.id, System.name.in_(systems))
        concerned = judgments_where(campaign, where).where(
            or_(Judgment.first_system_id.in_(known), Judgment.second_system_id.in_(known))
        )
        columns = (Judgment.protocol_hash, Judgment.guideline_version, Judgment.text_view)
        rows = db.execute(concerned.with_only_columns(*columns).distinct()).all()
        return Conditions(
            protocol=frozenset(row.protocol_hash for row in rows),
            guidelines=frozenset(row.guideline_version for row in rows),
            text_view=frozenset(row.text_view for row in rows),
            prompts=_answered(db, campaign, systems, where),
        )


def _answered(
    db: Session, campaign: Campaign, systems: Sequence[str], where: Sequence[str]
) -> dict[str, frozenset[str]]:
    wanted: dict[str, list[str]] = {}
    for condition in where:
        field, _, value = condition.partition("=")
        if field in _PROMPT_FIELDS:
            wanted.setdefault(field, []).append(value)
    slices: list[ColumnElement[bool]] = [_PROMPT_FIELDS[field].in_(values) for field, values in wanted.items()]
    query = (
        select(System.name, Prompt.key)
        .join(Response, Response.system_id == System.id)
        .join(Prompt, Prompt.id == Response.prompt_id)
        .where(System.campaign_id == campaign.id, System.name.in_(systems), Prompt.kind == "regular")
        .where(Response.withdrawn_at.is_(None), *slices)
    )
    answered: dict[str, set[str]] = {name: set() for name in systems}
    for name, key in db.execute(query):
        answered[name].add(key)
    return {name: frozenset(keys) for name, keys in answered.items()}


def slices(store: Store, slug: str, who: Who = OPERATOR) -> dict[str, list[str]]:
    """The written standards and categories that the campaign's regular prompts have, each sorted."""
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        return {
            name: sorted(
                db.scalars(
                    select(column)
                    .where(Prompt.campaign_id == campaign.id, Prompt.kind == "regular", column.is_not(None))
                    .distinct()
                ),
                key=natural,
            )
            for name, column in (("written_standard", Prompt.written_standard), ("category", Prompt.category))
        }
