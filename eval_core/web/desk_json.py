"""The pile as the desk's browser part reads it (CONTRACT.md, "The desk's routes")."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import lru_cache
from typing import Any

from eval_core.campaigns.desk.pile import Answer, Given, Pile, Score, Sheet, TextMark
from eval_core.campaigns.timing import IDLE
from eval_core.locales import said, spoken_language
from eval_core.protocols import Criterion, Protocol, load_protocol
from eval_core.reports.protocol_words import choice_labels, issue_labels, text_language, tie_labels
from eval_core.web.shown_text import as_html

_NOT_APPLICABLE = "na"


def pile_document(pile: Pile) -> dict[str, Any]:
    """The pile in the reader's language."""
    protocol = load_protocol(pile.protocol)
    return {
        "campaign": pile.slug,
        "title": pile.title,
        "stage": pile.stage,
        "step": pile.step,
        "done": pile.done,
        "quota": pile.quota,
        "instead": pile.instead,
        "protocol": _protocol(pile.protocol, spoken_language(protocol.languages)),
        "sheets": [_sheet(_shown(sheet, protocol), pile.text_view) for sheet in pile.sheets],
        "undo": [{"assignment": one.assignment_id, "revision": one.revision, "kind": one.kind} for one in pile.undo],
        "news": {"answers": pile.unread, "messages": pile.messages},
        "test": {"asked": pile.test[0], "right": pile.test[1]} if pile.test else None,
        "idle_ms": IDLE.total_seconds() * 1000,
        "ahead": pile.ahead,
    }


def answer_document(answer: Answer) -> dict[str, Any]:
    """What became of one action."""
    document: dict[str, Any] = {"id": answer.id, "result": answer.result, "word": answer.word}
    if answer.feedback:
        document["feedback"] = asdict(answer.feedback)
    return document


def _shown(sheet: Sheet, protocol: Protocol) -> Sheet:
    """The sheet with what its protocol shows, as its judges see it; nothing else reaches the browser."""
    prompt, reference = sheet.prompt if protocol.asks else "", sheet.reference if protocol.refers else None
    return replace(sheet, prompt=prompt, reference=reference)


def _sheet(sheet: Sheet, view: str) -> dict[str, Any]:
    document: dict[str, Any] = {
        "assignment": sheet.assignment_id,
        "revision": sheet.revision,
        "made": sheet.made,
        "kind": sheet.kind,
        "stage": sheet.stage,
        "step": sheet.step,
        "written_standard": sheet.written_standard,
        "prompt": sheet.prompt,
        "texts": sheet.texts,
        "dwell_ms": sheet.dwell.total_seconds() * 1000,
    }
    if view == "formatted":
        document["html"] = {side: as_html(text, view) for side, text in sheet.texts.items()}
    if sheet.kind == "pair":
        return document | {"asks_reasons": sheet.asks_reasons, "chosen": sheet.chosen, "given": _given(sheet.given)}
    return document | {
        "reference": sheet.reference,
        "source_language": sheet.source_language,
        "target_language": sheet.target_language,
        "scores": {key: _score(score) for key, score in sheet.scores.items()},
        "explanations": {key: score.explanation for key, score in sheet.scores.items() if score.explanation},
        "marks": [_mark(mark) for mark in sheet.marks],
        "group": sheet.group,
    }


def _given(given: Given | None) -> dict[str, Any] | None:
    """The reasons as an action gives them."""
    if given is None:
        return None
    return {"marks": [_mark(mark) for mark in given.marks], "tie": given.tie, "comment": given.comment}


def _score(score: Score) -> int | str:
    return _NOT_APPLICABLE if score.value is None else score.value


def _mark(mark: TextMark) -> dict[str, Any]:
    return {"side": mark.side, "start": mark.start, "end": mark.end, "issue": mark.issue}


@lru_cache(maxsize=256)
def _protocol(key: str, _language: str) -> dict[str, Any]:
    """What a browser must know of a protocol; made once for all who read it in this one of its languages."""
    protocol = load_protocol(key)
    document: dict[str, Any] = {
        "key": key,
        "kind": protocol.kind,
        "title": said(protocol.title),
        "shows": list(protocol.shows),
    }
    if protocol.kind == "rating":
        return document | {"criteria": [_criterion(criterion) for criterion in protocol.rated]}
    return document | {
        "question": said(protocol.question),
        "text_language": text_language(key),
        "choices": choice_labels(protocol),
        "issues": [{"key": key, "label": label} for key, label in issue_labels(protocol).items()],
        "tie": tie_labels(protocol),
    }


def _criterion(criterion: Criterion) -> dict[str, Any]:
    return {
        "key": criterion.key,
        "label": said(criterion.label),
        "description": said(criterion.description),
        "min": criterion.min,
        "max": criterion.max,
        "na": criterion.na,
        "points": {str(point.value): said(point.label) for point in criterion.points},
        "explanation": criterion.explanation,
    }
