"""One slice's ranking on the screen: verdict, figures, cautions, robustness, numbers, method, files."""

from __future__ import annotations

import json
from functools import partial
from html import escape

import streamlit as st

from eval_core.campaigns.results.leaderboard import Leaderboard
from eval_core.figures import (
    HEAT_MAP_FROM,
    comparison_graph,
    comparison_graph_data,
    comparison_graph_model,
    forest_model,
    forest_plot,
    rank_heat_map,
    rank_heat_map_data,
    rank_heat_map_model,
    win_matrix,
    win_matrix_data,
    win_matrix_model,
)
from eval_core.figures.leaderboard_text import leaderboard_latex, leaderboard_markdown
from eval_core.locales import gettext as _
from eval_core.ranking.choices import Choices, choices_document
from eval_core.ranking.results import Ranking
from eval_core.reports.chance_words import equivalence_sentence
from eval_core.reports.choice_words import STANDARDS, commands_again
from eval_core.reports.diagnosis_words import diagnosis_sentences
from eval_core.reports.effect_words import best_sentence, length_sentences, position_sentences
from eval_core.reports.figure_words import (
    forest_words,
    graph_words,
    heat_map_words,
    leaderboard_words,
    matrix_words,
    numerals,
)
from eval_core.reports.power_words import planner_sentences
from eval_core.reports.ranking_words import (
    cautions,
    method_line,
    remarks,
)
from eval_core.reports.standings.decision_words import odds_sentence, verdict
from eval_core.reports.standings.ranking_table import NAMES, ranking_table, table_notes
from eval_core.reports.standings.robustness_words import robustness_sentences
from eval_core.ui.parts.charts import drawing, show_figure
from eval_core.ui.parts.downloads import download_row, figure_downloads, figure_files, table_files
from eval_core.ui.parts.html import note, subheading, trouble
from eval_core.ui.parts.tables import table
from eval_core.ui.research.combined_boards import show_categories, show_checkpoints
from eval_core.ui.research.rankings import board, diagnosis_of, file_name, plans, rank_chances, robustness_of, rows_of
from eval_core.ui.research.resampling import show_bootstrap

_EQUAL = 0.55  # of the judgments, a tie as half: two systems are equal where neither would win more


def show_slice(slug: str, chosen: Choices, *, compact: bool, p_best: bool = False) -> None:
    """The ranking of one slice; with `p_best` also the probability that a system is the best."""
    computed, name = board(slug, chosen), file_name(slug, chosen)
    heading = _(STANDARDS[chosen.written_standard]) if chosen.written_standard else ""
    if computed.ranking is None:
        _opening(heading, _("There is nothing to rank yet: no judgments here."), [])
        return
    ranking = computed.ranking
    _opening(heading, verdict(ranking), remarks(computed.facts))
    _sentences("", [odds_sentence(ranking)])
    figure = drawing(forest_plot, forest_model, ranking, labels=forest_words(ranking), **numerals())
    show_figure(figure, f"forest_{name}", compact=compact)
    for text in cautions(ranking):
        trouble(text, role="")
    robustness = robustness_of(slug, chosen)
    if p_best:
        _sentences("", [best_sentence(ranking)])
    _sentences(
        "", [*length_sentences(ranking, robustness.length.change if robustness else None), *position_sentences(ranking)]
    )
    _other_figures(slug, chosen, ranking, name, compact=compact)
    show_checkpoints(slug, chosen, name, compact=compact)
    show_categories(slug, chosen, name, compact=compact)
    _sentences(_("What would separate the systems?"), planner_sentences(plans(slug, chosen)))
    if robustness is not None:
        _sentences(_("How robust is the ranking?"), robustness_sentences(robustness))
    _diagnosis(slug, chosen, ranking, name)
    show_bootstrap(slug, chosen, computed, name)
    with st.expander(_("The numbers as a table")):
        header, rows = ranking_table(ranking, p_best=p_best)
        table(header, rows, numeric=[place for place in range(len(header)) if place != NAMES], caption=_("Ranking"))
        note(table_notes(ranking))
    with st.expander(_("Reproduce the results")):
        st.code("\n".join(commands_again(chosen, slug)), language="bash", wrap_lines=True)
    note(method_line(ranking, computed.facts))
    named = f"{slug} · {heading}" if heading else slug
    title, words = _("Ranking: {campaign}", campaign=named), leaderboard_words(ranking)
    download_row(
        slug,
        name,
        [
            *table_files(lambda: rows_of(ranking)),
            ("JSON", "json", "application/json", partial(_document, ranking, computed.facts)),
            *figure_files(figure, name, title),
            ("LaTeX", "tex", "text/x-tex", partial(leaderboard_latex, ranking, labels=words, **numerals())),
            ("Markdown", "md", "text/markdown", partial(leaderboard_markdown, ranking, labels=words, **numerals())),
        ],
    )


