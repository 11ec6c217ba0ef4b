"""What people gave where a judge gave each of a criterion's points, and how often either found it not applicable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from eval_core.scoring.rule import Rule

MOST_POINTS = 20


@dataclass(frozen=True)
class Confusion:
    """One criterion, over the pairs of ratings of one response by the judge and by a person.

    Attributes:
        points: of the scale, in their order.
        counts: pairs by [what the judge gave][what the person gave], each the points and then "not applicable"; empty
            where the scale has more than `MOST_POINTS`.
        na, people_na: the share of "not applicable" among the judge's and the people's ratings of these responses; None
            where there are none.
    """

    points: tuple[int, ...]
    counts: tuple[tuple[int, ...], ...]
    na: float | None
    people_na: float | None


def confusions(frame: pd.DataFrame, rule: Rule, judge: str) -> Mapping[str, Confusion]:
    """Each criterion's, by its key.

    Args:
        frame: the ratings of the people and of this judge, as `item_scores` takes them. A criterion without a row was
            not rated, which is not the same as "not applicable" here.
    """
    mine = frame["annotator"] == judge
    keys = ["item", "system", "criterion"]
    both = frame[mine].merge(frame[~mine], on=keys, suffixes=("", "_person"))
    return {key: _confusion(both[both["criterion"] == key], low, high) for key, low, high in rule.criteria}


def _confusion(pairs: pd.DataFrame, low: int, high: int) -> Confusion:
    points = tuple(range(low, high + 1))
    once = pairs.drop_duplicates(["item", "system"])
    # "Not applicable" comes after the last point.
    judge, other = (pairs[side].fillna(high + 1).to_numpy(dtype=np.int64) - low for side in ("value", "value_person"))
    width = len(points) + 1
    table = np.bincount(judge * width + other, minlength=width**2).reshape(width, width)
    return Confusion(
        points=points,
        counts=tuple(tuple(row) for row in table.tolist()) if len(points) <= MOST_POINTS else (),
        na=float(once["value"].isna().mean()) if len(once) else None,
        people_na=float(pairs["value_person"].isna().mean()) if len(pairs) else None,
    )
