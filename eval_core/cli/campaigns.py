"""`parvis campaign`, `parvis progress`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Literal

import typer

from eval_core.cli.database import reading, writing
from eval_core.cli.output import Form, say_json, say_table

group = typer.Typer(help="Create and list campaigns.", no_args_is_help=True)
# The largest whole number that every database stores.
_MOST = 2**31 - 1
CampaignSlug = Annotated[str, typer.Option("--campaign", metavar="SLUG", help="The campaign's short name.")]


@group.command("create")
def create(
    slug: Annotated[str, typer.Argument(help="Its short name: small letters, digits, - and _.")],
    title: Annotated[str | None, typer.Option(help="What people read; the short name by default.")] = None,
    protocol: Annotated[str, typer.Option(help="What is judged and how; see 'parvis protocol list'.")] = (
        "norwegian_fluency"
    ),
    overlap: Annotated[int, typer.Option(min=1, max=_MOST, help="Annotators per comparison.")] = 2,
    shared: Annotated[int, typer.Option(min=0, max=_MOST, help="Comparisons in the shared set.")] = 0,
    shared_overlap: Annotated[
        int, typer.Option(min=0, max=_MOST, help="Annotators per comparison of the shared set.")
    ] = 0,
    per_annotator: Annotated[
        int | None, typer.Option(min=1, max=_MOST, help="Judgments asked of one annotator.")
    ] = None,
    text_view: Annotated[
        Literal["plain", "formatted"], typer.Option(help="Texts as they are, or their Markdown formatted.")
    ] = "plain",
) -> None:
    """Create a campaign."""
    from eval_core.campaigns.setup.campaigns import create_campaign

    create_campaign(
        writing(),
        slug,
        title=title,
        protocol=protocol,
        overlap=overlap,
        shared=shared,
        shared_overlap=shared_overlap,
        per_annotator=per_annotator,
        text_view=text_view,
    )
    print(f"campaign '{slug}' created")


@group.command("list")
def list_all(form: Form = "table") -> None:
    """List the campaigns."""
    from eval_core.campaigns.setup.campaigns import list_campaigns

    rows = [asdict(row) for row in list_campaigns(reading())]
    if form == "json":
        say_json(rows)
    else:
        say_table(rows)


def progress(campaign: CampaignSlug, form: Form = "table") -> None:
    """Say how far a campaign is, who does what, and when it may be finished; names no system."""
    from eval_core.campaigns.watching.progress import campaign_progress

    found = campaign_progress(reading(), campaign)
    if form == "json":
        say_json(asdict(found) | {"left": found.left})
        return
    what = "ratings of a response" if found.rates else "judgments"
    print(f"{found.title}: {found.done} of {found.total} {what}, {found.left} left")
    if found.forecast:
        low, middle, high = (
            f"{day:%Y-%m-%d}" for day in (found.forecast.low, found.forecast.middle, found.forecast.high)
        )
        print(f"at this pace: {middle} ({low} to {high})")
    if found.people:
        say_table([_person(row) for row in map(asdict, found.people)])


def _person(row: dict[str, object]) -> dict[str, object]:
    pace = row.pop("pace")
    return row | {"per hour": round(pace) if isinstance(pace, float) else None}
