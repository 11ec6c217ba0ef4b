"""Addresses of tables on the Hugging Face hub: hf://datasets/OWNER/NAME[@REVISION][:CONFIG/SPLIT] or [/FILE]."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from eval_core.errors import InputError

SCHEME = "hf://"
_NAME = r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,94}[A-Za-z0-9_])?"
_REPOSITORY = re.compile(rf"{_NAME}/{_NAME}")
_ADDRESS = re.compile(
    rf"hf://datasets/(?P<repository>{_NAME}/{_NAME})"
    # Branches with a slash are written with %2F, but for those that the hub itself makes.
    r"(?:@(?P<revision>refs/(?:convert|pr)/[\w.-]+|[^/:@\s]+))?"
    r"(?:/(?P<file>[^:]+)|:(?P<config>[^/:]+)(?:/(?P<split>[^/:]+))?)?/?"
)
_LONGEST = 1000


@dataclass(frozen=True)
class HubAddress:
    """A table of a data set: a file of it, or a split of one of its configurations. What is not named is None."""

    repository: str
    revision: str | None = None
    file: str | None = None
    config: str | None = None
    split: str | None = None

    def __str__(self) -> str:
        revision = "" if self.revision is None else "@" + _escaped(self.revision)
        if self.file is not None:
            part = f"/{self.file}"
        elif self.config is not None:
            part = f":{self.config}" + (f"/{self.split}" if self.split is not None else "")
        else:
            part = ""
        return f"{SCHEME}datasets/{self.repository}{revision}{part}"


def address_in(path: Path) -> str | None:
    """The address that a path is made of; None for a path of this machine. A path keeps one of two slashes."""
    text = path.as_posix()
    return SCHEME + text.removeprefix("hf:/") if text.startswith("hf:/") else None


def parse_address(text: str) -> HubAddress:
    """The parts of an address.

    Raises:
        InputError: 'hub_bad_address'.
    """
    found = _ADDRESS.fullmatch(text) if len(text) <= _LONGEST else None
    if found is None or not text.isprintable() or (found["file"] and not is_plain(found["file"])):
        raise InputError("hub_bad_address", address=text[:_LONGEST])
    revision = None if found["revision"] is None else unquote(found["revision"])
    return HubAddress(found["repository"], revision, found["file"], found["config"], found["split"])


def check_repository(name: str) -> None:
    """Refuse what cannot be the name of a data set.

    Raises:
        InputError: 'hub_bad_repository'.
    """
    if not _REPOSITORY.fullmatch(name):
        raise InputError("hub_bad_repository", name=name)


def is_plain(name: str) -> bool:
    """Whether a name in a repository is that of a file inside it: a stranger has chosen it."""
    parts = name.split("/")
    return len(name) <= _LONGEST and name.isprintable() and "\\" not in name and not {"", ".", ".."} & {*parts}


def _escaped(revision: str) -> str:
    return revision if re.fullmatch(r"refs/(?:convert|pr)/[\w.-]+", revision) else revision.replace("/", "%2F")
