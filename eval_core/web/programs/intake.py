"""The body and the options of a request that adds responses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from eval_core.files import Reading
from eval_core.web.programs.replies import RefusedRequest

BODY_LIMIT = 64 * 1024 * 1024
SUFFIXES = {
    "text/csv": ".csv",
    "application/json": ".json",
    "application/jsonl": ".jsonl",
    "application/x-ndjson": ".jsonl",
    "application/x-jsonlines": ".jsonl",
    "text/tab-separated-values": ".tsv",
    "text/plain": ".txt",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
    "application/vnd.apache.parquet": ".parquet",
}


def import_options(request: Request) -> dict[str, Any]:
    """The options of `parvis import responses`, from the query."""
    names = {"comparisons_per_prompt", "against", "column"}
    strange = set(request.query_params) - names
    if strange:
        raise RefusedRequest(422, f"an option is one of {', '.join(sorted(names))}")
    number = request.query_params.get("comparisons_per_prompt")
    if number is not None and not (number.isdecimal() and len(number) <= 6):
        raise RefusedRequest(422, "comparisons_per_prompt is a whole number")
    against = request.query_params.getlist("against")
    columns = [column.rpartition("=") for column in request.query_params.getlist("column")]
    if not all(theirs for theirs, _separator, _ours in columns):
        raise RefusedRequest(422, "column is THEIRS=ours")
    return {
        "comparisons_per_prompt": None if number is None else int(number),
        "against": None if not against or "all" in against else against,
        "reading": Reading(columns={theirs: ours.strip() for theirs, _separator, ours in columns}),
    }


def suffix_of(request: Request) -> str:
    """The suffix of a file of the request's kind."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in SUFFIXES or "content-encoding" in request.headers:
        raise RefusedRequest(415, f"send the responses as {' or '.join(sorted(SUFFIXES))}, not compressed")
    return SUFFIXES[kind]


async def receive(request: Request, path: Path) -> None:
    """The body into a file, as far as it is allowed to go."""
    size = 0
    with path.open("wb") as file:
        async for part in request.stream():
            size += len(part)
            if size > BODY_LIMIT:
                raise RefusedRequest(413, f"at most {BODY_LIMIT // 1024**2} MiB at once")
            await run_in_threadpool(file.write, part)
