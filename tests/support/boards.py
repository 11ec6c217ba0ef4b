"""Boards with something planted in them, which the diagnostics of a ranking must find, and boards without it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from tests.support.worlds import outcomes


@dataclass(frozen=True)
class Board:
    """A world of judgments: every pair on every prompt, by `overlap` annotators each (all of them where it is None).

    Attributes:
        divided: whether each pair has one annotator, who judges it on every prompt.
        spread: of the strengths, evenly from above to below zero.
        annotator_sd, prompt_sd: by how much a system's strength differs between them.
        cycle: by how much, against all strengths, the first system beats the second, this the third, and this the first.
        safe_ties: how much more often, as a log odds, the first system ties with the weaker half.
    """

    systems: int = 6
    annotators: int = 6
    prompts: int = 20
    overlap: int | None = 2
    divided: bool = False
    spread: float = 0.6
    annotator_sd: float = 0.3
    prompt_sd: float = 0.3
    cycle: float = 0.0
    safe_ties: float = 0.0
    log_nu: float = -0.3

    def judgments(self, seed: int) -> pd.DataFrame:
        """One set of judgments, in a random presented order."""
        chance = np.random.default_rng(seed)
        size = self.systems
        strength = np.linspace(self.spread, -self.spread, size)
        people = chance.normal(0, self.annotator_sd, (self.annotators, size))
        themes = chance.normal(0, self.prompt_sd, (self.prompts, size))
        one, two = np.triu_indices(size, 1)
        prompt, pair = (part.ravel() for part in np.meshgrid(range(self.prompts), range(len(one)), indexing="ij"))
        who = chance.random((len(pair), self.annotators)).argsort(axis=1)[:, : self.overlap or self.annotators]
        if self.divided:
            who = (chance.permutation(len(one)) % self.annotators)[pair][:, None]
        prompt, pair = (np.repeat(part, who.shape[1]) for part in (prompt, pair))
        annotator, i, j = who.ravel(), one[pair], two[pair]
        seen = strength + people[annotator] + themes[prompt]
        row = np.arange(len(pair))
        d = seen[row, i] - seen[row, j] + self.cycle * self._turn(i, j)
        safe = (i == 0) & (j >= size // 2)
        outcome = np.where(safe, outcomes(d, self.log_nu + self.safe_ties, chance), outcomes(d, self.log_nu, chance))
        swapped = chance.random(len(pair)) < 0.5
        first, second = np.where(swapped, j, i), np.where(swapped, i, j)
        outcome = np.where(swapped & (outcome < 2), 1 - outcome, outcome)
        names = np.array([f"s{n}" for n in range(size)])
        return pd.DataFrame(
            {
                "first": names[first],
                "second": names[second],
                "outcome": np.array(["first", "second", "tie"])[outcome],
                "annotator": [f"a{n}" for n in annotator],
                "prompt": [f"p{n}" for n in prompt],
            }
        )

    @staticmethod
    def _turn(i: np.ndarray, j: np.ndarray) -> np.ndarray:
        """1 where i beats j in the circle of the first three, −1 where it loses there, (n,)."""
        return np.where(j > 2, 0, np.where(j - i == 1, 1, -1))
