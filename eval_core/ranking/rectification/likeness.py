"""Do the items that people judged look like the rest of their pair, in all that is known of them?

What people say of a part is carried over to all. That is right where chance picked the part within each pair of
systems, whatever picked the pairs. It is wrong where something picked the items that also bears on who wins; where
that shows in what is known, the ranking is refused.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from scipy import special

from eval_core.errors import InputError
from eval_core.ranking.rectification.items import Matched
from eval_core.ranking.votes import Floats, Ints

LEVEL = 0.01
"""How often at most a fair study is refused."""
KNOWN = ("written_standard", "category")
"""Columns of the judge's table that name kinds of items."""
_FEWEST = 5  # prompts: with fewer, nothing can be seen
_MOST_KINDS = 12


def require_likeness(matched: Matched, *, by_verdict: bool = False) -> None:
    """Refuse items that differ from the rest of their pair in the judge's verdict, their kind or their length.

    Each feature has a t test of its covariance with "was judged" within pairs, clustered by prompt, with P − 1 degrees
    of freedom for P prompts; Holm's correction over all features, at `LEVEL`.

    Args:
        by_verdict: the items were picked by the judge's verdict: compare within pair and verdict.

    Raises:
        InputError: 'judge_items_differ', with what differs most.
    """
    features = [("verdict", matched.verdict[:, 0] - matched.verdict[:, 1]), ("verdict", matched.verdict[:, 2])]
    groups = matched.item_pair
    if by_verdict:
        groups, features = groups * 3 + np.argmax(matched.verdict, axis=1), []
    features += _kinds(matched.known) + _lengths(matched.known)
    if not features:
        return
    found = [(_p_value(values, matched, groups), name) for name, values in features]
    p, name = min(found)
    if p * len(found) <= LEVEL:
        raise InputError("judge_items_differ", what=_WORDS.get(name, name), p=float(f"{p:.1g}"))


_WORDS = {
    "verdict": "the judge's verdict",
    "written_standard": "written standard",
    "length": "length of the texts",
}


def _kinds(known: pd.DataFrame) -> list[tuple[str, Floats]]:
    names: Sequence[str] = [name for name in KNOWN if name in known]
    return [
        (name, np.asarray(known[name].eq(kind), np.float64))
        for name in names
        for kind in known[name].value_counts().index[:_MOST_KINDS]
    ]


def _lengths(known: pd.DataFrame) -> list[tuple[str, Floats]]:
    if "length_first" not in known:
        return []
    sides = [np.log(known[name].to_numpy(np.float64, na_value=np.nan)) for name in ("length_first", "length_second")]
    return [("length", sides[0] - sides[1]), ("length", sides[0] + sides[1])]


def _p_value(values: Floats, matched: Matched, groups: Ints) -> float:
    """Two-sided p that a feature (N,) is alike among judged items and the others of their group (N,)."""
    usable = np.isfinite(values)
    if not usable.any():
        return 1.0
    group = np.unique(groups[usable], return_inverse=True)[1]
    prompt = np.unique(matched.prompt[usable], return_inverse=True)[1]
    parts = [_centred(part[usable], group) for part in (matched.judged.astype(np.float64), values)]
    by_prompt = np.bincount(prompt, parts[0] * parts[1])
    prompts, square = int(np.count_nonzero(by_prompt)), float((by_prompt**2).sum())
    if prompts < _FEWEST or square <= 1e-18:
        return 1.0
    t = float(by_prompt.sum()) / np.sqrt(square * prompts / (prompts - 1))
    return float(2 * special.stdtr(prompts - 1, -abs(t)))


def _centred(values: Floats, group: Ints) -> Floats:
    return np.asarray(values - (np.bincount(group, values) / np.bincount(group))[group])
