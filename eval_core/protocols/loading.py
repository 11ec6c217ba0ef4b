"""Reading protocol files, with errors by file and key."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from pydantic import ValidationError

from eval_core.errors import InputError
from eval_core.protocols.model import Protocol

DATA = Path(__file__).resolve().parents[2] / "data"


def read_protocol(path: Path) -> Protocol:
    """The protocol of one TOML file.

    Raises:
        InputError: if the file cannot be read, is not TOML, or does not have the shape; names file and key.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError("there is no such file", file=path) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"not a readable TOML file: {error}", file=path) from None
    try:
        protocol = Protocol.model_validate(content)
    except ValidationError as error:
        problems = [
            f"{'.'.join(str(part) for part in problem['loc']) or 'the file'}: {problem['msg']}"
            for problem in error.errors()
        ]
        raise InputError("; ".join(problems), file=path) from None
    if protocol.key != path.stem:
        raise InputError(f"key: '{protocol.key}' must be the file's name, '{path.stem}'", file=path)
    return protocol


@cache
def load_protocol(key: str, folder: Path = DATA / "protocols") -> Protocol:
    """The protocol called `key`; InputError naming the known ones where there is none."""
    path = folder / f"{key}.toml"
    known = sorted(file.stem for file in folder.glob("*.toml"))
    if key not in known:
        raise InputError(f"no protocol '{key}' (known: {', '.join(known) or 'none'})")
    return read_protocol(path)


def list_protocols(folder: Path = DATA / "protocols") -> list[Protocol]:
    """Every protocol of the folder, by key."""
    return [read_protocol(path) for path in sorted(folder.glob("*.toml"))]
