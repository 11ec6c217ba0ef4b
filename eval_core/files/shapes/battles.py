"""Pairs that arenas and judges of models write, a record each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

Record = dict[str, Any]

_SCORE = {side: re.compile(rf"score[ _]?{side}\W*?(-?\d+(?:\.\d+)?)", re.IGNORECASE) for side in "AB"}


def conversations(record: Record) -> Iterable[Record]:
    """A battle of two dialogues: what comes before the first answer is the prompt, the rest of each is a response."""
    rest = {name: value for name, value in record.items() if name not in ("conversation_a", "conversation_b")}
    both = {side: _messages(record.get(f"conversation_{side}")) for side in "ab"}
    for side, messages in both.items():
        answers = next((place for place, one in enumerate(messages) if one.get("role") == "assistant"), len(messages))
        if answers and "prompt" not in rest:
            rest["prompt"] = _dialogue(messages[:answers])
        if messages[answers:]:
            rest.setdefault(f"response_{side}", _dialogue(messages[answers:]))
    yield rest


def _messages(value: Any) -> list[Record]:
    if isinstance(value, str):  # a table as text has them as JSON
        try:
            value = json.loads(value)
        except ValueError:
            return []
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _dialogue(messages: list[Record]) -> str:
    """A single message as its text, several as the list that they are."""
    if len(messages) == 1:
        return content_of(messages[0])
    return json.dumps([{"role": one.get("role"), "content": content_of(one)} for one in messages], ensure_ascii=False)


def content_of(message: Record) -> str:
    """The text of a message, of its parts that are text."""
    content = message.get("content", "")
    if isinstance(content, list):
        content = "\n".join(part["text"] for part in content if isinstance(part, dict) and "text" in part)
    return content if isinstance(content, str) else ""


def prompt_of(messages: str | list[Record]) -> str:
    """The prompt of a run, which is a text or a list of messages."""
    return messages if isinstance(messages, str) else _dialogue(messages)


def alpaca_eval(record: Record) -> Iterable[Record]:
    """Two outputs and a preference: 1 or 2, 1.5 (0 in older files) for neither, or a degree between them."""
    names = {"instruction": "prompt", "generator_1": "model_a", "generator_2": "model_b", "output_1": "response_a",
             "output_2": "response_b", "annotator": "annotator_id"}  # fmt: skip
    said = {names.get(name, name): value for name, value in record.items()}
    yield {**said, "winner": _half(record["preference"], 1.5, (1, 2))} if "preference" in record else said


def _half(value: Any, middle: float, ends: tuple[float, float], neither: float = 0) -> Any:
    """Which end of a scale a number is nearer to; what is no number of the scale stays as it is, to be refused."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        return value
    if number in (middle, neither):
        return "tie"
    return value if not ends[0] <= number <= ends[1] else "model_a" if number < middle else "model_b"


def judge_arena(record: Record) -> Iterable[Record]:
    """A battle whose `source` says whether a person or a judge has decided it."""
    said = dict(record)
    said["annotator_id"] = said.pop("judge_model", None)
    if record.get("source") == "llm-judge":
        said["annotator_kind"] = "judge"
    yield said


def judge_arena_replies(record: Record) -> Iterable[Record]:
    """Two completions with what a judge replied: the higher score wins. A reply without scores judges nothing."""
    names = {"instruction": "prompt", "completion_A": "response_a", "completion_B": "response_b", "model_A": "model_a",
             "model_B": "model_b", "judge": "annotator_id", "instruction_index": "prompt_id"}  # fmt: skip
    said = {names.get(name, name): value for name, value in record.items()}
    found = [pattern.search(str(record["judge_completion"])) for pattern in _SCORE.values()]
    scores = [float(one[1]) for one in found if one]
    if len(scores) == 2:
        yield {**said, "winner": "tie" if scores[0] == scores[1] else "model_a" if scores[0] > scores[1] else "model_b"}
