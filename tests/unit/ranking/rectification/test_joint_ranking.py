"""Rankings of people and a judge together: what they cover, what the judge is worth, and where they are refused."""

from __future__ import annotations

from functools import cache

import numpy as np

from eval_core.errors import InputError
from eval_core.ranking import Ranking
from eval_core.ranking.rectification.joint_ranking import rank_with_judge
from tests.support.judged_studies import Design, study

STUDIES = 150


def covered(ranking: Ranking, target: np.ndarray, names: list[str]) -> tuple[int, int]:
    """How many differences of strengths have the true one in their interval, and of how many."""
    place = {name: number for number, name in enumerate(names)}
    inside = [
        row.low <= target[place[row.system]] - target[place[row.opponent]] <= row.high
        for row in ranking.pairs
        if row.low is not None and row.high is not None
    ]
    return sum(inside), len(inside)


@cache
def simulated(design: Design, by_verdict: bool = False, studies: int = STUDIES) -> tuple[float, float, float, float]:
    """Coverage of differences, and mean weight, width and worth, over studies (those refused are left out)."""
    target, rows, inside, pairs = design.target(), [], 0, 0
    for seed in range(studies):
        people, verdicts = study(design, seed)
        try:
            ranking = rank_with_judge(people, verdicts, "judge", by_verdict=by_verdict)
        except InputError as error:
            if error.code != "judge_items_differ":
                raise
            continue
        assert ranking.judge is not None
        rows.append((ranking.judge.weight, ranking.judge.width, ranking.judge.worth))
        found = covered(ranking, target, design.names)
        inside, pairs = inside + found[0], pairs + found[1]
    return (inside / pairs, *np.mean(rows, axis=0).tolist())
