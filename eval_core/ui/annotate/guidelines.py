"""The guidelines as a page, as a drawer beside the comparison, and as what must be read before going on."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from html import escape
from itertools import groupby

import streamlit as st

from eval_core.campaigns.joining.guidelines import (
    GuidelinesView,
    Published,
    acknowledge_guidelines,
    close_guidelines,
    open_guidelines,
    read_guidelines,
)
from eval_core.errors import RefusedError
from eval_core.locales import current_language, ngettext, short_day
from eval_core.locales import gettext as _
from eval_core.protocols import Item, Section, load_protocol
from eval_core.protocols.guidelines import matches, of_category, search
from eval_core.ui.annotate.rating_guidelines import categories_of, sections_of
from eval_core.ui.frame.trouble import noting
from eval_core.ui.parts.highlight import marked
from eval_core.ui.parts.html import note_html, trouble_html
from eval_core.ui.parts.refusals import refusal_text
from eval_core.ui.parts.text import article, plain
from eval_core.ui.session import require, session_id, store

READERS = ("annotator", "lead", "researcher")
_SEARCH_LIMIT = 100  # characters
_DRAWER = 520  # pixels: on a desktop the comparison stays in sight beside it
_READING, _NOTICE = "guidelines_reading", "guidelines_notice"
state = st.session_state


@st.fragment
@noting
def show_guidelines() -> None:
    """The guidelines of the campaign that is looked at, as a page: to search and to read, and recorded as read."""
    seat = require(*READERS)
    _record_opening(seat.slug)
    _searchable(seat.slug)


def drawer(slug: str) -> None:
    """The same in a drawer at the right; closing it leads back to the comparison. Call it on a click only."""
    close_reading()
    _record_opening(slug)
    title = _("Guidelines")
    st.dialog(title, width=_DRAWER, position="right", on_dismiss=close_reading)(_drawn_in_drawer)(slug)


def _drawn_in_drawer(slug: str) -> None:
    require(*READERS)
    _searchable(slug)


def close_reading() -> None:
    """Record that the guidelines which this browser had open are closed. For every run that does not show them."""
    reading = state.pop(_READING, None)
    if reading:
        with suppress(RefusedError):  # signed out or removed meanwhile: the page itself says so
            close_guidelines(store(), session_id(), reading["slug"], reading["id"])


def _record_opening(slug: str) -> None:
    """Record the opening once for as long as the same guidelines stay open."""
    language = current_language()
    reading = state.get(_READING)
    if reading and (reading["slug"], reading["language"]) == (slug, language):
        return
    close_reading()
    opened = open_guidelines(store(), session_id(), slug, language)
    state[_READING] = {"id": opened, "slug": slug, "language": language}


def _searchable(slug: str) -> None:
    view = read_guidelines(store(), session_id(), slug, current_language())
    words = st.text_input(
        _("Search the guidelines"),
        key="guidelines_words",
        max_chars=_SEARCH_LIMIT,
        placeholder=_("Words, then Enter"),
        icon=":material/search:",
    )[:_SEARCH_LIMIT]
    categories = _categories(view)
    keys = ["", *categories]
    chosen = st.pills(
        _("Category"),
        keys,
        format_func=lambda key: categories.get(key) or _("All"),
        default="",
        required=True,
        key=f"guidelines_category_{current_language()}",
        label_visibility="collapsed",
    )
    category = chosen if chosen in categories else ""
    sections = _sections(view)
    sections = search(of_category(sections, category) if category else sections, words)
    clarifications = [one for one in view.clarifications if not category and matches(one.text, words)]
    hits = sum(len(section.items) for section in sections) + len(clarifications)
    narrowed = bool(words.strip() or category)
    st.html(
        f'<p class="note hits" role="status">{escape(_hits(hits, words)) if narrowed else ""}</p>'
        + _document(view, sections, clarifications, words)
    )


def _hits(hits: int, words: str) -> str:
    if hits:
        return ngettext("{count} passage", "{count} passages", hits)
    if words.strip():
        return _("Nothing here contains “{words}”. Try fewer or other words, or all categories.", words=words)
    return _("The guidelines say nothing about this category.")


def acknowledge_screen(slug: str) -> None:
    """What must be read before going on: everything for a newcomer, otherwise what is new. Ends with a button."""
    _record_opening(slug)
    view = read_guidelines(store(), session_id(), slug, current_language())
    changed = view.known is not None and (view.new_text or view.new)
    if not changed:
        title, button = _("Read the guidelines first"), _("I have read the guidelines")
    elif view.new_text:
        title, button = _("The guidelines have a new version"), _("I have read what is new")
    else:
        title, button = _("New in the guidelines"), _("I have read what is new")
    refused = state.pop(_NOTICE, None)
    trouble = trouble_html(refusal_text(refused, "desk")) if refused else ""
    st.html(f'<h1 class="first-read" tabindex="-1">{escape(title)}</h1>{trouble}')
    if changed and not view.new_text:
        st.html(_document(view, (), view.new, ""))
    else:
        st.html(_document(view, _sections(view), view.clarifications, ""))
    st.button(button, key="acknowledge", on_click=_acknowledge, args=(slug, view.version))


def _acknowledge(slug: str, version: str) -> None:
    try:
        acknowledge_guidelines(store(), session_id(), slug, version, current_language())
    except RefusedError as refusal:
        state[_NOTICE] = refusal.code
    close_reading()


def _sections(view: GuidelinesView) -> tuple[Section, ...]:
    """The guidelines proper: the file's or, where responses are rated, what the protocol asks."""
    return sections_of(load_protocol(view.protocol)) if view.guidelines is None else view.guidelines.sections


