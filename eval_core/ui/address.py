"""The campaign in the address (`?campaign=SLUG`), and the only ways from page to page, which keep it there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn
from urllib.parse import parse_qsl, urlencode

import streamlit as st
from streamlit.navigation.page import Page

from eval_core.ui.registry import PAGES, page_file
from eval_core.web.shown_text import as_label

_NAME = "campaign"


def asked_campaign() -> str:
    """The campaign that this tab's address names, '' where it names none."""
    return st.query_params.get(_NAME, "")


def known_campaign() -> str:
    """The campaign that this tab showed last, '' before the first."""
    return str(st.session_state.get(_NAME, ""))


def show_campaign(slug: str) -> None:
    """Have this tab show another campaign from its next run on. Back leads to the one before."""
    st.query_params[_NAME] = slug


def settle_campaign(slug: str) -> bool:
    """Write the campaign that is drawn now into the address, and remember it; whether this tab showed another before.

    The address is written where it names another campaign or none, and where the campaign changed: a link to the page
    that is open changes the campaign, but not what the browser shows as the address. It is not written in other runs: a
    late one would take away where the browser's Back or Forward went meanwhile.
    """
    changed = known_campaign() not in ("", slug)
    if changed or asked_campaign() != slug:
        st.query_params[_NAME] = slug
    st.session_state[_NAME] = slug
    return changed


def go_to(page: str, slug: str, **more: str) -> NoReturn:
    """Open a page of a campaign, in place of the one that is drawn.

    Args:
        slug: '' where there is no campaign yet.
        more: what else the address names, such as a person.
    """
    st.switch_page(page_file(page), query_params=_query(slug, more))


def follow(address: object) -> None:
    """Open the page of an address as `page_address` makes it; nothing where there is no such page.

    Args:
        address: it comes from the browser, so it may be anything.
    """
    page, _, query = address.partition("?") if isinstance(address, str) else ("", "", "")
    if any(page == entry.name for entry in PAGES):
        st.switch_page(page_file(page), query_params=dict(parse_qsl(query)))


def page_link(page: str | Page, slug: str, *, label: str, **more: str) -> None:
    """Draw a link to a page of a campaign; `label` is plain text, and the rest as for `go_to`."""
    there = page_file(page) if isinstance(page, str) else page
    st.page_link(there, label=as_label(label), query_params=_query(slug, more))


def page_address(page: str, slug: str, **more: str) -> str:
    """The address of a page of a campaign, for a link within HTML; relative to the page that is open."""
    return f"{page}?{urlencode(_query(slug, more))}"


def _query(slug: str, more: Mapping[str, str]) -> dict[str, str]:
    return ({_NAME: slug} if slug else {}) | dict(more)
