"""What Streamlit runs on every full rerun: who is here, which page and campaign the address names, and that page."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from eval_core.campaigns.setup.campaigns import campaign_names
from eval_core.errors import UnavailableError
from eval_core.locales import gettext as _
from eval_core.ui.address import asked_campaign, follow, go_to, settle_campaign
from eval_core.ui.frame.chrome import demo_banner, style
from eval_core.ui.frame.sidebar import sidebar
from eval_core.ui.frame.trouble import lost_protocol_text, say_trouble
from eval_core.ui.parts.html import page_title, trouble
from eval_core.ui.parts.press import forget_notices
from eval_core.ui.registry import PAGES, STAFF, home_of, page_file, page_of
from eval_core.ui.session import campaign_here, store, visitor

person, unavailable, names, slug, roles = None, None, {}, None, frozenset[str]()
try:
    person = visitor()
    roles = person.everywhere.union(*person.roles.values()) if person else roles
    names = campaign_names(store()) if person else {}
except UnavailableError as error:
    unavailable = error


def start() -> None:
    """The bare address leads to the page that opens first, so every page has the same address for everybody."""
    asked, several = asked_campaign(), bool(person and len(person.campaigns_as(*STAFF)) > 1)
    # A link to a campaign opens what its reader does there.
    home = home_of((person and person.roles.get(asked)) or roles, several=several and not asked)
    entry = page_of(home)
    go_to(home, (person and entry.of_campaign and campaign_here(person, *entry.roles)) or asked)


# Every page is registered for everybody: our own refusal is clearer than "page not found".
pages = {page.name: st.Page(page_file(page.name), title=_(page.title), url_path=page.name) for page in PAGES}
first = st.Page(start, title="Parvis", default=True)
current = st.navigation([first, *pages.values()], position="hidden")
entry = page_of(current.url_path) if current.url_path else None
if person and entry:
    slug = campaign_here(person, *entry.roles)
    if slug and entry.of_campaign and settle_campaign(slug):
        forget_notices()
campaign = names[slug].title if slug in names and entry and entry.of_campaign else ""
st.set_page_config(
    page_title=" · ".join(filter(None, (_(entry.title) if entry else "", campaign, "Parvis"))),
    page_icon=str(Path(__file__).with_name("icon.svg")),
    layout="wide",
)
follow(style(current.url_path))
try:
    if unavailable:
        raise unavailable
    if campaign and slug and names[slug].is_demo:
        demo_banner()
    if person and roles & set(STAFF):
        sidebar(person, names, pages, current.url_path, slug)
    if entry and not entry.own_title and (slug or (not entry.of_campaign and roles & set(entry.roles))):
        page_title(_(entry.title), campaign)
    if campaign and slug and not names[slug].readable:
        trouble(lost_protocol_text())
    else:
        current.run()
except UnavailableError as error:
    say_trouble(error)
