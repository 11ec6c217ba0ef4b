"""Which files of a repository make up which table: as its data card says, or else by the names that hubs use."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import Any

from eval_core.errors import InputError
from eval_core.files.hub.address import HubAddress, is_plain

KINDS = (".parquet", ".csv", ".tsv", ".jsonl")
"""What the files of a table end in. Where a table is there in several forms, the first is read."""

DEFAULT = "default"
_LISTED = 20  # names in a message
# Pushed by older clients of the hub, a hash follows: train-00000-of-00002-6bb2a2e1f5c7c1b5.parquet.
_SHARD = re.compile(r"(?P<table>.+)-(?P<number>\d{5})-of-(?P<count>\d{5})(?:-[0-9a-f]{8,64})?")
_NODES_LIMIT = 200_000
_DEPTH_LIMIT = 50
_PATTERN_LIMIT = 200


@dataclass(frozen=True)
class HubTable:
    """The files of a split of a configuration, in order; `default`: what is meant where no configuration is named."""

    config: str
    split: str
    files: tuple[str, ...]
    default: bool = False


def tables_in(names: Iterable[str], card: str | None) -> list[HubTable]:
    """The tables of a repository, by the names of its files and the text of its data card, if it has one.

    Raises:
        InputError: 'hub_bad_card'.
    """
    known = sorted(name for name in names if is_plain(name))
    configs = _configs(card)
    return [table for config in configs for table in _of_config(config, known)] if configs else _by_name(known)


def choose(tables: Sequence[HubTable], address: HubAddress) -> HubTable:
    """The table that an address means.

    Raises:
        InputError: 'hub_no_tables', 'hub_several', 'hub_unknown_table' or 'hub_shards_missing'.
    """
    if not tables:
        raise InputError("hub_no_tables", kinds=", ".join(KINDS), file=str(address))
    configs = {table.config: None for table in tables}
    default = next((table.config for table in tables if table.default), next(iter(configs)))
    chosen = [table for table in tables if table.config == (address.config or default)]
    if address.config is None and len(configs) > 1 and not any(table.default for table in tables):
        chosen = list(tables)
    elif address.config not in (None, *configs) and address.split is None:  # it may name a split
        chosen = [table for table in tables if table.config == default and table.split == address.config]
    elif address.split is not None:
        chosen = [table for table in chosen if table.split == address.split]
    if not chosen:
        raise InputError("hub_unknown_table", known=_listed(tables, address), file=str(address))
    if len(chosen) > 1:
        raise InputError("hub_several", known=_listed(chosen, address), file=str(address))
    if not chosen[0].files:
        raise InputError("hub_shards_missing", file=str(address))
    return chosen[0]


def _listed(tables: Sequence[HubTable], address: HubAddress) -> str:
    plain = replace(address, file=None)
    names = [str(replace(plain, config=table.config, split=table.split)) for table in tables[:_LISTED]]
    return ", ".join(names) + (f" and {len(tables) - _LISTED} more" if len(tables) > _LISTED else "")


def _by_name(names: Sequence[str]) -> list[HubTable]:
    """A table of each file, or of its shards; the folder is the configuration, the file's name the split."""
    forms: dict[tuple[str, str], dict[str, list[tuple[int, int, str]]]] = defaultdict(lambda: defaultdict(list))
    for name in names:
        path = PurePosixPath(name)
        if path.suffix not in KINDS or any(part.startswith((".", "__")) for part in path.parts):
            continue
        table, number, count = path.with_suffix(""), 0, 1
        if shard := _SHARD.fullmatch(path.stem):
            table, number, count = path.with_name(shard["table"]), int(shard["number"]), int(shard["count"])
        elif path.stem.isdigit() and len(path.parts) > 1:  # as hubs convert to Parquet: SPLIT/0000.parquet
            table, number, count = path.parent, int(path.stem), 0
        folder = str(table.parent)
        # A name with a slash or a colon could not be written in an address.
        config = DEFAULT if folder in (".", "data") else folder.replace("/", "--")
        forms[config.replace(":", "-"), table.name.replace(":", "-")][path.suffix].append((number, count, name))
    tables = []
    for (config, split), kinds in forms.items():
        shards = sorted(next(kinds[kind] for kind in KINDS if kind in kinds))
        counts = {count for _number, count, _name in shards}
        whole = counts == {0} or counts == {len(shards)}
        tables.append(HubTable(config, split, tuple(name for *_, name in shards) if whole else (), config == DEFAULT))
    return tables


