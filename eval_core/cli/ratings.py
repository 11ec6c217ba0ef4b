"""`parvis ratings`: from the ratings of a campaign to scores and agreement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

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
    level: Annotated[float, typer.Option(help="Of the intervals, between 0 and 1.")] = 0.95,
    form: Form = "table",
) -> None:
    """Score the responses of a campaign that were rated, its documents and systems, and measure agreement."""
    from eval_core.campaigns.rating_results import rating_results

    chosen = [name.strip() for name in systems.split(",")] if systems else []
    found = rating_results(reading(), campaign, protocol=protocol, kind=kind, systems=chosen, level=level)
    if form == "json":
        say_json(found.as_dict())
    else:
        _say(found, level)


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
