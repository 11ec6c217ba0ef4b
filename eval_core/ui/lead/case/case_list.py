"""The list of what an annotator judged or rated: which of it is shown, a page at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from eval_core.locales import current_language, number
from eval_core.locales import gettext as _
from eval_core.ui.session import page_state

PAGE = 10  # entries

ALL = "all"
state = st.session_state


@dataclass
class CaseList:
    """What the page remembers of the list: whose it is, which filter, and which of its pages, counted from 0."""

    slug: str = ""
    person: int = 0
    chosen: str = ALL
    page: int = 0

    @property
    def offset(self) -> int:
        """How many entries come before the page."""
        return self.page * PAGE


def case_list(slug: str, person_id: int) -> CaseList:
    """The list of this annotator as it was left; another annotator's begins with all, at its first page."""
    memory = page_state(CaseList)
    if (memory.slug, memory.person) != (slug, person_id):
        memory.slug, memory.person, memory.chosen, memory.page = slug, person_id, ALL, 0
    return memory


def choose_filter(memory: CaseList, labels: Mapping[str, str], counts: Mapping[str, int]) -> None:
    """Draw the filters under which there is something, each with its count.

    Args:
        labels: a message of the catalogues for each filter, in their order.
    """
    key = f"case_filter_{memory.slug}_{memory.person}_{current_language()}"
    state[key] = memory.chosen
    some = [code for code in labels if counts[code] or code in (ALL, memory.chosen)]

    def choose() -> None:
        memory.chosen, memory.page = state[key] or ALL, 0

    st.pills(
        _("Show"),
        some,
        format_func=lambda code: f"{_(labels[code])} {number(counts[code])}",
        key=key,
        on_change=choose,
        label_visibility="collapsed",
    )


def turn_pages(memory: CaseList, total: int) -> None:
    """Draw the way to the pages before and after, where there are several; `total` entries are under the filter."""
    last = (total - 1) // PAGE
    if last < 1:
        return

    def turn(by: int) -> None:
        memory.page = min(max(0, memory.page + by), last)

    with st.container(key="case_pages", horizontal=True, vertical_alignment="center"):
        st.button(_("Back"), key="case_back", disabled=memory.page == 0, on_click=turn, args=(-1,))
        st.text(_("Page {page} of {pages}", page=number(memory.page + 1), pages=number(last + 1)))
        st.button(_("More"), key="case_more", disabled=memory.page >= last, on_click=turn, args=(1,))
