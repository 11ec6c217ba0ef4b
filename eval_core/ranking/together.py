"""The rankings of several components as one, and what else is asked of each component by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from eval_core.ranking.cautions import warnings_together
from eval_core.ranking.options import Options
from eval_core.ranking.results import PairRow, Ranking
from eval_core.ranking.votes import Table, Votes, as_frame, known_clusters


def together(votes: Votes, options: Options, parts: Sequence[Ranking]) -> Ranking:
    """One ranking of all `votes`, from those of their components."""
    first, clusters, freedom = parts[0], {part.cluster for part in parts}, {part.df for part in parts}
    known = {(pair.system, pair.opponent): pair for part in parts for pair in part.pairs}
    nothing = PairRow("", "", 0, 0, 0, None, None, None, None, None, None, decided=False)
    names = votes.systems
    used = [name for name in ("annotator", "prompt") if any(name in part.n_clusters for part in parts)]
    return replace(
        first,
        n_judgments=sum(part.n_judgments for part in parts),
        n_ties=sum(part.n_ties for part in parts),
        reference=options.reference,
        cluster=first.cluster if len(clusters) == 1 else "auto",
        n_clusters={name: known_clusters(codes) for name in used if (codes := getattr(votes, name)) is not None},
        df=first.df if len(freedom) == 1 else None,
        connected=False,
        components=tuple(part.components[0] for part in parts),
        systems=tuple(replace(row, component=n) for n, part in enumerate(parts) for row in part.systems),
        pairs=tuple(
            known.get((one, two)) or replace(nothing, system=one, opponent=two)
            for place, one in enumerate(names)
            for two in names[place + 1 :]
        ),
        tie=None,
        position=None,
        length=None,
        warnings=tuple(warnings_together(votes, parts)),
        corrected=any(part.corrected for part in parts),
        parts=tuple(parts),
    )


def apart(ranking: Ranking, judgments: Table) -> list[tuple[Ranking, pd.DataFrame]]:
    """The ranking of each component, with its judgments (as `rank` takes them)."""
    frame = as_frame(judgments)
    if ranking.connected:
        return [(ranking, frame)]
    names = frame["first"].astype(str)
    return [(group, frame[names.isin(group.components[0])]) for group in ranking.groups]
