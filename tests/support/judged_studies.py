"""Simulated studies in which a judge has compared everything and people a part."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.ranking.likelihood import Layout
from eval_core.ranking.newton import fit
from eval_core.ranking.votes import OUTCOMES, Cells
from tests.support.building import Built

Floats = npt.NDArray[np.float64]
_LOG_NU = -0.3


@dataclass(frozen=True)
class Design:
    """A study: K systems by the strengths `truth`, everything else as numbers on the natural log scale.

    Attributes:
        items: standard deviation of a response around its system.
        taste: standard deviation of an annotator's own strength of a system.
        judged: how many items people judge, of prompts × pairs.
        judge: how the judge sees a response: 'good', 'poor', 'long' (length counts), 'adversary'.
        picked: what picks people's items: 'chance', 'pairs' (some pairs far more often), 'verdict' (the judge's) or
            'hidden' (the response's own quality).
    """

    truth: tuple[float, ...] = (-0.8, -0.3, 0.0, 0.4, 0.7)
    prompts: int = 60
    annotators: int = 8
    judged: int = 240
    items: float = 0.5
    taste: float = 0.3
    judge: str = "good"
    picked: str = "chance"

    @property
    def names(self) -> list[str]:
        return [f"s{number}" for number in range(len(self.truth))]

    def target(self) -> Floats:
        """The strengths that very many annotators on very many prompts would give, mean zero, (K,)."""
        nodes, weights = np.polynomial.hermite_e.hermegauss(41)
        spread = np.sqrt(2 * (self.items**2 + self.taste**2))
        first, second = (np.array(side) for side in zip(*combinations(range(len(self.truth)), 2), strict=True))
        gap = np.array(self.truth)[first] - np.array(self.truth)[second]
        shares = _shares(gap[:, None] + spread * nodes) @ (weights / weights.sum())
        cells = Cells(first, second, np.zeros(len(first), dtype=bool), 1000 * shares.T)
        size = len(self.truth)
        return fit(Layout(size, False, True), cells, np.zeros(size, dtype=np.int64))[:size]


def _shares(d: Floats) -> Floats:
    """Probabilities of first, second and tie, (3, ...)."""
    terms = np.stack([np.exp(d / 2), np.exp(-d / 2), np.full_like(d, np.exp(_LOG_NU))])
    return np.asarray(terms / terms.sum(axis=0))


def _drawn(d: Floats, chance: np.random.Generator) -> npt.NDArray[np.int64]:
    edges = np.cumsum(_shares(d), axis=0)
    return np.asarray((chance.random(d.shape) > edges[:2]).sum(axis=0))


def study(design: Design, seed: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """People's judgments and the judge's verdicts on everything, as `rank_with_judge` takes them."""
    chance = np.random.default_rng(seed)
    size, names = len(design.truth), np.array(design.names)
    quality = np.array(design.truth) + design.items * chance.standard_normal((design.prompts, size))
    length = 0.4 * chance.standard_normal((design.prompts, size)) + np.linspace(-0.4, 0.4, size)
    seen = {
        "good": 2.0 * quality,
        "poor": 0.2 * quality,
        "long": quality + 2.0 * length,
        "adversary": -2.0 * quality,
    }[design.judge]
    first, second = (np.array(side) for side in zip(*combinations(range(size), 2), strict=True))
    prompt, pair = (
        grid.ravel() for grid in np.meshgrid(np.arange(design.prompts), np.arange(len(first)), indexing="ij")
    )
    one, two = first[pair], second[pair]
    verdict = _drawn(seen[prompt, one] - seen[prompt, two], chance)
    likely = {
        "chance": np.ones(len(pair)),
        "pairs": 1.0 + pair,
        "verdict": np.array([1.0, 4.0, 2.0])[verdict],
        # Where the response that is the better one by name is also the better one by chance.
        "hidden": np.exp(1.5 * (quality[prompt, one] - quality[prompt, two])),
    }[design.picked]
    # Within pairs only: across pairs all are equally often judged.
    if design.picked != "pairs":
        likely = likely / np.bincount(pair, likely)[pair]
    mine = chance.choice(len(pair), design.judged, replace=False, p=likely / likely.sum())
    annotator = np.arange(design.judged) % design.annotators
    taste = design.taste * chance.standard_normal((design.annotators, size))
    felt = quality[prompt[mine]] + taste[annotator]
    rows = np.arange(design.judged)
    outcome = _drawn(felt[rows, one[mine]] - felt[rows, two[mine]], chance)
    characters = np.round(400 * np.exp(length)).astype(int)

    def table(which: npt.NDArray[np.int64], outcomes: npt.NDArray[np.int64]) -> pd.DataFrame:
        return pd.DataFrame(
            {
                "first": names[one[which]],
                "second": names[two[which]],
                "outcome": np.array(OUTCOMES)[outcomes],
                "prompt": prompt[which],
                "length_first": characters[prompt[which], one[which]],
                "length_second": characters[prompt[which], two[which]],
            }
        )

    people = table(mine, outcome).assign(annotator=[f"a{number}" for number in annotator])
    return people, table(np.arange(len(pair)), verdict).assign(annotator="judge")


SMALL = Design(truth=(-0.5, 0.0, 0.5), prompts=40, judged=60, annotators=4, items=2.0, taste=0.1)


def study_rows(dropped: int = 0) -> list[dict[str, Any]]:
    """A small study as rows of a file; the judge lacks its verdict on the first `dropped` items that no person judged."""
    people, verdicts = study(SMALL, 3)
    keys = ["prompt", "first", "second"]
    judged = set(people[keys].itertuples(index=False, name=None))
    items = verdicts.to_dict("records")
    others = [item for item in items if tuple(item[key] for key in keys) not in judged]
    kept = [item for item in items if item not in others[:dropped]]
    return [_as_file(row) for row in (*people.to_dict("records"), *kept)]


def _as_file(row: dict[Any, Any]) -> dict[str, Any]:
    return {
        "prompt_id": f"p{row['prompt']}",
        "prompt": f"Oppgave {row['prompt']}",
        "written_standard": ("nb", "nn")[row["prompt"] % 2],
        "category": "brev",
        "model_a": row["first"],
        "model_b": row["second"],
        "response_a": f"{row['first']} {row['prompt']} " + "x" * row["length_first"],
        "response_b": f"{row['second']} {row['prompt']} " + "x" * row["length_second"],
        "winner": {"first": "model_a", "second": "model_b", "tie": "tie"}[row["outcome"]],
        "annotator_id": row["annotator"],
        "annotator_kind": "judge" if row["annotator"] == "judge" else "human",
    }


def study_campaign(built: Built, folder: Path, judgments: list[dict[str, Any]]) -> Built:
    """The campaign, with these judgments imported."""
    path = folder / "study.jsonl"
    path.write_text("\n".join(map(json.dumps, judgments)), encoding="utf-8")
    import_judgments(built.store, path, built.slug)
    return built
