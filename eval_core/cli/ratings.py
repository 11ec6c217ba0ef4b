"""`parvis ratings`: from the ratings of a campaign to scores and agreement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from eval_core.cli.campaigns import CampaignSlug
from eval_core.cli.database import reading
from eval_core.cli.output import Form, say_json, say_table

if TYPE_CHECKING:
    from eval_core.campaigns.results.score_comparison import Against
    from eval_core.campaigns.results.scores import RatingResults
    from eval_core.judges.summaries import BatchSummary

_UNITS = {"item": "responses", "document": "documents", "system": "systems"}


def ratings(
    campaign: CampaignSlug,
    protocol: Annotated[str | None, typer.Option(metavar="KEY", help="Another than the campaign's own.")] = None,
    systems: Annotated[str | None, typer.Option(metavar="A,B", help="Only these, ranked among each other.")] = None,
    kind: Annotated[Literal["human", "judge", "all"], typer.Option(help="Whose ratings.")] = "human",
    where: Annotated[
        list[str] | None,
        typer.Option(metavar="FIELD=VALUE", help="By written_standard, category, annotator or prompt_id; repeatable."),
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="KEY", help="Also correlate with the scores under this protocol.")
    ] = None,
    against_kind: Annotated[Literal["human", "judge", "all"], typer.Option(help="Whose ratings of that.")] = "human",
    against_campaign: Annotated[
        str | None,
        typer.Option(metavar="SLUG", help="Also correlate with another campaign: its scores, or its ranking."),
    ] = None,
    level: Annotated[float, typer.Option(help="Of the intervals, between 0 and 1.")] = 0.95,
    form: Form = "table",
) -> None:
    """Score the responses of a campaign that were rated, its documents and systems, and measure agreement."""
    from eval_core.campaigns.results.score_comparison import Other, hold_against
    from eval_core.campaigns.results.scores import rating_results
    from eval_core.judges.summaries import judge_summaries

    chosen = [name.strip() for name in systems.split(",")] if systems else []
    store = reading()
    whose: dict[str, Any] = {
        "protocol": protocol,
        "kind": kind,
        "systems": chosen,
        "where": where or [],
        "level": level,
    }
    found = rating_results(store, campaign, **whose)
    written = judge_summaries(store, campaign, protocol=protocol, systems=chosen) if kind != "human" else ()
    beside = None
    if against is not None or against_campaign is not None:
        beside = hold_against(store, campaign, Other(against_campaign, against, against_kind), each=True, **whose)
    if form == "json":
        more: dict[str, Any] = {} if kind == "human" else {"summaries": [one.as_dict() for one in written]}
        say_json(found.as_dict() | more | ({} if beside is None else _correlations(beside, against_campaign)))
        return
    _say(found, level)
    _say_summaries(written)
    if beside is not None:
        place = f" in {against_campaign}" if against_campaign else ""
        for unit, name in _UNITS.items():
            if rows := beside.as_dicts(unit):
                print(f"\ncorrelation with {beside.other.key}{place}, over {name}")
                say_table([_line(one, name) for one in rows])
        if not beside.correlations:
            print(f"\nnothing yet to correlate with {beside.other.key}{place}")


def _say_summaries(written: tuple[BatchSummary, ...]) -> None:
    for one in written:
        print(f"\n{one.judge}, {one.responses} responses by {one.system or 'several systems'}")
        say_table([{"criterion": key, "summary": text} for key, text in one.criteria.items()])


def _correlations(found: Against, campaign: str | None) -> dict[str, Any]:
    """What the JSON document says of them: responses, documents and systems each under a key of their own."""
    return {
        "against": found.other.key,
        **({} if campaign is None else {"against_campaign": campaign}),
        "correlations": found.as_dicts("item"),
        "document_correlations": found.as_dicts("document"),
        "system_correlations": found.as_dicts("system"),
    }


def _line(one: dict[str, Any], things: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        "annotator": one["annotator"] or "all",
        "system": one["system"] or "all",
        things: one["n"],
    }
    for name in ("pearson", "spearman", "kendall"):
        measure = one[name]
        found[name] = measure["value"]
        found[f"{name} interval"] = "" if measure["low"] is None else f"[{measure['low']:.3f}, {measure['high']:.3f}]"
    return found


def _say(found: RatingResults, level: float) -> None:
    say_table(
        [
            {
                "system": one.system,
                "annotator": one.annotator or "all",
                "score": one.score.value,
                "interval": "" if one.score.low is None else f"[{one.score.low:.3f}, {one.score.high:.3f}]",
                "responses": one.score.n,
                **{key: mean.value for key, mean in one.criteria.items()},
            }
            for one in found.systems
        ]
    )
    if not found.systems:
        return
    print(f"protocol {found.protocol.key} {found.protocol.version}; {100 * level:g} % intervals")
    if found.highest.counts:
        print()
        say_table(
            [
                {"system": one.system, "annotator": one.annotator, "highest score": one.shared, "of": one.n}
                for one in found.highest.counts
            ]
        )
    same = found.highest.highest
    if same.percent is not None:
        print(f"the same highest score by two annotators: {same.agree} of {same.n} ({same.percent:.2f} %)")
