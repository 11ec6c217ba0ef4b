"""Files of the sizes that the services are measured on: made-up texts, the same for one seed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

SYSTEMS = tuple(f"system-{letter}" for letter in "abcde")
LABELS = ("A is more fluent", "Equally fluent", "B is more fluent")
_SENTENCE = "en dag kom det brev fra byen om at huset ved elva skulle males rødt før snøen la seg i skogen igjen"


def write_responses(path: Path, prompts: int, seed: int = 0) -> None:
    """A response of about sixty words by each of `SYSTEMS` to each of so many prompts."""
    generator = np.random.default_rng(seed)
    count = prompts * len(SYSTEMS)
    words = generator.choice(_SENTENCE.split(), size=(count, 60))
    pd.DataFrame(
        {
            "prompt_id": np.repeat([f"p{number}" for number in range(prompts)], len(SYSTEMS)),
            "prompt": np.repeat([f"Skriv om sak nummer {number}." for number in range(prompts)], len(SYSTEMS)),
            "written_standard": np.repeat([("nb", "nn")[number % 2] for number in range(prompts)], len(SYSTEMS)),
            "system": np.tile(SYSTEMS, prompts),
            "response": [f"{' '.join(row)} {number}." for number, row in enumerate(words)],
        }
    ).to_json(path, orient="records", lines=True, force_ascii=False)


def write_judgments(path: Path, responses: Path, annotators: int, seed: int = 0) -> int:
    """One judgment by each of so many annotators on every pair of the responses; how many those are.

    Choices follow a strength per system, with a quarter of ties.
    """
    frame = pd.read_json(responses, lines=True, dtype={"prompt_id": str})
    pairs = frame.merge(frame, on=["prompt_id", "prompt", "written_standard"], suffixes=("_a", "_b"))
    pairs = pairs[pairs["system_a"] < pairs["system_b"]]
    pairs = pairs.merge(
        pd.DataFrame({"annotator_id": [f"annotator {number}" for number in range(annotators)]}), "cross"
    )
    strength = {name: 0.4 * place for place, name in enumerate(SYSTEMS)}
    pairs["choice"] = choices(pairs["system_a"].map(strength), pairs["system_b"].map(strength), seed)
    pairs = pairs.rename(columns={"system_a": "model_a", "system_b": "model_b"})
    pairs.to_json(path, orient="records", lines=True, force_ascii=False)
    return len(pairs)


def choices(strength_a: pd.Series, strength_b: pd.Series, seed: int) -> list[str]:
    """A label per row: a quarter of ties, else the stronger of the two with logistic odds."""
    generator = np.random.default_rng(seed)
    wins = generator.random(len(strength_a)) < 1 / (1 + np.exp(strength_b - strength_a))
    tie = generator.random(len(strength_a)) < 0.25
    return [LABELS[1] if even else LABELS[0 if first else 2] for even, first in zip(tie, wins, strict=True)]


def write_crowd(path: Path, systems: int = 59, rows: int = 8930, seed: int = 0) -> None:
    """Left/right judgments of the size of the public LLMFAO comparisons, for where that file is absent."""
    generator = np.random.default_rng(seed)
    strength = generator.normal(size=systems)
    left, step = generator.integers(systems, size=rows), generator.integers(1, systems, size=rows)
    right = (left + step) % systems
    winner = choices(pd.Series(strength[left]), pd.Series(strength[right]), seed)
    sides = dict(zip(LABELS, ("left", "tie", "right"), strict=True))
    pd.DataFrame(
        {
            "id": generator.integers(13, size=rows),
            "worker": generator.integers(120, size=rows),
            "left": [f"model-{number}" for number in left],
            "right": [f"model-{number}" for number in right],
            "winner": [sides[label] for label in winner],
        }
    ).to_csv(path, index=False)
