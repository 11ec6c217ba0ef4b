"""Whatever the judgments look like: finite numbers, or none, and the same systems unbounded as by plain search."""

from __future__ import annotations

import json
import time
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval_core.ranking import Ranking, rank
from tests.support.ranking import MODES, NAMES, OUTCOMES, QUICK, Search, assert_sound, by_name, frame, judgments
from tests.support.selection import examples

modes = st.sampled_from(MODES)


def expected_classes(data: pd.DataFrame, mode: dict[str, Any], ranking: Ranking) -> list[list[set[str]]]:
    """Classes by search; a component of nothing but ties is one class, as its strengths are all 0."""
    search = Search(data, mode["model"] == "davidson", ranking.position is not None)
    result = search.classes(ranking.components)
    won = data[data["outcome"] != "tie"]
    return [
        groups if won["first"].isin(members).any() else [set(members)]
        for groups, members in zip(result, ranking.components, strict=True)
    ]


def inside_groups(data: pd.DataFrame, classes: list[list[set[str]]]) -> pd.DataFrame:
    """The judgments between two systems of one set."""
    label = {name: min(group) for groups in classes for group in groups for name in group}
    return data[data["first"].map(label) == data["second"].map(label)]


@QUICK
@given(judgments(), modes)
def test_numbers_are_finite_and_plausible_or_absent(data: pd.DataFrame, mode: dict[str, Any]) -> None:
    """No shape of data yields an absurd number, a NaN or a crash."""
    assert_sound(rank(data, **mode))


@QUICK
@given(judgments(), modes)
def test_bounded_systems_are_those_of_a_plain_search(data: pd.DataFrame, mode: dict[str, Any]) -> None:
    """In each component the bounded systems are a largest set that one programme per pair cannot part."""
    ranking = rank(data, **mode)
    bounded = {row.system for row in ranking.systems if row.bounded}
    for members, groups in zip(ranking.components, expected_classes(data, mode, ranking), strict=True):
        largest = max(len(group) for group in groups)
        assert bounded & set(members) in [group for group in groups if len(group) == largest]


@QUICK
@given(judgments(), modes)
def test_what_is_said_of_the_unbounded_is_true(data: pd.DataFrame, mode: dict[str, Any]) -> None:
    """All are named once: as having only wins, or only losses, exactly those who have nothing else."""
    ranking = rank(data, **mode)
    said = [warning.details for warning in ranking.warnings if warning.code == "unbounded"]
    one_sided, others = (
        {name for details in said if details["one_sided"] == kind for name in details["systems"]}
        for kind in (True, False)
    )
    assert one_sided | others == {row.system for row in ranking.systems if not row.bounded}
    for name in one_sided | others:
        assert (len(outcomes_of(data, name)) == 1 and "tie" not in outcomes_of(data, name)) == (name in one_sided)


def outcomes_of(data: pd.DataFrame, system: str) -> set[str]:
    """Which of won, lost and tie the system has."""
    seen = {"first": ("won", "lost"), "second": ("lost", "won"), "tie": ("tie", "tie")}
    sides = [(row.first, 0, row.outcome) for row in data.itertuples()] + [
        (row.second, 1, row.outcome) for row in data.itertuples()
    ]
    return {seen[outcome][side] for name, side, outcome in sides if name == system}


@QUICK
@given(judgments(), st.sampled_from(MODES[1:4:2]))
def test_position_effect_is_told_where_a_plain_search_holds_it(data: pd.DataFrame, mode: dict[str, Any]) -> None:
    """The position effect has a number exactly where no direction moves it and something was won in a class."""
    ranking = rank(data, **mode)
    identified = Search(data, mode["model"] == "davidson", position=True).position_is_held()
    if ranking.position is not None:
        assert identified
    elif identified:
        inside = inside_groups(data, expected_classes(data, mode, ranking))
        assert set(inside["outcome"]) <= {"tie"}
    else:
        assert "position_not_identified" in [warning.code for warning in ranking.warnings]


