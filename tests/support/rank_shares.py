"""Judgments for tests of rank shares."""

from __future__ import annotations

import numpy as np
import pandas as pd


def frame(seed: int = 0, systems: str = "abcdef", n: int = 600) -> pd.DataFrame:
    """Judgments at random, the earlier letters stronger, by 8 annotators on 40 prompts."""
    chance = np.random.default_rng(seed)
    one, two = (chance.integers(0, len(systems), n) for _ in "12")
    two = np.where(one == two, (one + 1) % len(systems), two)
    shift = (two - one) * 0.8 + chance.logistic(size=n)
    return pd.DataFrame(
        {
            "first": [systems[i] for i in one],
            "second": [systems[i] for i in two],
            "outcome": np.where(shift > 0.6, "first", np.where(shift < -0.6, "second", "tie")),
            "annotator": chance.integers(0, 8, n),
            "prompt": chance.integers(0, 40, n),
        }
    )
