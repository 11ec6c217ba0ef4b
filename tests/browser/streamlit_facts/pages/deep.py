"""A page that tells whether the router ran before it."""

from __future__ import annotations

import streamlit as st

st.text(f"guarded {st.session_state.get('guarded', 'no')}")
