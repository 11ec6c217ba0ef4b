"""`parvis campaign`, `parvis progress`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from eval_core.cli.database import reading, writing
from eval_core.cli.output import Format, say_json, say_table

group = typer.Typer(help="Create and list campaigns.", no_args_is_help=True)


@group.command("create")
def create(
    slug: str,
    title: Annotated[str | None, typer.Option()] = None,
    protocol: Annotated[str, typer.Option()] = "norwegian_fluency",
    overlap: Annotated[int, typer.Option(help="Annotators per comparison.")] = 2,
    shared: Annotated[int, typer.Option(help="Comparisons in the shared set.")] = 0,
    shared_overlap: Annotated[int, typer.Option(help="Annotators per comparison of the shared set.")] = 0,
    per_annotator: Annotated[int | None, typer.Option(help="Judgments asked of one annotator.")] = None,
    text_view: Annotated[str, typer.Option(help="plain, or formatted (Markdown).")] = "plain",
) -> None:
    """Create a campaign."""
    from eval_core.campaigns.setup import create_campaign

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
def list_all(form: Annotated[Format, typer.Option("--format")] = Format.table) -> None:
    """List the campaigns."""
    from eval_core.campaigns.setup import list_campaigns

    rows = [asdict(row) for row in list_campaigns(reading())]
    if form is Format.json:
        say_json(rows)
    else:
        say_table(rows)


def progress(
    campaign: Annotated[str, typer.Option()], form: Annotated[Format, typer.Option("--format")] = Format.table
) -> None:
    """How far a campaign is; names no system."""
    from eval_core.campaigns.progress import campaign_progress

    found = asdict(campaign_progress(reading(), campaign))
    if form is Format.json:
        say_json(found)
        return
    people = found.pop("people")
    forecast = found.pop("forecast")
    print(f"{found['title']}: {found['done']} of {found['total']} judgments")
    if forecast:
        print(f"finish: {forecast['middle']:%Y-%m-%d} ({forecast['low']:%Y-%m-%d} to {forecast['high']:%Y-%m-%d})")
    say_table(people)
