"""Taking a loaded file out again, before anything is judged: its rows go, and the campaign is as if without it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, CursorResult, and_, delete, func, or_, select, update
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.content.loaded_files import LOADED, work_began
from eval_core.campaigns.locks import lock_all_work
from eval_core.campaigns.setup.plan import lay_out
from eval_core.errors import RefusedError
from eval_core.store import (
    Assignment,
    Campaign,
    Comparison,
    LoadedFile,
    Prompt,
    RatingAssignment,
    Response,
    Store,
    System,
)
from eval_core.store.bulk import chunks

# What a row lacked before a file completed it.
_EMPTY: dict[str, tuple[Any, dict[str, Any]]] = {
    "prompt.text": (Prompt, {"text": ""}),
    "prompt.written_standard": (Prompt, {"written_standard": None}),
    "prompt.document": (Prompt, {"document": None}),
    "response.text": (Response, {"text": None}),
    "system.checkpoint": (System, {"family": None, "checkpoint": None}),
    "comparison.identical": (Comparison, {"identical": False}),
}


def take_out_file(store: Store, slug: str, file_id: int, who: Who = OPERATOR) -> None:
    """Take out what a file added, and what it gave to rows of earlier files. For leads.

    Comparisons that came later are laid out again. Who holds a text of the file without having judged it is given
    another.

    Raises:
        RefusedError: 'file_unknown'; 'work_began' once anything was judged, rated, skipped or asked about;
            'file_in_use' if a later file, or a gold comparison, shares rows with it; 'signed_out' or 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        campaign = grant.campaign
        lock_all_work(db, campaign)
        file = db.get(LoadedFile, file_id)
        if file is None or file.campaign_id != campaign.id:
            raise RefusedError("file_unknown", f"no loaded file {file_id} in this campaign")
        if work_began(db, campaign):
            raise RefusedError("work_began", "judging has begun, so nothing that was loaded can be taken out")
        if _is_used(db, campaign, file):
            raise RefusedError("file_in_use", f"another file shares rows with '{file.name}': take that out first")
        gap = _first_place(db, campaign, file)
        for emptied, values in _EMPTY.items():
            table, unset = values
            for part in chunks(file.about.get(emptied, ()), 500):
                _run(db, update(table).where(table.id.in_(part)).values(**unset))
        _run(db, delete(Assignment).where(Assignment.comparison_id.in_(_ids(campaign, file, "comparison"))))
        _run(db, delete(RatingAssignment).where(RatingAssignment.response_id.in_(_ids(campaign, file, "response"))))
        for name, table in LOADED.items():
            _run(db, delete(table).where(_within(campaign, file, name)))
        if gap is not None and _anything_after(db, campaign, gap):
            lay_out(db, campaign)
        note(db, grant, "file_taken_out", file=file.name, **file.added)
        db.delete(file)


def _within(campaign: Campaign, file: LoadedFile, name: str) -> ColumnElement[bool]:
    """The condition for a row of the table `name` to have come with the file."""
    table = LOADED[name]
    first, last = file.about.get(name, (1, 0))
    return and_(table.campaign_id == campaign.id, table.id.between(first, last))


def _ids(campaign: Campaign, file: LoadedFile, name: str) -> Any:
    return select(LOADED[name].id).where(_within(campaign, file, name))


def _is_used(db: Session, campaign: Campaign, file: LoadedFile) -> bool:
    """Whether a later file names rows of this one, or rows without a file (planted gold, older data) refer to them."""
    others = db.scalars(select(LoadedFile).where(LoadedFile.campaign_id == campaign.id, LoadedFile.id > file.id))
    if any(file.id in other.about.get("loaded_file", ()) for other in others):
        return True
    responses = select(Response.id).where(
        Response.campaign_id == campaign.id,
        ~_within(campaign, file, "response"),
        or_(
            Response.prompt_id.in_(_ids(campaign, file, "prompt")),
            Response.system_id.in_(_ids(campaign, file, "system")),
        ),
    )
    ours = _ids(campaign, file, "response")
    comparisons = select(Comparison.id).where(
        Comparison.campaign_id == campaign.id,
        ~_within(campaign, file, "comparison"),
        or_(Comparison.first_response_id.in_(ours), Comparison.second_response_id.in_(ours)),
    )
    return bool(db.scalar(select(responses.exists() | comparisons.exists())))


def _first_place(db: Session, campaign: Campaign, file: LoadedFile) -> int | None:
    return db.scalar(select(func.min(Comparison.position)).where(_within(campaign, file, "comparison")))


def _anything_after(db: Session, campaign: Campaign, place: int) -> bool:
    """Whether comparisons have places behind this one: they were laid out around what has gone."""
    later = select(Comparison.id).where(
        Comparison.campaign_id == campaign.id, Comparison.kind == "regular", Comparison.position > place
    )
    return bool(db.scalar(select(later.exists())))


def _run(db: Session, change: Any) -> CursorResult[Any]:
    result: CursorResult[Any] = db.connection().execute(change)
    return result
