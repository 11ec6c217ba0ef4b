"""What has changed in the guidelines and what was added to them, as readers and leads see it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from eval_core.campaigns.joining.guidelines import Published
from eval_core.locales import gettext as _
from eval_core.protocols import Item
from eval_core.protocols.guideline_changes import SectionChange
from eval_core.ui.parts.html import note_html
from eval_core.ui.parts.local_time import local_short_day
from eval_core.web.shown_text import article, plain


def changes_html(changes: Iterable[SectionChange]) -> str:
    """Each heading with what is gone, crossed out, and what is new. The words say it too, not only the look."""
    return "".join(
        (f"<h2>{escape(change.heading)}</h2>" if change.heading else "")
        + "".join(_passage("gone", _("Gone:"), "del", item) for item in change.gone)
        + "".join(_passage("new", _("New:"), "ins", item) for item in change.new)
        for change in changes
    )


def _passage(kind: str, sign: str, element: str, item: Item) -> str:
    text = article(item.text)
    return f'<div class="change {kind}"><span class="sign">{escape(sign)}</span> <{element}>{text}</{element}></div>'


def clarifications_html(clarifications: Iterable[Published]) -> str:
    """The clarifications of a campaign under their heading; '' where there are none."""
    listed = listed_html(clarifications)
    return f"<h2>{escape(_('Clarifications in this campaign'))}</h2>{listed}" if listed else ""


def listed_html(clarifications: Iterable[Published]) -> str:
    """Clarifications as a list, each with its number and day; '' where there are none."""
    listed = "".join(
        f'<li value="{item.number}"><p class="clarification" dir="auto">{plain(item.text)}</p>'
        f"{note_html(local_short_day(item.at))}</li>"
        for item in clarifications
    )
    return f"<ol>{listed}</ol>" if listed else ""
