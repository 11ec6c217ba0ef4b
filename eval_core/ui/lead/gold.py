"""Gold comparisons for their lead: what is there, whether it looks like the campaign, and a fault for a real text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

import streamlit as st

from eval_core.campaigns.content.gold import Draft, GoldRow, pick_response, plant_gold, withdraw_gold
from eval_core.campaigns.content.gold_resemblance import Difference, Resemblance
from eval_core.campaigns.joining.guidelines import read_guidelines
from eval_core.campaigns.text import first_words
from eval_core.errors import RefusedError
from eval_core.locales import N_, current_language, ngettext, number
from eval_core.locales import gettext as _
from eval_core.planting.faults import Fault, compare, overlap, plant
from eval_core.reports.ranking_words import STANDARDS
from eval_core.ui.lead.inbox import as_label
from eval_core.ui.parts.refusals import TROUBLES
from eval_core.ui.parts.text import plain
from eval_core.ui.session import session_id, store

_REFUSALS = {
    **TROUBLES,
    "no_response": N_("No suitable response: it needs a text of usual length, in the written standard of its prompt."),
    "no_text": N_("Not saved: the faulty text is empty."),
    "gold_unchanged": N_("Not saved: the text is the same as the response. Tick a fault, or change the text."),
    "gold_known": N_("Not saved: there is already a gold comparison of these two texts."),
    "gold_unknown": N_("Not saved: this gold comparison no longer exists."),
    "response_withdrawn": N_("Not saved: this response has been withdrawn. Choose another one."),
    "unknown_issue": N_("Not saved: choose a category."),
    "too_long": N_("Not saved: an explanation has at most 2,000 characters."),
    "not_allowed": N_("Not saved: this needs the role of a lead."),
    "signed_out": N_("Not saved: you have been signed out. Open your personal link again."),
}
_DIFFERENCES = {
    "shorter": N_("Gold texts are markedly shorter than the campaign's responses."),
    "longer": N_("Gold texts are markedly longer than the campaign's responses."),
    "no_standard": N_("No gold comparison is in {value}."),
    "no_category": N_("No gold comparison is of the category “{value}”."),
    "other_standard": N_("There are gold comparisons in {value}, but no prompts."),
}
_DONE = {
    "withdrawn": N_("Withdrawn."),
    "put_back": N_("Put back."),
    "added": N_("Added to the gold comparisons."),
}
_ALIKE = 0.5  # of the letters: texts that share less are shown one after the other
state = st.session_state


def issue_labels(slug: str) -> dict[str, str]:
    """The categories of the campaign's protocol by key, in the reader's language."""
    return read_guidelines(store(), session_id(), slug, current_language()).categories


def headline(rows: Sequence[GoldRow]) -> str:
    """How many there are."""
    if not rows:
        return _("There are no gold comparisons yet.")
    used = sum(not row.withdrawn for row in rows)
    return ngettext("{count} gold comparison is in use.", "{count} gold comparisons are in use.", used)


def resemblance_text(found: Resemblance) -> str:
    """The lengths of both in one sentence; '' where there is nothing to compare."""
    gold, own = found.gold, found.campaign
    if not gold.texts or not own.texts:
        return ""
    return _(
        "Gold texts have a median of {gold} words, responses of the campaign {own} (most have {low} to {high}).",
        gold=number(gold.median, 0),
        own=number(own.median, 0),
        low=number(own.lengths[0], 0),
        high=number(own.lengths[-1], 0),
    )


def difference_text(found: Difference) -> str:
    """One marked difference as a sentence."""
    value = _(STANDARDS[found.value]) if found.value in STANDARDS else found.value
    # Names of languages have a small letter in Norwegian.
    value = value.lower() if found.value in STANDARDS and current_language() != "en" else value
    return _(_DIFFERENCES[found.kind], value=value)


def matches(row: GoldRow, words: str, labels: Mapping[str, str]) -> bool:
    """Whether each of the words stands somewhere in the gold comparison."""
    label = labels.get(row.issue or "", row.issue)
    said = (row.prompt, row.more_fluent, row.less_fluent, row.explanation, row.category, label)
    haystack = " ".join(one or "" for one in said).casefold()
    return all(word in haystack for word in words.casefold().split())


def row_html(row: GoldRow, labels: Mapping[str, str]) -> str:
    """One gold comparison: its prompt and facts, and unfolded the two texts and the explanation."""
    facts = [
        _(STANDARDS.get(row.written_standard or "", "")),
        row.category or "",
        _("equally fluent") if row.is_tie else labels.get(row.issue or "", row.issue or ""),
        ngettext("{count} word", "{count} words", row.words),
        _("withdrawn") if row.withdrawn else "",
    ]
    prompt = first_words(row.prompt) or _("(no prompt)")
    lang = f' lang="{row.written_standard}"' if row.written_standard else ""
    why = f'<p class="note">{plain(row.explanation)}</p>' if row.explanation else ""
    return (
        f'<details class="gold{" gone" if row.withdrawn else ""}"><summary><span{lang}>{plain(prompt)}</span>'
        f'<span class="facts">{plain(" · ".join(fact for fact in facts if fact))}</span></summary>'
        f"<div{lang}>{_texts_html(row)}</div>{why}</details>"
    )


def _texts_html(row: GoldRow) -> str:
    pieces = compare(row.more_fluent, row.less_fluent)
    shared = sum(len(piece.before) for piece in pieces if piece.before == piece.after)
    if not row.is_tie and shared >= _ALIKE * len(row.more_fluent):
        return changes_html(row.more_fluent, row.less_fluent)
    heads = ("", "") if row.is_tie else (_("More fluent"), _("Less fluent"))
    return "".join(
        (f'<p class="note">{escape(head)}</p>' if head else "") + f'<p class="changes">{plain(text)}</p>'
        for head, text in zip(heads, (row.more_fluent, row.less_fluent), strict=True)
    )


def changes_html(before: str, after: str) -> str:
    """The changed text with what was changed beside it, both marked."""
    parts = []
    for piece in compare(before, after):
        if piece.before == piece.after:
            parts.append(plain(piece.before))
            continue
        parts += [f"<del>{plain(piece.before)}</del>"] if piece.before.strip() else []
        parts += [f"<ins>{plain(piece.after)}</ins>"] if piece.after else []
    return f'<p class="changes">{"".join(parts)}</p>'


def change_use(slug: str, comparison_id: int, *, withdrawn: bool) -> None:
    """Withdraw a gold comparison, or put it back."""
    try:
        withdraw_gold(store(), slug, comparison_id, withdrawn=withdrawn, who=session_id())
        state["gold_notice"] = "withdrawn" if withdrawn else "put_back"
    except RefusedError as refusal:
        state["gold_notice"] = refusal.code


def next_draft(slug: str) -> None:
    """Take up another response, with nothing planted in it yet."""
    seed = state.get("gold_seed", -1) + 1
    state["gold_seed"], state["gold_notice"] = seed, None
    try:
        draft = pick_response(store(), slug, seed, session_id())
    except RefusedError as refusal:
        draft, state["gold_notice"] = None, refusal.code
    else:
        if draft is None:
            state["gold_notice"] = "no_response"
    state["gold_draft"] = (slug, draft)
    if draft:
        _laid_out(draft)


def current_draft(slug: str) -> Draft | None:
    """The response taken up in this campaign, laid out anew for somebody who comes back from another page."""
    of_campaign: str
    draft: Draft | None
    of_campaign, draft = state.get("gold_draft", (slug, None))
    if draft is None or of_campaign != slug:
        return None
    if _key(draft, "text") not in state:
        _laid_out(draft)
    return draft


def add(slug: str, draft: Draft) -> None:
    """Store the faulty text as a gold comparison and go on to the next response."""
    text, issue, explanation = (state.get(_key(draft, part)) or "" for part in ("text", "issue", "explanation"))
    try:
        plant_gold(store(), slug, draft.response_id, text, issue, explanation, who=session_id())
    except RefusedError as refusal:
        # The second click of a double click meets the next response, in which nothing is planted yet.
        if (state.get("gold_notice"), refusal.code) != ("added", "gold_unchanged"):
            state["gold_notice"] = refusal.code
        return
    next_draft(slug)
    state["gold_added"] = True  # the list above the helper is to be drawn anew
    state["gold_notice"] = "added"


def notice() -> None:
    """What became of the last click; announced to screen readers."""
    # Callbacks run before the language of a run is known: they leave a code, and here it is put into words.
    code = state.get("gold_notice")
    if code:
        trouble = code not in _DONE
        text = _REFUSALS.get(code, _REFUSALS["not_allowed"]) if trouble else _DONE[code]
        st.html(f'<p class="note{" trouble" if trouble else ""}" role="status">{escape(_(text))}</p>')


def draft_facts(draft: Draft) -> None:
    """What the response answers, and who may still meet it."""
    facts = " · ".join(one for one in (_(STANDARDS[draft.written_standard]), draft.category) if one)
    st.html(
        f'<p class="note">{plain(facts)}</p>'
        f'<p class="gold-prompt" lang="{draft.written_standard}">{plain(first_words(draft.prompt, 300))}</p>'
    )
    if draft.open_comparisons:
        text = ngettext(
            "{count} comparison with the unchanged response is still open, so an annotator may see the text twice.",
            "{count} comparisons with the unchanged response are still open, so an annotator may see the text twice.",
            draft.open_comparisons,
        )
        st.html(f'<p class="note">{escape(text)}</p>')


def fault_choices(draft: Draft, labels: Mapping[str, str]) -> None:
    """The faults to tick; one that touches the same words as a ticked one waits."""
    if not draft.faults:
        st.html(f'<p class="note">{escape(_("No reliable fault found. Add one by hand."))}</p>')
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
                disabled=any(overlap(fault, one) for one in ticked if one is not fault),
            )
    st.html(f'<p class="note">{escape(_("Ticking a fault rewrites the text, so edit by hand last."))}</p>')


def faulty_text(draft: Draft) -> None:
    """The text with its faults, free to edit, and what is changed in it."""
    st.text_area(_("Text with the fault"), key=_key(draft, "text"), height=240)
    st.html(
        f'<h3 class="unseen">{escape(_("Changes"))}</h3>'
        f'<div lang="{draft.written_standard}">{changes_html(draft.text, state[_key(draft, "text")])}</div>'
    )


def category_and_explanation(draft: Draft, labels: Mapping[str, str]) -> None:
    """Which category the fault is of, and what annotators in training are told."""
    st.selectbox(
        _("Category"),
        list(labels),
        format_func=labels.__getitem__,
        key=_key(draft, "issue"),
        index=None,
        placeholder=_("Choose a category"),
    )
    st.text_area(_("Explanation, read in the training"), key=_key(draft, "explanation"), height=128, max_chars=2000)


def _key(draft: Draft, part: str) -> str:
    # A choice among translated words belongs to one language: the browser sends back the words that it showed.
    return f"gold_{part}_{draft.response_id}" + (f"_{current_language()}" if part == "issue" else "")


def _tick(draft: Draft, index: int) -> str:
    return _key(draft, f"tick{index}")


def _ticked(draft: Draft) -> list[Fault]:
    """The ticked faults that go together; the first wins where two touch."""
    chosen: list[Fault] = []
    for index, fault in enumerate(draft.faults):
        if state.get(_tick(draft, index)) and not any(overlap(fault, one) for one in chosen):
            chosen.append(fault)
    return chosen


def _tick_changed(draft: Draft) -> None:
    state["gold_notice"] = None
    _written_anew(draft, _ticked(draft))


def _laid_out(draft: Draft) -> None:
    for index in range(len(draft.faults)):
        state[_tick(draft, index)] = False
    _written_anew(draft, [])


def _written_anew(draft: Draft, faults: Sequence[Fault]) -> None:
    state[_key(draft, "text")] = plant(draft.text, faults)
    state[_key(draft, "issue")] = faults[0].issue if faults else None
    state[_key(draft, "explanation")] = " ".join(one.explanation[draft.written_standard] for one in faults)
