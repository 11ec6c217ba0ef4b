"""`parvis export` and `parvis report`: the files that a campaign gives."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from eval_core.cli.campaigns import CampaignSlug
from eval_core.cli.database import note_look, reading
from eval_core.cli.output import counted, progress_bar, say_lines
from eval_core.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

group = typer.Typer(help="Export files from a campaign.", no_args_is_help=True)
Output = Annotated[Path, typer.Option(metavar="FILE", help="File to write: .csv, .xlsx, .jsonl or .parquet.")]
Pseudonymous = Annotated[bool, typer.Option("--pseudonymous", help="Write pseudonyms instead of people's names.")]
SpreadsheetSafe = Annotated[
    bool, typer.Option("--spreadsheet-safe", help="Keep spreadsheets from running cells as formulas (.csv).")
]


@group.command(
    "judgments", epilog="Example: parvis export judgments --campaign summaries --output judgments.csv --pseudonymous"
)
def judgments(
    campaign: CampaignSlug,
    output: Output,
    pseudonymous: Pseudonymous = False,
    spreadsheet_safe: SpreadsheetSafe = False,
) -> None:
    """Export the judgments that count."""
    from eval_core.campaigns.publishing.judgment_table import export_judgments
    from eval_core.files import write_table

    store = reading()
    frame = export_judgments(store, campaign, pseudonymous=pseudonymous)
    write_table(frame, output, spreadsheet_safe=spreadsheet_safe)
    _say_cut(frame, output)
    note_look(store, campaign, "export judgments")
    print(f"{counted(len(frame), 'judgment')} written to {output}")


@group.command("ratings")
def ratings(
    campaign: CampaignSlug,
    output: Output,
    protocol: Annotated[
        str | None, typer.Option(metavar="KEY", help="Protocol of the ratings; the campaign's own by default.")
    ] = None,
    pseudonymous: Pseudonymous = False,
    spreadsheet_safe: SpreadsheetSafe = False,
) -> None:
    """Export the ratings that count, one per row."""
    from eval_core.campaigns.kinds import scales_of
    from eval_core.campaigns.results.ratings import export_ratings
    from eval_core.files import ratings_table, write_table

    store = reading()
    chosen, frame = export_ratings(store, campaign, protocol=protocol, pseudonymous=pseudonymous)
    table = ratings_table(frame, scales_of(chosen))
    write_table(table, output, spreadsheet_safe=spreadsheet_safe)
    _say_cut(table, output)
    note_look(store, campaign, "export ratings")
    print(f"{counted(len(frame), 'rating')} written to {output}")


@group.command("ranking")
def ranking(
    campaign: CampaignSlug,
    output: Output,
    pseudonymous: Annotated[bool, typer.Option("--pseudonymous", help="No effect: a ranking names nobody.")] = False,
    spreadsheet_safe: SpreadsheetSafe = False,
) -> None:
    """Export the ranking of 'parvis rank --campaign' with its defaults."""
    import pandas as pd

    from eval_core.campaigns.results.leaderboard import read_leaderboard
    from eval_core.files import write_table
    from eval_core.ranking import rank
    from eval_core.reports.choice_words import choice_lines

    store = reading()
    board = read_leaderboard(store, campaign)
    rows = rank(board.votes).as_dict()["systems"]
    write_table(pd.DataFrame(rows), output, spreadsheet_safe=spreadsheet_safe)
    note_look(store, campaign, "export ranking")
    print(f"{counted(len(rows), 'system')} written to {output}")
    say_lines(choice_lines(board.choices, board.extent))


@group.command("payments", epilog="Example: parvis export payments --campaign summaries --output payments.csv")
def payments(campaign: CampaignSlug, output: Output) -> None:
    """Export who came by the open link, how it ended for each, and the code for a crowd platform.

    It holds what the platform calls people: no other file does. Spreadsheets run none of its cells as formulas.
    """
    from eval_core.campaigns.watching.payments import list_payments, payments_frame
    from eval_core.files import write_table

    rows = list_payments(reading(), campaign)
    write_table(payments_frame(rows), output, spreadsheet_safe=True)
    print(f"{counted(len(rows), 'person', 'people')} written to {output}")


@group.command("all", epilog="Example: parvis export all --campaign summaries --output summaries.zip")
def everything(
    campaign: CampaignSlug,
    output: Annotated[Path, typer.Option(metavar="FILE", help="File to write: .zip.")],
    named: Annotated[bool, typer.Option("--named", help="Write people's names instead of numbers.")] = False,
) -> None:
    """Export a whole campaign as one zip, for 'parvis import all'."""
    if output.suffix.lower() != ".zip":
        raise InputError("not_zip_name", file=output)
    from eval_core.campaigns.publishing.archive.export import export_everything
    from eval_core.files import whole_file

    store = reading()
    with whole_file(output) as file, progress_bar("exporting") as bar:
        manifest = export_everything(store, campaign, file, named=named, progress=bar)
    note_look(store, campaign, "export all")
    rows = sum(facts.rows for facts in manifest.files.values())
    people = "with people's names" if named else "without people's names"
    print(f"{counted(rows, 'row')} written to {output}, {people}; with comments and messages, without links and tokens")


@group.command("dataset", epilog="Example: parvis export dataset --campaign summaries --output summaries-data")
def dataset(
    campaign: CampaignSlug,
    output: Annotated[Path, typer.Option(metavar="DIR", help="New folder to write.")],
    comments: Annotated[bool, typer.Option("--comments", help="Include the comments that people wrote.")] = False,
    times: Annotated[bool, typer.Option("--times", help="Include the exact times of judgments.")] = False,
) -> None:
    """Export a campaign as Parquet files with a data card, ready for a hub."""
    from eval_core.campaigns.publishing.dataset import write_dataset

    store = reading()
    written = write_dataset(store, campaign, output, comments=comments, times=times)
    note_look(store, campaign, "export dataset")
    for name, rows in written.rows.items():
        print(f"{name}: {counted(rows, 'row')}")
    print(f"data set written to {output}")
    if written.missing:
        print(f"Not filled in: {', '.join(written.missing)}")


def report(
    campaign: CampaignSlug,
    output: Annotated[Path | None, typer.Option(metavar="FILE", help="File to write: .html.")] = None,
    bundle: Annotated[
        Path | None, typer.Option(metavar="DIR", help="New folder to write: everything that a paper needs.")
    ] = None,
    protocol: Annotated[
        str | None, typer.Option(metavar="KEY", help="Protocol of the ratings; the campaign's own by default.")
    ] = None,
    kind: Annotated[
        Literal["human", "judge", "all"], typer.Option(help="Judgments or ratings by people, by LLM judges, or both.")
    ] = "human",
    language: Annotated[Literal["en", "nb", "nn"], typer.Option(help="Language of the report.")] = "en",
) -> None:
    """Write the rankings or scores as one HTML file, or as a folder for a paper.

    The file has figures, method and the commands to reproduce it. The folder (--bundle) has figures, LaTeX tables, a
    methods section with its sources, every number, the judgments, and a script that computes each number again.
    """
    if (output is None) == (bundle is None):
        raise InputError("file_or_bundle")
    if bundle is not None:
        _bundle(campaign, bundle, protocol, kind, language)
        return
    if output is None or output.suffix != ".html":
        raise InputError("not_html_name", file=output)
    from eval_core.files import whole_file
    from eval_core.locales import use_language
    from eval_core.reports.page import campaign_report

    use_language(language)
    store = reading()
    text = campaign_report(store, campaign, protocol=protocol, kind=kind)
    with whole_file(output) as file:
        file.write(text.encode())
    note_look(store, campaign, "report")
    print(f"report written to {output}")


def _say_cut(frame: pd.DataFrame, output: Path) -> None:
    """Say on stderr which texts a workbook cannot hold."""
    if output.suffix.lower() == ".xlsx":
        from eval_core.files.source import CUT_SHEET
        from eval_core.files.spreadsheet import CELL_LIMIT, cut_texts

        if count := cut_texts(frame):
            print(
                f"note: {counted(count, 'text')} cut at {CELL_LIMIT} characters, the most that a cell holds (listed on"
                f" the sheet '{CUT_SHEET}'); the other formats have them whole",
                file=sys.stderr,
            )


def _bundle(campaign: str, folder: Path, protocol: str | None, kind: str, language: str) -> None:
    if protocol is not None:
        raise InputError("bundle_with_protocol")
    from eval_core.locales import use_language
    from eval_core.reports.bundle.folder import write_bundle

    use_language(language)
    store = reading()
    written = write_bundle(store, campaign, folder, kind=kind)
    note_look(store, campaign, "report")
    for name in written.files:
        print(name)
    print(f"{counted(len(written.files), 'file')} written to {folder}")
