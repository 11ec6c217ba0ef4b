"""Control responses of a campaign that rates: loading them from a file, listing them, and taking them out of use."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.content.import_report import Begin, ImportReport, remember_reading, remembered_reading
from eval_core.campaigns.kinds import rating_protocol, scales_of
from eval_core.campaigns.quality.controls import ControlCount, control_counts
from eval_core.errors import InputError, RefusedError
from eval_core.files import AS_IT_IS, Reading, prompt_key
from eval_core.files.gold import GoldRating, read_gold_ratings
from eval_core.store import Campaign, Prompt, Response, Store
from eval_core.store.bulk import Progress

_STEP = 100  # rows between two reports of how far an import is


@dataclass(frozen=True)
class ControlResponse:
    """A control response as a lead sees it.

    Attributes:
        expected: criterion -> the least and the most that is right.
        count: how many annotators rated it, and how many of them within what is expected of every criterion.
    """

    response_id: int
    prompt: str
    text: str
    expected: dict[str, tuple[int, int]]
    explanation: str | None
    withdrawn: bool
    count: ControlCount


def load_gold_ratings(store: Store, slug: str, path: Path, who: Who = OPERATOR) -> tuple[int, int]:
    """Add the control responses of a file; how many were added, and how many were known before. For leads.

    Raises:
        InputError: as `read_gold_ratings`; where the campaign compares, and for a known text with other expectations.
        RefusedError: 'signed_out' or 'not_allowed'. Nothing is changed then.
    """
    report = import_controls(store, path, slug, who=who)
    return report.controls, report.known


def import_controls(
    store: Store,
    path: Path,
    slug: str,
    *,
    reading: Reading = AS_IT_IS,
    progress: Progress | None = None,
    who: Who = OPERATOR,
    begin: Begin = Store.write,
) -> ImportReport:
    """Add the control responses of a file. For leads.

    Args:
        reading, begin: as in `import_responses`.

    Raises:
        InputError, RefusedError: as `load_gold_ratings`.
    """
    with store.read() as db:
        protocol = rating_protocol(authorise(db, who, slug, "lead").campaign)
    known = remembered_reading(store, slug, "controls", reading, who)
    rows, receipt = read_gold_ratings(path, scales_of(protocol), known)
    report = ImportReport(rows=len(rows), receipt=receipt)
    with begin(store) as db:
        grant = authorise(db, who, slug, "lead")
        # One load after another: of two at once, each would miss what the other adds (PostgreSQL).
        db.execute(select(Campaign.id).where(Campaign.id == grant.campaign.id).with_for_update(key_share=True))
        for done, row in enumerate(rows, 1):
            report.controls += _add(db, grant.campaign, row, path)
            if progress and done % _STEP == 0:
                progress(done, len(rows))
        report.known = len(rows) - report.controls
        remember_reading(grant.campaign, "controls", reading)
        if report.controls:
            note(db, grant, "gold_imported", file=path.name, rows=len(rows), gold=report.controls)
    return report


def list_gold_ratings(store: Store, slug: str, who: Who = OPERATOR) -> list[ControlResponse]:
    """Every control response, in the order in which they were loaded. For leads."""
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        counts = control_counts(db, campaign)
        rows = db.execute(
            select(Response, Prompt.text)
            .join(Prompt, Prompt.id == Response.prompt_id)
            .where(Response.campaign_id == campaign.id, Response.system_id.is_(None))
            .order_by(Response.id)
        )
        return [
            ControlResponse(
                response.id,
                prompt,
                response.text or "",
                {key: (least, most) for key, (least, most) in response.gold["scores"].items()},
                response.gold.get("explanation"),
                response.withdrawn_at is not None,
                counts.get(response.id, ControlCount(0, 0)),
            )
            for response, prompt in rows
            if response.gold
        ]


def withdraw_gold_rating(
    store: Store, slug: str, response_id: int, *, withdrawn: bool = True, who: Who = OPERATOR
) -> bool:
    """Take a control response out of use, or put it back. For leads.

    Returns:
        False if nothing changed: a double click is one action.

    Raises:
        RefusedError: 'unknown_response' if the campaign has no such control response; 'signed_out', 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        response = db.get(Response, response_id, with_for_update={"key_share": True})
        if response is None or response.campaign_id != grant.campaign.id or not response.gold:
            raise RefusedError("unknown_response", f"no control response {response_id} in this campaign")
        if (response.withdrawn_at is not None) == withdrawn:
            return False
        response.withdrawn_at = store.now() if withdrawn else None
        note(db, grant, "gold_withdrawn" if withdrawn else "gold_restored", response=response_id)
        return True


def _add(db: Session, campaign: Campaign, row: GoldRating, path: Path) -> bool:
    """Whether a control response was added now, and not known before."""
    key = "gold:" + prompt_key(None, f"{row.prompt or ''}\n{row.response}", row.written_standard)
    gold = {"scores": {name: list(ends) for name, ends in row.expected.items()}, "explanation": row.explanation}
    prompt = db.scalar(select(Prompt).where(Prompt.campaign_id == campaign.id, Prompt.key == key))
    if prompt is not None:
        known = db.scalar(select(Response).where(Response.prompt_id == prompt.id, Response.system_id.is_(None)))
        if known is None or not known.gold or known.gold["scores"] != gold["scores"]:
            raise InputError("other_gold_scores", file=path, row=row.row, column="response")
        return False
    names = ("written_standard", "reference", "source_language", "target_language")
    made = Prompt(
        campaign_id=campaign.id,
        key=key,
        kind="gold",
        text=row.prompt or "",
        **{name: getattr(row, name) for name in names},
    )
    db.add(made)
    db.flush()
    db.add(Response(campaign_id=campaign.id, prompt_id=made.id, text=row.response, gold=gold))
    db.flush()
    return True
