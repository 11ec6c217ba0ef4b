"""`parvis import` and `parvis export`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from eval_core.cli.database import reading, writing
from eval_core.cli.output import say_table

if TYPE_CHECKING:
    from eval_core.campaigns.reports import ImportReport

imports = typer.Typer(help="Import files into a campaign.", no_args_is_help=True)
exports = typer.Typer(help="Export from a campaign.", no_args_is_help=True)
Campaign = Annotated[str, typer.Option()]
Output = Annotated[Path, typer.Option(help=".csv, .jsonl or .parquet")]


@imports.command("responses")
def responses(
    file: Path,
    campaign: Campaign,
    comparisons_per_prompt: Annotated[int | None, typer.Option(help="A balanced sample of so many.")] = None,
    against: Annotated[list[str] | None, typer.Option(help="Only pairs with this system; repeatable; or all.")] = None,
) -> None:
    """Import responses and make comparisons of them."""
    from eval_core.campaigns.importing import import_responses

    only = None if not against or "all" in against else against
    with _bar() as progress:
        report = import_responses(
            writing(),
            file,
            campaign,
            comparisons_per_prompt=comparisons_per_prompt,
            against=only,
            progress=progress,
        )
    _say(report)


@imports.command("comparisons")
def comparisons(file: Path, campaign: Campaign) -> None:
    """Import ready-made comparisons."""
    from eval_core.campaigns.importing import import_comparisons

    with _bar() as progress:
        report = import_comparisons(writing(), file, campaign, progress=progress)
    _say(report)


@imports.command("gold")
def gold(file: Path, campaign: Campaign) -> None:
    """Import gold comparisons."""
    from eval_core.campaigns.importing import import_gold

    with _bar() as progress:
        report = import_gold(writing(), file, campaign, progress=progress)
    _say(report)


@imports.command("judgments")
def judgments(
    file: Path,
    campaign: Campaign,
    order_unknown: Annotated[bool, typer.Option("--order-unknown", help="The rows do not say the order.")] = False,
) -> None:
    """Import judgments made elsewhere."""
    from eval_core.campaigns.importing_judgments import import_judgments

    with _bar() as progress:
        report = import_judgments(writing(), file, campaign, order_known=not order_unknown, progress=progress)
    _say(report)


@exports.command("judgments")
def export_judgments(
    campaign: Campaign,
    output: Output,
    pseudonymous: Annotated[bool, typer.Option("--pseudonymous")] = False,
    spreadsheet_safe: Annotated[bool, typer.Option("--spreadsheet-safe", help="Defuse formulas (CSV).")] = False,
) -> None:
    """Export the live judgments."""
    from eval_core.campaigns.exporting import export_judgments as export
    from eval_core.files import write_table

    frame = export(reading(), campaign, pseudonymous=pseudonymous)
    write_table(frame, output, spreadsheet_safe=spreadsheet_safe)
    print(f"{len(frame)} judgments written to {output}")


@exports.command("ranking")
def export_ranking(
    campaign: Campaign,
    output: Output,
    spreadsheet_safe: Annotated[bool, typer.Option("--spreadsheet-safe", help="Defuse formulas (CSV).")] = False,
) -> None:
    """Export the ranking as `parvis rank` gives it by default."""
    import pandas as pd

    from eval_core.campaigns.votes import read_votes
    from eval_core.files import write_table
    from eval_core.ranking import rank

    rows = rank(read_votes(reading(), campaign)).as_dict()["systems"]
    write_table(pd.DataFrame(rows), output, spreadsheet_safe=spreadsheet_safe)
    print(f"{len(rows)} systems written to {output}")


@contextmanager
def _bar() -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("importing", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _say(report: ImportReport) -> None:
    if report.changed:
        names = ("prompts", "systems", "responses", "comparisons", "gold", "judgments")
        print(f"{report.rows} rows read; added: " + ", ".join(f"{getattr(report, name)} {name}" for name in names))
    else:
        print(f"nothing new: all {report.rows} rows were known")
    if report.identical:
        print(f"{report.identical} with identical responses: kept, never shown")
    for note in report.notes:
        print(note)
    if report.coverage:
        say_table([asdict(row) for row in report.coverage])
