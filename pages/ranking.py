"""Ranking: which system reads best, and how sure is that?"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from html import escape

import streamlit as st
from plotly.graph_objects import Figure

from eval_core.campaigns.access import Who
from eval_core.campaigns.leaderboard import latest_change
from eval_core.campaigns.votes import slices
from eval_core.figures import forest_plot, standalone_html, win_matrix
from eval_core.files import table_bytes
from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.ranking.results import Ranking
from eval_core.ui.announcer import announce
from eval_core.ui.boards import Slice, board, rows_of
from eval_core.ui.charts import choose_image_format, figure_theme, forest_words, matrix_words, numerals, show_figure
from eval_core.ui.ranking_text import MODELS, cautions, method_line, numbers_cells, numbers_header, remarks, verdict
from eval_core.ui.session import require, session_id, store
from eval_core.ui.tables import table
from eval_core.ui.words import STANDARDS

REFRESH_SECONDS = 5
APART, TOGETHER = "apart", "together"


def switches(slug: str) -> list[Slice]:
    """What the reader chose to see: the slices, one below the other."""
    found = slices(store(), slug, session_id())
    standards = [one for one in STANDARDS if one in found["written_standard"]]
    view: str | None = TOGETHER
    category = None
    with st.container(key="switches", horizontal=True, vertical_alignment="bottom"):
        if len(standards) > 1:
            names = {APART: _("Bokmål and Nynorsk apart"), TOGETHER: _("Both together")}
            view = st.segmented_control(
                _("Written standard"),
                list(names),
                format_func=names.__getitem__,
                default=APART,
                required=True,
                key=f"view_{current_language()}",  # the browser sends back the words that it showed
            )
        if found["category"]:
            every = _("All categories")
            key = f"category_{current_language()}"
            options = [None, *found["category"]]
            category = st.selectbox(_("Category"), options, format_func=lambda one: one or every, key=key)
        model = st.selectbox(_("Model"), list(MODELS), format_func=MODELS.__getitem__, key="model")
        choose_image_format()
        shown: list[str | None] = [*standards] if view == APART else [None]
        chosen = [Slice(one, category, model=model) for one in shown]
        if any(board(slug, one).facts.partial for one in chosen):
            common = st.toggle(_("Only prompts that every system answered"), value=True, key="common")
            chosen = [Slice(one, category, common_only=common, model=model) for one in shown]
    return chosen


def allowed(who: Who, slug: str, make: Callable[[], str | bytes]) -> str | bytes:
    """The file, made when somebody asks for it; permission is checked anew."""
    latest_change(store(), slug, who)
    return make()


def downloads(slug: str, ranking: Ranking, name: str, figure: Figure) -> None:
    """The ranking as CSV, JSON and HTML; images come from the figures' own buttons."""
    title, lang = _("Ranking: {campaign}", campaign=name), current_language()
    with st.container(key=f"downloads_{name}", horizontal=True):
        for suffix, mime, data in (
            ("csv", "text/csv", lambda: table_bytes(rows_of(ranking), ".csv", spreadsheet_safe=True)),
            ("json", "application/json", lambda: json.dumps(ranking.as_dict(), ensure_ascii=False, indent=1)),
            ("html", "text/html", lambda: standalone_html(figure, title, lang=lang, file_name=name)),
        ):
            file = partial(allowed, session_id(), slug, data)
            key = f"{name}_{suffix}"
            st.download_button(suffix.upper(), file, f"{name}.{suffix}", mime, key=key, on_click="ignore")


def opening(heading: str, sentence: str, notes: list[str]) -> str:
    """What stands over the figure."""
    return (f"<h2>{escape(heading)}</h2>" if heading else "") + (
        f'<p class="verdict">{escape(sentence)}</p>' + "".join(f'<p class="note">{escape(note)}</p>' for note in notes)
    )


def section(slug: str, chosen: Slice, compact: bool) -> None:
    """One slice: verdict, forest plot, cautions, win matrix, numbers, method, downloads."""
    found, name = board(slug, chosen), "-".join(filter(None, (slug, chosen.written_standard, chosen.category)))
    heading = _(STANDARDS[chosen.written_standard]) if chosen.written_standard else ""
    if found.ranking is None:
        st.html(opening(heading, _("There is nothing to rank yet: no judgments here."), []))
        return
    st.html(opening(heading, verdict(found.ranking), remarks(found.facts)))
    drawn = {"theme": figure_theme(), "compact": compact, **numerals()}
    figure = forest_plot(found.ranking, labels=forest_words(found.ranking), **drawn)
    show_figure(figure, f"forest_{name}", f"{name}-ranking")
    for text in cautions(found.ranking):
        st.html(f'<p class="note trouble">{escape(text)}</p>')
    st.html(f"<h3>{escape(_('Who was preferred to whom'))}</h3>")
    show_figure(win_matrix(found.ranking, labels=matrix_words(), **drawn), f"matrix_{name}", f"{name}-wins")
    with st.expander(_("The numbers as a table")):
        rows = [numbers_cells(row) for row in found.ranking.systems]
        table(numbers_header(), rows, numeric=(0, 2, 3, 4, 5, 6, 7, 8), caption=_("Ranking"))
    st.html(f'<p class="note">{escape(method_line(found.ranking, found.facts))}</p>')
    downloads(slug, found.ranking, name, figure)


@st.fragment(run_every=REFRESH_SECONDS)
def rankings(chosen: list[Slice]) -> None:
    seat = require("researcher")
    compact = announce("", "ranking") == "stacked"
    for one in chosen:
        section(seat.slug, one, compact)


seat = require("researcher")
st.html(f'<h1 class="unseen">{escape(_("Ranking"))}</h1>')
rankings(switches(seat.slug))
