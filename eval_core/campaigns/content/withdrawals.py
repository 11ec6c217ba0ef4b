"""Withdrawing a comparison or a response from a campaign, and restoring it. Its judgments stay, but do not count."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, func, null, or_, select, update
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Grant, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.errors import RefusedError
from eval_core.store import Comparison, Prompt, Response, Store


@dataclass(frozen=True)
class Withdrawn:
    """A withdrawn 'comparison' or 'response': its id, its prompt, the text of a response, and since when."""

    kind: str
    id: int
    prompt: str
    text: str | None
    at: datetime


def list_withdrawn(store: Store, slug: str, who: Who = OPERATOR) -> list[Withdrawn]:
    """What is withdrawn, the newest first; comparisons withdrawn with a response are not listed. For leads."""
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        of_withdrawn = (Response.campaign_id == campaign.id, Response.withdrawn_at.is_not(None))
        responses = db.execute(
            select(Response.id, Prompt.text, Response.text, Response.withdrawn_at)
            .join(Prompt, Prompt.id == Response.prompt_id)
            .where(*of_withdrawn)
        ).all()
        taken_along = select(Response.id).where(*of_withdrawn)
        comparisons = db.execute(
            select(Comparison.id, Prompt.text, null(), Comparison.withdrawn_at)
            .join(Prompt, Prompt.id == Comparison.prompt_id)
            .where(
                Comparison.campaign_id == campaign.id,
                Comparison.kind == "regular",
                Comparison.withdrawn_at.is_not(None),
                Comparison.first_response_id.not_in(taken_along),
                Comparison.second_response_id.not_in(taken_along),
            )
        ).all()
    withdrawn = [("response", *row) for row in responses] + [("comparison", *row) for row in comparisons]
    rows = [Withdrawn(kind, id_, prompt, body, at) for kind, id_, prompt, body, at in withdrawn if at is not None]
    return sorted(rows, key=lambda row: row.at, reverse=True)


def withdraw_comparison(
    store: Store, slug: str, comparison_id: int, *, withdrawn: bool = True, who: Who = OPERATOR
) -> bool:
    """Withdraw a regular comparison, or restore it. For leads.

    Returns:
        False if nothing changed: a double click is one action.

    Raises:
        RefusedError: 'unknown_comparison' if the campaign does not have it; 'response_withdrawn' for restoring
            one whose response is withdrawn; 'signed_out', 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        comparison = db.get(Comparison, comparison_id, with_for_update={"key_share": True})
        if comparison is None or comparison.campaign_id != grant.campaign.id or comparison.kind != "regular":
            raise RefusedError("unknown_comparison", f"no comparison {comparison_id} in this campaign")
        if (comparison.withdrawn_at is not None) == withdrawn:
            return False
        pair = (comparison.first_response_id, comparison.second_response_id)
        withdrawn_texts = select(Response.id).where(Response.id.in_(pair), Response.withdrawn_at.is_not(None))
        if not withdrawn and db.scalar(withdrawn_texts.limit(1)) is not None:
            raise RefusedError("response_withdrawn", "one of its responses is withdrawn")
        comparison.withdrawn_at = store.now() if withdrawn else None
        note(db, grant, "comparison_withdrawn" if withdrawn else "comparison_restored", comparison=comparison_id)
        return True


def withdraw_response(
    store: Store, slug: str, response_id: int, *, withdrawn: bool = True, who: Who = OPERATOR
) -> bool:
    """Withdraw a response with all its comparisons, or restore it with those withdrawn with it. For leads.

    Returns:
        False if nothing changed.

    Raises:
        RefusedError: 'unknown_response' if the campaign does not have it; 'signed_out', 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        response = db.get(Response, response_id, with_for_update={"key_share": True})
        if response is None or response.campaign_id != grant.campaign.id:
            raise RefusedError("unknown_response", f"no response {response_id} in this campaign")
        if response.system_id is None and not response.gold:  # of a gold comparison, which is withdrawn as a whole
            raise RefusedError("unknown_response", f"no response {response_id} in this campaign")
        if (response.withdrawn_at is not None) == withdrawn:
            return False
        if withdrawn:
            take_out_response(db, grant, response, store.now())
            return True
        before, response.withdrawn_at = response.withdrawn_at, None
        db.flush()
        note(db, grant, "response_restored", response=response_id, comparisons=_put_back(db, response, before))
        return True


def take_out_response(db: Session, grant: Grant, response: Response, now: datetime) -> None:
    """Withdraw a response that is not withdrawn, with its comparisons, in a lead's transaction."""
    response.withdrawn_at = _moment(db, response, now)
    db.flush()
    note(db, grant, "response_withdrawn", response=response.id, comparisons=_take_out(db, response))


def _moment(db: Session, response: Response, now: datetime) -> datetime:
    """Now, or the first moment after it at which none of the response's comparisons was withdrawn by itself."""
    taken = set(db.scalars(select(Comparison.withdrawn_at).where(_of(response.id))))
    while now in taken:
        now += timedelta(microseconds=1)
    return now


def _take_out(db: Session, response: Response) -> int:
    """Withdraw the response's comparisons at its own moment, which identifies them when it is restored."""
    taken = update(Comparison).where(_of(response.id), Comparison.withdrawn_at.is_(None))
    return len(db.scalars(taken.values(withdrawn_at=response.withdrawn_at).returning(Comparison.id)).all())


def _put_back(db: Session, response: Response, before: datetime | None) -> int:
    """Restore the comparisons withdrawn with the response; those of another withdrawn response take its moment."""
    went = update(Comparison).where(_of(response.id), Comparison.withdrawn_at == before)
    both = (Comparison.first_response_id, Comparison.second_response_id)
    other = select(func.max(Response.withdrawn_at)).where(Response.id.in_(both)).scalar_subquery()
    changed = db.execute(
        went.values(withdrawn_at=other).returning(Comparison.withdrawn_at),
        execution_options={"synchronize_session": False},
    )
    return sum(moment is None for moment in changed.scalars())


def _of(response_id: int) -> ColumnElement[bool]:
    return or_(Comparison.first_response_id == response_id, Comparison.second_response_id == response_id)
