"""How the numbers are computed, in the reader's language: an article, and the commands to reproduce them."""

from __future__ import annotations

from html import escape

import streamlit as st

from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.protocols import DATA
from eval_core.ranking.choices import Choices
from eval_core.reports.choice_words import commands_again
from eval_core.ui.parts.html import heading, note
from eval_core.web.shown_text import article


def show_method() -> None:
    """The article."""
    language = current_language()
    text = (DATA / "method" / f"{language}.md").read_text(encoding="utf-8")
    title = escape(_("How are the numbers computed?"))
    st.html(f'<article class="guidelines" lang="{language}"><h2 class="title">{title}</h2>{article(text)}</article>')


def show_commands(slug: str) -> None:
    """The commands that compute a campaign's ranking again."""
    heading(_("Reproduce the results"))
    text = _("Download the judgments on the Export page, and compute everything on the command line:")
    note(text)
    st.code("\n".join(commands_again(Choices(), slug)), language="bash", wrap_lines=True)
