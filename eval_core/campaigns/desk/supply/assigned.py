"""A person's assignment as the desk reads and writes it: straight from its table, since every click does."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any, cast

from sqlalchemy import Table, bindparam, update
from sqlalchemy.orm import Session

from eval_core.store import Assignment
from eval_core.store.base import utc_now
from eval_core.store.engine import ask
from eval_core.store.prepared import Query

_TABLE = cast("Table", Assignment.__table__)


@dataclass(frozen=True)
class Assigned:
    """An assignment as it is now; `id` is 0 for one that is not stored yet."""

    id: int
    campaign_id: int
    comparison_id: int
    person_id: int
    kind: str = "regular"
    status: str = "leased"
    sequence: int = 0
    swapped: bool = False
    asks_reasons: bool = False
    leased_until: datetime | None = None
    first_shown_at: datetime | None = None
    shown_at: datetime | None = None
    qualification_id: int | None = None
    created_at: datetime | None = None


_NAMES = tuple(field.name for field in fields(Assigned))
# What a statement selects to make one, as its first columns.
ASSIGNED = tuple(_TABLE.c[name] for name in _NAMES)
_ADD = _TABLE.insert().returning(_TABLE.c.id)
_CHANGE = update(_TABLE).where(_TABLE.c.id == bindparam("which"))


def stored(db: Session, assigned: Assigned, occurrence: int = 0) -> Assigned:
    """The same with its id, after adding it to the table."""
    values = {name: getattr(assigned, name) for name in _NAMES if name != "id"}
    values |= {"occurrence": occurrence, "order_known": True, "created_at": utc_now()}
    return replace(assigned, id=ask(db, _ADD, values).scalar_one(), created_at=values["created_at"])


def change_of(assigned: Assigned, **values: Any) -> Query:
    """The statement that writes these values, for anyone who has more to write."""
    return _CHANGE, {"which": assigned.id, **values}


def changed(db: Session, assigned: Assigned, **values: Any) -> Assigned:
    """The same with these values, after writing them to the table; columns that the desk does not read are welcome."""
    ask(db, *change_of(assigned, **values))
    return replace(assigned, **{name: value for name, value in values.items() if name in _NAMES})
