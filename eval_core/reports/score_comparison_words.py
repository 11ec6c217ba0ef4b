"""Scores held against others in plain words: what they can be held against, how far they go together, in what order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from eval_core.campaigns.results.ratings import rule_of
from eval_core.campaigns.results.score_comparison import Against, Choice
from eval_core.locales import N_, current_language, number
from eval_core.locales import gettext as _
from eval_core.protocols import Protocol
from eval_core.reports.rating_words import in_words
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
    said = _(_BY[kind], protocol=in_words(protocol.title))
    return f"{campaign}: {said}" if campaign else said


def choice_labels(choices: Sequence[Choice]) -> dict[str, Choice]:
    """What there is to choose, by words of which no two are the same."""
    found: dict[str, Choice] = {}
    for one in choices:
        label = named(one.protocol, one.other.kind, one.title)
        found[f"{label} ({one.other.campaign})" if label in found else label] = one
    return found


def against_sentences(found: Against) -> list[str]:
    """In how many pairs of systems both say the same, and how far the scores of responses go together."""
    systems = found.points[found.points["unit"] == "system"]
    if not len(systems):
        return [_("Nothing has a score under both yet.")]
    said = []
    pairs = list(combinations(zip(systems["one"], systems["other"], strict=True), 2))
    if pairs:
        same = sum(_sign(a[0] - b[0]) == _sign(a[1] - b[1]) for a, b in pairs)
        if same == len(pairs):
            said.append(_("Both rank all systems in the same order."))
        else:
            about = {"same": number(same), "pairs": number(len(pairs))}
            said.append(_("Both rank {same} of {pairs} pairs of systems in the same order.", **about))
    responses = found.overall("item")
    rho = responses.correlation.spearman if responses is not None else None
    if responses is not None and rho is not None and rho.value is not None:
        about = {"rho": number(rho.value, 2), "n": number(responses.correlation.n)}
        if rho.low is None or rho.high is None:
            said.append(_("Across {n} responses, Spearman's ρ is {rho}.", **about))
        else:
            about |= {"low": number(rho.low, 2), "high": number(rho.high, 2)}
            said.append(_("Across {n} responses, Spearman's ρ is {rho} ({low} to {high}).", **about))
    return said


def against_header() -> list[str]:
    """Column heads of `against_rows`."""
    return [_("Level"), _("How many"), "Pearson", "Spearman", "Kendall"]


def against_rows(found: Against) -> list[list[str]]:
    """A row a unit there is something of: how much, and each coefficient with its interval; a dash where undefined."""
    names = {"item": _("Responses"), "document": _("Systems on documents"), "system": _("Systems")}
    rows = []
    for unit in UNITS:
        one = found.overall(unit)
        if one is not None and one.correlation.n:
            known = one.correlation
            cells = [_measured(measure) for measure in (known.pearson, known.spearman, known.kendall)]
            rows.append([names[unit], number(known.n), *cells])
    return rows


def against_note(found: Against) -> str:
    """What the intervals rest on."""
    systems = _("across systems: assumes independent systems; wide when there are few")
    if found.other.kind == "pairwise":
        return _("{level} % intervals; {systems}.", level=number(100 * found.level, 0), systems=systems)
    return _(
        "{level} % intervals; across responses and documents: clustered by document (by prompt where there are none); "
        "{systems}. Only responses that both scored.",
        level=number(100 * found.level, 0),
        systems=systems,
    )


def scatter_words(found: Against, one: str, other: str) -> dict[str, str]:
    """The words of the scatter figure, with the names of both sides."""
    if found.other.kind == "pairwise":
        other = _("{campaign}: strength (natural log)", campaign=found.title or "")
        foot = _("Each dot is a system.")
    else:
        foot = _("Dots with names: systems. Pale dots: responses, larger where several overlap.")
        if (found.points["unit"] == "document").any():
            foot = f"{foot} {_('Rings: a system on a document.')}"
        if rule_of(found.one).limits == rule_of(found.other).limits:
            foot = f"{foot} {_('On the dotted line both scores are the same.')}"
    return {"one": one, "other": other, "responses": _("Responses"), "note": foot}


def _measured(one: Measure) -> str:
    if one.value is None:
        return "–"
    if one.low is None or one.high is None:
        return number(one.value, 2)
    between = ", " if current_language() == "en" else "; "
    return f"{number(one.value, 2)} [{number(one.low, 2)}{between}{number(one.high, 2)}]"


def _sign(difference: float) -> int:
    return 0 if abs(difference) < TOLERANCE else 1 if difference > 0 else -1
