"""No page tells a moment by the server's clock: all go through `local_time`, which knows the browser's zone."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from eval_core.places import HOME

# What writes a moment, or the day of one, as its own zone has it.
WRITERS = {"moment", "full_moment", "day", "short_day", "full_day", "day_span"}
# These write days, which have no zone.
OF_DAYS = {"my_hours.py", "timesheet.py", "slice_comparison.py", "fields.py", "outlook.py"}
ALLOWED = {"local_time.py", *OF_DAYS}
# Reports take the reader's zone, or say that their times are in UTC.
ZONED = ("zone", "UTC")
HANDED_ON = {"folder.py"}  # to the document that says UTC


def writers(source: str) -> set[str]:
    """The functions that write moments and that this source imports, or calls a moment's own way of writing itself."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "eval_core.locales":
            found |= {name.name for name in node.names} & WRITERS
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "strftime":
            found.add("strftime")
    return found


def sources() -> Iterator[tuple[str, str]]:
    for folder in ("pages", "eval_core/ui"):
        for path in sorted((HOME / folder).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if any(word in text for word in (*WRITERS, "strftime")):
                yield path.name, text


def test_pages_tell_moments_on_the_readers_clock() -> None:
    """Only `local_time` writes moments; a planted line elsewhere is found."""
    assert [(name, writers(text)) for name, text in sources() if name not in ALLOWED and writers(text)] == []
    assert {name for name, text in sources() if writers(text)} >= ALLOWED, "an exception is left over"
    assert writers("from eval_core.locales import moment\nmoment(row.at)") == {"moment"}
    assert writers("row.at.strftime('%H:%M')") == {"strftime"}


def test_reports_know_whose_clock_it_is() -> None:
    """A report that writes moments takes the reader's zone or says UTC."""
    for path in sorted((HOME / "eval_core" / "reports").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "moment" in text and path.name not in HANDED_ON and writers(text) & {"moment", "full_moment"}:
            assert any(word in text for word in ZONED), path.name
