"""A plain main script beside the folder `pages`, with the guard that Streamlit leaves out."""

from __future__ import annotations

import streamlit as st

st.session_state.guarded = "yes"
st.navigation([st.Page(lambda: st.text("front"), title="Front", default=True)], position="hidden").run()
