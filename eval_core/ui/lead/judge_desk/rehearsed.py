"""Five real items: the prompts as a run would send them, and what the judge replies, read as in a run."""

from __future__ import annotations

from html import escape

import streamlit as st

from eval_core.judges.plan import Request
from eval_core.judges.rehearsal import Rehearsal, Tried, ask_rehearsal, read_rehearsal
from eval_core.judges.server_address import server_endpoint
from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.reports.rehearsal_words import fault_text, form_sentence, item_title, reading_lines, tried_sentence
from eval_core.ui.lead.judge_desk.desk_state import ChosenJudge, remember, tried_with
from eval_core.ui.lead.judge_desk.judge_choice import chosen_now
from eval_core.ui.parts.html import heading, note, note_html, sentence, trouble_html
from eval_core.ui.parts.press import press, show_notice
from eval_core.ui.session import session_id, store


def show_rehearsal(slug: str, chosen: ChosenJudge) -> Rehearsal:
    """The first items with their prompts, and the replies to those that were asked."""
    rehearsal = _read(slug, chosen)
    heading(_("On a few real items"))
    if not rehearsal.requests:
        if rehearsal.judged:
            sentence(_("This judge has judged all that there is."))
        else:
            sentence(_("There is nothing to judge yet: no texts are loaded."))
        return rehearsal
    if server_endpoint():
        st.button(
            _("Ask the judge about these"),
            key="judge_try",
            on_click=_try,
            args=(slug, current_language()),
        )
        note(_("These replies are only shown: nothing of them is stored or counted."))
    show_notice("judge_desk", "try")
    tried = tried_with(chosen)
    if tried:
        sentence(" ".join(filter(None, (tried_sentence(tried), form_sentence(tried)))))
    for place, request in enumerate(rehearsal.requests):
        st.html(_item(place, request, tried[place] if place < len(tried) else None))
    return rehearsal


def _read(slug: str, chosen: ChosenJudge) -> Rehearsal:
    return read_rehearsal(
        store(),
        slug,
        chosen.model,
        chosen.protocol,
        chosen.temperature,
        session_id(),
        name=chosen.name,
        seed=chosen.seed,
    )


def _try(slug: str, language: str) -> None:
    chosen = chosen_now(slug, language)
    asked = press(
        "judge_desk",
        lambda: ask_rehearsal(store(), slug, _read(slug, chosen), key=chosen.key, who=session_id()),
        place="try",
    )
    if asked and asked.result is not None:
        remember(chosen, asked.result)


def _item(place: int, request: Request, tried: Tried | None) -> str:
    prompt = "\n\n".join(message["content"] for message in request.messages)
    shown = " open" if place == 0 and tried is None else ""
    return (
        f'<section class="tried"><h3 class="criterion">{escape(item_title(place + 1, request))}</h3>'
        f"<details{shown}><summary>{escape(_('What the judge reads'))}</summary>"
        f'<div class="sent" dir="auto" tabindex="0">{escape(prompt)}</div></details>'
        f"{_sides(request, tried) if tried else ''}</section>"
    )


def _sides(request: Request, tried: Tried) -> str:
    reply = tried.reply.text if tried.reply else ""
    fault = fault_text(tried)
    lines = reading_lines(request, tried.meaning)
    read = "".join(f'<p dir="auto">{escape(line)}</p>' for line in lines) or "<p>–</p>"
    fault_html = trouble_html(fault, role="") if tried.fault else note_html(fault)
    return (
        '<div class="sides">'
        f'<div><h4>{escape(_("Reply"))}</h4><div class="sent" dir="auto">{escape(reply) or "–"}</div></div>'
        f"<div><h4>{escape(_('Reading'))}</h4>{read}</div>"
        f"<div><h4>{escape(_('Fault'))}</h4>{fault_html}</div></div>"
    )
