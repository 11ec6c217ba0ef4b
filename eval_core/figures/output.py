"""Output of figures: the settings of the screen widget, and a file that needs nothing else."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from typing import Any

import plotly.graph_objects as go
import plotly.io as pio

_PAGE = """<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>body {{ margin: 0; padding: 16px; background: {ground}; }}</style>
</head>
<body>
{figure}
</body>
</html>
"""


# Plotly's settings on the screen: no button, since images are painted (`painted`), whatever the window.
SCREEN: Mapping[str, Any] = {
    "displaylogo": False,
    "displayModeBar": False,
    "responsive": True,
    "scrollZoom": False,
    # A system called "$x$" is a name, not a formula.
    "typesetMath": False,
}
_WIDE = 1000  # pixels of the image that a page's button saves


def config(file_name: str) -> dict[str, Any]:
    """Plotly's settings for a page of its own: a button that saves an SVG of one width, whatever the window.

    Args:
        file_name: of the image, without its ending; what does not belong in a file name becomes a hyphen.
    """
    image = {"format": "svg", "filename": re.sub(r"[^\w.-]+", "-", file_name), "width": _WIDE}
    return {**SCREEN, "displayModeBar": True, "modeBarButtons": [["toImage"]], "toImageButtonOptions": image}


def standalone_html(fig: go.Figure, title: str, *, lang: str = "en", file_name: str = "figure") -> str:
    """One HTML page in UTF-8 with the figure and plotly.js inside; it needs no network.

    Args:
        title: plain text for the page's title.
        lang: BCP 47 tag of the page's language.
        file_name: of the image that the figure's button saves.
    """
    return _PAGE.format(
        lang=html.escape(lang),
        title=html.escape(title),
        ground=html.escape(fig.layout.paper_bgcolor or "#FFFFFF"),
        figure=pio.to_html(fig, config=config(file_name), include_plotlyjs=True, full_html=False),
    )
