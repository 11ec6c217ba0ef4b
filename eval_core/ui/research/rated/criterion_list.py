"""Why was it good or bad? Each criterion's ratings of a system, and the responses behind them to read."""

from __future__ import annotations

from functools import partial

import streamlit as st

from eval_core.campaigns.results.rated_items import LEVELS, ItemFilter, criterion_profile, items_table, read_items
from eval_core.campaigns.results.ratings import RatingState, rating_state
from eval_core.locales import N_, current_language, ngettext
from eval_core.locales import gettext as _
from eval_core.protocols import Protocol, load_protocol
from eval_core.reports.criterion_words import criterion_rows, strongest_and_weakest
from eval_core.reports.protocol_words import criterion_names
from eval_core.reports.rating_words import KINDS
from eval_core.ui.parts.downloads import download_row, table_files
from eval_core.ui.parts.html import heading, note, sentence
from eval_core.ui.parts.rated.item_view import PAGE, first_page, page_of, show_items
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store

_LEVELS = dict(zip(LEVELS, (N_("Any rating"), N_("Low ratings"), N_("High ratings"), N_("N/A")), strict=True))
_PEOPLE = {"human", "simulated"}


def show_rated_analysis(slug: str, protocol_key: str) -> None:
    """The page Analysis below its heading."""
    heading(_("Why was it good or bad?"))
    state = rating_state(store(), slug, session_id())
    if not state.kinds:
        note(_("There are no ratings yet."))
        return
    protocol = load_protocol(protocol_key)
    names = criterion_names(protocol)
    key = f"items_{slug}"
    with st.container(key="items_of", horizontal=True, vertical_alignment="bottom"):
        kind = _choose_kind(state, key)
        system = _choose(_("System"), [None, *state.systems], _("All systems"), {}, f"{key}_system")
    _profile(slug, kind, system, protocol)
    heading(_("Responses to read"))
    with st.container(key="items_which", horizontal=True, vertical_alignment="bottom"):
        criterion = _choose(_("Criterion"), [None, *names], _("Any criterion"), names, f"{key}_criterion")
        levels = {level: _(label) for level, label in _LEVELS.items()}
        level = _choose(_("Ratings"), list(LEVELS), "", levels, f"{key}_level")
        noted = st.toggle(_("Only with explanation or marks"), key=f"{key}_noted", on_change=first_page, args=(key,))
    _items(slug, kind, ItemFilter(system, criterion, level or "all", noted), key)


def _choose_kind(state: RatingState, key: str) -> str:
    """Whose ratings: asked only where both people and judges rated."""
    by_people = bool(state.kinds & _PEOPLE)
    if not ("judge" in state.kinds and by_people):
        return "human" if by_people else "judge"
    return st.selectbox(
        _("Ratings by"),
        list(KINDS),
        format_func=lambda kind: _(KINDS[kind]),
        key=f"{key}_kind_{current_language()}",
        on_change=first_page,
        args=(key,),
    )


def _choose(label: str, options: list[str | None], none: str, names: dict[str, str], key: str) -> str | None:
    def shown(option: str | None) -> str:
        return none if option is None else names.get(option, option)

    key = f"{key}_{current_language()}"  # the browser sends back the words that it showed
    place = key.rsplit("_", 2)[0]
    return st.selectbox(label, options, format_func=shown, key=key, on_change=first_page, args=(place,))


def _profile(slug: str, kind: str, system: str | None, protocol: Protocol) -> None:
    """The strongest and the weakest criterion of each system, and the ratings of one system or of all together."""
    profile = criterion_profile(store(), slug, kind=kind, who=session_id())
    mine = profile if system is None else profile[profile["system"] == system]
    for text in strongest_and_weakest(mine, protocol):
        sentence(text)
    header = [_("Criterion"), _("Mean"), _("Ratings"), _("Low"), _("High"), _("N/A"), _("Explained or marked")]
    table(header, criterion_rows(mine, protocol), numeric=range(1, 7), caption=_("Ratings by criterion"))
    note(_("Low: the lowest third of the scale. High: the highest third."))
    download_row(slug, f"{slug}-criteria", table_files(lambda: profile))


def _items(slug: str, kind: str, chosen: ItemFilter, key: str) -> None:
    page = read_items(store(), slug, chosen, kind=kind, limit=PAGE, offset=page_of(key) * PAGE, who=session_id())
    if not page.total:
        note(_("No response has such a rating."))
        return
    sentence(ngettext("{count} response.", "{count} responses.", page.total))
    show_items(page, key, chosen.criterion)
    files = partial(items_table, store(), slug, chosen, kind=kind, who=session_id())
    download_row(slug, f"{slug}-items", table_files(files))
