"""The judgments that the ranking's speed is measured on: from a fixed seed, as columns and as a file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
from pyarrow import csv

from eval_core.ranking.votes import OUTCOMES, Votes

JUDGMENTS, SYSTEMS, ANNOTATORS, PROMPTS = 1_700_000, 130, 2_000, 20_000
LOG_NU, POSITION = -0.4, 0.1
# What files of arena battles say for `OUTCOMES`.
WINNERS = ("model_a", "model_b", "tie")


def make_votes(judgments: int = JUDGMENTS, seed: int = 0) -> Votes:
    """Draws from Davidson's model with a position effect; some systems, people and prompts come up far more often."""
    generator = np.random.default_rng(seed)
    names = tuple(f"system-{number:03}" for number in range(SYSTEMS))
    theta = generator.permutation(np.linspace(-2, 2, SYSTEMS))
    first, step = _often(generator, SYSTEMS, judgments), generator.integers(1, SYSTEMS, judgments)
    second = (first + step) % SYSTEMS
    d = theta[first] - theta[second] + POSITION
    chances = np.exp(np.stack([d / 2, -d / 2, np.full(judgments, LOG_NU)]))
    edges = np.cumsum(chances / chances.sum(axis=0), axis=0)
    outcome = (generator.random(judgments) > edges[:2]).sum(axis=0)
    annotator, prompt = (_often(generator, size, judgments) for size in (ANNOTATORS, PROMPTS))
    return Votes(names, first, second, outcome, annotator, prompt, np.ones(judgments, dtype=bool))


def names_of(votes: Votes) -> pd.DataFrame:
    """Columns first, second, outcome, annotator and prompt, all text."""
    return _table(votes, ("first", "second", "outcome", "annotator", "prompt"), OUTCOMES).to_pandas()


def write_csv(votes: Votes, path: Path) -> None:
    """A file of arena battles with columns model_a, model_b, winner, annotator_id and prompt_id."""
    table = _table(votes, ("model_a", "model_b", "winner", "annotator_id", "prompt_id"), WINNERS)
    csv.write_csv(table, path, csv.WriteOptions(quoting_style="none"))


def _often(generator: np.random.Generator, size: int, count: int) -> np.ndarray:
    """Codes below `size`, (count,), the first about ten times as often as the last."""
    share = np.geomspace(10, 1, size)
    return generator.choice(size, count, p=share / share.sum())


def _table(votes: Votes, columns: tuple[str, ...], outcomes: tuple[str, ...]) -> pa.Table:
    people = [f"annotator {number}" for number in range(ANNOTATORS)]
    prompts = [f"prompt {number}" for number in range(PROMPTS)]
    texts = (
        (votes.first, votes.systems),
        (votes.second, votes.systems),
        (votes.outcome, outcomes),
        (votes.annotator, people),
        (votes.prompt, prompts),
    )
    taken = [pa.array(words).take(pa.array(codes)) for codes, words in texts]
    return pa.table(taken, names=columns)
