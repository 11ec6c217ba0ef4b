"""HTTP routes next to Streamlit: sign-in, the API for programs, metrics, guards. Imports no Streamlit.

May import: campaigns, upkeep and what is below.
Tests: tests/services/web.
"""
