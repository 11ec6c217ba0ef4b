"""The page of control responses: texts whose ratings are known, and loading them from a file."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import streamlit as st

from eval_core.campaigns.quality.controls import ControlCount
from eval_core.campaigns.quality.gold_ratings import (
    ControlResponse,
    list_gold_ratings,
    load_gold_ratings,
    withdraw_gold_rating,
)
from eval_core.campaigns.rules import read_rules
from eval_core.campaigns.setup.plan import read_plan
from eval_core.errors import InputError
from eval_core.files.gold import CONTROL_OPTIONAL
from eval_core.locales import gettext as _
from eval_core.locales import ngettext, number, percent
from eval_core.protocols import Protocol, load_protocol
from eval_core.reports.protocol_words import criterion_names
from eval_core.ui.address import page_link
from eval_core.ui.frame.campaign_line import campaign_help
from eval_core.ui.lead.setup.texts.look import as_file
from eval_core.ui.lead.setup.words import fault_place
from eval_core.ui.parts.browser.upload import upload
from eval_core.ui.parts.html import heading, note, sentence, trouble, verdict
from eval_core.ui.parts.press import attempt, press, show_notice
from eval_core.ui.parts.refusals import refusal_text
from eval_core.ui.session import page_state, session_id, store
from eval_core.web.shown_text import plain

_FAULTS_SHOWN = 10


@dataclass
class LoadedControls:
    """What the page remembers: how many files were loaded; of the last one how many were added and known, or what is
    wrong with it."""

    files: int = 0
    outcome: tuple[int, int] | InputError | str | None = None


def compared_instead(slug: str) -> None:
    """What the page says where responses are compared."""
    sentence(_("Control responses are for campaigns in which responses are rated. Here they are compared."))
    page_link("gold", slug, label=_("Open the gold comparisons"))


def show_controls(slug: str) -> None:
    """How many there are and whether they are used, and each with what is expected of it."""
    rows = list_gold_ratings(store(), slug, session_id())
    used = [row for row in rows if not row.withdrawn]
    verdict(_headline(len(used)))
    note(
        _(
            "Raters get them among the others and cannot tell them apart. They show who reads carelessly, and never "
            "count in the scores."
        )
    )
    share = read_rules(store(), slug, session_id()).gold_share
    if used and not share:
        trouble(_("No one gets them yet: set their share under Rules on Setup."), role="")
    elif used:
        note(_("{share} of the sheets are control responses.", share=percent(share)))
    page_link("setup", slug, label=_("Open Setup"))
    protocol = load_protocol(read_plan(store(), slug, session_id()).protocol)
    for row in rows:
        _show(slug, row, protocol)
    show_notice("gold", once=True)


def _headline(count: int) -> str:
    if not count:
        return _("There are no control responses yet.")
    return ngettext("{count} control response is in use.", "{count} control responses are in use.", count)


def _show(slug: str, row: ControlResponse, protocol: Protocol) -> None:
    with st.container(key=f"control_{row.response_id}", horizontal=True, vertical_alignment="top"):
        facts = [expected_text(row, protocol), count_text(row.count)]
        if row.withdrawn:
            facts.append(_("Withdrawn"))
        said = f'<p class="words" dir="auto">{plain(row.text)}</p><p class="note">{escape(" · ".join(facts))}</p>'
        if row.explanation:
            said += f'<p class="note" dir="auto">{plain(row.explanation)}</p>'
        st.html(f'<div class="gold-text">{said}</div>')
        st.button(
            _("Put back") if row.withdrawn else _("Withdraw"),
            key=f"control_use_{row.response_id}",
            help=campaign_help(slug),
            on_click=_change_use,
            args=(slug, row.response_id),
            kwargs={"withdrawn": not row.withdrawn},
        )


def expected_text(row: ControlResponse, protocol: Protocol) -> str:
    """What is expected of each criterion, such as 'Meaning 3–4'."""
    names = criterion_names(protocol)
    parts = []
    for key, (least, most) in row.expected.items():
        value = number(least) if least == most else f"{number(least)}–{number(most)}"
        parts.append(f"{names.get(key, key)} {value}")
    return ", ".join(parts)


def count_text(count: ControlCount) -> str:
    """How many raters rated it as expected."""
    if not count.n:
        return _("not rated yet")
    return _("{right} of {n} as expected", right=number(count.right), n=number(count.n))


def _change_use(slug: str, response_id: int, *, withdrawn: bool) -> None:
    press("gold", lambda: withdraw_gold_rating(store(), slug, response_id, withdrawn=withdrawn, who=session_id()))


def show_loading(slug: str) -> None:
    """A file of control responses: what it holds, and the field for it."""
    heading(_("Load control responses"))
    protocol = load_protocol(read_plan(store(), slug, session_id()).protocol)
    note(
        _(
            "One text per row in the column {column}, and a column for at least one criterion with what is expected: a "
            "number such as 4, or a range such as 3-4. Criteria: {criteria}. Optional: {more}.",
            column="response",
            criteria=", ".join(criterion.key for criterion in protocol.rated),
            more=", ".join(CONTROL_OPTIONAL),
        )
    )
    memory = page_state(LoadedControls)
    uploaded = upload(key=f"controls_file_{slug}_{memory.files}")
    about = campaign_help(slug)
    if uploaded is not None and st.button(_("Load it"), key="controls_load", type="primary", help=about):
        with as_file(uploaded) as path:
            try:
                done = attempt(lambda: load_gold_ratings(store(), slug, path, session_id()))
                memory.outcome = done.refused or done.result
            except InputError as error:
                memory.outcome = error
        memory.files += not isinstance(memory.outcome, InputError)
        st.rerun()
    _said(memory)


def _said(memory: LoadedControls) -> None:
    outcome, memory.outcome = memory.outcome, None
    if isinstance(outcome, tuple):
        added, known = outcome
        text = ngettext("{count} control response is loaded.", "{count} control responses are loaded.", added)
        more = ngettext("{count} was known before.", "{count} were known before.", known) if known else ""
        note(f"{text} {more}".strip(), role="status")
    elif isinstance(outcome, InputError):
        trouble(_("Nothing was loaded. This is wrong with the file:"))
        for error in (outcome, *outcome.others)[:_FAULTS_SHOWN]:
            trouble(fault_place(error), role="")
        hidden = len(outcome.others) + outcome.unlisted + 1 - _FAULTS_SHOWN
        if hidden > 0:
            note(ngettext("{count} more", "{count} more", hidden))
    elif isinstance(outcome, str):
        trouble(refusal_text(outcome, "setup"))
