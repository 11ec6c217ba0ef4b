"""The judgments of a campaign page by page, for a program that keeps a copy and asks for what has changed.

Judgments are append-only, so their log is read in the order of their ids. A change or an undo is a new row under the
same assignment, which replaces the one before. What else the export says of a judgment can change later:

- Reasons are given after the choice, and taken back. The log of the desk says of which judgment.
- An exclusion, a withdrawal, an erasure, or a file that fills in texts changes many at once. Such are rare, so reading
  begins again from the start. The program notices nothing but judgments that it has had before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, func, literal_column, select, text
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.people.pseudonym_keys import pseudonym_key, pseudonyms_under
from eval_core.campaigns.publishing.cursors import Cursor, Place, opened
from eval_core.campaigns.publishing.judgment_table import judgments_of
from eval_core.errors import InputError, RefusedError
from eval_core.store import Campaign, DeskAction, Event, Judgment, LoadedFile, Store, utc_now
from eval_core.store.schema.work import LIVE

PAGE, MOST = 200, 1_000
# A judgment is committed within this time: until then a smaller id may still turn up (PostgreSQL).
_SETTLED = timedelta(minutes=1)
# Actions that change what is said of judgments made before. Rows of a long import may have ids anywhere among others.
_REWRITES = (
    "person_excluded",
    "exclusion_lifted",
    "comparison_withdrawn",
    "comparison_restored",
    "response_withdrawn",
    "response_restored",
    "gold_withdrawn",
    "gold_restored",
    "person_erased",
    "judgments_imported",
)


@dataclass(frozen=True)
class JudgmentPage:
    """Some judgments, in the order in which they were made.

    Attributes:
        records: each with `id` (of the person's judgment of this comparison, whatever its revision), `revision` and
            `live`. A live one has the columns of `export_judgments` too, but those of the campaign's files; one that is
            not live was taken back.
        cursor: for the next page, or for what has changed since.
        more: whether there is a next page now.
    """

    records: list[dict[str, Any]]
    cursor: str
    more: bool


def judgment_page(
    store: Store, slug: str, cursor: str | None = None, limit: int = PAGE, who: Who = OPERATOR
) -> JudgmentPage:
    """The judgments after a cursor, or from the start. For researchers. Annotators have pseudonyms.

    Who puts each record in the place of the one with its `id`, and removes what is not live, has the table of
    `export_judgments` as soon as there is no more. A record may come again.

    Args:
        limit: 1 to `MOST` records.

    Raises:
        InputError: 'unknown_cursor', 'bad_limit'.
        RefusedError: 'responses_rated' where responses are rated, 'signed_out', 'not_allowed'.
    """
    if not 1 <= limit <= MOST:
        raise InputError("bad_limit", most=MOST)
    key = pseudonym_key(store, slug, who)
    with store.read() as db:
        if not store.is_sqlite:  # otherwise two statements could see different states
            db.connection(execution_options={"isolation_level": "REPEATABLE READ"})
        campaign = authorise(db, who, slug, "researcher").campaign
        if rates_responses(campaign):
            raise RefusedError("responses_rated", "responses are rated in this campaign: it has no judgments of pairs")
        at = _current(db, campaign, opened(cursor, key) if cursor else None)
        touched, actions, all_touched = _touched(db, campaign, at, limit)
        fresh, judgments, all_fresh = _fresh(db, campaign, at.judgments, limit - len(touched))
        records = _records(db, campaign, {*touched, *fresh}, key)
    more = not (all_touched and all_fresh)
    if not more:
        judgments, actions = judgments.again(), actions.again()
    return JudgmentPage(records, replace(at, judgments=judgments, actions=actions).sealed(key), more)


def _current(db: Session, campaign: Campaign, cursor: Cursor | None) -> Cursor:
    """The cursor; a new one at the start of the log where there is none, or where any judgment may have changed."""
    rewritten = select(func.count()).where(Event.campaign_id == campaign.id, Event.action.in_(_REWRITES))
    rewrites = db.scalar(rewritten) or 0
    files = select(LoadedFile.id, LoadedFile.about).where(LoadedFile.campaign_id == campaign.id)
    newer = db.execute(files.where(LoadedFile.id > (cursor.files if cursor else 0))).all()
    newest = max((number for number, _about in newer), default=cursor.files if cursor else 0)
    # A file that filled in a text or a fact has the ids of the rows under the name of their column.
    filled = any("." in name for _number, about in newer for name in about)
    if cursor is None or rewrites != cursor.rewrites or filled:
        acted = _mark(db, DeskAction)
        return Cursor(Place(0, 0), Place(acted, acted), rewrites, newest)
    return replace(cursor, files=newest)


def _touched(db: Session, campaign: Campaign, at: Cursor, limit: int) -> tuple[list[int], Place, bool]:
    """Judgments read before whose reasons were given or taken back since; the new place, and whether these are all."""
    about = select(DeskAction.id, DeskAction.assignment_id).where(
        DeskAction.campaign_id == campaign.id,
        DeskAction.kind.in_(("explain", "undo")),
        DeskAction.assignment_id.is_not(None),
        DeskAction.id > at.actions.at,
    )
    rows = db.execute(about.order_by(DeskAction.id).limit(limit + 1)).all()
    ended, rows = len(rows) <= limit, rows[:limit]
    place = at.actions.moved(rows[-1].id if rows else None, _mark(db, DeskAction), ended=ended)
    before = (Judgment.live, Judgment.id <= at.judgments.at)
    assignments = {row.assignment_id for row in rows}
    ids = db.scalars(select(Judgment.id).where(Judgment.assignment_id.in_(assignments), *before)) if rows else ()
    return list(ids), place, ended


def _fresh(db: Session, campaign: Campaign, at: Place, limit: int) -> tuple[list[int], Place, bool]:
    """Judgments that were not read in this round; the new place, and whether these are all."""
    later: ColumnElement[bool] = Judgment.id > at.at
    if db.info["store"].is_sqlite:
        # Where most judgments are of one campaign, it would look through all of them for those of another; the index
        # is taken if the condition on the id seems to leave out little.
        later = func.likelihood(later, literal_column("0.99"))
    log = select(Judgment.id).where(Judgment.campaign_id == campaign.id, text(LIVE), later)
    ids = db.scalars(log.order_by(Judgment.id).limit(limit + 1)).all()
    ended, ids = len(ids) <= limit, ids[:limit]
    return list(ids), at.moved(ids[-1] if ids else None, _mark(db, Judgment), ended=ended), ended


def _mark(db: Session, table: type[Judgment] | type[DeskAction]) -> int:
    """The newest row before which nothing can turn up; SQLite has one writer at a time, so it is the newest of all."""
    newest = select(table.id).order_by(table.id.desc()).limit(1)
    if not db.info["store"].is_sqlite:
        newest = newest.where(table.created_at <= utc_now() - _SETTLED)
    return db.scalar(newest) or 0


def _records(db: Session, campaign: Campaign, ids: Collection[int], key: bytes) -> list[dict[str, Any]]:
    if not ids:
        return []
    heads = db.execute(
        select(Judgment.assignment_id, Judgment.revision, Judgment.choice)
        .where(Judgment.id.in_(ids))
        .order_by(Judgment.id)
    ).all()
    frame = judgments_of(db, campaign, ids=ids).drop(columns=["ranked", "expected_choice"])
    names = pseudonyms_under(db, key, set(frame["annotator_id"].dropna()))
    frame["annotator_id"] = frame["annotator_id"].map(names)
    rows: Iterator[Any] = iter(frame.astype(object).where(frame.notna(), None).to_dict("records"))
    return [
        {"id": assignment, "revision": revision, "live": choice is not None} | (next(rows) if choice else {})
        for assignment, revision, choice in heads
    ]
