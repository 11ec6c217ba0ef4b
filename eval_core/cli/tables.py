"""Files that commands read: what their columns are called, and what they were taken for."""

from __future__ import annotations

from inspect import Parameter, Signature, signature
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_type_hints

import typer

from eval_core.cli.output import counted, say_lines
from eval_core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    import pandas as pd

    from eval_core.files import Reading, Receipt
    from eval_core.files.reading import Meaning

TABLES = ".csv, .tsv, .txt, .xlsx, .json, .jsonl or .parquet"
ColumnOption = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="THEIRS=ours",
        help="Column of Parvis that a heading of the file means; no name after = for none.",
    ),
]
_QUOTES = "--quotes none: quotation marks are part of the texts; --quotes standard: they are what CSV means by them"
_WAYS = {
    **dict.fromkeys(("open_quote", "text_after_quote", "quote_swallows_rows"), _QUOTES),
    "headings_below": "--heading-row {place} reads the headings there",
    "other_rating": "--revise stores a changed rating as a new revision",
}
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


OPTIONS: dict[str, tuple[Any, Any]] = {
    "column": (ColumnOption, None),
    "quotes": (
        Annotated[
            Literal["found", "standard", "none"],
            typer.Option(help="Quotation marks of a text file: found out, as CSV means them, or part of the texts."),
        ],
        "found",
    ),
    "sheet": (
        Annotated[str | None, typer.Option(metavar="NAME", help="Sheet of a workbook; the first that holds anything.")],
        None,
    ),
    "pairs_from": (
        Annotated[
            Literal["ranks", "ratings"] | None,
            typer.Option(help="Make pairs of a table that ranks or rates: a row or a column for each system."),
        ],
        None,
    ),
    "heading_row": (
        Annotated[int | None, typer.Option(min=0, help="The row with the headings; 0 where there is none.")],
        None,
    ),
    "value": (
        Annotated[
            list[str] | None,
            typer.Option(
                metavar="COLUMN:WORD=A|B|tie|skip",
                help="What a word for the winner means; skip leaves the row out. Repeatable.",
            ),
        ],
        None,
    ),
    "winner": (
        Annotated[
            Literal["names", "labels"] | None,
            typer.Option(help="Whether winners are names of systems or labels, where they could be both."),
        ],
        None,
    ),
    "criterion": (
        Annotated[str | None, typer.Option(metavar="KEY", help="Only judgments by this criterion, of several.")],
        None,
    ),
    "skip_bad_rows": (
        Annotated[bool, typer.Option("--skip-bad-rows", help="Leave out the rows with faults.")],
        False,
    ),
    "decode": (
        Annotated[bool, typer.Option("--decode", help="Decode escapes in texts, such as \\n, &amp; and <br>.")],
        False,
    ),
}
"""The options of every command that reads a table, with their defaults."""
OF_TEXTS: dict[str, tuple[Any, Any]] = {
    **OPTIONS,
    "leave_out": (
        Annotated[
            list[str] | None,
            typer.Option(
                metavar="KIND",
                help="Leave out prompts with a faulty response, for all systems: names_system, api_error or"
                " empty_response.",
            ),
        ],
        None,
    ),
}


def reads_texts(command: Callable[..., None]) -> Callable[..., None]:
    """As `reads_table`, of a table with responses of systems."""
    return reads_table(command, OF_TEXTS)


def reads_table(
    command: Callable[..., None], known: Mapping[str, tuple[Any, Any]] = MappingProxyType(OPTIONS)
) -> Callable[..., None]:
    """A command that reads a table, with the options that say how in place of its parameter `how`."""

    def run(**options: Any) -> None:
        given = {name: options.pop(name) for name in known}
        command(**options, how=reading_of(**given))

    hints = get_type_hints(command, localns={"Reading": object}, include_extras=True)
    parameters: list[Parameter] = []
    for one in signature(command).parameters.values():
        if one.name == "how":
            named = ((name, option, default) for name, (option, default) in known.items())
            parameters += [
                Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=option)
                for name, option, default in named
            ]
        else:
            parameters.append(one.replace(kind=Parameter.KEYWORD_ONLY, annotation=hints[one.name]))
    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]  # what `inspect.signature` looks at
    return run


def reading_of(
    column: Iterable[str] | None,
    value: Iterable[str] | None = None,
    leave_out: Iterable[str] | None = None,
    **given: Any,
) -> Reading:
    """How a file is to be read, by the options of a command: a value for each of `OPTIONS`."""
    from eval_core.files import Reading

    return Reading(columns=columns_of(column), values=values_of(value), leave_out=tuple(leave_out or ()), **given)


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


def ways_out(error: InputError) -> list[str]:
    """What options could do about an error, a line each."""
    found = {_WAYS[fault.code].format(**fault.facts): None for fault in error.faults if fault.code in _WAYS}
    return list(found)


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


def say_receipt(receipt: Receipt, noun: str = "row") -> None:
    """Say on stderr what became of a file: a line that adds up, and one for each thing that is not plain."""
    from eval_core.files.receipt import ASSUMED, REASONS

    left, over = receipt.records - receipt.counted, receipt.lines_counted - receipt.counted
    parts = [
        f"{receipt.heading} heading" if receipt.heading else "",
        f"{receipt.blank} blank" if receipt.blank else "",
        f"{counted(receipt.counted, noun)} counted" + (f" on {receipt.lines_counted} lines" if over else ""),
        f"{counted(left, 'row')} left out" if left else "",
    ]
    said = [f"{counted(receipt.lines, 'line')}: " + ", ".join(filter(None, parts))]
    said += receipt.source.lines()
    for one in receipt.left_out:
        rows = ", ".join(map(str, one.rows)) + (", …" if one.n > len(one.rows) else "")
        said.append(f"left out: {counted(one.n, noun)} {REASONS[one.reason]} (rows {rows})")
    if receipt.unused:
        columns = (f"'{one.column}' ({one.values or 'over 1,000'} values)" for one in receipt.unused)
        said.append("not used: " + ", ".join(columns))
    said += [f"kept apart, though alike: '{one}' and '{other}'" for one, other in receipt.alike]
    said += [f"assumed: {ASSUMED[one.code].format(**dict(one.facts))}" for one in receipt.assumed]
    say_lines(said, aside=True)


def receipt_in(frame: pd.DataFrame) -> dict[str, Any]:
    """What a JSON document says of the file that a table came from; nothing where it came from no file."""
    receipt: Any = frame.attrs.get("receipt")
    return {} if receipt is None else {"receipt": receipt.document()}


def fault_lines(faults: Sequence[InputError], count: int) -> list[str]:
    """All faults, a line each, and how many are left out; none where there is a single one."""
    if count == 1:
        return []
    lines = [f"  {fault.line(with_file=False)}" for fault in faults[:_LISTED]]
    left = count - len(lines)
    return [*lines, f"  … and {left} more"] if left else lines
