"""Reply parsing against any text: written answers are read, nothing crashes, nothing ambiguous passes."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval_core.protocols import Protocol
from eval_core.protocols.replies import Choice, Reply, ReplyError, parse_reply
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