def _categories(view: GuidelinesView) -> dict[str, str]:
    """What the guidelines are filtered by: issues, or the criteria of ratings."""
    return categories_of(load_protocol(view.protocol)) if view.guidelines is None else view.categories


def _document(
    view: GuidelinesView, sections: Iterable[Section], clarifications: Iterable[Published], words: str
) -> str:
    """The passages under their headings, the campaign's clarifications, and the version, as HTML."""
    parts = [_section(section, view.categories) for section in sections]
    own = "".join(
        f'<li value="{one.number}"><p class="clarification" dir="auto">{plain(one.text)}</p>'
        f"{note_html(short_day(one.at))}</li>"
        for one in clarifications
    )
    if own:
        parts.append(f"<h2>{escape(_('Clarifications in this campaign'))}</h2><ol>{own}</ol>")
    language = current_language()
    # It takes the focus, so that the keyboard can scroll it inside the drawer.
    return (
        f'<article class="guidelines" tabindex="0" lang="{language}">{marked("".join(parts), words)}'
        f"{note_html(_('Version {version}', version=view.version))}</article>"
    )


def _section(section: Section, categories: dict[str, str]) -> str:
    heading = f"<h{section.level}>{escape(section.heading)}</h{section.level}>" if section.heading else ""
    parts = [heading]
    for tag, items in groupby(section.items, _tag_of_list):
        drawn = "".join(_item(item, categories) for item in items)
        parts.append(f"<{tag}>{drawn}</{tag}>" if tag else drawn)
    return "".join(parts)


def _tag_of_list(item: Item) -> str:
    return {"": "", "-": "ul"}.get(item.sign, "ol")


def _item(item: Item, categories: dict[str, str]) -> str:
    text = article(item.text)
    if not item.sign:
        return text
    # In a filtered list every step keeps its number.
    number = f' value="{item.sign[:-1]}"' if item.sign != "-" else ""
    label = categories.get(item.category or "", "") if item.is_example else ""
    category = f' <span class="category">{escape(label)}</span>' if label else ""
    return f"<li{number}>{text}{category}</li>"
