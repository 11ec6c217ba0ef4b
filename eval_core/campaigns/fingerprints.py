"""By what data a result was made: a short number that stands in the line under it."""

from __future__ import annotations

import pandas as pd


def fingerprint(rows: pd.DataFrame) -> str:
    """Twelve hexadecimal digits of the rows in any order: of the sum of their 64-bit hashes."""
    hashes = pd.util.hash_pandas_object(rows, index=False)
    return f"{int(hashes.sum()) % 2**64:016x}"[:12]
