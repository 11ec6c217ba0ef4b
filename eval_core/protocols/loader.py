"""Reading protocol files, those of Parvis and those of a lead; errors name the file and the key."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from eval_core import settings
from eval_core.errors import InputError
from eval_core.places import HOME
from eval_core.protocols.model import Protocol

DATA = HOME / "data"
NORWEGIAN = "norwegian_fluency"
"""The protocol that the guide, the usual words of the letter, and the released data set are about."""
_PROBLEMS = {"extra_forbidden": "there is no such key", "missing": "is missing"}  # instead of pydantic's words


def read_protocol(path: Path) -> Protocol:
    """The protocol of one TOML file.

    Raises:
        InputError: if the file cannot be read, is not TOML, or is no valid protocol.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError("no_such_file", file=path) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError("bad_toml", problem=str(error), file=path) from None
    _read_guidelines(content, path)
    try:
        protocol = Protocol.model_validate(content)
    except ValidationError as error:
        problems = []
        for problem in error.errors():
            text = _PROBLEMS.get(problem["type"], problem["msg"].removeprefix("Value error, "))
            problems.append(f"{_key_path(content, problem['loc'])}: {text}" if problem["loc"] else text)
        raise InputError("bad_protocol", problems="; ".join(problems), file=path) from None
    if protocol.key != path.stem:
        raise InputError("protocol_key_differs", key=protocol.key, name=path.stem, file=path)
    return protocol


def _read_guidelines(content: dict[str, Any], path: Path) -> None:
    """In place of the name of a folder next to the protocol: the text of its file for each language."""
    folder = content.get("guidelines")
    if not isinstance(folder, str):
        return
    texts = {}
    for language in content.get("languages", ()):
        name = f"{folder}/{language}.md"
        try:
            texts[language] = (path.parent / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError, ValueError):
            raise InputError("bad_protocol", problems=f"guidelines: cannot read '{name}'", file=path) from None
    content["guidelines"] = texts


def load_protocol(key: str) -> Protocol:
    """The protocol with this key, from Parvis's own folder or the one that PARVIS_PROTOCOLS names.

    Raises:
        InputError: if there is no such protocol, or its file is wrong.
    """
    files = _files()
    if key not in files:
        raise InputError("unknown_protocol", key=key, known=", ".join(files) or "none")
    return _current(files[key])


def list_protocols() -> list[Protocol]:
    """Every protocol, from Parvis's own folder and the one that PARVIS_PROTOCOLS names, sorted by key."""
    return [_current(path) for path in _files().values()]


def _current(path: Path) -> Protocol:
    return _read(path, path.stat().st_mtime_ns)


@cache
def _read(path: Path, _changed_ns: int) -> Protocol:
    """A file's protocol, read again only when the file was changed."""
    return read_protocol(path)


def _files() -> dict[str, Path]:
    """The file of every key, sorted by key."""
    own = settings.PROTOCOLS.value()
    if not own:
        return _shipped()
    if not Path(own).is_dir():
        raise InputError("protocols_not_folder", file=own)
    files = dict(_shipped())
    for path in Path(own).glob("*.toml"):
        if path.stem in files:
            raise InputError("protocol_key_taken", key=path.stem, file=path)
        files[path.stem] = path
    return dict(sorted(files.items()))


@cache
def _shipped() -> dict[str, Path]:
    """Parvis's own files. They are needed twice at every click, so the folder is listed once in a process."""
    return {path.stem: path for path in sorted((DATA / "protocols").glob("*.toml"))}


def _key_path(content: Any, steps: tuple[int | str, ...]) -> str:
    """Where a value is, such as 'criteria.fluency.max': items of a list by key or value, else by number from 1."""
    names = []
    for step in steps:
        try:
            content = content[step]
        except (LookupError, TypeError):  # a missing value, and all below it
            content = None
        named = content if isinstance(content, dict) else {}
        names.append(str(named.get("key", named.get("value", step + 1))) if isinstance(step, int) else step)
    return ".".join(names)
