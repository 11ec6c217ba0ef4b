"""The yardstick: the least that an annotation page in Streamlit can be. Three buttons, one insert, one query.

Run by `tests.benchmarks.clicks` and `load`; BARE_DATABASE names its SQLite file, BARE_FRAGMENT=1 draws it inside a
fragment. Who judges stands in the address (?who=NAME); everybody goes through all pairs.
"""

from __future__ import annotations

import os

import streamlit as st

from tests.benchmarks.bare_votes import Votes


@st.cache_resource
def votes() -> Votes:
    return Votes(os.environ["BARE_DATABASE"])


def choose(who: str, pair: int, choice: str) -> None:
    votes().insert(who, pair, choice)


def page() -> None:
    who = st.query_params.get("who", "")
    pair, prompt, *texts = votes().following(who)
    st.text(f"{pair}. {prompt}")
    for column, text in zip(st.columns(2), texts, strict=True):
        column.text(text)
    for number, (label, choice) in enumerate((("A is better", "A"), ("Equal", "tie"), ("B is better", "B")), 1):
        st.button(label, key=choice, shortcut=str(number), on_click=choose, args=(who, pair, choice))


st.set_page_config("Bare", layout="wide")
(st.fragment(page) if os.environ.get("BARE_FRAGMENT") else page)()