@QUICK
@given(judgments(), modes)
def test_judgments_across_groups_change_no_bounded_number(data: pd.DataFrame, mode: dict[str, Any]) -> None:
    """Strengths and errors of bounded systems are those of the fit without judgments across groups."""
    whole = rank(data, **mode, cluster="none")
    inside = inside_groups(data, expected_classes(data, mode, whole))
    alone = {} if inside.empty else by_name(rank(inside, **mode, cluster="none"))
    for name, row in by_name(whole).items():
        if not row.bounded:
            continue
        if name not in alone:
            assert (row.strength, row.se) == (0.0, None)
        else:
            assert row.strength == pytest.approx(alone[name].strength, abs=1e-7)
            assert row.se == pytest.approx(alone[name].se, abs=1e-6)


@QUICK
@given(judgments(), modes, st.permutations(NAMES))
def test_names_do_not_matter(data: pd.DataFrame, mode: dict[str, Any], other: list[str]) -> None:
    """Renaming systems changes names only, also which of them are bounded."""
    rename = dict(zip(NAMES, other, strict=True))
    renamed = data.assign(first=data["first"].map(rename), second=data["second"].map(rename))
    first, second = rank(data, **mode), rank(renamed, **mode)
    # Where groups mirror each other, either may be the one with numbers.
    lines = [
        sorted((row.bounded, round(row.strength, 5), row.judgments) for row in got.systems) for got in (first, second)
    ]
    assert np.array(lines[1], dtype=float) == pytest.approx(np.array(lines[0], dtype=float), abs=1e-4)
    largest = [sorted(map(len, groups))[-2:] for groups in expected_classes(data, mode, first)]
    if all(len(sizes) < 2 or sizes[0] < sizes[1] for sizes in largest):
        again = by_name(second)
        assert [row.bounded for row in first.systems] == [again[rename[row.system]].bounded for row in first.systems]
        assert [row.rank for row in first.systems] == [again[rename[row.system]].rank for row in first.systems]


@settings(max_examples=examples(15), deadline=None)
@given(judgments(), modes)
def test_bootstrap_survives_every_shape(data: pd.DataFrame, mode: dict[str, Any]) -> None:
    """Where systems drop out of resamples, limits are numbers or absent."""
    ranking = rank(data, **mode, bootstrap=12)
    json.dumps(ranking.as_dict(), allow_nan=False)
    for row in ranking.systems:
        assert not row.bounded or (row.low is None) == (row.high is None)
        assert all(limit is None or -90 < limit < 90 for limit in (row.low, row.high))
        assert row.low is None or row.high is None or row.low <= row.high


def test_tie_parameter_held_by_another_group_only() -> None:
    """A group without a reversed win takes its tie parameter from a group that has wins in a circle."""
    ladder = [(first, second, outcome, 2) for first, second in ("ab", "bc", "cd") for outcome in ("first", "tie")]
    circle = [("x", "y", "first", 3), ("y", "z", "first", 3), ("z", "x", "first", 3), ("x", "y", "tie", 2)]
    ranking = rank(frame(*ladder, *circle, ("x", "a", "first", 3)))
    assert_sound(ranking)
    assert {row.system for row in ranking.systems if row.bounded} == set("abcd")
    assert ranking.tie is not None
    assert ranking.tie.se is not None


def test_tie_parameter_that_runs_away_has_no_number() -> None:
    """A ladder of wins and ties alone: strengths and ties grow without end together, and nothing is a number."""
    ladder = [(first, second, outcome, 4) for first, second in ("ab", "bc", "cd") for outcome in ("first", "tie")]
    ranking = rank(frame(*ladder), position_effect=True)
    assert (ranking.tie, ranking.position) == (None, None)
    assert all(row.se is None and row.p_best is None for row in ranking.systems)
    assert [row.system for row in ranking.systems] == list("abcd")
    assert not any(pair.decided for pair in ranking.pairs)


def test_a_long_circle_of_wins_holds_the_tie_parameter() -> None:
    """Two wins in a row against one tie leave no room: there is a finite maximum without any reversed win."""
    ranking = rank(frame(("a", "b", "first", 3), ("b", "c", "first", 3), ("a", "c", "tie", 3)))
    assert_sound(ranking)
    assert all(row.bounded and row.se is not None for row in ranking.systems)


