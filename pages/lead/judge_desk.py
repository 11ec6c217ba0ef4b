"""Run a judge: what would an LLM judge be asked, what does it reply, and what would it cost?"""

from __future__ import annotations

import streamlit as st

from eval_core.ui.frame.trouble import noting
from eval_core.ui.lead.judge_desk.exams import offer_exam, show_exams
from eval_core.ui.lead.judge_desk.judge_choice import choose_judge
from eval_core.ui.lead.judge_desk.judge_runs import JOBS_SECONDS, offer_run, show_runs
from eval_core.ui.lead.judge_desk.rehearsed import show_rehearsal
from eval_core.ui.session import require


@st.fragment(run_every=JOBS_SECONDS)
@noting
def runs(slug: str) -> None:
    require("lead", drawn=slug)
    show_runs(slug)


@st.fragment(run_every=JOBS_SECONDS)
@noting
def exams(slug: str) -> None:
    require("lead", "researcher", drawn=slug)
    show_exams(slug)


seat = require("lead", "researcher")
leads = seat.slug in seat.visitor.campaigns_as("lead")
with st.container(key="judge_desk"):
    chosen = choose_judge(seat.slug)
    if chosen is not None:
        rehearsal = show_rehearsal(seat.slug, chosen)
        offer_exam(seat.slug, leads=leads)
        exams(seat.slug)
        offer_run(seat.slug, chosen, rehearsal, leads=leads)
if leads:
    runs(seat.slug)
