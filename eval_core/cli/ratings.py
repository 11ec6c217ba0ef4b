"""`parvis ratings`: scores and agreement from the ratings of a campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from eval_core.cli.campaigns import CampaignSlug
from eval_core.cli.database import note_look, reading
from eval_core.cli.output import NOT_ENOUGH, Form, counted, interval, say_json, say_table

if TYPE_CHECKING:
    from eval_core.campaigns.results.score_comparison import ScoreComparison
    from eval_core.campaigns.results.scores import RatingResults
    from eval_core.judges.summaries import BatchSummary

_UNITS = {"item": "responses", "document": "documents", "system": "systems"}


def ratings(
    campaign: CampaignSlug,
    protocol: Annotated[
        str | None, typer.Option(metavar="KEY", help="Protocol of the ratings; the campaign's own by default.")
    ] = None,
    systems: Annotated[str | None, typer.Option(metavar="A,B", help="Only these systems, separated by commas.")] = None,
    kind: Annotated[
        Literal["human", "judge", "all"], typer.Option(help="Ratings by people, by LLM judges, or both.")
    ] = "human",
    where: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FIELD=VALUE",
            help="Only ratings with this written_standard, category, annotator or prompt_id; repeatable.",
        ),
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="KEY", help="Also correlate with the scores by this protocol.")
    ] = None,
    against_kind: Annotated[
        Literal["human", "judge", "all"],
        typer.Option(help="Ratings to correlate with: by people, by LLM judges, or both."),
    ] = "human",
    against_campaign: Annotated[
        str | None,
        typer.Option(metavar="SLUG", help="Also correlate with the scores or the ranking of another campaign."),
    ] = None,
    level: Annotated[float, typer.Option(help="Confidence level of the intervals, between 0 and 1.")] = 0.95,
    form: Form = "table",
) -> None:
    """Score rated responses, documents and systems, and measure agreement."""
    from eval_core.campaigns.results.score_comparison import Other, compare_scores
    from eval_core.campaigns.results.scores import rating_results
    from eval_core.judges.summaries import judge_summaries

    chosen = [name.strip() for name in systems.split(",")] if systems else []
    store = reading()
    asked: dict[str, Any] = {
        "protocol": protocol,
        "kind": kind,
        "systems": chosen,
        "where": where or [],
        "level": level,
    }
    results = rating_results(store, campaign, **asked)
    summaries = judge_summaries(store, campaign, protocol=protocol, systems=chosen) if kind != "human" else ()
    comparison = None
    if against is not None or against_campaign is not None:
        comparison = compare_scores(
            store, campaign, Other(against_campaign, against, against_kind), each=True, criteria=True, **asked
        )
    note_look(store, campaign, "ratings")
    if form == "json":
        more: dict[str, Any] = {} if kind == "human" else {"summaries": [summary.as_dict() for summary in summaries]}
        say_json(results.as_dict() | more | ({} if comparison is None else _correlations(comparison, against_campaign)))
        return
    _say(results, level)
    _say_summaries(summaries)
    if comparison is not None:
        place = f" in {against_campaign}" if against_campaign else ""
        for unit, name in _UNITS.items():
            if rows := comparison.as_dicts(unit):
                print(f"\ncorrelation with {comparison.other.key}{place}, over {name}")
                say_table([_line(row, name) for row in rows])
        for key, rows in comparison.criteria_dicts().items():
            print(f"\ncorrelation with {key} of {comparison.other.key}{place}, over {_UNITS['item']}")
            say_table([_line(row, _UNITS["item"]) for row in rows])
        if not comparison.correlations:
            print(f"\nnothing yet to correlate with {comparison.other.key}{place}")


def _say_summaries(summaries: tuple[BatchSummary, ...]) -> None:
    for summary in summaries:
        responses = counted(summary.responses, "response")
        print(f"\n{summary.judge}, {responses} by {summary.system or 'several systems'}")
        say_table([{"criterion": key, "summary": text} for key, text in summary.criteria.items()])


def _correlations(comparison: ScoreComparison, campaign: str | None) -> dict[str, Any]:
    """The correlations in the JSON document: over responses, documents and systems, a key each."""
    return {
        "against": comparison.other.key,
        **({} if campaign is None else {"against_campaign": campaign}),
        "correlations": comparison.as_dicts("item"),
        "document_correlations": comparison.as_dicts("document"),
        "system_correlations": comparison.as_dicts("system"),
        "criterion_correlations": comparison.criteria_dicts(),
    }


def _line(correlation: dict[str, Any], unit: str) -> dict[str, Any]:
    row: dict[str, Any] = {
        "annotator": correlation["annotator"] or "all",
        "system": correlation["system"] or "all",
        unit: correlation["n"],
    }
    for name in ("pearson", "spearman", "kendall"):
        measure = correlation[name]
        row[name] = measure["value"]
        row[f"{name} interval"] = interval((measure["low"], measure["high"]))
    return row


def _say(results: RatingResults, level: float) -> None:
    """Systems by annotator, differences, documents, who had the highest score, and agreement on it."""
    say_table(
        [
            {
                "system": scored.system,
                "annotator": scored.annotator or "all",
                "score": scored.score.value,
                "interval": interval((scored.score.low, scored.score.high)),
                "responses": scored.score.n,
                **{key: mean.value for key, mean in scored.criteria.items()},
            }
            for scored in results.systems
        ]
    )
    if not results.systems:
        return
    print(f"protocol {results.protocol.key} {results.protocol.version}; {100 * level:g}% intervals")
    _say_differences(results)
    _say_documents(results)
    _say_agreement(results)


def _say_differences(results: RatingResults) -> None:
    from eval_core.reports.rating_words import not_enough

    pairs = results.differences.pairs
    if not pairs:
        return
    print("\ndifferences, paired by prompt and annotator; intervals and p hold for all pairs together")
    say_table(
        [
            {
                "system": pair.system,
                "compared with": pair.opponent,
                "difference": pair.difference,
                "interval": interval((pair.all_low, pair.all_high)),
                "p": pair.p,
                "separated": NOT_ENOUGH[pair.reason] if pair.reason else "yes" if pair.decided else "no",
            }
            for pair in pairs
        ]
    )
    if all(pair.reason for pair in pairs):
        print(not_enough(results.differences))


def _say_documents(results: RatingResults) -> None:
    """A line a document and annotator, a column a system."""
    from eval_core.locales import natural

    if not results.documents:
        return
    systems = list(dict.fromkeys(row.system for row in results.systems))
    lines: dict[tuple[Any, str | None], dict[str, float | None]] = {}
    for row in results.documents:
        lines.setdefault((row.document, row.annotator), {})[row.system] = row.score.value
    print("\nscores by document")
    say_table(
        [
            {"document": document, "annotator": name or "all", **{system: means.get(system) for system in systems}}
            for (document, name), means in sorted(lines.items(), key=lambda line: natural(str(line[0][0])))
        ]
    )


def _say_agreement(results: RatingResults) -> None:
    highest = results.highest
    if highest.counts:
        print()
        say_table(
            [
                {"system": count.system, "annotator": count.annotator, "highest score": count.shared, "of": count.n}
                for count in highest.counts
            ]
        )
    agreed = highest.highest
    if agreed.percent is None:
        return
    print(f"the same highest score by two annotators: {agreed.agree} of {agreed.n} ({agreed.percent:.2f}%)")
    print("\nthe same rank by two annotators")
    say_table(
        [
            {"system": name, "the same": share.agree, "of": share.n, "percent": share.percent}
            for name, share in highest.per_system.items()
        ]
    )
