"""Highest ranks of each item, and the agreement of annotators on ranks."""

from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

from eval_core.errors import InputError
from eval_core.scoring import HighestRanks, Rule, Share, highest_ranks, item_scores
from eval_core.scoring.highest_rank import competition_ranks
from tests.unit.scoring.samples import ONE, RATINGS, SMALL, rated, scored

# Four items, systems a, b and c.
ANN = [[3, 3, 1], [2, 1, 0], [1, 1, 1], [0, 5, 4]]
BO = [[3, 3, 0], [2, 2, 0], [1, 0, 0], [9, 8, 7]]
CY = [[3, 3, 1], [1, 9, 0], [None, None, 2], [None, 6, 5]]


def of(table: dict[str, list[list[float | None]]], systems: list[str] | None = None) -> HighestRanks:
    return highest_ranks(item_scores(scored(table), ONE), systems)


def test_highest_counts() -> None:
    """Two systems that share the top take half of the item each, three a third; by the other rule the first takes it."""
    ranks = of({"ann": ANN})
    assert [(count.system, count.n, count.first) for count in ranks.counts] == [("a", 4, 3), ("b", 4, 1), ("c", 4, 0)]
    assert [count.shared for count in ranks.counts] == pytest.approx([0.5 + 1 + 1 / 3, 0.5 + 1 / 3 + 1, 1 / 3])
    reversed_ = of({"ann": ANN}, ["c", "b", "a"])
    assert [(count.system, count.first) for count in reversed_.counts] == [("c", 1), ("b", 2), ("a", 1)]


def test_agreement_of_two() -> None:
    """Tops agree where the sets are equal (item 1 of 4), by the first-in-order rule in three; ranks agree system by
    system."""
    ranks = of({"ann": ANN, "bo": BO})
    assert ranks.highest == Share(4, 1, 25.0)
    assert ranks.first == Share(4, 3, 75.0)
    # Ranks: ann 113 123 111 312, bo 113 113 122 123.
    assert ranks.per_system == {"a": Share(4, 3, 75.0), "b": Share(4, 1, 25.0), "c": Share(4, 2, 50.0)}
    assert [(pair.annotator, pair.other) for pair in ranks.pairs] == [("ann", "bo")]


def test_a_subset_is_ranked_again() -> None:
    """Among b and c alone the ranks are 12 12 11 12 and 12 12 11 12: the annotators agree on everything."""
    ranks = of({"ann": ANN, "bo": BO}, ["b", "c"])
    assert ranks.highest == Share(4, 4, 100.0)
    assert ranks.per_system == {"b": Share(4, 4, 100.0), "c": Share(4, 4, 100.0)}


def test_what_only_one_scored_does_not_count() -> None:
    """Two annotators are compared on the systems that both scored, ranked among these, where there are
    two at least; an item with one scored system counts for nobody."""
    ranks = of({"ann": ANN, "cy": CY})
    assert {count.system: count.n for count in ranks.counts if count.annotator == "cy"} == {"a": 2, "b": 3, "c": 3}
    # Items 1, 2 and 4: tops {a, b} {a, b}; {a} {b}; {b} {b}.
    assert ranks.highest == Share(3, 2, pytest.approx(200 / 3))
    assert ranks.per_system["a"] == Share(2, 1, 50.0)
    assert ranks.per_system["c"] == Share(3, 3, 100.0)


def test_more_than_two() -> None:
    """Of three annotators each two are reported; over all, numbers are added and the percents' plain mean is taken."""
    ranks = of({"ann": ANN, "bo": BO, "cy": CY})
    pairs = {(pair.annotator, pair.other): pair.highest for pair in ranks.pairs}
    assert pairs == {
        ("ann", "bo"): Share(4, 1, 25.0),
        ("ann", "cy"): Share(3, 2, pytest.approx(200 / 3)),
        ("bo", "cy"): Share(3, 2, pytest.approx(200 / 3)),
    }
    assert ranks.highest == Share(10, 5, pytest.approx((25 + 400 / 3) / 3))


def test_scores_that_differ_by_floating_point_are_equal() -> None:
    """0.1 + 0.2 and 0.3 share the top."""
    assert competition_ranks(np.array([[0.1 + 0.2, 0.3, np.nan, 0.1]])).tolist() == [[1, 1, 0, 3]]


