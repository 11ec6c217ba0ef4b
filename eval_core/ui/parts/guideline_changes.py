"""What has changed in the guidelines, as readers and leads see it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from eval_core.locales import gettext as _
from eval_core.protocols import Item
from eval_core.protocols.guideline_changes import SectionChange
from eval_core.web.shown_text import article


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
