"""`parvis protocol`: the protocols there are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from eval_core.cli.output import Form, say_json, say_table

group = typer.Typer(help="List, show and check protocols.", no_args_is_help=True)


@group.command("list")
def list_all(form: Form = "table") -> None:
    """List the protocols."""
    from eval_core.protocols import list_protocols

    rows = [
        {
            "key": found.key,
            "version": found.version,
            "kind": found.kind,
            "criteria": len(found.criteria),
            "title": found.title.get("en") or found.title[found.languages[0]],
        }
        for found in list_protocols()
    ]
    if form == "json":
        say_json(rows)
    else:
        say_table(rows)


@group.command("show")
def show(key: Annotated[str, typer.Argument(help="As 'parvis protocol list' names it.")]) -> None:
    """Print a protocol as JSON."""
    from eval_core.protocols import load_protocol

    say_json(load_protocol(key).model_dump(mode="json"))


@group.command("check")
def check(file: Annotated[Path, typer.Argument(help="A protocol file (.toml).")]) -> None:
    """Check a protocol file."""
    from eval_core.protocols import read_protocol

    found = read_protocol(file)
    print(f"{found.key} {found.version} is well formed (content {found.content_hash[:12]})")
