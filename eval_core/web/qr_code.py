"""An address as the picture of a QR code."""

from __future__ import annotations

import segno

_PIXELS = 5  # of one module on the screen


def qr_svg(address: str, *, fixed: bool = True) -> str:
    """An address as the SVG of a QR code, black on white whatever the page's colours, with the quiet zone that readers
    need; of a size of its own or, if not `fixed`, as large as its place."""
    code = segno.make(address, error="m", micro=False)
    return str(code.svg_inline(scale=_PIXELS, border=4, dark="#000", light="#fff", omitsize=not fixed))
