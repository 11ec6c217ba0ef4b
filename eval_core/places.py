"""Where the files outside the packages are: app.py, pages, data and Streamlit's settings."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
# A wheel has them inside the package, as pyproject.toml says, so that they do not mix with other packages' files.
_IN_WHEEL = _PACKAGE / "home"

HOME = _IN_WHEEL if _IN_WHEEL.is_dir() else _PACKAGE.parent
