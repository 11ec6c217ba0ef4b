"""The figures of the Quality page: whether a campaign's judgments can be trusted, from one reading of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pandas as pd

from eval_core.agreement import Agreement, agreement
from eval_core.campaigns.access import OPERATOR, Who
from eval_core.campaigns.quality.annotators import annotator_figures
from eval_core.campaigns.quality.disagreements import Divided, find_divided
from eval_core.campaigns.quality.doubts import Doubt
from eval_core.campaigns.quality.gold_and_repeats import AnnotatorChecks
from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.campaigns.results.votes import read_votes
from eval_core.errors import InputError
from eval_core.ranking import rank
from eval_core.ranking.habits import LAYOUTS, AnnotatorHabits
from eval_core.ranking.results import Ranking
from eval_core.store import Store
from eval_core.store.cache import BackgroundFigures


@dataclass(frozen=True)
class TrustFigures:
    """What the Quality page shows.

    Attributes:
        agreement: between people, with intervals.
        by_layout: a ranking with position effect of each layout's judgments whose presented order is known; None for
            judgments without a layout.
        divided: the comparisons that people judged differently.
        checks, habits, doubts, examined: of the annotators one by one, see `AnnotatorFigures`.
    """

    agreement: Agreement
    by_layout: dict[str | None, Ranking]
    divided: Divided
    checks: tuple[AnnotatorChecks, ...] = ()
    habits: tuple[AnnotatorHabits, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    examined: tuple[Doubt, ...] = ()


def trust_figures(store: Store, slug: str, who: Who = OPERATOR) -> tuple[TrustFigures, bool]:
    """The figures, and whether they include the newest judgments. For leads and researchers.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    people, up_to_date = annotator_figures(store, slug, who)
    figures, these_too = FIGURES.get(store, slug, latest_change(store, slug, who))
    return replace(figures, **vars(people)), up_to_date and these_too


def _compute(store: Store, slug: str) -> TrustFigures:
    votes = read_votes(store, slug, layouts=True)
    return TrustFigures(
        agreement=agreement(votes),
        by_layout=_by_layout(votes[votes["order_known"]]),
        divided=find_divided(store, slug),
    )


FIGURES = BackgroundFigures(_compute)


def _by_layout(votes: pd.DataFrame) -> dict[str | None, Ranking]:
    rankings: dict[str | None, Ranking] = {}
    for layout in (*LAYOUTS, None):
        mine = votes[votes["layout"].isna() if layout is None else votes["layout"] == layout]
        try:
            rankings[layout] = rank(mine, position_effect=True)
        except InputError:
            continue  # no one judged in this layout
    return rankings
