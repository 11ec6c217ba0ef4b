"""The pages as data: who may read them, under which name, in which order."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

STAFF = ("lead", "researcher")
_HOMES = (("lead", "progress"), ("researcher", "ranking"), ("annotator", "annotate"))


@dataclass(frozen=True)
class PageEntry:
    """One page; `title` is a message of the catalogues."""

    name: str
    title: str
    roles: tuple[str, ...]


PAGES = (
    PageEntry("annotate", "Annotate", ("annotator",)),
    PageEntry("guidelines", "Guidelines", ("annotator", *STAFF)),
    PageEntry("progress", "Progress", STAFF),
    PageEntry("ranking", "Ranking", ("researcher",)),
    PageEntry("export", "Export", ("researcher",)),
)


def home_of(roles: Collection[str]) -> str:
    """The page that opens first for somebody with these roles."""
    return next((page for role, page in _HOMES if role in roles), "annotate")
