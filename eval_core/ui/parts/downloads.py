"""Files to download: made on request, after another check of permission."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from eval_core.campaigns.access import Who
from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.figures import standalone_html
from eval_core.files import table_bytes
from eval_core.locales import current_language
from eval_core.ui.session import session_id, store

File = tuple[str, str, str, Callable[[], str | bytes]]  # label, ending, kind, and what makes it


def download_row(slug: str, name: str, files: Sequence[File]) -> None:
    """One button for each file, all called `name`."""
    with st.container(key=f"downloads_{name}", horizontal=True):
        for label, ending, mime, make in files:
            file = partial(_allowed, session_id(), slug, make)
            st.download_button(label, file, f"{name}.{ending}", mime, key=f"{name}_{ending}", on_click="ignore")


def figure_downloads(slug: str, figure: go.Figure, data: pd.DataFrame, name: str, title: str) -> None:
    """The figure as a page of its own and its data as CSV; images come from the figure's own button."""
    page = partial(standalone_html, figure, title, lang=current_language(), file_name=name)
    download_row(slug, name, [("CSV", "csv", "text/csv", partial(csv_of, data)), ("HTML", "html", "text/html", page)])


def csv_of(data: pd.DataFrame) -> bytes:
    """A table as CSV that a spreadsheet runs no formula of."""
    return table_bytes(data, ".csv", spreadsheet_safe=True)


def _allowed(who: Who, slug: str, make: Callable[[], str | bytes]) -> str | bytes:
    latest_change(store(), slug, who)
    return make()
