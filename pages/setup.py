"""Setup: what is the plan?"""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.planning import read_plan
from eval_core.ui.session import require, session_id, store
from eval_core.ui.setup import SECTIONS, head

seat = require("lead")
plan = read_plan(store(), seat.slug, session_id())
st.html(head(plan))
for section in SECTIONS:
    section(seat.slug, plan)
