"""Elements of all figures: the sheet, a piece of text on it, and labels ready to be drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from eval_core.figures.text import Count, Number, decimal_mark, grouping_mark, literal
from eval_core.figures.theme import Theme

SMALL = 12
LINE = 17  # pixels from one line of small text to the next


def words(labels: Mapping[str, str], keys: Sequence[str]) -> dict[str, str]:
    """The labels under `keys`, escaped; a newline stays one (`lines` turns it into a break).

    Raises:
        KeyError: for a label that is missing.
    """
    return {key: literal_lines(labels[key]) for key in keys}


def literal_lines(text: str) -> str:
    """Text, escaped, with its newlines kept."""
    return "\n".join(map(literal, text.split("\n")))


def lines(text: str) -> str:
    """Text with its newlines as Plotly writes them."""
    return text.replace("\n", "<br>")


def sheet(theme: Theme, *, height: int, margin: Mapping[str, int], number: Number, count: Count) -> go.Figure:
    """An empty figure: a background of its own, for images, no zoom, axis numbers as `number`, `count` write.

    Args:
        height: of the axes in pixels; the margins t and b are added.
        margin: pixels l, r, t and b.
    """
    fig = go.Figure()
    fig.update_layout(
        template="none",
        height=height + margin["t"] + margin["b"],
        margin={**margin, "pad": 0, "autoexpand": False},
        paper_bgcolor=theme.ground,
        plot_bgcolor=theme.ground,
        font={"family": theme.font, "size": SMALL, "color": theme.ink},
        hoverlabel={
            "bgcolor": theme.ground,
            "bordercolor": theme.grey,
            "align": "left",
            "font": {"family": theme.font, "size": 14, "color": theme.ink},
        },
        separators=decimal_mark(number) + grouping_mark(count),
        dragmode=False,
        hovermode="closest",
        showlegend=False,
    )
    fig.update_xaxes(fixedrange=True, zeroline=False, showgrid=False, tickfont={"color": theme.grey})
    fig.update_yaxes(fixedrange=True, zeroline=False, showgrid=False, tickfont={"color": theme.grey})
    return fig


def note(name: str, text: str, *, x: float, y: float, **options: Any) -> dict[str, Any]:
    """An annotation without an arrow; x is a share of the axes' width, y in the units of the y axis.

    `name` says what the text is (a column, a caption), so that it can be found again.
    """
    plain = {"name": name, "text": text, "x": x, "xref": "paper", "y": y, "showarrow": False, "borderpad": 0}
    return {**plain, "xanchor": "left", "yanchor": "middle", **options}


def caption(name: str, text: str, *, below: float, colour: str, **options: Any) -> dict[str, Any]:
    """Small text `below` pixels under the axes; `text` may have newlines."""
    look = {"font": {"size": SMALL, "color": colour}, "align": "left", "yref": "paper", "yanchor": "top"}
    return note(name, lines(text), y=0, yshift=-below, **{"x": 0, **look, **options})
