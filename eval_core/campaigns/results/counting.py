"""Which judgments count: FIELD=VALUE conditions, exclusions, withdrawals; defined once, for database and memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import numpy as np
import pandas as pd
from sqlalchemy import ColumnElement, Select, TextClause, or_, select, text
from sqlalchemy.orm import Session, aliased

from eval_core.errors import InputError
from eval_core.files import is_date
from eval_core.store import Assignment, Campaign, Comparison, Exclusion, Judgment, Person, Prompt
from eval_core.store.schema.work import RANKED

FIELDS = ("kind", "written_standard", "category", "annotator", "prompt_id", "round", "since", "until")
_ROUND_DIGITS = 9  # what every database holds in an integer
_KINDS = {"human": ("human", "simulated"), "judge": ("judge",), "all": ("human", "simulated", "judge")}


@dataclass(frozen=True)
class _Among:
    """A column of `Judgment` and a query of ids: those among them count, or (`out`) those not among them."""

    column: str
    ids: Select[Any]
    out: bool = False


@dataclass(frozen=True)
class Counting:
    """The conditions for a judgment to count."""

    campaign_id: int
    among: tuple[_Among, ...]
    since: tuple[datetime, ...]
    until: tuple[datetime, ...]

    def clauses(self) -> list[ColumnElement[bool] | TextClause]:
        """The conditions for a query of `Judgment`, that of being a live regular one included."""
        clauses: list[ColumnElement[bool] | TextClause] = [Judgment.campaign_id == self.campaign_id, text(RANKED)]
        for condition in self.among:
            column = getattr(Judgment, condition.column)
            # No condition applies to an unknown person.
            clauses.append(
                or_(column.not_in(condition.ids), column.is_(None)) if condition.out else column.in_(condition.ids)
            )
        clauses += [Judgment.decided_at >= moment for moment in self.since]
        return [*clauses, *(Judgment.decided_at <= moment for moment in self.until)]

    def of(self, db: Session, rows: pd.DataFrame) -> pd.DataFrame:
        """Those rows of the campaign's `ledger` that count."""
        counts = np.ones(len(rows), dtype=bool)
        for condition in self.among:
            known = rows[condition.column].isin(db.scalars(condition.ids).all())
            counts &= ~known if condition.out else known
        for moment in self.since:
            counts &= rows["decided_at"] >= moment
        for moment in self.until:
            counts &= rows["decided_at"] <= moment
        return rows if counts.all() else rows[counts].reset_index(drop=True)


def counting(campaign: Campaign, where: Sequence[str] = ()) -> Counting:
    """What counts under FIELD=VALUE conditions: never excluded people, withdrawn or identical texts.

    Raises:
        InputError: for an unknown field, kind, time or round.
    """
    wanted: dict[str, list[str]] = {}
    for condition in where:
        field, separator, value = condition.partition("=")
        if not separator or field not in FIELDS:
            raise InputError("bad_field_condition", condition=condition, accepted=", ".join(FIELDS))
        wanted.setdefault(field, []).append(value)
    return Counting(
        campaign.id,
        (*_people(campaign, wanted), *_comparisons(campaign, wanted), _Among("id", _out_of_play(campaign), out=True)),
        since=tuple(_moment(value) for value in wanted.get("since", [])),
        until=tuple(_end_of(value) for value in wanted.get("until", [])),
    )


def judgments_where(campaign: Campaign, where: Sequence[str]) -> Select[Any]:
    """Ids of the judgments that count under FIELD=VALUE conditions; other columns with `with_only_columns`."""
    return select(Judgment.id).where(*counting(campaign, where).clauses())


def compared_where(campaign: Campaign, where: Sequence[str]) -> list[ColumnElement[bool]]:
    """The conditions for a regular comparison to be in play, for a query of `Comparison`.

    Args:
        where: conditions on written_standard, category, prompt_id and round.
    """
    columns = {"prompt_id": Comparison.prompt_id, "comparison_id": Comparison.id}
    inside = [
        columns[condition.column].in_(condition.ids)
        for condition in counting(campaign, where).among
        if condition.column in columns
    ]
    regular = Comparison.kind == "regular", ~Comparison.identical, Comparison.withdrawn_at.is_(None)
    return [Comparison.campaign_id == campaign.id, *regular, *inside]


def _people(campaign: Campaign, wanted: dict[str, list[str]]) -> list[_Among]:
    kinds = [kind for value in wanted.get("kind", ["human"]) for kind in _known_kind(value)]
    # Judgments of unknown annotators were imported as people's.
    if "human" in kinds:
        conditions = [_Among("person_id", select(Person.id).where(Person.kind.not_in(kinds)), out=True)]
    else:
        conditions = [_Among("person_id", select(Person.id).where(Person.kind.in_(kinds)))]
    conditions.append(_Among("person_id", Exclusion.people(campaign.id), out=True))
    if "annotator" in wanted:
        conditions.append(_Among("person_id", select(Person.id).where(Person.name.in_(wanted["annotator"]))))
    return conditions


def _comparisons(campaign: Campaign, wanted: dict[str, list[str]]) -> list[_Among]:
    prompts = select(Prompt.id).where(Prompt.campaign_id == campaign.id)
    columns = {
        "written_standard": Prompt.written_standard,
        "category": Prompt.category,
        "prompt_id": Prompt.external_id,
    }
    conditions = [
        _Among("prompt_id", prompts.where(column.in_(wanted[field])))
        for field, column in columns.items()
        if field in wanted
    ]
    if "round" in wanted:
        rounds = [_number(value) for value in wanted["round"]]
        comparisons = select(Comparison.id).where(Comparison.campaign_id == campaign.id, Comparison.round.in_(rounds))
        conditions.append(_Among("comparison_id", comparisons))
    return conditions


def _out_of_play(campaign: Campaign) -> Select[int]:
    """Ids of the judgments that do not count: on identical texts, and on withdrawn ones."""
    other = aliased(Judgment)
    return (
        select(other.id)
        .join(Assignment, Assignment.id == other.assignment_id)
        .join(Comparison, Comparison.id == Assignment.comparison_id)
        .where(
            Comparison.campaign_id == campaign.id,
            Comparison.identical | Comparison.withdrawn_at.is_not(None),
            other.live,
        )
    )


def _known_kind(value: str) -> tuple[str, ...]:
    if value not in _KINDS:
        raise InputError("bad_kind", accepted=", ".join(_KINDS), value=value)
    return _KINDS[value]


def _number(value: str) -> int:
    if not value.isdecimal() or len(value) > _ROUND_DIGITS:
        raise InputError("bad_round", most=_ROUND_DIGITS, value=value)
    return int(value)


def _end_of(value: str) -> datetime:
    """The moment; for a date without a time the end of that day."""
    return _moment(value) + (timedelta(days=1, microseconds=-1) if is_date(value) else timedelta())


def _moment(value: str) -> datetime:
    moment = pd.to_datetime(value, utc=True, errors="coerce")
    if pd.isna(moment):
        raise InputError("bad_time", value=value)
    return datetime.fromisoformat(moment.isoformat())
