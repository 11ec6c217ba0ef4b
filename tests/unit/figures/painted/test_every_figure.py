"""Every kind of figure is painted: what it says is on the sheet, in both widths, and texts keep apart."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import combinations
from typing import get_args

import numpy as np
import pandas as pd
import pytest

from eval_core.campaigns.watching.progress import Forecast
from eval_core.figures import (
    agreement_matrix_model,
    burn_up_model,
    comparison_graph_model,
    convergence_model,
    document_grid_model,
    forest_model,
    issue_model,
    judge_agreement_model,
    rank_heat_map_model,
    rating_forest_model,
    rating_grid_model,
    rating_scatter_model,
    win_matrix_model,
)
from eval_core.figures.checkpoints import checkpoint_model
from eval_core.figures.models import Cells, Curves, Graph, Profile, Sides, Table
from eval_core.figures.painted import Model, Painted, Width, paint
from eval_core.figures.painted.canvas import Area, Dot, Stroke, Text
from eval_core.figures.painted.layout import Scale, name_lines, tick_texts, ticks
from eval_core.ranking.checkpoints import CheckpointRow
from eval_core.scoring import Rule, document_scores, item_scores, system_scores
from tests.unit.figures.building import BURN, FOREST, MATRIX, collisions, outside, ranking, row

SYSTEMS = tuple(f"norsk-modell-{size}b-instruct" for size in (1, 3, 7, 13, 30, 70))
CRITERIA = {"form": ("Korrekt form", 1, 5), "sense": ("Sammenheng i teksten", 1, 5)}
START = datetime(2026, 11, 16, 9, tzinfo=UTC)
BOTH: tuple[Width, ...] = ("one", "two")


def pairwise_models() -> dict[str, Model]:
    """Of a ranking of six systems in two groups."""
    rows = [row(name, i, component=int(i > 4)) for i, name in enumerate(SYSTEMS, 1)]
    made = ranking(rows, combinations(SYSTEMS[:3], 2))
    joined = tuple(pair for pair in made.pairs if (pair.system in SYSTEMS[:4]) == (pair.opponent in SYSTEMS[:4]))
    apart = replace(made, pairs=joined)
    shares = pd.DataFrame(
        [
            (name, rank, 0.5 if abs(rank - i) < 2 else 0.004)
            for i, name in enumerate(SYSTEMS, 1)
            for rank in range(1, 7)
        ],
        columns=["system", "rank", "share"],
    )
    pairs = pd.DataFrame(
        [(f"person {a}", f"person {b}", 40, 0.5) for a, b in combinations(range(1, 12), 2)],
        columns=["annotator_a", "annotator_b", "n", "agreement"],
    )
    heat = {"system": "System", "rank": "Rank", "share": "Probability of each rank"}
    people = {"annotator": "Annotator", "other": "agrees with", "agreement": "Share.", "n": "(number)"}
    graph = {"judgments": "judgments", "group": "Group {number}", "note": "A line joins two systems."}
    return {
        "forest": forest_model(made, labels=FOREST),
        "matrix": win_matrix_model(made, labels=MATRIX),
        "heat map": rank_heat_map_model(made, shares, labels=heat),
        "agreement": agreement_matrix_model(pairs, labels=people),
        "graph": comparison_graph_model(apart, labels=graph),
    }


def rated_models() -> dict[str, Model]:
    """Of responses that two people rated, and of a judge next to them."""
    rng = np.random.default_rng(3)
    rows = [
        (f"p{item}", f"document {item // 3}", system, who, key, int(rng.integers(1, 6)))
        for item in range(12)
        for system in SYSTEMS
        for who in ("Kari", "Ola")
        for key in CRITERIA
    ]
    frame = pd.DataFrame(rows, columns=["item", "document", "system", "annotator", "criterion", "value"])
    items = item_scores(frame, Rule((("form", 1, 5), ("sense", 1, 5)), "mean"))
    levels, documents = system_scores(items), document_scores(items)
    forest = {"system": "System", "responses": "Rated", "annotators": "By", "score": "Score [95 %]", "axis": "score"}
    grid = {"criterion": "Criterion", "system": "System", "mean": "Mean rating", "responses": "Responses"}
    texts = {"document": "Document", "system": "System", "score": "Mean score", "responses": "Responses"}
    scores = rng.uniform(1, 5, (60, 2)).round(1)
    points = pd.DataFrame(
        [
            *[("item", f"p{i}", "d", "x", *pair) for i, pair in enumerate(scores)],
            *[("document", None, f"d{i}", "x", *pair) for i, pair in enumerate(scores[:12])],
            *[("system", None, None, name, 2 + 0.4 * i, 1.5 + 0.5 * i) for i, name in enumerate(SYSTEMS)],
        ],
        columns=["unit", "item", "document", "system", "one", "other"],
    )
    scatter = {"one": "HEval, by people", "other": "HEval, by judges", "responses": "Responses", "note": "Dots."}
    judged = pd.DataFrame(
        [("Whole", 40, 0.5, 0.4, 0.6, 0.7, 0.6, 0.8), ("Form", 40, -0.2, -0.5, 0.1, 0.3, np.nan, np.nan)],
        columns=["criterion", "responses", "judge", "judge_low", "judge_high", "people", "people_low", "people_high"],
    )
    sides = {"criterion": "Criterion", "judge": "Judge", "people": "People", "responses": "Rated", "axis": "alpha"}
    return {
        "scores": rating_forest_model(levels, labels=forest, limits=(1, 5)),
        "criteria": rating_grid_model(levels, labels=grid, criteria=CRITERIA),
        "documents": document_grid_model(documents, systems=SYSTEMS, labels=texts, limits=(1, 5)),
        "scatter": rating_scatter_model(points, labels=scatter, limits=((1, 5), (1, 5))),
        "sides": judge_agreement_model(judged, labels=sides),
    }


def developing_models() -> dict[str, Model]:
    """What changes over time, and what was ticked."""
    curves = pd.DataFrame(
        [
            (50 * n, START + timedelta(hours=n), name, 2 - 0.8 * i, 2 - 0.8 * i - 3 / n, 2 - 0.8 * i + 3 / n)
            for n in range(1, 9)
            for i, name in enumerate(SYSTEMS)
        ],
        columns=["judgments", "at", "system", "strength", "low", "high"],
    )
    made = [(START + timedelta(hours=hour), 10 * hour) for hour in range(1, 11)]
    now = START + timedelta(hours=12)
    forecast = Forecast(*(now + timedelta(hours=hours) for hours in (20, 30, 90)), 10.0)
    plan = [(START, 0), (START + timedelta(hours=48), 400)]
    issues = {"grammar": "Grammar", "flow": "Poor flow from sentence to sentence", "words": "Unusual words"}
    profile = pd.DataFrame(
        [
            (name, issue, 50, 40, 4, 10.0 * i + 4 * j, 10.0 * i + 2 * j, 10.0 * i + 9 * j + 5)
            for i, name in enumerate(SYSTEMS)
            for j, issue in enumerate(issues)
        ],
        columns=["system", "issue", "asked", "given", "ticked", "rate", "low", "high"],
    )
    converged = {"strength": "Strength", "judgments": "judgments", "note": "Strength and its interval."}
    ticked = {"axis": "per 100 judgments", "given": "n = {number}", "note": "Whiskers are intervals."}
    rows = [("norsk", 500.0 * n, f"norsk-{n}", *(end + 0.3 * n for end in (-1.0, -1.4, -0.6))) for n in range(1, 6)]
    rows.append(("annen", 100.0, "annen-1", 0.2, -0.3, 0.7))
    checkpoints = [
        CheckpointRow(family, at, name, 0, strength, low, high, True, None, None, None, False)
        for family, at, name, strength, low, high in rows
    ]
    trained = {"strength": "Strength", "checkpoint": "checkpoint", "note": "Strength by checkpoint."}
    return {
        "checkpoints": checkpoint_model(checkpoints, labels=trained),
        "convergence": convergence_model(curves, labels=converged),
        "burn-up": burn_up_model(made, total=400, plan=plan, forecast=forecast, at=now, labels=BURN),
        "issues": issue_model(profile, labels=ticked, issues=issues),
    }


@cache
def models() -> dict[str, Model]:
    return pairwise_models() | rated_models() | developing_models()


@pytest.mark.parametrize("width", BOTH)
def test_every_kind_is_painted_without_a_collision(width: Width) -> None:
    """All fourteen figures, of every kind of record: texts are on the sheet and keep apart, numbers are finite."""
    assert {type(model) for model in models().values()} == set(get_args(Model))
    for name, model in models().items():
        figure = paint(model, width)
        assert outside(figure) == [], name
        assert collisions(figure) == [], name
        assert np.isfinite(numbers(figure)).all(), name


def numbers(figure: Painted) -> list[float]:
    """Every place on the sheet."""
    found = [figure.wide, figure.high]
    for shape in figure.shapes:
        match shape:
            case Text() | Dot():
                found += [shape.x, shape.y]
            case Stroke():
                found += [end for point in shape.points for end in point]
            case Area():
                found += [end for points in shape.polygons for point in points for end in point]
    return found


def test_the_painters_draw_the_record() -> None:
    """Each dot, cell, curve and name of a record is on the sheet."""
    painted = {name: paint(model) for name, model in models().items()}
    for name in ("forest", "scores"):
        table = models()[name]
        assert isinstance(table, Table)
        places = [shape.x for shape in painted[name].shapes if isinstance(shape, Dot)]
        estimates = [row.estimate for row in table.rows if row.estimate is not None]
        scale = Scale(estimates[0], estimates[-1], places[0], places[-1])
        assert places == pytest.approx([scale.at(value) for value in estimates])
    for name in ("matrix", "criteria"):
        cells = models()[name]
        assert isinstance(cells, Cells)
        printed = [cells.printed(i, j) for i, j in np.argwhere(np.isfinite(cells.values)).tolist()]
        texts = list(painted[name].texts())
        assert all(texts.count(text) >= printed.count(text) for text in printed)
    graph, curves, profile, sides = (models()[name] for name in ("graph", "convergence", "issues", "sides"))
    assert isinstance(graph, Graph)
    dots = [shape for shape in painted["graph"].shapes if isinstance(shape, Dot)]
    assert len(dots) == sum(len(group.places) for group in graph.groups) == 6
    assert isinstance(curves, Curves)
    bands = [shape for shape in painted["convergence"].shapes if isinstance(shape, Area)]
    assert len(bands) == len(curves.curves)
    assert isinstance(profile, Profile)
    rates = sum(len(rates) for _, _, rates in profile.panels)
    assert len([shape for shape in painted["issues"].shapes if isinstance(shape, Dot)]) == rates
    assert isinstance(sides, Sides)
    marks = [shape.mark for shape in painted["sides"].shapes if isinstance(shape, Dot)]
    assert (marks.count("diamond"), marks.count("circle")) == (3, 3), "two rows and the key"


def test_ticks_are_round_and_within() -> None:
    """Ticks are evenly spaced within the span, and written alike, with the language's decimal mark."""
    assert ticks(-1.2, 2.3, 7) == [-1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0]
    assert tick_texts([-0.5, 0.0, 2.0], ",") == ["−0,5", "0,0", "2,0"]
    for low, high in ((0, 1e-6), (-3e5, 7e8), (1.98, 5.02)):
        found = ticks(low, high, 5)
        assert 2 <= len(found) <= 5
        assert low <= found[0]
        assert found[-1] <= high * (1 + 1e-9)
    assert ticks(2.0, 2.0, 5) == [2.0]


def test_long_names_break_at_signs() -> None:
    """A name breaks after a hyphen where it can, and its second line is cut with an ellipsis."""
    assert name_lines("norsk-modell-7b-instruct", 8, 60) == ["norsk-modell-7b-", "instruct"]
    first, second = name_lines("x" * 100, 8, 60)
    assert first == "x" * len(first)
    assert second.count("…") == 1
