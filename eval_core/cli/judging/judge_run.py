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

_INTERRUPTED = 130  # exit code that shells give a program ended by Ctrl-C


def run(
    campaign: CampaignSlug,
    base_url: Annotated[str, typer.Option(metavar="URL", help="Address of the endpoint; most end in /v1.")],
    model: Annotated[str, typer.Option(metavar="NAME", help="Model as the endpoint names it; also the judge's name.")],
    protocol: Annotated[
        str | None, typer.Option(metavar="KEY", help="Protocol to judge by; the campaign's own by default.")
    ] = None,
    concurrency: Annotated[int, typer.Option(min=1, max=1000, help="Requests at the same time.")] = 8,
    limit: Annotated[
        int | None, typer.Option(min=1, help="At most this many responses (or comparisons, each order counted).")
    ] = None,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds to wait for a reply.")] = 120.0,
    temperature: Annotated[
        float | None, typer.Option(min=0, help="Sampling temperature; the endpoint's own by default.")
    ] = None,
    form: Form = "table",
) -> None:
    """Let an LLM judge rate or compare what it has not judged yet. The key is read from OPENAI_API_KEY only.

    Every reply is stored at once, and the same command continues where an earlier one ended.
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
        print(f"stopped; done: {done}. All replies are stored: the same command continues from here.", file=sys.stderr)
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
    """Keep the newest tally in `latest`, and show it on a terminal."""

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
            status = f"{tally.rate:.1f}/s, {tokens:,} tokens, {tally.malformed} malformed, {tally.failed} failed"
            bar.update(task, completed=tally.done, total=tally.total, description=status)

        yield show


def _say(judging: Judging, model: str, tally: Tally, *, as_json: bool) -> None:
    """Print one summary, with words on what has no answer."""
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
        print(f"without an answer, and not counted: {tally.given_up}")
    if tally.failed:
        print("Run the same command again to repeat the requests that got no reply.")
