"""Writing little files for the readers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(__file__).resolve().parents[3] / ".." / "shared" / "data"
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write text or bytes (or objects, as JSON Lines) to a file of this name."""

    def _write(name: str, content: str | bytes | list[dict[str, Any]]) -> Path:
        path = tmp_path / name
        if isinstance(content, list):
            content = "".join(json.dumps(item) + "\n" for item in content)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return _write


@pytest.fixture
def shared() -> Path:
    """The folder of real data; the test is skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("the folder shared/data is not beside the repository")
    return SHARED
