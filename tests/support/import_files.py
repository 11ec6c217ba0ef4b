"""Files to import, written line by line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

Lines = Callable[..., Path]  # the fixture `lines`: rows, and the name of the file
