"""`parvis person`: people and their personal links."""

from __future__ import annotations

import sys
from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from eval_core.campaigns.people.link_address import checked_base_url, link_address
from eval_core.cli.campaigns import CampaignSlug
from eval_core.cli.database import reading, writing
from eval_core.cli.output import Form, say_json, say_table
from eval_core.errors import ParvisError

if TYPE_CHECKING:
    from eval_core.campaigns.people.persons import NewLink

group = typer.Typer(help="Add people, and manage their roles and personal links.", no_args_is_help=True)
Name = Annotated[str, typer.Argument(help="The person's name or pseudonym.")]
BaseUrl = Annotated[str | None, typer.Option(help="Address that links begin with; PARVIS_BASE_URL by default.")]


class Role(StrEnum):
    """A person's role. Typer makes an option of an enumeration repeatable, but not one of literals."""

    ANNOTATOR = "annotator"
    LEAD = "lead"
    RESEARCHER = "researcher"


def address(link: NewLink, base_url: str) -> str:
    """The whole personal link; `base_url` as `checked_base_url` gives it."""
    return link_address(link.token, base_url)


@group.command("add", epilog="Example: parvis person add Kari --role annotator --campaign summaries")
def add(
    name: Name,
    role: Annotated[list[Role], typer.Option(help="Role of the person; repeatable.")],
    campaign: Annotated[
        list[str] | None, typer.Option(metavar="SLUG", help="Only in this campaign (repeatable); in all by default.")
    ] = None,
    base_url: BaseUrl = None,
    form: Form = "table",
) -> None:
    """Add a person and print their personal link, which is shown only once."""
    from eval_core.campaigns.people.persons import add_person

    base = checked_base_url(base_url)
    _say(add_person(writing(), name, [held.value for held in role], campaign or ()), base, form)


@group.command("list")
def list_all(form: Form = "table") -> None:
    """List the people, their roles and whether their links work."""
    from eval_core.campaigns.people.persons import list_people

    rows = [asdict(row) for row in list_people(reading())]
    if form == "json":
        say_json(rows)
        return
    for row in rows:
        row["roles"] = "; ".join(f"{slug}: {', '.join(roles)}" for slug, roles in row["roles"].items())
    say_table(rows)


@group.command("renew")
def renew(name: Name, base_url: BaseUrl = None, form: Form = "table") -> None:
    """Give a person a new link. The old one stops working."""
    from eval_core.campaigns.people.persons import renew_link

    base = checked_base_url(base_url)
    _say(renew_link(writing(), name), base, form)


@group.command("revoke")
def revoke(name: Name) -> None:
    """Revoke a person's link and sign them out everywhere."""
    from eval_core.campaigns.people.persons import revoke_link

    revoke_link(writing(), name)
    print(f"link of '{name}' revoked")


@group.command("sign-in-as", epilog="Example: parvis person sign-in-as Lise --email lise@example.org")
def sign_in_as(
    name: Name,
    email: Annotated[str, typer.Option(help="Mail address that the provider has verified.")] = "",
    subject: Annotated[str, typer.Option(help="The provider's own name for the account: its claim `sub`.")] = "",
    none: Annotated[bool, typer.Option("--none", help="Take the invitation back, and end its sign-ins.")] = False,
) -> None:
    """Say which account at the OpenID provider signs a lead or researcher in, besides the link."""
    from eval_core.campaigns.people.sign_ins.provider_accounts import Claim, change_account_by_name

    if sum(map(bool, (email, subject, none))) != 1:
        raise ParvisError("give one of --email, --subject and --none")
    changed = change_account_by_name(writing(), name, Claim(email.strip(), subject.strip()))
    if not changed:
        print(f"it is so already for '{name}'")
    else:
        print(f"'{name}' no longer signs in at the provider" if none else f"'{name}' may sign in as {email or subject}")


@group.command("admit")
def admit(name: Name, campaign: CampaignSlug) -> None:
    """Let a person judge without training and test, or after failing the test."""
    from eval_core.campaigns.desk.supply.qualification import admit as admit_person

    outcome = "may judge" if admit_person(writing(), campaign, name) else "could judge already"
    print(f"'{name}' {outcome} in '{campaign}'")


@group.command("retry")
def retry(name: Name, campaign: CampaignSlug) -> None:
    """Let a person who failed the test take another test."""
    from eval_core.campaigns.desk.supply.qualification import grant_try

    grant_try(writing(), campaign, name)
    print(f"'{name}' may take the test again in '{campaign}'")


@group.command("erase")
def erase(
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
) -> None:
    """Erase a person's identity and what they wrote. Their judgments stay, under a neutral name."""
    from eval_core.campaigns.people.erasure import erase_by_name

    store = writing()
    if not yes and not _agreed(f"Erase '{name}' for good? Earlier exports and backups are not changed."):
        raise ParvisError("nothing was erased: answer yes, or use --yes")
    print(f"erased; the judgments are kept under '{erase_by_name(store, name)}'")


def _agreed(question: str) -> bool:
    try:
        return typer.confirm(question, err=True)
    except typer.Abort:  # no terminal to answer from
        print(file=sys.stderr)
        return False


def _say(link: NewLink, base_url: str, form: str) -> None:
    if form == "json":
        say_json({"name": link.name, "roles": list(link.roles), "link": address(link, base_url)})
    else:
        print(address(link, base_url))
