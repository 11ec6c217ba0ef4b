"""The picture of the ranking in README and statistics.md shows the numbers that are printed below it."""

from __future__ import annotations

from eval_core.files import read_judgments, to_votes_frame
from tests.support.generated_docs import SAMPLE
from tests.support.pictures import IMAGES, drawn_of, drawn_on


def test_the_picture_shows_the_sample() -> None:
    """What the browser drew when it was taken is what the sample's ranking is now; another ranking is noticed."""
    votes = to_votes_frame(read_judgments(SAMPLE))
    shown = drawn_on(IMAGES / "ranking.png")
    assert shown == drawn_of(votes), "run `make pictures`"
    assert shown != drawn_of(votes.iloc[1:]), "planted: one judgment fewer"
