"""The pages as data: their names, their order, and who may read them."""

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
    """One page: its address, the folder of `pages/` with its script, its title (a message of the catalogues), who may
    read it. What is not `listed` is opened from elsewhere."""

    name: str
    room: str
    title: str
    roles: tuple[str, ...]
    listed: bool = True


PAGES = (
    PageEntry("annotate", "annotate", N_("Annotate"), ("annotator",)),
    PageEntry("guidelines", "annotate", N_("Guidelines"), ("annotator", *STAFF)),
    PageEntry("my_work", "annotate", N_("My work"), ("annotator",)),
    PageEntry("progress", "lead", N_("Progress"), STAFF),
    PageEntry("inbox", "lead", N_("Inbox"), ("lead",)),
    PageEntry("quality", "lead", N_("Quality"), STAFF),
    PageEntry("people", "lead", N_("People"), ("lead",)),
    PageEntry("case", "lead", N_("Case file"), ("lead",), listed=False),
    PageEntry("setup", "lead", N_("Setup"), ("lead",)),
    PageEntry("new_campaign", "lead", N_("New campaign"), ("lead",), listed=False),
    PageEntry("gold", "lead", N_("Gold comparisons"), ("lead",)),
    PageEntry("ranking", "research", N_("Ranking"), ("researcher",)),
    PageEntry("analysis", "research", N_("Analysis"), ("researcher",)),
    PageEntry("judges", "research", N_("Judges"), ("researcher",)),
    PageEntry("method", "research", N_("Method"), ("researcher",)),
    PageEntry("export", "research", N_("Export"), ("researcher",)),
)
_ROOMS = {page.name: page.room for page in PAGES}


def home_of(roles: Collection[str]) -> str:
    """The page that opens first for somebody with these roles."""
    return next((page for role, page in _HOMES if role in roles), "annotate")


def page_file(name: str) -> Path:
    """The script of a page, by its address."""
    return HOME / "pages" / _ROOMS[name] / f"{name}.py"
