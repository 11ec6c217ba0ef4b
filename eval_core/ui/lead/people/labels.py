"""Words for roles and for every action of the audit log."""

from __future__ import annotations

from typing import Any

from eval_core.locales import N_, number, percent
from eval_core.locales import gettext as _
from eval_core.reports.choice_words import STANDARDS
from eval_core.reports.invitation_words import roles_text
from eval_core.ui.lead.setup.facts import LABELS as FACTS
from eval_core.ui.lead.setup.fields import CHOICES as OPTIONS
from eval_core.ui.lead.setup.fields import LABELS

ACTIONS = {
    "responses_imported": N_("Responses loaded"),
    "comparisons_imported": N_("Comparisons loaded"),
    "judgments_imported": N_("Judgments loaded"),
    "ratings_imported": N_("Ratings loaded"),
    "gold_imported": N_("Gold comparisons loaded"),
    "file_taken_out": N_("Loaded file taken out"),
    "gold_planted": N_("Gold comparison made from a response"),
    "gold_settled": N_("Gold comparisons made of pairs on which all agreed"),
    "gold_withdrawn": N_("Gold comparison withdrawn"),
    "gold_restored": N_("Gold comparison put back"),
    "rules_changed": N_("Plan changed"),
    "study_planned": N_("Study planned"),
    "started": N_("Campaign started"),
    "paused": N_("Campaign paused"),
    "resumed": N_("Campaign resumed"),
    "closed": N_("Campaign closed"),
    "reopened": N_("Campaign reopened"),
    "archived": N_("Campaign archived"),
    "campaign_restored": N_("Campaign restored from a file"),
    "duplicated": N_("Campaign duplicated"),
    "round_opened": N_("Round opened"),
    "person_added": N_("Person added"),
    "person_changed": N_("Roles or written standard changed"),
    "link_renewed": N_("Link renewed"),
    "link_revoked": N_("Link revoked"),
    "admitted": N_("Exempted from the test"),
    "try_granted": N_("Another try granted"),
    "person_excluded": N_("Person left out of analyses"),
    "exclusion_lifted": N_("Person counted in analyses again"),
    "person_paused": N_("Annotator paused"),
    "person_resumed": N_("Annotator’s pause ended"),
    "work_handed_over": N_("Unfinished work handed over"),
    "comparison_withdrawn": N_("Comparison withdrawn"),
    "comparison_restored": N_("Comparison put back"),
    "response_withdrawn": N_("Response withdrawn"),
    "response_restored": N_("Response put back"),
    "message_sent": N_("Message sent"),
    "mail_changed": N_("Mail changed"),
    "mail_asked": N_("Mail asked for"),
    "address_changed": N_("Mail address changed"),
    "job_asked": N_("Work in the background asked for"),
    "job_moved": N_("Work in the background paused, resumed or stopped"),
    "question_answered": N_("Question answered"),
    "question_resolved": N_("Question resolved without an answer"),
    "skips_settled": N_("Skips settled"),
    "skips_unsettled": N_("Settled skips taken up again"),
    "clarification_published": N_("Clarification published"),
    "guidelines_published": N_("Guidelines changed"),
    "results_shown": N_("Results shown before the end"),
    "token_created": N_("Token for a program created"),
    "token_revoked": N_("Token for a program revoked"),
    "person_erased": N_("Person erased"),
}
# What an action is about, next to the person; a part without words here is shown as it is.
_ABOUT = {
    "comparison": N_("comparison {value}"),
    "response": N_("response {value}"),
    "question": N_("question {value}"),
    "skips": N_("skips: {value}"),
    "number": N_("no. {value}"),
    "round": N_("round {value}"),
    "comparisons": N_("comparisons: {value}"),
    "responses": N_("responses: {value}"),
    "judgments": N_("judgments: {value}"),
    "ratings": N_("ratings: {value}"),
    "gold": N_("gold comparisons: {value}"),
    "prompts": N_("prompts: {value}"),
    "systems": N_("systems: {value}"),
    "rows": N_("rows: {value}"),
    "known": N_("known before: {value}"),
    "identical": N_("identical texts: {value}"),
    "anchors": N_("anchors: {value}"),
    "file": N_("file {value}"),
    "command": N_("parvis {value}"),
    "issue": N_("category: {value}"),
    "original": N_("from {value}"),
    "copy": N_("as {value}"),
    "reason": N_("reason: {value}"),
    "put_back": N_("others judge instead"),
    "roles": N_("roles: {value}"),
    "roles_before": N_("before: {value}"),
    "written_standard": N_("written standard: {value}"),
    "name": N_("name: {value}"),
    "preferred": N_("to see a preference of {value}"),
    "annotators": N_("annotators: {value}"),
    "rules": N_("changed: {value}"),
    "facts": N_("changed: {value}"),
}
_SETTINGS = {**LABELS, **FACTS, "decoding": N_("How the texts were made (names the systems)")}
_NOT_SHOWN = {"person", "program", "message", "new"}


def about_text(about: dict[str, Any]) -> str:
    """Whom and what an action concerned."""
    parts = [str(about["person"])] if about.get("person") else []
    for name, value in about.items():
        if name not in _NOT_SHOWN and value not in (None, [], {}, ""):
            text = _value(name, value)
            parts.append(_(_ABOUT[name], value=text) if name in _ABOUT else f"{_setting(name)}: {text}")
    return " · ".join(parts)


def _setting(name: str) -> str:
    """A setting as its field on the page names it, without the hint in parentheses."""
    return _(_SETTINGS[name]).partition(" (")[0] if name in _SETTINGS else name


def _value(name: str, value: Any) -> str:
    if name in ("roles", "roles_before"):
        return roles_text(value)
    if name in ("rules", "facts"):
        return "; ".join(map(_setting, value))
    if isinstance(value, str) and value in OPTIONS.get(name, {}):
        return _(OPTIONS[name][value])
    if name == "written_standard":
        return _(STANDARDS.get(value, value))
    if name == "preferred":
        return percent(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return number(value)
