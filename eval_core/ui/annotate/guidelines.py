"""The guidelines as a page, for the desk's panel, and as a screen to read before going on."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
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
from eval_core.locales import current_language, ngettext, said, spoken_language
from eval_core.locales import gettext as _
from eval_core.protocols import Item, Section, load_protocol
from eval_core.protocols.guideline_changes import SectionChange
from eval_core.protocols.guidelines import matches, of_category, search
from eval_core.ui.annotate.rating_guidelines import categories_of, sections_of
from eval_core.ui.frame.trouble import noting
from eval_core.ui.parts.guideline_changes import changes_html, clarifications_html
from eval_core.ui.parts.highlight import marked
from eval_core.ui.parts.html import note_html
from eval_core.ui.parts.press import press, show_notice
from eval_core.ui.session import desk_store, page_state, require, session_id
from eval_core.web.shown_text import article

READERS = ("annotator", "lead", "researcher")
_SEARCH_LIMIT = 100  # characters


@dataclass(frozen=True)
class _Reading:
    """The guidelines that are open, and the id of their recorded reading."""

    id: int
    slug: str
    language: str


@dataclass
class GuidelinesState:
    """What the guidelines remember: the reading that is open; None while none is."""

    reading: _Reading | None = None


@st.fragment
@noting
def show_guidelines(slug: str) -> None:
    """The guidelines of a campaign as a page: to search and to read. Opening them is recorded."""
    require(*READERS, drawn=slug)
    _record_opening(slug)
    _searchable(slug)


def close_reading() -> None:
    """Record that the guidelines which this browser had open are closed. For every run that does not show them."""
    guidelines = page_state(GuidelinesState)
    reading, guidelines.reading = guidelines.reading, None
    if reading:
        with suppress(RefusedError):  # signed out or removed in the meantime: the page itself says so
            close_guidelines(desk_store(reading.slug), session_id(), reading.slug, reading.id)


def _record_opening(slug: str) -> None:
    """Record the opening once for as long as the same guidelines stay open."""
    language, reading = current_language(), page_state(GuidelinesState).reading
    if reading and (reading.slug, reading.language) == (slug, language):
        return
    close_reading()
    reading_id = open_guidelines(desk_store(slug), session_id(), slug, language)
    page_state(GuidelinesState).reading = _Reading(reading_id, slug, language)


def _searchable(slug: str) -> None:
    view = read_guidelines(desk_store(slug), session_id(), slug)
    words = st.text_input(
        _("Search the guidelines"),
        key="guidelines_words",
        max_chars=_SEARCH_LIMIT,
        placeholder=_("Words, then Enter"),
        icon=":material/search:",
    )[:_SEARCH_LIMIT]
    categories = _categories(view)
    chosen = st.pills(
        _("Category"),
        ["", *categories],
        format_func=lambda key: categories.get(key) or _("All"),
        default="",
        required=True,
        key=f"guidelines_category_{current_language()}",
        label_visibility="collapsed",
    )
    category = chosen if chosen in categories else ""
    sections = _sections(view)
    sections = search(of_category(sections, category) if category else sections, words)
    clarifications = [item for item in view.clarifications if not category and matches(item.text, words)]
    passages = sum(len(section.items) for section in sections) + len(clarifications)
    narrowed = bool(words.strip() or category)
    st.html(
        f'<p class="note hits" role="status">{escape(_passages_text(passages, words)) if narrowed else ""}</p>'
        + _document(view, sections, clarifications, words)
    )


def _passages_text(passages: int, words: str) -> str:
    """How many passages a search has left, and what to try where it has left none."""
    if passages:
        return ngettext("{count} passage", "{count} passages", passages)
    if words.strip():
        return _("Nothing here contains “{words}”. Try fewer or other words, or all categories.", words=words)
    return _("The guidelines say nothing about this category.")


def panel_document(slug: str) -> dict[str, str]:
    """The guidelines for the desk's panel: their version, and HTML whose passages name what they are about."""
    view = read_guidelines(desk_store(slug), session_id(), slug)
    parts = [_section(section, view.categories) for section in _sections(view)]
    return {
        "version": view.version,
        "language": _language_of(view),
        "html": "".join([*parts, clarifications_html(view.clarifications)]),
    }


