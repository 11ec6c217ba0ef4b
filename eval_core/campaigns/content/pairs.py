"""Which responses to compare, in which order, and which comparisons form the shared set. Pure functions.

The same input and seed give the same result in every database: a campaign's seed is its short name, not an id.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

Pair = tuple[str, str]
Item = TypeVar("Item")


def possible_pairs(systems: Collection[str], against: Collection[str] | None = None) -> list[Pair]:
    """Every pair of systems, each in canonical order (by code point); only pairs with one of `against`, if given."""
    pairs = combinations(sorted(systems), 2)
    return [pair for pair in pairs if against is None or set(pair) & set(against)]


def balanced_pairs(
    available: Mapping[str, Sequence[Pair]],
    wanted: int,
    *,
    used: Mapping[Pair, int] | None = None,
    seed: int | str = 0,
) -> dict[str, list[Pair]]:
    """Choose at most `wanted` pairs per prompt so that pairs and systems come up equally often.

    Greedy: for each prompt in random order, the least used pair, then the one whose systems are
    least used, then chance.

    Args:
        available: prompt key -> its possible pairs.
        used: how often the campaign has each pair already.
    """
    chance = random.Random(seed)  # noqa: S311 - balance, not secrecy
    pair_uses = Counter(used or {})
    system_uses: Counter[str] = Counter()
    for pair, count in pair_uses.items():
        for system in pair:
            system_uses[system] += count
    chosen: dict[str, list[Pair]] = {}
    prompts = list(available)
    chance.shuffle(prompts)
    for prompt in prompts:
        left = list(available[prompt])
        chance.shuffle(left)
        chosen[prompt] = []
        while left and len(chosen[prompt]) < wanted:
            best = min(left, key=lambda pair: (pair_uses[pair], system_uses[pair[0]] + system_uses[pair[1]]))
            left.remove(best)
            chosen[prompt].append(best)
            pair_uses[best] += 1
            system_uses.update(best)
    return chosen


def serving_order(items: Sequence[Item], prompt_of: Callable[[Item], Hashable], *, seed: int | str = 0) -> list[Item]:
    """Random order in layers: each layer has one item of every prompt, so that a prompt comes back late."""
    chance = random.Random(seed)  # noqa: S311 - balance, not secrecy
    by_prompt: dict[Hashable, list[Item]] = defaultdict(list)
    for item in items:
        by_prompt[prompt_of(item)].append(item)
    queues = list(by_prompt.values())
    for queue in queues:
        chance.shuffle(queue)
    # One order of prompts for every layer keeps neighbours of one prompt a whole layer apart.
    chance.shuffle(queues)
    depth = max((len(queue) for queue in queues), default=0)
    return [queue[layer] for layer in range(depth) for queue in queues if layer < len(queue)]


def shared_sample(
    items: Sequence[Item], stratum_of: Callable[[Item], Hashable], size: int, *, seed: int | str = 0
) -> list[Item]:
    """A stratified sample: each stratum gives its proportional share (largest remainders), chosen at random."""
    size = min(size, len(items))
    if size <= 0:
        return []
    chance = random.Random(seed)  # noqa: S311 - balance, not secrecy
    strata: dict[Hashable, list[Item]] = defaultdict(list)
    for item in items:
        strata[stratum_of(item)].append(item)
    keys = list(strata)
    chance.shuffle(keys)
    share = {key: size * len(strata[key]) / len(items) for key in keys}
    count = {key: int(share[key]) for key in keys}
    for key in sorted(keys, key=lambda key: count[key] - share[key])[: size - sum(count.values())]:
        count[key] += 1
    return [item for key in keys for item in chance.sample(strata[key], count[key])]
