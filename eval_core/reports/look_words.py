"""Whether anybody looked at results before judging was closed, in plain words."""

from __future__ import annotations

from eval_core.campaigns.results.early_results import Looks
from eval_core.locales import gettext as _
from eval_core.locales import ngettext


def looks_text(looks: Looks) -> str:
    """What the log says of looks at results before judging was closed, and what it cannot know."""
    if not looks.known:
        return _("not known: not every look could be logged")
    people = ngettext("{count} person, on the pages", "{count} people, on the pages", looks.people)
    commands = ngettext("{count} time on the command line", "{count} times on the command line", looks.commands)
    programs = ngettext("{count} program", "{count} programs", looks.programs)
    counted = ((looks.people, people), (looks.commands, commands), (looks.programs, programs))
    said = ", ".join(text for count, text in counted if count) or _("no one before this report, according to the log")
    if not looks.closed:
        said += "; " + _("judging is still open")
    if looks.imported:
        said += "; " + _("not known of judgments that were imported")
    return said
