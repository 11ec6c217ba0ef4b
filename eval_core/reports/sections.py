"""The parts of a report: the results, the figures, the numbers as a table, and how they were computed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
import plotly.io as pio
from markupsafe import Markup

from eval_core.campaigns.results.leaderboard import Leaderboard
from eval_core.campaigns.results.scores import RatingResults
from eval_core.errors import InputError
from eval_core.figures import config, forest_plot, rating_forest, rating_grid, win_matrix
from eval_core.judges.summaries import BatchSummary
from eval_core.locales import gettext as _
from eval_core.ranking import rank
from eval_core.ranking.results import Ranking
from eval_core.reports import rating_words
from eval_core.reports.figure_words import forest_words, matrix_words, numerals
from eval_core.reports.ranking_words import (
    STANDARDS,
    cautions,
    method_line,
    numbers_cells,
    numbers_header,
    remarks,
    verdict,
)


def ranking_part(standard: str | None, board: Leaderboard, slug: str, *, plotly: bool) -> dict[str, Any]:
    """A slice of comparisons; with `plotly` its first figure includes the library, which a page needs once."""
    heading = _(STANDARDS[standard]) if standard else ""
    ranking = _ranked(board)
    if ranking is None:
        return _without(heading, _("There is nothing to rank yet: no judgments here."))
    name = "-".join(filter(None, (slug, standard)))
    forest = forest_plot(ranking, labels=forest_words(ranking), **numerals())
    matrix = win_matrix(ranking, labels=matrix_words(), **numerals())
    return {
        "heading": heading,
        "verdict": verdict(ranking),
        "notes": [*_notes(remarks(board)), *_notes(cautions(ranking), trouble=True)],
        "figures": [
            {"heading": "", "html": _figure(forest, f"{name}-ranking", plotly=plotly)},
            {"heading": _("Win matrix"), "html": _figure(matrix, f"{name}-wins", plotly=False)},
        ],
        "header": numbers_header(),
        "rows": [numbers_cells(row) for row in ranking.systems],
        "names": 1,
        "method": method_line(ranking, board),
    }


def rating_part(results: RatingResults, summaries: Sequence[BatchSummary], slug: str) -> dict[str, Any]:
    """The scores of rated responses, with what judges wrote about whole batches; its first figure includes plotly."""
    if not rating_words.overall(results):
        return _without("", rating_words.rating_verdict(results))
    limits = results.scores.rule.limits
    forest = rating_forest(
        results.systems, labels=rating_words.rating_forest_words(limits), limits=limits, **numerals()
    )
    figures = [{"heading": "", "html": _figure(forest, f"{slug}-scores", plotly=True)}]
    if len(results.protocol.rated) > 1:
        names = rating_words.criterion_names(results.protocol)
        scales = {
            criterion.key: (names[criterion.key], criterion.min, criterion.max) for criterion in results.protocol.rated
        }
        grid = rating_grid(results.systems, labels=rating_words.rating_grid_words(), criteria=scales, **numerals())
        html = _figure(grid, f"{slug}-criteria", plotly=False)
        figures.append({"heading": _("Criteria by system"), "html": html})
    return {
        "heading": "",
        "verdict": rating_words.rating_verdict(results),
        "notes": [
            *_notes(rating_words.rating_cautions(results), trouble=True),
            *_notes(rating_words.rating_agreement_sentences(results)),
        ],
        "figures": figures,
        "header": rating_words.rating_header(results.protocol),
        "rows": [rating_words.rating_cells(level, results.protocol) for level in rating_words.overall(results)],
        "names": 0,
        "method": rating_words.rating_method_line(results),
        "summaries": rating_words.summary_paragraphs(summaries, results.protocol),
    }


def _without(heading: str, sentence: str) -> dict[str, Any]:
    """A part without results."""
    return {"heading": heading, "verdict": sentence, "notes": [], "figures": [], "rows": []}


def _notes(texts: Sequence[str], *, trouble: bool = False) -> list[dict[str, Any]]:
    return [{"text": text, "trouble": trouble} for text in texts]


def _ranked(board: Leaderboard) -> Ranking | None:
    try:
        return rank(board.votes)
    except InputError:
        return None


def _figure(figure: go.Figure, name: str, *, plotly: bool) -> Markup:
    html = pio.to_html(figure, config=config(name, "svg"), include_plotlyjs=plotly, full_html=False)
    return Markup(html)  # noqa: S704 - Plotly's own; names in figures are escaped
