"""The list of gold comparisons: how many there are, whether they look like the campaign's texts, and each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from eval_core.campaigns.content.gold import GoldRow, withdraw_gold
from eval_core.campaigns.content.gold_resemblance import Difference, Resemblance
from eval_core.campaigns.joining.guidelines import read_guidelines
from eval_core.campaigns.text import first_words
from eval_core.locales import N_, current_language, ngettext, number
from eval_core.locales import gettext as _
from eval_core.planting.faults import compare
from eval_core.reports.background.need_words import need_text
from eval_core.reports.choice_words import STANDARDS
from eval_core.ui.lead.progress_data import watched
from eval_core.ui.parts.html import note_html, trouble
from eval_core.ui.parts.marked_text import with_marks
from eval_core.ui.parts.press import press
from eval_core.ui.session import session_id, store
from eval_core.web.shown_text import plain

_DIFFERENCES = {
    "no_prompt": N_(
        "Gold comparisons have no prompt, and the others have one: annotators will recognise gold by that. Give each "
        "gold comparison a prompt."
    ),
    "shorter": N_("Gold texts are markedly shorter than the campaign's responses."),
    "longer": N_("Gold texts are markedly longer than the campaign's responses."),
    "no_standard": N_("No gold comparison is in {value}."),
    "no_category": N_("No gold comparison is of the category “{value}”."),
    "other_standard": N_("There are gold comparisons in {value}, but no prompts."),
}
_ALIKE = 0.5  # share of the letters: texts that share less are shown one after the other


def issue_labels(slug: str) -> dict[str, str]:
    """The categories of the campaign's protocol by key, in the reader's language."""
    return read_guidelines(store(), session_id(), slug).categories


def headline(rows: Sequence[GoldRow]) -> str:
    """How many there are."""
    if not rows:
        return _("There are no gold comparisons yet.")
    used = sum(not row.withdrawn for row in rows)
    return ngettext("{count} gold comparison is in use.", "{count} gold comparisons are in use.", used)


def say_lacking(slug: str) -> None:
    """What training and test lack, by written standard: what brings a lead here from Progress."""
    watch = watched(slug)
    for need in watch.needs:
        if need.code in ("no_gold", "gold_short"):
            trouble(need_text(need, deadline=None, now=watch.progress.at), role="")


def resemblance_text(resemblance: Resemblance) -> str:
    """The lengths of both in one sentence; '' where there is nothing to compare."""
    gold, own = resemblance.gold, resemblance.campaign
    if not gold.texts or not own.texts:
        return ""
    return _(
        "Gold texts have a median of {gold} words, responses of the campaign {own} (most have {low} to {high}).",
        gold=number(gold.median, 0),
        own=number(own.median, 0),
        low=number(own.lengths[0], 0),
        high=number(own.lengths[-1], 0),
    )


def difference_text(difference: Difference) -> str:
    """A marked difference between gold and campaign as a sentence."""
    value = _(STANDARDS[difference.value]) if difference.value in STANDARDS else difference.value
    # Norwegian writes the names of languages in lower case.
    value = value.lower() if difference.value in STANDARDS and current_language() != "en" else value
    return _(_DIFFERENCES[difference.kind], value=value)


def matches(row: GoldRow, words: str, labels: Mapping[str, str]) -> bool:
    """Whether the gold comparison contains each of the words."""
    label = labels.get(row.issue or "", row.issue)
    texts = (row.prompt, row.more_fluent, row.less_fluent, row.explanation, row.category, label)
    haystack = " ".join(text or "" for text in texts).casefold()
    return all(word in haystack for word in words.casefold().split())


def row_html(row: GoldRow, labels: Mapping[str, str]) -> str:
    """A gold comparison: its prompt and facts, and when opened the two texts and the explanation."""
    facts = [
        _(STANDARDS.get(row.written_standard or "", "")),
        row.category or "",
        _("tie") if row.is_tie else labels.get(row.issue or "", row.issue or ""),
        ngettext("{count} word", "{count} words", row.words),
        _("withdrawn") if row.withdrawn else "",
    ]
    prompt = first_words(row.prompt) or _("(no prompt)")
    lang = f' lang="{row.written_standard}"' if row.written_standard else ""
    why = f'<p class="note">{plain(row.explanation)}</p>' if row.explanation else ""
    return (
        f'<details class="gold{" gone" if row.withdrawn else ""}"><summary><span{lang}>{plain(prompt)}</span>'
        f'<span class="facts">{plain(" · ".join(filter(None, facts)))}</span></summary>'
        f"<div{lang}>{_texts_html(row)}</div>{why}</details>"
    )


def _texts_html(row: GoldRow) -> str:
    pieces = compare(row.more_fluent, row.less_fluent)
    shared = sum(len(piece.before) for piece in pieces if piece.before == piece.after)
    if not row.is_tie and shared >= _ALIKE * len(row.more_fluent):
        return changes_html(row.more_fluent, row.less_fluent)
    marks = [(start, end, "") for start, end in row.marks]
    heads = ("", "") if row.is_tie else (_("Better"), _("Worse"))
    return "".join(
        (note_html(head) if head else "") + f'<p class="changes">{with_marks(text, "plain", spans)}</p>'
        for head, text, spans in zip(heads, (row.more_fluent, row.less_fluent), ((), marks), strict=True)
    )


def changes_html(before: str, after: str) -> str:
    """The changed text with what was replaced next to what replaced it, both marked."""
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
    done = N_("Withdrawn.") if withdrawn else N_("Put back.")
    press("gold", lambda: withdraw_gold(store(), slug, comparison_id, withdrawn=withdrawn, who=session_id()), done=done)
