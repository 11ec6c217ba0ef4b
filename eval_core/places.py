"""Where the files of the house lie that are no packages: app.py, pages, data and Streamlit's settings."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CARRIED = _PACKAGE / "home"  # in a wheel; pyproject.toml puts them there, so that nothing lies loose among the packages

HOME = _CARRIED if _CARRIED.is_dir() else _PACKAGE.parent
