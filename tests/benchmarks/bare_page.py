"""The yardstick: the least that an annotation page in Streamlit can be. Three buttons, one insert, one query.

Run by `tests.benchmarks.clicks`; BARE_DATABASE names its SQLite file, BARE_FRAGMENT=1 draws it inside a fragment.
"""

from __future__ import annotations

import os
import sqlite3

import streamlit as st


@st.cache_resource
def database() -> sqlite3.Connection:
    """One connection for the process, with the same durability as Parvis has on SQLite."""
    connection = sqlite3.connect(os.environ["BARE_DATABASE"], check_same_thread=False)
    connection.execute("PRAGMA synchronous=NORMAL")
    return connection


def choose(pair: int, choice: str) -> None:
    with database() as transaction:
        transaction.execute("INSERT INTO vote (pair, choice) VALUES (?, ?)", (pair, choice))


def page() -> None:
    query = "SELECT id, prompt, a, b FROM pair WHERE id > (SELECT coalesce(max(pair), 0) FROM vote) ORDER BY id LIMIT 1"
    pair, prompt, *texts = database().execute(query).fetchone()
    st.text(prompt)
    for column, text in zip(st.columns(2), texts, strict=True):
        column.text(text)
    for number, (label, choice) in enumerate((("A is better", "A"), ("Equal", "tie"), ("B is better", "B")), 1):
        st.button(label, key=choice, shortcut=str(number), on_click=choose, args=(pair, choice))


st.set_page_config("Bare", layout="wide")
(st.fragment(page) if os.environ.get("BARE_FRAGMENT") else page)()
