"""Which places of the stream are for gold and repeats: one in every block, wherever chance puts it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval_core.campaigns.desk.supply.stream import due

SHARES = st.one_of(st.sampled_from([0.01, 0.05, 0.07, 0.1, 0.3, 1 / 3, 0.45, 0.5]), st.floats(0.001, 0.5))
CHANCE = st.integers().map(Random)


def places(share: float, length: int, chance: Random, *, start: int = 1, supplies_from: int = 1) -> list[int]:
    """Where a kind comes in a stream of this length, when it is drawn at every place with the probability due."""
    found: list[int] = []
    for number in range(max(start, supplies_from), start + length):
        if chance.random() < due(share, number, found[-1] if found else 0):
            found += [number]
    return found


def block_of(number: int, share: float) -> int:
    """The number of the block in which a place lies, found by walking from one block's end to the next."""
    block = 1
    while number > block / share + 1e-6:
        block += 1
    return block


@given(SHARES, st.integers(1, 5000), st.integers(0, 5000))
def test_a_probability_it_is(share: float, number: int, last: int) -> None:
    """It lies between 0 and 1 for every share, place and history."""
    assert 0 <= due(share, number, min(last, number - 1)) <= 1


@given(SHARES, CHANCE)
def test_each_block_has_exactly_one(share: float, chance: Random) -> None:
    """Whatever the share, a whole block never goes without and never gets a second one."""
    blocks = 6
    length = int(blocks / share + 1e-6)
    counts = Counter(block_of(number, share) for number in places(share, length, chance))
    assert counts == dict.fromkeys(range(1, blocks + 1), 1)


@pytest.mark.parametrize("share", [0.05, 0.07, 0.3, 0.5])
def test_it_comes_as_often_as_asked(share: float) -> None:
    """Over a long stream the share is met to less than one."""
    found = places(share, 2000, Random(1))
    assert abs(len(found) - 2000 * share) < 1


def test_the_places_are_left_to_chance() -> None:
    """Within a block every place is as likely as the other."""
    counts = Counter(places(0.1, 10, Random(seed))[0] for seed in range(3000))
    assert set(counts) == set(range(1, 11))
    assert min(counts.values()) > 220
    assert max(counts.values()) < 380


@given(SHARES, CHANCE)
def test_late_supplies_make_no_burst(share: float, chance: Random) -> None:
    """What could not come in earlier blocks is not made up for: still at most one a block."""
    since = int(4 / share)
    found = places(share, int(8 / share), chance, supplies_from=since)
    assert all(block_of(one, share) < block_of(other, share) for one, other in pairwise(found))
    assert len(found) <= 5


@given(SHARES, st.integers(1, 200), CHANCE)
def test_a_stream_that_begins_late_is_no_different(share: float, start: int, chance: Random) -> None:
    """After training and test, or when a share is set later, no block gets two."""
    found = places(share, int(3 / share), chance, start=start)
    assert max(Counter(block_of(number, share) for number in found).values()) == 1


def test_no_share_is_none() -> None:
    """With share 0 nothing is ever due."""
    assert {due(0.0, number, 0) for number in range(1, 500)} == {0.0}
