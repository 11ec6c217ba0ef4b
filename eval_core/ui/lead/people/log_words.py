"""What an action of the audit log was about, in words: whom and what it concerned, and what was before and after."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from eval_core.campaigns.audit import Change
from eval_core.campaigns.text import first_words
from eval_core.locales import N_, number, percent
from eval_core.locales import gettext as _
from eval_core.reports.background.invitation_words import roles_text
from eval_core.reports.background.job_words import kind_text
from eval_core.reports.background.mail_words import KINDS as MAILS
from eval_core.reports.choice_words import STANDARDS
from eval_core.reports.protocol_words import title_of
from eval_core.ui.lead.people.labels import CROWD, OPEN_LINK, SCREEN
from eval_core.ui.lead.setup.facts import LABELS as FACTS
from eval_core.ui.lead.setup.fields import LABELS, OPTIONS
from eval_core.ui.parts.local_time import local_moment

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
    "agreeing": N_("agreeing: {value}"),
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
    "mail": N_("mail: {value}"),
    "count": N_("how many: {value}"),
    "job": N_("work: {value}"),
    "move": N_("now: {value}"),
    "pair": N_("pair {value}"),
    "rules": N_("changed: {value}"),
    "facts": N_("changed: {value}"),
}
_SETTINGS = {
    **LABELS,
    **FACTS,
    **CROWD,
    **OPEN_LINK,
    **SCREEN,
    "public_results": N_("Public page of results"),
    "decoding": N_("How the texts were made (names the systems)"),
    "roles": N_("Roles"),
    "written_standard": N_("Written standard"),
    "mail_sending": N_("Mail"),
    "mail_reminders": N_("Reminders by rule"),
    "mail_summaries": N_("Monday summaries"),
}
_PUBLIC = {"off": N_("none"), "full": N_("with texts"), "without_texts": N_("without texts")}
_MOVES = {"paused": N_("paused"), "resumed": N_("waiting"), "stopped": N_("stopped")}
_NOT_SHOWN = {"person", "program", "message", "new", "changes"}
_SHARES = ("pass_mark", "gold_share", "repeat_share", "reasons_share")
_MOST = 60  # characters of an old or new text


def about_text(about: Mapping[str, Any], changes: Mapping[str, Change] | None = None) -> str:
    """Whom and what an action concerned, and each value that it changed."""
    parts = [str(about["person"])] if about.get("person") else []
    for name, value in about.items():
        if name not in _NOT_SHOWN and value not in (None, [], {}, ""):
            text = _value(name, value)
            parts.append(_(_ABOUT[name], value=text) if name in _ABOUT else f"{_setting(name)}: {text}")
    parts += [change_text(name, change) for name, change in (changes or {}).items()]
    return " · ".join(parts)


def known_parts() -> set[str]:
    """The parts of an action that have words, or that are not shown."""
    return {*_ABOUT, *_SETTINGS, *_NOT_SHOWN}


def change_text(name: str, change: Change) -> str:
    """A setting with its values before and after."""
    return f"{_setting(name)}: {_changed(name, change.old)} → {_changed(name, change.new)}"


def _setting(name: str) -> str:
    """A setting as its field on the page names it, without the hint in parentheses."""
    return _(_SETTINGS[name]).partition(" (")[0] if name in _SETTINGS else name


def _changed(name: str, value: Any) -> str:
    """A value before or after a change; the beginning of a long text."""
    if value in (None, "", [], {}):
        return _("nothing")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if name in _SHARES:
        return percent(value)
    if name == "deadline":
        return local_moment(datetime.fromisoformat(value))
    if name == "protocol":
        return title_of(value)
    return first_words(_value(name, value), _MOST)


def _value(name: str, value: Any) -> str:
    if name in ("roles", "roles_before"):
        return roles_text(value)
    if name in ("rules", "facts"):
        return "; ".join(map(_setting, value))
    if isinstance(value, str) and value in OPTIONS.get(name, {}):
        return _(OPTIONS[name][value])
    if name == "public_results":
        return _(_PUBLIC.get(value, value))
    if name == "written_standard":
        return _(STANDARDS.get(value, value))
    if name == "job":
        return kind_text(value)
    if name == "mail":
        return _(MAILS.get(value, value)).lower()
    if name == "move":
        return _(_MOVES.get(value, value))
    if name == "preferred":
        return percent(value)
    if name.startswith("mail_"):
        return _("on") if value else _("off")
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return number(value)
