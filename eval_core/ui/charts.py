"""Figures on the screen: our words and numbers in the reader's language, colours after their theme."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from eval_core.figures import DARK, LIGHT, Theme, config
from eval_core.locales import gettext as _
from eval_core.locales import moment, number, short_day
from eval_core.ranking.results import Ranking

IMAGE_FORMATS = ("SVG", "PNG")


def figure_theme() -> Theme:
    """The figures' colours for the theme that this browser shows."""
    return DARK if st.context.theme.type == "dark" else LIGHT


def show_figure(fig: go.Figure, key: str, file_name: str) -> None:
    """Draw a figure over the whole width; its button saves an image, made in the browser."""
    image = st.session_state.get("image_format", IMAGE_FORMATS[0])
    label = _("Save the figure as {format}", format=image)
    settings = config(file_name, "png" if image == "PNG" else "svg", download=label) | {"displayModeBar": True}
    st.plotly_chart(fig, key=key, theme=None, width="stretch", config=settings)


def choose_image_format() -> None:
    """Which images the figures' buttons save."""
    st.selectbox(_("Images"), IMAGE_FORMATS, key="image_format", width=120)


def numerals() -> dict[str, Any]:
    """How figures write numbers and counts in the reader's language."""
    return {"number": lambda value: number(value, 2), "count": number}


def moments(value: datetime, timed: bool) -> str:
    """How figures write moments in the reader's language."""
    return moment(value) if timed else short_day(value)


def forest_words(ranking: Ranking) -> dict[str, str]:
    """The words of the forest plot."""
    axis = (
        _("strength against {reference}, natural-log scale", reference=ranking.reference)
        if ranking.reference
        else _("strength, natural-log scale (0 is the mean)")
    )
    return {
        "rank": _("Rank"),
        "system": _("System"),
        "judgments": _("Judgments"),
        "win_rate": _("Win rate"),
        "estimate": _("Strength [{level} %]", level=number(100 * ranking.level, 0)),
        "axis": axis,
        "bracket": _("A bracket joins systems that are not told apart."),
        "unbounded": _("unbounded"),
        "group": _("Group {number}"),
    }


def burn_words() -> dict[str, str]:
    """The words of the burn-up."""
    return {"done": _("done"), "plan": _("plan"), "forecast": _("forecast"), "judgments": _("judgments")}


def matrix_words() -> dict[str, str]:
    """The words of the win matrix."""
    return {
        "system": _("System"),
        "opponent": _("preferred to"),
        "share": _("Share of judgments in which the row's system was preferred, a tie as half"),
        "n": _("(below it: the number of judgments)"),
        "wins": _("preferred"),
        "ties": _("equally fluent"),
        "losses": _("not preferred"),
    }
