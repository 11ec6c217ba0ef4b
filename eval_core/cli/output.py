"""Tables for people, one JSON document for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any


class Format(StrEnum):
    """How a command prints."""

    table = "table"
    json = "json"
    csv = "csv"


def say_json(document: Any) -> None:
    """One JSON document on standard output, never NaN or Infinity."""
    print(json.dumps(document, ensure_ascii=False, allow_nan=False, default=_plain))


def say_table(rows: Sequence[Mapping[str, Any]]) -> None:
    """Rows as an aligned table."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    if not rows:
        print("nothing yet")
        return
    table = Table(*(name.replace("_", " ") for name in rows[0]), box=None, header_style="bold")
    for row in rows:
        table.add_row(*(Text(_cell(value)) for value in row.values()))
    Console().print(table)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M}"
    return str(value)


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else list(value)
