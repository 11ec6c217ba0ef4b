"""All commands in one place."""

from __future__ import annotations

import typer

from eval_core.cli import (
    agreement,
    backups,
    campaigns,
    compare,
    database,
    demo,
    exports,
    gold,
    imports,
    judges,
    judging,
    people,
    protocols,
    ranking,
    ratings,
    reporting,
    rules,
    serving,
    tokens,
)

# Without markup, messages are plain lines that scripts can read, and the command starts in half the time.
application = typer.Typer(
    help="Parvis: pairwise fluency judgments and rankings.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
application.command("serve")(serving.serve)
application.command("demo")(demo.demo)
application.add_typer(database.group, name="database")
application.command("backup")(backups.backup)
application.command("restore")(backups.restore)
application.command("check")(backups.check)
campaigns.group.command("rules")(rules.show)
campaigns.group.command("set")(rules.change)
application.add_typer(campaigns.group, name="campaign")
application.add_typer(imports.group, name="import")
application.add_typer(gold.group, name="gold")
application.add_typer(exports.group, name="export")
application.command("rank")(ranking.rank)
application.command("compare")(compare.compare)
application.command("agreement")(agreement.agreement)
application.command("ratings")(ratings.ratings)
application.command("report")(reporting.report)
application.command("progress")(campaigns.progress)
application.add_typer(people.group, name="person")
application.add_typer(tokens.group, name="token")
application.add_typer(protocols.group, name="protocol")
judging.group.command("report")(judges.report)
application.add_typer(judging.group, name="judge")