def _of_config(config: Mapping[str, Any], names: Sequence[str]) -> list[HubTable]:
    """The tables that an entry of the data card describes."""
    called, default = _text(config.get("config_name")) or DEFAULT, config.get("default") is True
    default = default or called == DEFAULT
    folder = (_text(config.get("data_dir")) or "").strip("/")
    inside = [name for name in names if name.startswith(f"{folder}/")] if folder else names
    if config.get("data_files") is None:
        return [replace(table, config=called, default=default) for table in _by_name(inside)]
    given = config["data_files"]
    entries = given if isinstance(given, list) else [given]
    patterns: dict[str, list[str]] = defaultdict(list)
    for entry in entries:
        split, paths = (entry.get("split"), entry.get("path")) if isinstance(entry, dict) else ("train", entry)
        patterns[_text(split) or "train"] += [_text(one) for one in (paths if isinstance(paths, list) else [paths])]
    return [
        HubTable(called, split, tuple(dict.fromkeys(name for one in ones for name in _matching(one, folder, names))),
                 default)
        for split, ones in patterns.items()
    ]  # fmt: skip


def _matching(pattern: str, folder: str, names: Sequence[str]) -> list[str]:
    pattern = pattern.removeprefix("./")
    whole = f"{folder}/{pattern}" if folder else pattern
    if whole in names:
        return [whole]
    if not pattern or len(whole) > _PATTERN_LIMIT:
        return []
    wanted = tuple(whole.split("/"))
    return [name for name in names if _fits(tuple(name.split("/")), wanted)]


def _fits(parts: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether a path fits a pattern: `*` stays inside a folder, `**` is any number of folders."""
    # By the patterns of folders so far, the folders that they may have used up: never more than there are.
    ends = {0}
    for place, pattern in enumerate(wanted):
        last = place == len(wanted) - 1
        if pattern == "**":
            first = min(ends, default=len(parts) + 1)
            ends = set(range(first + last, len(parts) + 1))
        else:
            ends = {end + 1 for end in ends if end < len(parts) and fnmatchcase(parts[end], pattern)}
    return len(parts) in ends


def _configs(card: str | None) -> list[dict[str, Any]]:
    """The entries `configs` of a data card's front matter; none where it has none."""
    found = re.match(r"\ufeff?---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|$)", card or "", re.DOTALL)
    configs = _loaded(found[1]).get("configs") if found else None
    return [config for config in configs if isinstance(config, dict)] if isinstance(configs, list) else []


def _loaded(text: str) -> dict[str, Any]:
    """The front matter as values. Aliases are refused: with them a short text can stand for an endless one."""
    import yaml  # type: ignore[import-untyped]  # it comes without types

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    depth = 0
    try:
        for number, event in enumerate(yaml.parse(text, Loader=loader)):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if number > _NODES_LIMIT or depth > _DEPTH_LIMIT or isinstance(event, yaml.AliasEvent):
                raise InputError("hub_bad_card", problem="it is too large, too deep, or has aliases")
        loaded = yaml.load(text, Loader=loader)  # noqa: S506 - one of the two safe loaders
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        problem = " ".join(str(getattr(error, "problem", None) or error).split())[:_PATTERN_LIMIT]
        raise InputError("hub_bad_card", problem=problem) from error
    return loaded if isinstance(loaded, dict) else {}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else str(value) if isinstance(value, int | float) else ""
