"""Making a gold comparison: a response of the campaign, and the faults that the lead plants in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

import streamlit as st

from eval_core.campaigns.content.gold import Draft, pick_response, plant_gold
from eval_core.campaigns.quality.settled_pairs import pick_loser, plant_in_loser
from eval_core.campaigns.text import TEXT_LIMIT, first_words
from eval_core.locales import N_, current_language, ngettext
from eval_core.locales import gettext as _
from eval_core.planting.faults import Fault, overlap, plant
from eval_core.planting.recognition import Recognition
from eval_core.reports.choice_words import STANDARDS
from eval_core.ui.lead.gold import changes_html
from eval_core.ui.parts.html import note, note_html
from eval_core.ui.parts.press import Notice, attempt, forget_notice, leave_notice, was_done
from eval_core.ui.session import page_state, session_id, store
from eval_core.web.shown_text import as_label, plain

_SOURCES = {
    "pair": N_("Into the weaker of two responses"),
    "alone": N_("Into a copy of one response"),
}
_ADDED = N_("Added to the gold comparisons.")
state = st.session_state


@dataclass
class GoldState:
    """What the page for gold comparisons remembers.

    Attributes:
        seed: which response was taken last, -1 before the first.
        slug: the campaign of the draft.
        draft: the response that the lead works on.
        added: whether a gold comparison was added in this run, so that the list must be drawn again.
        all_shown: whether the whole list is shown.
        agreeing: how many annotators must have agreed on a pair, 0 where there is no such pair.
        recognised: how well gold could be told when last tried, by campaign.
    """

    seed: int = -1
    slug: str = ""
    draft: Draft | None = None
    added: bool = False
    all_shown: bool = False
    agreeing: int = 0
    recognised: dict[str, Recognition] = field(default_factory=dict)


def next_draft(slug: str) -> None:
    """Take another response, with no faults in it yet."""
    memory = page_state(GoldState)
    memory.seed, memory.slug = memory.seed + 1, slug
    picked = attempt(lambda: _picked(slug, memory))
    memory.draft = picked.result
    if memory.draft is None:
        leave_notice("gold", Notice(refused=picked.refused or "no_response"))
        return
    forget_notice("gold")
    _fill_in(memory.draft)


def choose_source() -> None:
    """Whether the fault goes into one response, or into the one that lost; nothing to choose without settled pairs."""
    if not page_state(GoldState).agreeing:
        return
    # The browser sends back the words of a choice, so each language has a key of its own.
    st.radio(
        _("Where the fault goes"),
        list(_SOURCES),
        format_func=lambda source: _(_SOURCES[source]),
        key=_source_key(),
        horizontal=True,
    )


def _source_key() -> str:
    return f"gold_source_{current_language()}"


def _picked(slug: str, memory: GoldState) -> Draft | None:
    if memory.agreeing and state.get(_source_key(), "pair") == "pair":
        return pick_loser(store(), slug, memory.seed, memory.agreeing, session_id())
    return pick_response(store(), slug, memory.seed, session_id())


def _planted(slug: str, draft: Draft, text: str, issue: str, explanation: str) -> int:
    typed, who = (text, issue, explanation), session_id()
    if draft.comparison_id is not None:
        agreeing = page_state(GoldState).agreeing
        return plant_in_loser(store(), slug, draft.comparison_id, *typed, agreeing=agreeing, who=who)
    return plant_gold(store(), slug, draft.response_id, *typed, who=who)


def current_draft(slug: str) -> Draft | None:
    """The response that the lead works on in this campaign, filled in again for a lead who was on another page."""
    memory = page_state(GoldState)
    if memory.draft is None or memory.slug != slug:
        return None
    if _key(memory.draft, "text") not in state:
        _fill_in(memory.draft)
    return memory.draft


def add(slug: str, draft: Draft) -> None:
    """Store the faulty text as a gold comparison and go on to the next response."""
    text, issue, explanation = (state.get(_key(draft, part)) or "" for part in ("text", "issue", "explanation"))
    planted = attempt(lambda: _planted(slug, draft, text, issue, explanation))
    if planted.refused:
        # The second click of a double click meets the next response, which has no faults yet.
        if not (planted.refused == "gold_unchanged" and was_done("gold", _ADDED)):
            leave_notice("gold", Notice(refused=planted.refused))
        return
    next_draft(slug)
    page_state(GoldState).added = True
    leave_notice("gold", Notice(done=_ADDED))


def draft_facts(draft: Draft) -> None:
    """The prompt of the response, and how many open comparisons still show the response unchanged."""
    facts = " · ".join(filter(None, (_(STANDARDS[draft.written_standard]), draft.category)))
    st.html(
        f"{note_html(facts)}"
        f'<p class="gold-prompt" lang="{draft.written_standard}">{plain(first_words(draft.prompt, 300))}</p>'
    )
    if draft.better is not None:
        note(_("The response that won stays as it is; the fault goes into the one that lost."))
        st.html(f'<p class="gold-prompt" lang="{draft.written_standard}">{plain(draft.better)}</p>')
    if draft.open_comparisons:
        text = ngettext(
            "{count} comparison with the unchanged response is still open, so an annotator may see the text twice.",
            "{count} comparisons with the unchanged response are still open, so an annotator may see the text twice.",
            draft.open_comparisons,
        )
        note(text)


def fault_choices(draft: Draft, labels: Mapping[str, str]) -> None:
    """The faults to tick; those that touch the same words as a ticked fault are disabled."""
    if not draft.faults:
        note(_("No reliable fault found. Add one by hand."))
        return
    ticked = _ticked(draft)
    with st.container(key="gold_faults"):
        for index, fault in enumerate(draft.faults):
            label = f"{labels.get(fault.issue, fault.issue)}: {fault.before} → {fault.after}"
            st.checkbox(
                as_label(f"{label} ({_('read it closely')})" if fault.check else label),
                key=_tick(draft, index),
                on_change=_tick_changed,
                args=(draft,),
                disabled=any(overlap(fault, other) for other in ticked if other is not fault),
            )
    note(_("Ticking a fault rewrites the text, so edit by hand last."))


def faulty_text(draft: Draft) -> None:
    """The text with its faults, free to edit, and what was changed in it."""
    st.text_area(_("Text with the fault"), key=_key(draft, "text"), height=240)
    st.html(
        f'<h3 class="unseen">{escape(_("Changes"))}</h3>'
        f'<div lang="{draft.written_standard}">{changes_html(draft.text, state[_key(draft, "text")])}</div>'
    )


def category_and_explanation(draft: Draft, labels: Mapping[str, str]) -> None:
    """The category of the fault, and the explanation that annotators read in training."""
    st.selectbox(
        _("Category"),
        list(labels),
        format_func=labels.__getitem__,
        key=_key(draft, "issue"),
        index=None,
        placeholder=_("Choose a category"),
    )
    st.text_area(
        _("Explanation, read in the training"), key=_key(draft, "explanation"), height=128, max_chars=TEXT_LIMIT
    )


def _key(draft: Draft, part: str) -> str:
    # The browser sends back the words of a choice, so each language has a key of its own.
    return f"gold_{part}_{draft.response_id}" + (f"_{current_language()}" if part == "issue" else "")


def _tick(draft: Draft, index: int) -> str:
    return _key(draft, f"tick{index}")


def _ticked(draft: Draft) -> list[Fault]:
    """The ticked faults; of two that touch the same words, the first."""
    chosen: list[Fault] = []
    for index, fault in enumerate(draft.faults):
        if state.get(_tick(draft, index)) and not any(overlap(fault, other) for other in chosen):
            chosen.append(fault)
    return chosen


def _tick_changed(draft: Draft) -> None:
    forget_notice("gold")
    _write(draft, _ticked(draft))


def _fill_in(draft: Draft) -> None:
    for index in range(len(draft.faults)):
        state[_tick(draft, index)] = False
    _write(draft, [])


def _write(draft: Draft, faults: Sequence[Fault]) -> None:
    """Fill the fields with the response's text, with these faults in it."""
    state[_key(draft, "text")] = plant(draft.text, faults)
    state[_key(draft, "issue")] = faults[0].issue if faults else None
    state[_key(draft, "explanation")] = " ".join(fault.explanation[draft.written_standard] for fault in faults)
