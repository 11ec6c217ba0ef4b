"""The way to an annotator's page, from any alarm or name. Its address has campaign and annotator: F5 and Back work."""

from __future__ import annotations

from typing import NoReturn
from urllib.parse import urlencode

import streamlit as st

from eval_core.ui.parts.tables import Link
from eval_core.ui.registry import page_file
from eval_core.web.shown_text import as_label

CAMPAIGN, ANNOTATOR = "campaign", "annotator"  # in the address


def case_link(slug: str, person_id: int, label: str) -> None:
    """Draw a link to the page of an annotator; `label` is plain text."""
    st.page_link(page_file("case"), label=as_label(label), query_params=_query(slug, person_id))


def open_case(slug: str, person_id: int) -> NoReturn:
    """Go to the page of an annotator, after a click."""
    st.switch_page(page_file("case"), query_params=_query(slug, person_id))


def case_name(slug: str, person_id: int | None, text: str) -> Link | str:
    """A name in a table that leads to the page of an annotator; where the person is not known, the text alone."""
    return text if person_id is None else Link(text, f"case?{urlencode(_query(slug, person_id))}")


def _query(slug: str, person_id: int) -> dict[str, str]:
    return {CAMPAIGN: slug, ANNOTATOR: str(person_id)}
