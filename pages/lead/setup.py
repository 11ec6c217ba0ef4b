"""Setup: what is the plan?"""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.setup.plan_review import read_plan_review
from eval_core.ui.lead.setup.fields import unsaved_steps
from eval_core.ui.lead.setup.steps import choose_step, head, show_step
from eval_core.ui.parts.browser.leaving_guard import guard_leaving
from eval_core.ui.session import require, session_id, store

seat = require("lead")
plan = read_plan_review(store(), seat.slug, session_id())
st.html(head(plan))
steps, step = st.columns([2, 5], gap="large")
with steps, st.container(key="setup_steps"):
    chosen = choose_step(seat.slug, plan)
with step, st.container(key="setup_open"):
    show_step(seat.slug, plan, chosen)
guard_leaving(unsaved=bool(unsaved_steps(seat.slug)))
