"""`parvis export`: judgments and rankings into files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from eval_core.cli.campaigns import CampaignSlug
from eval_core.cli.database import reading

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
    from eval_core.campaigns.exporting import export_judgments
    from eval_core.files import write_table

    frame = export_judgments(reading(), campaign, pseudonymous=pseudonymous)
    write_table(frame, output, spreadsheet_safe=spreadsheet_safe)
    print(f"{len(frame)} judgments written to {output}")


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

    from eval_core.campaigns.votes import read_votes
    from eval_core.files import write_table
    from eval_core.ranking import rank

    rows = rank(read_votes(reading(), campaign)).as_dict()["systems"]
    write_table(pd.DataFrame(rows), output, spreadsheet_safe=spreadsheet_safe)
    print(f"{len(rows)} systems written to {output}")
