"""Files to download: made on request, after another check of permission."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import copy_context
from functools import partial

import pandas as pd
import streamlit as st

from eval_core.campaigns.access import Who
from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.figures import standalone_html
from eval_core.figures.painted import paint
from eval_core.files import MIME_TYPES, table_bytes
from eval_core.locales import current_language, use_language
from eval_core.ui.parts.charts import Drawing
from eval_core.ui.session import session_id, store
from eval_core.web.own_files import hand_over, require_asking

File = tuple[str, str, str, Callable[[], str | bytes]]  # label, ending, kind, and what makes it


def download_row(slug: str, name: str, files: Sequence[File]) -> None:
    """One button for each file, all called `name`; they are made in the language of the page."""
    with st.container(key=f"downloads_{name}", horizontal=True):
        for label, ending, mime, make in files:
            file = partial(_allowed, session_id(), current_language(), slug, make)
            file_button(label, file, f"{name}.{ending}", mime, key=f"{name}_{ending}")


def file_button(label: str, make: Callable[[], str | bytes], name: str, mime: str, *, key: str) -> None:
    """A button whose file is made when it is pressed, for the session that the page is drawn for and no other.

    Args:
        make: asks again whether its reader may have the file.
    """
    who = session_id()

    def made() -> str | bytes:
        require_asking(who)
        content = make()
        hand_over(who, content)
        return content

    st.download_button(label, made, name, mime, key=key, on_click="ignore")


def figure_downloads(slug: str, figure: Drawing, data: pd.DataFrame, name: str, title: str) -> None:
    """The figure's data as a table, and the figure itself."""
    download_row(slug, name, [*table_files(lambda: data), *figure_files(figure, name, title)])


def figure_files(figure: Drawing, name: str, title: str) -> list[File]:
    """A figure as a page of its own and as images for a paper: light and of full width, whatever the window."""
    language = current_language()
    kinds = (("SVG", "svg", "image/svg+xml"), ("PDF", "pdf", "application/pdf"), ("PNG", "png", "image/png"))
    return [
        ("HTML", "html", "text/html", lambda: standalone_html(figure.plot(), title, lang=language, file_name=name)),
        *((label, ending, mime, partial(_image, figure, ending)) for label, ending, mime in kinds),
    ]


def table_files(make: Callable[[], pd.DataFrame]) -> list[File]:
    """A table for people: as a workbook, and as CSV that a spreadsheet runs no formula of."""
    return [
        ("Excel", "xlsx", MIME_TYPES[".xlsx"], lambda: table_bytes(make(), ".xlsx")),
        ("CSV", "csv", MIME_TYPES[".csv"], lambda: table_bytes(make(), ".csv", spreadsheet_safe=True)),
    ]


def _image(figure: Drawing, kind: str) -> bytes:
    painted = paint(figure.model())
    return {"svg": painted.svg, "pdf": painted.pdf, "png": painted.png}[kind]()


def _allowed(who: Who, language: str, slug: str, make: Callable[[], str | bytes]) -> str | bytes:
    latest_change(store(), slug, who)

    def made() -> str | bytes:
        use_language(language)
        return make()

    # Streamlit calls this in a thread of its own, which knows nothing of the page's language.
    return copy_context().run(made)
