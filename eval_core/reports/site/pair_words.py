"""The words of the page with every pair; its script fills them in."""

from __future__ import annotations

from typing import Any

from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.reports.choice_words import STANDARDS
from eval_core.reports.protocol_words import issue_labels, tie_labels
from eval_core.reports.site.contents import Contents, texts_note
from eval_core.reports.site.pair_files import script_json


def pairs_page(contents: Contents) -> dict[str, Any]:
    """What its template shows, with the script's words as JSON."""
    issues = issue_labels(contents.protocol)
    ties = tie_labels(contents.protocol)
    words = {
        "language": current_language(),
        "texts": contents.release.texts,
        "standards": {name: _(label) for name, label in STANDARDS.items()},
        "issues": issues,
        "both_well": ties.get("both_well", ""),
        "both_badly": ties.get("both_badly", ""),
        "equal": _("equal"),
        "found": _("{count} of {all} pairs"),
        "none": _("No pair fits. Change the search, or clear it."),
        "page": _("Page {page} of {pages}"),
        "searching": _("Reading texts: {done} of {all} files"),
        "failed": _("A file of texts cannot be read. Load the page again."),
        "unknown": _("The text is not known."),
        "times": _("{count} times"),
        "marks": _("Marked by annotators"),
        "says": _("{one}: {wins}; equal: {ties}; {other}: {losses}"),
    }
    return {
        "words_json": script_json(words),
        "chunks": True,
        "heads": {
            "title": _("Every pair"),
            "lead": _("Each pair of responses that was judged, with how often each was preferred."),
            "withheld": texts_note(contents),
            "search": _("Search texts and systems"),
            "system": _("System"),
            "other": _("Against"),
            "any": _("any"),
            "standard": _("Written standard"),
            "outcome": _("Judgments"),
            "all": _("all"),
            "agreed": _("all for the same"),
            "split": _("some for each"),
            "tied": _("mostly equal"),
            "marked": _("Only pairs with marks"),
            "reset": _("Clear"),
            "turn": _("More pairs"),
            "before": _("Previous"),
            "after": _("Next"),
            "script": _("This page needs JavaScript. The same pairs are in the data:"),
            "data": _("Data"),
        },
        "standards": [(name, _(label)) for name, label in STANDARDS.items() if name in contents.parts],
    }
