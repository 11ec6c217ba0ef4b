"""What an annotator's browser gets to see of each comparison besides its texts, held against what is hidden from it.

Each feature is tested alone against each hidden label (Kruskal-Wallis for numbers, chi-squared for kinds), and all
together by a classifier against the same classifier on shuffled labels. `ALPHA` is so strict that chance does not fail
a run in a lifetime, while a leak worth the name, seen two hundred times, is far beyond it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from scipy import stats
from sqlalchemy import select
from sqlalchemy.orm import aliased

from eval_core.store import Assignment, Comparison, Response, Store, System

ALPHA = 1e-7
# Times of requests are held to be known as well as over a good line, whose own times vary by so much.
_LINE_SECONDS = 0.002
_SHUFFLES, _FOLDS, _SIGMAS = 200, 5, 6.0


Origin = Literal["loaded", "agreed", "planted"]


@dataclass(frozen=True)
class Hidden:
    """What nobody who judges may know of an assignment.

    Attributes:
        systems: those of A and B, None for gold.
        origin: of gold, None for all else: loaded from a file, a pair on which all agreed, or a fault planted in the
            response that lost one.
    """

    kind: str
    systems: tuple[str, str] | None
    straight: bool
    texts: tuple[str, ...]
    origin: Origin | None = None


def hidden(store: Store) -> dict[int, Hidden]:
    """Assignment -> what is hidden."""
    first, second, one, other = aliased(Response), aliased(Response), aliased(System), aliased(System)
    query = (
        select(Assignment, one.name, other.name, first.text, second.text)
        .join(Comparison, Comparison.id == Assignment.comparison_id)
        .join(first, first.id == Comparison.first_response_id)
        .join(second, second.id == Comparison.second_response_id)
        .outerjoin(one, one.id == first.system_id)
        .outerjoin(other, other.id == second.system_id)
    )
    found = {}
    with store.read() as db:
        real = set(db.scalars(select(Response.text).where(Response.system_id.is_not(None))))
        for row, name, other_name, *texts in db.execute(query):
            names = None if name is None or other_name is None else (name, other_name)
            if names and row.swapped:
                names = names[1], names[0]
            origin = _origin(sum(text in real for text in texts)) if row.kind == "gold" else None
            found[row.id] = Hidden(row.kind, names, not row.swapped, tuple(texts), origin)
    return found


def _origin(real: int) -> Origin:
    """Where gold comes from, by how many of its texts are those of systems."""
    origins: tuple[Origin, ...] = ("loaded", "planted", "agreed")
    return origins[real]


@dataclass(frozen=True)
class Shown:
    """One comparison as a browser received it.

    Attributes:
        sheet: its part of the pile.
        place: where it lay in the pile that brought it: 0 at the top.
        before, after: seconds of the request that brought it, and of the one that told its choice.
        around: bytes of the reply that brought it, without its sheets.
    """

    sheet: dict[str, Any]
    place: int
    before: float
    after: float
    around: int

    @property
    def assignment(self) -> int:
        """The number of the assignment."""
        return int(self.sheet["assignment"])


def features(seen: Sequence[Shown]) -> dict[str, list[float] | list[str]]:
    """Of each comparison shown everything measurable but its texts."""
    rows: list[dict[str, float | str]] = []
    line = np.random.default_rng(0).exponential(_LINE_SECONDS, (len(seen), 2))
    for number, one in enumerate(seen):
        rest = {key: value for key, value in one.sheet.items() if key not in ("prompt", "texts", "html")}
        row: dict[str, float | str] = {
            "number of the assignment": float(one.assignment),
            "bytes of the sheet without its texts and number": float(len(json.dumps(rest | {"assignment": 0}))),
            "shape of the sheet": ",".join(one.sheet) + re.sub(r"\d+", "#", json.dumps(rest)),
            "bytes around it": float(one.around),
            "seconds before it shows": one.before + float(line[number, 0]),
            "seconds after the choice": one.after + float(line[number, 1]),
            "place in the pile": str(one.place),
        } | {f"place in the order, modulo {by}": str(number % by) for by in (2, 3, 4, 5, 6)}
        for key, value in rest.items():
            is_number = type(value) in (int, float)
            row[f"{key} of the sheet"] = float(value) if is_number else json.dumps(value)
        rows.append(row)
    found: dict[str, list] = {}
    for name in dict.fromkeys(name for row in rows for name in row):
        whole = all(name in row for row in rows)
        found[name] = [row[name] if whole else str(row.get(name, "absent")) for row in rows]
    return found


def traces(seen: dict[str, list], truth: Sequence[Hidden]) -> dict[tuple[str, str], float]:
    """(feature, what it tells) -> p-value, of each trace beyond `ALPHA`."""
    systems = [number for number, one in enumerate(truth) if one.systems]
    labels = {
        "systems": (systems, [" ".join(sorted(truth[at].systems or ())) for at in systems]),
        "system on A": (systems, [(truth[at].systems or ("",))[0] for at in systems]),
        "canonical order": (systems, [str(truth[at].straight) for at in systems]),
        "gold": (range(len(truth)), [str(one.kind == "gold") for one in truth]),
        **{
            f"{origin} gold": (range(len(truth)), [str(one.origin == origin) for one in truth])
            for origin in ("loaded", "agreed", "planted")
        },
    }
    found = {
        ("sides", "canonical order"): stats.binomtest(labels["canonical order"][1].count("True"), len(systems)).pvalue
    }
    for told, (places, label) in labels.items():
        for name, values in seen.items():
            found[name, told] = _p_value([values[at] for at in places], label)
        found["all together", told] = _classified(seen, places, label)
    return {key: p for key, p in found.items() if p < ALPHA}


def _p_value(values: Sequence[float] | Sequence[str], label: Sequence[str]) -> float:
    if len(set(values)) == 1 or len(set(label)) == 1:
        return 1.0
    if isinstance(values[0], float):
        groups = [[value for value, at in zip(values, label, strict=True) if at == one] for one in sorted(set(label))]
        return float(stats.kruskal(*groups).pvalue)
    # What is rarer than once in ten counts as one: chi-squared needs some of each.
    counts = Counter(values)
    kinds = [str(value) if counts[value] * 10 > len(values) else "other" for value in values]
    table = stats.contingency.crosstab(kinds, list(label)).count
    return 1.0 if 1 in table.shape else float(stats.chi2_contingency(table).pvalue)


def _classified(seen: dict[str, list], places: Sequence[int], label: Sequence[str]) -> float:
    """How likely so good a guess from all numbers together is by chance (normal tail over shuffled labels)."""
    columns = [
        stats.rankdata([values[at] for at in places]) for values in seen.values() if isinstance(values[0], float)
    ]
    matrix = np.column_stack([np.ones(len(label)), *(column / len(label) - 0.5 for column in columns)])
    classes, target = np.unique(label, return_inverse=True)
    if len(classes) == 1:
        return 1.0
    draw = np.random.default_rng(0)
    fold = draw.permutation(np.arange(len(label)) % _FOLDS)

    def hits(target: np.ndarray) -> int:
        right = 0
        for one in range(_FOLDS):
            learnt = np.linalg.lstsq(matrix[fold != one], np.eye(len(classes))[target[fold != one]], rcond=None)[0]
            right += int(((matrix[fold == one] @ learnt).argmax(axis=1) == target[fold == one]).sum())
        return right

    chance = [hits(draw.permutation(target)) for _ in range(_SHUFFLES)]
    spread = max(float(np.std(chance)), 1.0)
    return float(stats.norm.sf((hits(target) - float(np.mean(chance))) / spread))
