"""All campaigns of a lead or researcher: what needs them, how far each is, and the way to each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from html import escape

import pandas as pd
import streamlit as st

from eval_core.campaigns.access import Who
from eval_core.campaigns.watching.overview import CampaignOverview, list_overview
from eval_core.locales import gettext as _
from eval_core.locales import ngettext, number, said
from eval_core.protocols import load_protocol
from eval_core.reports.background.need_words import need_text
from eval_core.ui.address import go_to, page_link
from eval_core.ui.frame.sidebar import STATES
from eval_core.ui.frame.trouble import lost_protocol_text
from eval_core.ui.lead.progress_data import attention, look_at
from eval_core.ui.lead.setup.setup_state import setup_state
from eval_core.ui.parts.downloads import download_row, table_files
from eval_core.ui.parts.html import heading, note, trouble_html, verdict
from eval_core.ui.parts.local_time import local_moment, reader_zone
from eval_core.ui.session import session_id, store

MANY = 10  # from one more on, they can be searched
_RUNNING = ("draft", "open", "paused")  # only these can need anyone


@dataclass(frozen=True)
class Line:
    """A campaign, with how many things need its lead and what the most urgent one is, as far as is known."""

    campaign: CampaignOverview
    needs: int = 0
    first: str = ""


def lines_of(campaigns: Sequence[CampaignOverview]) -> list[Line]:
    """What is drawn: first what needs its reader, of that what has begun; then by what happened last."""
    newest_first = sorted(campaigns, key=lambda campaign: campaign.active_at, reverse=True)
    return sorted(map(_line, newest_first), key=lambda line: (not line.needs, line.campaign.status == "draft"))


def _line(campaign: CampaignOverview) -> Line:
    known = attention(campaign) if _may_need(campaign) else None
    if known is None or not known.needs:
        return Line(campaign)
    first = need_text(known.needs[0], deadline=known.deadline, now=known.at, zone=reader_zone())
    return Line(campaign, len(known.needs), first)


def _may_need(campaign: CampaignOverview) -> bool:
    return campaign.leads and campaign.readable and campaign.status in _RUNNING


def look_at_rest(campaigns: Sequence[CampaignOverview]) -> None:
    """Look at what is not known of these campaigns, and draw the page again with that.

    Of thirty campaigns that takes seconds, so it comes last, when all else is on the screen.
    """
    unknown = [campaign for campaign in campaigns if _is_unknown(campaign)]
    for campaign in unknown:
        st.empty()  # a click meanwhile is taken here
        look_at(campaign)
    if unknown:
        st.rerun()


def _is_unknown(campaign: CampaignOverview) -> bool:
    known = attention(campaign)
    return _may_need(campaign) and (known is None or not known.is_current(campaign))


def show_campaigns(campaigns: Sequence[CampaignOverview]) -> None:
    """The whole list; archived campaigns fold away."""
    lines = lines_of([campaign for campaign in campaigns if campaign.status != "archived"])
    first_look = any(_may_need(campaign) and attention(campaign) is None for campaign in campaigns)
    verdict(_("Looking at each campaign …") if first_look else headline(lines))
    if any(campaign.leads for campaign in campaigns) and st.button(_("New campaign"), key="campaigns_new"):
        go_to("new_campaign", "")
    if len(lines) > MANY:
        words = st.text_input(_("Search campaigns"), key="campaigns_search")
        lines = [line for line in lines if words.casefold().strip() in line.campaign.title.casefold()]
        if not lines:
            note(_("No campaign has these words in its title."))
    with st.container(key="campaigns"):
        for line in lines:
            _draw(line)
    archived = [campaign for campaign in campaigns if campaign.status == "archived"]
    if archived:
        with st.expander(_("Archived campaigns ({count})", count=number(len(archived)))):
            for line in lines_of(archived):
                _draw(line)
    if campaigns:
        download_row(campaigns[0].slug, "campaigns", table_files(partial(_frame, session_id())))


def headline(lines: Sequence[Line]) -> str:
    """How many campaigns need their lead."""
    waiting = sum(1 for line in lines if line.needs)
    if not lines:
        return _("There is no running campaign.")
    if not any(line.campaign.leads for line in lines):
        return ngettext("{count} campaign", "{count} campaigns", len(lines))
    if not waiting:
        return _("No campaign needs you just now.")
    return ngettext("{count} campaign needs you.", "{count} campaigns need you.", waiting)


def _draw(line: Line) -> None:
    campaign = line.campaign
    with st.container(key=f"campaign_row_{campaign.slug}"):
        page = "setup" if campaign.leads and campaign.status == "draft" else "progress"
        page_link(page, campaign.slug, label=campaign.title)
        st.html(_facts(campaign) + _progress(campaign) + _needs(line))


def _facts(campaign: CampaignOverview) -> str:
    protocol = said(load_protocol(campaign.protocol).title) if campaign.readable else campaign.protocol
    when = _("last active {moment}", moment=local_moment(campaign.active_at))
    facts = " · ".join((_(STATES[campaign.status]), protocol, when))
    return f'<p class="note">{escape(facts)}</p>'


def _progress(campaign: CampaignOverview) -> str:
    if not campaign.readable:
        return trouble_html(lost_protocol_text(), role="")
    if not campaign.total and campaign.leads and campaign.status == "draft":
        return ""  # what a draft lacks is said with what needs its lead
    if not campaign.total:
        return f'<p class="note">{escape(_("Nothing is loaded yet."))}</p>'
    facts = {"done": number(campaign.done), "total": number(campaign.total)}
    rated = _("Responses rated {done} of {total} times", **facts)
    text = escape(rated if campaign.rates else _("{done} of {total} judgments", **facts))
    bar = f'<progress max="{campaign.total}" value="{campaign.done}" aria-label="{text}"></progress>'
    return f'<p class="how-far">{bar} <span>{text}</span></p>'


def _needs(line: Line) -> str:
    if not line.needs:
        return ""
    label = escape(_("Needs attention ({count})", count=number(line.needs)))
    return f'<p class="needing"><strong>{label}</strong> {escape(line.first)}</p>'


def duplicate_one(campaigns: Sequence[CampaignOverview]) -> None:
    """The way to a copy of a campaign, for its leads."""
    led = {campaign.slug: campaign.title for campaign in campaigns if campaign.leads}
    if not led:
        return
    heading(_("Duplicate a campaign"))
    with st.container(key="campaigns_copy", horizontal=True, vertical_alignment="bottom"):
        slug = st.selectbox(
            _("Campaign to duplicate"), list(led), format_func=led.__getitem__, key="campaigns_original"
        )
        if st.button(_("Go on"), key="campaigns_duplicate") and slug in led:
            setup_state().steps[slug] = "course"  # where its copy is made
            go_to("setup", slug)


def _frame(who: Who) -> pd.DataFrame:
    return pd.DataFrame([asdict(campaign) for campaign in list_overview(store(), who)]).drop(columns="state")
