"""The forest plot says what the ranking says, and says nothing else."""

from __future__ import annotations

import re
import time
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval_core.figures import DARK, FOREST_LABELS, LIGHT, forest_plot
from eval_core.figures.brackets import lanes, undecided_sets
from eval_core.figures.text import two_decimals
from tests.unit.figures.building import FOREST, HOSTILE, judged, ranking, row, texts, trace

NAMES = ("Aase", "Bjørg", "Cato", "Dag", "Eli", "Frøy")


def plain(size: int = 5, **options):
    return forest_plot(ranking([row(name, i) for i, name in enumerate(NAMES[:size], 1)]), labels=FOREST, **options)


def test_columns_are_the_rankings_numbers() -> None:
    """Every system has one row, in order, and each column's text is the ranking's number."""
    fig = plain(3)
    assert texts(fig, "system") == ["Aase", "Bjørg", "Cato"]
    assert texts(fig, "rank") == ["1–2", "2–3", "3–4"]
    assert texts(fig, "judgments") == ["1,001", "1,002", "1,003"]
    assert texts(fig, "win_rate") == ["0.89", "0.88", "0.87"]
    assert texts(fig, "estimate") == ["2.13", "1.76", "1.39"]
    assert texts(fig, "low") == ["[1.73,", "[1.36,", "[0.99,"]
    assert texts(fig, "high") == ["2.53]", "2.16]", "1.79]"]


def test_one_rank_is_no_range() -> None:
    """A rank range of one place is written as that place."""
    assert texts(forest_plot(ranking([row("a", 1, rank_high=1)]), labels=FOREST), "rank") == ["1"]


def test_dots_and_whiskers_are_the_estimates() -> None:
    """Dots are at the strengths, whiskers from low to high, each in its system's row, all within the axis."""
    rows = [row("a", 1), row("b", 2, low=-40.0), row("c", 3, high=55.0)]
    fig = forest_plot(ranking(rows), labels=FOREST)
    dots, whiskers = trace(fig, "estimate"), trace(fig, "interval")
    assert list(dots.x) == [r.strength for r in rows]
    assert list(whiskers.x) == [end for r in rows for end in (r.low, r.high, None)]
    ys = [note.y for note in fig.layout.annotations if note.name == "system"]
    assert list(dots.y) == ys
    assert list(whiskers.y)[::3] == ys
    low, high = fig.layout.xaxis.range
    assert low < -40
    assert high > 55


def test_unbounded_systems_get_an_arrow_and_no_dot() -> None:
    """A system that never lost has a line from its limit and an arrow to the right, one that never won to the left."""
    fitted = judged(
        *[("x", "y", "first"), ("y", "x", "first"), ("x", "y", "tie")],
        *[("top", "x", "first"), ("top", "y", "first"), ("bottom", "x", "second")],
    )
    fig = forest_plot(fitted, labels=FOREST)
    at = dict(zip(texts(fig, "system"), sorted(n.y for n in fig.layout.annotations if n.name == "system"), strict=True))
    arrows = {note.y: note for note in fig.layout.annotations if note.name == "unbounded"}
    assert set(arrows) == {at["top"], at["bottom"]}
    assert all(note.showarrow for note in arrows.values())
    rows = {row.system: row for row in fitted.systems}
    assert arrows[at["top"]].text == f"&gt; {two_decimals(rows['top'].low)}"
    assert arrows[at["bottom"]].text == f"&lt; {two_decimals(rows['bottom'].high)}"
    limits = {shape.y0: shape.x0 for shape in fig.layout.shapes if shape.name == "limit"}
    assert limits == {at["top"]: rows["top"].low, at["bottom"]: rows["bottom"].high}
    assert (arrows[at["top"]].x, arrows[at["bottom"]].x) == (1, 0)
    assert set(trace(fig, "estimate").y) == {at["x"], at["y"]}
    assert len(texts(fig, "estimate")) == len(texts(fig, "low")) == 2


