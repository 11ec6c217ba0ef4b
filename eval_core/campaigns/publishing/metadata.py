"""What came in goes out: columns of a campaign's files that are none of ours, under the headings that they had."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd
from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.store import Campaign, Comparison, Judgment, Response

_Meta = Mapping[int, Mapping[str, Any]]
_LONGEST = 200  # characters of a value that is no text of a prompt or response


def with_metadata(frame: pd.DataFrame, identities: pd.DataFrame, db: Session, campaign: Campaign) -> pd.DataFrame:
    """Judgments with these columns at their end; `attrs` has their names under "metadata".

    What a file said of responses is one column where it is the same of both in every row, else one for each side.

    Args:
        identities: the ids of each row: judgment_id, comparison_id, and the responses as presented, shown_a, shown_b.
    """
    columns = []
    for table, name in ((Judgment, "judgment_id"), (Comparison, "comparison_id")):
        meta = _metadata(db, campaign, table)
        columns += [(heading, _column(meta, identities[name], heading)) for heading in _headings(meta)]
    meta = _metadata(db, campaign, Response)
    for heading in _headings(meta):
        a, b = (_column(meta, identities[f"shown_{side}"], heading) for side in "ab")
        columns += [(heading, a)] if a == b else [(f"{heading}_a", a), (f"{heading}_b", b)]
    return _added(frame, columns)


def response_metadata(frame: pd.DataFrame, identities: pd.Series[Any], db: Session, campaign: Campaign) -> pd.DataFrame:
    """The same for responses, whose ids are `identities`."""
    meta = _metadata(db, campaign, Response)
    return _added(frame, [(heading, _column(meta, identities, heading)) for heading in _headings(meta)])


def _added(frame: pd.DataFrame, columns: Iterable[tuple[str, list[Any]]]) -> pd.DataFrame:
    added: dict[str, list[Any]] = {}
    for heading, values in columns:
        if any(value is not None for value in values):
            added[free_name(heading, {*frame.columns, *added})] = values
    frame = pd.concat([frame, pd.DataFrame(added, index=frame.index, dtype=object)], axis=1)
    frame.attrs["metadata"] = list(added)
    return frame


def free_name(heading: str, taken: Iterable[str]) -> str:
    """The heading, or with what a reader adds where it is the name of a column of ours."""
    names, name, number = set(taken), heading, 1
    while name in names:
        name = f"{heading} (file)" if number == 1 else f"{heading} (file {number})"
        number += 1
    return name


def publishable(frame: pd.DataFrame, names: Iterable[str], *, texts: bool = True) -> list[str]:
    """Those of these columns that anyone may read.

    Not addresses, nor what is one thing for each annotator and another for every other; and no long texts where `texts`
    are withheld.
    """

    def tells(name: str) -> bool:
        values = frame[name].dropna().astype(str)
        people = frame.loc[values.index, "annotator_id"]
        each = pd.DataFrame({"value": values, "person": people}).dropna().drop_duplicates()
        one_each = each["value"].is_unique and each["person"].is_unique and 1 < len(each) < len(values)
        return bool(values.str.contains(r"\S@\S").any()) or one_each

    def fits(name: str) -> bool:
        return texts or not (frame[name].dropna().astype(str).str.len() > _LONGEST).any()

    return [name for name in names if fits(name) and not tells(name)]


def _metadata(db: Session, campaign: Campaign, table: type[Judgment] | type[Comparison] | type[Response]) -> _Meta:
    here = select(table.id, table.meta).where(table.campaign_id == campaign.id, table.meta.is_not(None))
    return {number: meta for number, meta in db.execute(here.order_by(table.id)) if meta}


def _headings(meta: _Meta) -> list[str]:
    """The headings in the order of the files."""
    return list(dict.fromkeys(heading for values in meta.values() for heading in values))


def _column(meta: _Meta, ids: pd.Series[Any], heading: str) -> list[Any]:
    return [meta[number].get(heading) if number in meta else None for number in ids]