def test_equal_shares_of_other_numbers_of_features_are_equal() -> None:
    """3 of 4 points and 6 of 8 are one score, and share the top."""
    rows = [("s", "x", 3), ("s", "y", None), ("t", "x", 2), ("t", "y", 4)]
    frame = rated(*(("p", None, system, "ann", key, value) for system, key, value in rows))
    assert [count.shared for count in highest_ranks(item_scores(frame, SMALL)).counts] == [0.5, 0.5]


def by_definition(table: pd.DataFrame, systems: tuple[str, ...]) -> dict[tuple[str, str], list[int]]:
    """For each two annotators the items, equal tops and equal firsts, then for each system items and equal ranks; item
    by item."""
    values: dict[tuple[str, str], list[int]] = {}
    annotators = sorted(set(table["annotator"]))
    for first, other in itertools.combinations(annotators, 2):
        counts = [0] * (3 + 2 * len(systems))
        for _, rows in table.groupby("item"):
            scores = [
                dict(zip(r["system"], r["score"], strict=True))
                for name in (first, other)
                for r in [rows[rows["annotator"] == name]]
            ]
            common = [system for system in systems if all(system in mine for mine in scores)]
            if len(common) < 2:
                continue
            ranks = [{s: 1 + sum(mine[t] > mine[s] for t in common) for s in common} for mine in scores]
            tops = [[s for s in common if rank[s] == 1] for rank in ranks]
            counts[0] += 1
            counts[1] += tops[0] == tops[1]
            counts[2] += tops[0][0] == tops[1][0]
            for s in common:
                counts[3 + 2 * systems.index(s)] += 1
                counts[4 + 2 * systems.index(s)] += ranks[0][s] == ranks[1][s]
        if counts[0]:
            values[first, other] = counts
    return values


@given(RATINGS)
def test_ranks_by_the_definition(frame: pd.DataFrame) -> None:
    """All pairs' counts are those of going through the items one by one."""
    scores = item_scores(frame, Rule(SMALL.criteria, "mean"))
    ranks = {
        (pair.annotator, pair.other): [pair.highest.n, pair.highest.agree, pair.first.agree]
        + [number for share in pair.systems.values() for number in (share.n, share.agree)]
        for pair in highest_ranks(scores).pairs
    }
    assert ranks == by_definition(scores.table().dropna(subset="score"), scores.systems)


@given(RATINGS)
def test_a_subset_is_to_filter_and_compute_again(frame: pd.DataFrame) -> None:
    """Ranks among some systems are those of ratings of these alone."""
    scores = item_scores(frame, SMALL)
    systems = list(scores.systems[:2])
    alone = item_scores(frame[frame["system"].isin(systems)], SMALL)
    assert highest_ranks(scores, systems).pairs == highest_ranks(alone).pairs
    counts = [[count for count in highest_ranks(s, systems).counts if count.n] for s in (scores, alone)]
    assert counts[0] == counts[1]


@given(RATINGS)
def test_every_item_is_given_out_once(frame: pd.DataFrame) -> None:
    """An annotator's shares add up to the items that they scored two systems of, and so do the firsts."""
    ranks = highest_ranks(item_scores(frame, SMALL))
    for annotator in {count.annotator for count in ranks.counts}:
        mine = [count for count in ranks.counts if count.annotator == annotator]
        assert sum(count.shared for count in mine) == pytest.approx(sum(count.first for count in mine))
        assert max(count.n for count in mine) <= sum(count.first for count in mine)


def test_nothing_to_compare() -> None:
    """One annotator, one system or no score at all: no pair, no percent, no error."""
    for table in ({"ann": ANN}, {"ann": [[1, None, None]], "bo": [[1, None, None]]}, {"ann": [[1]]}):
        ranks = of(table)
        assert (ranks.pairs, ranks.highest) == ((), Share(0, 0, None))
    empty = highest_ranks(item_scores(rated(), ONE))
    assert (empty.counts, empty.pairs) == ((), ())


def test_an_unknown_system_is_refused() -> None:
    """A subset with a system that nobody rated is an error."""
    with pytest.raises(InputError, match="'d'"):
        of({"ann": ANN}, ["a", "d"])
