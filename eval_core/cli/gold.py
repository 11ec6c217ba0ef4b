"""`parvis gold list`: the gold comparisons of a campaign."""

from __future__ import annotations

from dataclasses import asdict

import typer

from eval_core.cli.campaigns import CampaignSlug
from eval_core.cli.database import reading
from eval_core.cli.output import Form, say_json, say_table

group = typer.Typer(help="List gold comparisons, whose answer is known.", no_args_is_help=True)
_SHOWN = 60  # characters of a text in the table


# Without a callback, Typer would give a group of one command the group's name.
@group.callback()
def _group() -> None:
    pass


@group.command("list")
def list_(campaign: CampaignSlug, form: Form = "table") -> None:
    """List the gold comparisons of a campaign. JSON has the whole texts and the explanations."""
    from eval_core.campaigns.content.gold import list_gold
    from eval_core.campaigns.text import first_words

    rows = list_gold(reading(), campaign)
    if form == "json":
        say_json([asdict(row) for row in rows])
        return
    say_table(
        [
            {
                "prompt": first_words(row.prompt, _SHOWN),
                "written_standard": row.written_standard,
                "category": row.category,
                "issue": row.issue,
                "better": "(tie)" if row.is_tie else first_words(row.more_fluent, _SHOWN),
                "words": row.words,
                "withdrawn": row.withdrawn,
            }
            for row in rows
        ]
    )
