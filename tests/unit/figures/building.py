"""Rankings made by hand for the figures, and the words they are drawn with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import pandas as pd

from eval_core.figures import BURN_LABELS, FOREST_LABELS, MATRIX_LABELS
from eval_core.figures.painted import Painted
from eval_core.figures.painted.canvas import Text
from eval_core.ranking import PairRow, Ranking, SystemRow, rank

FOREST = dict(
    zip(
        FOREST_LABELS,
        ("Ranks", "Name", "Votes", "Rate", "Strength", "Scale", "Alike", "None", "Part {number}"),
        strict=True,
    )
)
MATRIX = dict(zip(MATRIX_LABELS, ("Name", "Against", "Share.", "Count.", "Won", "Even", "Lost"), strict=True))
BURN = dict(zip(BURN_LABELS, ("Made", "Planned", "Expected", "Votes"), strict=True))

HOSTILE = '</script><script>alert(1)</script><b>x</b><a href="javascript:alert(2)">y</a>&lt;$z$%{x}\u202e'


def row(system: str, place: int, **changes: Any) -> SystemRow:
    """A bounded system of the first component with numbers that differ from place to place."""
    plain: dict[str, Any] = {
        "system": system,
        "component": 0,
        "rank": place,
        "rank_low": place,
        "rank_high": place + 1,
        "strength": 2.5 - place * 0.37,
        "se": 0.2,
        "low": 2.1 - place * 0.37,
        "high": 2.9 - place * 0.37,
        "win_rate": 0.9 - place / 100,
        "p_best": 0.1,
        "judgments": 1000 + place,
        "bounded": True,
    }
    plain |= changes
    ends = {f"{end}_alone": plain[end] for end in ("rank_low", "rank_high")}
    return SystemRow(**ends | plain)


def ranking(rows: Sequence[SystemRow], undecided: Iterable[tuple[str, str]] = ()) -> Ranking:
    """A ranking of these rows, in which all pairs but the `undecided` are decided: 3 wins, 1 tie, 2 losses each."""
    open_pairs = {frozenset(pair) for pair in undecided}
    pairs = []
    for first, second in combinations(sorted(r.system for r in rows), 2):
        decided = frozenset((first, second)) not in open_pairs
        pairs.append(PairRow(first, second, 3, 1, 2, None, None, None, None, None, None, decided))
    systems = tuple(rows)
    components = tuple(tuple(r.system for r in rows if r.component == c) for c in sorted({r.component for r in rows}))
    return Ranking(
        model="davidson",
        engine="newton",
        n_judgments=6 * len(pairs),
        n_ties=len(pairs),
        level=0.95,
        seed=0,
        reference=None,
        cluster="none",
        n_clusters={},
        df=None,
        connected=len(components) == 1,
        components=components,
        systems=systems,
        pairs=tuple(pairs),
        tie=None,
        position=None,
    )


def judged(*judgments: tuple[str, str, str]) -> Ranking:
    """A real fit of a few judgments (first, second, outcome)."""
    return rank(pd.DataFrame(judgments, columns=["first", "second", "outcome"]))


def texts(fig: Any, name: str) -> list[str]:
    """The texts of the annotations of that name, from top to bottom, bare of our own digits' markup."""
    notes = sorted((note for note in fig.layout.annotations if note.name == name), key=lambda note: note.y)
    opening = '<span style="font-variant-numeric:tabular-nums">'
    return [note.text.removeprefix(opening).removesuffix("</span>") for note in notes]


def trace(fig: Any, name: str) -> Any:
    """The one trace of that name."""
    (trace,) = (trace for trace in fig.data if trace.name == name)
    return trace


def outside(figure: Painted) -> list[str]:
    """Texts that leave the sheet."""
    boxes = [(shape.text, shape.box) for shape in figure.shapes if isinstance(shape, Text)]
    return [text for text, (x0, y0, x1, y1) in boxes if x0 < -1 or y0 < 0 or x1 > figure.wide + 1 or y1 > figure.high]


def collisions(figure: Painted) -> list[tuple[str, str]]:
    """Pairs of texts that lie on each other."""
    boxes = [(shape.text, shape.box) for shape in figure.shapes if isinstance(shape, Text)]
    return [
        (one, other)
        for (one, a), (other, b) in combinations(boxes, 2)
        if a[0] + 0.5 < b[2] and b[0] + 0.5 < a[2] and a[1] + 1 < b[3] and b[1] + 1 < a[3]
    ]
