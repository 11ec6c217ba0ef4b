"""Tables for people, one JSON document for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Annotated, Any, Literal

import typer

Form = Annotated[
    Literal["table", "json"], typer.Option("--format", help="Output format: a table for people, JSON for programs.")
]
NOT_ENOUGH = {
    "one_rater": "not enough annotators in common",
    "one_prompt": "not enough prompts in common",
    "no_spread": "not enough: all annotators gave the same difference everywhere",
}
"""Why a difference of scores has no interval (`eval_core.scoring.ScoreDifference.reason`)."""
_WIDE = 10_000
# Imported names may hold control characters, which would break a table or steer a terminal.
_CONTROL = dict.fromkeys((*range(0x20), *range(0x7F, 0xA0)), "\N{REPLACEMENT CHARACTER}")


def say_json(document: Any, *, indent: int | None = None) -> None:
    """One JSON document on standard output, never NaN or Infinity; times as ISO 8601."""
    print(json.dumps(document, ensure_ascii=False, allow_nan=False, default=_plain, indent=indent))


def say_table(rows: Sequence[Mapping[str, Any]]) -> None:
    """Rows as an aligned table, numbers to the right; never cut off unless on a terminal."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    if not rows:
        print("nothing yet")
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for name in rows[0]:
        numeric = any(isinstance(row[name], int | float) for row in rows)
        table.add_column(name.replace("_", " "), justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(_cell(value)) for value in row.values()))
    Console(width=None if sys.stdout.isatty() else _WIDE, soft_wrap=not sys.stdout.isatty()).print(table)


def say_lines(lines: Sequence[str], *, aside: bool = False) -> None:
    """A line each, without what would steer a terminal: names in them were imported; `aside` on stderr."""
    for line in lines:
        print(line.translate(_CONTROL), file=sys.stderr if aside else sys.stdout)


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun: '1 judgment', '2 judgments'."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def interval(ends: tuple[float | None, float | None] | None) -> str:
    """Both ends of an interval: '[0.660, 0.760]'; empty where there is none."""
    low, high = ends or (None, None)
    return "" if low is None or high is None else f"[{low:z.3f}, {high:z.3f}]"


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M} UTC"
    return str(value).translate(_CONTROL)


def _plain(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


@contextmanager
def progress_bar(doing: str) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on a terminal, to be called with (done, total); None elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(doing, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
