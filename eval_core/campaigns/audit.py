"""The audit log: who did what in a campaign, and when. Judgments tell of themselves; every other deed is noted here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Grant, Who, authorise
from eval_core.store import Event, Person, Store

# Every deed there is; the screens have words for each.
DEEDS = (
    "responses_imported",
    "comparisons_imported",
    "judgments_imported",
    "ratings_imported",
    "gold_imported",
    "gold_planted",
    "gold_withdrawn",
    "gold_restored",
    "rules_changed",
    "started",
    "paused",
    "resumed",
    "closed",
    "reopened",
    "archived",
    "duplicated",
    "campaign_restored",
    "round_opened",
    "person_added",
    "person_changed",
    "link_renewed",
    "link_revoked",
    "admitted",
    "try_granted",
    "person_excluded",
    "exclusion_lifted",
    "work_handed_over",
    "comparison_withdrawn",
    "comparison_restored",
    "response_withdrawn",
    "response_restored",
    "message_sent",
    "question_answered",
    "question_resolved",
    "clarification_published",
    "results_shown",
    "token_created",
    "token_revoked",
    "person_erased",
)


@dataclass(frozen=True)
class LogEntry:
    """One line of the audit log.

    Attributes:
        by: who did it; None for the command line.
        about: what it was done to, in names and numbers and a lead's own words, never in the texts that are judged;
            `person` is a name.
    """

    id: int
    at: datetime
    by: str | None
    deed: str
    about: dict[str, Any]


def note(db: Session, grant: Grant, deed: str, **about: Any) -> None:
    """Add a deed to the log, in the transaction that does it.

    Args:
        about: `person` is an id, so that a changed or erased name is changed here too.
    """
    if deed not in DEEDS:
        raise ValueError(f"no deed is called {deed!r}")
    if grant.program is not None:
        about["program"] = grant.program
    db.add(Event(campaign_id=grant.campaign.id, person_id=grant.person_id, deed=deed, about=about))


def read_log(store: Store, slug: str, *, limit: int | None = None, who: Who = OPERATOR) -> list[LogEntry]:
    """The campaign's log, the newest first. For its leads.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        rows = db.execute(
            select(Event.id, Event.at, Person.name, Event.deed, Event.about)
            .outerjoin(Person, Person.id == Event.person_id)
            .where(Event.campaign_id == campaign.id)
            .order_by(Event.id.desc())
            .limit(limit)
        )
        entries = [LogEntry(*row) for row in rows]
        concerned = {entry.about["person"] for entry in entries if "person" in entry.about}
        names = dict(db.execute(select(Person.id, Person.name).where(Person.id.in_(concerned))).all())
    return [
        replace(entry, about={**entry.about, "person": names.get(entry.about["person"])})
        if "person" in entry.about
        else entry
        for entry in entries
    ]
