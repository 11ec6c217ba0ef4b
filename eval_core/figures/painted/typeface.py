"""The typeface of painted figures: Source Sans, as on the screen, and DejaVu Sans for signs that it lacks."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path

FAMILY = ("Source Sans Pro", "DejaVu Sans")
_UNKNOWN = "\ufffd"
_FILES = ("SourceSansPro-Regular.ttf", "SourceSansPro-Bold.ttf")


@lru_cache(maxsize=1)
def load() -> None:
    """Make the typeface known to Matplotlib, which itself brings DejaVu Sans."""
    from matplotlib import font_manager

    folder = files("font_source_sans_pro") / "files"
    for name in _FILES:
        font_manager.fontManager.addfont(Path(str(folder / name)))


@lru_cache(maxsize=20_000)
def wide(text: str, size: float, *, bold: bool = False) -> float:
    """How wide one line of text is, in points, at `size` points."""
    from matplotlib import font_manager
    from matplotlib.ft2font import LoadFlags

    load()
    font = font_manager.get_font(_paths(bold=bold))
    font.set_size(100, 72)
    font.set_text(text, 0.0, flags=LoadFlags.NO_HINTING)
    return float(font.get_width_height()[0]) / 64 * size / 100


def drawable(text: str) -> str:
    """Text with the sign � for each character that neither typeface has."""
    return text if text.isascii() else "".join(c if ord(c) in _known() else _UNKNOWN for c in text)


@lru_cache(maxsize=1)
def _known() -> frozenset[int]:
    from matplotlib import font_manager

    return frozenset(c for path in _paths(bold=False) for c in font_manager.get_font(path).get_charmap())


@lru_cache(maxsize=2)
def _paths(*, bold: bool) -> tuple[str, ...]:
    from matplotlib import font_manager

    load()
    weight = "bold" if bold else "regular"
    found = [
        font_manager.fontManager.findfont(font_manager.FontProperties(family=[name], weight=weight)) for name in FAMILY
    ]
    return tuple(str(path) for path in found)
