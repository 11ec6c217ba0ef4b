"""A list of rated responses, folded: the prompt, the response with marked words, what each rater gave it, and why."""

from __future__ import annotations

from html import escape

import streamlit as st

from eval_core.campaigns.results.rated_items import ItemPage, RatedBy, RatedItem
from eval_core.campaigns.text import first_words
from eval_core.files.dialogue import words_at
from eval_core.locales import gettext as _
from eval_core.locales import number
from eval_core.protocols import Criterion, Protocol
from eval_core.reports.protocol_words import criterion_names
from eval_core.ui.parts.sheet import asked_html, point_of, response_html
from eval_core.web.shown_text import plain

PAGE = 10


def show_items(page: ItemPage, key: str, criterion: str | None = None) -> None:
    """The items, each with the values on one criterion in its head, and buttons to the other pages.

    `key` names the place in the session that holds the number of the page (see `page_of`).
    """
    st.html("".join(_item(item, page.protocol, criterion) for item in page.items))
    last = (page.total - 1) // PAGE
    if last < 1:
        return
    at = page_of(key)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(_("Back"), key=f"{key}_back", disabled=at == 0, on_click=_turn, args=(key, at - 1))
        st.text(_("Page {page} of {pages}", page=number(at + 1), pages=number(last + 1)))
        st.button(_("More"), key=f"{key}_more", disabled=at >= last, on_click=_turn, args=(key, at + 1))


def page_of(key: str) -> int:
    """The page that is open, counted from 0."""
    return int(st.session_state.get(f"{key}_page", 0))


def first_page(key: str) -> None:
    """Back to the first page: what is listed has changed."""
    st.session_state[f"{key}_page"] = 0


def _turn(key: str, page: int) -> None:
    st.session_state[f"{key}_page"] = max(0, page)


def _item(item: RatedItem, protocol: Protocol, criterion: str | None) -> str:
    """One response, folded under the first words of its prompt."""
    seen = item.sheets[0].seen
    facts = [name for name in (item.document, item.system) if name]
    if criterion:
        values = [sheet.seen.sheet.scores.get(criterion) for sheet in item.sheets]
        facts.append(", ".join(_("N/A") if one.value is None else number(one.value) for one in values if one))
    lang = f' lang="{escape(seen.source_language or seen.written_standard or "")}"'
    head = f'<span dir="auto"{lang}>{plain(first_words(seen.source) or item.item)}</span>'
    summary = f'<summary>{head}<span class="facts">{escape(" · ".join(facts))}</span></summary>'
    labels = criterion_names(protocol)
    spans = [(start, end, labels[key]) for sheet in item.sheets for start, end, key in sheet.marks]
    body = f"{asked_html(seen, protocol)}{response_html(seen, seen.sheet, _('Response'), 100, spans)}"
    return f'<details class="gold">{summary}{body}{_sheets(item, protocol)}</details>'


def _sheets(item: RatedItem, protocol: Protocol) -> str:
    """A row for each criterion and a column for each rater: the rating, its explanation, and the marked words."""
    names = criterion_names(protocol)
    heads = [_("Criterion"), *(_name(sheet) for sheet in item.sheets)]
    rows = [
        f"<tr><td>{escape(names[one.key])}</td>{''.join(_given(sheet, one) for sheet in item.sheets)}</tr>"
        for one in protocol.rated
    ]
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(_("Ratings"))}"><table class="plain">'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _name(sheet: RatedBy) -> str:
    return _("{name} (LLM judge)", name=sheet.annotator) if sheet.judge else sheet.annotator


def _given(sheet: RatedBy, criterion: Criterion) -> str:
    score, text = sheet.seen.sheet.scores.get(criterion.key), sheet.seen.sheet.response
    if score is None:
        return "<td>–</td>"
    words = [plain(words_at(text, start, end)) for start, end, key in sheet.marks if key == criterion.key]
    marked = f'<p class="note">{", ".join(f"<mark>{one}</mark>" for one in words)}</p>' if words else ""
    why = f'<p class="words" dir="auto">{plain(score.explanation)}</p>' if score.explanation else ""
    return f"<td>{escape(point_of(criterion, score.value))}{why}{marked}</td>"
