"""Rated responses to read, with every rater's values, explanations and marked words; and what lowers them."""

from __future__ import annotations

import json
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.kinds import rating_protocol
from eval_core.campaigns.results.ratings import ratings_where
from eval_core.campaigns.talk.seen import SheetSeen, sheets_seen
from eval_core.errors import InputError
from eval_core.files.dialogue import words_at
from eval_core.protocols import Protocol
from eval_core.store import Campaign, Person, Prompt, Rating, RatingAssignment, RatingMark, Response, Store, System

LEVELS = ("all", "low", "high", "na")
_LOW, _HIGH = 1 / 3, 2 / 3  # of the scale: on one from 1 to 5 low is 1 and 2, high is 4 and 5
_COLUMNS = ["sheet", "revision", "response", "item", "document", "system", "annotator", "kind", "criterion", "value"]
_AT_ONCE = 5000  # sheets of one query
Marks = dict[tuple[int, str], list[tuple[int, int]]]  # places in the response, by sheet and criterion


@dataclass(frozen=True)
class ItemFilter:
    """Which responses: of a system, on a criterion (None: any), with such a rating (one of `LEVELS`), and whether only
    where a rater explained it or marked words."""

    system: str | None = None
    criterion: str | None = None
    level: str = "all"
    noted: bool = False


@dataclass(frozen=True)
class RatedBy:
    """One rater's sheet; `marks` are (first character, the one after the last, criterion)."""

    annotator: str
    judge: bool
    seen: SheetSeen
    marks: tuple[tuple[int, int, str], ...]


@dataclass(frozen=True)
class RatedItem:
    """One response with the sheets of all who rated it. `system` is None for readers who must not know it."""

    item: str
    document: str | None
    system: str | None
    sheets: tuple[RatedBy, ...]


@dataclass(frozen=True)
class ItemPage:
    """Some of the responses, and how many there are."""

    protocol: Protocol
    items: tuple[RatedItem, ...]
    total: int


def read_items(
    store: Store,
    slug: str,
    chosen: ItemFilter,
    *,
    kind: str = "human",
    limit: int = 10,
    offset: int = 0,
    who: Who = OPERATOR,
) -> ItemPage:
    """The responses that meet a filter: the lowest ratings first, or the highest where those are asked for. For
    researchers.

    Args:
        kind: whose ratings: human, judge or all.

    Raises:
        InputError: for a pairwise protocol, or an unknown criterion, level or kind. RefusedError: 'signed_out',
            'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        protocol = rating_protocol(campaign)
        rows, marks = _rows(db, campaign, protocol, kind)
        found = rows[_met(rows, marks, chosen, protocol)]
        order = found.groupby("response", sort=False)["share"].mean().sort_values(ascending=chosen.level != "high")
        return _page(db, protocol, rows, marks, [int(at) for at in order.index], offset, limit, named=True)


def read_divided_items(store: Store, slug: str, *, limit: int = 10, offset: int = 0, who: Who = OPERATOR) -> ItemPage:
    """The responses on which people differ, those first where they differ most: by the mean over the criteria of the
    distance between the highest and the lowest value. Names no system. For leads and researchers.

    Raises:
        InputError: for a pairwise protocol. RefusedError: 'signed_out', 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead", "researcher").campaign
        protocol = rating_protocol(campaign)
        rows, marks = _rows(db, campaign, protocol, "human")
        values = rows.groupby(["response", "criterion"], sort=False)["share"]
        apart = (values.max() - values.min()).groupby(level="response", sort=False).mean()
        apart = apart[apart > 0].sort_values(ascending=False, kind="stable")
        return _page(db, protocol, rows, marks, [int(at) for at in apart.index], offset, limit, named=False)


def items_table(
    store: Store, slug: str, chosen: ItemFilter, *, kind: str = "human", who: Who = OPERATOR
) -> pd.DataFrame:
    """Every rating of the responses that meet a filter, one a row, with its explanation, the words that were marked (a
    JSON list) and the texts. For researchers.

    Raises:
        InputError, RefusedError: as `read_items`.
    """
    page = read_items(store, slug, chosen, kind=kind, limit=10**9, who=who)
    rows = []
    for item in page.items:
        for sheet in item.sheets:
            text = sheet.seen.sheet.response
            for key, score in sheet.seen.sheet.scores.items():
                words = [words_at(text, start, end) for start, end, criterion in sheet.marks if criterion == key]
                rows.append(
                    {
                        "prompt_id": item.item,
                        "document": item.document,
                        "system": item.system,
                        "annotator": sheet.annotator,
                        "criterion": key,
                        "value": score.value,
                        "explanation": score.explanation or None,
                        "marked": json.dumps(words, ensure_ascii=False) if words else None,
                        "prompt": sheet.seen.source,
                        "response": text,
                    }
                )
    columns = ["prompt_id", "document", "system", "annotator", "criterion", "value", "explanation", "marked"]
    frame = pd.DataFrame(rows, columns=[*columns, "prompt", "response"])
    return frame.astype({"value": "Int64"})


