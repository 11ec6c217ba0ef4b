"""Which campaign an action is about, said where it is done: with several tabs open it is easily another."""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.setup.campaigns import campaign_names
from eval_core.locales import gettext as _
from eval_core.ui.parts.html import note
from eval_core.ui.session import store
from eval_core.web.shown_text import as_label

_SECONDS = 5


@st.cache_data(ttl=_SECONDS, show_spinner=False)
def _title(database: str, slug: str) -> str:
    return campaign_names(store())[slug].title


def campaign_line(slug: str) -> None:
    """Draw the campaign's title, above the buttons of an action or in its question."""
    note(campaign_words(slug))


def campaign_help(slug: str) -> str:
    """The campaign's title, as the help of a button that asks no question."""
    return as_label(campaign_words(slug))


def campaign_words(slug: str) -> str:
    """The campaign's title, as a sentence of plain text."""
    return _("Campaign: {title}", title=_title(store().name, slug))
