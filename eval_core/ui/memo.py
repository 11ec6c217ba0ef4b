"""What pages compute of a campaign's data, kept for all who look until the data change."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import streamlit as st

Given = ParamSpec("Given")
Found = TypeVar("Found")
State = tuple[int, ...]
_Asked = tuple[tuple[Any, ...], frozenset[tuple[str, Any]]]
Compute = Callable[Concatenate[str, str, State, Given], Found]  # database, campaign, state, what is chosen


def of_newest_state(compute: Compute[Given, Found]) -> Compute[Given, Found]:
    """Like `st.cache_data`, for a function of a database, a campaign, the state of its data and whatever is chosen.

    No result is older than the data, and none is computed twice. With the first look at a newer state the results of
    the one before are let go: each may hold all judgments, and nobody can ask for them any more.
    """
    # The limit is for those that were still being computed when their state grew old.
    cached: Any = st.cache_data(max_entries=256, show_spinner=False)(compute)
    newest: dict[tuple[str, str], tuple[State, set[_Asked]]] = {}
    lock = Lock()

    @wraps(compute)
    def found(database: str, slug: str, latest: State, /, *args: Given.args, **kwargs: Given.kwargs) -> Found:
        with lock:
            state, asked = newest.get((database, slug), (latest, set()))
            if state != latest:
                for others, named in asked:
                    cached.clear(database, slug, state, *others, **dict(named))
                asked = set()
            asked.add((args, frozenset(kwargs.items())))
            newest[database, slug] = (latest, asked)
        return cast("Found", cached(database, slug, latest, *args, **kwargs))

    return found
