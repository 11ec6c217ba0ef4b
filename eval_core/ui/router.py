"""What Streamlit runs on every full rerun: who is here, which pages are theirs, and the chosen page."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from eval_core.locales import gettext as _
from eval_core.ui.chrome import demo_banner, sidebar, style
from eval_core.ui.registry import PAGES, home_of
from eval_core.ui.session import visitor

ROOT = Path(__file__).resolve().parents[2]

st.set_page_config(page_title="Parvis", page_icon=":material/compare:", layout="wide")
found = visitor()
roles = {role for held in found.roles.values() for role in held} if found else set()
home = home_of(roles)
staff = bool(roles & {"lead", "researcher"})

# Every page is registered for everybody: our own refusal is clearer than "page not found".
pages = [
    st.Page(
        ROOT / "pages" / f"{page.name}.py",
        title=_(page.title),
        url_path=None if page.name == home else page.name,
        default=page.name == home,
        visibility="visible" if roles & set(page.roles) else "hidden",
    )
    for page in PAGES
]
current = st.navigation(pages, position="sidebar" if staff else "hidden")
style()
demo_banner(found)
if found and staff:
    sidebar(found)
current.run()
