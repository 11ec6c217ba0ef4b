"""What judges' replies in a line mean: a score at the end of a text, a whole number, and a verdict in brackets."""

from __future__ import annotations

import pytest

from eval_core.protocols.replies import Choice, Mark, Reply, parse_reply
from tests.unit.protocols.reply_samples import (
    ENGLISH_LINE,
    INTEGER,
    PAIR,
    criterion,
    mark,
    rating,
    refused,
)


@pytest.mark.parametrize(
    ("text", "value", "words"),
    [
        ("Fluency Score (1-5): 4", 4, ""),
        ("**유창성 점수 (1-5): 4점**", 4, ""),
        ("점수: 4/5", 4, ""),
        ("점수：４", 4, ""),
        ("점수는 4점입니다.", 4, ""),
        ("점수: 5점 만점에 4점", 4, ""),
        ("유창성: 4점으로 평가합니다", 4, ""),
        ("4", 4, ""),
        ("**4점**", 4, ""),
        ("| Fluency score | 4 |", 4, ""),
        ("fluency_score: 5", 5, ""),
        ("Score (out of 5): 3", 3, ""),
        ("Score - 3", 3, ""),
        ("Rating for fluency: 3 out of 5.", 3, ""),
        ("The fluency score is 3.", 3, ""),
        ("## Fluency Score (1-5):\n\n**3**\n", 3, ""),
        ("Score: 4 because it reads well", 4, "because it reads well"),
        ("Fluency: 2 errors.\nFluency score: 3", 3, "Fluency: 2 errors."),
        ("Score: 2\nI repeat: score: 2", 2, ""),
        ("Fluency Score: 4 - Reads well.", 4, "Reads well."),
        ("Explanation:\n- It reads **well**.\n\nFluency Score (1-5): 4", 4, "- It reads **well**."),
        ("```\nIt has 2 errors. Score: 3\n```", 3, "It has 2 errors."),
        ("Coherence: 2/5. Fluency score: 5", 5, "Coherence: 2/5."),
    ],
)
def test_score_lines(text: str, value: int, words: str) -> None:
    """A score is read in English and Korean with scale, markup and full marks around it; the rest explains it."""
    assert mark(ENGLISH_LINE, text, "fluency") == Mark(value, words)


@pytest.mark.parametrize(
    "text",
    [
        *("Fine.", "Score (1-5):", "Score: 1-5", "Score: 3 or 4", "Score: 3-4", "Score: 3, 4", "점수: 3점 또는 4점"),
        *("Score: 4/10", "점수: 10점 만점에 4점", "Score: 4.5", "Score: 4,5", "Score: 6", "Score: 0", "Score: -4"),
        *("Score: 80%", "Score: four", "Score: 4th", "Score: N/A", "Coherence score: 4", "4\n3", "score: 44"),
        *("Score: 3\nScore: 4", "Fluency score: 3\nScore: 4", "Fluency: 2\nOverall score: 3", "Score: 4/5/5"),
        *("점수: 3\n점수: 4", "점수: 3\n\n점수: 4", "점수: 3 점수: 4"),
        *("Score: 3 for the first. Score: 4", "Score: 80%\nScore: 4", "Score: 3 and 4", "Fluency: 2 errors"),
    ],
)
def test_score_lines_that_are_refused(text: str) -> None:
    """No score, different scores, another scale, another criterion's score and fractions are refused."""
    assert refused(ENGLISH_LINE, text, asked="fluency")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Feedback: It has 2 errors. [RESULT] 4", "It has 2 errors."),
        ("Feedback: It has 2 errors [RESULT] 4", "It has 2 errors"),
        ("###Feedback: Fine (criterion 1).\n[RESULT]: 4/5", "Fine (criterion 1)."),
        ("It has 2 errors.\n[Result] (4)", "It has 2 errors."),
        ("**Feedback:** It has 2 errors.\n\n**Score:** 4", "It has 2 errors."),
        ("Feedback: It has 2 errors. Score (1-5): 4", "It has 2 errors."),
        ("Feedback: 2 errors. Score: 4 [RESULT] 4", "2 errors."),
    ],
)
def test_prometheus(text: str, words: str) -> None:
    """The forms of Prometheus are read for a line, for a whole number and for an object about one criterion."""
    single = rating("json_object", criterion("a", "가"))
    for protocol, asked in ((ENGLISH_LINE, "fluency"), (INTEGER, None), (single, None)):
        assert mark(protocol, text, asked) == Mark(4, words)


@pytest.mark.parametrize(
    "text",
    [
        *("[RESULT]", "[RESULT] 4 or 5", "[RESULT] 3 [RESULT] 4", "[RESULT] 4.5", "[RESULT] 7", "[RESULT] 4/10"),
        *("Feedback: fine.", "Feedback: 4 errors.", "Feedback: Score: 3. [RESULT] 4", "[RESULT] A"),
    ],
)
def test_prometheus_refused(text: str) -> None:
    """No number, two, a fraction and another scale are refused there, too."""
    for protocol, asked in ((ENGLISH_LINE, "fluency"), (INTEGER, None)):
        assert refused(protocol, text, asked=asked)


def test_prometheus_compares() -> None:
    """[RESULT] with a letter is a choice; another letter, or JSON that chooses otherwise, makes two."""
    assert parse_reply(PAIR, "Feedback: B is stiff. [RESULT] A") == Choice("A", "B is stiff.")
    assert parse_reply(PAIR, '{"choice": "A"} [RESULT] A') == Choice("A", "")
    for text in ("[RESULT] C", "[RESULT] A [RESULT] B", '{"choice": "B"} [RESULT] A', "[RESULT] A or B", "[RESULT]"):
        assert refused(PAIR, text)


def test_not_applicable_in_a_line() -> None:
    """N/A is read from a line where the criterion has it."""
    assert mark(ENGLISH_LINE, "Coherence score: N/A", "coherence") == Mark(None, "")


@pytest.mark.parametrize(
    "text",
    [*("4", " 4. ", "4/5", "4점", "4.0", "**4**", '"4"', "Overall score: 4", "Overall:\n4", "종합 점수 (1-5): 4점")],
)
def test_integers(text: str) -> None:
    """One whole number is read with a label, its scale and markup."""
    assert parse_reply(INTEGER, text) == Reply(({"overall": Mark(4, "")},))


@pytest.mark.parametrize(
    "text",
    [
        "four",
        "4 or 5",
        "4 4",
        "4-5",
        "4.5",
        "4/10",
        "-4",
        "6",
        "4%",
        "4th",
        "GPT4",
        "Adequacy: 4",
        "N/A",
        "4: 2 errors",
    ],
)
def test_integers_that_are_refused(text: str) -> None:
    """Two candidate numbers, another scale, another criterion or no whole number are refused."""
    assert refused(INTEGER, text)
