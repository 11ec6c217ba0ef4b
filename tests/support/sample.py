"""The README's sample of judgments: simulated, and the same to the byte at every run.

Five systems answered 60 prompts. Twelve annotators judged each of the 600 comparisons once. Annotators and prompts
differ a little in what they favour, as real ones do.
"""

from __future__ import annotations

import csv
import io
import random
from itertools import combinations
from math import exp

STRENGTHS = {"fjell": 1.0, "fjord": 0.15, "foss": -0.95, "myr": 0.3, "vidde": -0.5}  # natural log scale
ANNOTATORS = ("Anna", "Birk", "Dina", "Eirik", "Frida", "Geir", "Hanne", "Ivar", "Jorunn", "Kjell", "Liv", "Magne")
PROMPTS = 60
SPREAD = 0.25  # standard deviation of an annotator's or a prompt's own opinion of a system
TIE = 0.7  # weight of a tie against two equal systems' weight of 1 each


def sample() -> str:
    """The judgments as CSV in the arena dialect."""
    generator = random.Random(20261123)
    opinions = {
        (key, system): generator.gauss(0, SPREAD) for key in (*ANNOTATORS, *range(PROMPTS)) for system in STRENGTHS
    }
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["question_id", "judge", "model_a", "model_b", "winner"])
    for prompt in range(PROMPTS):
        for number, pair in enumerate(combinations(STRENGTHS, 2)):
            annotator = ANNOTATORS[(prompt * 5 + number * 7) % len(ANNOTATORS)]
            first, second = generator.sample(pair, 2)
            half = (_liking(opinions, annotator, prompt, first) - _liking(opinions, annotator, prompt, second)) / 2
            (winner,) = generator.choices(["model_a", "model_b", "tie"], [exp(half), exp(-half), TIE])
            writer.writerow([f"p{prompt + 1}", annotator, first, second, winner])
    return out.getvalue()


def _liking(opinions: dict[tuple[str | int, str], float], annotator: str, prompt: int, system: str) -> float:
    return STRENGTHS[system] + opinions[annotator, system] + opinions[prompt, system]
