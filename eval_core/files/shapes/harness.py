"""Responses from the logs of evaluation harnesses: `lm-eval:FOLDER` and `inspect:FILE` where a file is named."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile, ZipInfo, is_zipfile
from zlib import error as ZlibError  # noqa: N812 - it is one

import pandas as pd
import pyarrow as pa

from eval_core.errors import Faults, InputError
from eval_core.files.jsonl_reader import frame_of
from eval_core.files.limits import TEXT_LIMIT, check_value
from eval_core.files.receipt import Receipt
from eval_core.files.shapes import exports
from eval_core.files.source import TableSource

Record = dict[str, Any]
_ZSTD = 93  # the method by which newer logs are packed, which Python's own reader does not know
_PREFIXES = ("lm-eval:", "inspect:")
_HASHES = ("doc_hash", "prompt_hash", "target_hash")
_SAMPLE = ("id", "epoch", "input", "target", "output", "error")


def harness_in(path: Path) -> tuple[str, Path] | None:
    """The harness and the place of its logs that a file's name means, such as `lm-eval:runs`; None for other names."""
    name = next((prefix for prefix in _PREFIXES if str(path).startswith(prefix)), None)
    return (name.removesuffix(":"), Path(str(path)[len(name) :])) if name else None


def read_harness(harness: str, place: Path) -> tuple[pd.DataFrame, Receipt]:
    """The responses in the logs of a harness, a row each over all files, with their receipt.

    Raises:
        InputError: 'no_logs' where there are none; for a file that cannot be read, naming it.
    """
    if not place.exists():
        raise InputError("no_logs", harness=harness, file=place)
    read = _lm_eval if harness == "lm-eval" else _inspect
    records = list(read(place))
    if not records:
        raise InputError("no_logs", harness=harness, file=place)
    kept = [(row, record) for row, (reason, record) in enumerate(records, 1) if not reason]
    receipt = Receipt(lines=len(records), records=len(records), source=TableSource(harness))
    if other := sum(bool(record.pop("other_prompt", False)) for _, record in kept):
        receipt = receipt.assuming("prompts_differ", count=other)
    for reason in sorted({reason for reason, _ in records if reason}):
        receipt = receipt.leaving(reason, [row for row, (why, _) in enumerate(records, 1) if why == reason])
    return frame_of(kept, Faults(), place), receipt


def _lm_eval(place: Path) -> Iterator[tuple[str, Record]]:
    """Each sample with why it is left out, '' for none: of a run that was repeated the newest counts."""
    files = sorted(place.rglob("samples_*.jsonl") if place.is_dir() else [place], key=_moment, reverse=True)
    runs: set[tuple[str, str]] = set()
    prompts: dict[tuple[str, str], str] = {}
    for path in files:
        system, task = _system_of(path), _task_of(path)
        older, given = (system, task) in runs, set[str]()
        runs.add((system, task))
        for row, sample in _lines(path):
            identity, text = f"{task}/{sample.get('doc_id')}", sample.get("filtered_resps")
            while isinstance(text, list) and text:
                text = text[0]
            asked = _argument(sample, path, row)
            # A template of its own may stand around each system's prompt: the same document is the same prompt.
            prompt = prompts.setdefault((identity, str(sample.get("doc_hash"))), asked)
            record = {
                "prompt_id": identity,
                "prompt": prompt,
                "other_prompt": asked != prompt,
                "system": system,
                "response": text,
                "category": task,
                **{name: sample.get(name) for name in _HASHES},
            }
            check_value(record, path, row, "filtered_resps")
            again = "other_filter" if identity in given else ""
            given.add(identity)
            yield "older_run" if older else again or ("" if isinstance(text, str) else "no_text"), record


def _moment(path: Path) -> tuple[str, str]:
    """When a run was, as its files are named; runs of one moment by their path."""
    return path.stem.rpartition("_")[2], str(path)


def _task_of(path: Path) -> str:
    return path.stem.removeprefix("samples_").rpartition("_")[0] or path.stem