def test_position_effect_that_runs_away_alone_is_left_out() -> None:
    """Where the response shown first always wins, the position effect has no number and the strengths keep theirs."""
    unknown = frame(("a", "b", "first", 5), ("b", "a", "first", 4), ("a", "b", "tie", 2)).assign(order_known=False)
    known = frame(("a", "b", "first", 6), ("b", "a", "first", 6)).assign(order_known=True)
    ranking = rank(pd.concat([unknown, known]), position_effect=True)
    assert_sound(ranking)
    assert ranking.position is None
    assert "position_not_identified" in [warning.code for warning in ranking.warnings]
    assert all(row.se is not None for row in ranking.systems)


@pytest.mark.parametrize("mode", MODES)
def test_component_of_ties_beside_a_measured_one(mode: dict[str, Any]) -> None:
    """Strengths 0, no error and every rank of the component, while the other component has its numbers."""
    rows = by_name(rank(frame(("a", "b", "tie", 5), ("c", "d", "first", 3), ("d", "c", "first", 2)), **mode))
    for name in "ab":
        row = rows[name]
        assert (row.strength, row.se, row.low, row.p_best, row.rank_low, row.rank_high) == (0, None, None, None, 1, 2)
    assert rows["c"].se is not None


def test_of_two_systems_the_undefeated_has_no_number() -> None:
    """Between groups alike in size and judgments the lower keeps the place of the bounded one, whatever its name."""
    for winner, loser in ("ab", "ba"):
        rows = by_name(rank(frame((winner, loser, "first", 3))))
        assert (rows[winner].bounded, rows[loser].bounded) == (False, True)
        assert rows[winner].rank == 1


def test_systems_that_nothing_tells_apart_share_the_first_place() -> None:
    """A system known by ties with one other only has its strength, and half of its chance to be best."""
    ranking = rank(frame(("a", "b", "first", 5), ("b", "a", "first", 2), ("a", "c", "tie", 4)), model="bradley-terry")
    rows = by_name(ranking)
    assert rows["c"].strength == pytest.approx(rows["a"].strength)
    assert rows["c"].p_best == pytest.approx(rows["a"].p_best)
    pair = next(pair for pair in ranking.pairs if (pair.system, pair.opponent) == ("a", "c"))
    assert (pair.difference, pair.p_above, pair.decided) == (None, None, False)


def test_clusters_are_counted_where_judgments_fix_numbers() -> None:
    """Annotators who judged only an undefeated system add no certainty about the others."""
    core = frame(("a", "b", "first", 6), ("b", "a", "first", 4)).assign(annotator=[0, 1] * 5)
    outside = frame(("z", "a", "first", 6)).assign(annotator=range(10, 16))
    alone, together = rank(core, cluster="annotator"), rank(pd.concat([core, outside]), cluster="annotator")
    assert (together.df, dict(together.n_clusters)) == (alone.df, {"annotator": 2})
    assert by_name(together)["a"].se == pytest.approx(by_name(alone)["a"].se)


def test_bootstrap_without_a_rare_system_does_not_shift_the_others() -> None:
    """A system that often drops out of resamples has no limits, and the others keep theirs to chance."""
    pair = frame(("a", "b", "first", 60), ("b", "a", "first", 50))
    rare = frame(("b", "c", "first", 1), ("c", "b", "first", 1))
    rows = by_name(rank(pd.concat([pair, rare]), bootstrap=200, reference="b"))
    alone = by_name(rank(pair, bootstrap=200, reference="b"))
    assert (rows["c"].low, rows["c"].high) == (None, None)
    assert rows["c"].se is not None
    assert rows["a"].low == pytest.approx(alone["a"].low, abs=0.1)
    assert (rows["b"].low, rows["b"].high) == (0.0, 0.0)


def test_an_undefeated_system_among_many_takes_no_time() -> None:
    """Sixty systems with a position effect and an undefeated one are ranked within a second of computing."""
    chance = np.random.default_rng(0)
    first, second = chance.integers(0, 59, 4000), chance.integers(0, 59, 4000)
    outcome = chance.choice(OUTCOMES, 4000)
    data = pd.DataFrame({"first": first, "second": second, "outcome": outcome})[first != second]
    data.loc[len(first)] = [99, 5, "first"]
    start = time.process_time()
    ranking = rank(data, position_effect=True)
    assert time.process_time() - start < 1.0
    assert [row.system for row in ranking.systems if not row.bounded] == ["99"]
