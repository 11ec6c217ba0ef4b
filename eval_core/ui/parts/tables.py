"""Small tables as HTML: screen readers can read them, and numbers are aligned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import streamlit as st


@dataclass(frozen=True)
class Link:
    """A cell that leads to another page of ours: plain text, and an address without the server's."""

    text: str
    address: str


def table(
    header: Sequence[str], rows: Sequence[Sequence[str | Link]], *, numeric: Sequence[int] = (), caption: str = ""
) -> None:
    """Show `rows` of plain text and links under `header`; columns in `numeric` are right-aligned."""

    def cell(tag: str, index: int, text: str | Link) -> str:
        scope = ' scope="col"' if tag == "th" else ""
        kind = ' class="number"' if index in numeric else ""
        return f"<{tag}{scope}{kind}>{_content(text)}</{tag}>"

    head = "".join(cell("th", index, text) for index, text in enumerate(header))
    body = "".join(f"<tr>{''.join(cell('td', i, text) for i, text in enumerate(row))}</tr>" for row in rows)
    label = f'<caption class="unseen">{escape(caption)}</caption>' if caption else ""
    # The scrolling frame takes the keyboard focus, so that its hidden part can be reached without a mouse.
    st.html(
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}"><table class="plain">{label}'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _content(cell: str | Link) -> str:
    if isinstance(cell, str):
        return escape(cell)
    # In this tab: Streamlit opens links of its pages in a new one otherwise.
    return f'<a class="way" href="{escape(cell.address)}" target="_self">{escape(cell.text)}</a>'