def _system_of(path: Path) -> str:
    """The system of a run: as its results have it, or as the folder is called where there are none."""
    results = sorted(path.parent.glob("results_*.json"))
    same = [one for one in results if _moment(one)[0] == _moment(path)[0]]
    found: Any = _document(same[0] if same else results[-1]) if results else {}
    config = found.get("config") or {}
    given = config.get("model_args") or {}
    if isinstance(given, str):
        given = dict(part.partition("=")[::2] for part in given.split(","))
    named = (found.get("model_name"), given.get("pretrained"), given.get("model"), config.get("model"))
    return next((str(name) for name in named if name), path.parent.name)


def _lines(path: Path) -> Iterator[tuple[int, Record]]:
    """The samples of a file. Likelihoods in them may be infinite, which JSON does not know and these files have."""
    with path.open("rb") as file:
        for row, line in enumerate(file, 1):
            if line.strip():
                yield row, _parsed(line, path, row)


def _document(path: Path) -> Record:
    if path.stat().st_size > TEXT_LIMIT:
        raise InputError("texts_too_long", size=TEXT_LIMIT // 1024**2, file=path)
    return _parsed(path.read_bytes(), path)


def _parsed(content: bytes, path: Path, row: int | None = None) -> Record:
    try:
        document = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise InputError("bad_json", problem=str(error), file=path, row=row) from error
    if not isinstance(document, dict):
        raise InputError("not_an_object", example='{"doc_id": 0}', file=path, row=row)
    return document


def _argument(sample: Record, path: Path, row: int) -> str:
    """What the system was asked: the first argument of the first request."""
    argument = sample.get("arguments")
    while isinstance(argument, list | dict) and argument:
        argument = next(iter(argument.values())) if isinstance(argument, dict) else argument[0]
    if not isinstance(argument, str):
        raise InputError("no_arguments", file=path, row=row, column="arguments")
    return argument


def _inspect(place: Path) -> Iterator[tuple[str, Record]]:
    """Each sample with why it is left out: of a run that was repeated the newest counts that came to its end."""
    files = [*place.rglob("*.eval"), *place.rglob("*.json")] if place.is_dir() else [place]
    logs = [_packed(path) if is_zipfile(path) else _document(path) for path in files]
    logs = [log for log in logs if isinstance(log.get("eval"), dict)]
    logs.sort(key=lambda log: (log.get("status") == "success", str(log["eval"].get("created"))), reverse=True)
    runs: set[tuple[str, str]] = set()
    for log in logs:
        run = (str(log["eval"].get("model")), str(log["eval"].get("task")))
        for sample in log.get("samples") or ():
            said = next(exports.inspect({"eval": log["eval"], **sample}), None)
            check_value(said, place, 1, "samples")
            yield "older_run" if run in runs else "" if said else "other_epoch", said or {}
        runs.add(run)


def _packed(path: Path) -> Record:
    """A log that is an archive of JSON files, as one document."""
    try:
        with ZipFile(path) as archive:
            parts = {one.filename: one for one in archive.infolist()}
            samples = [one for name, one in parts.items() if name.startswith("samples/")]
            if sum(one.file_size for one in samples) > TEXT_LIMIT:
                raise InputError("texts_too_long", size=TEXT_LIMIT // 1024**2, file=path)
            if "header.json" not in parts:
                return {}
            log = _parsed(_content(archive, parts["header.json"], path), path)
            read = (_parsed(_content(archive, one, path), path) for one in samples)
            return {**log, "samples": [{name: sample.get(name) for name in _SAMPLE} for sample in read]}
    except (BadZipFile, OSError, NotImplementedError, pa.ArrowException, struct.error, ZlibError) as error:
        raise InputError("unreadable_log", problem=str(error), file=path) from error


def _content(archive: ZipFile, part: ZipInfo, path: Path) -> bytes:
    """A part of an archive, unpacked."""
    if part.compress_type != _ZSTD:
        return archive.read(part)
    with path.open("rb") as file:
        file.seek(part.header_offset + 26)  # the lengths of the name and of what else stands before the content
        file.seek(sum(struct.unpack("<HH", file.read(4))), 1)
        with pa.CompressedInputStream(pa.BufferReader(file.read(part.compress_size)), "zstd") as stream:
            return bytes(stream.read(part.file_size))
