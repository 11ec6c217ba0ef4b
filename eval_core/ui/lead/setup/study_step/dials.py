"""Fields of the step Plan: a slider with a number next to it, a choice, and a number alone. All keep what was typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from eval_core.ui.lead.setup.unsaved import follow_stored, keep

state = st.session_state


def bound(slug: str, name: str, stored: Any) -> str:
    """The key of a field, which follows what is stored until it is changed."""
    key = _key(slug, name)
    follow_stored(key, stored)
    return key


def field(key: str) -> dict[str, Any]:
    """What every field needs so that nothing typed in it is lost."""
    return {"key": key, "on_change": keep, "args": (key,)}


def dial(
    slug: str, name: str, stored: int, label: str, usual: tuple[int, int], most: int, *, disabled: bool = False
) -> int:
    """A whole number: a slider over what is usual, and a field for any other up to `most`."""
    key = bound(slug, name, stored)
    value = stored if state[key] is None else int(state[key])
    slider = f"{key}/slider"
    state[slider] = min(max(value, usual[0]), usual[1])
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.slider(label, *usual, key=slider, on_change=_slid, args=(key, slider), disabled=disabled)
        st.number_input(
            label, 1, most, value=None, step=1, label_visibility="collapsed", width=128, disabled=disabled, **field(key)
        )
    return value


def choice(slug: str, name: str, label: str, options: Sequence[Any], stored: Any, write: Callable[[Any], str]) -> Any:
    """One of a few values, on a slider."""
    key = bound(slug, name, stored)
    if state[key] not in options:
        state[key] = stored
    return st.select_slider(label, options, format_func=write, **field(key))


def value_of(slug: str, name: str, stored: float, label: str, span: tuple[float, float], step: float) -> float:
    """A number within a span; what is stored where the field is empty."""
    key, (low, high) = bound(slug, name, stored), span
    shown = st.number_input(label, low, high, value=None, step=step, format="%g", width=184, **field(key))
    return stored if shown is None else shown


def whole_of(slug: str, name: str, stored: int, label: str, span: tuple[int, int], step: int = 1) -> int:
    """A whole number within a span; what is stored where the field is empty."""
    key, (low, high) = bound(slug, name, stored), span
    shown = st.number_input(label, low, high, value=None, step=step, width=184, **field(key))
    return stored if shown is None else shown


def put(slug: str, values: Mapping[str, Any]) -> None:
    """Set fields on a click, as if they had been typed."""
    for name, value in values.items():
        key = _key(slug, name)
        state[key] = value
        keep(key)


def _slid(key: str, slider: str) -> None:
    state[key] = state[slider]
    keep(key)


def _key(slug: str, name: str) -> str:
    return f"{slug}/study/{name}"
