"""`parvis protocol`: the protocols there are."""

from __future__ import annotations

from pathlib import Path

import typer

from eval_core.cli.output import say_json, say_table

group = typer.Typer(help="List, show and check protocols.", no_args_is_help=True)


@group.command("list")
def list_all() -> None:
    """List the protocols."""
    from eval_core.protocols import list_protocols

    say_table([{"key": p.key, "version": p.version, "kind": p.kind, "title": p.title["en"]} for p in list_protocols()])


@group.command("show")
def show(key: str) -> None:
    """Print a protocol as JSON."""
    from eval_core.protocols import load_protocol

    say_json(load_protocol(key).model_dump(mode="json"))


@group.command("check")
def check(file: Path) -> None:
    """Check a protocol file."""
    from eval_core.protocols import read_protocol

    protocol = read_protocol(file)
    print(f"{protocol.key} {protocol.version} is well formed (content {protocol.content_hash[:12]})")
