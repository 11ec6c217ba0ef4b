"""`parvis token`: tokens for programs that add responses and read results over HTTP."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from eval_core.cli.campaigns import CampaignSlug
from eval_core.cli.database import reading, writing
from eval_core.cli.output import Form, say_json, say_table
from eval_core.errors import ParvisError

group = typer.Typer(help="Tokens for programs, such as a training loop.", no_args_is_help=True)
Name = Annotated[str, typer.Argument(help="What the program is called.")]


@group.command("create")
def create(name: Name, campaign: CampaignSlug, form: Form = "table") -> None:
    """Create a token of a campaign and print it, once."""
    from eval_core.campaigns.people.api_tokens import create_token

    made = create_token(writing(), campaign, name)
    if form == "json":
        say_json(asdict(made))
    else:
        print(made.token)


@group.command("list")
def list_all(campaign: CampaignSlug, form: Form = "table") -> None:
    """List a campaign's tokens: their names, never themselves."""
    from eval_core.campaigns.people.api_tokens import list_tokens

    rows = [asdict(row) for row in list_tokens(reading(), campaign)]
    if form == "json":
        say_json(rows)
    else:
        say_table(rows)


@group.command("revoke")
def revoke(name: Name, campaign: CampaignSlug) -> None:
    """Let a token die at once."""
    from eval_core.campaigns.people.api_tokens import list_tokens, revoke_token

    store = writing()
    living = [row.token_id for row in list_tokens(store, campaign) if row.name == name and row.revoked_at is None]
    if not living:
        raise ParvisError(f"no living token '{name}' in '{campaign}' (see 'parvis token list')")
    revoke_token(store, campaign, living[0])
    print(f"the token '{name}' is dead")
