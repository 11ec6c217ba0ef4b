"""`parvis ratings`: from the ratings of a campaign to scores and agreement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from eval_core.cli.campaigns import CampaignSlug
from eval_core.cli.database import reading
from eval_core.cli.output import Form, say_json, say_table

if TYPE_CHECKING:
    from eval_core.campaigns.rating_results import RatingResults


def ratings(
    campaign: CampaignSlug,
    protocol: Annotated[str | None, typer.Option(metavar="KEY", help="Another than the campaign's own.")] = None,
    systems: Annotated[str | None, typer.Option(metavar="A,B", help="Only these, ranked among each other.")] = None,
    kind: Annotated[Literal["human", "judge", "all"], typer.Option(help="Whose ratings.")] = "human",
    against: Annotated[
        str | None, typer.Option(metavar="KEY", help="Also correlate with the scores under this protocol.")
    ] = None,
    against_kind: Annotated[Literal["human", "judge", "all"], typer.Option(help="Whose ratings of that.")] = "human",
    level: Annotated[float, typer.Option(help="Of the intervals, between 0 and 1.")] = 0.95,
    form: Form = "table",
) -> None:
    """Score the responses of a campaign that were rated, its documents and systems, and measure agreement."""
    from eval_core.campaigns.rating_results import rating_correlations, rating_results

    chosen = [name.strip() for name in systems.split(",")] if systems else []
    store = reading()
    found = rating_results(store, campaign, protocol=protocol, kind=kind, systems=chosen, level=level)
    beside = None
    if against is not None:
        whose = {"kind": kind, "against_kind": against_kind}
        beside = rating_correlations(store, campaign, against, protocol=protocol, systems=chosen, level=level, **whose)
    if form == "json":
        say_json(found.as_dict() | ({} if beside is None else {"against": against, "correlations": beside}))
        return
    _say(found, level)
    if beside is not None:
        print(f"\ncorrelation with {against}")
        say_table([_line(one) for one in beside])


def _line(one: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "annotator": one["annotator"] or "all",
        "system": one["system"] or "all",
        "responses": one["n"],
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
