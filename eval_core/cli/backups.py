"""`parvis backup`, `parvis restore`, `parvis check`: keeping what a database holds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from eval_core.cli.database import as_it_is, explained
from eval_core.cli.output import Form, say_json, say_table

if TYPE_CHECKING:
    from eval_core.store import Store
    from eval_core.store.soundness import Problem
    from eval_core.upkeep.integrity import Findings

_NO = 3  # exit: an answer that is a no


def backup(
    file: Annotated[Path, typer.Argument(help="Where to.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Write the whole database into one file while others go on working, and check it."""
    from eval_core.upkeep.backups import back_up

    with _database() as store:
        made = back_up(store, file, force=force)
    print(f"{made.path}: {made.size} bytes, SHA-256 {made.sha256}")
    _tell(made.findings, "it")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that 'parvis backup' wrote.")],
    force: Annotated[bool, typer.Option("--force", help="Replace all that the database holds.")] = False,
) -> None:
    """Put a backup into an empty database, and check it; stop the dashboard before."""
    from eval_core.upkeep.backups import restore as put_back

    with _database(create=True) as store:
        findings = put_back(store, file, force=force)
    print(f"{file} is restored")
    _tell(findings, "the database")


def check(form: Form = "table") -> None:
    """Check that the database is whole and agrees with itself; exit 3 where it does not."""
    from eval_core.upkeep.integrity import check_database

    with _database() as store:
        findings = check_database(store)
        name = store.name
    if form == "json":
        say_json({"database": name, "schema": findings.schema, "problems": [asdict(one) for one in findings.problems]})
    elif findings.problems:
        say_table([_row(one) for one in findings.problems])
    else:
        print("no problem found")
    if findings.problems:
        raise typer.Exit(_NO)


@contextmanager
def _database(*, create: bool = False) -> Iterator[Store]:
    from eval_core.errors import ParvisError
    from eval_core.store import current_revision

    store = as_it_is()
    try:
        with explained():
            if not create and current_revision(store) is None:
                raise ParvisError(f"no Parvis database at {store.name}")
            yield store
    finally:
        store.dispose()


def _tell(findings: Findings, what: str) -> None:
    """What the checks said, for people; exit 3 where it is not good."""
    if not findings.is_current:
        print(f"{what} has schema {findings.schema}: of another version only the file is checked", file=sys.stderr)
    elif findings.problems:
        print(f"{what} does not agree with itself; 'parvis check' says more:", file=sys.stderr)
        for one in findings.problems:
            print(f"  {one.table or 'database'}: {one.says} ({one.count})", file=sys.stderr)
        raise typer.Exit(_NO)
    else:
        print("checked: no problem found")


def _row(problem: Problem) -> dict[str, object]:
    return asdict(problem) | {"ids": ", ".join(map(str, problem.ids))}
