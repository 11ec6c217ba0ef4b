"""What is left to chance and what is not: sides, the windows of the adaptive policy, the pairs of a sample."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from random import SystemRandom

import numpy as np
import pytest

from eval_core.campaigns.content.pairs import balanced_pairs
from eval_core.campaigns.desk.supply.adaptive_choice import WINDOW, WINDOWS, Outlook
from eval_core.campaigns.desk.supply.leases import choose_side
from eval_core.campaigns.desk.supply.own_work import OwnWork

DRAWS = 2000
# Over six standard errors (each is half the root of the draws): an even draw is so far off once in 10^10 times.
FAR = 150
CHANCE = SystemRandom()


def work(**numbers: int) -> OwnWork:
    """Somebody's work in numbers, 0 where nothing is said."""
    nothing = {field.name: 0 for field in fields(OwnWork)}
    return OwnWork(**nothing | {"written_standard": None} | numbers)  # type: ignore[arg-type]


@pytest.mark.parametrize(("swapped", "straight"), [(0, 0), (7, 7), (4, 3), (3, 4)])
def test_sides_are_drawn_evenly(swapped: int, straight: int) -> None:
    """Where neither way round leads by two, both come up equally often, and one ahead is no reason for the other."""
    own = work(swapped=swapped, straight=straight)
    assert abs(sum(choose_side(own, CHANCE) for _ in range(DRAWS)) - DRAWS / 2) < FAR


@pytest.mark.parametrize("lead", [2, 3])
def test_a_side_that_leads_by_two_is_evened_out(lead: int) -> None:
    """Then the other one comes for certain."""
    assert not any(choose_side(work(swapped=5 + lead, straight=5), CHANCE) for _ in range(30))
    assert all(choose_side(work(swapped=5, straight=5 + lead), CHANCE) for _ in range(30))


class Fixed:
    """Chance that gives one number."""

    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        return self.number


def test_windows_meet_every_place_as_often() -> None:
    """Over all places where the windows can begin, every open comparison lies in as many windows, the ends too."""
    width, first = 20, 100
    last = first - WINDOW + WINDOWS * width
    outlook = Outlook({}, np.zeros((0, 0)), first, last)
    met: Counter[int] = Counter()
    for step in range(width):
        starts = outlook.starts(Fixed((step + 0.5) / width))  # type: ignore[arg-type]
        places = [starts[f"start{number}"] for number in range(WINDOWS + 1)]
        assert places == sorted(places)
        assert places.pop() == last + 1
        met.update(place for start in places for place in range(start, start + WINDOW))
    assert {met[place] for place in range(first, last + 1)} == {WINDOW}


@pytest.mark.parametrize("seed", range(8))
def test_a_sample_evens_out_what_the_campaign_has(seed: int) -> None:
    """The pair that stands in the campaign least comes first, then the one whose systems do, whatever the seed."""
    pairs = [("a", "b"), ("a", "c"), ("b", "c"), ("b", "d")]
    used = {("a", "b"): 2, ("a", "c"): 2, ("b", "c"): 1, ("b", "d"): 1}
    assert balanced_pairs({"p": pairs}, 2, used=used, seed=seed) == {"p": [("b", "d"), ("b", "c")]}
