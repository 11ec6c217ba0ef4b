"""What a judge was worth, and strength by checkpoint, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from eval_core.errors import MESSAGES, InputError
from eval_core.locales import use_language
from eval_core.ranking import rank
from eval_core.ranking.checkpoints import ModelCheckpoint, by_checkpoint
from eval_core.ranking.results import JudgeShare
from eval_core.reports.combined_words import _REFUSALS, checkpoint_table, judge_sentences, refusal_sentence
from tests.support.ranking import frame

VOTES = frame(("m 1", "m 2", "first", 4), ("m 1", "m 2", "second", 6), ("m 2", "n", "first", 7))
SHARE = JudgeShare("Dommer", 0.25, 1.2, 0.95, 400, 100, by_verdict=False)


@pytest.mark.parametrize(
    ("worth", "said"),
    [
        (0.4, "no human judgment."),
        (-9.0, "no human judgment."),
        (1.2, "about 1 human judgment."),
        (42.4, "about 42 human"),
    ],
)
def test_worth(worth: float, said: str) -> None:
    """A whole number of judgments, or none; always with what a judge cannot do."""
    use_language("en")
    sentences = judge_sentences(replace(rank(VOTES), judge=replace(SHARE, worth=worth)))
    assert said in sentences[0]
    assert "17 judgments by people" in sentences[0]
    assert "cannot shrink what annotators differ by" in sentences[1]
    assert "400 comparisons, of which people judged 100" in sentences[2]
    assert judge_sentences(rank(VOTES)) == []


def test_every_refusal_has_words_of_its_own() -> None:
    """Codes that are known, each with another sentence; any other error has a general one."""
    use_language("en")
    assert set(_REFUSALS) <= set(MESSAGES)
    assert len(set(_REFUSALS.values())) == len(_REFUSALS)
    assert "cannot be ranked together" in refusal_sentence(InputError("bad_n"))
    assert "not judged every comparison" in refusal_sentence(
        InputError("judge_left_items", judge="x", missing=1, comparisons=2)
    )


def test_the_table_by_checkpoint() -> None:
    """Intervals in brackets; no change for the first; an unbounded system says so."""
    use_language("en")
    known = [ModelCheckpoint("m 2", "m", 2.0), ModelCheckpoint("m 1", "m", 1.0), ModelCheckpoint("n", "n", 1500.0)]
    header, rows = checkpoint_table(by_checkpoint(rank(VOTES), known))
    assert all(len(row) == len(header) for row in rows)
    assert [row[:3] for row in rows] == [["m", "1", "m 1"], ["m", "2", "m 2"], ["n", "1,500", "n"]]
    assert rows[0][4:] == ["", ""]
    assert rows[1][4].endswith("]")
    assert rows[1][5] == "No"
    assert rows[2][3] == "unbounded"
