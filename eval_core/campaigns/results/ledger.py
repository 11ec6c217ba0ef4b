"""A campaign's judgments as a narrow table in memory, updated incrementally: a new judgment does not reread the others.

Judgments are append-only, so an update reads only those added since. Rows of a long import
may have ids anywhere among the others: after an import all is read again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import numpy as np
import pandas as pd
from sqlalchemy import Select, String, func, select, text, type_coerce
from sqlalchemy.orm import Session

from eval_core.ranking.habits import LAYOUTS
from eval_core.ranking.votes import OUTCOMES
from eval_core.store import Campaign, Event, Judgment, Store, utc_now
from eval_core.store.cache import PerCampaign
from eval_core.store.schema.work import RANKED

# A judgment is committed within this time: until then a smaller id may still turn up (PostgreSQL).
_SETTLED = timedelta(minutes=1)
# Up to so many new judgments are looked up one by one; beyond it, reading all again is quicker.
_MOST = 5_000
_PARTITION = 100_000
_IMPORTS = ("judgments_imported", "campaign_restored")
_COLUMNS = (
    Judgment.id,
    Judgment.comparison_id,
    Judgment.prompt_id,
    Judgment.first_system_id,
    Judgment.second_system_id,
    Judgment.person_id,
    Judgment.outcome,
    Judgment.swapped,
    Judgment.order_known,
    Judgment.layout,
    Judgment.revision,
    Judgment.active_ms,
    # Read as the database stores it, and parsed all at once.
    type_coerce(Judgment.decided_at, String).label("decided_at"),
)
_TYPES = {"id": "int64", "swapped": "bool", "order_known": "bool", "revision": "int16", "active_ms": "float32"}
_WORDS = {"outcome": OUTCOMES, "layout": LAYOUTS}


@dataclass(frozen=True)
class _Reading:
    """The rows so far, complete up to the judgment `mark`."""

    rows: pd.DataFrame
    mark: int


_READINGS: PerCampaign[_Reading] = PerCampaign(8)  # their state: how many imports there were


def ledger(store: Store, db: Session, campaign: Campaign) -> pd.DataFrame:
    """Every live regular judgment of a campaign, by people, programs and excluded ones alike. Do not change it.

    Returns:
        The columns of `Judgment` by their names: id, comparison_id, prompt_id, first_system_id, second_system_id and
        person_id (0: unknown), outcome (a place in `OUTCOMES`), swapped, order_known, layout (a place in `LAYOUTS`,
        -1: unknown), revision, active_ms (NaN: unknown), decided_at (UTC, NaT: unknown).
    """
    settled = select(Judgment.id).where(Judgment.created_at <= utc_now() - _SETTLED)
    mark = db.scalar(settled.order_by(Judgment.id.desc()).limit(1)) or 0
    events = select(func.count()).where(Event.campaign_id == campaign.id, Event.action.in_(_IMPORTS))
    imports = db.scalar(events) or 0
    rows = _read(db, campaign, _READINGS.get(store, campaign.id, imports))
    _READINGS.put(store, campaign.id, imports, _Reading(rows, mark))
    return rows


def _read(db: Session, campaign: Campaign, before: _Reading | None) -> pd.DataFrame:
    columns: tuple[Any, ...] = _COLUMNS
    query = select(*columns).where(Judgment.campaign_id == campaign.id, text(RANKED))
    if before is not None:
        newer = select(Judgment.assignment_id).where(Judgment.id > before.mark).limit(_MOST + 1)
        touched = db.scalars(newer).all()
        if not touched:
            return before.rows
        if len(touched) <= _MOST:
            fresh = _rows(db, query.where(Judgment.assignment_id.in_(touched)))
            # The table may hold another revision of them.
            revisions = db.scalars(select(Judgment.id).where(Judgment.assignment_id.in_(touched))).all()
            outdated = before.rows["id"].isin(revisions)
            old = before.rows[~outdated] if outdated.any() else before.rows
            return pd.concat([old, fresh], ignore_index=True) if len(fresh) else old
    return _rows(db, query)


def _rows(db: Session, query: Select[Any]) -> pd.DataFrame:
    """The query's rows, converted in parts so that few exist as objects at a time."""
    parts = [_compact(part) for part in db.execute(query).partitions(_PARTITION)]
    return pd.concat(parts, ignore_index=True) if parts else _compact([])


def _compact(rows: Any) -> pd.DataFrame:
    names = [column.key for column in _COLUMNS]
    columns = dict(zip(names, zip(*rows, strict=True) if rows else [()] * len(names), strict=True))
    made: dict[str, Any] = {}
    for name, values in columns.items():
        if name == "decided_at":
            made[name] = pd.to_datetime(pd.Series(values, dtype=object), utc=True, format="ISO8601")
        elif name in _WORDS:
            places = {word: place for place, word in enumerate(_WORDS[name])}
            made[name] = np.fromiter((places.get(value, -1) for value in values), "int8", len(values))
        elif name in _TYPES:
            made[name] = np.array(values, dtype=_TYPES[name])
        else:  # ids, of which some may be missing
            made[name] = np.fromiter((value or 0 for value in values), "int32", len(values))
    return pd.DataFrame(made)
