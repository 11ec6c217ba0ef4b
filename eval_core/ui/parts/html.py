"""The short lines that pages are written with, as HTML: notes, troubles, sentences, headings and verdicts.

Each takes plain text and escapes it. A name with `_html` returns the line, to be joined with others into one element;
the name without it draws the line.
"""

from __future__ import annotations

from html import escape
from typing import Literal

import streamlit as st

Role = Literal["", "status", "alert"]  # how a screen reader hears of a new line: not, at the next pause, at once
Kind = Literal["section", "part", "who", "criterion"]
# Class in the style sheet -> element.
HEADINGS: dict[Kind, str] = {"section": "h2", "part": "h2", "who": "h3", "criterion": "h3"}


def note_html(text: str, *, role: Role = "") -> str:
    """A line in small, quiet type."""
    return f'<p class="note"{_spoken(role)}>{escape(text)}</p>'


def trouble_html(text: str, *, role: Role = "alert") -> str:
    """A line that says what is wrong."""
    return f'<p class="note trouble"{_spoken(role)}>{escape(text)}</p>'


def sentence_html(text: str) -> str:
    """A line of ordinary text."""
    return f'<p class="sentence">{escape(text)}</p>'


def heading_html(text: str, kind: Kind = "section") -> str:
    """The heading of a section (for staff), of a part of the page (for annotators), of an entry or a criterion."""
    element = HEADINGS[kind]
    return f'<{element} class="{kind}">{escape(text)}</{element}>'


def verdict_html(text: str, *, focusable: bool = False) -> str:
    """What the page has to say, in large type; `focusable` where a script puts the keyboard's focus on it."""
    focus = ' tabindex="-1"' if focusable else ""
    return f'<p class="verdict"{focus}>{escape(text)}</p>'


def note(text: str, *, role: Role = "") -> None:
    """Draw a line in small, quiet type."""
    st.html(note_html(text, role=role))


def trouble(text: str, *, role: Role = "alert") -> None:
    """Draw a line that says what is wrong."""
    st.html(trouble_html(text, role=role))


def sentence(text: str) -> None:
    """Draw a line of ordinary text."""
    st.html(sentence_html(text))


def heading(text: str, kind: Kind = "section") -> None:
    """Draw a heading."""
    st.html(heading_html(text, kind))


def subheading(text: str) -> None:
    """Draw the heading of a figure or a table within a section."""
    st.html(f"<h3>{escape(text)}</h3>")


def verdict(text: str, *, focusable: bool = False) -> None:
    """Draw what the page has to say, in large type."""
    st.html(verdict_html(text, focusable=focusable))


def page_title(page: str, campaign: str = "") -> None:
    """Draw the title of a page, and of the campaign that it is about. The router does so, once for each page."""
    about = f" · <span>{escape(campaign)}</span>" if campaign else ""
    st.html(f'<h1 class="page-title">{escape(page)}{about}</h1>')


def _spoken(role: Role) -> str:
    return f' role="{role}"' if role else ""
