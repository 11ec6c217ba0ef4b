"""The parts of a report: the results, the figures, the numbers as a table, and how they were computed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eval_core.campaigns.results.combined.judged_votes import JudgedVotes
from eval_core.campaigns.results.leaderboard import Leaderboard
from eval_core.campaigns.results.scores import RatingResults
from eval_core.errors import InputError
from eval_core.figures import forest_model, rating_forest_model, rating_grid_model, win_matrix_model
from eval_core.judges.summaries import BatchSummary
from eval_core.locales import gettext as _
from eval_core.ranking import rank
from eval_core.ranking.rectification.combination import rank_with_judge
from eval_core.ranking.results import Ranking
from eval_core.reports import rating_words
from eval_core.reports.choice_words import STANDARDS
from eval_core.reports.combined_words import judge_method, judge_sentences, refusal_sentence
from eval_core.reports.figure_words import forest_words, matrix_words, numerals
from eval_core.reports.paper_figures import embedded
from eval_core.reports.protocol_words import criterion_names
from eval_core.reports.ranking_words import (
    cautions,
    method_line,
    remarks,
)
from eval_core.reports.standings.decision_words import verdict
from eval_core.reports.standings.ranking_table import NAMES, ranking_table


def ranking_part(board: Leaderboard) -> dict[str, Any]:
    """A slice of comparisons."""
    standard = board.choices.written_standard
    heading = _(STANDARDS[standard]) if standard else ""
    ranking = _ranked(board)
    if ranking is None:
        return _without(heading, _("There is nothing to rank yet: no judgments here."))
    forest = forest_model(ranking, labels=forest_words(ranking), **numerals())
    matrix = win_matrix_model(ranking, labels=matrix_words(), **numerals())
    header, rows = ranking_table(ranking)
    return {
        "heading": heading,
        "verdict": verdict(ranking),
        "notes": [*_notes(remarks(board)), *_notes(cautions(ranking), trouble=True)],
        "figures": [embedded(forest, "", about=verdict(ranking)), embedded(matrix, _("Win matrix"))],
        "header": header,
        "rows": rows,
        "names": NAMES,
        "method": method_line(ranking, board),
    }


def judge_part(board: Leaderboard, found: JudgedVotes, judge: str) -> dict[str, Any]:
    """People's judgments and a judge's verdicts together, or why they cannot be put together."""
    heading = _("People and the judge {judge} together", judge=judge)
    try:
        ranking = rank_with_judge(found.people, found.verdicts, judge)
    except InputError as refused:
        return _without(heading, refusal_sentence(refused))
    forest = forest_model(ranking, labels=forest_words(ranking), **numerals())
    header, rows = ranking_table(ranking)
    return {
        "heading": heading,
        "verdict": verdict(ranking),
        "notes": [*_notes(judge_sentences(ranking)), *_notes(cautions(ranking), trouble=True)],
        "figures": [embedded(forest, "", about=verdict(ranking))],
        "header": header,
        "rows": rows,
        "names": NAMES,
        "method": f"{method_line(ranking, board)} {judge_method()}",
    }


def refused_part(judge: str, refused: InputError) -> dict[str, Any]:
    """Why the verdicts of a judge cannot be added."""
    return _without(_("People and the judge {judge} together", judge=judge), refusal_sentence(refused))


def rating_part(results: RatingResults, summaries: Sequence[BatchSummary]) -> dict[str, Any]:
    """The scores of rated responses, with what judges wrote about whole batches."""
    if not rating_words.overall(results):
        return _without("", rating_words.rating_verdict(results))
    limits = results.scores.rule.limits
    forest = rating_forest_model(
        results.systems, labels=rating_words.rating_forest_words(limits), limits=limits, **numerals()
    )
    figures = [embedded(forest, "", about=rating_words.rating_verdict(results))]
    if len(results.protocol.rated) > 1:
        names = criterion_names(results.protocol)
        scales = {
            criterion.key: (names[criterion.key], criterion.min, criterion.max) for criterion in results.protocol.rated
        }
        words = rating_words.rating_grid_words()
        grid = rating_grid_model(results.systems, labels=words, criteria=scales, **numerals())
        figures.append(embedded(grid, _("Criteria by system")))
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
        "tables": _differences(results),
        "method": rating_words.rating_method_line(results),
        "summaries": rating_words.summary_paragraphs(summaries, results.protocol),
    }


def _differences(results: RatingResults) -> list[dict[str, Any]]:
    rows = rating_words.difference_rows(results.differences)
    about = {"caption": _("Differences between systems"), "header": rating_words.difference_header(), "rows": rows}
    return [about] if rows else []


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
