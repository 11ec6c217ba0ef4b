"""Work in the background in words: what it is, how it is, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eval_core.judges.certificate import read_certificate
from eval_core.locales import N_, ngettext, number
from eval_core.locales import gettext as _
from eval_core.reports.background.mail_words import answer_text
from eval_core.reports.judge_results.exam_words import exam_answer

KINDS = {
    "mail": N_("A mail"),
    "mail_rules": N_("Reminders and Monday summaries"),
    "hourly_check": N_("Hourly check of the database"),
    "judge_run": N_("An LLM judge"),
    "judge_exam": N_("Exam of an LLM judge"),
}
STATES = {
    "waiting": N_("Waiting"),
    "running": N_("Running"),
    "paused": N_("Paused"),
    "done": N_("Finished"),
    "failed": N_("Failed"),
    "stopped": N_("Stopped"),
}
_WRONG = {
    "schema": N_("The database has another schema than this version of Parvis: restart the server."),
    # Found by a version that went on writing into such a file.
    "file": N_("The database file is damaged: run “parvis check”, and restore a backup."),
    "backup": N_("There is no backup from the last two days."),
    "jobs": N_("Some work in the background is more than two hours late."),
}
_OUTCOMES = {
    "crashed": N_("The server stopped during this work again and again, so it was given up."),
    "unexpected": N_("An error in Parvis: {type}. The server's log says where."),
    "database_away": N_("The database could not be reached."),
    "sent": N_("Sent."),
    "key_gone": N_(
        "The key that was typed for this run is no longer in the server's memory, and keys are not stored: start the "
        "run again."
    ),
}


def kind_text(kind: str) -> str:
    """What the work is."""
    return _(KINDS[kind]) if kind in KINDS else kind


def state_text(state: str) -> str:
    """How it is."""
    return _(STATES[state])


def progress_text(done: int | None, total: int | None) -> str:
    """How far it is, '' where it does not say."""
    if done is None or not total:
        return ""
    return _("{done} of {total}", done=number(done), total=number(total))


def outcome_text(outcome: Mapping[str, Any] | None) -> str:
    """What came of the last turn, or why there is to be another; '' before the first."""
    if not outcome:
        return ""
    code = outcome.get("code")
    if code == "checked":
        return " ".join(_(_WRONG[wrong]) for wrong in outcome["wrong"]) or _("Nothing is wrong.")
    if code == "said":
        return str(outcome["text"])
    if code == "mail":
        return answer_text(outcome["answer"])
    if code == "queued":
        return ngettext("{count} mail to send.", "{count} mails to send.", outcome["count"])
    if code == "examined":
        exam = read_certificate(outcome["certificate"])
        return exam_answer(exam) if exam else ""
    if code == "judged":
        asked = ngettext("{count} request to the judge.", "{count} requests to the judge.", outcome["asked"])
        lacking = outcome["given_up"]
        lack = ngettext("{count} has no answer.", "{count} have no answer.", lacking) if lacking else ""
        spent = _("The budget does not allow for another one.") if outcome.get("stopped") == "budget" else ""
        return " ".join(filter(None, (asked, lack, spent)))
    if code == "equal_failures":
        ended = _("Ended after {count} equal failures in a row:", count=number(outcome["count"]))
        return f"{ended} {outcome['text']}"
    return _(_OUTCOMES[code], type=outcome.get("type", "")) if code in _OUTCOMES else str(code)
