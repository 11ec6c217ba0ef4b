"""Results of ratings in plain words: who leads, what is separated, how far people agree, how it was computed."""

from __future__ import annotations

from collections.abc import Sequence

from eval_core.campaigns.results.scores import RatingResults
from eval_core.judges.summaries import BatchSummary
from eval_core.locales import N_, interval, ngettext, number, percent, said
from eval_core.locales import gettext as _
from eval_core.protocols import Protocol
from eval_core.reports.protocol_words import criterion_names
from eval_core.reports.ranking_words import listed
from eval_core.scoring import LevelScore, RatingAgreement, ScoreAgreement, ScoreDifferences
from eval_core.scoring.items import TOLERANCE

FEW_ANNOTATORS = 5  # below it an interval is wide because there are few people, and the page says so
_CLUSTERS = {
    "document": N_("clustered by document"),
    "item": N_("clustered by prompt"),
    "annotator": N_("clustered by annotator"),
    "document_and_annotator": N_("clustered by document and annotator"),
    "item_and_annotator": N_("clustered by annotator and prompt"),
    "none": N_("not clustered"),
}
_TESTED = {
    "document": N_("separated: by differences paired by document and annotator, all pairs tested together"),
    "item": N_("separated: by differences paired by prompt and annotator, all pairs tested together"),
}
_UNKNOWN = {"one_rater": N_("too few annotators"), "one_prompt": N_("too few prompts"), "no_spread": N_("no variation")}
_RULES = {
    "mean": N_("score: the mean of what was rated"),
    "mean_over_applicable_div_max": N_("score: points given over points possible, from 0 to 1"),
    "given_overall": N_("score: the rater's own overall verdict"),
    "mean_of_criterion_means": N_("score: the mean of the criteria's means"),
}
NOT_RATED_TWICE = N_("Agreement not known yet: no response has been rated twice.")
KINDS = {"human": N_("By people"), "judge": N_("By LLM judges"), "all": N_("By both")}


def overall(results: RatingResults) -> list[LevelScore]:
    """The systems over all annotators, the highest score first; those without a score are left out."""
    rows = [level for level in results.systems if level.annotator is None and level.score.value is not None]
    return sorted(rows, key=lambda level: -_value(level))


def rating_verdict(results: RatingResults) -> str:
    """At most two sentences: who has the highest score, and which systems the test of all pairs separates."""
    rows = overall(results)
    if not rows:
        return _("There is nothing to score yet: no ratings here.")
    if len(rows) == 1:
        return _("Only {system} was rated: there is nothing to compare it with.", system=rows[0].system)
    top = [level.system for level in rows if _value(rows[0]) - _value(level) < TOLERANCE]
    leads, differences = _("The highest score: {systems}.", systems=listed(top)), results.differences
    if all(pair.reason for pair in differences.pairs):
        return f"{leads} {not_enough(differences)}"
    near = [level.system for level in rows[1:] if not differences.decided(rows[0].system, level.system)]
    pairs = [pair.decided for pair in differences.pairs]
    if not any(pairs):
        return f"{leads} {_('No two systems are separated.')}"
    return f"{_leader(rows[0].system, top, near, len(rows))} {_apart(pairs)}"


def _leader(first: str, top: Sequence[str], near: Sequence[str], systems: int) -> str:
    if not near:
        return _("{system} has the highest score.", system=first)
    if len(near) == systems - 1:
        return _("No system is separated from the one with the highest score.")
    if len(top) > 1:
        return _("The highest score belongs to one of {systems}.", systems=listed([first, *near]))
    return _("{system} has the highest score, but is not separated from {others}.", system=first, others=listed(near))


def _apart(pairs: Sequence[bool]) -> str:
    if all(pairs):
        return _("All systems are separated.")
    return _("{apart} of {pairs} pairs are separated.", apart=number(sum(pairs)), pairs=number(len(pairs)))


def not_enough(differences: ScoreDifferences) -> str:
    """Why no difference between systems has an interval."""
    reasons = {pair.reason for pair in differences.pairs}
    if differences.raters == 1:
        return _("One annotator is not enough to separate systems: others may rate differently.")
    if differences.units == 1 and differences.clustered_by == "item":
        return _("One prompt is not enough to separate systems: others may turn out differently.")
    if reasons == {"no_spread"}:
        return _("That is not enough to separate systems: all annotators gave the same everywhere.")
    return _("That is not enough to separate systems: they have too few annotators or prompts in common.")


