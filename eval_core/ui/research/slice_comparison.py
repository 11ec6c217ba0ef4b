"""Two parts of the judgments next to each other, with the difference of every system."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from html import escape

import streamlit as st

from eval_core.campaigns.my_work.hours import time_zone
from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.campaigns.results.slices import Parts, judged_parts
from eval_core.campaigns.results.votes import read_votes
from eval_core.errors import InputError
from eval_core.locales import N_, current_language, short_day
from eval_core.locales import gettext as _
from eval_core.ranking.slices import SliceComparison, compare_slices
from eval_core.reports.choice_words import STANDARDS
from eval_core.reports.slice_words import slice_cells, slice_header, slice_notes, slice_verdict
from eval_core.ui.parts.html import heading, note, note_html
from eval_core.ui.parts.local_time import zone_name
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store
from eval_core.ui.shared_results import of_newest_state

DIMENSIONS = {
    "written_standard": N_("Written standard"),
    "category": N_("Category"),
    "annotator": N_("Annotator"),
    "day": N_("Time"),
    "round": N_("Round"),
    "kind": N_("People and LLM judges"),
}
_KINDS = {"human": N_("human annotators"), "judge": N_("LLM judges")}
_OTHERS = ""  # in place of a value: all others

_BEFORE, _FROM = "<", "≥"  # a day

Part = tuple[str, str]  # one of DIMENSIONS and a value; or before or from a day, and the day


def show_two_parts(slug: str) -> None:
    """The choice of two parts, and how they differ."""
    heading(_("Two parts side by side"))
    parts = _parts(*_state(slug))
    cuts = [name for name in DIMENSIONS if len(_values(parts, name)) > 1]
    if not cuts:
        text = _("There is nothing to split by: the judgments differ only in their systems.")
        note(text if parts.kind else _("There are no judgments yet."))
        return
    with st.container(key="parts", horizontal=True, vertical_alignment="bottom"):
        key = f"cut_{slug}_{current_language()}"
        cut = st.selectbox(_("Split by"), cuts, format_func=lambda dimension: _(DIMENSIONS[dimension]), key=key)
        values = _values(parts, cut)
        first, second = _at_a_day(slug, values) if cut == "day" else _two_values(slug, cut, values)
    if first == second:
        note(_("Choose two different parts."))
        return
    compared = _compared(*_state(slug), first, second, tuple(values), zone_name())
    if compared is None:
        note(_("The two cannot be compared: one of them has no judgments to rank."))
        return
    st.html(f'<p class="part-verdict">{escape(slice_verdict(compared, _name(first), _name(second)))}</p>')
    header = slice_header(_capital(_name(first)), _capital(_name(second)))
    table(header, slice_cells(compared), numeric=(1, 2, 3, 4), caption=_("Two parts side by side"))
    st.html("".join(map(note_html, slice_notes(compared))))


def _values(parts: Parts, cut: str) -> Sequence[str]:
    """The values to split by, as `read_votes` takes them; of days, the first and last that can begin a part."""
    if cut != "day":
        return [str(value) for value in getattr(parts, cut)]
    if parts.first is None or parts.last is None:
        return []
    first, last = (_local(moment).date() for moment in (parts.first, parts.last))
    return [] if first == last else [str(first + timedelta(days=1)), str(last)]


def _two_values(slug: str, cut: str, values: Sequence[str]) -> tuple[Part, Part]:
    """The reader's choice; of more than two values the second may be all others."""
    options = (list(values), [_OTHERS, *values] if len(values) > 2 else list(values))
    starts = (0, 0 if len(values) > 2 else 1)
    labels = (_("First part"), _("Second part"))
    first, second = (
        st.selectbox(
            label,
            choices,
            index=start,
            format_func=lambda value: _capital(_name((cut, value))),
            key=f"part_{number}_{cut}_{slug}_{current_language()}",
        )
        for number, (label, choices, start) in enumerate(zip(labels, options, starts, strict=True))
    )
    return (cut, first), (cut, second)


def _at_a_day(slug: str, days: Sequence[str]) -> tuple[Part, Part]:
    """Before a day of the reader's choice, and from that day on."""
    earliest, latest = (date.fromisoformat(day) for day in days)
    middle = earliest + (latest - earliest) // 2
    key, label = f"day_{slug}", _("First day of the second part")
    if not earliest <= st.session_state.get(key, earliest) <= latest:
        del st.session_state[key]  # judgments were removed, and their days with them
    chosen = st.date_input(label, middle, min_value=earliest, max_value=latest, key=key)
    day = str(chosen if isinstance(chosen, date) else middle)
    return (_BEFORE, day), (_FROM, day)


def _conditions(part: Part, other: Part, values: Sequence[str], zone: str | None) -> tuple[str, ...]:
    """A part as `read_votes` takes it; a day begins at midnight in the reader's time zone."""
    cut, value = part
    if cut in (_BEFORE, _FROM):
        midnight = datetime.combine(date.fromisoformat(value), time(), time_zone(zone)).astimezone(UTC)
        last = midnight - timedelta(microseconds=1)
        return (f"until={last.isoformat()}",) if cut == _BEFORE else (f"since={midnight.isoformat()}",)
    chosen = [choice for choice in values if choice != other[1]] if value == _OTHERS else [value]
    return tuple(f"{cut}={choice}" for choice in chosen)


def _name(part: Part) -> str:
    """What a part is called within a sentence."""
    cut, value = part
    if value == _OTHERS:
        return _("the others")
    if cut == "round":
        return _("round {number}", number=value)
    if cut == _BEFORE:
        return _("before {day}", day=short_day(date.fromisoformat(value)))
    if cut == _FROM:
        return _("from {day} on", day=short_day(date.fromisoformat(value)))
    names = {"written_standard": STANDARDS, "kind": _KINDS}.get(cut, {})
    return _(names[value]) if value in names else value


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _local(moment: datetime) -> datetime:
    return moment.astimezone(time_zone(zone_name()))


def _state(slug: str) -> tuple[str, str, tuple[int, ...]]:
    """Where the data are, and their newest change, for readers who may see them."""
    return store().name, slug, latest_change(store(), slug, session_id())


@of_newest_state
def _parts(database: str, slug: str, latest: tuple[int, ...]) -> Parts:
    return judged_parts(store(), slug)


@of_newest_state
def _compared(
    database: str,
    slug: str,
    latest: tuple[int, ...],
    first: Part,
    second: Part,
    values: tuple[str, ...],
    zone: str | None,
) -> SliceComparison | None:
    frames = [
        read_votes(store(), slug, where=_conditions(part, other, values, zone))
        for part, other in ((first, second), (second, first))
    ]
    try:
        return compare_slices(*frames)
    except InputError:
        return None