def test_without_an_error_there_is_a_dot_only() -> None:
    """A finite estimate without a standard error has a dot and its number, but neither interval nor whisker."""
    rows = [row("a", 1), row("b", 2, se=None, low=None, high=None)]
    fig = forest_plot(ranking(rows), labels=FOREST)
    assert len(trace(fig, "estimate").x) == len(texts(fig, "estimate")) == 2
    assert len(trace(fig, "interval").x) == 3
    assert len(texts(fig, "low")) == len(texts(fig, "high")) == 1


def test_each_component_has_its_heading() -> None:
    """Several components are headed by number above their first system; a single one has no heading."""
    rows = [row("a", 1), row("b", 2), row("c", 1, component=1), row("d", 2, component=1)]
    fig = forest_plot(ranking(rows), labels=FOREST)
    assert texts(fig, "group") == ["<b>Part 1</b>", "<b>Part 2</b>"]
    placed = sorted((n.y, n.text) for n in fig.layout.annotations if n.name in {"group", "system"})
    assert [text for _, text in placed] == ["<b>Part 1</b>", "a", "b", "<b>Part 2</b>", "c", "d"]
    assert len({y for y, _ in placed}) == 6
    assert texts(plain(), "group") == []


@given(
    st.integers(2, 9).flatmap(lambda k: st.tuples(st.just(k), st.sets(st.sampled_from([*combinations(range(k), 2)]))))
)
def test_brackets_cover_exactly_the_undecided_pairs(drawn) -> None:
    """Pairs that share a bracket are the undecided ones, all of them and no other; no bracket is part of another."""
    size, undecided = drawn
    names = [f"s{i}" for i in range(size)]
    made = ranking([row(name, i) for i, name in enumerate(names, 1)], [(names[i], names[j]) for i, j in undecided])
    sets = [{names.index(name) for name in members} for members in undecided_sets(made)]
    assert {pair for members in sets for pair in combinations(sorted(members), 2)} == undecided
    assert not any(inner < outer for inner in sets for outer in sets)


def test_brackets_stay_within_components_and_bounded_systems() -> None:
    """Undecided pairs across components, or with an unbounded system, share no bracket: nothing was tested."""
    rows = [row("a", 1), row("b", 2), row("u", 3, bounded=False), row("c", 1, component=1), row("d", 2, component=1)]
    made = ranking(rows, combinations("abucd", 2))
    assert undecided_sets(made) == (("a", "b"), ("c", "d"))


def test_drawn_brackets_are_solid_along_members_and_dotted_past_others() -> None:
    """A bracket over rows 0, 1 and 3 runs solid along 0-1 and 3, dotted past 2, at the same place in the margin."""
    made = ranking([row(n, i) for i, n in enumerate("abcd", 1)], combinations("abd", 2))
    fig = forest_plot(made, labels=FOREST)

    def ends(name):
        points = [re.findall(r"([\d.-]+),([\d.-]+)", s.path) for s in fig.layout.shapes if s.name == name]
        return sorted(
            (min(float(y) for _, y in p), max(float(y) for _, y in p), max(float(x) for x, _ in p)) for p in points
        )

    (first, second), (past,) = ends("bracket"), ends("past")
    assert first[:2] == pytest.approx((-0.3, 1.3))
    assert second[:2] == pytest.approx((2.7, 3.3))
    assert past[:2] == pytest.approx((1.3, 2.7))
    assert first[2] == second[2] == past[2]
    assert texts(fig, "bracket") == ["Alike"]
    assert texts(plain(), "bracket") == []


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9))).map(lambda s: sorted((a, a + b) for a, b in s)))
def test_brackets_in_one_lane_do_not_touch(spans) -> None:
    """Two spans in one lane never overlap, and no more lanes are used than spans overlap at some place."""
    taken = lanes(spans)
    for (first, lane), (second, other) in combinations(zip(spans, taken, strict=True), 2):
        assert lane != other or first[1] < second[0] or second[1] < first[0]
    deepest = max((sum(a <= y <= b for a, b in spans) for y, _ in spans), default=0)
    assert max(taken, default=-1) + 1 == deepest