def acknowledge_screen(slug: str) -> None:
    """What must be read before going on: everything for a newcomer, otherwise what is new. Ends with a button."""
    _record_opening(slug)
    view = read_guidelines(desk_store(slug), session_id(), slug)
    changed = view.known is not None and (view.new_text or view.new)
    if not changed:
        title, button = _("Read the guidelines first"), _("I have read the guidelines")
    elif view.new_text:
        title, button = _("The guidelines have a new version"), _("I have read what is new")
    else:
        title, button = _("New in the guidelines"), _("I have read what is new")
    show_notice("desk", "guidelines", once=True)
    st.html(f'<h1 class="first-read" tabindex="-1">{escape(title)}</h1>')
    if changed and not view.new_text:
        st.html(_document(view, (), view.new, ""))
    elif changed and view.changes is not None:
        st.html(_changed_document(view, view.changes))
    else:
        st.html(_document(view, _sections(view), view.clarifications, ""))
    st.button(button, key="acknowledge", on_click=_acknowledge, args=(slug, view.version, current_language()))


def _changed_document(view: GuidelinesView, changes: tuple[SectionChange, ...]) -> str:
    """What has changed since the reader last read the guidelines; all of them can be opened below."""
    language = _language_of(view)
    parts = changes_html(changes) or note_html(_("Nothing has changed in the language in which you read them."))
    whole = _document(view, _sections(view), view.clarifications, "")
    return (
        f'<article class="guidelines" lang="{language}">{parts}{clarifications_html(view.new)}</article>'
        f'<details class="whole"><summary>{escape(_("Show all of the guidelines"))}</summary>{whole}</details>'
    )


def _acknowledge(slug: str, version: str, language: str) -> None:
    read = partial(acknowledge_guidelines, desk_store(slug), session_id(), slug, version, language)
    press("desk", read, place="guidelines")
    close_reading()


def _sections(view: GuidelinesView) -> tuple[Section, ...]:
    """The sections of the guidelines' file with the question before all; where responses are rated, what is asked."""
    protocol = load_protocol(view.protocol)
    if view.guidelines is None:
        return sections_of(protocol)
    first, *rest = view.guidelines.sections or (Section("", 2, ()),)
    question = Item(_("The question: {question}", question=f"**{said(protocol.question)}**"))
    return (replace(first, items=(question, *first.items)), *rest)


def _categories(view: GuidelinesView) -> dict[str, str]:
    """What the guidelines can be filtered by: issues, or the criteria of ratings, key -> label."""
    return categories_of(load_protocol(view.protocol)) if view.guidelines is None else view.categories


def _language_of(view: GuidelinesView) -> str:
    spoken = load_protocol(view.protocol).languages
    return spoken_language(spoken) if view.guidelines is None else view.guidelines.language


def _document(
    view: GuidelinesView, sections: Iterable[Section], clarifications: Iterable[Published], words: str
) -> str:
    """The passages under their headings, the campaign's clarifications, and the version, as HTML."""
    parts = [_section(section, view.categories) for section in sections]
    parts.append(clarifications_html(clarifications))
    language = _language_of(view)
    return (
        f'<article class="guidelines" lang="{language}">{marked("".join(parts), words)}'
        f"{note_html(_('Version {version}', version=view.version))}</article>"
    )


def _section(section: Section, categories: dict[str, str]) -> str:
    # The page, and each screen that shows guidelines, has a title of its own.
    tag, title = f"h{max(2, section.level)}", ' class="title"' if section.level == 1 else ""
    heading = f"<{tag}{title}>{escape(section.heading)}</{tag}>" if section.heading else ""
    parts = [heading]
    for tag, items in groupby(section.items, _list_tag):
        content = "".join(_item(item, categories) for item in items)
        parts.append(f"<{tag}>{content}</{tag}>" if tag else content)
    return "".join(parts)


def _list_tag(item: Item) -> str:
    """The element of the list that a passage belongs to; '' for a paragraph."""
    return {"": "", "-": "ul"}.get(item.sign, "ol")


def _item(item: Item, categories: dict[str, str]) -> str:
    text, about = article(item.text), _about(item)
    if not item.sign:
        return text.replace("<p>", f"<p{about}>", 1)
    # The number is stated, because a filtered list may begin later or lack some of them.
    number = f' value="{item.sign[:-1]}"' if item.sign != "-" else ""
    label = categories.get(item.category or "", "") if item.is_example else ""
    category = f' <span class="category">{escape(label)}</span>' if label else ""
    return f"<li{number}{about}>{text}{category}</li>"


def _about(item: Item) -> str:
    """The attributes by which a script finds a passage: its anchor, and the category that it is about."""
    anchor = f' data-anchor="{escape(item.anchor)}"' if item.anchor else ""
    return f'{anchor} data-category="{escape(item.category)}"' if item.category else anchor
