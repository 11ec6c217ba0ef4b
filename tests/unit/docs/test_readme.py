"""What README says is so today: its picture of the ranking, and nothing about others that they can change."""

from __future__ import annotations

import re

from eval_core.files import read_judgments, to_votes_frame
from tests.support.generated_docs import SAMPLE
from tests.support.pictures import IMAGES, drawn_of, drawn_on
from tests.support.reading import ROOT, text_of


def licences(table: str) -> list[str]:
    """What a text says of licences."""
    return re.findall(r"licen[cs]\w*|PolyForm|GPL|Apache|MIT\b", table)


def test_the_picture_shows_the_sample() -> None:
    """What the browser drew when it was taken is what the sample's ranking is now; another ranking is noticed."""
    votes = to_votes_frame(read_judgments(SAMPLE))
    shown = drawn_on(IMAGES / "ranking.png")
    assert shown == drawn_of(votes), "run `make pictures`"
    assert shown != drawn_of(votes.iloc[1:]), "planted: one judgment fewer"


def test_no_licence_of_another_tool_is_said() -> None:
    """They change without our knowing: what was said of Potato's was no longer so."""
    _, _, after = text_of(ROOT / "README.md").partition("## How it differs")
    table = after.partition("\n## ")[0]
    assert "Potato" in table
    assert licences(table) == []
    assert licences("an open-source licence (Potato's is PolyForm Shield)"), "planted: the sentence of before"
