"""An annotator's judgments to read: by what is remarkable, a page at a time, each with its texts as presented."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from eval_core.campaigns.access import Who
from eval_core.campaigns.quality.case_file.judged_list import JudgedRow, read_judged
from eval_core.campaigns.text import first_words
from eval_core.locales import N_, number
from eval_core.locales import gettext as _
from eval_core.protocols import Protocol, load_protocol
from eval_core.reports.annotators.case_words import FILTERS as LABELS
from eval_core.reports.annotators.case_words import REMARKABLE
from eval_core.reports.protocol_words import choice_labels, issue_labels, tie_labels
from eval_core.ui.lead.case.case_list import PAGE, case_list, choose_filter, turn_pages
from eval_core.ui.parts.comparison import Pair, reading
from eval_core.ui.parts.downloads import download_row, table_files
from eval_core.ui.parts.html import heading, note, note_html, sentence, sentence_html
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.marked_text import Span
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store
from eval_core.web.shown_text import as_label

_KINDS = {"gold": N_("gold comparison"), "repeat": N_("repeat")}
_EXPECTED = {"gold": N_("Right answer: {choice}."), "repeat": N_("Before: {choice}.")}


def show_judged(slug: str, person_id: int, name: str) -> None:
    """The list, with its filters, pages and download."""
    heading(_("Judgments"))
    memory = case_list(slug, person_id)
    found = read_judged(store(), slug, person_id, memory.chosen, limit=PAGE, offset=memory.offset, who=session_id())
    if not found.counts["all"]:
        note(_("{name} has not judged anything here yet.", name=name))
        return
    choose_filter(memory, LABELS, found.counts)
    if not found.rows:
        note(_("No judgment of this kind."))
    protocol = load_protocol(found.protocol)
    for row in found.rows:
        with st.expander(_title(row, protocol), key=f"case_judged_{row.assignment_id}"):
            _show(row, protocol, found.text_view)
    turn_pages(memory, found.counts[memory.chosen])
    make = partial(all_judged, session_id(), slug, person_id, memory.chosen)
    download_row(slug, f"{slug}-{person_id}-{memory.chosen}", table_files(make))


def all_judged(who: Who, slug: str, person_id: int, chosen: str) -> pd.DataFrame:
    """The list under a filter as a table, the newest first, with the texts as presented. Times are in UTC."""
    return judged_frame(read_judged(store(), slug, person_id, chosen, limit=None, who=who).rows)


def judged_frame(rows: Sequence[JudgedRow]) -> pd.DataFrame:
    """One row a judgment, in the program's own codes; names no system."""
    columns = (
        *("number", "decided_at", "kind", "written_standard", "prompt", "response_a", "response_b", "choice"),
        *("first_choice", "expected", "explanation", "seconds", "quality", "comment"),
    )
    lists = ("remarkable", "issues_a", "issues_b", "others")
    table_rows = [
        {
            **{name: getattr(row, name) for name in columns},
            "decided_at": row.decided_at.isoformat() if row.decided_at else None,
            "remarkable": " ".join(row.remarkable),
            "issues_a": " ".join(dict.fromkeys(mark.issue for mark in row.marks if mark.side == "A")),
            "issues_b": " ".join(dict.fromkeys(mark.issue for mark in row.marks if mark.side == "B")),
            "others": " ".join(choice for _name, choice in row.others),
        }
        for row in rows
    ]
    return pd.DataFrame(table_rows, columns=[*columns, *lists], dtype=object)


def _title(row: JudgedRow, protocol: Protocol) -> str:
    short = {"tie": choice_labels(protocol)["tie"]}
    facts = [_("No. {number}", number=number(row.number)), short.get(row.choice, row.choice)]
    if row.seconds is not None:
        facts.append(_("{seconds} s", seconds=number(row.seconds, 0 if row.seconds >= 10 else 1)))
    facts += [_(REMARKABLE[code]) for code in row.remarkable if code in REMARKABLE]
    if row.kind in _KINDS and not {"gold_missed", "repeat_changed"} & set(row.remarkable):
        facts.append(_(_KINDS[row.kind]))
    # A gold comparison may have no prompt.
    return as_label(" · ".join(filter(None, [*facts, first_words(row.prompt, 60)])))


def _show(row: JudgedRow, protocol: Protocol, text_view: str) -> None:
    labels, issues = choice_labels(protocol), issue_labels(protocol)
    spans: dict[str, list[Span]] = {"A": [], "B": []}
    for mark in row.marks:
        if mark.start is not None and mark.end is not None:
            spans[mark.side].append((mark.start, mark.end, issues.get(mark.issue, mark.issue)))
    pair = Pair(row.assignment_id, row.prompt, row.written_standard, row.response_a, row.response_b)
    st.html(reading(pair, text_view, protocol.key, expanded=True, marks=spans))
    said = [_("Choice: {choice}.", choice=labels[row.choice])]
    if row.changed:
        said.append(_("First: {choice}.", choice=labels[row.first_choice]))
    if row.expected:
        said.append(_(_EXPECTED[row.kind], choice=labels[row.expected]))
    when = note_html(local_moment(row.decided_at)) if row.decided_at else ""
    st.html(sentence_html(" ".join([*said, row.explanation or ""]).strip()) + when)
    _reasons(row, issues | tie_labels(protocol))
    _others(row, labels)


def _reasons(row: JudgedRow, words: dict[str, str]) -> None:
    for side in ("A", "B"):
        named = ", ".join(dict.fromkeys(words.get(mark.issue, mark.issue) for mark in row.marks if mark.side == side))
        if named:
            sentence(_("Reasons against {side}: {issues}.", side=side, issues=named))
    if row.quality:
        sentence(words[row.quality])
    if row.comment:
        st.text(row.comment)


def _others(row: JudgedRow, labels: dict[str, str]) -> None:
    if not row.others:
        return
    counts = Counter(choice for _name, choice in row.others)
    short = {side: labels[side] if side == "tie" else side for side in labels}
    counted = " · ".join(f"{short[choice]} {number(counts[choice])}" for choice in labels if counts[choice])
    sentence(_("The others: {counts}", counts=counted))
    cells = [[name or "–", labels[choice]] for name, choice in row.others]
    table([_("Annotator"), _("Choice")], cells, caption=_("Judgments of this comparison by others"))
