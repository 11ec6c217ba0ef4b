"""An address as the picture of a QR code."""

from __future__ import annotations

from io import BytesIO

import segno

_PIXELS = 5  # of one module on the screen


def qr_svg(address: str, *, fixed: bool = True) -> str:
    """An address as the SVG of a QR code, black on white whatever the page's colours, with the quiet zone that readers
    need; of a size of its own or, if not `fixed`, as large as its place.

    With its namespace: without it, HTML shows it inline, but no browser shows it as a picture or a file.
    """
    code, svg = segno.make(address, error="m", micro=False), BytesIO()
    size = {"scale": _PIXELS, "border": 4, "omitsize": not fixed}
    code.save(svg, kind="svg", xmldecl=False, nl=False, dark="#000", light="#fff", **size)
    return svg.getvalue().decode()
