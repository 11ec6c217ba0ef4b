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
    from eval_core.files.reading import Meaning

TABLES = ".csv, .tsv, .txt, .xlsx, .jsonl or .parquet"
ColumnOption = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="THEIRS=ours",
        help="Column of Parvis that a heading of the file means; no name after = for none.",
    ),
]
ValueOption = Annotated[
    list[str] | None,
    typer.Option(
        "--value",
        metavar="COLUMN:WORD=A|B|tie|skip",
        help="What a word for the winner means; skip leaves the row out. Repeatable.",
    ),
]
WinnerOption = Annotated[
    Literal["names", "labels"] | None,
    typer.Option(help="Whether winners are names of systems or labels, where they could be both."),
]
CriterionOption = Annotated[
    str | None, typer.Option(metavar="KEY", help="Only judgments by this criterion, of a file with several.")
]
_LISTED = 20  # faults of a file, on a screen


def existing_table(name: str) -> Path:
    """A file that is there, or an address on the Hugging Face hub, which is looked up when it is read.

    Raises:
        InputError: 'hub_bad_address'.
        typer.BadParameter: for a file that is not there.
    """
    path = Path(name)
    if name.startswith("hf://"):
        from eval_core.files.hub.address import parse_address

        parse_address(name)
    elif path.is_dir():
        raise typer.BadParameter(f"File '{name}' is a directory.")
    elif not path.exists():
        raise typer.BadParameter(f"File '{name}' does not exist.")
    return path


def reading_of(
    column: Iterable[str] | None,
    value: Iterable[str] | None = None,
    *,
    winner: Literal["names", "labels"] | None = None,
    criterion: str | None = None,
) -> Reading:
    """How a file is to be read, by the options of a command."""
    from eval_core.files import Reading

    return Reading(columns=columns_of(column), values=values_of(value), winner=winner, criterion=criterion)


def values_of(options: Iterable[str] | None) -> dict[tuple[str, str], Meaning]:
    """(Column, word) -> what it means, of options such as 'winner:venstre best=A'.

    Raises:
        InputError: for an option of another form.
    """
    meanings: dict[str, Meaning] = {"a": "a", "b": "b", "tie": "tie", "skip": "skip"}
    values = {}
    for option in options or ():
        place, _, said = option.rpartition("=")
        column, separator, word = place.partition(":")
        meaning = meanings.get(said.strip().casefold())
        if not separator or not column or meaning is None:
            raise InputError("bad_value_option", option=option)
        values[column, word] = meaning
    return values


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
