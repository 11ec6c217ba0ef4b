"""Whether a campaign has reached its goal: so many judgments, or intervals as narrow as wanted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.results.leaderboard import read_leaderboard
from eval_core.campaigns.rules import Rules, rules_of
from eval_core.campaigns.watching.progress import campaign_counts
from eval_core.errors import InputError
from eval_core.ranking import rank
from eval_core.ranking.results import Ranking
from eval_core.store import Store


@dataclass(frozen=True)
class Stopping:
    """The stopping rule of a campaign, and how close it is.

    Attributes:
        rule: 'judgments' or 'width'.
        target: judgments to be made, or the half-width that the widest interval may have (natural log scale).
        now: judgments made, or the widest half-width; None if a strength has no interval yet.
        reached: whether it is time to stop.
    """

    rule: Literal["judgments", "width"]
    target: float
    now: float | None
    reached: bool


def read_stopping(store: Store, slug: str, who: Who = OPERATOR) -> Stopping | None:
    """The state of the stopping rule, None without one; ratings have no rule of width. For leads and researchers.

    With 'width' this fits the ranking: call it only when there is a newer judgment.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead", "researcher").campaign
        rules, rates = rules_of(campaign), rates_responses(campaign)
    if rules.stop == "off" or (rules.stop == "width" and rates):
        return None
    if rules.stop == "judgments":
        return stopping(rules, done=campaign_counts(store, slug, who).done)
    try:
        ranking: Ranking | None = rank(read_leaderboard(store, slug, who=who).votes)
    except InputError:  # nothing to rank yet
        ranking = None
    return stopping(rules, width=widest(ranking) if ranking else None)


def stopping(rules: Rules, *, done: int = 0, width: float | None = None) -> Stopping | None:
    """The rule with its present value: the judgments `done`, or the widest half-width."""
    if rules.stop == "judgments":
        return Stopping("judgments", rules.stop_judgments, done, done >= rules.stop_judgments)
    if rules.stop == "width":
        return Stopping("width", rules.stop_width, width, width is not None and width <= rules.stop_width)
    return None


def widest(ranking: Ranking) -> float | None:
    """The largest half-width of the ranking's intervals; None if a system has none, or parts are not connected."""
    halves = [
        (row.high - row.low) / 2 if row.low is not None and row.high is not None else None for row in ranking.systems
    ]
    known = [half for half in halves if half is not None]
    return max(known) if ranking.connected and halves and len(known) == len(halves) else None
