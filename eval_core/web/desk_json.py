"""The pile as the desk's browser part reads it (CONTRACT.md, "The desk's routes")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from eval_core.campaigns.desk.pile import Answer, Pile, Score, Sheet, TextMark
from eval_core.campaigns.timing import IDLE
from eval_core.files.dialogue import dialogue_of
from eval_core.locales import said, spoken_language
from eval_core.protocols import Criterion, load_protocol
from eval_core.reports.protocol_words import choice_labels, issue_labels, text_language, tie_labels
from eval_core.web.shown_text import as_html

_NOT_APPLICABLE = "na"


def pile_document(pile: Pile) -> dict[str, Any]:
    """The pile in the reader's language."""
    return {
        "campaign": pile.slug,
        "title": pile.title,
        "stage": pile.stage,
        "step": pile.step,
        "done": pile.done,
        "quota": pile.quota,
        "instead": pile.instead,
        "protocol": _protocol(pile.protocol, spoken_language(load_protocol(pile.protocol).languages)),
        "sheets": [_sheet(sheet, pile.text_view) for sheet in pile.sheets],
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
    if dialogues := dialogues_document(sheet.prompt, sheet.reference, sheet.texts, view):
        document["dialogues"] = dialogues
    if sheet.kind == "pair":
        return document | {"asks_reasons": sheet.asks_reasons, "chosen": sheet.chosen}
    return document | {
        "reference": sheet.reference,
        "source_language": sheet.source_language,
        "target_language": sheet.target_language,
        "scores": {key: _score(score) for key, score in sheet.scores.items()},
        "explanations": {key: score.explanation for key, score in sheet.scores.items() if score.explanation},
        "marks": [_mark(mark) for mark in sheet.marks],
        "group": sheet.group,
    }


def dialogues_document(
    prompt: str, reference: str | None, texts: Mapping[str, str], view: str
) -> dict[str, list[dict[str, Any]]]:
    """The turns of those texts that are dialogues, by side, `prompt` and `reference`."""
    turns = {"prompt": _turns(prompt, "plain"), "reference": _turns(reference or "", "plain")}
    turns |= {side: _turns(text, view) for side, text in texts.items()}
    return {name: said for name, said in turns.items() if said}


def _turns(text: str, view: str) -> list[dict[str, Any]]:
    """The turns of a dialogue with their places in the stored text; [] where the text is none."""
    formatted = view == "formatted"
    return [
        {
            "role": turn.role,
            "text": turn.text,
            "places": turn.places,
            "html": as_html(turn.text, view) if formatted else None,
        }
        for turn in dialogue_of(text) or ()
    ]


def _score(score: Score) -> int | str:
    return _NOT_APPLICABLE if score.value is None else score.value


def _mark(mark: TextMark) -> dict[str, Any]:
    return {"side": mark.side, "start": mark.start, "end": mark.end, "issue": mark.issue}


@lru_cache(maxsize=256)
def _protocol(key: str, _language: str) -> dict[str, Any]:
    """What a browser must know of a protocol; made once for all who read it in this one of its languages."""
    protocol = load_protocol(key)
    document: dict[str, Any] = {"key": key, "kind": protocol.kind, "title": said(protocol.title)}
    if protocol.kind == "rating":
        return document | {
            "shows": list(protocol.shows),
            "criteria": [_criterion(criterion) for criterion in protocol.rated],
        }
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
