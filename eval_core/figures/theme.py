"""Colours and type of the figures, and the contrast between two colours."""

from __future__ import annotations

from dataclasses import dataclass

FONT = 'Source Sans, "Source Sans 3", sans-serif'


@dataclass(frozen=True)
class Theme:
    """Colours as '#RRGGBB'. `grey` is for secondary text: at least 4.5:1 on `ground`.

    `low` (orange), `even` and `high` (blue) are the scale of a share; `ink` reads at least 4.5:1 on all of it.
    """

    ground: str
    ink: str
    grey: str
    hairline: str
    accent: str
    low: str
    even: str
    high: str
    font: str = FONT


LIGHT = Theme(
    ground="#FFFFFF",
    ink="#1B1F23",
    grey="#5A636B",
    hairline="#D9DEE2",
    accent="#0B5C6B",
    low="#F5AE66",
    even="#F1F2F3",
    high="#5794CA",
)
DARK = Theme(
    ground="#14181B",
    ink="#E6E9EB",
    grey="#A3ADB5",
    hairline="#343B41",
    accent="#6FC3CF",
    low="#8C4A14",
    even="#2B3238",
    high="#2868A1",
)


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue (0-255) of '#RRGGBB'."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def translucent(colour: str, opacity: float) -> str:
    """The colour with an opacity between 0 and 1, as CSS."""
    red, green, blue = channels(colour)
    return f"rgba({red},{green},{blue},{opacity:g})"


def blend(first: str, second: str, share: float) -> str:
    """The colour `share` (0 to 1) of the way from the first to the second, in sRGB as browsers blend."""
    mixed = (round(a + (b - a) * share) for a, b in zip(channels(first), channels(second), strict=True))
    return "#{:02X}{:02X}{:02X}".format(*mixed)


def luminance(colour: str) -> float:
    """Relative luminance, 0 (black) to 1 (white), as WCAG 2.2 defines it."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in channels(colour))]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    """Contrast ratio of WCAG 2.2, from 1 to 21."""
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)
