"""A comparison as anyone reads it: prompt and two texts as one piece of HTML, the choices, and the count."""

from __future__ import annotations

import re
from html import escape

from eval_core.campaigns.desk.compare import Task
from eval_core.locales import N_
from eval_core.locales import gettext as _
from eval_core.reports.ranking_words import STANDARDS
from eval_core.web.shown_text import as_html, plain

# Choice, label and key of the three buttons, from left to right.
CHOICES = (("A", N_("A is more fluent"), "1"), ("tie", N_("Equally fluent"), "2"), ("B", N_("B is more fluent"), "3"))


_LONG_WORD = re.compile(r"\S{2000}")


_SHORT_PROMPT = 100  # characters: two lines of a phone


def is_long(prompt: str) -> bool:
    """Whether a prompt may not fit into the two lines of its strip."""
    return len(prompt) > _SHORT_PROMPT or "\n" in prompt.strip()


def reading(task: Task, text_view: str, *, expanded: bool, size: int = 100, stage: str = "", below: str = "") -> str:
    """Prompt and both texts as one element, so that they change in one paint; `size` of the texts in percent.

    `below` is HTML that changes with them: each element more is felt at every click.
    """
    lang = f' lang="{task.written_standard}"' if task.written_standard else ' lang="no"'
    standard = _(STANDARDS.get(task.written_standard or "", N_("Prompt")))
    sides = "".join(
        f'<section aria-label="{escape(_("Response {side}", side=side))}"><h2 tabindex="-1">{side}</h2>'
        f'<div class="body {text_view}{_endless(body)}" dir="auto"{lang}>{as_html(body, text_view)}</div></section>'
        for side, body in (("A", task.response_a), ("B", task.response_b))
    )
    return (
        f'<div class="reading {stage}" data-assignment="{task.assignment_id}" style="--size: {size / 100:g}">'
        f'<div class="strip{"" if expanded else " short"}">'
        f'<div class="standard">{escape(standard)}</div>'
        f'<div class="text" dir="auto"{lang}>{plain(task.prompt)}</div></div><div class="pair">{sides}</div></div>'
        f'<div class="room-for-foot"></div>{below}'
    )


def _endless(body: str) -> str:
    return " endless" if _LONG_WORD.search(body) else ""
