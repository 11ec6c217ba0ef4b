"""The staff's sidebar: the wordmark, the campaign and the way to others, and the pages under their headings."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from html import escape

import streamlit as st
from streamlit.navigation.page import Page

from eval_core.campaigns.people.sign_ins.sign_in import Visitor
from eval_core.campaigns.results.judges_compared import any_judges
from eval_core.campaigns.setup.campaigns import CampaignName, campaign_names
from eval_core.judges.server_address import server_endpoint
from eval_core.locales import N_
from eval_core.locales import gettext as _
from eval_core.ui.address import known_campaign, page_link
from eval_core.ui.frame.badge import inbox_badge
from eval_core.ui.frame.chrome import language_choice, sign_out_link
from eval_core.ui.parts.html import note
from eval_core.ui.registry import GROUPS, PAGES, home_of, page_of
from eval_core.ui.session import Seat, store
from eval_core.web.shown_text import as_label

STATES = {
    "draft": N_("not started"),
    "open": N_("open"),
    "paused": N_("paused"),
    "closed": N_("closed"),
    "archived": N_("archived"),
}


def sidebar(
    visitor: Visitor, names: Mapping[str, CampaignName], pages: Mapping[str, Page], page: str, slug: str | None
) -> None:
    """Draw all of it.

    Args:
        pages: the pages by their addresses; `page` is the one that is open, and `slug` the campaign that it shows.
    """
    known = known_campaign()
    now = slug or (known if known in visitor.roles else next(iter(visitor.roles), ""))
    led = visitor.campaigns_as("lead")
    if led:
        inbox_badge(now if now in led else led[0])
    with st.sidebar:
        st.html('<p class="wordmark">Parvis</p>')
        campaign_menu(visitor, names, tuple(visitor.roles), page=page, now=now)
        with st.container(key="pages"):
            page_link(pages["campaigns"], "", label=_("Campaigns"))
            for group in GROUPS:
                _group(visitor, pages, group, now, rates=now in names and names[now].rates)
        with st.container(key="foot"):
            language_choice()
            note(_("Signed in as {name}", name=visitor.name))
            sign_out_link()
            page_link(pages["about"], "", label=_("About Parvis"))


def campaign_choice(seat: Seat, page: str) -> None:
    """The campaign and the way to others, for annotators, who have no sidebar; nothing where there is one only."""
    if len(seat.campaigns) > 1:
        names = campaign_names(store())
        # The page's title has the campaign's: here is little room.
        campaign_menu(seat.visitor, names, seat.campaigns, page=page, now=seat.slug, label=_("Campaigns"))


def campaign_menu(
    visitor: Visitor,
    names: Mapping[str, CampaignName],
    slugs: Collection[str],
    *,
    page: str,
    now: str,
    label: str = "",
) -> None:
    """The campaign that is open, and behind it the others with their states; nothing before the first campaign."""
    if now not in names:
        return
    if len(slugs) < 2:
        st.html(_as_html(names[now]))
        return
    with (
        st.popover(label or as_label(names[now].title), key="campaign_menu", width="stretch"),
        st.container(key="campaign_list"),
    ):
        listed = [name for slug, name in names.items() if slug in slugs and (name.status != "archived" or slug == now)]
        for name in listed:
            if name.slug == now:
                st.html(_as_html(name))
            else:
                page_link(_there(visitor, page, name), name.slug, label=f"{name.title} · {_state(name)}")


def _as_html(name: CampaignName) -> str:
    """The campaign that is open, which is no link."""
    return f'<p class="campaign-now"><strong>{escape(name.title)}</strong> · {escape(_state(name))}</p>'


def _state(name: CampaignName) -> str:
    return _(STATES[name.status])


def _there(visitor: Visitor, page: str, name: CampaignName) -> str:
    """The page to open in another campaign: the same, unless it is not listed there for its reader."""
    roles = visitor.roles[name.slug]
    entry = page_of(page) if page else None
    same = entry and entry.group and roles & set(entry.roles) and entry.listed_where(rates=name.rates)
    return page if same else home_of(roles)


def _group(visitor: Visitor, pages: Mapping[str, Page], group: str, now: str, *, rates: bool) -> None:
    """A heading, and the pages under it that the visitor may read; `rates` where responses are rated."""
    held = visitor.everywhere.union(*visitor.roles.values())
    listed = [page for page in PAGES if page.group == group and held & set(page.roles)]
    listed = [page for page in listed if page.listed_where(rates=rates)]
    if listed:
        st.html(f"<h2>{escape(_(group))}</h2>")
    for page in listed:
        if page.name == "judges" and not any_judges(store()):
            continue  # a page without contents is not listed
        if page.name == "judge_desk" and not server_endpoint():
            continue
        there = visitor.campaigns_as(*page.roles)
        slug = now if now in there else next(iter(there), "")
        page_link(pages[page.name], slug, label=_(page.title))