def rating_cautions(results: RatingResults) -> list[str]:
    """Why the intervals may be wide, or none."""
    rows = overall(results)
    annotators = len(results.scores.annotators)
    if not rows:
        return []
    if annotators == 1:
        return [_("All scores come from one annotator: they do not show what others would give.")]
    unknown = [pair for pair in results.differences.pairs if pair.reason]
    thin = (
        [
            ngettext(
                "{count} pair of systems has too few annotators or prompts in common to be compared.",
                "{count} pairs of systems have too few annotators or prompts in common to be compared.",
                len(unknown),
            )
        ]
        if 0 < len(unknown) < len(results.differences.pairs)
        else []
    )
    if annotators < FEW_ANNOTATORS and any("annotator" in (level.score.cluster or "") for level in rows):
        return [
            *thin,
            _(
                "There are only {count} annotators. That alone makes the intervals wide, however much they rated.",
                count=number(annotators),
            ),
        ]
    return thin


def rating_agreement_sentences(results: RatingResults) -> list[str]:
    """Krippendorff's alpha of the score, and how often two annotators put the same systems first."""
    sentences = (
        [alpha_sentence(results.agreement.score)] if results.agreement.score.alpha_ordinal.value is not None else []
    )
    same = results.highest.highest
    if same.percent is not None:
        sentences.append(
            _(
                "Two annotators gave the same systems the highest score in {agree} of {n} cases ({share}).",
                agree=number(same.agree),
                n=number(same.n),
                share=percent(same.percent / 100),
            )
        )
    return sentences or [_(NOT_RATED_TWICE)]


def alpha_sentence(score: RatingAgreement) -> str:
    """Krippendorff's alpha of the score with its interval, where it is known."""
    alpha = score.alpha_ordinal
    named = {"alpha": cell(alpha.value), "n": number(score.n)}
    if alpha.low is None or alpha.high is None:
        return _("Krippendorff's alpha (ordinal) of the score is {alpha}, over {n} responses.", **named)
    named["interval"] = interval(alpha.low, alpha.high)
    return _("Krippendorff's alpha (ordinal) of the score is {alpha} {interval}, over {n} responses.", **named)


def rating_method_line(results: RatingResults, *, level: float = 0.95) -> str:
    """How the numbers were computed, for the line under the results."""
    scores, rows = results.scores, overall(results)
    parts = [f"{said(results.protocol.title)} ({results.protocol.version})", _(_RULES[scores.rule.rule])]
    responses = len(set(zip(scores.item, scores.system, strict=True)))
    parts.append(ngettext("{count} response", "{count} responses", responses))
    parts.append(ngettext("{count} annotator", "{count} annotators", len(scores.annotators)))
    parts.append(ngettext("{count} prompt", "{count} prompts", len(scores.items)))
    if scores.documents:
        parts.append(ngettext("{count} document", "{count} documents", len(scores.documents)))
    parts.append(_("{level} intervals", level=percent(level)))
    clusters = dict.fromkeys((row.score.cluster or "none").replace(" ", "_") for row in rows)
    parts += [_(_CLUSTERS[cluster]) for cluster in clusters]
    if results.differences.df is not None:
        parts.append(_(_TESTED[results.differences.clustered_by]))
    out = results.left_out
    if out.withdrawn:
        parts.append(ngettext("{count} response withdrawn", "{count} responses withdrawn", out.withdrawn))
    if out.excluded:
        parts.append(ngettext("{count} annotator left out", "{count} annotators left out", out.excluded))
    if results.fingerprint:
        parts.append(_("data {fingerprint}", fingerprint=results.fingerprint))
    return "; ".join(parts) + "."


def rating_header(protocol: Protocol) -> list[str]:
    """Column heads of `rating_cells`."""
    heads = [_("System"), _("Score"), _("From"), _("To"), _("Responses")]
    return [*heads, *criterion_names(protocol).values()]


def rating_cells(row: LevelScore, protocol: Protocol) -> list[str]:
    """One system's numbers; what does not exist is a dash."""
    means = [row.criteria[key].value if key in row.criteria else None for key in criterion_names(protocol)]
    score = row.score
    return [row.system, *map(cell, (score.value, score.low, score.high)), number(score.n), *map(cell, means)]


def difference_header(*, level: float = 0.95) -> list[str]:
    """Column heads of `difference_rows`."""
    together = _("For all pairs together [{level}]", level=percent(level))
    return [_("System"), _("Compared with"), _("Difference"), together, "p", _("Separated?")]


def difference_rows(differences: ScoreDifferences) -> list[list[str]]:
    """A row a pair, the better system first, the largest difference first: its interval that holds together with those
    of all pairs, p adjusted for all of them, and whether they are separated."""
    rows = []
    for pair in sorted(differences.pairs, key=lambda pair: -abs(pair.difference)):
        names, difference, low, high = (pair.system, pair.opponent), pair.difference, pair.all_low, pair.all_high
        if difference < 0:
            names, difference = names[::-1], -difference
            low, high = (None, None) if low is None or high is None else (-high, -low)
        ends = "–" if low is None or high is None else interval(low, high)
        p = "–" if pair.p is None else number(pair.p, 3)
        verdict = _(_UNKNOWN[pair.reason]) if pair.reason else _("yes") if pair.decided else _("no")
        rows.append([*names, cell(difference), ends, p, verdict])
    return rows


