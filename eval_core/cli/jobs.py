"""`parvis jobs`: work in the background."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from eval_core.cli.database import reading, writing
from eval_core.cli.output import Form, say_json, say_table

group = typer.Typer()


@group.callback(invoke_without_command=True, epilog="Example: parvis jobs --format json")
def show(
    context: typer.Context,
    ended: Annotated[bool, typer.Option("--all", help="Work that is done too, of the last thirty days.")] = False,
    form: Form = "table",
) -> None:
    """List the work in the background that waits, runs, is paused or has failed, the newest first."""
    if context.invoked_subcommand is not None:
        return
    from eval_core.campaigns.jobs.job_list import list_all_jobs
    from eval_core.reports.background.job_words import kind_text, outcome_text, progress_text, state_text

    rows = list_all_jobs(reading(), ended=ended)
    if form == "json":
        say_json([asdict(row) | {"says": outcome_text(row.outcome)} for row in rows])
        return
    say_table(
        [
            {
                "id": row.id,
                "work": kind_text(row.kind),
                "campaign": row.campaign,
                "state": state_text(row.state),
                "due": row.due_at,
                "progress": progress_text(row.done, row.total),
                "turns": row.attempts,
                "result": outcome_text(row.outcome),
            }
            for row in rows
        ]
    )


@group.command("stop", epilog="Example: parvis jobs stop 12")
def stop(
    job: Annotated[int, typer.Argument(metavar="ID", help="Number of the work, as 'parvis jobs' lists it.")],
) -> None:
    """Stop one for good. What it has stored stays; work that comes back every hour comes back."""
    from eval_core.campaigns.jobs.job_list import stop_job

    print(f"{job} is stopped" if stop_job(writing(), job) else f"{job} had ended already")
