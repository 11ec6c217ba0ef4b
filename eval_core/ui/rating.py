"""Rating: a response, what it answers, and every criterion with its scale; keys choose, Enter saves."""

from __future__ import annotations

from html import escape
from pathlib import Path

import streamlit as st

from eval_core.campaigns.judging import COMMENT_LIMIT
from eval_core.campaigns.rating_desk import RatingDesk, Sheet, open_rating_desk
from eval_core.locales import N_, current_language, number
from eval_core.locales import gettext as _
from eval_core.protocols import Criterion, Protocol, load_protocol
from eval_core.reports.wording import STANDARDS
from eval_core.ui import rating_clicks
from eval_core.ui.announcer import announce
from eval_core.ui.connection import connection_lines, watched
from eval_core.ui.letter import letter_screen
from eval_core.ui.registry import page_file
from eval_core.ui.session import require, session_id, store
from eval_core.ui.text import as_html, plain
from eval_core.ui.words import RATING_REFUSALS, nothing_to_rate

# Digits choose in the criterion that is next, N says "not applicable", Enter saves.
_KEYS = st.components.v2.component(
    "parvis_rating_keys",
    html="<div></div>",
    js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
    isolate_styles=False,
)
_WHY = {"required": N_("Why?"), "below_max": N_("Why, below the best score?"), "optional": N_("Why, if you like")}
state = st.session_state


@st.fragment
def rating_fragment() -> None:
    """The desk of a campaign whose responses are rated."""
    seat = require("annotator")
    state["shown_language"], state["at"] = current_language(), (seat.slug, None)
    desk = open_rating_desk(store(), session_id(), seat.slug)
    protocol = load_protocol(desk.protocol)
    said = _notice(desk, protocol)
    if not desk.sheets:
        _nothing(seat.slug, desk, said)
        return
    ids = ",".join(f"{one.assignment_id}.{one.revision}" for one in desk.sheets)
    beside = len(desk.sheets) == 1
    asked = _asked(desk, protocol)
    st.html(f'<p class="count">{escape(_count(desk))}</p>{"" if beside else asked}')
    with st.container(key="rating"):
        if beside:
            _beside(seat.slug, desk, protocol, asked, seat.visitor.text_size)
        else:
            _together(seat.slug, desk, protocol, seat.visitor.text_size)
        _foot(seat.slug, desk, said)
    _KEYS(key="rating_keys", data={"sheets": ids})
    announce(f"{said} {_('Next response.')}".strip(), ids, ".rated h2", watched(ids))


def _beside(slug: str, desk: RatingDesk, protocol: Protocol, asked: str, size: int) -> None:
    """One response under what was asked, its criteria beside it."""
    left, right = st.columns([5, 7], gap="large")
    with left:
        st.html(asked + _text(desk, desk.sheets[0], _("Response"), size))
    with right:
        _sheet(slug, desk.sheets[0], protocol, "go_on")


def _together(slug: str, desk: RatingDesk, protocol: Protocol, size: int) -> None:
    """Several responses to one prompt, each over its criteria."""
    for place, (column, sheet) in enumerate(zip(st.columns(len(desk.sheets), gap="large"), desk.sheets, strict=True)):
        with column:
            st.html(_text(desk, sheet, _("Response {side}", side=chr(ord("A") + place)), size))
            _sheet(slug, sheet, protocol, f"go_on_{sheet.assignment_id}")


def _asked(desk: RatingDesk, protocol: Protocol) -> str:
    """What the response answers or translates, and the reference where the protocol shows one, as HTML."""
    standard = STANDARDS.get(desk.written_standard or "", N_("Prompt"))
    title = _("Source") if "source" in protocol.shows else _(standard)
    asked = _asked_part(title, desk.source, desk.source_language)
    if desk.reference and "reference" in protocol.shows:
        title = _("Reference")
        asked += _asked_part(title, desk.reference, desk.target_language or desk.written_standard)
    return asked


def _asked_part(title: str, text: str, language: str | None) -> str:
    return (
        f'<div class="asked-for"><div class="standard">{escape(title)}</div>'
        f'<div class="text" dir="auto"{_lang(language)}>{plain(text)}</div></div>'
    )


def _text(desk: RatingDesk, sheet: Sheet, title: str, size: int) -> str:
    lang = _lang(desk.target_language or desk.written_standard)
    return (
        f'<section class="reading rated" data-assignment="{sheet.assignment_id}" style="--size: {size / 100:g}">'
        f'<h2 tabindex="-1">{escape(title)}</h2><div class="body {desk.text_view}" dir="auto"{lang}>'
        f"{as_html(sheet.response, desk.text_view)}</div></section>"
    )


