"""What is typed in a field and not saved yet: kept for each campaign as long as the browser session lasts.

Streamlit forgets a field that is not drawn: on another step, on another page. What was typed in it is kept here, with
what was stored when it was begun, so that another lead's change in between can be noticed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from eval_core.locales import current_language
from eval_core.ui.session import page_state


@dataclass
class Draft:
    """What a field shows and is not stored; `seen` is what was stored when it was begun."""

    value: Any
    seen: Any


@dataclass
class Drafts:
    """This browser session's.

    Attributes:
        begun: the drafts by the key of their field.
        stored: what was stored when a field was last drawn.
        language: that in which a field was last drawn; a browser names a choice by its words.
    """

    begun: dict[str, Draft] = field(default_factory=dict)
    stored: dict[str, Any] = field(default_factory=dict)
    language: dict[str, str] = field(default_factory=dict)


def follow_stored(key: str, stored: Any) -> None:
    """Let the field with this key follow what is stored, unless it has been begun to change; call it before drawing.

    The field must have `on_change=keep, args=(key,)`.
    """
    memory, widgets = page_state(Drafts), st.session_state
    before = memory.stored.get(key, stored)
    draft = memory.begun.get(key)
    value = draft.value if draft else stored
    same_words = memory.language.get(key) == current_language()
    if key in widgets and same_words and (draft or widgets[key] != before):
        value = widgets[key]
    if value == stored:
        memory.begun.pop(key, None)
    else:
        memory.begun[key] = Draft(value, draft.seen if draft else before)
    if key not in widgets or widgets[key] != value or not same_words:
        widgets[key] = value
    memory.stored[key], memory.language[key] = stored, current_language()


def keep(key: str) -> None:
    """Keep what a field shows now, also if it is not drawn in this run: another step or page was opened."""
    memory, widgets = page_state(Drafts), st.session_state
    if key in widgets and key in memory.stored:
        before = memory.begun.get(key)
        memory.begun[key] = Draft(widgets[key], before.seen if before else memory.stored[key])


def typed(key: str) -> Any:
    """What a field shows, or would show if it were drawn."""
    memory, widgets = page_state(Drafts), st.session_state
    if key in widgets:
        return widgets[key]
    return memory.begun[key].value if key in memory.begun else memory.stored.get(key)


def is_begun(key: str) -> bool:
    """Whether a field shows something that is not stored, as far as it was drawn."""
    memory = page_state(Drafts)
    return key in memory.stored and typed(key) != memory.stored[key]


def begun_under(prefix: str) -> int:
    """How many fields whose key begins so show something that is not stored."""
    return sum(is_begun(key) for key in page_state(Drafts).stored if key.startswith(prefix))


def changed_elsewhere(key: str) -> bool:
    """Whether what is stored was changed by another person since this field was begun."""
    memory = page_state(Drafts)
    return key in memory.begun and memory.begun[key].seen != memory.stored[key]


def discard(keys: Iterable[str]) -> None:
    """Forget what was typed in these fields: they show what is stored."""
    memory = page_state(Drafts)
    for key in keys:
        memory.begun.pop(key, None)
        st.session_state.pop(key, None)
