"""What tests of imports share."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support.import_files import Lines


@pytest.fixture
def lines(tmp_path: Path) -> Lines:
    """Writes rows to a JSONL file."""

    def write(rows: Sequence[Mapping[str, Any]], name: str = "rows.jsonl") -> Path:
        path = tmp_path / name
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return path

    return write
