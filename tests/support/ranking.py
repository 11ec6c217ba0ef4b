"""Small sets of judgments, and what must hold of every ranking made of them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pandas as pd
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from eval_core.ranking import Ranking
from tests.support.selection import examples

OUTCOMES = ("first", "second", "tie")


MODES: tuple[dict[str, Any], ...] = (
    {"model": "davidson"},
    {"model": "davidson", "position_effect": True},
    {"model": "bradley-terry"},
    {"model": "bradley-terry", "position_effect": True},
    {"model": "bradley-terry", "engine": "choix"},
)


QUICK = settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])


def frame(*rows: tuple[str, str, str, int]) -> pd.DataFrame:
    """Judgments from (first, second, outcome, how often)."""
    many = [row[:3] for row in rows for _ in range(row[3])]
    return pd.DataFrame(many, columns=["first", "second", "outcome"])


@st.composite
def judgments(draw: st.DrawFn) -> pd.DataFrame:
    """Up to twelve kinds of judgments among up to five systems, often lacking a kind of outcome."""
    size = draw(st.integers(2, 5))
    outcomes = draw(st.sampled_from([OUTCOMES, OUTCOMES, ("first", "tie"), ("first",), ("tie",), ("first", "second")]))
    pair = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)).filter(lambda two: two[0] != two[1])
    if draw(st.booleans()):
        pair = pair.map(lambda two: (min(two), max(two)))
    row = st.tuples(pair, st.sampled_from(outcomes), st.integers(1, 6), st.booleans())
    rows = draw(st.lists(row, min_size=1, max_size=12))
    data = frame(*((NAMES[i], NAMES[j], outcome, times) for (i, j), outcome, times, _known in rows))
    if draw(st.booleans()):
        data["order_known"] = [known for _pair, _outcome, times, known in rows for _ in range(times)]
    if draw(st.booleans()):
        data["annotator"] = np.arange(len(data)) % draw(st.integers(1, 4))
    return data


def by_name(ranking: Ranking) -> dict[str, Any]:
    return {row.system: row for row in ranking.systems}


class Search:
    """Directions of unboundedness, found by one linear programme per question, judgment by judgment.

    Strengths stay free to move together (the gauge): questions are about h or about differences only.
    """

    def __init__(self, data: pd.DataFrame, davidson: bool, position: bool) -> None:
        self.names = sorted({*data["first"], *data["second"]})
        self.length = len(self.names) + 2  # strengths, h, log ν
        known = data["order_known"] if "order_known" in data else [True] * len(data)
        rows = []
        for one, two, outcome, order in zip(data["first"], data["second"], data["outcome"], known, strict=True):
            d, nu = np.zeros(self.length), np.zeros(self.length)
            d[self.names.index(one)], d[self.names.index(two)], d[-2], nu[-1] = 1, -1, float(order), 2
            if outcome == "tie":
                rows += [nu - d, nu + d] if davidson else [d, -d]
            else:
                sign = 1 if outcome == "first" else -1
                rows += [sign * d, sign * d - nu]
        self.cone = np.array(rows)
        ties = davidson and "tie" in set(data["outcome"])
        self.bounds = [(-1.0, 1.0)] * len(self.names) + [(-1.0, 1.0) if on else (0.0, 0.0) for on in (position, ties)]

    def moves(self, goal: np.ndarray) -> bool:
        """Whether some direction of the cone raises `goal`."""
        answer = linprog(-goal, A_ub=-self.cone, b_ub=np.zeros(len(self.cone)), bounds=self.bounds)
        assert answer.x is not None
        return bool(-answer.fun > 1e-6)

    def position_is_held(self) -> bool:
        unit = np.eye(self.length)[-2]
        return not self.moves(unit) and not self.moves(-unit)

    def classes(self, components: tuple[tuple[str, ...], ...]) -> list[list[set[str]]]:
        """Per component, the sets of systems that no direction parts."""
        found = []
        for members in components:
            groups: list[set[str]] = []
            for name in members:
                home = next((group for group in groups if not self._parted(name, min(group))), None)
                if home is None:
                    groups.append({name})
                else:
                    home.add(name)
            found.append(groups)
        return found

    def _parted(self, one: str, two: str) -> bool:
        unit = np.eye(self.length)
        goal = unit[self.names.index(one)] - unit[self.names.index(two)]
        return self.moves(goal) or self.moves(-goal)


def assert_sound(ranking: Ranking) -> None:
    """Finite numbers of a plausible size or none, ranges around ranks, and a document that is strict JSON."""
    json.dumps(ranking.as_dict(), allow_nan=False)
    size = {name: len(members) for members in ranking.components for name in members}
    for row in ranking.systems:
        assert 1 <= row.rank_low <= row.rank <= row.rank_high <= size[row.system]
        assert row.rank_low <= row.rank_low_alone <= row.rank <= row.rank_high_alone <= row.rank_high
        assert abs(row.strength) < 25
        assert row.se is None or 1e-6 < row.se < 1e3
        if row.bounded:
            assert (row.se is None) == (row.low is None) == (row.high is None)
        else:
            assert row.se is None
        assert row.low is None or row.high is None or row.low <= row.high
        assert row.p_best is None or 0 <= row.p_best <= 1
    for pair in ranking.pairs:
        limits = (pair.difference, pair.se, pair.low, pair.high)
        assert all(value is None for value in limits) or all(np.isfinite(value) for value in limits)
        assert all(value is None or 0 <= value <= 1 for value in (pair.p_above, pair.p))
        assert pair.difference is None or None not in (pair.p_above, pair.p)
    for effect in (ranking.tie, ranking.position):
        assert effect is None or effect.se is None or 1e-6 < effect.se < 1e3
    assert ranking.tie is None or ranking.tie.log_nu is None or abs(ranking.tie.log_nu) < 25


NAMES = "abcde"
