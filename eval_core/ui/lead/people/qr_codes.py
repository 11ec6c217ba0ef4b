"""Links as QR codes: on the screen, personal ones together to print and cut out, and the open one on a poster."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

import streamlit as st
from jinja2 import Environment, FileSystemLoader, Template

from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.web.qr_code import qr_svg


@dataclass(frozen=True)
class Card:
    """One person's link to print."""

    name: str
    title: str
    address: str

    @property
    def svg(self) -> str:
        """The code, black on white whatever the page's colours, with the quiet zone that readers need."""
        return qr_svg(self.address, fixed=False)


def qr_image(address: str, width: int) -> None:
    """Draw an address as a QR code, with a name for screen readers, which `st.image` cannot give; width in pixels."""
    code = b64encode(qr_svg(address).encode()).decode()
    picture = f'<img src="data:image/svg+xml;base64,{code}" alt="{escape(_("QR code"))}" width="{width}">'
    st.html(picture, width=width)


def qr_page(cards: Sequence[Card]) -> str:
    """A page of cards, without scripts; each is kept whole when it is printed."""
    return _template("qr_page.html").render(
        cards=cards,
        lang=current_language(),
        heading=_("Personal links as QR codes"),
        keep=_("Each code signs in as the person named on it. Give it to that person alone, and delete this file."),
        how=_("Point the camera of your phone here, open the link, and press “Sign in”."),
    )


def poster_page(title: str, lines: Sequence[str], address: str) -> str:
    """A sheet with a campaign's open link, without scripts: what it is about, the code, and the address to type.

    Args:
        lines: what people are asked for.
    """
    return _template("poster.html").render(
        lang=current_language(),
        title=title,
        lines=lines,
        svg=qr_svg(address, fixed=False),
        how=_("Point the camera of your phone here, or open the address:"),
        address=address,
    )


@cache
def _template(name: str) -> Template:
    loader = FileSystemLoader(Path(__file__).parent)
    return Environment(loader=loader, autoescape=True).get_template(name)
