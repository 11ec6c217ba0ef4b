"""`parvis judge run`: an LLM judge over an OpenAI-compatible endpoint."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from eval_core.cli.campaigns import CampaignSlug
from eval_core.cli.database import writing
from eval_core.cli.output import Form, say_json, say_table

if TYPE_CHECKING:
    from eval_core.judges.run import Tally, Watcher
    from eval_core.judges.work import Judging
    from eval_core.store import Store

_INTERRUPTED = 130  # as a shell says it of a program that Ctrl-C ended


def run(
    campaign: CampaignSlug,
    base_url: Annotated[str, typer.Option(metavar="URL", help="Of the endpoint, mostly ending in /v1.")],
    model: Annotated[str, typer.Option(metavar="NAME", help="As the endpoint calls it; the judge's name here.")],
    protocol: Annotated[str | None, typer.Option(metavar="KEY", help="Another than the campaign's own.")] = None,
    concurrency: Annotated[int, typer.Option(min=1, max=1000, help="Requests under way at once.")] = 8,
    limit: Annotated[
        int | None, typer.Option(min=1, help="No more responses (or comparisons, each order for itself) than this.")
    ] = None,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds to wait for one reply.")] = 120.0,
    temperature: Annotated[float | None, typer.Option(min=0, help="The endpoint's own where left out.")] = None,
    form: Form = "table",
) -> None:
    """Let an LLM judge do what it has not done yet in a campaign; the key is read from OPENAI_API_KEY only.

    Every reply is stored as it comes, and the same command goes on where an earlier one ended.
    """
    import asyncio

    from eval_core.judges.work import begin_judging

    store = writing()
    judging = begin_judging(store, campaign, model, protocol)
    latest: list[Tally] = []
    try:
        with _watching(latest) as watch:
            tally = asyncio.run(
                _ask(
                    store,
                    judging,
                    watch,
                    base_url=base_url,
                    model=model,
                    concurrency=concurrency,
                    limit=limit,
                    timeout=timeout,
                    temperature=temperature,
                )
            )
    except KeyboardInterrupt:
        done = f"{latest[-1].done} of {latest[-1].total}" if latest else "nothing yet"
        print(f"stopped; done: {done}. What came is stored: the same command goes on from here.", file=sys.stderr)
        raise typer.Exit(_INTERRUPTED) from None
    finally:
        store.dispose()
    _say(judging, model, tally, as_json=form == "json")


async def _ask(
    store: Store,
    judging: Judging,
    watch: Watcher,
    *,
    base_url: str,
    model: str,
    concurrency: int,
    limit: int | None,
    timeout: float,
    temperature: float | None,
) -> Tally:
    from eval_core.judges.endpoint import Endpoint
    from eval_core.judges.run import run_judge

    endpoint = Endpoint(base_url, model, concurrency=concurrency, timeout=timeout, temperature=temperature)
    try:
        return await run_judge(
            store, judging, endpoint, concurrency=concurrency, temperature=temperature, limit=limit, watch=watch
        )
    finally:
        await endpoint.close()


@contextmanager
def _watching(latest: list[Tally]) -> Iterator[Watcher]:
    """Keeps the newest tally in `latest`, and shows it on a terminal."""

    def remember(tally: Tally) -> None:
        latest[:] = [tally]

    if not sys.stderr.isatty():
        yield remember
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("asking the judge", total=None)

        def show(tally: Tally) -> None:
            remember(tally)
            tokens = tally.prompt_tokens + tally.completion_tokens
            said = f"{tally.rate:.1f}/s, {tokens:,} tokens, {tally.malformed} malformed, {tally.failed} failed"
            bar.update(task, completed=tally.done, total=tally.total, description=said)

        yield show


def _say(judging: Judging, model: str, tally: Tally, *, as_json: bool) -> None:
    """One summary; what has no answer is told in words."""
    summary: dict[str, Any] = {
        "judge": model,
        "protocol": judging.protocol.key,
        "done": tally.done - tally.given_up,
        "given_up": tally.given_up,
        "asked": tally.asked,
        "ok": tally.ok,
        "malformed": tally.malformed,
        "failed": tally.failed,
        "prompt_tokens": tally.prompt_tokens,
        "completion_tokens": tally.completion_tokens,
    }
    if as_json:
        say_json(summary)
        return
    say_table([summary])
    if tally.given_up:
        print(f"{tally.given_up} have no answer: they were not counted as ties or numbers.")
    if tally.failed:
        print("Where no reply came at all, the same command asks again.")