def highest_header(results: RatingResults) -> list[str]:
    """Column heads of `highest_rows`: how often each annotator put a system first, and how often two agreed."""
    return [_("System"), *results.scores.annotators, _("The same rank")]


def highest_rows(results: RatingResults) -> list[list[str]]:
    """A row a system: for each annotator the cases in which it had the highest score (a shared place counts as a part)
    of all cases, and how often two annotators who both ranked it gave it the same rank."""
    counts = {(count.system, count.annotator): count for count in results.highest.counts}
    rows = []
    for system in [level.system for level in overall(results)]:
        cells = []
        for name in results.scores.annotators:
            count = counts.get((system, name))
            cells.append(_of_all(count.shared, count.n) if count else "–")
        same = results.highest.per_system[system]
        rows.append([system, *cells, _of_all(same.agree, same.n) if same.n else "–"])
    return rows


def agreement_header() -> list[str]:
    """Column heads of `agreement_rows`."""
    return [_("Criterion"), _("Alpha (ordinal)"), _("From"), _("To"), _("The same"), _("At most 1 apart")]


def agreement_rows(measures: ScoreAgreement, protocol: Protocol) -> list[list[str]]:
    """How far annotators agree: in the score, then in each criterion."""
    names = {"": _("Score"), **criterion_names(protocol)}
    measured = {"": measures.score, **measures.criteria}
    rows = []
    for key, agreement in measured.items():
        alpha = agreement.alpha_ordinal
        within = agreement.within_one.value if agreement.within_one else None
        numbers = (alpha.value, alpha.low, alpha.high, agreement.exact.value, within)
        rows.append([names[key], *map(cell, numbers)])
    return rows


def summary_paragraphs(written: Sequence[BatchSummary], protocol: Protocol) -> list[tuple[str, list[tuple[str, str]]]]:
    """What judges wrote about whole batches: judge and system, and each criterion's name with its text."""
    names = criterion_names(protocol)
    return [
        (
            ngettext(
                "{judge}, of {count} response by {system}",
                "{judge}, of {count} responses by {system}",
                summary.responses,
                judge=summary.judge,
                system=summary.system or _("several systems"),
            ),
            [(names[key], text) for key, text in summary.criteria.items() if text],
        )
        for summary in written
    ]


def rating_forest_words(limits: tuple[float, float], *, level: float = 0.95) -> dict[str, str]:
    """The words of the forest plot of scores, which are within `limits`."""
    low, high = (number(limit, 0) if float(limit).is_integer() else cell(limit) for limit in limits)
    return {
        "system": _("System"),
        "responses": _("Responses"),
        "annotators": _("Annotators"),
        "score": _("Score [{level}]", level=percent(level)),
        "axis": _("score, on a scale from {low} to {high}", low=low, high=high),
    }


def rating_grid_words() -> dict[str, str]:
    """The words of the figure of criteria by system."""
    return {
        "criterion": _("Criterion"),
        "system": _("System"),
        "mean": _("Mean rating of each criterion"),
        "responses": _("Responses"),
    }


def document_grid_words() -> dict[str, str]:
    """The words of the figure of documents by system."""
    return {
        "document": _("Document"),
        "system": _("System"),
        "score": _("Score of a system on a document, and the number of responses behind it"),
        "responses": _("Responses"),
    }


def document_header(results: RatingResults) -> list[str]:
    """Column heads of `document_rows`."""
    return [_("Document"), *(level.system for level in overall(results))]


def document_rows(results: RatingResults) -> list[list[str]]:
    """A row a document: each system's score there with how many responses it is of, a dash where there is none."""
    scores = {(level.document, level.system): level.score for level in results.documents if level.annotator is None}
    rows = []
    for document in dict.fromkeys(level.document for level in results.documents):
        means = [scores.get((document, level.system)) for level in overall(results)]
        cells = [f"{cell(mean.value)} ({number(mean.n)})" if mean and mean.value is not None else "–" for mean in means]
        rows.append([str(document), *cells])
    return rows


def cell(value: float | None) -> str:
    """A number with two decimals, or a dash."""
    return "–" if value is None else number(value, 2)


def _of_all(part: float, whole: int) -> str:
    digits = 0 if float(part).is_integer() else 1
    return _("{part} of {all}", part=number(part, digits), all=number(whole))


def _value(row: LevelScore) -> float:
    return float("nan") if row.score.value is None else row.score.value
