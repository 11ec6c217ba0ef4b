"""Can gold be told from regular comparisons without reading? A blind classifier tries, and its success is measured.

It sees what anybody sees who does not read: whether there is a prompt, how long the texts are, how alike, their bytes,
and when a comparison came up. It is a logistic regression with a ridge penalty on standardised features and their
squares, with both kinds weighted alike. Success is the area under the ROC curve (AUC): how often, of one gold and one
regular comparison, it takes the right one for gold; 0.5 is chance. Every comparison is classified by a model that was
trained without it and without any other of its prompt (5 folds, drawn anew `_REPEATS` times).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats

Array = npt.NDArray[np.float64]

# What each group of features is computed from; a column each in `features_of`, and `place` after them.
GROUPS = {"prompt": (0,), "length": (1, 2), "similarity": (3, 4), "bytes": (5, 6), "place": (7,)}
FEATURES = 8
LEAST = 10  # of each kind: with fewer there is nothing to learn from
TOLD = 0.6  # from this AUC on gold can be told in part
CLEARLY = 0.75
_FOLDS, _REPEATS, _RIDGE, _STEPS = 5, 4, 1.0, 12
_GRAM = 3
_READ = 20_000  # characters that are looked at for similarity


@dataclass(frozen=True)
class Recognition:
    """How well gold can be told from regular comparisons.

    Attributes:
        gold, regular: how many of each there were; `auc` is None with fewer than `LEAST` of one.
        auc: by all features together, with its 95 % interval `low` to `high` (Hanley and McNeil 1982).
        by: the AUC of each group of features alone, the best first.
    """

    gold: int
    regular: int
    auc: float | None = None
    low: float | None = None
    high: float | None = None
    by: tuple[tuple[str, float], ...] = ()

    @property
    def verdict(self) -> str:
        """'unknown', 'hardly', 'partly' or 'clearly'."""
        if self.auc is None:
            return "unknown"
        return "hardly" if self.auc < TOLD else "partly" if self.auc < CLEARLY else "clearly"

    @property
    def telling(self) -> tuple[str, ...]:
        """The groups of features that give gold away on their own, the worst first."""
        return tuple(group for group, auc in self.by if auc >= TOLD)


def features_of(prompt: str, first: str, second: str) -> tuple[float, ...]:
    """What is seen of a comparison without reading, the same in either order of the two texts."""
    lengths = [len(text.split()) for text in (first, second)]
    sizes = [len(text.encode(errors="replace")) for text in (first, second)]
    return (
        float(bool(prompt.strip())),
        float(np.log1p(sum(lengths))),
        float(np.log1p(abs(lengths[0] - lengths[1]))),
        _shared(first.lower()[:_READ].split(), second.lower()[:_READ].split()),
        _shared(_grams(first), _grams(second)),
        float(np.log1p(sum(sizes))),
        float(np.log1p(abs(sizes[0] - sizes[1]))),
    )


def recognise(features: Array, gold: npt.NDArray[np.bool_], prompts: Sequence[Hashable]) -> Recognition:
    """How well the gold ones can be told.

    Args:
        features: (n, FEATURES), rows of `features_of` with the place in the stream after them.
        gold: (n,), which are gold.
        prompts: of each; comparisons of one prompt are trained on together or not at all.
    """
    counts = int(gold.sum()), int((~gold).sum())
    if min(counts) < LEAST:
        return Recognition(*counts)
    draws = np.random.default_rng(0)
    folds = [_drawn_folds(gold, prompts, draws) for _ in range(_REPEATS)]
    auc = _validated(features, gold, folds)
    by = {group: _validated(features[:, list(columns)], gold, folds) for group, columns in GROUPS.items()}
    spread = 1.96 * _standard_error(auc, *counts)
    return Recognition(
        *counts,
        auc=auc,
        low=max(0.0, auc - spread),
        high=min(1.0, auc + spread),
        by=tuple(sorted(by.items(), key=lambda pair: -pair[1])),
    )


def chosen_alike(candidates: Array, models: Array, wanted: int, draws: np.random.Generator) -> list[int]:
    """Places of at most `wanted` candidates that together look like the models: each is the one nearest to a model.

    Args:
        candidates, models: (n, k) and (m, k), the same features of both.
        draws: which of the models come, and in which order.
    """
    if not len(models) or not len(candidates):
        return list(range(min(wanted, len(candidates))))
    spread = models.std(axis=0)
    scale = np.where(spread > 0, spread, 1.0)
    free, chosen = np.ones(len(candidates), dtype=bool), []
    for model in np.resize(draws.permutation(len(models)), min(wanted, len(candidates))):
        distance = (((candidates - models[model]) / scale) ** 2).sum(axis=1)
        place = int(np.where(free, distance, np.inf).argmin())
        free[place] = False
        chosen.append(place)
    return chosen


def area(scores: Array, gold: npt.NDArray[np.bool_]) -> float:
    """The area under the ROC curve: how often a gold one scores above a regular one, half of the ties included."""
    ranks, positive = stats.rankdata(scores), int(gold.sum())
    return float((ranks[gold].sum() - positive * (positive + 1) / 2) / (positive * (len(gold) - positive)))


def _drawn_folds(
    gold: npt.NDArray[np.bool_], prompts: Sequence[Hashable], draws: np.random.Generator
) -> npt.NDArray[np.int64]:
    """A fold for each comparison: the same for all of one prompt, with as many gold ones in each as in any other."""
    numbers = {prompt: number for number, prompt in enumerate(dict.fromkeys(prompts))}
    group = np.array([numbers[prompt] for prompt in prompts])
    has_gold = np.zeros(len(numbers), dtype=bool)
    has_gold[group[gold]] = True
    fold = np.empty(len(numbers), dtype=np.int64)
    for kind in (has_gold, ~has_gold):
        places = draws.permutation(np.flatnonzero(kind))
        fold[places] = np.arange(len(places)) % _FOLDS
    drawn: npt.NDArray[np.int64] = fold[group]
    return drawn


def _validated(features: Array, gold: npt.NDArray[np.bool_], folds: list[npt.NDArray[np.int64]]) -> float:
    """The mean AUC over all folds, each classified by a model of the others."""
    areas = []
    for fold in folds:
        for number in range(_FOLDS):
            test = fold == number
            if gold[test].any() and not gold[test].all() and gold[~test].any() and not gold[~test].all():
                areas.append(area(_scores(features[~test], gold[~test], features[test]), gold[test]))
    return float(np.mean(areas)) if areas else 0.5


def _scores(known: Array, gold: npt.NDArray[np.bool_], asked: Array) -> Array:
    """The log-odds of being gold, by a ridge logistic regression (Newton's method)."""
    mean, spread = known.mean(axis=0), known.std(axis=0)
    scale = np.where(spread > 0, spread, 1.0)
    train, test = ((np.clip((rows - mean) / scale, -4, 4)) for rows in (known, asked))
    # Squares find what is remarkable for lying in the middle.
    design, wanted = (np.hstack([np.ones((len(rows), 1)), rows, rows**2 - 1]) for rows in (train, test))
    weight = np.where(gold, 0.5 / gold.mean(), 0.5 / (1 - gold.mean()))
    penalty = np.diag([0.0, *[_RIDGE] * (design.shape[1] - 1)]) + 1e-6 * np.eye(design.shape[1])
    found: Array = np.zeros(design.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(design @ found, -30, 30)))
        slope = design.T @ (weight * (chance - gold)) + penalty @ found
        curve = (design * (weight * chance * (1 - chance))[:, None]).T @ design + penalty
        step = np.linalg.solve(curve, slope)
        found = found - step
        if float(np.abs(step).max()) < 1e-6:
            break
    scores: Array = wanted @ found
    return scores


def _standard_error(auc: float, gold: int, regular: int) -> float:
    """Of an AUC (Hanley and McNeil 1982, Radiology 143)."""
    auc = min(max(auc, 0.0), 1.0)
    one, two = auc / (2 - auc), 2 * auc**2 / (1 + auc)
    variance = auc * (1 - auc) + (gold - 1) * (one - auc**2) + (regular - 1) * (two - auc**2)
    return float(np.sqrt(max(variance, 0.0) / (gold * regular)))


def _grams(text: str) -> list[str]:
    text = text[:_READ]
    return [text[place : place + _GRAM] for place in range(max(1, len(text) - _GRAM + 1))]


def _shared(some: Sequence[str], others: Sequence[str]) -> float:
    """Dice's coefficient of two multisets: 1 if they are the same, 0 if they share nothing."""
    total = len(some) + len(others)
    return 2 * (Counter(some) & Counter(others)).total() / total if total else 1.0
