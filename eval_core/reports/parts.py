"""Which rankings a report has: that of all judgments, and one of each written standard."""

from __future__ import annotations

from eval_core.campaigns.access import OPERATOR, Who
from eval_core.campaigns.results.leaderboard import Leaderboard, read_leaderboard
from eval_core.campaigns.results.slices import slices
from eval_core.ranking.choices import Choices
from eval_core.reports.choice_words import STANDARDS
from eval_core.store import Store


def leaderboards(store: Store, slug: str, kind: str = "human", who: Who = OPERATOR) -> list[Leaderboard]:
    """The leaderboard of all judgments, and then one of each written standard where there are several.

    Args:
        kind: whose judgments: human, judge or all.

    Raises:
        InputError: for an unknown kind. RefusedError: 'signed_out' or 'not_allowed'.
    """
    standards = [standard for standard in STANDARDS if standard in slices(store, slug, who)["written_standard"]]
    parts = [None, *standards] if len(standards) > 1 else [None]
    return [read_leaderboard(store, slug, Choices(written_standard=part, kind=kind), who=who) for part in parts]
