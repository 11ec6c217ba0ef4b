"""`parvis campaign open-link`: the address by which anyone may take part."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import typer

from eval_core.cli.campaigns import LARGEST
from eval_core.cli.database import writing
from eval_core.cli.output import Form, say_json
from eval_core.cli.rules import moment


def open_link(
    slug: Annotated[str, typer.Argument(help="The campaign's short name.")],
    people: Annotated[int | None, typer.Option(min=1, max=LARGEST, help="The most people who can take part.")] = None,
    until: Annotated[
        str | None, typer.Option(metavar="DATE", help="Its last day, or a moment, in UTC unless it names a zone.")
    ] = None,
    off: Annotated[bool, typer.Option("--off", help="Switch it off; those who came keep their links.")] = False,
    form: Form = "table",
) -> None:
    """Switch a campaign's open link on, or set its limits, and print its address.

    The campaign needs an information letter. More limits: 'parvis campaign set --help', open_link_....
    """
    from eval_core.campaigns.people.link_address import checked_base_url, door_address
    from eval_core.campaigns.rules import change_rules
    from eval_core.errors import ParvisError

    changes: dict[str, object] = {"open_link": not off}
    if people is not None:
        changes["open_link_people"] = people
    if until is not None:
        closes = moment(until)
        if not isinstance(closes, datetime):
            raise ParvisError(f"--until is a day such as 2026-12-24, or a moment, not '{until[:40]}'")
        changes["open_link_closes"] = closes
    rules = change_rules(writing(), slug, changes)
    address = door_address(rules.open_link_word or slug, checked_base_url())
    closes_at = rules.open_link_closes
    if form == "json":
        ends = None if closes_at is None else closes_at.strftime("%Y-%m-%dT%H:%M:%SZ")
        say_json({"address": address, "people": rules.open_link_people, "until": ends})
    elif off:
        print(f"the open link of '{slug}' is off")
    else:
        print(address)
