"""`parvis judge queue`: a run of an LLM judge that the server makes in the background."""

from __future__ import annotations

from typing import Annotated

import typer

from eval_core.cli.campaigns import CampaignSlug
from eval_core.cli.database import writing
from eval_core.cli.judging.judge_run import criteria_in


def queue(
    campaign: CampaignSlug,
    model: Annotated[str, typer.Option(metavar="NAME", help="Model as the endpoint names it; also the judge's name.")],
    protocol: Annotated[
        str | None, typer.Option(metavar="KEY", help="Protocol to judge by; the campaign's own by default.")
    ] = None,
    criteria: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Only these criteria, where the protocol asks about each in a request."),
    ] = None,
    concurrency: Annotated[int, typer.Option(min=1, max=1000, help="Requests at the same time.")] = 8,
    limit: Annotated[
        int | None, typer.Option(min=1, help="At most this many responses (or comparisons, each order counted).")
    ] = None,
) -> None:
    """Have the server run an LLM judge in the background, as 'parvis jobs' then lists it.

    The endpoint is PARVIS_JUDGE_URL, its key OPENAI_API_KEY of the server's environment; the former is needed here too.
    """
    from eval_core.jobs.judge_work import JudgeRun, ask_for_judge

    only = criteria_in(criteria)
    wanted = JudgeRun(model, protocol, concurrency=concurrency, limit=limit, criteria=only)
    queued = ask_for_judge(writing(), campaign, wanted)
    print(f"{model} is queued" if queued else f"{model} waits or runs already")
