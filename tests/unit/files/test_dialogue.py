"""Dialogues: recognised in the forms in which they come, stored as they came, and places in them are kept."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval_core.errors import InputError
from eval_core.files import Reading, read_comparisons, read_responses, receipt_of
from eval_core.files.dialogue import Turn, dialogue_of, spoken, told, words_at
from eval_core.files.escapes import decoded, has_escapes
from eval_core.files.findings import findings_in_responses

MESSAGES = [{"role": "user", "content": "Hvem er\ndu?"}, {"role": "assistant", "content": 'En "venn" på fjell 😀'}]
SAID = [("user", "Hvem er\ndu?"), ("assistant", 'En "venn" på fjell 😀')]


def turns(text: str) -> list[tuple[str | None, str]]:
    return [(turn.role, turn.text) for turn in dialogue_of(text) or ()]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(MESSAGES),
        json.dumps(MESSAGES, ensure_ascii=False, indent=1),
        str(MESSAGES),
        str(MESSAGES).replace("}, {", "}\n {"),
        json.dumps({"messages": MESSAGES}),
        json.dumps([{"from": "human", "value": SAID[0][1]}, {"from": "gpt", "value": SAID[1][1]}]),
        json.dumps(
            [MESSAGES[0], {**MESSAGES[1], "content": [{"type": "text", "text": SAID[1][1]}, {"type": "image"}]}]
        ),
    ],
)
def test_a_list_of_messages_is_a_dialogue(text: str) -> None:
    """As JSON, as Python or an array prints it, in parts, and under the names of other tools."""
    assert turns(text) == SAID


def test_a_list_of_texts_is_turns_without_roles() -> None:
    """A turn that was not answered is empty; a role of another name is not shown: it may be a system's."""
    assert turns('["Fjell er h\\u00f8ye.", null]') == [(None, "Fjell er høye."), (None, "")]
    assert turns('[{"role": "NorMistral", "content": "Hei"}]') == [(None, "Hei")]
    assert told('["a", "b"]') == "Turn 1: a\n\nTurn 2: b"
    assert told(json.dumps(MESSAGES)) == "User: Hvem er\ndu?\n\nAssistant: " + SAID[1][1]
    assert told('["a"]') == "a"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "Hei",
            "[1, 2]",
            "[]",
            '{"a": "b"}',
            "[Navn] bor på [sted]",
            '[["a"]]',
            '[{"role": "user"}, 3]',
            "['a\\d']",
        ),
        *('{"role": "user", "role": "x", "content": "y"}', "[" * 100_000 + "]" * 100_000),
    ],
)
def test_other_texts_are_none(text: str) -> None:
    assert dialogue_of(text) is None
    assert spoken(text) == told(text) == text
    assert words_at(text, 1, 3) == text[1:3]


@given(st.lists(st.text(max_size=30), min_size=1, max_size=4), st.booleans(), st.booleans())
def test_places_lead_there_and_back(said: list[str], ascii_only: bool, as_python: bool) -> None:
    """Every stretch of what is said has its place in the stored text, and that place reads as the same words."""
    value = [{"role": "user", "content": text} for text in said]
    text = str(value) if as_python else json.dumps(value, ensure_ascii=ascii_only)
    found = dialogue_of(text)
    assert found is not None
    assert [turn.text for turn in found] == said
    for turn in found:
        for start in range(len(turn.text)):
            at, end = stored(turn, start), stored(turn, start + 1)
            assert (turn.place(at), turn.place(end)) == (start, start + 1)
            assert words_at(text, at, end) == turn.text[start]


def stored(turn: Turn, at: int) -> int:
    """Where a place of a turn stands in the stored text, as the desk computes it."""
    here, there = [pair for pair in turn.places if pair[0] <= at][-1]
    return there + at - here


def test_a_dialogue_is_read_and_stored_as_it_came(write) -> None:
    """A list in JSON becomes text; a text that is one stays as it is; both are said on the receipt."""
    text = json.dumps(MESSAGES)
    rows = [
        {"prompt": MESSAGES[:1], "system": "a", "response": MESSAGES[1:]},
        {"prompt": "p", "system": "a", "response": text},
    ]
    frame = read_responses(write("t.jsonl", rows))
    assert json.loads(frame["response"].iloc[0]) == MESSAGES[1:]
    assert frame["response"].iloc[1] == text
    assert "lists of messages or of texts are dialogues: 3 texts" in receipt_of(frame).document()["assumed"]
    with pytest.raises(InputError, match="a text is expected"):
        read_responses(write("t.jsonl", [{"prompt": "p", "system": "a", "response": [1, 2]}]))


def test_lists_as_text_in_a_table(shared_data) -> None:
    """The public table of comparisons whose texts are lists: unpacked for reading, and no finding about its escapes."""
    frame = read_comparisons(shared_data / "foreign_tables" / "12_json_list_texts.csv")
    assert turns(frame["response_a"].iloc[0]) == [(None, "Fjell er høye 0."), (None, "Fjorder er dype.")]
    assert turns(frame["prompt"].iloc[0]) == [(None, "Skriv om fjell nr 0\nKort."), (None, "Og om fjord?")]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (r"Hei\nog hallo", "Hei\nog hallo"),
        ("R&amp;D, h&oslash;y, O&#39;Shea", "R&D, høy, O'Shea"),
        ("en<br>to<br/>tre", "en\nto\ntre"),
        (r"h\u00f8y \ud83d\ude00", "høy 😀"),
        (r"Han sa \"hei\"\t.", 'Han sa "hei"\t.'),
        ('[{"role": "user", "content": "a &amp; b"}]', '[{"role": "user", "content": "a & b"}]'),
    ],
)
def test_escapes_are_noticed_and_decoded(text: str, meant: str, write) -> None:
    """Each kind is found in its row, and is what it stands for where the lead says so."""
    assert decoded(text) == meant
    path = write(
        "t.jsonl",
        [{"prompt": "p", "system": "a", "response": "Hei."}, {"prompt": "q", "system": "a", "response": text}],
    )
    found = {one.code: one.rows for one in findings_in_responses(read_responses(path))}
    assert found["escapes"] == (2,)
    frame = read_responses(path, Reading(decode=True))
    assert list(frame["response"]) == ["Hei.", meant]
    assert "escapes" not in {one.code for one in findings_in_responses(frame)}
    assert any("in 1 texts" in said for said in receipt_of(frame).document()["assumed"])


@pytest.mark.parametrize(
    "text",
    [
        r"$x \neq \nu$ og \text{ja}",
        'print("a\\n")\nprint("b")',
        "AT&T og R&D",
        r"C:\temp",
        '["h\\u00f8y"]',
        r"\u0000 \ud83d",
    ],
)
def test_what_is_no_escape_stays(text: str) -> None:
    """Formulas, programs, names, half a character: no escape, or none that can be decoded."""
    assert decoded(text) == text
    assert not has_escapes(text) or text == r"\u0000 \ud83d"
