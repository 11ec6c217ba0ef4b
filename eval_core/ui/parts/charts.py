"""Figures on the screen: our words and numbers in the reader's language, colours after their theme."""

from __future__ import annotations

from datetime import datetime

import plotly.graph_objects as go
import streamlit as st

from eval_core.figures import DARK, LIGHT, Theme, config
from eval_core.locales import gettext as _
from eval_core.locales import moment, short_day

IMAGE_FORMATS = ("SVG", "PNG")


def figure_theme() -> Theme:
    """The figures' colours for the theme that this browser shows."""
    return DARK if st.context.theme.type == "dark" else LIGHT


def show_figure(fig: go.Figure, key: str, file_name: str) -> None:
    """Draw a figure across the page; its button saves an image, which the browser makes."""
    image = st.session_state.get("image_format", IMAGE_FORMATS[0])
    label = _("Save the figure as {format}", format=image)
    settings = config(file_name, "png" if image == "PNG" else "svg", download=label) | {"displayModeBar": True}
    st.plotly_chart(fig, key=key, theme=None, width="stretch", config=settings)


def choose_image_format() -> None:
    """Which images the figures' buttons save."""
    st.selectbox(_("Images"), IMAGE_FORMATS, key="image_format", width=120)


def moments(value: datetime, timed: bool) -> str:
    """How figures write moments in the reader's language."""
    return moment(value) if timed else short_day(value)


def burn_words(*, rates: bool = False) -> dict[str, str]:
    """The words of the burn-up."""
    made = _("rated responses") if rates else _("judgments")
    return {"done": _("done"), "plan": _("plan"), "forecast": _("forecast"), "judgments": made}
