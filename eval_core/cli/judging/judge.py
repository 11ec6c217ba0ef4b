"""The group `parvis judge`, and `parvis judge parse`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from eval_core.cli.judging.judge_exam import exam
from eval_core.cli.judging.judge_queue import queue
from eval_core.cli.judging.judge_report import report
from eval_core.cli.judging.judge_run import run
from eval_core.cli.output import Form, say_json, say_table
from eval_core.cli.tables import say_receipt
from eval_core.errors import InputError

if TYPE_CHECKING:
    from eval_core.protocols import Protocol
    from eval_core.protocols.replies import Choice, Reply

# A .txt file is one reply as it came.
_TABLES = (".jsonl", ".csv", ".tsv", ".xlsx", ".parquet")
group = typer.Typer(help="Run LLM judges, read their replies, compare them with people.", no_args_is_help=True)
group.command(
    "run",
    epilog="Example: parvis judge run --campaign summaries --base-url http://localhost:8000/v1 --model llama",
)(run)
group.command("queue", epilog="Example: parvis judge queue --campaign summaries --model llama")(queue)
group.command(
    "exam",
    epilog="Example: parvis judge exam --gold gold.jsonl --base-url http://localhost:8000/v1 --model llama",
)(exam)
group.command("report", epilog="Example: parvis judge report --campaign summaries")(report)


@group.command("parse", epilog="Example: parvis judge parse replies.jsonl --protocol heval")
def parse(
    file: Annotated[
        Path,
        typer.Argument(
            exists=True,
            dir_okay=False,
            help='One reply as text, or .jsonl with {"reply", "items", "criterion"} per line (the last two optional).',
        ),
    ],
    protocol: Annotated[str, typer.Option(metavar="KEY", help="Key of the protocol; see 'parvis protocol list'.")],
    items: Annotated[int | None, typer.Option(min=1, help="Number of items asked for; any number by default.")] = None,
    criterion: Annotated[str | None, typer.Option(help="Criterion asked for, where each has its own request.")] = None,
    form: Form = "table",
) -> None:
    """Say what a judge's replies mean; exit 2 at the first that has no meaning or two."""
    from eval_core.protocols import load_protocol

    rubric = load_protocol(protocol)
    if file.suffix.lower() in _TABLES:
        replies = _of_lines(rubric, file, items, criterion)
    else:
        replies = {None: _read(rubric, _text(file), items, criterion, file, None)}
    if form == "table":
        say_table([line for row, reply in replies.items() for line in _lines(row, reply)])
    elif None in replies:
        say_json({"protocol": rubric.key} | _document(replies[None]))
    else:
        rows = [{"row": row} | _document(reply) for row, reply in replies.items()]
        say_json({"protocol": rubric.key, "replies": rows})


def _document(reply: Choice | Reply) -> dict[str, Any]:
    """A reply for programs, as far as it is in its words; `issues` only where a judge named some."""
    from eval_core.protocols.replies import Choice

    if isinstance(reply, Choice):
        return {name: value for name, value in asdict(reply).items() if name != "issues" or value}
    items = [
        {key: {"value": mark.value, "explanation": mark.explanation} for key, mark in marks.items()}
        for marks in reply.items
    ]
    return {"items": items, "summary": reply.summary}


def _text(file: Path) -> str:
    from eval_core.protocols.replies import REPLY_LIMIT

    if file.stat().st_size > 4 * REPLY_LIMIT:  # a character has four bytes at most
        raise InputError("reply_file_too_long", most=REPLY_LIMIT, file=file)
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError("reply_file_not_utf8", file=file) from None


def _of_lines(
    protocol: Protocol, file: Path, items: int | None, criterion: str | None
) -> dict[int | None, Choice | Reply]:
    """The replies of a table, by row."""
    from eval_core.files import read_table, receipt_of

    replies: dict[int | None, Choice | Reply] = {}
    table = read_table(file)
    say_receipt(receipt_of(table))
    for row, record in zip(table.index, table.to_dict("records"), strict=True):
        number = int(row)
        text, count, key = record.get("reply"), _number(record.get("items")), record.get("criterion")
        if not isinstance(text, str):
            raise InputError("text_needed", file=file, row=number, column="reply")
        if _is_there(count) and (isinstance(count, bool) or not isinstance(count, int)):
            raise InputError("whole_number_needed", file=file, row=number, column="items")
        if _is_there(key) and not isinstance(key, str):
            raise InputError("criterion_key_needed", file=file, row=number, column="criterion")
        wanted = count if _is_there(count) else items
        replies[number] = _read(protocol, text, wanted, key if _is_there(key) else criterion, file, number)
    return replies


def _number(value: Any) -> Any:
    """A number that a table of texts holds, as a number; anything else as it is."""
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else value


def _is_there(value: Any) -> bool:
    """Whether a record has this value: pandas gives None or NaN for a key that a line lacks."""
    return value is not None and value == value


def _read(
    protocol: Protocol, text: str, items: int | None, criterion: str | None, file: Path, row: int | None
) -> Choice | Reply:
    from eval_core.protocols.replies import parse_reply

    try:
        return parse_reply(protocol, text, items=items, criterion=criterion)
    except InputError as error:
        raise InputError("reply_refused", problem=error.message, file=file, row=row) from None


def _lines(row: int | None, reply: Choice | Reply) -> list[dict[str, Any]]:
    """A reply as rows of a table."""
    from eval_core.protocols.replies import Choice

    place = {} if row is None else {"row": str(row)}
    if isinstance(reply, Choice):
        return [place | {"choice": reply.choice, "reason": reply.reason}]
    lines = [
        place
        | {
            "item": str(number),
            "criterion": key,
            "rating": "N/A" if mark.value is None else str(mark.value),
            "explanation": mark.explanation,
        }
        for number, marks in enumerate(reply.items, start=1)
        for key, mark in marks.items()
    ]
    summary = reply.summary or {}
    return lines + [
        place | {"item": "all", "criterion": key, "rating": "", "explanation": text} for key, text in summary.items()
    ]
