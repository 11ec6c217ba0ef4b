"""`parvis export`: judgments, ratings and rankings into files, and a whole campaign as an archive or a data set."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from eval_core.cli.campaigns import CampaignSlug
from eval_core.cli.database import reading
from eval_core.cli.output import progress_bar
from eval_core.errors import InputError

group = typer.Typer(help="Export from a campaign.", no_args_is_help=True)
Output = Annotated[Path, typer.Option(help=".csv, .jsonl or .parquet")]
Pseudonymous = Annotated[bool, typer.Option("--pseudonymous", help="Numbers instead of people's names.")]
SpreadsheetSafe = Annotated[
    bool, typer.Option("--spreadsheet-safe", help="Keep a spreadsheet from running a cell as a formula (.csv).")
]


@group.command("judgments")
def judgments(
    campaign: CampaignSlug,
    output: Output,
    pseudonymous: Pseudonymous = False,
    spreadsheet_safe: SpreadsheetSafe = False,
) -> None:
    """Export the live judgments."""
    from eval_core.campaigns.publishing.judgment_table import export_judgments
    from eval_core.files import write_table

    frame = export_judgments(reading(), campaign, pseudonymous=pseudonymous)
    write_table(frame, output, spreadsheet_safe=spreadsheet_safe)
    print(f"{len(frame)} judgments written to {output}")


@group.command("ratings")
def ratings(
    campaign: CampaignSlug,
    output: Output,
    protocol: Annotated[str | None, typer.Option(metavar="KEY", help="Another than the campaign's own.")] = None,
    pseudonymous: Pseudonymous = False,
    spreadsheet_safe: SpreadsheetSafe = False,
) -> None:
    """Export the live ratings, one a row."""
    from eval_core.campaigns.kinds import scales_of
    from eval_core.campaigns.results.ratings import export_ratings
    from eval_core.files import ratings_table, write_table

    chosen, frame = export_ratings(reading(), campaign, protocol=protocol, pseudonymous=pseudonymous)
    write_table(ratings_table(frame, scales_of(chosen)), output, spreadsheet_safe=spreadsheet_safe)
    print(f"{len(frame)} ratings written to {output}")


@group.command("ranking")
def ranking(
    campaign: CampaignSlug,
    output: Output,
    pseudonymous: Annotated[
        bool, typer.Option("--pseudonymous", help="Accepted for every export; a ranking names nobody.")
    ] = False,
    spreadsheet_safe: SpreadsheetSafe = False,
) -> None:
    """Export the ranking that `parvis rank` gives by default."""
    import pandas as pd

    from eval_core.campaigns.results.votes import read_votes
    from eval_core.files import write_table
    from eval_core.ranking import rank

    rows = rank(read_votes(reading(), campaign)).as_dict()["systems"]
    write_table(pd.DataFrame(rows), output, spreadsheet_safe=spreadsheet_safe)
    print(f"{len(rows)} systems written to {output}")


@group.command("all")
def everything(
    campaign: CampaignSlug,
    output: Annotated[Path, typer.Option(help=".zip")],
    named: Annotated[bool, typer.Option("--named", help="With people's names instead of numbers.")] = False,
) -> None:
    """Export everything of a campaign as one zip that `parvis import all` restores elsewhere."""
    if output.suffix.lower() != ".zip":
        raise InputError("not_zip_name", file=output)
    from eval_core.campaigns.publishing.archive.export import export_everything
    from eval_core.files import whole_file

    store = reading()
    with whole_file(output) as file, progress_bar("exporting") as bar:
        manifest = export_everything(store, campaign, file, named=named, progress=bar)
    rows = sum(facts.rows for facts in manifest.files.values())
    people = "with people's names" if named else "without people's names"
    print(f"{rows} rows written to {output}, {people}; what people wrote is in it, links and tokens are not")


@group.command("dataset")
def dataset(
    campaign: CampaignSlug,
    output: Annotated[Path, typer.Option(help="A new folder.")],
    comments: Annotated[bool, typer.Option("--comments", help="With what people wrote of their own.")] = False,
    times: Annotated[bool, typer.Option("--times", help="With the exact times of judgments.")] = False,
) -> None:
    """Export a campaign as Parquet files and a data card, ready for a hub."""
    from eval_core.campaigns.publishing.dataset import write_dataset

    written = write_dataset(reading(), campaign, output, comments=comments, times=times)
    for name, rows in written.rows.items():
        print(f"{name}: {rows} rows")
    print(f"data set written to {output}")
    if written.missing:
        print(f"Not filled in: {', '.join(written.missing)}")
