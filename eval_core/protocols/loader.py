"""Reading protocol files, Parvis's own and a lead's, with errors by file and key."""

from __future__ import annotations

import os
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from eval_core.errors import InputError
from eval_core.places import HOME
from eval_core.protocols.model import Protocol

DATA = HOME / "data"
_SAID = {"extra_forbidden": "there is no such key", "missing": "is missing"}  # instead of pydantic's words


def read_protocol(path: Path) -> Protocol:
    """The protocol of one TOML file.

    Raises:
        InputError: if the file cannot be read, is not TOML, or does not have the shape; names file and key.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError("no_such_file", file=path) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError("bad_toml", problem=str(error), file=path) from None
    try:
        protocol = Protocol.model_validate(content)
    except ValidationError as error:
        problems = []
        for problem in error.errors():
            said = _SAID.get(problem["type"], problem["msg"].removeprefix("Value error, "))
            problems.append(f"{_place(content, problem['loc'])}: {said}" if problem["loc"] else said)
        raise InputError("bad_protocol", problems="; ".join(problems), file=path) from None
    if protocol.key != path.stem:
        raise InputError("protocol_key_differs", key=protocol.key, name=path.stem, file=path)
    return protocol


def load_protocol(key: str) -> Protocol:
    """The protocol called `key`, one of Parvis's or of the folder that PARVIS_PROTOCOLS names.

    Raises:
        InputError: naming the known ones where there is none, or if a file is amiss.
    """
    files = _files()
    if key not in files:
        raise InputError("unknown_protocol", key=key, known=", ".join(files) or "none")
    return _current(files[key])


def list_protocols() -> list[Protocol]:
    """Every protocol, Parvis's and those of the folder that PARVIS_PROTOCOLS names, by key."""
    return [_current(path) for path in _files().values()]


def _current(path: Path) -> Protocol:
    return _read(path, path.stat().st_mtime_ns)


@cache
def _read(path: Path, _changed_ns: int) -> Protocol:
    """A file's protocol, read again only when the file was changed."""
    return read_protocol(path)


def _files() -> dict[str, Path]:
    """The file of every key, sorted by key."""
    own = os.environ.get("PARVIS_PROTOCOLS")
    if not own:
        return _shipped()
    if not Path(own).is_dir():
        raise InputError("protocols_not_folder", file=own)
    found = dict(_shipped())
    for path in Path(own).glob("*.toml"):
        if path.stem in found:
            raise InputError("protocol_key_taken", key=path.stem, file=path)
        found[path.stem] = path
    return dict(sorted(found.items()))


@cache
def _shipped() -> dict[str, Path]:
    """Parvis's own files. They are asked for twice at every click, so the folder is listed once in a process."""
    return {path.stem: path for path in sorted((DATA / "protocols").glob("*.toml"))}


def _place(content: Any, steps: tuple[int | str, ...]) -> str:
    """Where something stands in a file: items of a list by their key or value, else by their number from 1."""
    names = []
    for step in steps:
        try:
            content = content[step]
        except (LookupError, TypeError):  # what is missing, and what lies below it
            content = None
        named = content if isinstance(content, dict) else {}
        names.append(str(named.get("key", named.get("value", step + 1))) if isinstance(step, int) else step)
    return ".".join(names)
