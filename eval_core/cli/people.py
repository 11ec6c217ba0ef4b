"""`parvis person`: people and their personal links."""

from __future__ import annotations

import os
from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from eval_core.cli.campaigns import CampaignSlug
from eval_core.cli.database import reading, writing
from eval_core.cli.output import Form, say_json, say_table
from eval_core.errors import ParvisError

if TYPE_CHECKING:
    from eval_core.campaigns.people import NewLink

DEFAULT_BASE_URL = "http://127.0.0.1:8501"
group = typer.Typer(help="People, their roles and personal links.", no_args_is_help=True)
Name = Annotated[str, typer.Argument(help="The person's name or pseudonym.")]
BaseUrl = Annotated[str | None, typer.Option(help="What links begin with; PARVIS_BASE_URL by default.")]


class Role(StrEnum):
    """What a person does. Typer repeats an option of an enumeration, but none of literals."""

    ANNOTATOR = "annotator"
    LEAD = "lead"
    RESEARCHER = "researcher"


def checked_base_url(given: str | None = None) -> str:
    """What links begin with, without a slash at the end: `given`, PARVIS_BASE_URL, or this machine.

    Raises:
        ParvisError: if it is not an http or https address.
    """
    from urllib.parse import urlsplit

    base = given or os.environ.get("PARVIS_BASE_URL") or DEFAULT_BASE_URL
    try:
        parts = urlsplit(base)
        odd = parts.scheme not in ("http", "https") or not parts.hostname or bool(parts.query or parts.fragment)
        odd |= parts.port == 0 or any(character.isspace() for character in base)
    except ValueError:
        odd = True
    if odd:
        raise ParvisError(f"'{base}' is not what a link can begin with, such as https://host or https://host/parvis")
    return base.rstrip("/")


def address(link: NewLink, base_url: str) -> str:
    """The whole personal link; `base_url` as `checked_base_url` gives it."""
    return f"{base_url}/join/{link.token}"


@group.command("add")
def add(
    name: Name,
    role: Annotated[list[Role], typer.Option(help="What the person does; repeatable.")],
    campaign: Annotated[
        list[str] | None, typer.Option(metavar="SLUG", help="Where (repeatable); everywhere by default.")
    ] = None,
    base_url: BaseUrl = None,
    form: Form = "table",
) -> None:
    """Add a person and print their link, once."""
    from eval_core.campaigns.people import add_person

    base = checked_base_url(base_url)
    _say(add_person(writing(), name, [one.value for one in role], campaign or ()), base, form)


@group.command("list")
def list_all(form: Form = "table") -> None:
    """List the people and whether their links live."""
    from eval_core.campaigns.people import list_people

    rows = [asdict(row) for row in list_people(reading())]
    if form == "json":
        say_json(rows)
        return
    for row in rows:
        row["roles"] = "; ".join(f"{slug}: {', '.join(held)}" for slug, held in row["roles"].items())
    say_table(rows)


@group.command("renew")
def renew(name: Name, base_url: BaseUrl = None, form: Form = "table") -> None:
    """Give a person a new link; the old one dies."""
    from eval_core.campaigns.people import renew_link

    base = checked_base_url(base_url)
    _say(renew_link(writing(), name), base, form)


@group.command("revoke")
def revoke(name: Name) -> None:
    """Kill a person's link and sign them out everywhere."""
    from eval_core.campaigns.people import revoke_link

    revoke_link(writing(), name)
    print(f"the link of '{name}' is dead")


@group.command("admit")
def admit(name: Name, campaign: CampaignSlug) -> None:
    """Let a person judge without training and test, or in spite of a failed one."""
    from eval_core.campaigns.qualifying import admit as let_in

    said = "may judge" if let_in(writing(), campaign, name) else "could judge already"
    print(f"'{name}' {said} in '{campaign}'")


@group.command("retry")
def retry(name: Name, campaign: CampaignSlug) -> None:
    """Let a person who failed the test take another one."""
    from eval_core.campaigns.qualifying import grant_try

    grant_try(writing(), campaign, name)
    print(f"'{name}' may take the test again in '{campaign}'")


def _say(link: NewLink, base_url: str, form: str) -> None:
    if form == "json":
        say_json({"name": link.name, "roles": list(link.roles), "link": address(link, base_url)})
    else:
        print(address(link, base_url))
