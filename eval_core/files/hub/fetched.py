"""Fetches tables from the Hugging Face hub, each at one commit. Imported only where an address is given."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from huggingface_hub import HfApi, get_session, hf_hub_download
from huggingface_hub.utils.tqdm import tqdm

from eval_core.errors import InputError
from eval_core.files.hub.address import HubAddress, parse_address
from eval_core.files.hub.hub_tables import choose, tables_in
from eval_core.files.hub.trouble import plain_trouble
from eval_core.files.limits import FETCHED_LIMIT

CARD = "README.md"
CARD_LIMIT = 1024**2
"""Most bytes of a data card that is read."""

PATIENCE = 20.0
"""Seconds without a word from the hub, after which it counts as away."""


@dataclass(frozen=True)
class Fetched:
    """Files of a table on this machine, in order, with the address of the table and of each file at its commit."""

    address: str
    files: tuple[Path, ...]
    addresses: tuple[str, ...]


def fetch(text: str, suffixes: tuple[str, ...]) -> Fetched:
    """Fetch the table that an address names, into the cache of huggingface_hub.

    Args:
        suffixes: what the name of a file that can be read ends in.

    Raises:
        InputError: with a code 'hub_…'; all files together are too large, or a file is of another kind.
    """
    address = parse_address(text)
    with plain_trouble(text):
        get_session().timeout = PATIENCE
        info = HfApi(library_name="parvis").dataset_info(
            address.repository, revision=address.revision, files_metadata=True, timeout=PATIENCE
        )
        commit = info.sha or ""
        sizes = {file.rfilename: file.size or 0 for file in info.siblings or ()}
        if not re.fullmatch("[0-9a-f]{40}", commit):
            raise ValueError("no commit")
    there = replace(address, revision=commit)
    if address.file is not None:
        names: tuple[str, ...] = (address.file,)
        pinned = there
    else:
        table = choose(tables_in(sizes, _card(there, sizes)), address)
        names, pinned = table.files, replace(there, config=table.config, split=table.split)
    return _fetched(there, names, pinned, sizes, suffixes)


def read_card(repository: str, commit: str) -> str:
    """The data card of a repository at a commit.

    Raises:
        InputError: with a code 'hub_…'; it is larger than CARD_LIMIT.
    """
    there = HubAddress(repository, commit)
    return _download(there, CARD, CARD_LIMIT).read_text(encoding="utf-8", errors="replace")


def _card(there: HubAddress, sizes: dict[str, int]) -> str | None:
    return read_card(there.repository, str(there.revision)) if CARD in sizes else None


def _fetched(
    there: HubAddress, names: tuple[str, ...], pinned: HubAddress, sizes: dict[str, int], suffixes: tuple[str, ...]
) -> Fetched:
    """Fetch these files, if they can be read and are not too large together."""
    each = [replace(there, file=name, config=None, split=None) for name in names]
    for name, address in zip(names, each, strict=True):
        if name not in sizes:
            raise InputError("hub_no_file", file=str(address))
        if PurePosixPath(name).suffix.lower() not in suffixes:
            raise InputError("hub_other_kind", accepted=", ".join(suffixes), file=str(address))
    left = FETCHED_LIMIT
    if sum(sizes[name] for name in names) > left:
        raise InputError("hub_too_large", size=FETCHED_LIMIT // 1024**2, file=str(pinned))
    files = []
    for name in names:
        files.append(_download(there, name, left))
        left -= files[-1].stat().st_size
    address = each[0] if len(each) == 1 else pinned
    return Fetched(str(address), tuple(files), tuple(map(str, each)))


def _download(there: HubAddress, name: str, most: int) -> Path:
    """A file on this machine; it is never larger than `most`, whatever was announced."""
    address = str(replace(there, file=name, config=None, split=None))

    class Counted(tqdm):
        """The bar of huggingface_hub, which ends a download that goes on for too long."""

        came = 0.0

        def update(self, n: float | None = 1) -> Any:
            self.came += max(n or 0, 0)
            # A connection that breaks begins the file again, so some of it may come twice.
            if self.came > 2 * most:
                raise InputError("hub_too_large", size=most // 1024**2, file=address)
            return super().update(n)

    with plain_trouble(address):
        file = Path(
            hf_hub_download(
                there.repository,
                name,
                repo_type="dataset",
                revision=there.revision,
                library_name="parvis",
                tqdm_class=Counted,
            )
        )
    if file.stat().st_size > most:
        raise InputError("hub_too_large", size=most // 1024**2, file=address)
    return file
