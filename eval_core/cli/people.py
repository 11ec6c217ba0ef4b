"""`parvis person`: people and their personal links."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from eval_core.cli.database import reading, writing
from eval_core.cli.output import Format, say_json, say_table

if TYPE_CHECKING:
    from eval_core.campaigns.people import NewLink

group = typer.Typer(help="People, their roles and personal links.", no_args_is_help=True)
BaseUrl = Annotated[str | None, typer.Option(help="What links begin with; default PARVIS_BASE_URL.")]


def address(link: NewLink, base_url: str | None = None) -> str:
    """The whole personal link."""
    base = base_url or os.environ.get("PARVIS_BASE_URL") or "http://127.0.0.1:8501"
    return f"{base.rstrip('/')}/join/{link.token}"


@group.command("add")
def add(
    name: str,
    role: Annotated[list[str], typer.Option(help="annotator, lead or researcher; may be repeated.")],
    campaign: Annotated[list[str] | None, typer.Option(help="Every campaign where none is named.")] = None,
    base_url: BaseUrl = None,
    form: Annotated[Format, typer.Option("--format")] = Format.table,
) -> None:
    """Add a person and print their link, once."""
    from eval_core.campaigns.people import add_person

    _say(add_person(writing(), name, role, campaign or ()), base_url, form)


@group.command("renew")
def renew(
    name: str, base_url: BaseUrl = None, form: Annotated[Format, typer.Option("--format")] = Format.table
) -> None:
    """Give a person a new link; the old one dies."""
    from eval_core.campaigns.people import renew_link

    _say(renew_link(writing(), name), base_url, form)


@group.command("revoke")
def revoke(name: str) -> None:
    """Kill a person's link and sign them out everywhere."""
    from eval_core.campaigns.people import revoke_link

    revoke_link(writing(), name)
    print(f"the link of '{name}' is dead")


@group.command("list")
def list_all(form: Annotated[Format, typer.Option("--format")] = Format.table) -> None:
    """List the people."""
    from eval_core.campaigns.people import list_people

    rows = [asdict(row) for row in list_people(reading())]
    if form is Format.json:
        say_json(rows)
        return
    for row in rows:
        row["roles"] = "; ".join(f"{slug}: {', '.join(held)}" for slug, held in row["roles"].items())
    say_table(rows)


def _say(link: NewLink, base_url: str | None, form: Format) -> None:
    if form is Format.json:
        say_json({"name": link.name, "roles": list(link.roles), "link": address(link, base_url)})
    else:
        print(address(link, base_url))
