"""Output of figures: the settings of the screen widget, and a file that needs nothing else."""

from __future__ import annotations

import html
import re
from typing import Any, Literal

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


def config(file_name: str, image_format: Literal["svg", "png"], *, download: str | None = None) -> dict[str, Any]:
    """Plotly's settings for one figure: an image download (twice the screen's pixels) and no other button.

    Args:
        file_name: of the image, without its ending; what does not belong in a file name becomes a hyphen.
        download: the button's words in the reader's language; None leaves Plotly's English.
    """
    settings: dict[str, Any] = {
        "displaylogo": False,
        "responsive": True,
        "scrollZoom": False,
        # A system called "$x$" is a name, not a formula.
        "typesetMath": False,
        "modeBarButtons": [["toImage"]],
        "toImageButtonOptions": {"format": image_format, "filename": re.sub(r"[^\w.-]+", "-", file_name), "scale": 2},
    }
    if download is not None:
        words = dict.fromkeys(("Download plot", "Download plot as a PNG", "Download plot as a png"), download)
        settings |= {"locale": "own", "locales": {"own": {"dictionary": words}}}
    return settings


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
        figure=pio.to_html(fig, config=config(file_name, "svg"), include_plotlyjs=True, full_html=False),
    )
