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
    """One page.

    Attributes:
        name: its address. room: the folder of `pages/` with its script. title: a message of the catalogues.
        roles: who may read it.
        group: the heading of the sidebar under which it is listed, one of `GROUPS`; '' if it is opened from elsewhere.
        of_campaign: whether it is about one campaign, which its address and its title name.
        own_title: whether it draws its title itself.
        kind: 'pairwise' or 'rating' if it is listed only where responses are compared, or rated.
    """

    name: str
    room: str
    title: str
    roles: tuple[str, ...]
    group: str = ""
    of_campaign: bool = True
    own_title: bool = False
    kind: str = ""

    def listed_where(self, *, rates: bool) -> bool:
        """Whether it is listed in a campaign that compares responses, or rates them."""
        return self.kind in ("", "rating" if rates else "pairwise")


GROUPS = (N_("Campaign"), N_("People"), N_("Judging"), N_("Results"))
PAGES = (
    PageEntry("campaigns", "lead", N_("Campaigns"), STAFF, of_campaign=False),
    PageEntry("progress", "lead", N_("Progress"), STAFF, "Campaign"),
    PageEntry("setup", "lead", N_("Setup"), ("lead",), "Campaign"),
    PageEntry("new_campaign", "lead", N_("New campaign"), ("lead",), of_campaign=False),
    PageEntry("people", "lead", N_("People"), ("lead",), "People"),
    PageEntry("inbox", "lead", N_("Inbox"), ("lead",), "People"),
    PageEntry("quality", "lead", N_("Quality"), STAFF, "People"),
    PageEntry("case", "lead", N_("Case file"), ("lead",)),
    PageEntry("annotate", "annotate", N_("Annotate"), ("annotator",), "Judging", own_title=True),
    PageEntry("trial", "annotate", N_("Trial"), ("lead",), own_title=True),
    PageEntry("my_work", "annotate", N_("My work"), ("annotator",), "Judging"),
    PageEntry("guidelines", "annotate", N_("Guidelines"), ("annotator", *STAFF), "Judging"),
    PageEntry("gold", "lead", N_("Gold comparisons"), ("lead",), "Judging", kind="pairwise"),
    PageEntry("gold_ratings", "lead", N_("Control responses"), ("lead",), "Judging", kind="rating"),
    PageEntry("judge_desk", "lead", N_("Run a judge"), STAFF, "Judging"),
    PageEntry("ranking", "research", N_("Ranking"), ("researcher",), "Results"),
    PageEntry("analysis", "research", N_("Analysis"), ("researcher",), "Results"),
    PageEntry("judges", "research", N_("Judges"), ("researcher",), "Results"),
    PageEntry("method", "research", N_("Method"), ("researcher",), "Results", kind="pairwise"),
    PageEntry("export", "research", N_("Export"), ("researcher",), "Results"),
    PageEntry("about", "lead", N_("About Parvis"), STAFF, of_campaign=False),
)
_ROOMS = {page.name: page.room for page in PAGES}


def page_of(name: str) -> PageEntry:
    """The page with this address."""
    return next(page for page in PAGES if page.name == name)


def home_of(roles: Collection[str], *, several: bool = False) -> str:
    """The page that opens first for someone with these roles; `several`: who leads or researches several campaigns."""
    if several:
        return "campaigns"
    return next((page for role, page in _HOMES if role in roles), "annotate")


def page_file(name: str) -> Path:
    """The script of a page, by its address."""
    return HOME / "pages" / _ROOMS[name] / f"{name}.py"