def _diagnosis(slug: str, chosen: Choices, ranking: Ranking, name: str) -> None:
    """A part that opens: what the uncertainty is made of, whether the model fits, ties, and which systems are equal."""
    with st.expander(_("Does the model fit these judgments?"), key=f"fit_{name}", on_change="rerun") as part:
        if part.open:
            found = diagnosis_of(slug, chosen)
            said = (
                diagnosis_sentences(found)
                if found
                else [_("The judgments measure no difference, so nothing can be tested.")]
            )
            _sentences("", [*said, equivalence_sentence(ranking, _EQUAL)])


def _document(ranking: Ranking, facts: Leaderboard) -> str:
    """What `parvis rank --format json` says of the ranking and its choices."""
    document = ranking.as_dict() | {"choices": choices_document(facts.choices, facts.extent)}
    return json.dumps(document, ensure_ascii=False, indent=1)


def _opening(heading: str, sentence: str, notes: list[str]) -> None:
    # Figures have headings of the third level, so there is one of the second even where all is ranked together.
    above = f"<h2>{escape(heading)}</h2>" if heading else f'<h2 class="unseen">{escape(_("Ranking"))}</h2>'
    below = "".join(f'<p class="note">{escape(note)}</p>' for note in notes)
    st.html(f'{above}<p class="verdict">{escape(sentence)}</p>{below}')


def _sentences(heading: str, sentences: list[str]) -> None:
    """Sentences one below the other, under a heading if it is given; nothing where there are none."""
    lines = "".join(f'<p class="sentence">{escape(sentence)}</p>' for sentence in sentences if sentence)
    if lines:
        if heading:
            subheading(heading)
        st.html(lines)


def _other_figures(slug: str, chosen: Choices, ranking: Ranking, name: str, *, compact: bool) -> None:
    """The win matrix; with many systems the chances of each rank, with several groups the comparison graph."""
    wins = _("Win matrix")
    subheading(wins)
    figure = drawing(win_matrix, win_matrix_model, ranking, labels=matrix_words(), **numerals())
    show_figure(figure, f"matrix_{name}", compact=compact)
    figure_downloads(slug, figure, win_matrix_data(ranking), f"{name}-wins", wins)
    if not ranking.connected:
        title = _("Comparison graph")
        subheading(title)
        count = numerals()["count"]
        figure = drawing(comparison_graph, comparison_graph_model, ranking, labels=graph_words(), count=count)
        show_figure(figure, f"graph_{name}", compact=compact)
        figure_downloads(slug, figure, comparison_graph_data(ranking), f"{name}-graph", title)
    if len(ranking.systems) >= HEAT_MAP_FROM:
        title = _("Ranks in simulated repetitions")
        subheading(title)
        chances = rank_chances(slug, chosen)
        look = {"labels": heat_map_words(), "number": numerals()["number"]}
        figure = drawing(rank_heat_map, rank_heat_map_model, ranking, chances, **look)
        show_figure(figure, f"ranks_{name}", compact=compact)
        figure_downloads(slug, figure, rank_heat_map_data(ranking, chances), f"{name}-ranks", title)
