"""What a ranking takes: frames, Arrow tables, arrays, and counts that another engine made."""

from __future__ import annotations

import sqlite3
import time
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from eval_core.errors import InputError
from eval_core.ranking import rank, rank_counts
from tests.support.ranking import MODES, frame

COUNTING = """
    SELECT first, second, outcome, order_known, count(*) AS n
    FROM judgments GROUP BY first, second, outcome, order_known
"""


def drawn(n: int = 400, seed: int = 1) -> pd.DataFrame:
    """Judgments of four systems at random, in an order that is not always known."""
    chance = np.random.default_rng(seed)
    first, step = chance.integers(0, 4, n), chance.integers(1, 4, n)
    names = np.array(list("abcd"))
    return pd.DataFrame(
        {
            "first": names[first],
            "second": names[(first + step) % 4],
            "outcome": chance.choice(["first", "second", "tie"], n, p=[0.5, 0.3, 0.2]),
            "order_known": chance.random(n) < 0.8,
        }
    )


def counted(judgments: pd.DataFrame) -> pd.DataFrame:
    """The answer of SQLite to the documented statement."""
    with sqlite3.connect(":memory:") as database:
        judgments.to_sql("judgments", database, index=False)
        return pd.read_sql(COUNTING, database)


def same(first: Any, second: Any) -> bool:
    """Whether two documents are the same, numbers to rounding."""
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(first[key], second[key]) for key in first)
    if isinstance(first, list):
        return len(first) == len(second) and all(map(same, first, second))
    return bool(first == pytest.approx(second, rel=1e-7, abs=1e-9) if isinstance(first, float) else first == second)


@pytest.mark.parametrize("mode", MODES)
def test_counts_give_the_ranking_of_the_judgments(mode: dict[str, Any]) -> None:
    """Counting by SQL and then ranking is ranking, with independent intervals, pairs and warnings included."""
    data = drawn()
    of_counts, of_judgments = rank_counts(counted(data), **mode), rank(data, **mode, cluster="none")
    assert same(of_counts.as_dict(), of_judgments.as_dict())
    assert [(pair.wins, pair.ties, pair.losses) for pair in of_counts.pairs] == [
        (pair.wins, pair.ties, pair.losses) for pair in of_judgments.pairs
    ]


def test_counts_of_some_systems_and_of_none() -> None:
    """Systems can be chosen, rows that count nothing say nothing, and a reference works as elsewhere."""
    data = drawn()
    nothing = pd.DataFrame([("a", "z", "first", True, 0)], columns=["first", "second", "outcome", "order_known", "n"])
    table = pd.concat([counted(data), nothing])
    assert same(rank_counts(table).as_dict(), rank(data, cluster="none").as_dict())
    some = {"systems": ["a", "b", "c"], "reference": "b"}
    assert same(rank_counts(table, **some).as_dict(), rank(data, cluster="none", **some).as_dict())


def test_counts_cost_nothing_by_the_judgment() -> None:
    """Ten billion judgments are ranked as fast as ten, with errors smaller by the root of their number."""
    table = counted(drawn())
    small = rank_counts(table)
    start = time.process_time()
    large = rank_counts(table.assign(n=table["n"] * 25_000_000))
    assert time.process_time() - start < 1.0
    assert large.n_judgments == 10_000_000_000
    assert small.systems[0].se is not None
    assert large.systems[0].se == pytest.approx(small.systems[0].se / 5000, rel=1e-6)


def test_counts_of_a_degenerate_kind() -> None:
    """Nothing but ties, and a system that won everything, are distinguished from numbers here too."""
    ties = rank_counts({"first": ["a"], "second": ["b"], "outcome": ["tie"], "n": [9]})
    assert [(row.strength, row.se) for row in ties.systems] == [(0.0, None), (0.0, None)]
    assert "only_ties" in [warning.code for warning in ties.warnings]
    won = rank_counts({"first": ["a"], "second": ["b"], "outcome": ["first"], "n": [9]})
    assert sorted(row.bounded for row in won.systems) == [False, True]


@pytest.mark.parametrize(
    ("change", "options", "message"),
    [
        ({}, {"cluster": "annotator"}, "do not name the clusters"),
        ({}, {"cluster": "auto"}, "do not name the clusters"),
        ({"annotator": "ada"}, {}, "split by annotator"),
        ({"prompt": 1}, {}, "split by prompt"),
        ({"n": 1.5}, {}, "whole number"),
        ({"n": -1}, {}, "whole number"),
        ({"n": None}, {}, "whole number"),
        ({"n": "many"}, {}, "whole number"),
        ({"n": 0}, {}, "no judgments"),
        ({"outcome": "left"}, {}, "outcome must be"),
    ],
)
def test_counts_that_are_none(change: dict[str, object], options: dict[str, Any], message: str) -> None:
    """Clusters, and numbers that count nothing, are refused in words."""
    with pytest.raises(InputError, match=message):
        rank_counts(counted(drawn()).assign(**change), **options)


def test_counts_need_their_column() -> None:
    """Judgments are not counts."""
    with pytest.raises(InputError, match="'n'"):
        rank_counts(drawn())


def test_a_frame_a_table_and_arrays_are_one_thing() -> None:
    """Arrow tables, also with dictionary columns, arrays and lists give the ranking of the frame."""
    data = drawn().assign(annotator=np.arange(400) % 7, prompt=np.arange(400) % 31)
    expected = rank(data).as_dict()
    arrow = pa.Table.from_pandas(data)
    coded = pa.table({name: arrow[name].dictionary_encode() if name in {"first", "outcome"} else arrow[name]
                      for name in arrow.column_names})  # fmt: skip
    arrays = {name: data[name].to_numpy() for name in data}
    lists = {name: data[name].tolist() for name in data}
    categories = data.astype({"first": "category", "second": "category", "outcome": "category"})
    for other in (arrow, coded, arrays, lists, categories):
        assert rank(other).as_dict() == expected


def test_what_is_no_table() -> None:
    """Arrays of different lengths, and something else altogether, are refused in words."""
    with pytest.raises(InputError, match="arrays of one length"):
        rank({"first": ["a", "b"], "second": ["b"], "outcome": ["tie", "tie"]})
    with pytest.raises(InputError, match="must be a table"):
        rank(7)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="column 'outcome'"):
        rank({"first": ["a"], "second": ["b"]})


def test_missing_values_of_an_arrow_table() -> None:
    """A null annotator is nobody in particular, a null order unknown, a null system refused."""
    data = frame(("a", "b", "first", 3), ("b", "a", "first", 3)).assign(annotator=list("xxyyzz"))
    data["annotator"] = data["annotator"].where(data["annotator"] != "z")
    table = pa.Table.from_pandas(data.assign(order_known=[True, None] * 3))
    assert rank(table, cluster="annotator").n_clusters == {"annotator": 2}
    broken = table.set_column(0, "first", pa.array([None, "a", "a", "b", "b", "b"]))
    with pytest.raises(InputError, match="lacks the name"):
        rank(broken)
