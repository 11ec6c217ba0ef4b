"""Files that commands read: what their columns are called, and what they were taken for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from eval_core.cli.output import say_lines
from eval_core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from eval_core.files import Reading, Receipt

TABLES = ".csv, .tsv, .txt, .xlsx, .json, .jsonl or .parquet"
ColumnOption = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="THEIRS=ours",
        help="Column of Parvis that a heading of the file means; no name after = for none.",
    ),
]
SheetOption = Annotated[
    str | None, typer.Option("--sheet", metavar="NAME", help="Sheet of a workbook; the first that holds anything.")
]
PairsFromOption = Annotated[
    Literal["ranks", "ratings"] | None,
    typer.Option("--pairs-from", help="Make pairs of a table that ranks or rates: a row or a column for each system."),
]
_LISTED = 20  # faults of a file, on a screen


def existing_table(name: str) -> Path:
    """A file or logs of a harness that are there, or an address on the Hugging Face hub, looked up when it is read.

    Raises:
        InputError: 'hub_bad_address'.
        typer.BadParameter: for a file that is not there.
    """
    path = Path(name)
    if name.startswith("hf://"):
        from eval_core.files.hub.address import parse_address

        parse_address(name)
        return path
    from eval_core.files.shapes.harness import harness_in

    if logs := harness_in(path):
        if not logs[1].exists():
            raise typer.BadParameter(f"'{logs[1]}' does not exist.")
    elif path.is_dir():
        raise typer.BadParameter(f"File '{name}' is a directory.")
    elif not path.exists():
        raise typer.BadParameter(f"File '{name}' does not exist.")
    return path


def reading_of(
    column: Iterable[str] | None,
    sheet: str | None = None,
    pairs_from: Literal["ranks", "ratings"] | None = None,
) -> Reading:
    """How a file is to be read, by the options of a command."""
    from eval_core.files import Reading

    return Reading(columns=columns_of(column), sheet=sheet, pairs_from=pairs_from)


def columns_of(options: Iterable[str] | None) -> dict[str, str]:
    """Heading -> our column, of options such as 'Svar=response'.

    Raises:
        InputError: for an option of another form.
    """
    columns = {}
    for option in options or ():
        theirs, separator, ours = option.rpartition("=")
        if not separator or not theirs:
            raise InputError("bad_column_option", option=option)
        columns[theirs] = ours.strip()
    return columns


def say_receipt(receipt: Receipt) -> None:
    """Say on stderr what became of a file, a line each."""
    say_lines(receipt.source.lines(), aside=True)


def fault_lines(faults: Sequence[InputError], count: int) -> list[str]:
    """All faults, a line each, and how many are left out; none where there is a single one."""
    if count == 1:
        return []
    lines = [f"  {fault.line(with_file=False)}" for fault in faults[:_LISTED]]
    left = count - len(lines)
    return [*lines, f"  … and {left} more"] if left else lines
