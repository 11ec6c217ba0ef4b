"""`parvis judge run`: an LLM judge over an OpenAI-compatible endpoint."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from eval_core.cli.campaigns import CampaignSlug
from eval_core.cli.database import reading, writing
from eval_core.cli.output import Form, say_json, say_table
from eval_core.errors import InputError

if TYPE_CHECKING:
    from eval_core.judges.prices import Account
    from eval_core.judges.tally import Tally, Watcher
    from eval_core.judges.work import Judging
    from eval_core.store import Store

_INTERRUPTED = 130  # exit code that shells give a program ended by Ctrl-C
_BROKEN_OFF = 2
_EXCERPT = 300  # characters of a raw reply on a terminal


def run(
    campaign: CampaignSlug,
    base_url: Annotated[str, typer.Option(metavar="URL", help="Address of the endpoint; most end in /v1.")],
    model: Annotated[str, typer.Option(metavar="NAME", help="Model as the endpoint names it.")],
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="The judge's name: one setting each; the model by default.")
    ] = None,
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
    budget: Annotated[float | None, typer.Option(min=0, help="Spend at most this much; needs a price.")] = None,
    price: Annotated[
        tuple[float, float] | None,
        typer.Option(metavar="SENT RECEIVED", help="Price of a million tokens sent, and received."),
    ] = None,
    prices: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, help="TOML with a table for each model.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Ask nothing: show the first prompt and count.")] = False,
    retry: Annotated[
        Literal["malformed", "failed"] | None,
        typer.Option(help="Only what an earlier run left so; asked otherwise."),
    ] = None,
    stop_after: Annotated[int, typer.Option(min=1, help="Equal failures in a row that end the run.")] = 20,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds for a whole reply, even one that drips.")] = 120.0,
    temperature: Annotated[
        float | None, typer.Option(min=0, help="Sampling temperature; the endpoint's own by default.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the sampling, where the endpoint takes one.")] = None,
    revision: Annotated[str | None, typer.Option(help="Revision of the model, to be kept with the judge.")] = None,
    logprobs: Annotated[
        bool, typer.Option("--logprobs", help="Also keep scores weighted by their probabilities; ratings only.")
    ] = False,
    moved: Annotated[bool, typer.Option("--moved", help="The same judge answers at this address from now on.")] = False,
    form: Form = "table",
) -> None:
    """Let an LLM judge rate or compare what it has not judged yet. The key is read from OPENAI_API_KEY only.

    Every reply is stored at once, and the same command continues where an earlier one ended.
    """
    import asyncio

    from eval_core.judges.endpoint import Endpoint, address_of
    from eval_core.judges.run import run_judge
    from eval_core.judges.settings import Setting
    from eval_core.judges.work import begin_judging

    setting = Setting(address_of(base_url)[1], model, revision, temperature, seed)
    account = account_of(model, price, prices, budget)
    only, judge = criteria_in(criteria), name or model
    if dry_run:
        _look_ahead(campaign, protocol, judge, setting.model, temperature, limit, account, only, form)
        return
    store = writing()
    latest: list[Tally] = []

    async def ask(judging: Judging, watch: Watcher) -> Tally:
        endpoint = Endpoint(
            base_url, model, concurrency=concurrency, timeout=timeout, temperature=temperature, seed=seed
        )
        try:
            return await run_judge(
                store,
                judging,
                endpoint,
                concurrency=concurrency,
                temperature=temperature,
                limit=limit,
                retry=retry,
                stop_after=stop_after,
                account=account,
                logprobs=logprobs,
                watch=watch,
            )
        finally:
            await endpoint.close()

    try:
        judging = begin_judging(store, campaign, judge, protocol, setting=setting, moved=moved, only=only)
        with _watching(latest) as watch:
            tally = asyncio.run(ask(judging, watch))
    except KeyboardInterrupt:
        print(_interrupted(latest), file=sys.stderr)
        raise typer.Exit(_INTERRUPTED) from None
    finally:
        store.dispose()
    _say(judging, judge.strip(), tally, as_json=form == "json")
    if tally.stopped == "failures":
        print(f"stopped: {stop_after} equal failures in a row", file=sys.stderr)
        raise typer.Exit(_BROKEN_OFF)


def _interrupted(latest: list[Tally]) -> str:
    done = f"{latest[-1].done} of {latest[-1].total}" if latest else "nothing yet"
    return f"stopped; done: {done}. All replies are stored: the same command continues from here."


def criteria_in(listed: str | None) -> tuple[str, ...]:
    """The criteria of `--criteria a,b`, each once; () where it is not given."""
    if listed is None:
        return ()
    keys = tuple(dict.fromkeys(key for part in listed.split(",") if (key := part.strip())))
    if not keys:
        raise InputError("criterion_key_needed")
    return keys


def account_of(model: str, price: tuple[float, float] | None, prices: Path | None, budget: float | None) -> Account:
    """The prices and the budget that were given."""
    from eval_core.judges.prices import Account, price_of

    account = Account(price_of(model, price or (), prices), budget)
    if budget is not None and account.price is None:
        raise InputError("budget_without_price")
    return account


def _look_ahead(
    campaign: str,
    protocol: str | None,
    name: str,
    model: str,
    temperature: float | None,
    limit: int | None,
    account: Account,
    only: tuple[str, ...],
    form: str,
) -> None:
    """Print the first prompt and what all of them are likely to take; nothing is asked or written."""
    from eval_core.judges.outlook import judge_outlook

    store: Store = reading()
    try:
        outlook = judge_outlook(store, campaign, name, model, protocol, temperature, limit, account, only)
    finally:
        store.dispose()
    if form == "json":
        say_json(outlook.as_dict())
        return
    if outlook.messages:
        print("The first request:\n")
        print("\n\n".join(message["content"] for message in outlook.messages))
        print()
    facts = outlook.as_dict()
    say_table([{key: value for key, value in facts.items() if key != "messages" and value is not None}])
    print("Tokens are estimated; nothing was asked.")


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
            if tally.cost is not None:
                status += f", cost {tally.cost:.2f}"
            bar.update(task, completed=tally.done, total=tally.total, description=status)

        yield show


def _say(judging: Judging, name: str, tally: Tally, *, as_json: bool) -> None:
    """Print one summary, with words on what has no answer."""
    summary: dict[str, Any] = {
        "judge": name,
        "protocol": judging.protocol.key,
        "done": tally.done - tally.given_up,
        "given_up": tally.given_up,
        "asked": tally.asked,
        "ok": tally.ok,
        "malformed": tally.malformed,
        "failed": tally.failed,
        "prompt_tokens": tally.prompt_tokens,
        "completion_tokens": tally.completion_tokens,
        "reply_format": tally.form,
    }
    if judging.only:
        summary["criteria"] = list(judging.asked) if as_json else ", ".join(judging.asked)
    if as_json:
        reasons = [
            {"status": one.status, "count": one.count, "reason": one.text, "reply": one.reply}
            for one in tally.main_reasons
        ]
        say_json(summary | {"cost": tally.cost, "stopped": tally.stopped, "reasons": reasons})
        return
    say_table([summary])
    if tally.cost is not None:
        print(f"cost: {tally.cost:.4f}")
    if tally.stopped == "budget":
        print("The budget does not allow for another request.")
    if tally.given_up:
        print(f"without an answer, and not counted: {tally.given_up}")
    for reason in tally.main_reasons:
        print(f"{reason.count} times: {reason.text}")
    if shown := next((one.reply for one in tally.main_reasons if one.reply is not None), None):
        print(f"one such reply: {shown[:_EXCERPT]!r}")
    if tally.malformed:
        print("--retry malformed asks once more about what has no answer, otherwise than before.")
    if tally.failed:
        print("Run the same command again to repeat the requests that got no reply.")
