"""`parvis token`: tokens of programs that add responses and read results over HTTP."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from eval_core.cli.campaigns import CampaignSlug
from eval_core.cli.database import reading, writing
from eval_core.cli.output import Form, say_json, say_table
from eval_core.errors import ParvisError

group = typer.Typer(help="Manage tokens of programs, such as a training loop.", no_args_is_help=True)
Name = Annotated[str, typer.Argument(help="Name of the token, such as that of the program.")]


@group.command("create", epilog="Example: parvis token create training-loop --campaign summaries")
def create(name: Name, campaign: CampaignSlug, form: Form = "table") -> None:
    """Create a token for a campaign and print it. It is shown only once."""
    from eval_core.campaigns.people.api_tokens import create_token

    created = create_token(writing(), campaign, name)
    if form == "json":
        say_json(asdict(created))
    else:
        print(created.token)


@group.command("list")
def list_all(campaign: CampaignSlug, form: Form = "table") -> None:
    """List the names of a campaign's tokens, never the tokens."""
    from eval_core.campaigns.people.api_tokens import list_tokens

    rows = [asdict(row) for row in list_tokens(reading(), campaign)]
    if form == "json":
        say_json(rows)
    else:
        say_table(rows)


@group.command("revoke")
def revoke(name: Name, campaign: CampaignSlug) -> None:
    """Revoke a token. It stops working at once."""
    from eval_core.campaigns.people.api_tokens import list_tokens, revoke_token

    store = writing()
    live = [row.token_id for row in list_tokens(store, campaign) if row.name == name and row.revoked_at is None]
    if not live:
        raise ParvisError(f"no token '{name}' that works in '{campaign}' (see 'parvis token list')")
    revoke_token(store, campaign, live[0])
    print(f"token '{name}' revoked")
