"""Reply parsing against any text: written answers are read, nothing crashes, nothing ambiguous passes."""

from __future__ import annotations

import json
import random
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from eval_core.protocols import Protocol, reply_batches
from eval_core.protocols.replies import Choice, Mark, Reading, Reply, ReplyError, parse_reply, read_reply
from tests.support.selection import examples
from tests.unit.protocols import fuzz_replies
from tests.unit.protocols.fuzz_replies import SAMPLES, check, check_allowed, draw, write
from tests.unit.protocols.reply_samples import BATCH, INTEGER, LINE, OBJECT, PAIR

SEEDS = st.integers(0, 2**32)
PIECES = st.lists(
    st.sampled_from(
        [
            *"{}[]\"'“”‘’,:/*\\ \n",
            *("choice", "verbs", "scores", "Score:", "점수", "4", "4/5", "N/A", "<think>", "</think>", '{"choice":'),
            *('"A"', "```", "//", "/*", "*/", "\ud83d", "\0", "1e9", "0x", "true", "null", '["', "Fluency"),
        ]
    )
).map("".join)


@settings(max_examples=examples(400), deadline=None)
@given(seed=SEEDS)
def test_what_is_written_is_read(seed: int) -> None:
    """Any answer, written with any quirks and wrapping, is read as itself; spoilt, it is refused or still allowed."""
    check(seed)


@settings(max_examples=examples(400), deadline=None)
@given(protocol=st.sampled_from(SAMPLES), text=st.one_of(st.text(), PIECES))
def test_any_text_is_refused_or_allowed(protocol: Protocol, text: str) -> None:
    """Random text raises nothing but ReplyError, and what passes is an answer that the protocol allows."""
    asked = protocol.criteria[0].key if protocol.judge and protocol.judge.per_criterion else None
    try:
        answer = parse_reply(protocol, text, criterion=asked)
    except ReplyError as error:
        assert str(error)
    else:
        check_allowed(protocol, answer, 1)


@settings(max_examples=examples(150), deadline=None)
@given(protocol=st.sampled_from([PAIR, OBJECT, BATCH]), seed=SEEDS)
def test_two_answers_are_refused(protocol: Protocol, seed: int) -> None:
    """Two different answers after each other are refused, in whatever form each is written."""
    rng = random.Random(seed)
    first, _ = draw(rng, protocol)
    second, _ = draw(rng, protocol)
    text = f"{plain(first)}\n\nNo, rather:\n{plain(second)}"
    if first == second:
        assert parse_reply(protocol, text, items=None if protocol is BATCH else 1) == first
    else:
        with pytest.raises(ReplyError, match="2 different"):
            parse_reply(protocol, text, items=None if protocol is BATCH else 1)


def plain(answer: Choice | Reply) -> str:
    """An answer as plain JSON."""
    if isinstance(answer, Choice):
        return json.dumps({"choice": answer.choice, "reason": answer.reason})
    items = [
        {key: ["NA" if mark.value is None else mark.value, mark.explanation] for key, mark in marks.items()}
        for marks in answer.items
    ]
    if items[0].keys() == {criterion.key for criterion in OBJECT.rated}:
        return json.dumps(items[0])
    return json.dumps({"scores": items, "summary": answer.summary})


@settings(max_examples=examples(100), deadline=None)
@given(protocol=st.sampled_from([LINE, INTEGER]), seed=SEEDS, other=st.integers(1, 5))
def test_two_scores_are_refused(protocol: Protocol, seed: int, other: int) -> None:
    """A second score that differs from the first is refused, before or behind it."""
    rng = random.Random(seed)
    answer, asked = draw(rng, protocol)
    assert isinstance(answer, Reply)
    ((_, mark),) = answer.items[0].items()
    if mark.value == other:
        return
    lines = [f"점수: {mark.value}", f"점수: {other}"]
    rng.shuffle(lines)
    with pytest.raises(ReplyError):
        parse_reply(protocol, f"{lines[0]}\n{mark.explanation}\n{lines[1]}", criterion=asked)


GARBAGE = st.one_of(st.text(max_size=40), PIECES)
NUMBER = re.compile(r"\d+")
# Garbage that cannot be an answer: no digit, no letter, nothing that opens a comment, a string or a thought.
HARMLESS = st.text(st.sampled_from("{}[]()…!?;–| \n\t"), max_size=30)


@settings(max_examples=examples(300), deadline=None)
@given(protocol=st.sampled_from(SAMPLES), seed=SEEDS, before=GARBAGE, after=GARBAGE)
@example(protocol=PAIR, seed=20, before="", after="")  # writes the tie as escapes only
def test_no_score_that_is_not_there(protocol: Protocol, seed: int, before: str, after: str) -> None:
    """Whatever is around an answer, every number that is read is in the text, and so is the choice."""
    check_literal(protocol, seed, before, after)


