"""Whole campaigns of simulated annotators, honest ones and clickers, as frames and counts, without a database."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from eval_core.campaigns.quality.doubts import Doubt, doubts
from eval_core.campaigns.quality.gold_and_repeats import AnnotatorChecks
from eval_core.ranking.habits import annotator_habits

SYSTEMS = np.array(list("abcde"))
STRENGTHS = np.array([1.4, 0.7, 0.0, -0.7, -1.4])
OUTCOMES = np.array(["first", "tie", "second"])
HONEST, ONE_SIDED, TOSSING, FAST = "honest", "one-sided", "tossing", "fast"


@dataclass(frozen=True)
class Design:
    """A campaign; the first annotator is of this `kind`, the others are honest.

    Attributes:
        taste: standard deviation of an annotator's own strengths of systems; natural log scale.
        text: that of a text's strength, which all annotators share.
        gold, repeats: so many for each annotator.
        accuracy: the share of gold comparisons that honest annotators answer as expected.
        overlap: annotators of each comparison.
    """

    annotators: int
    taste: float = 0.3
    kind: str = HONEST
    judgments: int = 100
    gold: int = 10
    repeats: int = 0
    accuracy: float = 0.94
    text: float = 0.7
    overlap: int = 2
    mark: float = 0.8


@dataclass
class Simulated:
    """One draw: the judgments, as `rank` takes them, and what is known of each annotator."""

    judgments: pd.DataFrame
    checks: list[AnnotatorChecks] = field(default_factory=list)

    def doubts(self, mark: float) -> tuple[Doubt, ...]:
        """Who is named."""
        return doubts(self.checks, annotator_habits(self.judgments, position_effect=False), mark)


def simulate(design: Design, chance: np.random.Generator) -> Simulated:
    """Draw one campaign."""
    names = [f"person-{number}" for number in range(design.annotators)]
    taste = chance.normal(0, design.taste, (design.annotators, len(SYSTEMS))) if design.taste else None
    n = design.judgments * design.annotators
    overlap = min(design.overlap, design.annotators)
    items = -(-n // overlap)
    prompts = max(1, items // 4)
    texts = chance.normal(0, design.text, (prompts, len(SYSTEMS)))
    item_prompt = chance.integers(prompts, size=items)
    one = chance.integers(len(SYSTEMS), size=items)
    other = (one + chance.integers(1, len(SYSTEMS), size=items)) % len(SYSTEMS)
    who = np.arange(n) % design.annotators
    item = (np.arange(n) // overlap) % items
    swapped = chance.random(n) < 0.5
    first, second = np.where(swapped, other[item], one[item]), np.where(swapped, one[item], other[item])
    strengths = STRENGTHS + texts[item_prompt[item]]
    if taste is not None:
        strengths = strengths + taste[who]
    rows = np.arange(n)
    choice = _drawn(strengths[rows, first] - strengths[rows, second], chance)
    mine = who == 0
    if design.kind == ONE_SIDED:
        choice[mine] = 0
    elif design.kind in (TOSSING, FAST):
        choice[mine] = 2 * chance.integers(2, size=mine.sum())
    frame = pd.DataFrame(
        {
            "first": SYSTEMS[first],
            "second": SYSTEMS[second],
            "outcome": OUTCOMES[choice],
            "annotator": np.array(names)[who],
            "prompt": item_prompt[item],
            "decided_at": rows,
        }
    )
    checks = [_checked(design, place, name, choice[who == place], chance) for place, name in enumerate(names)]
    return Simulated(frame, checks)


def _drawn(d: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    """0 the first, 1 a tie, 2 the second, by Davidson's model with ν = 0.7."""
    weights = np.exp(np.stack([d / 2, np.full(len(d), np.log(0.7)), -d / 2], axis=1)).cumsum(axis=1)
    return (chance.random((len(d), 1)) * weights[:, -1:] > weights).sum(axis=1)


def _checked(design: Design, place: int, name: str, choice: np.ndarray, chance: np.random.Generator) -> AnnotatorChecks:
    clicking = place == 0 and design.kind != HONEST
    fast = design.kind == FAST and place == 0
    return AnnotatorChecks(
        annotator=name,
        gold_right=int(chance.binomial(design.gold, 0.5 if clicking else design.accuracy)),
        gold=design.gold,
        repeats_alike=int(chance.binomial(design.repeats, 0.5 if clicking else 0.75)),
        repeats=design.repeats,
        seconds=2.0 if fast else 30.0,
        late=0,
        took_first=int((choice == 0).sum()),
        took_second=int((choice == 2).sum()),
        fast=int(chance.binomial(len(choice), 0.97 if fast else 0.02)),
        timed=len(choice),
    )
