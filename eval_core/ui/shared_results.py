"""What pages compute from a campaign's data, kept for all readers until the data change."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import streamlit as st

Given = ParamSpec("Given")
Result = TypeVar("Result")
State = tuple[int, ...]
_Asked = tuple[tuple[Any, ...], frozenset[tuple[str, Any]]]
Compute = Callable[Concatenate[str, str, State, Given], Result]  # database, campaign, state, the reader's choices


def of_newest_state(compute: Compute[Given, Result]) -> Compute[Given, Result]:
    """Like `st.cache_data`, for a function of a database, a campaign, the state of its data and the reader's choices.

    No result is older than the data, and none is computed twice. The first call with a newer state drops the results
    of the one before: each may hold all judgments, and nobody can ask for them any more.
    """
    # The limit catches results that were still being computed when their state grew old.
    cached: Any = st.cache_data(max_entries=256, show_spinner=False)(compute)
    newest: dict[tuple[str, str], tuple[State, set[_Asked]]] = {}
    lock = Lock()

    @wraps(compute)
    def newest_result(database: str, slug: str, latest: State, /, *args: Given.args, **kwargs: Given.kwargs) -> Result:
        with lock:
            state, asked = newest.get((database, slug), (latest, set()))
            if state != latest:
                for others, named in asked:
                    cached.clear(database, slug, state, *others, **dict(named))
                asked = set()
            asked.add((args, frozenset(kwargs.items())))
            newest[database, slug] = (latest, asked)
        return cast("Result", cached(database, slug, latest, *args, **kwargs))

    return newest_result
