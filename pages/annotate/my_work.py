"""My work: what have I done?"""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.my_work.hours import own_hours
from eval_core.campaigns.my_work.own_judgments import OwnComparison, own_judgment
from eval_core.errors import RefusedError
from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.ui.annotate import my_ratings
from eval_core.ui.annotate.letter import about_you, withdrawal
from eval_core.ui.annotate.my_work import hours, judgment, judgments, listed, saved_today, summary
from eval_core.ui.annotate.questions import own_messages_list, own_questions_list
from eval_core.ui.frame.chrome import campaign_choice, language_choice, sign_out_link
from eval_core.ui.frame.rated import rates
from eval_core.ui.parts.browser.announcer import announce
from eval_core.ui.parts.html import heading, verdict
from eval_core.ui.parts.local_time import zone_name
from eval_core.ui.parts.press import Notice, leave_notice
from eval_core.ui.registry import page_file
from eval_core.ui.session import Seat, require, session_id, store

state = st.session_state


def bar(seat: Seat, *, rates: bool) -> None:
    """The way back; staff have the rest in their sidebar."""
    with st.container(key="bar", horizontal=True, vertical_alignment="center"):
        st.page_link(page_file("annotate"), label=_("Back to rating") if rates else _("Back to the comparison"))
        if not seat.visitor.campaigns_as("researcher"):
            sign_out_link()
            campaign_choice(seat.campaigns)
            language_choice()


def opened(slug: str) -> OwnComparison | None:
    """The judgment that was opened, as long as it is in this campaign's list."""
    assignment_id = state.get("opened_judgment")
    if assignment_id is None:
        return None
    try:
        return own_judgment(store(), session_id(), slug, assignment_id)
    except RefusedError as refusal:
        state["opened_judgment"] = None
        leave_notice("my_work", Notice("list", refused=refusal.code))
        return None


def everything(slug: str, *, rates: bool) -> None:
    """All on one page: hours, judgments or ratings, questions, and what was agreed to."""
    days = own_hours(store(), session_id(), slug, zone_name())
    if rates:
        rated = my_ratings.listed(slug)
        title = my_ratings.summary(rated.total, saved_today(days))
        verdict(title, focusable=True)
        hours(slug, days, rates=True)
        my_ratings.ratings(rated)
    else:
        page = listed(slug)
        verdict(summary(page.total, days), focusable=True)
        hours(slug, days)
        judgments(page)
    own_messages_list(slug)
    heading(_("Questions and answers"), "part")
    own_questions_list(slug, rates=rates)
    heading(_("Taking part"), "part")
    about_you(slug)
    withdrawal(slug)


def one_of(seat: Seat, *, rates: bool) -> int | None:
    """What was opened, if anything is; its number."""
    if rates:
        sheet = my_ratings.opened(seat.slug)
        if sheet:
            my_ratings.rated(seat.slug, sheet, seat.visitor.text_size)
        return sheet.number if sheet else None
    found = opened(seat.slug)
    if found:
        judgment(seat.slug, found, seat.visitor.text_size)
    return found.number if found else None


seat = require("annotator")
state["shown_language"] = current_language()
rated = rates(seat.slug)
bar(seat, rates=rated)
with st.container(key="my_work"):
    number = one_of(seat, rates=rated)
    if number is None:
        everything(seat.slug, rates=rated)
state["layout"] = announce("", f"work {number or ''}", "h1.verdict")
