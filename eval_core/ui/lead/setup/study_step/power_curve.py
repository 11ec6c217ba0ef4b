"""A small figure: the probability of telling two systems apart, over how often the better one is preferred."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape

import streamlit as st

from eval_core.campaigns.setup.outlook import WANTED
from eval_core.locales import gettext as _
from eval_core.locales import percent
from eval_core.reports.plan_words import of_ten, preferred_text
from eval_core.ui.parts.charts import figure_theme

_WIDTH, _HEIGHT = 320, 168
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 12, 12, 40
_LEVELS = (0.0, 0.5, WANTED, 1.0)
_TICKS = (0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85)


def power_curve(shares: Sequence[float], powers: Sequence[float], asked: float, power: float) -> None:
    """Draw the curve with the point that was asked for. It is said in words for those who cannot see it.

    Args:
        shares: above 0.5, ascending; powers: 0 to 1, one for each.
        asked, power: the point.
    """
    low, high = shares[0], shares[-1]

    def x(share: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (min(max(share, low), high) - low) / (high - low)

    def y(probability: float) -> float:
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - probability)

    line = " ".join(f"{x(share):.1f},{y(value):.1f}" for share, value in zip(shares, powers, strict=True))
    parts = []
    for level in _LEVELS:
        kind, height = "wanted" if level == WANTED else "level", y(level)
        parts.append(f'<line class="{kind}" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{height:.1f}" y2="{height:.1f}"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{height + 4:.1f}" text-anchor="end">{escape(percent(level))}</text>')
    parts += [
        f'<text x="{x(share):.1f}" y="{_HEIGHT - _BOTTOM + 16}" text-anchor="middle">{of_ten(share)}</text>'
        for share in _TICKS
    ]
    under = escape(_("times of 10 that the better one is preferred"))
    parts.append(f'<text x="{(_LEFT + _WIDTH - _RIGHT) / 2:.0f}" y="{_HEIGHT - 6}" text-anchor="middle">{under}</text>')
    parts.append(f'<polyline points="{line}"/><circle cx="{x(asked):.1f}" cy="{y(power):.1f}" r="5"/>')
    told = _(
        "The probability of telling two systems apart rises from {low} where one is preferred {first} times to {high} "
        "at {last}; at {asked} it is {power}.",
        low=percent(powers[0]),
        first=preferred_text(low),
        high=percent(powers[-1]),
        last=preferred_text(high),
        asked=preferred_text(asked),
        power=percent(power),
    )
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}">{_style()}{"".join(parts)}</svg>'
    # As an image: what is drawn within the page itself, Streamlit takes out.
    image = b64encode(drawn.encode()).decode()
    st.html(f'<img class="power-curve" src="data:image/svg+xml;base64,{image}" alt="{escape(told)}">')


def _style() -> str:
    theme = figure_theme()
    return (
        f"<style>text{{font:12px sans-serif;fill:{theme.grey}}}line{{stroke:{theme.hairline}}}"
        f"line.wanted{{stroke:{theme.grey};stroke-dasharray:4 4}}"
        f"polyline{{fill:none;stroke:{theme.accent};stroke-width:2}}circle{{fill:{theme.accent}}}</style>"
    )
