"""The pairs of the screen for native readers: one sentence, right and with one fault. All of them are drafts.

A pair is in `data/native_screen/STANDARD.tsv`: its key, the kind of fault, the sentence as it should be, the same
sentence with the fault, and why. No native reader has checked them: a lead approves each before anyone gets it.
"""

from __future__ import annotations

import csv
import hashlib
import random
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from pathlib import Path

from eval_core.protocols.loader import DATA

ITEMS = 12  # of a screen
LEAST_APPROVED = 3 * ITEMS  # of a standard: two people seldom get the same twelve
KINDS = ("agreement", "gender", "inflection", "particle", "preposition", "pronoun", "word_choice", "word_order")


@dataclass(frozen=True)
class ScreenPair:
    """One pair; `why` says what the fault is, in the written standard of the pair."""

    key: str
    standard: str
    kind: str
    right: str
    wrong: str
    why: str

    @property
    def fingerprint(self) -> str:
        """Of both sentences: a pair that has changed needs a new approval."""
        return hashlib.sha256(f"{self.right}\n{self.wrong}".encode()).hexdigest()[:32]


@cache
def load_pairs(folder: Path = DATA / "native_screen") -> tuple[ScreenPair, ...]:
    """All pairs of both standards, in the order of the files."""
    pairs: list[ScreenPair] = []
    for standard in ("nb", "nn"):
        with (folder / f"{standard}.tsv").open(encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            pairs += [ScreenPair(standard=standard, **row) for row in rows]
    return tuple(pairs)


def draw_screen(pairs: Sequence[ScreenPair], rng: random.Random) -> list[tuple[ScreenPair, str]]:
    """Twelve pairs in a random order, each with the side, 'A' or 'B', on which the right sentence is.

    Kinds of faults take turns, so that no screen is about one of them. Six are right on each side.

    Args:
        pairs: those to choose from, at least twelve.
    """
    by_kind: dict[str, list[ScreenPair]] = defaultdict(list)
    for pair in rng.sample(pairs, len(pairs)):
        by_kind[pair.kind].append(pair)
    kinds = rng.sample(sorted(by_kind), len(by_kind))
    chosen: list[ScreenPair] = []
    while len(chosen) < ITEMS:
        chosen += [by_kind[kind].pop() for kind in kinds if by_kind[kind]]
    chosen = rng.sample(chosen[:ITEMS], ITEMS)
    sides = rng.sample("AB" * (ITEMS // 2), ITEMS)
    return list(zip(chosen, sides, strict=True))


def guess_passes(right: int) -> float:
    """How often someone who guesses has at least so many of the twelve right, 0 to 1 (binomial with 1/2)."""
    return sum(comb(ITEMS, hits) for hits in range(right, ITEMS + 1)) / float(2**ITEMS)


def approved(pairs: Collection[ScreenPair], marks: Collection[tuple[str, str]]) -> list[ScreenPair]:
    """The pairs that stand as they were approved.

    Args:
        marks: key and fingerprint of each approval.
    """
    known = set(marks)
    return [pair for pair in pairs if (pair.key, pair.fingerprint) in known]
