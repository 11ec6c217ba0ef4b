"""The words and numbers of figures in the reader's language."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from eval_core.figures.brackets import runs, undecided_sets
from eval_core.locales import gettext as _
from eval_core.locales import number, percent
from eval_core.ranking.results import Ranking, SystemRow


def numerals() -> dict[str, Any]:
    """How figures write numbers and counts in the reader's language."""
    return {"number": lambda value: number(value, 2), "count": number}


def forest_words(ranking: Ranking) -> dict[str, str]:
    """The words of the forest plot."""
    axis = (
        _("strength against {reference}, natural-log scale", reference=ranking.reference)
        if ranking.reference
        else _("strength, natural-log scale (0 is the mean)")
    )
    return {
        "rank": _("Rank"),
        "system": _("System"),
        "judgments": _("Judgments"),
        "win_rate": _("Win rate"),
        "estimate": _("Strength [{level}]", level=percent(ranking.level)),
        "axis": axis,
        "bracket": _bracket(ranking),
        "unbounded": _("unbounded"),
        "group": _("Group {number}"),
    }


def _bracket(ranking: Ranking) -> str:
    """What the brackets of this ranking mean: dotted ones, and intervals apart within one, only where there are any."""
    place = {row.system: i for i, row in enumerate(ranking.systems)}
    sets = [[place[name] for name in names] for names in undecided_sets(ranking)]
    sentences = [_("A bracket joins systems of which no pair is decided.")]
    if any(len(runs(ys)) > 1 for ys in sets):
        sentences.append(_("Where it is dotted, it passes systems that are not part of it."))
    if any(_apart(ranking.systems[i], ranking.systems[j]) for ys in sets for i, j in combinations(ys, 2)):
        apart = _(
            "Two intervals that do not overlap can still share a bracket: each interval is for one system alone, and "
            "the brackets come from a test of all pairs at once, which asks for a larger difference."
        )
        sentences.append(apart)
    return " ".join(sentences)


def _apart(one: SystemRow, two: SystemRow) -> bool:
    if None in (one.low, one.high, two.low, two.high):
        return False
    return max(one.low or 0.0, two.low or 0.0) > min(one.high or 0.0, two.high or 0.0)


def matrix_words() -> dict[str, str]:
    """The words of the win matrix."""
    return {
        "system": _("System"),
        "opponent": _("preferred to"),
        "share": _("Share of judgments in which the row's system was preferred, a tie as half"),
        "n": _("(below it: the number of judgments)"),
        "wins": _("preferred"),
        "ties": _("ties"),
        "losses": _("not preferred"),
    }


def agreement_matrix_words() -> dict[str, str]:
    """The words of the agreement matrix."""
    return {
        "annotator": _("Annotator"),
        "other": _("agrees with"),
        "agreement": _("Share of the shared comparisons on which the two gave the same answer"),
        "n": _("(below it: the number of shared comparisons)"),
    }


def issue_words() -> dict[str, str]:
    """The words of the issue profile."""
    return {
        "axis": _("per 100 judgments with reasons"),
        "given": _("n = {number}"),
        "note": _("n judgments with reasons; whiskers are {level} intervals.", level=percent(0.95)),
    }


def heat_map_words() -> dict[str, str]:
    """The words of the rank heat map."""
    return {
        "system": _("System"),
        "rank": _("Rank"),
        "share": _(
            "Share of simulated repetitions of the study, drawn around the estimates with their uncertainty, in which "
            "the system has this rank. It is not the probability that the rank is the true one."
        ),
    }


def graph_words() -> dict[str, str]:
    """The words of the comparison graph."""
    return {
        "judgments": _("judgments"),
        "group": _("Group {number}"),
        "note": _("A line joins two systems that were compared: the wider the line, the more judgments."),
    }


def convergence_words() -> dict[str, str]:
    """The words of the convergence figure."""
    return {
        "strength": _("Strength"),
        "judgments": _("judgments"),
        "note": _("Strength and its interval as the judgments came in; the other systems in grey."),
    }


def leaderboard_words(ranking: Ranking) -> dict[str, str]:
    """The words of the leaderboard as text, which are the forest plot's."""
    return forest_words(ranking)
