"""`parvis judge exam`: what an LLM judge knows, before it judges in a campaign."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from eval_core.cli.database import reading
from eval_core.cli.judging.judge_run import account_of
from eval_core.cli.output import Form, progress_bar, say_json, say_lines, say_table
from eval_core.cli.tables import existing_table
from eval_core.errors import InputError

if TYPE_CHECKING:
    from eval_core.judges.certificate import Certificate
    from eval_core.judges.exam import ExamPaper
    from eval_core.judges.exam_gold import Gold
    from eval_core.judges.prices import Account

_INTERRUPTED = 130
_SUFFIXES = (".md", ".json", ".csv")


def exam(
    base_url: Annotated[str, typer.Option(metavar="URL", help="Address of the endpoint; most end in /v1.")],
    model: Annotated[str, typer.Option(metavar="NAME", help="Model as the endpoint names it.")],
    gold: Annotated[
        Path | None,
        typer.Option(parser=existing_table, metavar="FILE", help="A file of gold comparisons, or --campaign."),
    ] = None,
    campaign: Annotated[
        str | None, typer.Option(metavar="SLUG", help="The campaign whose own gold comparisons are asked.")
    ] = None,
    protocol: Annotated[
        str | None, typer.Option(metavar="KEY", help="Protocol of a file's comparisons; norwegian_fluency by default.")
    ] = None,
    pass_mark: Annotated[
        float, typer.Option(min=0, max=1, help="Share that must be right in both orders, 0 to 1.")
    ] = 0.8,
    limit: Annotated[int | None, typer.Option(min=1, help="At most this many comparisons, drawn by chance.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of that draw.")] = 0,
    concurrency: Annotated[int, typer.Option(min=1, max=1000, help="Requests at the same time.")] = 8,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds to wait for a reply.")] = 120.0,
    temperature: Annotated[
        float | None, typer.Option(min=0, help="Sampling temperature; the endpoint's own by default.")
    ] = None,
    price: Annotated[
        tuple[float, float] | None,
        typer.Option(metavar="SENT RECEIVED", help="Price of a million tokens sent, and received."),
    ] = None,
    prices: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, help="TOML with a table for each model.")
    ] = None,
    budget: Annotated[float | None, typer.Option(min=0, help="Spend at most this much; needs a price.")] = None,
    output: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the certificate to .md or .json, or all answers to .csv."),
    ] = None,
    form: Form = "table",
) -> None:
    """Examine an LLM judge on comparisons with known answers, in both orders. The key is read from OPENAI_API_KEY only.

    Nothing is stored: neither a judge nor a judgment.
    """
    import asyncio
    from datetime import UTC, datetime

    from eval_core.judges.certificate import certificate

    account = account_of(model, price, prices, budget)
    if output is not None and output.suffix.lower() not in _SUFFIXES:
        raise InputError("exam_file_name", file=output)
    asked, source = _asked(gold, campaign, protocol, limit, seed)
    try:
        paper = asyncio.run(_sit(base_url, model, asked, account, concurrency, timeout, temperature))
    except KeyboardInterrupt:
        raise typer.Exit(_INTERRUPTED) from None
    found = certificate(
        paper,
        judge=model,
        protocol=asked.protocol,
        gold=source,
        when=datetime.now(UTC),
        pass_mark=pass_mark,
        temperature=temperature,
        price=account.price,
    )
    if output is not None:
        _write(output, found, paper)
    if form == "json":
        say_json(_document(found))
    else:
        _say(found)


def _asked(
    gold: Path | None, campaign: str | None, protocol: str | None, limit: int | None, seed: int
) -> tuple[Gold, str]:
    """What is asked, and where it is from."""
    from eval_core.judges.exam_gold import Gold, gold_of_campaign, gold_of_file, sample_of
    from eval_core.protocols import load_protocol

    if gold is not None and campaign is None:
        pairs = sample_of(gold_of_file(gold), limit, seed)
        return Gold(load_protocol(protocol or "norwegian_fluency"), pairs), gold.name
    if gold is not None or campaign is None or protocol is not None:
        raise InputError("exam_file_or_campaign")
    store = reading()
    found = gold_of_campaign(store, campaign)
    store.dispose()
    if not found.pairs:
        raise InputError("exam_without_gold", source=campaign)
    return replace(found, pairs=sample_of(found.pairs, limit, seed)), campaign


async def _sit(
    base_url: str,
    model: str,
    asked: Gold,
    account: Account,
    concurrency: int,
    timeout: float,
    temperature: float | None,
) -> ExamPaper:
    from eval_core.judges.endpoint import Endpoint
    from eval_core.judges.exam import sit_exam

    endpoint = Endpoint(base_url, model, concurrency=concurrency, timeout=timeout, temperature=temperature)
    try:
        with progress_bar("examining the judge") as watch:
            return await sit_exam(endpoint, asked, concurrency=concurrency, account=account, watch=watch)
    finally:
        await endpoint.close()


def _document(found: Certificate) -> dict[str, object]:
    """The JSON document: the certificate, with its answer in a sentence."""
    from eval_core.reports.judge_results.exam_words import exam_answer

    return found.as_dict() | {"sentence": exam_answer(found)}


def _say(found: Certificate) -> None:
    from eval_core.reports.judge_results.exam_words import (
        exam_answer,
        exam_facts,
        exam_header,
        exam_note,
        exam_rows,
        exam_sentences,
        issue_header,
        issue_rows,
    )

    say_lines([exam_answer(found), *exam_sentences(found), ""])
    for header, rows in ((exam_header(), exam_rows(found)), (issue_header(), issue_rows(found))):
        if rows:
            say_table([dict(zip(header, row, strict=True)) for row in rows])
            print()
    say_lines([exam_note(), "", *(f"{name}: {value}" for name, value in exam_facts(found))])


def _write(output: Path, found: Certificate, paper: ExamPaper) -> None:
    """The certificate as text or as JSON, or every answer as CSV."""
    import pandas as pd

    from eval_core.files import table_bytes
    from eval_core.judges.certificate import answer_rows
    from eval_core.reports.judge_results.exam_words import certificate_text

    suffix = output.suffix.lower()
    try:
        if suffix == ".csv":
            output.write_bytes(table_bytes(pd.DataFrame(answer_rows(paper)), ".csv"))
        elif suffix == ".json":
            output.write_text(
                json.dumps(_document(found), ensure_ascii=False, allow_nan=False, indent=1) + "\n", encoding="utf-8"
            )
        else:
            output.write_text(certificate_text(found), encoding="utf-8")
    except OSError as error:
        raise InputError("unwritable_file", problem=error.strerror or str(error), file=output) from None
