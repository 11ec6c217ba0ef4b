"""Ratings for the tests of scores: by hand, at random, and those of the HEval paper."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from eval_core.scoring import Rule

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
COLUMNS = ["item", "document", "system", "annotator", "criterion", "value"]
FEATURES = tuple(f"f{number}" for number in range(1, 12))
HEVAL = Rule(tuple((feature, 0, 4) for feature in FEATURES), "mean_over_applicable_div_max")
TWO = (("adequacy", 1, 5), ("fluency", 1, 5))
SHARE_OF_TEN_THOUSAND = Rule((("score", 0, 10_000),), "mean_over_applicable_div_max")


def rated(*rows: tuple[object, ...]) -> pd.DataFrame:
    """Ratings from (item, document, system, annotator, criterion, value)."""
    return pd.DataFrame(list(rows), columns=COLUMNS)


def scored(table: dict[str, list[list[float | None]]], systems: str = "abc") -> pd.DataFrame:
    """Ratings on one criterion "score": for each annotator a row an item, a column a system; None was not rated."""
    return rated(
        *(
            (item, None, system, annotator, "score", value)
            for annotator, items in table.items()
            for item, values in enumerate(items)
            for system, value in zip(systems, values, strict=False)
            if value is not None
        )
    )


ONE = Rule((("score", 0, 100),), "mean")


def table13() -> pd.DataFrame:
    """Table 13 of the HEval paper as printed: one row a system and annotator."""
    return pd.read_csv(GOLDEN / "heval_table13.csv", comment="#", dtype={"overall": str})


def table14() -> pd.DataFrame:
    """Table 14 of the HEval paper as printed: one row a document and annotator."""
    return pd.read_csv(GOLDEN / "heval_table14.csv", comment="#")


def ratings_of_table14() -> pd.DataFrame:
    """Its document scores as ratings of one item a document, in ten-thousandths."""
    long = table14().melt(["document", "annotator"], var_name="system", value_name="value")
    value = (long["value"] * 10_000).round()
    return long.assign(item=long["document"], criterion="score", value=value)[COLUMNS]


def from_array(values: np.ndarray, criteria: tuple[str, ...], documents: int = 0) -> pd.DataFrame:
    """Ratings from values (items, systems, annotators, criteria); −1 is "not applicable", −2 not rated at all."""
    item, system, annotator, criterion = (axis.ravel() for axis in np.indices(values.shape))
    plain = values.ravel().astype(float)
    document = [f"d{i % documents}" for i in item] if documents else None
    frame = pd.DataFrame(
        {
            "item": [f"p{i}" for i in item],
            "document": document,
            "system": [f"s{i}" for i in system],
            "annotator": [f"person-{i}" for i in annotator],
            "criterion": [criteria[i] for i in criterion],
            "value": np.where(plain < 0, np.nan, plain),
        }
    )
    return frame[plain != -2].reset_index(drop=True)


KEYS = ("x", "y")
SMALL = Rule((("x", 0, 4), ("y", 0, 4)), "mean_over_applicable_div_max")
# Up to 6 items, 3 systems, 3 annotators and 2 criteria from 0 to 4, some not applicable, some not rated; one at least.
RATINGS = (
    arrays(
        np.int64,
        st.tuples(st.integers(1, 6), st.integers(1, 3), st.integers(1, 3), st.just(2)),
        elements=st.integers(-2, 4),
    )
    .filter(lambda values: bool((values > -2).any()))
    .flatmap(lambda values: st.integers(0, 3).map(lambda documents: from_array(values, KEYS, documents)))
)


def simulated(
    items: int = 60, systems: int = 3, annotators: int = 3, documents: int = 12, seed: int = 0
) -> pd.DataFrame:
    """Annotators who rate everything on two criteria and see what there is to see, more or less."""
    chance = np.random.default_rng(seed)
    quality = chance.normal(2.2, 1, (items, systems, 1, 1))
    values = quality + chance.normal(0, 0.8, (items, systems, annotators, 2))
    values = np.clip(np.round(values), 0, 4)
    values[chance.random(values.shape) < 0.05] = -1
    return from_array(values, KEYS, documents)