def _lang(code: str | None) -> str:
    return f' lang="{escape(code)}"' if code else ""


def _sheet(slug: str, sheet: Sheet, protocol: Protocol, button: str) -> None:
    """Every criterion of the protocol, in its order."""
    # With the language: a browser that was told other words would send those back.
    name = f"{sheet.assignment_id}_{sheet.revision}_{current_language()}"
    fields = {
        one.key: (f"mark_{name}_{one.key}", None if one.explanation == "none" else f"reason_{name}_{one.key}")
        for one in protocol.rated
    }
    with st.form(f"sheet_{name}", border=False):
        for criterion in protocol.rated:
            _criterion(criterion, *fields[criterion.key])
        args = (slug, sheet, protocol, fields)
        st.form_submit_button(
            _("Save"),
            key=button,
            shortcut="Enter" if button == "go_on" else None,
            on_click=rating_clicks.save,
            args=args,
        )


def _criterion(criterion: Criterion, rating: str, why: str | None) -> None:
    language = _spoken(criterion)
    points = {point.value: point.label[language] for point in criterion.points}
    scale = range(criterion.min, criterion.max + 1)
    values = [*map(str, scale), *([rating_clicks.NOT_APPLICABLE] if criterion.na else [])]
    labels = {str(value): f"{value} {points.get(value, '')}".strip() for value in scale} | {
        rating_clicks.NOT_APPLICABLE: _("N/A")
    }
    about = criterion.description.get(language, "")
    words = f'<p class="note">{escape(about)}</p>' if about else ""
    st.html(f'<h3 class="criterion">{escape(criterion.label[language])}</h3>{words}')
    st.radio(
        criterion.label[language],
        values,
        index=None,
        format_func=labels.__getitem__,
        horizontal=True,
        key=rating,
        label_visibility="collapsed",
    )
    if why:
        hint = _(_WHY[criterion.explanation])
        st.text_input(hint, key=why, max_chars=COMMENT_LIMIT, placeholder=hint, label_visibility="collapsed")


def _spoken(criterion: Criterion) -> str:
    return current_language() if current_language() in criterion.label else next(iter(criterion.label))


def _foot(slug: str, desk: RatingDesk, said: str) -> None:
    trouble = state.get("rating_notice", ("", None))[0] in ("missing", "refused")
    with st.container(key="rating_foot", horizontal=True, vertical_alignment="center"):
        line = f'<p class="line saved{" trouble" if trouble else ""}">{escape(said)}</p>'
        st.html(f"{line}{connection_lines(_('Saved up to no. {done}', done=number(desk.done)))}")
        if desk.undoable:
            args = (slug, *desk.undoable)
            st.button(_("Undo"), key="undo", type="tertiary", shortcut="U", on_click=rating_clicks.undo, args=args)


def _notice(desk: RatingDesk, protocol: Protocol) -> str:
    """What became of the last click; of what is missing, every criterion by its name."""
    kind, found = state.get("rating_notice", ("", None))
    if kind == "missing":
        labels = {one.key: one.label[_spoken(one)] for one in protocol.rated}
        parts = [
            labels[key] if what == "value" else _("why: {criterion}", criterion=labels[key]) for key, what in found
        ]
        return _("Not saved. Still missing: {parts}.", parts="; ".join(parts))
    if kind == "refused":
        return _(RATING_REFUSALS.get(str(found), RATING_REFUSALS["stale"]))
    if kind == "undone":
        return _("Undone. Rate this response again.")
    return _("Saved {count}", count=_count(desk)) if kind == "saved" and desk.quota else ""


def _count(desk: RatingDesk) -> str:
    if desk.quota is None:
        return _("{done} saved", done=number(desk.done))
    return _("{done} of {quota}", done=number(desk.done), quota=number(desk.quota))


def _nothing(slug: str, desk: RatingDesk, said: str) -> None:
    """Why there is nothing to rate."""
    if desk.reason == "consent":
        letter_screen(slug)
        announce("", "consent", "h1", watched("consent"))
        return
    text = nothing_to_rate(desk)
    with st.container(key="stage"):
        title = f'<h1 tabindex="-1">{escape(_("Thank you!"))}</h1>' if desk.done else ""
        st.html(f'{title}<p class="finish">{escape(text)}</p>{connection_lines()}')
        if desk.done:
            st.page_link(page_file("my_work"), label=_("See my work"))
    if desk.undoable:
        _foot(slug, desk, said)
    announce(text, desk.reason or "", "h1", watched(desk.reason or ""))
