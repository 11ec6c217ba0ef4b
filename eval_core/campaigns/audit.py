"""The audit log: who did what in a campaign, and when. It holds every action but judgments and ratings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Grant, Who, authorise
from eval_core.store import Event, Person, Store

# Every action; the screens have words for each.
ACTIONS = (
    "responses_imported",
    "comparisons_imported",
    "judgments_imported",
    "ratings_imported",
    "gold_imported",
    "file_taken_out",
    "gold_planted",
    "gold_settled",
    "gold_withdrawn",
    "gold_restored",
    "rules_changed",
    "study_planned",
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
    "took_part",
    "screen_pair_approved",
    "screen_pair_left_out",
    "person_changed",
    "link_renewed",
    "link_revoked",
    "sign_ins_ended",
    "provider_account_changed",
    "admitted",
    "try_granted",
    "person_excluded",
    "exclusion_lifted",
    "person_paused",
    "person_resumed",
    "work_handed_over",
    "comparison_withdrawn",
    "comparison_restored",
    "response_withdrawn",
    "response_restored",
    "message_sent",
    "mail_changed",
    "mail_asked",
    "address_changed",
    "judge_tried",
    "job_asked",
    "job_moved",
    "question_answered",
    "question_resolved",
    "skips_settled",
    "skips_unsettled",
    "clarification_published",
    "guidelines_published",
    "results_shown",
    "token_created",
    "token_revoked",
    "person_erased",
    "person_withdrawn",
)


@dataclass(frozen=True)
class Change:
    """A value before and after an action, in types of JSON."""

    old: Any
    new: Any


@dataclass(frozen=True)
class LogEntry:
    """One line of the audit log.

    Attributes:
        by: who did it; None for the command line.
        about: what it concerned, in names, numbers and the lead's own words, never in texts of prompts and responses;
            `person` is a name.
    """

    id: int
    at: datetime
    by: str | None
    action: str
    about: dict[str, Any]

    @property
    def changes(self) -> dict[str, Change]:
        """What the action changed, by name; empty for older entries, which did not keep it."""
        return {name: Change(*pair) for name, pair in self.about.get("changes", {}).items()}


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The values that differ, as `note` takes them for `changes`: name -> before and after.

    Never hand it names of systems or texts of prompts and responses: leads who judge blind read the log.
    """
    return {name: [_plain(before.get(name)), _plain(after[name])] for name in after if before.get(name) != after[name]}


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def note(db: Session, grant: Grant, action: str, **about: Any) -> None:
    """Add an action to the log, in the transaction that carries it out.

    Args:
        about: `person` is an id, so that a changed or erased name is changed here too.
    """
    if action not in ACTIONS:
        raise ValueError(f"there is no action {action!r}")
    if grant.program is not None:
        about["program"] = grant.program
    db.add(Event(campaign_id=grant.campaign.id, person_id=grant.person_id, action=action, about=about))


def newest_event(store: Store, slug: str, who: Who = OPERATOR) -> int:
    """A number that grows with every entry of the log, 0 before the first. For leads and researchers.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead", "researcher").campaign
        return db.scalar(select(func.max(Event.id)).where(Event.campaign_id == campaign.id)) or 0


def read_log(store: Store, slug: str, *, limit: int | None = None, who: Who = OPERATOR) -> list[LogEntry]:
    """The campaign's log, the newest first. For its leads.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        rows = db.execute(
            select(Event.id, Event.at, Person.name, Event.action, Event.about)
            .outerjoin(Person, Person.id == Event.person_id)
            .where(Event.campaign_id == campaign.id)
            .order_by(Event.id.desc())
            .limit(limit)
        )
        entries = [LogEntry(*row) for row in rows]
        people = {entry.about["person"] for entry in entries if "person" in entry.about}
        names = dict(db.execute(select(Person.id, Person.name).where(Person.id.in_(people))).all())
    return [
        replace(entry, about={**entry.about, "person": names.get(entry.about["person"])})
        if "person" in entry.about
        else entry
        for entry in entries
    ]
