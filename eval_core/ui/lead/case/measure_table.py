"""An annotator's measures as a table: the value with its interval, where it lies, and the range of the others."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from eval_core.campaigns.quality.case_file.measures import Measure
from eval_core.locales import gettext as _
from eval_core.reports.annotators.case_words import MEASURES, measure_others, measure_value


def measure_table(name: str, rows: Sequence[Measure]) -> None:
    """One row for each measure that has a value."""
    shown = [row for row in rows if row.value is not None]
    heads = [(_("Measure"), ""), (name, ""), ("", ' class="gauge-head"'), (_("The others"), "")]
    head = "".join(f'<th scope="col"{kind}>{escape(text)}</th>' if text else f"<td{kind}></td>" for text, kind in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(_(MEASURES[row.code]))}</th><td>{escape(measure_value(row))}</td>'
        f'<td class="gauge-cell">{_gauge(row)}</td><td>{escape(measure_others(row))}</td></tr>'
        for row in shown
    )
    caption = escape(_("Measures of {name} and of the others", name=name))
    st.html(
        f'<div class="scroll" tabindex="0" role="region" aria-label="{caption}"><table class="plain measures">'
        f'<caption class="unseen">{caption}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _gauge(row: Measure) -> str:
    """Where the value lies, on a line from 0 to 1 (of seconds: to the largest): the words say the same."""
    largest = 1.0
    if row.code == "seconds":
        largest = 1.1 * max(1.0, row.value or 0.0, row.others.high if row.others else 0.0)
    parts = []
    if row.others:
        parts.append(_span("others", row.others.low / largest, row.others.high / largest))
        parts.append(_span("middle", row.others.middle / largest, row.others.middle / largest))
    if row.enough and row.low is not None and row.high is not None:
        parts.append(_span("own", row.low / largest, row.high / largest))
    if row.value is not None:
        parts.append(_span("dot", row.value / largest, row.value / largest))
    return f'<span class="gauge" aria-hidden="true">{"".join(parts)}</span>'


def _span(kind: str, low: float, high: float) -> str:
    return f'<span class="{kind}" style="left: {100 * low:.1f}%; width: {100 * (high - low):.1f}%"></span>'
