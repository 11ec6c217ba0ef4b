"""My work: what have I judged or rated, and how long did it take?"""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.my_work.hours import own_hours
from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.ui.annotate import my_ratings
from eval_core.ui.annotate.letter import about_you, withdrawal
from eval_core.ui.annotate.my_work import (
    LAYOUT,
    SHOWN_LANGUAGE,
    hours,
    judgment,
    judgments,
    open_judgment,
    own_judgments_page,
    saved_today,
    summary,
)
from eval_core.ui.annotate.questions import own_messages_list, own_questions_list
from eval_core.ui.frame.chrome import campaign_choice, language_choice, sign_out_link
from eval_core.ui.frame.rating_notices import rates
from eval_core.ui.parts.browser.announcer import announce
from eval_core.ui.parts.html import heading, verdict
from eval_core.ui.parts.local_time import zone_name
from eval_core.ui.registry import page_file
from eval_core.ui.session import Seat, require, session_id, store


def bar(seat: Seat, *, rates: bool) -> None:
    """The link back to the desk, and the menu; staff have the menu in their sidebar."""
    with st.container(key="bar", horizontal=True, vertical_alignment="center"):
        st.page_link(page_file("annotate"), label=_("Back to rating") if rates else _("Back to the comparison"))
        if not seat.visitor.campaigns_as("researcher"):
            sign_out_link()
            campaign_choice(seat.campaigns)
            language_choice()


def everything(slug: str, *, rates: bool) -> None:
    """All on one page: hours, judgments or ratings, questions, and what the person agreed to."""
    days = own_hours(store(), session_id(), slug, zone_name())
    if rates:
        ratings_page = my_ratings.own_ratings_page(slug)
        title = my_ratings.summary(ratings_page.total, saved_today(days))
        verdict(title, focusable=True)
        hours(slug, days, rates=True)
        my_ratings.ratings(ratings_page)
    else:
        judgments_page = own_judgments_page(slug)
        verdict(summary(judgments_page.total, days), focusable=True)
        hours(slug, days)
        judgments(judgments_page)
    own_messages_list(slug)
    heading(_("Questions and answers"), "part")
    own_questions_list(slug, rates=rates)
    heading(_("Taking part"), "part")
    about_you(slug)
    withdrawal(slug)


def opened_entry(seat: Seat, *, rates: bool) -> int | None:
    """The judgment or the rated response that is open; returns its number, None where none is."""
    if rates:
        response = my_ratings.open_sheet(seat.slug)
        if response:
            my_ratings.rated_response(seat.slug, response, seat.visitor.text_size)
        return response.number if response else None
    comparison = open_judgment(seat.slug)
    if comparison:
        judgment(seat.slug, comparison, seat.visitor.text_size)
    return comparison.number if comparison else None


seat = require("annotator")
st.session_state[SHOWN_LANGUAGE] = current_language()
rated = rates(seat.slug)
bar(seat, rates=rated)
with st.container(key="my_work"):
    number = opened_entry(seat, rates=rated)
    if number is None:
        everything(seat.slug, rates=rated)
st.session_state[LAYOUT] = announce("", f"work {number or ''}", "h1.verdict")