def check_literal(protocol: Protocol, seed: int, before: str, after: str) -> None:
    """AssertionError for a rating or a choice that the text does not hold."""
    rng = random.Random(seed)
    answer, asked = draw(rng, protocol)
    text = f"{before}{write(rng, protocol, answer)}{after}"
    items = len(answer.items) if isinstance(answer, Reply) else 1
    try:
        read = read_reply(protocol, text, items=items, criterion=asked)
    except ReplyError:
        return
    if isinstance(read, Choice):
        own = {"A": ("a",), "B": ("b",), "tie": ("tie", "equal", "같음", "draw", "difference", "tied")}[read.choice]
        assert any(word in _with_escapes_read(text).casefold() for word in own)
        return
    there = {int(number) for number in NUMBER.findall(_with_escapes_read(text))}
    for mark in (mark for marks in read.items if marks for mark in marks.values()):
        assert mark.value is None or mark.value in there, f"{mark.value} is not in {text!r}"


def _with_escapes_read(text: str) -> str:
    r"""The text, and once more with \uac19 and the like as the characters that they stand for in JSON."""
    return text + "\n" + re.sub(r"\\u([0-9a-fA-F]{4})", lambda code: chr(int(code[1], 16)), text)


@settings(max_examples=examples(300), deadline=None)
@given(protocol=st.sampled_from(SAMPLES), seed=SEEDS, before=HARMLESS, after=HARMLESS)
def test_harmless_garbage_changes_no_score(protocol: Protocol, seed: int, before: str, after: str) -> None:
    """With brackets, dashes and blanks around it an answer is refused or read as itself, never as another."""
    rng = random.Random(seed)
    answer, asked = draw(rng, protocol)
    items = len(answer.items) if isinstance(answer, Reply) else 1
    text = f"{before}\n{write(rng, protocol, answer)}\n{after}"
    try:
        read = read_reply(protocol, text, items=items, criterion=asked)
    except ReplyError:
        return
    assert scores(read) == scores(answer), text


def scores(read: Choice | Reading | Reply) -> list[object]:
    """A choice, or the ratings of each item that has some."""
    if isinstance(read, Choice):
        return [read.choice]
    return [{key: mark.value for key, mark in marks.items()} for marks in read.items if marks]


@settings(max_examples=examples(300), deadline=None)
@given(seed=SEEDS)
def test_what_is_left_of_a_batch_is_never_anothers(seed: int) -> None:
    """Of a numbered batch, shuffled, torn off at either end and with pieces missing, no item gets another's ratings."""
    check_torn(seed)


def check_torn(seed: int) -> None:
    """AssertionError where an item of a damaged batch has ratings that are not its own."""
    rng = random.Random(seed)
    count = rng.randint(2, 6)
    values = [rng.randint(1, 5) for _ in range(count)]
    base = rng.randint(0, 1)
    rows = [
        {"item": number + base, "adequacy": [value, f"why {number}"], "fluency": [6 - value, f"so {number}"]}
        for number, value in enumerate(values)
    ]
    rng.shuffle(rows)
    text = json.dumps({"scores": rows, "summary": {"adequacy": "x", "fluency": "y"}})
    if rng.random() < 0.3:
        text = "\n".join(json.dumps(row) for row in rows)
    match rng.randint(0, 3):
        case 0:
            text = text[: rng.randint(0, len(text))]
        case 1:
            text = text[rng.randint(0, len(text)) :]
        case 2:
            del rows[rng.randrange(count)]
            text = json.dumps(rows)
        case _:
            place = text.index('"why') + rng.randint(0, 3)
            text = text[:place] + text[place + 1 :]
    try:
        read = read_reply(BATCH, text, items=count)
    except ReplyError:
        return
    assert isinstance(read, Reading)
    for number, marks in enumerate(read.items):
        if marks and (base or '"item": 0' in text):  # a request counts from 1, so a reply whose 0 is gone is misread
            assert marks["adequacy"].value == values[number], text
            assert marks["fluency"].value == 6 - values[number], text


def test_the_checks_catch_misreadings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that trusts the order of a batch in place of its numbers is caught, as is one that makes up a score."""
    with monkeypatch.context() as patched, pytest.raises(AssertionError):
        patched.setattr(reply_batches, "_number_of", lambda *_: None)
        for seed in range(300):
            check_torn(seed)
    with monkeypatch.context() as patched, pytest.raises(AssertionError, match="is not in"):
        made_up = Reading(({"verbs": Mark(3, "")},))
        patched.setattr("tests.unit.protocols.test_reply_properties.read_reply", lambda *_, **__: made_up)
        for seed in range(50):
            check_literal(OBJECT, seed, "", "")


def test_the_fuzz_target_catches_a_misreading(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check fails for a parser that answers the same to everything."""
    monkeypatch.setattr(fuzz_replies, "parse_reply", lambda *_, **__: Choice("A", "always"))
    with pytest.raises(AssertionError, match="was read as"):
        for seed in range(20):
            check(seed)


def test_the_fuzz_target_writes_quirks() -> None:
    """The texts that are drawn differ from plain JSON often enough to mean something."""
    rng = random.Random(0)
    texts = [write(rng, BATCH, draw(rng, BATCH)[0]) for _ in range(200)]
    for quirk in ("//", "/*", ",]", "“", "'", "```", "<think>", "\ufeff"):
        assert sum(quirk in text for text in texts) >= 5, quirk
