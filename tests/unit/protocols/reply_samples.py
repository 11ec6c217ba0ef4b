"""Small protocols of every reply format, and how a reply is read, for the tests of reply parsing."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from eval_core.protocols import Protocol
from eval_core.protocols.replies import Mark, Reply, ReplyError, parse_reply

Format = Literal["json5_batch", "json_object", "score_line", "integer"]
SAME = dict.fromkeys(("en", "ko"), "Same")


def criterion(key: str, korean: str, **more: Any) -> dict[str, Any]:
    """A criterion from 1 to 5, by default."""
    label = {"en": key.replace("_", " ").capitalize(), "ko": korean}
    return {"key": key, "label": label, "min": 1, "max": 5, **more}


def rating(reply: Format, *criteria: dict[str, Any], overall: bool = False, **judge: Any) -> Protocol:
    """A rating protocol of these criteria, whose judge replies in this format."""
    score: dict[str, Any] = {"rule": "mean"}
    if overall:
        score = {"rule": "given_overall", "overall": {"label": {"en": "Overall", "ko": "종합"}, "min": 1, "max": 5}}
    content = {
        "key": "sample",
        "version": "1",
        "kind": "rating",
        "title": SAME,
        "languages": ["en", "ko"],
        "shows": ["source", "response"],
        "score": score,
        "criteria": criteria,
        "judge": {"template": "{{ response }}", "reply": reply, **judge},
    }
    return Protocol.model_validate(content)


BATCH = rating(
    "json5_batch",
    criterion("adequacy", "적절성", explanation="below_max"),
    criterion("fluency", "유창성", explanation="below_max"),
    batch_size=50,
)
OBJECT = rating(
    "json_object",
    criterion("verbs", "동사", min=0, max=4, na=True),
    criterion("idioms", "관용구", min=0, max=4, na=True, explanation="optional"),
    criterion("order", "어순", min=0, max=4, explanation="required"),
)
LINE = rating(
    "score_line",
    criterion("factuality", "사실성"),
    criterion("fluency", "유창성", explanation="required"),
    criterion("semantic_fluency", "의미 유창성", explanation="required"),
    per_criterion=True,
    reply_language="ko",
)
ENGLISH_LINE = rating(
    "score_line",
    criterion("fluency", "유창성", explanation="optional"),
    criterion("coherence", "일관성", na=True),
    per_criterion=True,
)
INTEGER = rating("integer", criterion("adequacy", "적절성"), criterion("grammar", "문법"), overall=True)
PAIR = Protocol.model_validate(
    {
        "key": "pair",
        "version": "1",
        "kind": "pairwise",
        "title": SAME,
        "languages": ["en", "ko"],
        "shows": ["prompt", "response"],
        "question": SAME,
        "guidelines": SAME,
        "choices": {
            "a": {"en": "A reads better", "ko": "A"},
            "tie": {"en": "No difference", "ko": "같음"},
            "b": {"en": "B reads better", "ko": "B"},
        },
        "judge": {"template": "{{ response_a }}", "reply": "json_object"},
    }
)


def refused(protocol: Protocol, text: str, items: int | None = 1, asked: str | None = None) -> str:
    """The words with which a reply is refused."""
    with pytest.raises(ReplyError) as error:
        parse_reply(protocol, text, items=items, criterion=asked)
    return str(error.value)


def mark(protocol: Protocol, text: str, asked: str | None = None) -> Mark:
    """The one mark of a reply."""
    reply = parse_reply(protocol, text, criterion=asked)
    assert isinstance(reply, Reply)
    (only,) = reply.items[0].values()
    return only
