"""Where the files of the house lie that are no packages: app.py, pages, data and Streamlit's settings."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
# In a wheel pyproject.toml puts them inside, so that nothing lies loose among other packages.
_CARRIED = _PACKAGE / "home"

HOME = _CARRIED if _CARRIED.is_dir() else _PACKAGE.parent
