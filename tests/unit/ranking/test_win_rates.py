"""Intervals of win rates."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from eval_core.ranking import rank
from tests.support.boards import Board
from tests.support.ranking import by_name, frame


def test_without_clusters_it_is_wilsons() -> None:
    """Thirty wins of forty against one opponent, independent: Wilson's interval of a share (statsmodels': 0.598, 0.858)."""
    row = by_name(rank(frame(("a", "b", "first", 30), ("a", "b", "second", 10)), cluster="none"))["a"]
    assert row.win_rate == 0.75
    assert (row.win_rate_low, row.win_rate_high) == (pytest.approx(0.5981, abs=1e-4), pytest.approx(0.8581, abs=1e-4))


def test_both_sides_mirror_each_other() -> None:
    """With two systems one's limits are the other's, seen from 1; ties count half."""
    rows = by_name(rank(Board(systems=2, prompts=15).judgments(1)))
    one, two = rows["s0"], rows["s1"]
    assert one.win_rate_low == pytest.approx(1 - (two.win_rate_high or 0))
    assert one.win_rate_high == pytest.approx(1 - (two.win_rate_low or 0))
    assert (one.win_rate_low or 1) < one.win_rate < (one.win_rate_high or 0)


def test_judgments_by_one_person_are_no_more_than_one() -> None:
    """Where each person always says the same, a hundred judgments each say as much as one: textbook and refined."""
    rows = [("a", "b", ("first", "second")[who % 3 == 0], f"x{who}", f"p{n}") for who in range(9) for n in range(100)]
    table = pd.DataFrame(rows, columns=["first", "second", "outcome", "annotator", "prompt"])
    for cluster in ("auto", "annotator", "both"):
        row = by_name(rank(table, cluster=cluster))["a"]
        assert (row.win_rate_high or 0) - (row.win_rate_low or 0) > 0.5
    independent = by_name(rank(table, cluster="none"))["a"]
    assert (independent.win_rate_high or 0) - (independent.win_rate_low or 0) < 0.07


@pytest.mark.parametrize(("people", "limit"), [(10, 0.05 ** (1 / 10)), (1, 0.05)])
def test_who_won_everything_has_a_one_sided_limit(people: int, limit: float) -> None:
    """The rate at which so many judgments that share nothing would all be won with probability 0.05; 1 above it."""
    rows = [("z", f"s{n % 3}", "first", f"x{who}", f"p{n}") for who in range(people) for n in range(30)]
    rows += [(f"s{n % 3}", f"s{(n + 1) % 3}", ("first", "second")[n % 2], f"x{n % people}", f"p{n}") for n in range(40)]
    table = pd.DataFrame(rows, columns=["first", "second", "outcome", "annotator", "prompt"])
    rows_by_name = by_name(rank(table))
    assert (rows_by_name["z"].win_rate_low, rows_by_name["z"].win_rate_high) == (pytest.approx(limit), 1.0)
    lost = table.assign(outcome=table["outcome"].where(table["first"] != "z", "second"))
    row = by_name(rank(lost))["z"]
    assert (row.win_rate_low, row.win_rate_high) == (0.0, pytest.approx(1 - limit))


def test_none_without_details_and_where_there_is_nothing_to_measure() -> None:
    """Without details, and where all are ties, there are no limits, and nothing breaks."""
    table = Board(prompts=4).judgments(2)
    assert {row.win_rate_low for row in rank(table, details=False).systems} == {None}
    assert {row.p for row in rank(table, details=False).pairs} == {None}
    assert {row.win_rate_high for row in rank(frame(("a", "b", "tie", 9))).systems} == {None}


@pytest.mark.slow
@pytest.mark.parametrize("people", [4, 10])
def test_limits_hold_the_rate_of_all_people_and_prompts(people: int) -> None:
    """In 150 studies 95 % intervals of the middle system's win rate hold that of the population in 92 % or more; those
    of independent judgments, which is planted, in less than 85 %."""
    board = Board(systems=4, annotators=people, overlap=None, prompts=12, annotator_sd=0.5, prompt_sd=0.5)
    many = Board(systems=4, annotators=400, overlap=2, prompts=4000, annotator_sd=0.5, prompt_sd=0.5)
    truth = {row.system: row.win_rate for row in rank(many.judgments(9), cluster="none", details=False).systems}
    held: dict[str, list[bool]] = {"auto": [], "none": []}
    for seed in range(150):
        table = board.judgments(2000 + seed)
        for cluster, found in held.items():
            rows = by_name(rank(table, cluster=cluster))
            found += [
                (rows[name].win_rate_low or 0) <= rate <= (rows[name].win_rate_high or 0)
                for name, rate in truth.items()
            ]
    assert np.mean(held["auto"]) >= 0.92
    assert np.mean(held["none"]) < 0.85
