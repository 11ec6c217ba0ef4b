"""What jobs do about mail: send one, and queue those that the rules ask for."""

from __future__ import annotations

from eval_core.campaigns.jobs.job_queue import Outcome, Turn
from eval_core.campaigns.mail.dispatch import Envelope, note_mail, take_mail
from eval_core.campaigns.mail.mail_rules import WEEK, done_since, queue_reminders, queue_summaries
from eval_core.campaigns.people.link_address import checked_base_url
from eval_core.campaigns.watching.watch import watch
from eval_core.jobs.runner import AgainError, Pulse
from eval_core.mail.messages import message_of
from eval_core.mail.server import MailError, MailServer, mail_server, send_message
from eval_core.reports.background.mail_words import language_of, letter_of, stop_address
from eval_core.store import Store

TURNS = 8  # of one mail, over some fifteen hours


def send_one(store: Store, turn: Turn, pulse: Pulse) -> Outcome:
    """Send the mail of a job.

    If the process dies between the server's yes and our note of it, the mail is sent once more, under the same
    Message-ID.
    """
    del pulse
    mail_id = int(turn.about["mail"])
    server = mail_server()
    if server is None:
        note_mail(store, mail_id, "waiting", "unreachable")
        raise AgainError(code="mail", answer="unreachable")
    envelope = take_mail(store, mail_id)
    if envelope is None:
        return {"code": "sent"}
    try:
        _send(store, server, envelope)
    except MailError as error:
        over = not error.passing or turn.attempts >= TURNS
        note_mail(store, mail_id, "refused" if over else "waiting", error.answer)
        if not over:
            raise AgainError(code="mail", answer=error.answer) from None
        return {"code": "mail", "answer": error.answer}
    note_mail(store, mail_id, "sent")
    return {"code": "sent"}


def follow_rules(store: Store, turn: Turn, pulse: Pulse) -> Outcome:
    """Queue reminders and summaries that are due."""
    del turn, pulse
    if mail_server() is None:
        return {"code": "queued", "count": 0}
    return {"code": "queued", "count": queue_reminders(store) + queue_summaries(store)}


def _send(store: Store, server: MailServer, envelope: Envelope) -> None:
    base = checked_base_url()
    seen = watch(store, envelope.slug) if envelope.kind == "summary" else None
    week = done_since(store, envelope.slug, store.now() - WEEK) if seen else None
    message = message_of(
        letter_of(envelope, base, seen=seen, week=week),
        server,
        to=(envelope.name, envelope.address),
        language=language_of(envelope),
        number=envelope.number,
        at=envelope.made_at,
        stop=None if envelope.kind == "link" else stop_address(envelope, base),
    )
    send_message(server, message, envelope.address)
