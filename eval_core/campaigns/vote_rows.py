"""The rows behind a ranking, kept up to date: one judgment more does not read all the others again.

Judgments are append-only and every other change leaves an event, so a reading that is to be brought up to date asks
only for the judgments that came since, and reads all again where there was an event.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from datetime import timedelta
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import pandas as pd
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from eval_core.store import Campaign, Event, Judgment, Store, utc_now

# Whoever writes a judgment commits within this time: until then a smaller id may still turn up (PostgreSQL).
_SETTLED = timedelta(minutes=1)
# So many judgments are looked up one by one; after more, reading all again is quicker.
_MOST = 5_000
_READINGS = 8  # kept for each database, the least used forgotten first
_PARTITION = 100_000
OUTCOMES = ("first", "second", "tie")
_COMPACT: dict[str, Any] = {
    "id": "int64",
    "one": "int32",
    "two": "int32",
    "outcome": "int8",
    "swapped": "bool",
    "order_known": "bool",
    "person_id": "int32",
    "prompt_id": "int32",
}


@dataclass(frozen=True)
class _Reading:
    """Rows as they were, up to the judgment `mark` for certain, after so many `events`."""

    rows: pd.DataFrame
    mark: int
    events: int


_KEPT: WeakKeyDictionary[Store, OrderedDict[Hashable, _Reading]] = WeakKeyDictionary()
_LOCK = Lock()


def kept_rows(store: Store, db: Session, campaign: Campaign, query: Select[Any], key: Hashable) -> pd.DataFrame:
    """The rows of a query of judgments; what was read before is not read again.

    Args:
        query: selects, in this order, id, first and second system, outcome, swapped, order_known, person,
            prompt and perhaps more of `Judgment`, under conditions that only judgments and events change.
        key: tells this query from the others on this database.

    Returns:
        Columns id, one, two, outcome (a place in `OUTCOMES`), swapped, order_known, person_id (0: unknown),
        prompt_id, and the query's further columns under their names. Not to be changed in place.
    """
    with _LOCK:
        before = _KEPT.setdefault(store, OrderedDict()).get(key)
    mark = db.scalar(
        select(Judgment.id).where(Judgment.created_at <= utc_now() - _SETTLED).order_by(Judgment.id.desc()).limit(1)
    )
    events = db.scalar(select(func.count()).where(Event.campaign_id == campaign.id)) or 0
    rows = _read(db, query, before if before and before.events == events else None)
    with _LOCK:
        kept = _KEPT[store]
        kept[key] = _Reading(rows, mark or 0, events)
        kept.move_to_end(key)
        while len(kept) > _READINGS:
            kept.popitem(last=False)
    return rows


def _read(db: Session, query: Select[Any], before: _Reading | None) -> pd.DataFrame:
    if before is not None:
        newer = select(Judgment.assignment_id).where(Judgment.id > before.mark).limit(_MOST + 1)
        touched = db.scalars(newer).all()
        if len(touched) <= _MOST:
            fresh = all_rows(db, query.where(Judgment.assignment_id.in_(touched)))
            # What was kept of them may have been another revision.
            revisions = db.scalars(select(Judgment.id).where(Judgment.assignment_id.in_(touched))).all()
            old = before.rows[~before.rows["id"].isin(revisions)]
            return pd.concat([old, fresh], ignore_index=True) if len(fresh) else old
    return all_rows(db, query)


def all_rows(db: Session, query: Select[Any]) -> pd.DataFrame:
    """The query's rows as `kept_rows` gives them, taken over in parts so that few lie there as objects at a time."""
    names = [*_COMPACT, *(str(column.key) for column in list(query.selected_columns)[len(_COMPACT) :])]
    parts = [_compact(part, names) for part in db.execute(query).partitions(_PARTITION)]
    return pd.concat(parts, ignore_index=True) if parts else _compact([], names)


def _compact(rows: Any, names: list[str]) -> pd.DataFrame:
    columns: dict[str, Any] = dict(zip(names, zip(*rows, strict=True) if rows else [()] * len(names), strict=True))
    columns["outcome"] = [OUTCOMES.index(one) for one in columns["outcome"]]
    columns["person_id"] = [one or 0 for one in columns["person_id"]]
    return pd.DataFrame(
        {name: np.asarray(values, dtype=_COMPACT.get(name, object)) for name, values in columns.items()}
    )
