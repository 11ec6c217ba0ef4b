"""`parvis import`: files into a campaign, and a whole campaign from an archive."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from eval_core.cli.campaigns import CampaignSlug
from eval_core.cli.database import writing
from eval_core.cli.output import Form, counted, progress_bar, say_json, say_table
from eval_core.cli.tables import TABLES, existing_table, reads_table, say_receipt

if TYPE_CHECKING:
    from eval_core.campaigns.content.import_report import ImportReport
    from eval_core.files import Reading

group = typer.Typer(help="Import files into a campaign.", no_args_is_help=True)
# Checked before the database is opened, so that a mistyped name creates nothing.
InputFile = Annotated[
    Path, typer.Argument(parser=existing_table, metavar="FILE", help=f"File to read: {TABLES}; or hf://datasets/….")
]
_ADDED = {
    "prompts": "prompt",
    "systems": "system",
    "responses": "response",
    "comparisons": "comparison",
    "gold": "gold comparison",
    "controls": "control response",
    "judgments": "judgment",
    "ratings": "rating",
}


def _template(kind: str) -> Any:
    """The option --template, which writes a file to begin with and does nothing else."""

    def write(path: Path | None) -> None:
        if path is None:
            return
        from eval_core.files import template, whole_file

        content = template(kind, path.suffix.lower())
        with whole_file(path) as file:
            file.write(content)
        print(f"template of {kind} written to {path}")
        raise typer.Exit

    words = "Write a file to begin with (.xlsx or .csv), and nothing else."
    return typer.Option("--template", metavar="FILE", is_eager=True, callback=write, help=words)


ResponsesTemplate = Annotated[Path | None, _template("responses")]
ComparisonsTemplate = Annotated[Path | None, _template("comparisons")]
JudgmentsTemplate = Annotated[Path | None, _template("judgments")]
RatingsTemplate = Annotated[Path | None, _template("ratings")]
GoldTemplate = Annotated[Path | None, _template("gold")]


class _SystemsInARow(TyperCommand):
    """Accepts `--against a b` for `--against a --against b`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, _one_value_each(args))


def _one_value_each(words: list[str]) -> list[str]:
    """The words with --against before each of its values; the last value is the file unless the file is elsewhere."""
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


@group.command(
    "responses",
    cls=_SystemsInARow,
    epilog="Example: parvis import responses responses.jsonl --campaign summaries --comparisons-per-prompt 3",
)
@reads_table
def responses(
    file: InputFile,
    campaign: CampaignSlug,
    comparisons_per_prompt: Annotated[
        int | None, typer.Option(help="Balanced sample of this many per prompt; every pair of systems by default.")
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="SYSTEM...", help="Only pairs with one of these systems; 'all' for every pair."),
    ] = None,
    anchors: Annotated[
        float, typer.Option(min=0, max=1, help="In a later round: old comparisons to judge again, per new one.")
    ] = 0.0,
    *,
    how: Reading,
    template: ResponsesTemplate = None,
    form: Form = "table",
) -> None:
    """Import responses and make comparisons of them. Once judging has begun, they form a new round."""
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
            reading=how,
            progress=bar,
        )
    _say(report, form)


@group.command("comparisons")
@reads_table
def comparisons(
    file: InputFile,
    campaign: CampaignSlug,
    *,
    how: Reading,
    template: ComparisonsTemplate = None,
    form: Form = "table",
) -> None:
    """Import ready-made comparisons."""
    from eval_core.campaigns.content.import_texts import import_comparisons

    with progress_bar("importing") as bar:
        report = import_comparisons(writing(), file, campaign, reading=how, progress=bar)
    _say(report, form)


@group.command("judgments", epilog="Example: parvis import judgments judgments.csv --campaign summaries")
@reads_table
def judgments(
    file: InputFile,
    campaign: CampaignSlug,
    order_unknown: Annotated[
        bool, typer.Option("--order-unknown", help="The file does not say which response was shown first.")
    ] = False,
    *,
    how: Reading,
    template: JudgmentsTemplate = None,
    form: Form = "table",
) -> None:
    """Import judgments made elsewhere, in any of the three dialects of judgment files."""
    from eval_core.campaigns.content.import_judgments import import_judgments

    with progress_bar("importing") as bar:
        report = import_judgments(writing(), file, campaign, order_known=not order_unknown, reading=how, progress=bar)
    _say(report, form)


@group.command("ratings", epilog="Example: parvis import ratings ratings.csv --campaign letters --revise")
@reads_table
def ratings(
    file: InputFile,
    campaign: CampaignSlug,
    protocol: Annotated[
        str | None, typer.Option(metavar="KEY", help="Protocol of the ratings; the campaign's own by default.")
    ] = None,
    revise: Annotated[
        bool, typer.Option("--revise", help="Store changed ratings as new revisions instead of refusing them.")
    ] = False,
    *,
    how: Reading,
    template: RatingsTemplate = None,
    form: Form = "table",
) -> None:
    """Import ratings made elsewhere, long or wide."""
    from eval_core.campaigns.content.import_ratings import import_ratings

    with progress_bar("importing") as bar:
        report = import_ratings(writing(), file, campaign, protocol=protocol, revise=revise, reading=how, progress=bar)
    _say(report, form)


@group.command("gold", epilog="Example: parvis import gold gold.jsonl --campaign summaries")
@reads_table
def gold(
    file: InputFile,
    campaign: CampaignSlug,
    *,
    how: Reading,
    template: GoldTemplate = None,
    form: Form = "table",
) -> None:
    """Import gold comparisons or, where responses are rated, control responses with the ratings that are right."""
    from eval_core.campaigns.setup.import_preview import gold_kind, run_import

    store = writing()
    with progress_bar("importing") as bar:
        report = run_import(store, campaign, gold_kind(store, campaign), file, reading=how, progress=bar)
    _say(report, form)


@group.command("all")
def everything(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="Archive written by 'parvis export all'.")],
) -> None:
    """Restore a whole campaign from an archive. Links are not restored."""
    from eval_core.campaigns.publishing.archive.file import ArchiveFile
    from eval_core.campaigns.publishing.archive.restore import import_everything

    ArchiveFile(file).close()  # refuse anything but an archive before creating a database
    with progress_bar("restoring") as bar:
        restored = import_everything(writing(), file, progress=bar)
    rows = restored.rows
    print(
        f"campaign '{restored.slug}' restored: {counted(rows['response'], 'response')},"
        f" {counted(rows['comparison'], 'comparison')}, {counted(rows['judgment'], 'judgment')} with their changes,"
        f" {counted(rows['person'], 'person', 'people')} ('parvis person renew' makes a link)"
    )


def _say(report: ImportReport, form: str) -> None:
    from eval_core.files.findings import finding_text

    say_receipt(report.receipt)
    if form == "json":
        say_json(report.document())
        return
    for finding in report.findings:
        print(f"note: {finding_text(finding)}", file=sys.stderr)
    if report.changed:
        added = [counted(number, noun) for name, noun in _ADDED.items() if (number := getattr(report, name))]
        print(f"{counted(report.rows, 'row')} read, {report.known} known before; added: {', '.join(added)}")
    else:
        print(f"nothing new in {counted(report.rows, 'row')}")
    if report.anchors:
        print(f"anchors: {counted(report.anchors, 'old comparison')} to judge again")
    if report.identical:
        print(f"{counted(report.identical, 'comparison')} with identical responses: kept, never shown")
    for note in report.notes:
        print(note)
    if report.coverage:
        say_table([asdict(row) for row in report.coverage])
