"""What mail the leads of a campaign allow. Without their switch nothing is sent."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Grant, Who
from eval_core.campaigns.audit import note
from eval_core.campaigns.people.roster import authorise_lead
from eval_core.errors import RefusedError
from eval_core.mail.server import mail_server
from eval_core.store import MailPlan, Store


@dataclass(frozen=True)
class Allowed:
    """What may be sent: anything at all, reminders by rule, and Monday summaries to the leads."""

    sending: bool = False
    reminders: bool = False
    summaries: bool = False


def read_mail_plan(store: Store, slug: str, who: Who = OPERATOR) -> Allowed:
    """What a campaign may send. For its leads.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        return allowed_in(db, authorise_lead(db, who, slug).campaign.id)


def change_mail_plan(
    store: Store, slug: str, wanted: Allowed, who: Who = OPERATOR, *, time_zone: str | None = None
) -> bool:
    """Allow or forbid mail in a campaign. For leads.

    Args:
        time_zone: of the lead's browser: reminders by rule keep to its daytime.

    Returns:
        False where it is so already.

    Raises:
        RefusedError: 'no_mail_server', 'signed_out' or 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise_lead(db, who, slug)
        if wanted.sending:
            require_server()
        before = allowed_in(db, grant.campaign.id)
        plan = plan_of(db, grant.campaign.id)
        if plan is None:
            plan = MailPlan(campaign_id=grant.campaign.id)
            db.add(plan)
        plan.sending, plan.reminders, plan.summaries = wanted.sending, wanted.reminders, wanted.summaries
        plan.time_zone, plan.changed_at = time_zone or plan.time_zone, store.now()
        if wanted == before:
            return False
        _note_change(db, grant, before, wanted)
        return True


def allowed_in(db: Session, campaign_id: int) -> Allowed:
    """What a campaign may send, within a transaction of the caller's."""
    plan = plan_of(db, campaign_id)
    return Allowed(plan.sending, plan.reminders, plan.summaries) if plan else Allowed()


def plan_of(db: Session, campaign_id: int) -> MailPlan | None:
    """The row of a campaign, None before anyone has allowed anything."""
    return db.scalar(select(MailPlan).where(MailPlan.campaign_id == campaign_id))


def require_server() -> None:
    """Check that there is a mail server.

    Raises:
        RefusedError: 'no_mail_server'.
    """
    if mail_server() is None:
        raise RefusedError("no_mail_server", "there is no mail server: see PARVIS_SMTP_URL")


def _note_change(db: Session, grant: Grant, before: Allowed, wanted: Allowed) -> None:
    changed = {name: value for name, value in asdict(wanted).items() if value != getattr(before, name)}
    note(db, grant, "mail_changed", **{f"mail_{name}": value for name, value in changed.items()})
