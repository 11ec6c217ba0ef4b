"""The annotators of a campaign, one by one: their checks, their habits, and whose judgments a lead should look at."""

from __future__ import annotations

from dataclasses import dataclass

from eval_core.campaigns.access import OPERATOR, Who
from eval_core.campaigns.quality.doubts import Doubt, doubts, examined
from eval_core.campaigns.quality.gold_and_repeats import AnnotatorChecks, annotator_checks
from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.campaigns.results.votes import read_votes
from eval_core.campaigns.rules import read_rules
from eval_core.ranking.habits import AnnotatorHabits, annotator_habits
from eval_core.store import Store
from eval_core.store.cache import BackgroundFigures


@dataclass(frozen=True)
class AnnotatorFigures:
    """What is known of the annotators.

    Attributes:
        checks: gold, repeats, speed and sides of everybody who has judged.
        habits: of each annotator who counts, compared with the others; empty if there is only one.
        doubts: whose judgments to look at; mostly no one.
        examined: how unusual everyone is who has judged, by name; who is left out, next to those who count.
    """

    checks: tuple[AnnotatorChecks, ...]
    habits: tuple[AnnotatorHabits, ...]
    doubts: tuple[Doubt, ...]
    examined: tuple[Doubt, ...] = ()


def annotator_figures(
    store: Store, slug: str, who: Who = OPERATOR, patience: float | None = None
) -> tuple[AnnotatorFigures, bool]:
    """The figures, and whether they include the newest judgments. For leads and researchers.

    Args:
        patience: seconds that a page waits for the newest, if there are others; that of other figures where None.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    return FIGURES.get(store, slug, latest_change(store, slug, who), patience)


def _compute(store: Store, slug: str) -> AnnotatorFigures:
    votes = read_votes(store, slug, times=True)
    habits = annotator_habits(votes, position_effect=False) if len(votes) else ()
    habits = habits if len(habits) > 1 else ()
    checks = annotator_checks(store, slug)
    counting = [check for check in checks if check.counts]
    mark = read_rules(store, slug).pass_mark
    of_those = dict(zip(counting, examined(counting, habits, mark), strict=True))
    everyone = tuple(of_those.get(check) or examined([*counting, check], habits, mark)[-1] for check in checks)
    return AnnotatorFigures(checks, habits, doubts(counting, habits, mark), everyone)


FIGURES = BackgroundFigures(_compute)
