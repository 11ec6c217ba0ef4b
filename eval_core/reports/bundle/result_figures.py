"""Which figures a paper gets, in the reader's language: strengths with intervals, and who was preferred to whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from eval_core.figures import forest_model, win_matrix_model
from eval_core.figures.painted import Model
from eval_core.locales import gettext as _
from eval_core.reports.bundle.recomputation import Part
from eval_core.reports.choice_words import STANDARDS
from eval_core.reports.figure_words import forest_words, matrix_words, numerals


@dataclass(frozen=True)
class ResultFigure:
    """A figure, for a painter; `label` is unlike that of any other."""

    label: str
    caption: str
    model: Model


def result_figures(parts: Mapping[str, Part]) -> Iterator[ResultFigure]:
    """Every figure of a bundle."""
    for name, part in parts.items():
        about, end = (f" ({_(STANDARDS[name])}).", f"-{name}") if name in STANDARDS else (".", "")
        forest = forest_model(part.ranking, labels=forest_words(part.ranking), **numerals())
        yield ResultFigure(f"ranking{end}", _("Ranking of the systems") + about, forest)
        matrix = win_matrix_model(part.ranking, labels=matrix_words(), **numerals())
        yield ResultFigure(f"wins{end}", _("Win matrix") + about, matrix)
