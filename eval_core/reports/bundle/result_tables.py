"""Which tables a paper gets, in the reader's language: the ranking, its pairs, agreement, and who judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from eval_core.campaigns.publishing.report_facts import CampaignFacts
from eval_core.locales import gettext as _
from eval_core.locales import interval, number, percent
from eval_core.ranking.results import PairRow, Ranking, SystemRow
from eval_core.reports.agreement_words import MEASURES
from eval_core.reports.bundle.latex_tables import Column, LatexTable
from eval_core.reports.bundle.methods import MethodFacts
from eval_core.reports.bundle.recomputation import Part
from eval_core.reports.choice_words import STANDARDS
from eval_core.reports.look_words import looks_text
from eval_core.reports.standings.ranking_table import NAMES, rank_range, ranking_table

_ALL_PAIRS = 8  # systems; of more, only neighbours in the ranking are a table's rows
_SMALLEST_P = 0.001
_NOTHING = "–"


def result_tables(facts: MethodFacts, notes: dict[str, str]) -> list[LatexTable]:
    """Every table of a bundle.

    Args:
        notes: the method line of each part.
    """
    tables = []
    for name, part in facts.parts.items():
        tables += [make(name, part.ranking, notes[name]) for make in (_leaderboard, _wide_leaderboard, _pairs)]
        if part.agreement.estimates.percent_agreement is not None:
            tables.append(_agreement(name, part))
    return [*tables, _people(facts)]


def _leaderboard(part: str, ranking: Ranking, note: str) -> LatexTable:
    """As narrow as a column: ranks, strengths and numbers of judgments."""
    return LatexTable(
        label=_label("ranking", part),
        caption=_titled(_("Ranking of the systems"), part),
        columns=(
            Column(_("Rank"), "text"),
            Column(_("System"), "names"),
            Column(_("Strength [{level}]", level=percent(ranking.level)), "numbers"),
            Column("n", "numbers"),
        ),
        rows=tuple(
            (rank_range(row.rank_low, row.rank_high), row.system, _strength(row), number(row.judgments))
            for row in ranking.systems
        ),
        note=" ".join([_("Ranks: possible places of all systems together. n: judgments."), *_limits(ranking), note]),
        letters=18,
    )


_WIDE = (0, 1, 2, 4, 5, 6, 7, 9, 10)  # columns of `ranking_table`: ranks, names, win rates, strengths, decisions


def _wide_leaderboard(part: str, ranking: Ranking, note: str) -> LatexTable:
    """As wide as the page: also ranks of one system alone, win rates, and of how many others it is decided."""
    header, rows = ranking_table(ranking)
    kinds = {0: "text", 1: "text", NAMES: "names"}
    notes = [
        _("Rank: holds for all systems at once. Alone: for one system that was chosen before looking."),
        _("Ahead of, behind: for how many systems that is decided."),
    ]
    return LatexTable(
        label=_label("ranking-wide", part),
        caption=_titled(_("Ranking of the systems"), part),
        columns=tuple(Column(header[place], kinds.get(place, "numbers")) for place in _WIDE),
        rows=tuple(tuple(row[place] for place in _WIDE) for row in rows),
        note=" ".join([*notes, *_limits(ranking), _("Intervals: {level}.", level=percent(ranking.level)), note]),
        letters=24,
        wide=True,
    )


def _limits(ranking: Ranking) -> Iterator[str]:
    if not ranking.connected:
        yield _("The systems fall into groups that were never compared; ranks hold within a group.")
    if any(not row.bounded for row in ranking.systems):
        yield _("For a system that won or lost every judgment against the others, at most one limit is known.")


def _strength(row: SystemRow) -> str:
    if row.bounded:
        return _estimate(row.strength, row.low, row.high)
    if row.low is not None:
        return f">\N{NO-BREAK SPACE}{number(row.low, 2)}"
    return _NOTHING if row.high is None else f"<\N{NO-BREAK SPACE}{number(row.high, 2)}"


def _pairs(part: str, ranking: Ranking, note: str) -> LatexTable:
    """All pairs of few systems; of many only those next to each other, since every pair is in numbers.json."""
    places = {row.system: place for place, row in enumerate(ranking.systems)}
    every = len(places) <= _ALL_PAIRS
    pairs = [_downwards(pair, places) for pair in ranking.pairs]
    pairs = sorted(
        (pair for pair in pairs if every or places[pair["opponent"]] - places[pair["system"]] == 1),
        key=lambda pair: (places[pair["system"]], places[pair["opponent"]]),
    )
    caption = _("Differences of all pairs of systems") if every else _("Differences of systems next to each other")
    return LatexTable(
        label=_label("pairs", part),
        caption=_titled(caption, part),
        columns=(
            Column(_("Pair"), "names"),
            Column(_("Difference [{level}]", level=percent(ranking.level)), "numbers"),
            Column("p", "numbers"),
        ),
        rows=tuple(_pair_cells(pair) for pair in pairs),
        note=" ".join([_("p: adjusted for all pairs; *: decided."), note]),
        letters=22,
    )


def _pair_cells(pair: Mapping[str, Any]) -> tuple[str, ...]:
    difference = _NOTHING if pair["difference"] is None else _estimate(pair["difference"], pair["low"], pair["high"])
    return f"{pair['system']} – {pair['opponent']}", difference, _p(pair["p"]) + "*" * pair["decided"]


def _downwards(pair: PairRow, places: dict[str, int]) -> dict[str, Any]:
    """The pair seen from the system that is placed higher."""
    if places[pair.system] < places[pair.opponent]:
        names, sign, low, high = (pair.system, pair.opponent), 1, pair.low, pair.high
    else:
        names, sign = (pair.opponent, pair.system), -1
        low, high = (None if end is None else -end for end in (pair.high, pair.low))
    difference = None if pair.difference is None else sign * pair.difference
    seen = {"system": names[0], "opponent": names[1], "difference": difference, "low": low, "high": high}
    return {**seen, "p": pair.p, "decided": pair.decided}


def _agreement(part: str, results: Part) -> LatexTable:
    found = results.agreement
    rows = []
    for key, label in MEASURES.items():
        value, limits = getattr(found.estimates, key), getattr(found.intervals, key)
        rows.append((_(label), _NOTHING if value is None else _estimate(value, *(limits or (None, None)))))
    return LatexTable(
        label=_label("agreement", part),
        caption=_titled(_("Agreement between annotators"), part),
        columns=(
            Column(_("Measure"), "names"),
            Column(_("Value [{level}]", level=percent(found.level)), "numbers"),
        ),
        rows=tuple(rows),
        note=_("{items} comparisons with at least two annotators.", items=number(found.n_items)),
        letters=36,
    )


def _people(facts: MethodFacts) -> LatexTable:
    return LatexTable(
        label="people",
        caption=_titled(_("Who judged, and what was left out"), ""),
        columns=(Column("", "names"), Column("", "numbers")),
        rows=tuple(_counts(facts, facts.campaign)),
        note=f"{_('Saw results before judging was closed')}: {looks_text(facts.looks)}.",
        letters=40,
    )


def _counts(facts: MethodFacts, campaign: CampaignFacts) -> Iterator[tuple[str, str]]:
    yield _("Judgments"), number(campaign.judgments)
    yield _("Annotators"), number(campaign.annotators)
    if campaign.simulated:
        yield _("Simulated annotators"), number(campaign.simulated)
    yield _("Prompts"), number(campaign.prompts)
    yield _("Systems"), number(len(campaign.systems))
    checks = {"gold": _("Gold comparisons answered as expected"), "repeats": _("Repeats answered as before")}
    for key, label in checks.items():
        control = facts.controls[key]
        share = _("not checked")
        if control.answers:
            share = f"{number(control.as_expected)} / {number(control.answers)}"
        yield label, share
    yield _("Annotators left out"), number(len(campaign.excluded))
    yield _("Comparisons withdrawn"), number(campaign.withdrawn)
    yield _("Comparisons of identical texts, not judged"), number(campaign.identical)
    yield _("Skipped"), number(campaign.skipped)


def _estimate(value: float, low: float | None, high: float | None) -> str:
    return number(value, 2) if low is None or high is None else f"{number(value, 2)} {interval(low, high)}"


def _p(value: float | None) -> str:
    if value is None:
        return _NOTHING
    return f"<\N{NO-BREAK SPACE}{number(_SMALLEST_P, 3)}" if value < _SMALLEST_P else number(value, 3)


def _titled(caption: str, part: str) -> str:
    return f"{caption} ({_(STANDARDS[part])})." if part in STANDARDS else f"{caption}."


def _label(name: str, part: str) -> str:
    return f"{name}-{part}" if part in STANDARDS else name
