"""`parvis report`: a campaign's ranking or scores as one file to read and to cite."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from eval_core.cli.campaigns import CampaignSlug
from eval_core.cli.database import reading
from eval_core.errors import InputError


def report(
    campaign: CampaignSlug,
    output: Annotated[Path, typer.Option(help=".html")],
    protocol: Annotated[str | None, typer.Option(metavar="KEY", help="Another than the campaign's own.")] = None,
    kind: Annotated[Literal["human", "judge", "all"], typer.Option(help="Whose judgments or ratings.")] = "human",
    language: Annotated[Literal["en", "nb", "nn"], typer.Option(help="The language of the report.")] = "en",
) -> None:
    """Write the rankings or scores with their figures, method and the facts behind them as one HTML file."""
    if output.suffix != ".html":
        raise InputError("not_html_name", file=output)
    from eval_core.files import whole_file
    from eval_core.locales import use_language
    from eval_core.reports.page import campaign_report

    use_language(language)
    text = campaign_report(reading(), campaign, protocol=protocol, kind=kind)
    with whole_file(output) as file:
        file.write(text.encode())
    print(f"report written to {output}")
