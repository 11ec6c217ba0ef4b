"""The schema that an endpoint is given: everything that fits it is read, and means what it says."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from eval_core.protocols import Protocol, list_protocols
from eval_core.protocols.replies import Choice, NamedIssue, Reading, read_reply
from eval_core.protocols.reply_schema import reply_schema
from tests.unit.protocols.reply_samples import BATCH, INTEGER, LINE, OBJECT, PAIR, criterion, rating

APART = rating("json_object", criterion("a", "가", na=True), criterion("b", "나"), per_criterion=True)
WIDE = rating("json_object", criterion("a", "가", min=0, max=1000, na=True, explanation="required"))
ALL = [*list_protocols(), BATCH, OBJECT, PAIR, APART, WIDE]


def drawn(rng: random.Random, schema: dict[str, Any]) -> Any:
    """Something that fits a schema."""
    if "anyOf" in schema:
        return drawn(rng, rng.choice(schema["anyOf"]))
    if "enum" in schema:
        return rng.choice(schema["enum"])
    match schema["type"]:
        case "object":
            assert schema["required"] == list(schema["properties"])
            assert schema["additionalProperties"] is False
            return {name: drawn(rng, part) for name, part in schema["properties"].items()}
        case "array":
            return [drawn(rng, schema["items"]) for _ in range(schema.get("minItems", 3))]
        case "integer":
            return rng.randint(schema["minimum"], schema["maximum"])
    assert schema == {"type": "string"}
    return rng.choice(["fine", "«so»", 'a "b" {c}'])


def value_of(said: Any) -> int | None:
    """The rating that a part of a reply gives."""
    score = said["score"] if isinstance(said, dict) else said
    return None if score == "NA" else score


@pytest.mark.parametrize("protocol", ALL, ids=lambda protocol: f"{protocol.key}-{len(protocol.rated)}")
@pytest.mark.parametrize("seed", range(20))
def test_what_fits_the_schema_is_read(protocol: Protocol, seed: int) -> None:
    """Any reply that a schema allows is read, whole, as what it says: every item by its number."""
    assert protocol.judge is not None
    rng = random.Random(seed)
    items = rng.randint(1, 4) if protocol.judge.reply == "json5_batch" else 1
    asked = protocol.rated[0].key if protocol.judge.per_criterion else None
    schema = reply_schema(protocol, items=items, criterion=asked)
    if protocol.judge.reply == "score_line":
        assert schema is None
        return
    assert schema is not None
    answer = drawn(rng, schema)
    if "scores" in answer:
        for number, row in enumerate(answer["scores"], 1):
            row["item"] = number
        rng.shuffle(answer["scores"])
    read = read_reply(protocol, json.dumps(answer), items=items, criterion=asked)
    if isinstance(read, Choice):
        assert read.choice == answer["choice"]
        named = [NamedIssue(one["text"], one["issue"], one["words"]) for one in answer.get("issues", [])]
        assert list(read.issues) == list(dict.fromkeys(named))
        return
    assert isinstance(read, Reading)
    rows = sorted(answer["scores"], key=lambda row: row["item"]) if "scores" in answer else [answer]
    assert read.wrong == {}
    for row, marks in zip(rows, read.items, strict=True):
        assert marks is not None
        assert {key: mark.value for key, mark in marks.items()} == {
            key: value_of(said) for key, said in row.items() if key != "item"
        }
    assert set(read.summary or {}) == set(answer.get("summary", {}))


def test_no_schema_without_json() -> None:
    """A score line and a whole number are no JSON."""
    assert reply_schema(LINE, criterion="fluency") is None
    assert reply_schema(INTEGER) is None
    assert reply_schema(PAIR.model_copy(update={"judge": None})) is None


def test_a_request_about_one_criterion_allows_no_other() -> None:
    """Where each criterion has a request of its own, its schema has that criterion alone, with N/A where allowed."""
    schema = reply_schema(APART, criterion="a")
    assert schema is not None
    assert schema["properties"] == {"a": {"type": ["integer", "string"], "enum": [1, 2, 3, 4, 5, "NA"]}}
