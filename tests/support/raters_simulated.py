"""Sheets of simulated raters, honest ones and careless ones, as frames, without a database."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from eval_core.campaigns.quality.doubts import Doubt
from eval_core.campaigns.quality.rater_checks import rater_checks
from eval_core.campaigns.quality.rater_doubts import rater_doubts
from eval_core.files import RatedScale

LINE, SLOW_LINE, TOSSING = "line", "slow line", "tossing"
_COLUMNS = ("sheet", "person", "response", "annotator", "characters", "criterion", "value", "active_ms", "late")
_MEDIAN_MS, _MARK = 40_000, 0.8


def simulate(
    chance: np.random.Generator,
    raters: int,
    responses: int,
    *,
    overlap: int = 2,
    criteria: int = 11,
    good: float = 0.0,
    kinds: Mapping[int, str] | None = None,
) -> tuple[Doubt, ...]:
    """Whom the rule names in one campaign of responses of 150 characters, rated from 0 to 4.

    Honest raters differ in level, in how much one impression colours all criteria, in care, and in speed by a factor
    of 1.6 (each one standard deviation).

    Args:
        good: how much better than the middle of the scale the responses are.
        kinds: the kind of a rater who is not honest, by place.
    """
    quality, own = chance.normal(good, 1, responses), chance.normal(0, 0.6, (responses, criteria))
    level, care = chance.normal(0, 0.4, raters), np.exp(chance.normal(-0.4, 0.3, raters))
    halo, speed = np.exp(chance.normal(0, 0.6, raters)), np.exp(chance.normal(0, 0.45, raters))
    rows = []
    for response in range(responses):
        for rater in chance.permutation(raters)[:overlap]:
            noise = chance.normal(0, care[rater], criteria)
            felt = quality[response] + level[rater] + (own[response] + noise) / halo[rater] + chance.normal(0, 0.3)
            values, ms = np.clip(np.round(2 + felt), 0, 4), _MEDIAN_MS * speed[rater] * np.exp(chance.normal(0, 0.5))
            kind = (kinds or {}).get(int(rater))
            if kind in (LINE, SLOW_LINE):
                values = np.full(criteria, 4.0)
            elif kind == TOSSING:
                values, ms = chance.integers(0, 5, criteria).astype(float), 9_000 * np.exp(chance.normal(0, 0.3))
            ms = 7_000 * np.exp(chance.normal(0, 0.15)) if kind == LINE else ms
            sheet = response * raters + int(rater)
            rows += [
                (sheet, int(rater), response, f"person-{rater}", 150.0, f"c{place}", value, ms, False)
                for place, value in enumerate(values)
            ]
    sheets = pd.DataFrame(rows, columns=list(_COLUMNS))
    scales = [RatedScale(f"c{place}", 0, 4, True) for place in range(criteria)]
    return rater_doubts(rater_checks(sheets, scales), _MARK)
