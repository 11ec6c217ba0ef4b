"""Figures on the screen: our words and numbers in the reader's language, colours after their theme."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from eval_core.figures import DARK, LIGHT, SCREEN, Theme
from eval_core.figures.painted import Model
from eval_core.locales import gettext as _


@dataclass(frozen=True)
class Drawing:
    """One figure: `plot` draws it for a theme, compact or not, and else light and wide; `model` gives its record."""

    plot: Callable[..., go.Figure]
    model: Callable[[], Model]


def drawing(plot: Callable[..., go.Figure], model: Callable[..., Model], *args: Any, **words: Any) -> Drawing:
    """The figure that `plot` draws on the screen and `model` gives to the painter, of the same data and words."""
    return Drawing(partial(plot, *args, **words), partial(model, *args, **words))


def figure_theme() -> Theme:
    """The figures' colours for the theme that this browser shows."""
    return DARK if st.context.theme.type == "dark" else LIGHT


def show_figure(figure: Drawing, key: str, *, compact: bool) -> None:
    """Draw a figure across the page, in the colours of this browser."""
    shown = figure.plot(theme=figure_theme(), compact=compact)
    st.plotly_chart(shown, key=key, theme=None, width="stretch", config=dict(SCREEN))


def burn_words(*, rates: bool = False) -> dict[str, str]:
    """The words of the burn-up."""
    made = _("rated responses") if rates else _("judgments")
    return {"done": _("done"), "plan": _("plan"), "forecast": _("forecast"), "judgments": made}
