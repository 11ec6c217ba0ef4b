"""`parvis backup`, `parvis restore`, `parvis check`: copies of a database and its integrity."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from eval_core.cli.database import any_schema, errors_in_words
from eval_core.cli.output import Form, counted, say_json, say_table

if TYPE_CHECKING:
    from eval_core.store import Store
    from eval_core.store.soundness import Problem
    from eval_core.upkeep.integrity import Findings

_NO = 3  # exit: an answer that is a no


def backup(
    file: Annotated[Path, typer.Argument(help="The backup to write.")],
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> None:
    """Back up the database into one file and check the copy. Work may go on meanwhile."""
    from eval_core.upkeep.backups import back_up

    with _database() as store:
        written = back_up(store, file, force=force)
    print(f"{written.path}: {counted(written.size, 'byte')}, SHA-256 {written.sha256}")
    _say_findings(written.findings, "the backup")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that 'parvis backup' wrote.")],
    force: Annotated[bool, typer.Option("--force", help="Replace everything in the database.")] = False,
) -> None:
    """Restore a backup into an empty database and check it. Stop the dashboard first."""
    from eval_core.upkeep.backups import restore as restore_backup

    with _database(create=True) as store:
        findings = restore_backup(store, file, force=force)
    print(f"{file} restored")
    _say_findings(findings, "the database")


def check(form: Form = "table") -> None:
    """Check the integrity of the database; exit 3 if there is a problem."""
    from eval_core.upkeep.integrity import check_database

    with _database() as store:
        findings = check_database(store)
        name = store.name
    if form == "json":
        say_json(
            {
                "database": name,
                "schema": findings.schema,
                "problems": [asdict(problem) for problem in findings.problems],
            }
        )
    elif findings.problems:
        say_table([_row(problem) for problem in findings.problems])
    else:
        print("no problem found")
    if findings.problems:
        raise typer.Exit(_NO)


@contextmanager
def _database(*, create: bool = False) -> Iterator[Store]:
    from eval_core.errors import ParvisError
    from eval_core.store import current_revision

    store = any_schema()
    try:
        with errors_in_words():
            if not create and current_revision(store) is None:
                raise ParvisError(f"no Parvis database at {store.name}")
            yield store
    finally:
        store.dispose()


def _say_findings(findings: Findings, checked: str) -> None:
    """Say what the checks found; exit 3 if there is a problem."""
    if not findings.is_current:
        print(f"{checked} has schema {findings.schema} of another version: only the file was checked", file=sys.stderr)
    elif findings.problems:
        print(f"{checked} contradicts itself; 'parvis check' shows more:", file=sys.stderr)
        for problem in findings.problems:
            print(f"  {problem.table or 'database'}: {problem.says} ({problem.count})", file=sys.stderr)
        raise typer.Exit(_NO)
    else:
        print("checked: no problem found")


def _row(problem: Problem) -> dict[str, object]:
    return asdict(problem) | {"ids": ", ".join(map(str, problem.ids))}
