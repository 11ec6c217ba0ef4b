"""Comparisons for a person who judges one written standard only. Prompts without a standard are for everyone."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy import Select, bindparam, select
from sqlalchemy.orm import Session, aliased

from eval_core.store import Comparison, Membership, Prompt

Statement = TypeVar("Statement", bound=Select[*tuple[Any, ...]])
_PROMPT = aliased(Prompt)
# The only standard of a `person` in a `campaign`; NULL for both.
STANDARD_HERE = select(Membership.written_standard).where(
    Membership.campaign_id == bindparam("campaign"),
    Membership.person_id == bindparam("person"),
    Membership.role == "annotator",
)


@lru_cache(maxsize=64)  # the same statement for the same question, so that it is worked out once
def fitting(statement: Statement, standard: str | None) -> Statement:
    """A statement about `Comparison`, limited to this standard; unchanged for None."""
    if standard is None:
        return statement
    other = select(_PROMPT.id).where(_PROMPT.id == Comparison.prompt_id, _PROMPT.written_standard != standard)
    return statement.where(~other.correlate(Comparison).exists())


def standard_of(db: Session, campaign_id: int, person_id: int) -> str | None:
    """The only standard that a person judges in a campaign, None for both."""
    return db.scalar(STANDARD_HERE, {"campaign": campaign_id, "person": person_id})
