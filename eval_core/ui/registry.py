"""The pages as data: who may read them, under which name, in which order."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from eval_core.locales import N_
from eval_core.places import HOME

STAFF = ("lead", "researcher")
_HOMES = (("lead", "progress"), ("researcher", "ranking"), ("annotator", "annotate"))


@dataclass(frozen=True)
class PageEntry:
    """One page; `title` is a message of the catalogues. What is not `listed` is opened from elsewhere."""

    name: str
    title: str
    roles: tuple[str, ...]
    listed: bool = True


PAGES = (
    PageEntry("annotate", N_("Annotate"), ("annotator",)),
    PageEntry("guidelines", N_("Guidelines"), ("annotator", *STAFF)),
    PageEntry("my_work", N_("My work"), ("annotator",)),
    PageEntry("progress", N_("Progress"), STAFF),
    PageEntry("inbox", N_("Inbox"), ("lead",)),
    PageEntry("quality", N_("Quality"), STAFF),
    PageEntry("people", N_("People"), ("lead",)),
    PageEntry("setup", N_("Setup"), ("lead",)),
    PageEntry("new_campaign", N_("New campaign"), ("lead",), listed=False),
    PageEntry("gold", N_("Gold comparisons"), ("lead",)),
    PageEntry("ranking", N_("Ranking"), ("researcher",)),
    PageEntry("analysis", N_("Analysis"), ("researcher",)),
    PageEntry("judges", N_("Judges"), ("researcher",)),
    PageEntry("method", N_("Method"), ("researcher",)),
    PageEntry("export", N_("Export"), ("researcher",)),
)


def home_of(roles: Collection[str]) -> str:
    """The page that opens first for somebody with these roles."""
    return next((page for role, page in _HOMES if role in roles), "annotate")


def page_file(name: str) -> Path:
    """The script of a page."""
    return HOME / "pages" / f"{name}.py"
