"""What Streamlit runs on every full rerun: who is here, which pages they may open, and the chosen page."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from eval_core.campaigns.results.judges_compared import any_judges
from eval_core.errors import UnavailableError
from eval_core.locales import gettext as _
from eval_core.ui.frame.chrome import demo_banner, sidebar, style
from eval_core.ui.frame.trouble import say_trouble
from eval_core.ui.registry import PAGES, home_of, page_file
from eval_core.ui.session import store, visitor

st.set_page_config(page_title="Parvis", page_icon=str(Path(__file__).with_name("icon.svg")), layout="wide")
person, unavailable, staff, roles = None, None, False, frozenset[str]()
empty = {"judges"}  # a page without contents is not listed
try:
    person = visitor()
    roles = person.everywhere.union(*person.roles.values()) if person else roles
    staff = bool(roles & {"lead", "researcher"})
    if staff and any_judges(store()):
        empty = set()
except UnavailableError as error:
    unavailable = error
# Every page is registered for everybody: our own refusal is clearer than "page not found".
pages = {
    page.name: st.Page(
        page_file(page.name),
        title=_(page.title),
        url_path=page.name,
        visibility="visible" if page.listed and roles & set(page.roles) and page.name not in empty else "hidden",
    )
    for page in PAGES
}


def start() -> None:
    """The bare address leads to the page that opens first, so every page has the same address for everybody."""
    st.switch_page(pages[home_of(roles)])


first = st.Page(start, title="Parvis", default=True, visibility="hidden")
current = st.navigation([first, *pages.values()], position="sidebar" if staff else "hidden")
style()
try:
    if unavailable:
        raise unavailable
    demo_banner(person)
    if person and staff:
        sidebar(person)
    current.run()
except UnavailableError as error:
    say_trouble(error)
