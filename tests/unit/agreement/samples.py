"""Judgments and worked examples for the tests of agreement."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

_GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "agreement.toml"
EXAMPLES: list[dict[str, Any]] = tomllib.loads(_GOLDEN.read_text(encoding="utf-8"))["example"]
OUTCOMES = ("second", "tie", "first")  # from less to more
COLUMNS = ["prompt", "first", "second", "outcome", "annotator"]


def counts_of(example: dict[str, Any]) -> np.ndarray:
    """An example as counts per item (items, categories); items with one annotator are left out."""
    if "counts" in example:
        return np.array(example["counts"])
    if "table" in example:
        table = np.array(example["table"])
        unit = np.eye(len(table), dtype=int)
        return np.array([unit[i] + unit[j] for i, row in enumerate(table) for j, n in enumerate(row) for _ in range(n)])
    rows = [row.split() for row in example["ratings"]]
    categories = sorted({value for row in rows for value in row} - {"."})
    counts = np.array([[column.count(category) for category in categories] for column in zip(*rows, strict=True)])
    return counts[counts.sum(axis=1) >= 2]


def judged(*rows: tuple[str, str, str, str, str]) -> pd.DataFrame:
    """Judgments from (prompt, first, second, outcome, annotator)."""
    return pd.DataFrame(list(rows), columns=COLUMNS)


def simulated(items: int = 60, annotators: int = 5, seed: int = 0, share: float = 0.7) -> pd.DataFrame:
    """Annotators who each judge a share of the items, and mostly say what there is to see; sides at random."""
    chance = np.random.default_rng(seed)
    rows = []
    for item in range(items):
        first, second = sorted(chance.choice(list("abcd"), 2, replace=False))
        truth = chance.integers(3)
        for annotator in range(annotators):
            if chance.random() > share:
                continue
            choices = truth if chance.random() < 0.6 else chance.integers(3)
            swapped = chance.random() < 0.5
            outcome = OUTCOMES[2 - choices if swapped else choices]
            rows.append(
                (f"p{item}", *((second, first) if swapped else (first, second)), outcome, f"person-{annotator}")
            )
    return pd.DataFrame(rows, columns=COLUMNS)


def turned(frame: pd.DataFrame) -> pd.DataFrame:
    """The same judgments with the other system shown first."""
    other = {"first": "second", "second": "first", "tie": "tie"}
    return frame.assign(first=frame["second"], second=frame["first"], outcome=frame["outcome"].map(other))
