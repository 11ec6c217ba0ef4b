"""Rankings of more than one kind on the page Ranking: with a judge, by checkpoint, and of all categories."""

from __future__ import annotations

import json
from dataclasses import replace
from html import escape

import streamlit as st

from eval_core.campaigns.results.slices import slices
from eval_core.figures import category_grid, category_grid_data, forest_model, forest_plot
from eval_core.figures.checkpoints import checkpoint_data, checkpoint_model, checkpoint_plot
from eval_core.figures.grids.category_grid import category_grid_model
from eval_core.locales import gettext as _
from eval_core.locales import natural
from eval_core.ranking.choices import Choices
from eval_core.ranking.results import Ranking
from eval_core.reports.choice_words import STANDARDS, rank_command
from eval_core.reports.combined_words import (
    checkpoint_table,
    checkpoint_words,
    judge_method,
    judge_sentences,
    no_checkpoints,
    refusal_sentence,
)
from eval_core.reports.figure_words import forest_words, numerals
from eval_core.reports.ranking_words import cautions, method_line, remarks
from eval_core.reports.standings.category_words import (
    category_notes,
    category_table,
    category_words,
    without_ranking,
)
from eval_core.reports.standings.decision_words import verdict
from eval_core.reports.standings.ranking_table import NAMES, ranking_table, table_notes
from eval_core.ui.parts.charts import drawing, show_figure
from eval_core.ui.parts.downloads import download_row, figure_downloads, figure_files, table_files
from eval_core.ui.parts.html import note, subheading, trouble
from eval_core.ui.parts.tables import table
from eval_core.ui.research.rankings import board, curve, file_name, joint_board, rows_of
from eval_core.ui.session import session_id, store


def show_joint(slug: str, chosen: Choices, *, compact: bool, p_best: bool = False) -> None:
    """The ranking with the judge of the choices, what the judge was worth, or why they cannot be put together."""
    computed, name = joint_board(slug, chosen), file_name(slug, chosen)
    heading = f"<h2>{escape(_(STANDARDS[chosen.written_standard]))}</h2>" if chosen.written_standard else ""
    ranking = computed.ranking
    if ranking is None:
        sentence = refusal_sentence(computed.refused) if computed.refused else ""
        st.html(f'{heading}<p class="verdict">{escape(sentence)}</p>')
        note(_("Choose “{nobody}” to see their ranking.", nobody=_("People alone")))
        return
    below = "".join(f'<p class="note">{escape(remark)}</p>' for remark in remarks(computed.facts))
    st.html(f'{heading}<p class="verdict">{escape(verdict(ranking))}</p>{below}')
    st.html("".join(f'<p class="sentence">{escape(sentence)}</p>' for sentence in judge_sentences(ranking)))
    figure = drawing(forest_plot, forest_model, ranking, labels=forest_words(ranking), **numerals())
    show_figure(figure, f"joint_{name}", compact=compact)
    for text in cautions(ranking):
        trouble(text, role="")
    with st.expander(_("The numbers as a table")):
        header, rows = ranking_table(ranking, p_best=p_best)
        table(header, rows, numeric=[place for place in range(len(header)) if place != NAMES], caption=_("Ranking"))
        note(table_notes(ranking))
    with st.expander(_("Reproduce the results")):
        st.code(rank_command(chosen, slug), language="bash", wrap_lines=True)
    note(f"{method_line(ranking, computed.facts)} {judge_method()}")
    whole = json.dumps(ranking.as_dict(), ensure_ascii=False, indent=1)
    download_row(
        slug,
        name,
        [
            *table_files(lambda: rows_of(ranking)),
            ("JSON", "json", "application/json", lambda: whole),
            *figure_files(figure, name, _("Ranking: {campaign}", campaign=name)),
        ],
    )


def show_checkpoints(slug: str, chosen: Choices, name: str, *, compact: bool) -> None:
    """The curve, where systems of the slice are checkpoints; else how to get one."""
    rows = curve(slug, chosen)
    title = _("Strength by checkpoint")
    if not rows:
        with st.expander(title):
            note(no_checkpoints())
        return
    subheading(title)
    figure = drawing(checkpoint_plot, checkpoint_model, rows, labels=checkpoint_words(), **numerals())
    show_figure(figure, f"checkpoints_{name}", compact=compact)
    with st.expander(_("The numbers as a table")):
        header, cells = checkpoint_table(rows)
        table(header, cells, numeric=(1, 3, 4), caption=title)
    figure_downloads(slug, figure, checkpoint_data(rows), f"{name}-checkpoints", title)


def show_categories(slug: str, chosen: Choices, name: str, *, compact: bool) -> None:
    """A part that opens, where the ranking is of several categories; nothing is ranked before it is opened."""
    categories = sorted(slices(store(), slug, session_id())["category"], key=natural)
    if chosen.category is not None or len(categories) < 2:
        return
    title = _("All categories")
    with st.expander(title, key=f"categories_{name}", on_change="rerun") as part:
        if not part.open:
            return
        found: dict[str, Ranking] = {}
        for category in categories:
            ranking = board(slug, replace(chosen, category=category)).ranking
            if ranking is not None:
                found[category] = ranking
        for text in without_ranking([category for category in categories if category not in found]):
            note(text)
        if not found:
            return
        for text in category_notes(found):
            note(text)
        figure = drawing(category_grid, category_grid_model, found, labels=category_words(), **numerals())
        show_figure(figure, f"by_category_{name}", compact=compact)
        header, rows = category_table(found)
        table(header, rows, numeric=range(1, len(header)), caption=title)
        note(_("Each category is a ranking of its own: its intervals and ranks hold within it."))
        figure_downloads(slug, figure, category_grid_data(found), f"{name}-categories", title)
