"""Figures in a page that is read on a screen and printed: pictures in the page itself, without a script."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from eval_core.figures.painted import Model, Width, paint
from eval_core.locales import gettext as _

_HEAVY = 150_000  # characters of a picture that a page has in one width only


def embedded(model: Model, heading: str, *, about: str = "") -> dict[str, Any]:
    """A figure for the page: its heading, what it shows in words, and the picture as wide and as narrow.

    Args:
        heading: above the figure; nothing where the page says it already.
        about: for those who cannot see the picture; the heading unless given.
    """
    alt = _("Figure: {about}", about=about or heading)
    wide = _address(model, "two")
    # A page is no heavier for phones than for all others.
    narrow = wide if len(wide) > _HEAVY else _address(model, "one")
    return {"heading": heading, "alt": alt, "wide": wide, "narrow": narrow}


def _address(model: Model, width: Width) -> str:
    """The picture as an address that holds all of it."""
    return "data:image/svg+xml;base64," + b64encode(paint(model, width).svg()).decode()
