"""The page of one annotator: who they are, what is unusual, their measures, their judgments, and what a lead can do."""

from __future__ import annotations

from html import escape

import streamlit as st

from eval_core.campaigns.quality.annotators import AnnotatorFigures, annotator_figures
from eval_core.campaigns.quality.case_file.case_head import CaseHead, read_case_head
from eval_core.campaigns.quality.case_file.measures import measures
from eval_core.campaigns.quality.raters import RaterFigures, rater_figures
from eval_core.campaigns.talk.inbox import inbox
from eval_core.campaigns.talk.messages import sent_messages
from eval_core.errors import RefusedError
from eval_core.locales import gettext as _
from eval_core.locales import percent
from eval_core.reports.annotators.case_words import head_facts
from eval_core.reports.annotators.doubt_words import reason_sentence, verdict_sentence
from eval_core.ui.address import page_link
from eval_core.ui.lead.case.case_actions import show_actions
from eval_core.ui.lead.case.case_link import ANNOTATOR
from eval_core.ui.lead.case.judged_view import show_judged
from eval_core.ui.lead.case.measure_table import measure_table
from eval_core.ui.lead.case.omission_view import show_omission
from eval_core.ui.lead.case.rated_view import show_beside_others, show_rated
from eval_core.ui.parts.html import heading, note, note_html, sentence_html, verdict, verdict_html
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.session import session_id, store
from eval_core.web.shown_text import plain

_LATEST = 5  # messages and questions


def show_case(slug: str) -> None:
    """The annotator whom the address names."""
    head = _chosen(slug)
    if head is None:
        verdict(_("This annotator is not in the campaign."))
        note(_("Follow a name on Progress or Quality."))
        page_link("progress", slug, label=_("Open Progress"))
        return
    if head.rates:
        rated = rater_figures(store(), slug, session_id())[0]
        st.html(_top(head, rated))
        show_actions(slug, head)
        show_beside_others(head.person.name, rated)
        show_rated(slug, head.person.person_id, head.person.name)
    else:
        judged = annotator_figures(store(), slug, session_id())[0]
        st.html(_top(head, judged))
        show_actions(slug, head)
        _measures(head, judged)
        show_judged(slug, head.person.person_id, head.person.name)
    if not head.person.excluded:
        show_omission(slug, head)
    _talk(slug, head)


def _chosen(slug: str) -> CaseHead | None:
    wanted = st.query_params.get(ANNOTATOR, "")
    try:
        return read_case_head(store(), slug, int(wanted), session_id()) if wanted.isdecimal() else None
    except RefusedError as refusal:
        if refusal.code != "unknown_person":
            raise
        return None


def _top(head: CaseHead, figures: AnnotatorFigures | RaterFigures) -> str:
    """Name, facts, and the one rule's verdict with everything that speaks against the person."""
    said = [verdict_html(head.person.name), note_html(head_facts(head, local_moment))]
    if head.exclusion is not None:
        said.append(sentence_html(_("Left out because: {reason}", reason=head.exclusion.reason)))
    name = head.person.name
    doubt = next((one for one in figures.examined if one.annotator == name), None)
    others = sum(check.counts and check.annotator != name for check in figures.checks)
    said.append(f'<p class="case-verdict">{escape(verdict_sentence(doubt, others, rates=head.rates))}</p>')
    more = doubt.reasons[1:] if doubt and doubt.alarms else ()
    said += [sentence_html(reason_sentence(name, reason)) for reason in more]
    return "".join(said)


def _measures(head: CaseHead, figures: AnnotatorFigures) -> None:
    mine = next((check for check in figures.checks if check.annotator == head.person.name), None)
    if mine is None:
        return
    heading(_("Compared with the others"))
    others = [check for check in figures.checks if check.counts and check is not mine]
    measure_table(head.person.name, measures(mine, others))
    explained = _(
        "First answers. With {level} intervals; the others: the lowest and the highest of those whose judgments count "
        "and who have enough, and the middle. Agrees: the share of others' judgments of the same comparisons that are "
        "the same.",
        level=percent(0.95),
    )
    note(explained)


def _talk(slug: str, head: CaseHead) -> None:
    """The latest messages to the person, and their questions with the answers."""
    person = head.person
    lines = []
    for sent in sent_messages(store(), slug, person.person_id, session_id())[:_LATEST]:
        by = _("{name} wrote, {when}:", name=sent.sent_by or _("Command line"), when=local_moment(sent.sent_at))
        read = (
            _("The message was read, {when}.", when=local_moment(sent.read_at))
            if sent.read_at
            else _("The message is not read yet.")
        )
        lines.append((sent.sent_at, _entry(by, sent.text, read)))
    received = inbox(store(), slug, session_id())
    for asked in [one for one in (*received.waiting, *received.settled) if one.annotator == person.name][:_LATEST]:
        by = _("{name} asked, {when}:", name=person.name, when=local_moment(asked.asked_at))
        answer = _("Answer: {answer}", answer=asked.answer) if asked.answer else _("Not answered yet.")
        lines.append((asked.asked_at, _entry(by, asked.text, answer if asked.answer or not asked.resolved_at else "")))
    if lines:
        heading(_("Messages and questions"))
        lines.sort(key=lambda line: line[0], reverse=True)
        st.html("".join(line for _at, line in lines))
        if any(one.annotator == person.name for one in received.waiting):
            page_link("inbox", slug, label=_("Open the inbox"))


def _entry(by: str, text: str, below: str) -> str:
    return f'<div class="asked">{note_html(by)}<p class="words" dir="auto">{plain(text)}</p>{note_html(below)}</div>'
