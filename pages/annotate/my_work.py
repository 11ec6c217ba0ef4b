"""My work: what have I judged or rated, and how long did it take?"""

from __future__ import annotations

import streamlit as st

from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.ui.address import page_link
from eval_core.ui.annotate import my_judgments, my_ratings
from eval_core.ui.annotate.letter import about_you, agreed_letter, withdrawal
from eval_core.ui.annotate.my_hours import count_text, hours, left_out_text, read_hours
from eval_core.ui.annotate.my_judgments import LAYOUT, SHOWN_LANGUAGE
from eval_core.ui.annotate.my_work import LETTER, opened, read_list, work_list
from eval_core.ui.annotate.questions import news_line, own_messages_list, own_questions_list
from eval_core.ui.frame.chrome import language_choice, sign_out_link
from eval_core.ui.frame.rating_notices import rates
from eval_core.ui.frame.sidebar import campaign_choice
from eval_core.ui.frame.sign_in_list import own_sign_in_list
from eval_core.ui.parts.browser.announcer import announce
from eval_core.ui.parts.html import heading, note, verdict
from eval_core.ui.session import Seat, require


def bar(seat: Seat, *, rates: bool) -> None:
    """The link back to the desk, and the menu; staff have the menu in their sidebar."""
    with st.container(key="bar", horizontal=True, vertical_alignment="center"):
        page_link("annotate", seat.slug, label=_("Back to rating") if rates else _("Back to the comparison"))
        if not seat.visitor.campaigns_as("researcher"):
            sign_out_link()
            campaign_choice(seat, "my_work")
            language_choice()


def everything(slug: str, name: str, *, rates: bool) -> None:
    """All on one page: hours, judgments or ratings, questions, and what the person agreed to."""
    days, count = read_hours(slug)
    verdict(count_text(count, rates=rates), focusable=True)
    if left_out := left_out_text(count):
        note(left_out)
    news_line(slug)
    work_list(read_list(slug), rates=rates)
    hours(slug, name, days, rates=rates)
    own_messages_list(slug)
    heading(_("Questions and answers"), "part")
    own_questions_list(slug, rates=rates)
    heading(_("Taking part"), "part")
    about_you(slug)
    withdrawal(slug)
    heading(_("Where you are signed in"), "part")
    own_sign_in_list("my_work")


def entry(seat: Seat, number: int, *, rates: bool) -> bool:
    """The open judgment or rated response; whether there is one in the list."""
    if rates:
        response = my_ratings.open_sheet(seat.slug, number)
        if response:
            my_ratings.rated_response(seat.slug, response, seat.visitor.text_size)
        return response is not None
    comparison = my_judgments.open_judgment(seat.slug, number)
    if comparison:
        my_judgments.judgment(seat.slug, comparison, seat.visitor.text_size)
    return comparison is not None


seat = require("annotator")
st.session_state[SHOWN_LANGUAGE] = current_language()
rated, open_ = rates(seat.slug), opened(seat.slug)
bar(seat, rates=rated)
with st.container(key="my_work"):
    if open_ == LETTER:
        agreed_letter(seat.slug)
    elif not isinstance(open_, int) or not entry(seat, open_, rates=rated):
        everything(seat.slug, seat.visitor.name, rates=rated)
st.session_state[LAYOUT] = announce("", f"work {open_ or ''}", ".verdict[tabindex]")
