"""Under what conditions two systems were judged: they may be compared only where these are the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.counting import judgments_where
from eval_core.store import Campaign, Judgment, Prompt, Response, Store, System

_PROMPT_FIELDS = {
    "written_standard": Prompt.written_standard,
    "category": Prompt.category,
    "prompt_id": Prompt.external_id,
}


@dataclass(frozen=True)
class Conditions:
    """What the judgments of some systems say of how they came about; None among the values where it is not known.

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
    found: dict[str, set[str]] = {name: set() for name in systems}
    for name, key in db.execute(query):
        found[name].add(key)
    return {name: frozenset(keys) for name, keys in found.items()}
