"""`parvis judge parse`: replies of every format as a table or as one JSON document, and what is refused."""

from __future__ import annotations

import json

import pytest

from tests.support.running import Run, Write

MARKS = {key: [5, ""] for key in ("adequacy", "fluency", "terminology", "hallucination")} | {"punctuation": [4, "no ¡"]}
SUMMARY = {key: f"on {key}" for key in MARKS}
BATCH = json.dumps({"scores": [MARKS, MARKS], "summary": SUMMARY})
KOREAN = "설명: 자연스럽다.\n유창성 점수 (1-5): 4점"


def test_a_batch(done: Run, write: Write) -> None:
    """One reply as text: its marks and summary as a table, and verbatim as JSON."""
    file = write("reply.txt", f"Sure:\n```json5\n{BATCH}\n```")
    found = done("judge", "parse", "--protocol", "mt_qualitative", file, "--format", "json").json
    assert found["protocol"] == "mt_qualitative"
    assert len(found["items"]) == 2
    assert found["items"][1]["punctuation"] == {"value": 4, "explanation": "no ¡"}
    assert found["summary"] == SUMMARY
    table = done("judge", "parse", "--protocol", "mt_qualitative", file).out
    assert len(table.splitlines()) == 1 + 2 * 5 + 5
    assert "no ¡" in table
    assert "on fluency" in table


def test_the_other_formats(done: Run, write: Write) -> None:
    """A choice, a score line that names its criterion, an overall integer and N/A are told as they were said."""
    choice = write("choice.txt", "{choice: 'Equally fluent', reason: 'no difference',}")
    assert done("judge", "parse", "--protocol", "norwegian_fluency", choice, "--format", "json").json == {
        "protocol": "norwegian_fluency",
        "choice": "tie",
        "reason": "no difference",
    }
    assert "tie" in done("judge", "parse", "--protocol", "norwegian_fluency", choice).out
    line = write("line.txt", KOREAN)
    found = done("judge", "parse", "--protocol", "gptscore_ko", line, "--format", "json").json
    assert found["items"] == [{"fluency": {"value": 4, "explanation": "자연스럽다."}}]
    number = write("number.txt", "4/5")
    found = done("judge", "parse", "--protocol", "hindi_english", number, "--format", "json").json
    assert found["items"][0]["overall"]["value"] == 4
    keys = done("protocol", "show", "heval").json["criteria"]
    features = write("features.txt", json.dumps({one["key"]: "NA" for one in keys}))
    assert "N/A" in done("judge", "parse", "--protocol", "heval", features).out
    found = done("judge", "parse", "--protocol", "heval", features, "--format", "json").json
    assert all(mark["value"] is None for mark in found["items"][0].values())


def test_many_replies(done: Run, write: Write) -> None:
    """JSON Lines hold one reply a line, with the count and the criterion that were asked for where they are known."""
    file = write(
        "replies.jsonl",
        [
            {"reply": "4", "criterion": "factuality", "model": "m"},
            {"reply": KOREAN},
            {"reply": KOREAN, "items": 1, "criterion": "fluency"},
        ],
    )
    found = done("judge", "parse", "--protocol", "gptscore_ko", file, "--format", "json").json
    assert found["protocol"] == "gptscore_ko"
    assert [reply["row"] for reply in found["replies"]] == [1, 2, 3]
    assert [list(reply["items"][0]) for reply in found["replies"]] == [["factuality"], ["fluency"], ["fluency"]]
    assert len(done("judge", "parse", "--protocol", "gptscore_ko", file).out.splitlines()) == 4


def test_what_was_asked_for_may_be_said(done: Run, parvis: Run, write: Write) -> None:
    """--items and --criterion say what a reply itself leaves open."""
    batch, four = write("batch.txt", BATCH), write("four.txt", "4")
    words = ("judge", "parse", "--protocol", "mt_qualitative", batch, "--items")
    assert done(*words, 2).out
    assert "instead of 3" in parvis(*words, 3).complaint
    words = ("judge", "parse", "--protocol", "gptscore_ko", four)
    assert "fluency" in parvis(*words).complaint
    assert "factuality" in done(*words, "--criterion", "factuality").out


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("empty.txt", "", "empty"),
        ("latin.txt", b"\xe5", "UTF-8"),
        ("long.txt", "x" * 8_000_001, "longer"),
        ("prose.txt", "It depends.", "no JSON"),
        ("two.txt", '{"choice": "A"} {"choice": "B"}', "2 different"),
        ("second.jsonl", [{"reply": '{"choice": "A"}'}, {"reply": '{"choice": "C"}'}], "row 2"),
        ("none.jsonl", [{"text": "A"}], "row 1, column 'reply'"),
        ("number.jsonl", [{"reply": '{"choice": "A"}', "items": "two"}], "row 1, column 'items'"),
        ("key.jsonl", [{"reply": '{"choice": "A"}', "criterion": 5}], "row 1, column 'criterion'"),
        ("many.jsonl", [{"reply": '{"choice": "A"}', "items": 2}], "row 1"),
        ("broken.jsonl", "{", "row 1"),
        ("terminal.txt", '{"choice": "\x1b[31m"}', "none of A"),
    ],
)
def test_what_cannot_be_read(parvis: Run, write: Write, name: str, content: str, said: str) -> None:
    """Whatever cannot be read ends in one message that names the file, and the record of JSON Lines."""
    complaint = parvis("judge", "parse", "--protocol", "norwegian_fluency", write(name, content)).complaint
    assert name in complaint
    assert said in complaint
    assert "\x1b" not in complaint


def test_unknown(parvis: Run, write: Write) -> None:
    """A file that is not there and a protocol that is not there are refused by name."""
    assert "missing.txt" in parvis("judge", "parse", "--protocol", "heval", "missing.txt").complaint
    assert "nonsense" in parvis("judge", "parse", "--protocol", "nonsense", write("reply.txt", "4")).complaint
