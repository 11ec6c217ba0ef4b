"""E-mail addresses in files: no name that is stored or shown is one."""

from __future__ import annotations

import hmac
import re
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
import pandas as pd

_ADDRESS = re.compile(r"[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+")
_DIGITS = 12  # hexadecimal


def addresses_in(names: Collection[Any]) -> list[str]:
    """Those of the names that are e-mail addresses, in their order."""
    return [name for name in names if isinstance(name, str) and "@" in name and _ADDRESS.fullmatch(name.strip())]


def pseudonyms_of(addresses: Collection[str], key: bytes | None) -> dict[str, str]:
    """Address -> pseudonym: under a key the same for an address in every file, without one a number in this file."""
    plain = {address: address.strip().casefold() for address in addresses}
    if key is None:
        numbers = {one: place for place, one in enumerate(dict.fromkeys(plain.values()), 1)}
        return {address: f"person-{numbers[one]}" for address, one in plain.items()}
    digests = {one: hmac.digest(key, b"address 1 " + one.encode(), "sha256").hex() for one in plain.values()}
    return {address: f"person-{digests[one][:_DIGITS]}" for address, one in plain.items()}


def renamed(column: pd.Series[Any], names: Mapping[str, str]) -> pd.Series[Any]:
    """The column with other names for some of its texts."""
    codes, texts = pd.factorize(column)
    kinds, places = np.unique([names.get(text, text) for text in texts], return_inverse=True)
    values = pd.Categorical.from_codes(np.append(places, -1)[codes], pd.Index(kinds, dtype="str"))
    changed = pd.Series(values, index=column.index)
    return changed if isinstance(column.dtype, pd.CategoricalDtype) else changed.astype("str")
