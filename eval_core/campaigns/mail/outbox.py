"""Asking for mails, and the list of them: to whom, what, when and what became of it. Texts are not kept."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import String, case, cast, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who
from eval_core.campaigns.audit import note
from eval_core.campaigns.jobs.job_queue import ENDED, queue_job
from eval_core.campaigns.mail.mail_plan import require_server
from eval_core.campaigns.mail.recipients import last_mail, obstacle
from eval_core.campaigns.people.roster import authorise_lead, members_of, memberships_of, reach_of
from eval_core.errors import RefusedError
from eval_core.store import Job, Mail, Person, Store
from eval_core.store.engine import store_of

BY_BUTTON = ("invitation", "reminder")
# The same mail to the same person is not asked for again so soon: a double click, or two leads.
_SOON = {"invitation": timedelta(minutes=10), "reminder": timedelta(hours=20)}


@dataclass(frozen=True)
class MailRow:
    """One mail.

    Attributes:
        kind: 'invitation', 'reminder', 'summary' or 'link'.
        state: 'waiting', 'sending', 'sent', 'refused' (for good) or 'dropped' (not sent, since it was no longer due).
        answer: why it was not sent, or why it is tried again: a code of `recipients.obstacle`, the mail server's
            number, or a word of `mail.server.MailError`.
        asked_by: a name; None for a rule, or the person.
    """

    id: int
    name: str
    kind: str
    state: str
    answer: str | None
    asked_by: str | None
    queued_at: datetime
    sent_at: datetime | None


@dataclass(frozen=True)
class Asked:
    """What became of a request: how many mails are queued, and who gets none, with the reason."""

    queued: int
    left_out: tuple[tuple[str, str], ...]  # name, code


def ask_for_mails(
    store: Store, slug: str, kind: str, people: Collection[int], language: str, who: Who = OPERATOR
) -> Asked:
    """Queue an invitation or a reminder to each of these people. For leads.

    An invitation carries a link, so it goes only to people whose links the lead may renew.

    Args:
        kind: 'invitation' or 'reminder'.
        language: for those who have not chosen one.

    Raises:
        RefusedError: 'no_recipient', 'mail_off', 'no_mail_server', 'signed_out' or 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise_lead(db, who, slug)
        require_server()
        here = select(Person).where(Person.id.in_(people), Person.id.in_(members_of(grant.campaign)))
        chosen = db.scalars(here.order_by(Person.name)).all()
        if not chosen or kind not in BY_BUTTON:
            raise RefusedError("no_recipient", "no one is chosen")
        reach, held = reach_of(db, grant), memberships_of(db, [person.id for person in chosen])
        left_out = []
        for person in chosen:
            why = obstacle(db, grant.campaign, person.id, kind)
            if why == "mail_off":
                raise RefusedError("mail_off", "mail is not switched on in this campaign")
            outside = not reach.holds([row.campaign_id for row in held[person.id]])
            if not why and kind == "invitation" and outside and person.id != grant.person_id:
                why = "out_of_reach"
            number, at = last_mail(db, grant.campaign.id, person.id, kind)
            if not why and at is not None and store.now() - at < _SOON[kind]:
                why = "lately"
            if why:
                left_out.append((person.name, why))
                continue
            key = f"{kind}/{grant.campaign.id}/{person.id}/{number}"
            queue_mail(db, Mail(campaign_id=grant.campaign.id, person_id=person.id, kind=kind, key=key,
                                language=language, asked_by=grant.person_id))  # fmt: skip
        queued = len(chosen) - len(left_out)
        if queued:
            note(db, grant, "mail_asked", mail=kind, count=queued)
        return Asked(queued, tuple(left_out))


def queue_mail(db: Session, mail: Mail, now: datetime | None = None) -> bool:
    """Store a mail that is to be sent, with the job that sends it; False if one of its key was queued before."""
    mail.queued_at = now or store_of(db).now()
    try:
        with db.begin_nested():
            db.add(mail)
            db.flush()
    except IntegrityError:
        return False
    queue_job(
        db,
        "mail",
        f"mail/{mail.id}",
        mail.queued_at,
        campaign_id=mail.campaign_id,
        asked_by=mail.asked_by,
        about={"mail": mail.id},
    )
    return True


def list_mails(store: Store, slug: str, *, limit: int = 100, who: Who = OPERATOR) -> Sequence[MailRow]:
    """The mails of a campaign, the newest first. For its leads.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    asker = aliased(Person)
    with store.read() as db:
        campaign = authorise_lead(db, who, slug).campaign
        # Its job was stopped, or failed for good: no one is going to send it.
        job = select(Job.id).where(Job.key == "mail/" + cast(Mail.id, String), Job.state.not_in(ENDED))
        lost = Mail.state.in_(("waiting", "sending")) & ~job.exists()
        state = case((lost, "dropped"), else_=Mail.state)
        answer = case((lost, func.coalesce(Mail.answer, "given_up")), else_=Mail.answer)
        rows = db.execute(
            select(Mail.id, Person.name, Mail.kind, state, answer, asker.name, Mail.queued_at, Mail.sent_at)
            .join(Person, Person.id == Mail.person_id)
            .outerjoin(asker, asker.id == Mail.asked_by)
            .where(Mail.campaign_id == campaign.id)
            .order_by(Mail.id.desc())
            .limit(limit)
        )
        return [MailRow(*row) for row in rows]
