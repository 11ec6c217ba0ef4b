"""What was rated high and what low, criterion by criterion, in plain words."""

from __future__ import annotations

import pandas as pd

from eval_core.locales import gettext as _
from eval_core.locales import number
from eval_core.protocols import Protocol
from eval_core.reports.protocol_words import criterion_names
from eval_core.reports.rating_words import cell
from eval_core.scoring.items import TOLERANCE

_COUNTS = ("n", "low", "high", "na", "noted")


def strongest_and_weakest(profile: pd.DataFrame, protocol: Protocol) -> list[str]:
    """A sentence for each system with two rated criteria that differ: the one with the highest and the one with the
    lowest mean, each seen on its own scale.

    Args:
        profile: as `eval_core.campaigns.results.rated_items.criterion_profile` gives it.
    """
    names = criterion_names(protocol)
    scales = {criterion.key: (criterion.min, criterion.max) for criterion in protocol.rated}
    sentences = []
    for system, rows in profile[profile["n"] > 0].groupby("system", sort=False):
        means = dict(zip(rows["criterion"], rows["mean"], strict=True))
        share = {key: (mean - scales[key][0]) / (scales[key][1] - scales[key][0]) for key, mean in means.items()}
        best, worst = max(share, key=share.__getitem__), min(share, key=share.__getitem__)
        if share[best] - share[worst] > TOLERANCE:
            said = _(
                "{system}: highest on {best} ({high}), lowest on {worst} ({low}).",
                system=system,
                best=names[best],
                high=cell(means[best]),
                worst=names[worst],
                low=cell(means[worst]),
            )
            sentences.append(said)
    return sentences


def criterion_rows(profile: pd.DataFrame, protocol: Protocol) -> list[list[str]]:
    """A row for each criterion, over the systems of the profile: mean, ratings, low, high, N/A, explained or marked."""
    rows = []
    for key, name in criterion_names(protocol).items():
        mine = profile[profile["criterion"] == key]
        count = int(mine["n"].sum())
        mean = float((mine["mean"].fillna(0.0) * mine["n"]).sum() / count) if count else None
        rows.append([name, cell(mean), *(number(int(mine[column].sum())) for column in _COUNTS)])
    return rows
