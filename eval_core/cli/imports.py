"""`parvis import`: files into a campaign, and a whole campaign out of an archive."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from eval_core.cli.campaigns import CampaignSlug
from eval_core.cli.database import writing
from eval_core.cli.output import progress_bar, say_table

if TYPE_CHECKING:
    from eval_core.campaigns.content.import_report import ImportReport

group = typer.Typer(help="Import files into a campaign.", no_args_is_help=True)
# Looked for before the database is opened, so that a slip of the finger creates nothing.
InputFile = Annotated[Path, typer.Argument(exists=True, dir_okay=False, help=".csv, .jsonl or .parquet")]


class _SystemsInARow(TyperCommand):
    """Takes `--against a b` for `--against a --against b`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, _one_by_one(args))


def _one_by_one(words: list[str]) -> list[str]:
    """The words with --against before each of its values; the last value is the file where none stands elsewhere."""
    spread: list[str] = []
    option, values, file, repeated = "", 0, False, None
    for word in words:
        if word.startswith("-"):
            option, values = word.partition("=")[0], int("=" in word)
        elif option == "--against":
            if values:
                repeated = len(spread)
                spread.append(option)
            values += 1
        elif option in ("", "--") or values:
            file = True
        else:
            values = 1
        spread.append(word)
    if not file and repeated is not None:
        del spread[repeated]
    return spread


@group.command("responses", cls=_SystemsInARow)
def responses(
    file: InputFile,
    campaign: CampaignSlug,
    comparisons_per_prompt: Annotated[
        int | None, typer.Option(help="A balanced sample of so many; every pair of systems by default.")
    ] = None,
    against: Annotated[
        list[str] | None, typer.Option(metavar="SYSTEM...", help="Only pairs with one of these systems, or all.")
    ] = None,
    anchors: Annotated[
        float, typer.Option(min=0, max=1, help="In a later round: old comparisons served once more, per new one.")
    ] = 0.0,
) -> None:
    """Import responses and make comparisons of them; once there are judgments, as a new round of what is new."""
    from eval_core.campaigns.content.import_texts import import_responses

    only = None if not against or "all" in against else against
    with progress_bar("importing") as bar:
        report = import_responses(
            writing(),
            file,
            campaign,
            comparisons_per_prompt=comparisons_per_prompt,
            against=only,
            anchors=anchors,
            progress=bar,
        )
    _say(report)


@group.command("comparisons")
def comparisons(file: InputFile, campaign: CampaignSlug) -> None:
    """Import ready-made comparisons."""
    from eval_core.campaigns.content.import_texts import import_comparisons

    with progress_bar("importing") as bar:
        report = import_comparisons(writing(), file, campaign, progress=bar)
    _say(report)


@group.command("judgments")
def judgments(
    file: InputFile,
    campaign: CampaignSlug,
    order_unknown: Annotated[
        bool, typer.Option("--order-unknown", help="The rows do not say which response was shown first.")
    ] = False,
) -> None:
    """Import judgments made elsewhere, in any of the three dialects."""
    from eval_core.campaigns.content.import_judgments import import_judgments

    with progress_bar("importing") as bar:
        report = import_judgments(writing(), file, campaign, order_known=not order_unknown, progress=bar)
    _say(report)


@group.command("ratings")
def ratings(
    file: InputFile,
    campaign: CampaignSlug,
    protocol: Annotated[str | None, typer.Option(metavar="KEY", help="Another than the campaign's own.")] = None,
    revise: Annotated[
        bool, typer.Option("--revise", help="Store changed ratings as new revisions instead of refusing them.")
    ] = False,
) -> None:
    """Import ratings made elsewhere, long or wide."""
    from eval_core.campaigns.content.import_ratings import import_ratings

    with progress_bar("importing") as bar:
        report = import_ratings(writing(), file, campaign, protocol=protocol, revise=revise, progress=bar)
    _say(report)


@group.command("gold")
def gold(file: InputFile, campaign: CampaignSlug) -> None:
    """Import gold comparisons."""
    from eval_core.campaigns.content.import_texts import import_gold

    with progress_bar("importing") as bar:
        report = import_gold(writing(), file, campaign, progress=bar)
    _say(report)


@group.command("all")
def everything(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="An archive of 'parvis export all'.")],
) -> None:
    """Restore a whole campaign from an archive; nobody has a link afterwards."""
    from eval_core.campaigns.publishing.archive.file import ArchiveFile
    from eval_core.campaigns.publishing.archive.restore import import_everything

    ArchiveFile(file).close()  # what is no archive creates no database
    with progress_bar("restoring") as bar:
        restored = import_everything(writing(), file, progress=bar)
    rows = restored.rows
    print(
        f"campaign '{restored.slug}' restored: {rows['response']} responses, {rows['comparison']} comparisons,"
        f" {rows['judgment']} judgments and their changes, {rows['person']} people ('parvis person renew' makes a link)"
    )


def _say(report: ImportReport) -> None:
    if report.changed:
        names = ("prompts", "systems", "responses", "comparisons", "gold", "judgments")
        added = [f"{getattr(report, name)} {name}" for name in names if getattr(report, name)]
        print(f"{report.rows} rows read, {report.known} known before; added: {', '.join(added)}")
    else:
        print(f"nothing new: all {report.rows} rows were known")
    if report.anchors:
        print(f"{report.anchors} old comparisons are served once more, as anchors")
    if report.identical:
        print(f"{report.identical} with identical responses: kept, never shown")
    for note in report.notes:
        print(note)
    if report.coverage:
        say_table([asdict(row) for row in report.coverage])
