"""What the HEval paper printed, compared with what its own tables give."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pandas as pd
import pytest

from eval_core.scoring import Rule, document_scores, highest_ranks, item_scores, system_scores
from tests.unit.scoring.samples import (
    FEATURES,
    HEVAL,
    ONE,
    SHARE_OF_TEN_THOUSAND,
    TWO,
    ratings_of_table14,
    scored,
    table13,
    table14,
)

PRINTED_15 = {"Human1": [0.6284, 0.6380, 0.3898, 0.3520, 0.4742], "Human2": [0.6201, 0.6247, 0.3933, 0.3560, 0.4640]}
HUMAN2_BY_TABLE_14 = [0.6064, 0.6154, 0.3898, 0.3484, 0.4568]


def ratings_of_table13() -> pd.DataFrame:
    """The features of sentence 150 as ratings."""
    long = table13().melt(["system", "annotator"], list(FEATURES), "criterion", "value")
    return long.assign(item=150, document=None)


def test_table_13() -> None:
    """Each of the ten printed scores is ours, rounded half up to two decimals; truncated, three would be another."""
    scores = item_scores(ratings_of_table13(), HEVAL).table().set_index(["system", "annotator"])["score"]
    printed = table13().set_index(["system", "annotator"])["overall"].map(Decimal)
    exact = {key: Decimal(str(score)) for key, score in scores.items()}
    cent = Decimal("0.01")
    assert len(exact) == 10
    assert {key: score.quantize(cent, ROUND_HALF_UP) for key, score in exact.items()} == printed.to_dict()
    other = {key: score for key, score in exact.items() if score.quantize(cent, "ROUND_DOWN") != printed[key]}
    assert other == {
        ("E1", "Human2"): Decimal("0.725"),
        ("E2", "Human1"): Decimal("0.925"),
        ("E4", "Human2"): Decimal("0.225"),
    }


def test_a_feature_that_does_not_apply_costs_nothing() -> None:
    """Feature 4 of table 13 is N/A: 32 points of 40 are 0.8 exactly, not 32 of 44."""
    scores = item_scores(ratings_of_table13(), HEVAL)
    assert scores.table().loc[0, "score"] == 0.8
    assert scores.criteria()["f4"].isna().all()


def test_adequacy_and_fluency_of_table_13() -> None:
    """The same sentence under adequacy and fluency gives the means of the printed pairs."""
    wide = table13().query("annotator == 'Human1'")
    long = wide.melt(["system", "annotator"], ["adequacy", "fluency"], "criterion", "value")
    scores = item_scores(long.assign(item=150, document=None), Rule(TWO, "mean"))
    assert scores.table()["score"].tolist() == [3, 4, 2, 2, 2.5]


def test_table_15_from_table_14() -> None:
    """System scores are the means of table 14: the Human1 line as printed, the Human2 line not."""
    rows = system_scores(item_scores(ratings_of_table14(), SHARE_OF_TEN_THOUSAND))
    result = {name: [row.score.value for row in rows if row.annotator == name] for name in ("Human1", "Human2", None)}
    assert result["Human1"] == pytest.approx(PRINTED_15["Human1"], abs=1e-4)
    assert result["Human2"] == pytest.approx(HUMAN2_BY_TABLE_14, abs=5e-5)
    assert min(abs(np.subtract(result["Human2"], PRINTED_15["Human2"]))) > 0.003
    assert result[None] == pytest.approx(np.mean([result["Human1"], result["Human2"]], axis=0), abs=1e-12)


def test_document_scores_are_table_14() -> None:
    """Each document's score by each annotator is the one that its items have."""
    rows = document_scores(item_scores(ratings_of_table14(), SHARE_OF_TEN_THOUSAND))
    printed = (
        table14().melt(["document", "annotator"], var_name="system").set_index(["document", "annotator", "system"])
    )
    result = {(row.document, row.annotator, row.system): row.score.value for row in rows if row.annotator}
    assert result == pytest.approx(printed["value"].to_dict(), abs=1e-12)


def test_the_best_engine_of_each_document() -> None:
    """Section 5's count of table 14: Human1 has E1 first in five documents and E2 in eight, Human2 in four and nine."""
    ranks = highest_ranks(item_scores(ratings_of_table14(), SHARE_OF_TEN_THOUSAND))
    first = {(count.annotator, count.system): count.first for count in ranks.counts if count.first}
    assert first == {("Human1", "E1"): 5, ("Human1", "E2"): 8, ("Human2", "E1"): 4, ("Human2", "E2"): 9}


def test_842_of_1300() -> None:
    """Two judges with the same highest engine in 842 of 1,300 sentences agree in 64.77 %, as table 18 prints and its
    prose ("around 67 %") does not."""
    other = [[9, 1, 1]] * 842 + [[1, 9, 1]] * 458
    ranks = highest_ranks(item_scores(scored({"Human1": [[9, 1, 1]] * 1300, "Human2": other}), ONE))
    assert (ranks.highest.n, ranks.highest.agree) == (1300, 842)
    assert ranks.highest.percent == pytest.approx(64.77, abs=0.005)
