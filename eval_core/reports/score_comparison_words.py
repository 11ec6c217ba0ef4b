"""Scores compared with other scores in plain words: with which, how far they are correlated, in what order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from eval_core.campaigns.results.ratings import rule_of
from eval_core.campaigns.results.score_comparison import Choice, ScoreComparison
from eval_core.locales import N_, interval, number, percent, said
from eval_core.locales import gettext as _
from eval_core.protocols import Protocol
from eval_core.reports.protocol_words import criterion_names
from eval_core.scoring import UNITS, Measure
from eval_core.scoring.items import TOLERANCE

_BY = {
    "human": N_("{protocol}, by people"),
    "judge": N_("{protocol}, by LLM judges"),
    "all": N_("{protocol}, by people and LLM judges"),
}


def named(protocol: Protocol, kind: str, campaign: str | None = None) -> str:
    """A protocol and who rated, such as 'HEval, by people'; a ranking by its campaign."""
    if protocol.kind == "pairwise":
        return _("{campaign}: the ranking by people", campaign=campaign or "")
    name = _(_BY[kind], protocol=said(protocol.title))
    return f"{campaign}: {name}" if campaign else name


def choice_labels(choices: Sequence[Choice]) -> dict[str, Choice]:
    """The choices by their labels, all different."""
    labels: dict[str, Choice] = {}
    for choice in choices:
        label = named(choice.protocol, choice.other.kind, choice.title)
        labels[f"{label} ({choice.other.campaign})" if label in labels else label] = choice
    return labels


def score_comparison_sentences(comparison: ScoreComparison) -> list[str]:
    """For how many pairs of systems both have the same order, and the correlation of the responses' scores."""
    systems = comparison.points[comparison.points["unit"] == "system"]
    if not len(systems):
        return [_("Nothing has a score under both yet.")]
    sentences = []
    pairs = list(combinations(zip(systems["one"], systems["other"], strict=True), 2))
    if pairs:
        same = sum(_sign(a[0] - b[0]) == _sign(a[1] - b[1]) for a, b in pairs)
        if same == len(pairs):
            sentences.append(_("Both rank all systems in the same order."))
        else:
            about = {"same": number(same), "pairs": number(len(pairs))}
            sentences.append(_("Both rank {same} of {pairs} pairs of systems in the same order.", **about))
    responses = comparison.overall("item")
    rho = responses.correlation.spearman if responses is not None else None
    if responses is not None and rho is not None and rho.value is not None:
        about = {"rho": number(rho.value, 2), "n": number(responses.correlation.n)}
        if rho.low is None or rho.high is None:
            sentences.append(_("Across {n} responses, Spearman's ρ is {rho}.", **about))
        else:
            about["interval"] = interval(rho.low, rho.high)
            sentences.append(_("Across {n} responses, Spearman's ρ is {rho} {interval}.", **about))
    return sentences


def score_comparison_header() -> list[str]:
    """Column heads of `score_comparison_rows`."""
    return [_("Level"), _("How many"), "Pearson", "Spearman", "Kendall"]


def score_comparison_rows(comparison: ScoreComparison) -> list[list[str]]:
    """A row for each unit with data: how many, and each coefficient with its interval; a dash where undefined."""
    names = {"item": _("Responses"), "document": _("Systems on documents"), "system": _("Systems")}
    rows = []
    for unit in UNITS:
        overall = comparison.overall(unit)
        if overall is not None and overall.correlation.n:
            correlation = overall.correlation
            cells = [_measured(measure) for measure in (correlation.pearson, correlation.spearman, correlation.kendall)]
            rows.append([names[unit], number(correlation.n), *cells])
    return rows


def criterion_correlation_header(comparison: ScoreComparison) -> list[str]:
    """Column heads of `criterion_correlation_rows`: all annotators, then each."""
    names = dict.fromkeys(row.annotator for row in comparison.by_criterion)
    return [_("Criterion"), _("System"), *(_("All annotators") if name is None else name for name in names)]


def criterion_correlation_rows(comparison: ScoreComparison) -> list[list[str]]:
    """Pearson's r with each criterion of the other protocol: a row for each criterion and system."""
    labels = criterion_names(comparison.other)
    rows: dict[tuple[str, str | None], list[str]] = {}
    for row in comparison.by_criterion:
        if row.criterion is not None:
            rows.setdefault((row.criterion, row.system), []).append(_measured(row.correlation.pearson))
    return [[labels[key], system or _("All systems"), *cells] for (key, system), cells in rows.items()]


def score_comparison_note(comparison: ScoreComparison) -> str:
    """How the intervals are computed."""
    systems = _("across systems: assumes independent systems; wide when there are few")
    if comparison.other.kind == "pairwise":
        return _("{level} intervals; {systems}.", level=percent(comparison.level), systems=systems)
    return _(
        "{level} intervals; across responses and documents: clustered by document (by prompt where there are none); "
        "{systems}. Only responses that both scored.",
        level=percent(comparison.level),
        systems=systems,
    )


def scatter_words(comparison: ScoreComparison, first: str, other: str) -> dict[str, str]:
    """The words of the scatter figure, with the names of both sides."""
    if comparison.other.kind == "pairwise":
        other = _("{campaign}: strength (natural log)", campaign=comparison.title or "")
        foot = _("Each dot is a system.")
    else:
        foot = _("Dots with names: systems. Pale dots: responses, larger where several overlap.")
        if (comparison.points["unit"] == "document").any():
            foot = f"{foot} {_('Rings: a system on a document.')}"
        if rule_of(comparison.one).limits == rule_of(comparison.other).limits:
            foot = f"{foot} {_('On the dotted line both scores are the same.')}"
    return {"one": first, "other": other, "responses": _("Responses"), "note": foot}


def _measured(measure: Measure) -> str:
    if measure.value is None:
        return "–"
    if measure.low is None or measure.high is None:
        return number(measure.value, 2)
    return f"{number(measure.value, 2)} {interval(measure.low, measure.high)}"


def _sign(difference: float) -> int:
    return 0 if abs(difference) < TOLERANCE else 1 if difference > 0 else -1
