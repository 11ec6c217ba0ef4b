"""What holds of every figure for researchers: words from the caller, harmless names, a painted ground, nothing to draw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pandas as pd
import pytest

from eval_core.figures import (
    AGREEMENT_LABELS,
    CONVERGENCE_LABELS,
    DARK,
    GRAPH_LABELS,
    HEAT_MAP_LABELS,
    ISSUE_LABELS,
    LIGHT,
    agreement_matrix,
    comparison_graph,
    convergence_plot,
    issue_plot,
    rank_heat_map,
)
from eval_core.figures.text import width
from tests.unit.figures.building import HOSTILE, ranking, row

LONG = "Norwegian-instruct-" * 6


def shares(names: list[str]) -> pd.DataFrame:
    """Rank shares of these systems, each surely at its place."""
    size = range(len(names))
    return pd.DataFrame(
        [(name, rank + 1, float(rank == i)) for i, name in enumerate(names) for rank in size],
        columns=["system", "rank", "share"],
    )


def agreements(names: list[str]) -> pd.DataFrame:
    """Everybody agrees with the next one on 3 of 4."""
    pairs = [(a, b, 4, 0.75) for a, b in pairwise(names)]
    return pd.DataFrame(pairs, columns=["annotator_a", "annotator_b", "n", "agreement"])


def history(names: list[str]) -> pd.DataFrame:
    """Three points of every system."""
    at = pd.Timestamp("2026-03-02T09:00", tz="UTC")
    rows = [
        (n, at, name, 0.1 * i, 0.1 * i - 60 / n, 0.1 * i + 60 / n) for n in (20, 40, 60) for i, name in enumerate(names)
    ]
    return pd.DataFrame(rows, columns=["judgments", "at", "system", "strength", "low", "high"])


def profile(names: list[str], issues: tuple[str, ...] = ("grammar", "flow")) -> pd.DataFrame:
    """One tick in ten of every issue."""
    rows = [(name, issue, 12, 10, 1, 10.0, 2.0, 40.0) for name in names for issue in issues]
    return pd.DataFrame(rows, columns=["system", "issue", "asked", "given", "ticked", "rate", "low", "high"])


def placed(names: list[str]) -> Any:
    return ranking([row(name, i) for i, name in enumerate(names, 1)])


@dataclass(frozen=True)
class Kind:
    """A figure: its labels' keys, and how to draw one of so many names."""

    keys: tuple[str, ...]
    draw: Callable[..., Any]

    def labels(self) -> dict[str, str]:
        return {key: f"word-{key} {{number}}" for key in self.keys}

    def of(self, names: list[str], labels: Mapping[str, str] | None = None, **options: Any) -> Any:
        return self.draw(names, labels=self.labels() if labels is None else labels, **options)


ISSUES = {"grammar": "Grammar", "flow": "Flow"}
FIGURES = {
    "rank_heat_map": Kind(HEAT_MAP_LABELS, lambda names, **o: rank_heat_map(placed(names), shares(names), **o)),
    "agreement_matrix": Kind(AGREEMENT_LABELS, lambda names, **o: agreement_matrix(agreements(names), **o)),
    "convergence_plot": Kind(CONVERGENCE_LABELS, lambda names, **o: convergence_plot(history(names), **o)),
    "issue_plot": Kind(ISSUE_LABELS, lambda names, **o: issue_plot(profile(names), issues=ISSUES, **o)),
    "comparison_graph": Kind(GRAPH_LABELS, lambda names, **o: comparison_graph(placed(names), **o)),
}


@pytest.fixture(params=FIGURES)
def kind(request: pytest.FixtureRequest) -> Kind:
    """Each figure in turn."""
    return FIGURES[request.param]


def all_texts(fig: Any) -> list[str]:
    """All texts of a figure that Plotly would read as markup."""
    values = [text for note in fig.layout.annotations for text in (note.text, note.hovertext) if text]
    for trace in fig.data:
        for text in trace.hovertext if trace.hovertext is not None else ():
            values += text if isinstance(text, list | tuple) else [text]
    for name in fig.layout:
        if name.startswith("yaxis") and fig.layout[name].ticktext:
            values += fig.layout[name].ticktext
    return [text for text in values if text]


def test_a_missing_word_is_an_error(kind: Kind) -> None:
    """There is no word to fall back on: each label that is missing raises KeyError."""
    for key in kind.keys:
        with pytest.raises(KeyError, match=key):
            kind.of(["a", "b"], {k: v for k, v in kind.labels().items() if k != key})


@pytest.mark.parametrize("compact", [False, True])
def test_hostile_names_are_only_text(kind: Kind, compact: bool) -> None:
    """Markup, entities and direction marks in a name reach Plotly escaped, in the figure and in hover texts."""
    texts = all_texts(kind.of([HOSTILE, "b", "c"], compact=compact))
    assert any("&lt;script" in text for text in texts)
    for text in texts:
        assert "<script" not in text
        assert "<a " not in text
        assert "\u202e" not in text


def test_words_are_only_text(kind: Kind) -> None:
    """Markup in a word is as harmless as in a name."""
    texts = all_texts(kind.of(["a", "b"], dict.fromkeys(kind.keys, HOSTILE)))
    assert any("&lt;script" in text for text in texts)
    assert not any("<script" in text for text in texts)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_ground_is_painted(kind: Kind, theme: Any) -> None:
    """Images have the theme's ground, in the axes and around them, and no box of a legend."""
    fig = kind.of(["a", "b"], theme=theme)
    assert fig.layout.paper_bgcolor == fig.layout.plot_bgcolor == theme.ground
    assert fig.layout.showlegend is False


@pytest.mark.parametrize("compact", [False, True])
def test_long_names_are_shortened_but_complete_on_touch(kind: Kind, compact: bool) -> None:
    """A name too wide for its place ends in an ellipsis; touching it shows all of it."""
    fig = kind.of([LONG, "b"], compact=compact)
    shown = [note for note in fig.layout.annotations if note.name == "system" and note.hovertext == LONG]
    assert len(shown) == 1
    start, end = shown[0].text.split("…")
    assert (LONG.startswith(start), LONG.endswith(end)) == (True, True)


@pytest.mark.parametrize("compact", [False, True])
def test_captions_keep_to_the_figure(kind: Kind, compact: bool) -> None:
    """Words under a figure are broken into lines of at most 330 pixels on a phone, 700 else."""
    fig = kind.of(["a", "b"], dict.fromkeys(kind.keys, "many words of it " * 12), compact=compact)
    under = [note for note in fig.layout.annotations if note.yref == "paper" and note.y == 0]
    limit = 330 if compact else 700
    assert all(width(line, 12) <= limit for note in under for line in note.text.split("<br>") if note.name != "axis")
    deepest = max(17 * (note.text.count("<br>") + 1) - note.yshift for note in under)
    assert fig.layout.margin.b >= deepest > 17


def test_nothing_is_drawn_without_an_error(kind: Kind) -> None:
    """No systems or annotators make a figure without names."""
    for compact in (False, True):
        assert [n for n in kind.of([], compact=compact).layout.annotations if n.name == "system"] == []


def test_sixty_are_drawn(kind: Kind) -> None:
    """Each of sixty names is written once."""
    names = [f"system {i:02}" for i in range(60)]
    drawn = [note.text for note in kind.of(names).layout.annotations if note.name == "system"]
    assert sorted(drawn) == names
