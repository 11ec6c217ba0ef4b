"""What `load` found, against the goals and in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tests.benchmarks.goals import Goal, bounded, goals_table, none
from tests.benchmarks.load import FRAGMENT, PAGE, PARVIS, TARGET_LEVEL

MOST_LEVEL, MOST_MS = 400, 100
# One core is what a generator in one process has; nearer to it than this, it is what is measured.
_BUSY = 0.85
Row = dict[str, Any]


def goals(found: Row) -> list[Goal]:
    """The goals of DESK's table that a crowd without browsers measures."""
    rows = found["rows"]
    many = [row for row in rows if (row["server"], row["annotators"]) == (PARVIS, MOST_LEVEL)]
    page = "of the bare page's"
    return [
        bounded("server CPU a judged click", _ratio(rows, min, "paced", "cpu_ms"), "at most", 0.6, page),
        bounded(
            f"{TARGET_LEVEL} annotators, a click every {found['every']:g} s: p95",
            _ratio(rows, min, "paced", "p95"),
            "below",
            1,
            page,
        ),
        bounded(f"{MOST_LEVEL} annotators: p95", many[0]["paced"]["p95"] if many else None, "below", MOST_MS, "ms"),
        none(f"{MOST_LEVEL} annotators: clicks refused", many[0]["unanswered"] if many else None),
        bounded(
            "clicks a second as fast as answers come, one process",
            _ratio(rows, max, "fast", "rate"),
            "at least",
            2,
            page,
        ),
        none("judgments lost, doubled or otherwise wrong", sum(map(wrongs, rows))),
    ]


def _ratio(rows: Sequence[Row], best: Callable[..., float], phase: str, key: str) -> float | None:
    """Parvis's figure over that of the bare page, in whichever way is the better, at the level of the targets."""
    at = {row["server"]: row[phase][key] for row in rows if row["annotators"] == TARGET_LEVEL and row[phase]}
    pages = [at[name] for name in (PAGE, FRAGMENT) if name in at]
    return round(at[PARVIS] / best(pages), 2) if pages and PARVIS in at else None


def wrongs(row: Row) -> int:
    """How many things went wrong in a row."""
    kinds = ("lost", "doubled", "changed", "unasked", "answered_twice", "wrong_counts", "unanswered", "errors")
    return sum(row[kind] for kind in kinds)


def report_section(found: Row) -> str:
    """The part of docs/benchmarks.md."""
    head = (
        "| server | annotators | clicks a second | p50 | p95 | p99 | CPU a click (ms) | server cores | generator cores"
        " | MB a session |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    )
    fast = (
        "| server | annotators | clicks a second | p50 | p95 | p99 | CPU a click (ms) | server cores"
        " | generator cores |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    )
    wrong = (
        "| server | annotators | clicks | lost | doubled | changed | unasked | wrong counts | unanswered"
        " | errors in the log |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    )
    parts = [
        _INTRODUCTION.format(**found, level=TARGET_LEVEL, load_text=" to ".join(map(str, found["load"]))),
        "\n".join([head, *(_phase_line(row, "paced") + f" {row['session_mb']} |" for row in found["rows"])]),
        _busy(found["rows"], "paced"),
        f"As fast as the answers come, for {found['fast']:g} s:",
        "\n".join([fast, *(_phase_line(row, "fast") for row in found["rows"] if row["fast"])]),
        _busy(found["rows"], "fast"),
        _ACCOUNTS,
        "\n".join([wrong, *(_account_line(row) for row in found["rows"])]),
        *found["missing"],
        goals_table(goals(found)),
    ]
    return "\n\n".join(part for part in parts if part)


def _phase_line(row: Row, name: str) -> str:
    keys = ("rate", "p50", "p95", "p99", "cpu_ms", "server_cores", "generator_cores")
    cells = [row["server"], row["annotators"], *(row[name][key] for key in keys)]
    return f"| {' | '.join(map(str, cells))} |"


def _account_line(row: Row) -> str:
    keys = ("clicks", "lost", "doubled", "changed", "unasked", "wrong_counts", "unanswered", "errors")
    return f"| {' | '.join(map(str, [row['server'], row['annotators'], *(row[key] for key in keys)]))} |"


def _busy(rows: Sequence[Row], name: str) -> str:
    """Where the generator itself may be what is measured."""
    busy = [
        f"{row['server']} with {row['annotators']}"
        for row in rows
        if row[name] and row[name]["generator_cores"] > _BUSY
    ]
    return f"{_SATURATED}: {', '.join(busy)}." if busy else ""


_INTRODUCTION = """## Many annotators on one process

A crowd in one process without browsers (`tests/benchmarks/load.py`): each annotator signs in by a personal link, opens
the page, keeps Streamlit's websocket open as a browser does, and sends the desk's requests with a browser's headers: one
click about every {every:g} s (between half and one and a half of it) for {paced:g} s, one at a time; whoever waits longer
than that for an answer clicks at once. Each row is a new server process on a new database; Parvis as `parvis serve`
starts it with {comparisons:,} comparisons and its dwell guard off. Beside it the bare page of above, without the collection
after each rerun, at {level} annotators also inside a fragment, and its insert and query behind Starlette alone.
Milliseconds from the click until it is answered: by Parvis when the server has recorded it (what the annotator looks at
is the next comparison since the frame after the click), by the bare page when the next comparison has arrived. *CPU* is
the server process's own. Memory is what the server grew from one session to all, at the end of the {paced:g} s.
Generator and server share the machine. Machine load average: {load_text}."""
_SATURATED = f"The generator was busy with more than {_BUSY:g} of its one core, so it may be what is measured"
_ACCOUNTS = """Every click that was answered is held against the database: *lost* has no live judgment, *doubled* more
than one, *changed* another choice, *unasked* was stored though nobody clicked; *wrong counts* are comparisons with too
many judgments or another count than they have, and *unanswered* are clicks refused or without an answer."""