def criterion_profile(store: Store, slug: str, *, kind: str = "human", who: Who = OPERATOR) -> pd.DataFrame:
    """How each system was rated on each criterion. For researchers.

    Returns:
        A row for each system and criterion, in the order of system name and protocol: system, criterion, n (ratings
        with a value), mean (NaN where n is 0), low, high, na (how many), noted (explained, or with marked words).

    Raises:
        InputError, RefusedError: as `read_items`.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        protocol = rating_protocol(campaign)
        rows, marks = _rows(db, campaign, protocol, kind)
    rows = rows.assign(
        low=rows["share"] <= _LOW, high=rows["share"] >= _HIGH, na=rows["value"].isna(), noted=_noted(rows, marks)
    )
    keys = [criterion.key for criterion in protocol.rated]
    counted = {"n": ("value", "count"), "mean": ("value", "mean")} | {
        name: (name, "sum") for name in ("low", "high", "na", "noted")
    }
    table = rows.groupby(["system", "criterion"]).agg(**counted).reset_index()
    place = table["criterion"].map({key: at for at, key in enumerate(keys)})
    table = table.assign(place=place).sort_values(["system", "place"]).drop(columns="place")
    return table.astype({"mean": float}).reset_index(drop=True)


def _rows(db: Session, campaign: Campaign, protocol: Protocol, kind: str) -> tuple[pd.DataFrame, Marks]:
    """The ratings that count, one a row, with `share` (where on its scale a value lies, 0 to 1); and the marks."""
    query: Any = ratings_where(campaign, protocol, kind).with_only_columns(
        RatingAssignment.id,
        Rating.revision,
        Response.id,
        Prompt.key,
        Prompt.document,
        System.name,
        Person.name,
        Person.kind,
        Rating.criterion,
        Rating.value,
        Rating.explanation,
    )
    rows = pd.DataFrame(db.execute(query.order_by(Rating.id)).all(), columns=[*_COLUMNS, "explanation"], dtype=object)
    rows["value"] = rows["value"].astype("Int64")
    low = rows["criterion"].map({criterion.key: criterion.min for criterion in protocol.rated})
    high = rows["criterion"].map({criterion.key: criterion.max for criterion in protocol.rated})
    rows["share"] = ((rows["value"] - low) / (high - low)).astype("Float64").astype(float)
    return rows, _marks(db, campaign, protocol, rows)


def _marks(db: Session, campaign: Campaign, protocol: Protocol, rows: pd.DataFrame) -> Marks:
    """The marks of the revisions that are in force."""
    inforce = set(zip(rows["sheet"], rows["revision"], rows["criterion"], strict=True))
    query = (
        select(RatingMark)
        .join(RatingAssignment, RatingAssignment.id == RatingMark.rating_assignment_id)
        .where(RatingAssignment.campaign_id == campaign.id, RatingAssignment.protocol_key == protocol.key)
        .order_by(RatingMark.start)
    )
    marks: Marks = {}
    for mark in db.scalars(query):
        if (mark.rating_assignment_id, mark.revision, mark.issue) in inforce:
            places = marks.setdefault((mark.rating_assignment_id, mark.issue), [])
            if mark.start is not None and mark.end is not None:
                places.append((mark.start, mark.end))
    return marks


def _noted(rows: pd.DataFrame, marks: Marks) -> pd.Series[bool]:
    marked = [key in marks for key in zip(rows["sheet"], rows["criterion"], strict=True)]
    return rows["explanation"].fillna("").astype(str).str.strip().ne("") | pd.Series(
        marked, index=rows.index, dtype=bool
    )


def _met(rows: pd.DataFrame, marks: Marks, chosen: ItemFilter, protocol: Protocol) -> pd.Series[bool]:
    if chosen.level not in LEVELS:
        raise InputError("bad_rating_level", accepted=", ".join(LEVELS))
    if chosen.criterion not in (None, *(criterion.key for criterion in protocol.rated)):
        raise InputError("unknown_criterion", criterion=str(chosen.criterion))
    met = pd.Series(True, index=rows.index)
    if chosen.system is not None:
        met &= rows["system"] == chosen.system
    if chosen.criterion is not None:
        met &= rows["criterion"] == chosen.criterion
    by_level = {"low": rows["share"] <= _LOW, "high": rows["share"] >= _HIGH, "na": rows["value"].isna()}
    if chosen.level != "all":
        met &= by_level[chosen.level]
    return met & _noted(rows, marks) if chosen.noted else met


def _page(
    db: Session,
    protocol: Protocol,
    rows: pd.DataFrame,
    marks: Marks,
    responses: Sequence[int],
    offset: int,
    limit: int,
    *,
    named: bool,
) -> ItemPage:
    """The responses from `offset` on, with all that was said of each."""
    shown = responses[offset : offset + limit]
    sheets = rows[rows["response"].isin(shown)].drop_duplicates("sheet")
    ids = [int(sheet) for sheet in sheets["sheet"]]
    seen: dict[int, SheetSeen] = {}
    for start in range(0, len(ids), _AT_ONCE):
        seen |= sheets_seen(db, ids[start : start + _AT_ONCE])
    spans: dict[int, list[tuple[int, int, str]]] = {}
    for (sheet, criterion), places in marks.items():
        spans.setdefault(sheet, []).extend((*place, criterion) for place in places)
    by_response: dict[int, list[dict[Hashable, Any]]] = {}
    for row in sheets.to_dict("records"):
        by_response.setdefault(row["response"], []).append(row)
    items = []
    for response in shown:
        mine = by_response[response]
        by = tuple(
            RatedBy(row["annotator"], row["kind"] == "judge", seen[row["sheet"]], tuple(spans.get(row["sheet"], ())))
            for row in mine
        )
        first = mine[0]
        items.append(RatedItem(first["item"], first["document"], first["system"] if named else None, by))
    return ItemPage(protocol, tuple(items), len(responses))
