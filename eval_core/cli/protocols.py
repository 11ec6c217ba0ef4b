"""`parvis protocol`: the protocols of Parvis and your own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from eval_core.cli.output import Form, say_json, say_table
from eval_core.errors import InputError

group = typer.Typer(help="List, show and check protocols.", no_args_is_help=True)


@group.command("list")
def list_all(form: Form = "table") -> None:
    """List all protocols."""
    from eval_core.protocols import list_protocols

    rows = [
        {
            "key": protocol.key,
            "version": protocol.version,
            "kind": protocol.kind,
            "criteria": len(protocol.criteria),
            "title": protocol.title.get("en") or protocol.title[protocol.languages[0]],
        }
        for protocol in list_protocols()
    ]
    if form == "json":
        say_json(rows)
    else:
        say_table(rows)


@group.command("show", epilog="Example: parvis protocol show heval")
def show(key: Annotated[str, typer.Argument(help="Key of the protocol; see 'parvis protocol list'.")]) -> None:
    """Print a protocol as indented JSON."""
    from eval_core.protocols import load_protocol

    say_json(load_protocol(key).model_dump(mode="json"), indent=2)


@group.command("check", epilog="Example: parvis protocol check letters.toml")
def check(file: Annotated[Path, typer.Argument(help="Protocol file: .toml.")]) -> None:
    """Check a protocol file."""
    from eval_core.protocols import read_protocol

    protocol = read_protocol(file)
    if protocol.judge:
        from eval_core.judges.prompts import seen_by_judge

        if hidden := [name for name in protocol.shows if name not in seen_by_judge(protocol)]:
            raise InputError("judge_sees_less", names=", ".join(hidden), file=file)
    print(f"{protocol.key} {protocol.version} is well formed (content {protocol.content_hash[:12]})")