def test_hostile_names_are_only_text() -> None:
    """Markup, entities and direction marks in a name reach Plotly escaped, in the table and in hover texts."""
    fig = forest_plot(ranking([row(HOSTILE, 1), row("b", 2)]), labels=FOREST)
    seen = texts(fig, "system")[0]
    hover = next(n.hovertext for n in fig.layout.annotations if n.name == "system")
    assert seen.startswith("&lt;/script&gt;")
    for text in (seen, hover, trace(fig, "estimate").hovertext[0]):
        assert "<script" not in text
        assert "<a" not in text
        assert "\u202e" not in text
    assert "&amp;lt;" in hover


def test_long_names_are_shortened_but_complete_on_touch() -> None:
    """A name too wide for its column keeps its beginning and its end; its hover text has all of it."""
    name = "Norwegian-instruct-" * 6
    fig = forest_plot(ranking([row(name, 1)]), labels=FOREST)
    (shown,) = texts(fig, "system")
    start, end = shown.split("…")
    assert name.startswith(start)
    assert name.endswith(end)
    assert len(end) == 6
    assert name in next(n.hovertext for n in fig.layout.annotations if n.name == "system")


def test_compact_keeps_rank_name_and_axis() -> None:
    """On a phone the other columns are gone but their numbers are shown on touch."""
    fig = plain(3, compact=True)
    assert texts(fig, "rank") == ["1–2", "2–3", "3–4"]
    assert not [n for n in fig.layout.annotations if n.name in {"judgments", "win_rate", "estimate", "low", "high"}]
    hover = trace(fig, "estimate").hovertext[0]
    assert all(part in hover for part in ("1,001", "0.89", "2.13 [1.73, 2.53]"))
    assert fig.layout.margin.l + fig.layout.margin.r < 220


def test_numbers_are_written_as_asked() -> None:
    """The caller's number and count write all figures; with a decimal comma the limits part at a semicolon."""
    fig = plain(1, number=lambda v: f"{v:.1f}".replace(".", ","), count=lambda n: f"{n} st")
    assert texts(fig, "low") == ["[1,7;"]
    assert texts(fig, "judgments") == ["1001 st"]
    assert fig.layout.separators[0] == ","


def test_default_numbers_have_a_true_minus() -> None:
    """A negative number has a minus, not a hyphen, and what rounds to zero has none."""
    fig = forest_plot(ranking([row("a", 1, strength=-0.001, low=-0.5)]), labels=FOREST)
    assert texts(fig, "estimate") == ["0.00"]
    assert texts(fig, "low") == ["[−0.50,"]


@pytest.mark.parametrize("key", FOREST_LABELS)
def test_a_missing_word_is_an_error(key: str) -> None:
    """There is no word to fall back on: a label that is missing raises KeyError."""
    with pytest.raises(KeyError, match=key):
        forest_plot(ranking([row("a", 1)]), labels={k: v for k, v in FOREST.items() if k != key})


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_ground_is_painted(theme) -> None:
    """Images have the theme's ground, in the axes and around them, not a transparent one."""
    fig = plain(theme=theme)
    assert fig.layout.paper_bgcolor == fig.layout.plot_bgcolor == theme.ground


def test_nothing_and_only_ties_are_drawn() -> None:
    """An empty ranking and one of ties only make a figure, the latter with dots at zero and no whiskers."""
    assert texts(forest_plot(ranking([]), labels=FOREST), "system") == []
    fig = forest_plot(judged(("a", "b", "tie"), ("b", "a", "tie")), labels=FOREST)
    assert list(trace(fig, "estimate").x) == [0, 0]
    assert len(trace(fig, "interval").x) == 0
    low, high = fig.layout.xaxis.range
    assert low < 0 < high


def test_sixty_systems_are_drawn_quickly() -> None:
    """Sixty systems, none separated, take less than two seconds and one bracket."""
    names = [f"system {i:02}" for i in range(60)]
    made = ranking([row(name, i) for i, name in enumerate(names, 1)], combinations(names, 2))
    start = time.process_time()
    fig = forest_plot(made, labels=FOREST)
    assert time.process_time() - start < 2
    assert texts(fig, "system") == names
    assert len([s for s in fig.layout.shapes if s.name == "bracket"]) == 1
