"""The comparison graph shows who was compared with whom, group by group."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from eval_core.figures import comparison_graph, comparison_graph_data
from eval_core.figures.graph import _ring
from tests.unit.figures.building import judged, ranking, row

LABELS = {"judgments": "Votes", "group": "Part {number}", "note": "Note."}
APART = judged(
    *[("a", "b", "first"), ("b", "a", "first"), ("b", "a", "tie"), ("b", "c", "tie")],
    *[("x", "y", "first"), ("y", "x", "first")],
)


def test_the_table_has_every_compared_pair() -> None:
    """Each pair has one row with its judgments and the number of its group; pairs never compared have none."""
    assert comparison_graph_data(APART).to_numpy().tolist() == [[1, "a", "b", 3], [1, "b", "c", 1], [2, "x", "y", 2]]


def test_who_was_never_compared_stands_alone() -> None:
    """A system without a judgment has a row without an opponent."""
    made = replace(ranking([row("a", 1), row("b", 1, component=1)]), pairs=())
    assert comparison_graph_data(made).to_numpy().tolist() == [[1, "a", None, 0], [2, "b", None, 0]]
    fig = comparison_graph(made, labels=LABELS)
    assert [n.text for n in fig.layout.annotations if n.name == "system"] == ["a", "b"]


def lines_of(fig) -> set[tuple[tuple[float, float], tuple[float, float], float]]:
    """Ends and widths of all lines."""
    pairs = set()
    for trace in fig.data:
        if trace.name == "edge":
            ends = list(zip(trace.x, trace.y, strict=True))
            for start, end in zip(ends[::3], ends[1::3], strict=True):
                pairs.add((start, end, trace.line.width))
    return pairs


def test_lines_join_what_was_compared() -> None:
    """A line runs between the dots of each compared pair, and of no other; more judgments make a wider one."""
    fig = comparison_graph(APART, labels=LABELS)
    at = {note.text: (note.x, note.y, note.xref) for note in fig.layout.annotations if note.name == "system"}
    assert {name: place[2] for name, place in at.items()} == {"a": "x", "b": "x", "c": "x", "x": "x2", "y": "x2"}
    where = {place[:2]: name for name, place in at.items() if place[2] == "x"}
    first = comparison_graph(judged(("a", "b", "tie"), ("a", "b", "tie"), ("a", "c", "tie")), labels=LABELS)
    drawn = lines_of(first)
    spots = {(n.x, n.y): n.text for n in first.layout.annotations if n.name == "system"}
    widths = {frozenset((spots[first], spots[second])): width for first, second, width in drawn}
    assert set(widths) == {frozenset("ab"), frozenset("ac")}
    assert widths[frozenset("ab")] > widths[frozenset("ac")]
    assert len(where) == 3


def test_each_group_has_its_heading() -> None:
    """Several groups are headed by number, a single one is not."""
    fig = comparison_graph(APART, labels=LABELS)
    assert [n.text for n in fig.layout.annotations if n.name == "group"] == ["<b>Part 1</b>", "<b>Part 2</b>"]
    connected = comparison_graph(judged(("a", "b", "tie")), labels=LABELS)
    assert not [n for n in connected.layout.annotations if n.name == "group"]


def test_numbers_are_printed_where_lines_are_few() -> None:
    """Up to six lines have their judgments printed; touching shows them always."""
    few = comparison_graph(ranking([row(n, i) for i, n in enumerate("abcd", 1)]), labels=LABELS)
    assert [re.sub(r"<[^>]*>", "", n.text) for n in few.layout.annotations if n.name == "n"] == ["6"] * 6
    many = comparison_graph(ranking([row(n, i) for i, n in enumerate("abcde", 1)]), labels=LABELS)
    assert not [n for n in many.layout.annotations if n.name == "n"]
    (hover,) = (trace.hovertext for trace in many.data if trace.name == "judgments")
    assert len(hover) == 10
    assert hover[0] == "<b>a</b> – <b>b</b><br>Votes: 6"


@pytest.mark.parametrize("size", [2, 3, 4, 5, 8, 13, 60])
def test_names_never_meet(size: int) -> None:
    """All dots differ; on either side they are evenly spaced in height, so that names next to them have room."""
    places = list(_ring([f"s{i}" for i in range(size)]).values())
    assert len(set(places)) == size
    for side in (1, -1):
        heights = sorted(y for x, y in places if x * side > 0)
        assert all(b - a == pytest.approx(2 / len(heights)) for a, b in pairwise(heights))
    assert all(x * x + y * y == pytest.approx(1) for x, y in places)


def test_the_same_ranking_gives_the_same_picture() -> None:
    """Nothing in the layout is left to chance."""
    assert comparison_graph(APART, labels=LABELS) == comparison_graph(APART, labels=LABELS)


def test_lines_in_all_directions_keep_their_numbers_apart() -> None:
    """The numbers of four systems' six lines are at six different places."""
    fig = comparison_graph(ranking([row(n, i) for i, n in enumerate("abcd", 1)]), labels=LABELS)
    spots = [(n.x, n.y) for n in fig.layout.annotations if n.name == "n"]
    assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) > 0.1 for a, b in combinations(spots, 2))
