"""All commands in one place."""

from __future__ import annotations

import typer

from eval_core.cli import campaigns, database, moving, people, protocols, ranking, serving

application = typer.Typer(
    help="Parvis: pairwise fluency judgments and rankings.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
application.command("serve")(serving.serve)
application.command("rank")(ranking.rank)
application.command("progress")(campaigns.progress)
application.add_typer(campaigns.group, name="campaign")
application.add_typer(database.group, name="database")
application.add_typer(moving.imports, name="import")
application.add_typer(moving.exports, name="export")
application.add_typer(people.group, name="person")
application.add_typer(protocols.group, name="protocol")
