"""The application that holds all commands of `parvis`."""

from __future__ import annotations

from typing import Annotated

import typer

from eval_core import __version__
from eval_core.cli import (
    agreement,
    backups,
    campaigns,
    compare,
    dashboard,
    database,
    exports,
    gold,
    imports,
    jobs,
    people,
    plan,
    protocols,
    ranking,
    ratings,
    rules,
    tokens,
)
from eval_core.cli.doors import open_link, publish, push
from eval_core.cli.judging import judge


def _say_version(wanted: bool) -> None:
    if wanted:
        print(f"parvis {__version__}")
        raise typer.Exit


# Without markup, messages are plain lines that scripts can read, and the command starts in half the time.
application = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@application.callback()
def options(
    _version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version, and stop.")
    ] = False,
) -> None:
    """Parvis: pairwise judgments, ratings and rankings."""


application.command("serve", epilog="Example: parvis serve --port 8600")(dashboard.serve)
application.command("demo")(dashboard.demo)
application.add_typer(database.group, name="database")
application.command("backup", epilog="Example: parvis backup parvis-backup.db")(backups.backup)
application.command("restore", epilog="Example: parvis restore parvis-backup.db")(backups.restore)
application.command("check")(backups.check)
campaigns.group.command("rules", epilog="Example: parvis campaign rules summaries")(rules.show)
campaigns.group.command(
    "set",
    cls=rules.SetCommand,
    epilog="Example: parvis campaign set summaries gold_share=5% training=5 letter.pay='250 kroner an hour'",
)(rules.change)
campaigns.group.command(
    "open-link", epilog="Example: parvis campaign open-link summaries --people 200 --until 2026-12-24"
)(open_link.open_link)
application.add_typer(campaigns.group, name="campaign")
application.add_typer(imports.group, name="import")
application.add_typer(gold.group, name="gold")
application.add_typer(exports.group, name="export")
application.add_typer(push.group, name="push")
application.command("rank", epilog="Example: parvis rank judgments.csv --where written_standard=nn")(ranking.rank)
application.command("compare", epilog="Example: parvis compare new old judgments.csv --require not-worse --margin 0.2")(
    compare.compare
)
application.command(
    "plan", epilog="Example: parvis plan --systems 5 --prompts 60 --annotators 10 --pilot judgments.csv"
)(plan.plan)
application.command("agreement", epilog="Example: parvis agreement judgments.csv")(agreement.agreement)
application.command("ratings", epilog="Example: parvis ratings --campaign letters --kind judge")(ratings.ratings)
application.command("report", epilog="Example: parvis report --campaign summaries --output summaries.html")(
    exports.report
)
application.command(
    "publish", epilog="Example: parvis publish summaries site --address https://example.org/summaries/"
)(publish.publish)
application.command("progress", epilog="Example: parvis progress --campaign summaries")(campaigns.progress)
application.add_typer(people.group, name="person")
application.add_typer(tokens.group, name="token")
application.add_typer(protocols.group, name="protocol")
application.add_typer(judge.group, name="judge")
application.add_typer(jobs.group, name="jobs")
